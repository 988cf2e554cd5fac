"""The host's way to an update from the screen: look for one, have it installed, follow what becomes of it.

Everything that takes time (a slow stick, the event host, the signature, waiting for the installing service) happens in
a thread of its own; `view` is what it has come to.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final, Literal, TypeAlias, cast

import msgspec

from engines.errors import Coded, Finding, NotPossible, finding
from pi_app.evening.link import Download, NotThere, Unreachable
from pi_app.host import bundle, updates
from pi_app.host.slots import Slots
from pi_app.host.updates import SIGNERS, STICKS, Outcome, Status

Source: TypeAlias = Literal["stick", "hub"]
Doing: TypeAlias = Literal["", "looking", "fetching", "asking", "waiting", "installing"]
HUB_PATH: Final = "/api/update"
POLL_INTERVAL_S: Final = 0.5
"""Seconds between two questions to the installing service."""
GONE: Final = 6
"""A service that says nothing so often, one after the other, has gone without a word."""
CLOSE_TIMEOUT_S: Final = 1.0
"""Seconds for which the end of the app waits for it."""
LATE: Final = 40
"""A request that still lies there after so many looks is not taken up by any service."""


class Offer(msgspec.Struct, frozen=True):
    """An update that was found: where, what it holds, or why it is refused."""

    source: Source
    path: Path
    version: str = ""
    notes: str = ""
    refused: Finding | None = None


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """How it stands."""

    status: Status
    slots: bool = False
    """Whether this table can be updated at all."""
    doing: Doing = ""
    done: int = 0
    """Bytes fetched."""
    size: int = 0
    """Bytes to fetch; 0 where nobody knows."""
    offers: tuple[Offer, ...] = ()
    looked: bool = False
    hub: Literal["", "nothing", "away"] = ""
    """What the event host answered where it offers nothing; empty where none was asked."""
    said: tuple[Finding, ...] = ()
    """What the installing service has said."""
    late: bool = False
    """Whether no service takes the request up."""
    told: Outcome | None = None
    """What became of what was asked for since the app began; a refusal only until it is looked for updates again."""
    ready: bool = False
    """Whether another version is to run from the next start on."""


class Updater:
    """Looks for updates and has them installed. `hub` gives the address of the event host, empty where none is known.

    `every_s`: see `POLL_INTERVAL_S`.
    """

    def __init__(
        self,
        state: Path,
        *,
        slots: Callable[[], Slots | None] = updates.own_slots,
        signers: Path = SIGNERS,
        sticks: Iterable[Path] = STICKS,
        hub: Callable[[], str] = str,
        every_s: float = POLL_INTERVAL_S,
        superseded: Callable[[], bool] = updates.superseded,
    ) -> None:
        self._state = state
        self._slots = slots
        self._signers = signers
        self._sticks = tuple(sticks)
        self._hub = hub
        self._every_s = every_s
        self._superseded = superseded
        self._thread: threading.Thread | None = None
        self._pause = threading.Event()
        self.view = Seen(status=Status(updates.own_version()))
        self.restart = False
        """Whether the host wants the other version to run at once."""

    @property
    def busy(self) -> bool:
        """Whether something is under way."""
        return bool(self.view.doing)

    def look(self) -> None:
        """Look which version runs and what sticks and the event host offer; what is being installed is followed."""
        self._begin("looking", self._look)

    def notice(self) -> None:
        """Offer no more what is no longer there: its stick was pulled out."""
        if not self.busy and (gone := [offer for offer in self.view.offers if not _is_there(offer.path)]):
            self._now(offers=tuple(offer for offer in self.view.offers if offer not in gone))

    def install(self, offer: Offer) -> None:
        """Have an update installed beside the version that runs."""
        if not offer.refused:
            self._begin("asking", lambda: self._install(offer))

    def back(self) -> None:
        """Have the version before this one run again."""
        self._begin("asking", self._back)

    def close(self) -> None:
        """Wait for nothing any more."""
        self._pause.set()
        if self._thread is not None:
            self._thread.join(CLOSE_TIMEOUT_S)

    def _begin(self, doing: Doing, job: Callable[[], None]) -> None:
        if self.busy:
            return
        self._now(doing=doing)

        def run() -> None:
            try:
                job()
            except Coded as error:
                self._now(told=Outcome(refused=error.finding))
            except OSError as error:
                self._now(told=Outcome(refused=finding("update.failed", "{reason}", error)))
            finally:
                self._now(doing="", done=0, size=0, **self._standing())

        self._thread = threading.Thread(target=run, name="update", daemon=True)
        self._thread.start()

    def _now(self, **changes: Any) -> None:
        self.view = msgspec.structs.replace(self.view, **changes)

    def _standing(self) -> dict[str, Any]:
        slots = self._slots()
        stands = updates.status(slots, self._state)
        return {"status": stands, "slots": slots is not None, "ready": self._superseded()}

    # Looking ---------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        standing = self._standing()
        self._now(offers=(), hub="", told=self.view.told if standing["ready"] else None, **standing)
        self._drop_fetched()
        if updates.requested(self._state) or updates.progress(self._state) is not None:
            self._follow()
        offers = [self._checked("stick", path) for path in updates.on_sticks(self._sticks)]
        self._now(offers=tuple(offers))
        if self.view.slots and not any(not offer.refused for offer in offers) and (address := self._hub()):
            self._ask_hub(address, offers)
        self._now(looked=True)

    def _checked(self, source: Source, path: Path) -> Offer:
        try:
            held = bundle.check(path, self._signers, updates.here(self._slots()))
        except Coded as error:
            return Offer(source, path, refused=error.finding)
        return Offer(source, path, held.version, held.notes)

    def _ask_hub(self, address: str, offers: list[Offer]) -> None:
        try:
            with Download(address, HUB_PATH) as found:
                self._now(doing="fetching", size=found.size)
                path = updates.receive(self._counted(found), self._state / "update" / "fetched")
        except NotThere:
            self._now(hub="nothing")
        except Unreachable:
            self._now(hub="away")
        else:
            self._now(doing="looking", offers=(*offers, self._checked("hub", path)))

    def _counted(self, source: Download) -> IO[bytes]:
        """The same bytes, counted as they come."""
        updater = self

        class Counted:
            """A stream as `updates.receive` reads it."""

            def read(self, most: int) -> bytes:
                got = source.read(most)
                updater._now(done=updater.view.done + len(got))
                return got

        return cast("IO[bytes]", Counted())

    # Installing ------------------------------------------------------------------------------------------------

    def _install(self, offer: Offer) -> None:
        self._now(told=None, said=(), late=False)
        with bundle.readable(offer.path), offer.path.open("rb") as file:
            updates.ask(file, self._state)
        if offer.source == "hub":
            offer.path.unlink(missing_ok=True)
        self._follow()

    def _back(self) -> None:
        self._now(told=None, said=(), late=False)
        updates.ask_back(self._state)
        self._follow()

    def _follow(self) -> None:
        """Wait until the installing service has told what became of it."""
        silent = looks = 0
        while silent < GONE:
            told = updates.outcome(self._state)
            if told is not None:
                self._now(told=told, offers=(), late=False)
                return
            waits, said = updates.requested(self._state), updates.progress(self._state)
            silent = 0 if waits or said is not None else silent + 1
            looks += 1
            self._now(doing="waiting" if waits else "installing", said=said or self.view.said)
            self._now(late=waits and looks > LATE)
            if self._pause.wait(self._every_s):
                return
        raise NotPossible("update.silent", "the installing service ended without a word")

    def _drop_fetched(self) -> None:
        """What was fetched from an event host and never installed takes no room for ever."""
        with suppress(OSError):
            for path in (self._state / "update" / "fetched").iterdir():
                path.unlink()


def _is_there(path: Path) -> bool:
    """Whether the file can be seen; of a stick that was pulled out just now the system may say anything."""
    with suppress(OSError):
        return path.is_file()
    return False
