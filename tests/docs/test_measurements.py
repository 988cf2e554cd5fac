"""Measured figures are data, and what the pages show of them is drawn from that data."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.errors import BadInput
from planisphere.commands.simulate import wilson
from tools.measurements.__main__ import outdated
from tools.measurements.data import Figure, Measure, Measurements, Set, load, load_all
from tools.measurements.plots import plot
from tools.measurements.tables import table, with_tables

SMALL = Measurements(
    title="Moons",
    counted="moons",
    plot=["right"],
    measures={"right": Measure(label="right", unit="%", better="more"), "s": Measure("seconds", "s", "less", 2)},
    sets={"a": Set("first night", [7], "nothing", "Once"), "b": Set("second night", [], "nothing", "Once")},
    figures=[
        Figure("right", "a", "easy", 20, 95.0, (76.4, 99.1), "2026-11-23", 99),
        Figure("s", "a", "easy", None, 0.5, None, "2026-11-23"),
        Figure("right", "b", "hard", 10, 50.0, (23.7, 76.3), "2026-11-23"),
    ],
)


def test_pages_and_plots_show_the_measurements_of_today() -> None:
    assert list(outdated()) == [], "run python -m tools.measurements"


def interval(figure: Figure, measure: Measure) -> tuple[float, tuple[float, float] | None]:
    """The value and the interval that the counted number gives, rounded as the measure is."""
    if measure.unit != "%" or figure.n is None:
        return figure.value, None
    count = round(figure.value * figure.n / 100)
    low, high = (round(100 * end, measure.digits) for end in wilson(count, figure.n))
    return round(100 * count / figure.n, measure.digits), (low, high)


@pytest.mark.parametrize("name", load_all())
def test_a_share_has_the_interval_of_its_number(name: str) -> None:
    kind = load_all()[name]
    wrong = [f for f in kind.figures if (f.value, f.interval) != interval(f, kind.measures[f.what])]
    assert wrong == []


def test_a_table_has_a_row_a_level_and_a_column_a_measure() -> None:
    assert table(SMALL, ["a"]).splitlines() == [
        "|level|moons|right|seconds|",
        "|---|---|---|---|",
        "|easy|20|95.0% (76.4–99.1; ≥99)|0.50 s|",
    ]
    assert table(SMALL, ["a", "b"]).splitlines()[2:] == [
        "|first night|easy|20|95.0% (76.4–99.1; ≥99)|0.50 s|",
        "|second night|hard|10|50.0% (23.7–76.3)||",
    ]


def test_a_page_says_where_its_tables_stand() -> None:
    page = "Before\n<!-- measurements: moons a -->\nold\n<!-- end -->\nafter\n"
    new = with_tables(page, {"moons": SMALL})
    assert new == page.replace("old\n", table(SMALL, ["a"]))
    assert with_tables(new, {"moons": SMALL}) == new
    for unknown in ("suns a", "moons c"):
        with pytest.raises(BadInput):
            with_tables(page.replace("moons a", unknown), {"moons": SMALL})


def test_a_plot_has_a_dot_for_each_value() -> None:
    assert plot(SMALL).count("<circle") == 2


def test_a_figure_of_an_unknown_set_is_refused(tmp_path: Path) -> None:
    text = Path("docs/measurements/balls.json").read_text("utf-8")
    (tmp_path / "balls.json").write_text(text.replace('"set": "own"', '"set": "theirs"'), "utf-8")
    with pytest.raises(BadInput, match="theirs"):
        load(tmp_path / "balls.json")
    (tmp_path / "balls.json").write_text(text[:-20], "utf-8")
    with pytest.raises(BadInput, match="balls"):
        load(tmp_path / "balls.json")
