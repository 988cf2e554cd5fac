"""What an administrator's monitoring may ask: `/health` and Prometheus' `/metrics`. No names are in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import sqlalchemy as sa
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from hub.database import schema
from hub.database.store import DatabaseAway, Store
from hub.errors import CODES
from hub.link.ingest import Ingest
from hub.views.board import OFFLINE_MS


class HubCollector(Collector):
    """Reads the figures when they are asked for."""

    def __init__(self, store: Store, ingest: Ingest, watching: Callable[[], int]) -> None:
        self._store = store
        self._ingest = ingest
        self._watching = watching

    def collect(self) -> Iterable[Metric]:
        """The figures of this moment, as Prometheus reads them."""
        counts = self._ingest.counts
        for name, text in (
            ("batches", "Batches stored"), ("lines", "Lines of records stored"), ("commits", "Commits of batches"),
            ("duplicates", "Batches that were there already"),
        ):  # fmt: skip
            yield CounterMetricFamily(f"planisphere_{name}", text, value=counts[name])
        refused = CounterMetricFamily("planisphere_refused", "Messages refused, by reason", labels=["code"])
        for code in CODES:
            refused.add_metric([code], counts[code])
        yield refused
        yield GaugeMetricFamily("planisphere_screens", "Screens and phones that watch", value=self._watching())
        yield from self._of_database()

    def _of_database(self) -> Iterable[Metric]:
        figures = _database_figures(self._store)
        yield GaugeMetricFamily("planisphere_database_up", "Whether the database answers", value=figures is not None)
        for name, value in (figures or {}).items():
            yield GaugeMetricFamily(f"planisphere_{name}", name.replace("_", " ").capitalize(), value=value)


def _database_figures(store: Store) -> dict[str, float] | None:
    tables, cases, events = schema.tables, schema.cases, schema.events
    try:
        with store.read() as tx:

            def count(table: sa.Table, *where: Any) -> float:
                row = tx.one(sa.select(sa.func.count()).select_from(table).where(*where))
                return float(row[0]) if row is not None else 0.0

            return {
                "tables_paired": count(tables, tables.c.retired_at.is_(None)),
                "tables_online": count(tables, tables.c.seen_at > tx.now - OFFLINE_MS),
                "cases_open": count(cases, cases.c.closed_at.is_(None)),
                "events_open": count(events, events.c.state == "open"),
            }  # fmt: skip
    except DatabaseAway:
        return None


def exposition(store: Store, ingest: Ingest, watching: Callable[[], int]) -> bytes:
    """The figures in Prometheus' text format."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(HubCollector(store, ingest, watching))
    return generate_latest(registry)


def health(store: Store) -> dict[str, Any]:
    """Whether the event host can do its work. Raises DatabaseAway."""
    with store.read() as tx:
        tx.one(sa.select(sa.literal(1)))
    ahead = {"clock_ahead_ms": store.clock_ahead} if store.clock_ahead else {}
    return {"ok": True, "database": store.url.get_backend_name(), **ahead}
