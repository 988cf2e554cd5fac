"""The figures of impatient fingers: pieces, what they find, and how runs add up."""

from __future__ import annotations

import pytest

from tools.figures.impatient import harmed, pieces, written


def test_touches_are_cut_into_pieces_with_a_seed_each() -> None:
    assert list(pieces(1200, 500, 301)) == [(301, 500), (302, 500), (303, 200)]


def test_a_piece_that_does_harm_is_told_with_its_seed_and_the_others_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    def piece(_name: str, _touches: int, seed: int) -> None:
        assert seed != 302, "a line is lost"

    assert harmed("pad", list(pieces(1500, 500, 301)), piece) == 1
    told = capsys.readouterr().out
    assert "pad 302: harm" in told
    assert "a line is lost" in told
    assert "pad 303: 500 touches" in told


def test_runs_of_other_seeds_add_up_and_one_of_the_same_takes_the_place_of_the_older() -> None:
    first = written(None, "pad", [(301, 500), (302, 500)], 1, "2026-11-25")
    more = written(first, "pad", [(303, 500)], 0, "2026-11-26")
    assert (more.figures[0].n, more.figures[0].value, more.sets["pad"].seeds) == (1500, 1.0, [301, 302, 303])
    again = written(more, "pad", [(301, 500), (302, 500), (303, 500)], 0, "2026-11-26")
    assert [(figure.n, figure.value) for figure in again.figures] == [(1500, 0.0)]
    both = written(again, "stellar", [(301, 500)], 0, "2026-11-26")
    assert [figure.set for figure in both.figures] == ["pad", "stellar"]
