"""The robot: what it touches, what it tells, and which lines are none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from engines.errors import BadInput
from pi_app import i18n
from pi_app.host.pin import HostPin
from pi_app.host.updater import Seen, Updater
from pi_app.host.updates import Status
from pi_app.presenters.host import Desk
from pi_app.presenters.now import is_guided
from pi_app.robot.commands import Drag, New, Set, Shot, Tap, Wait, decode
from tests.pi_app.robots import Hand

GAMES = {"star_explorer": 2, "stellar": 2, "look_at_the_stars": 3, "starfarers": 3}


def drawing(hand: Hand) -> None:
    """The first drawing of a game of Star Explorer."""
    hand.say(new={"game": "star_explorer", "players": ["Ana", "Bo"]})
    for key in ("first.0", "start_tile.red_blue.0", "start_tile.white_yellow.0"):
        hand.tap(key)
    while hand.nav.screen != "draw":
        hand.say(wait="idle")
        shown = hand.controls().items()
        hand.tap(next(n for n, c in shown if c["enabled"] and n.startswith(("size.", "tile.", "seven."))))


# Lines -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "command"),
    [
        (b'{"tap":"undo"}', Tap("undo")),
        (b'{"tap":[4,5],"times":3,"every_ms":90,"hold_ms":700}', Tap((4, 5), 3, 90, 700)),
        (b'{"tap":"undo","and":[1,2]}', Tap("undo", second=(1, 2))),
        (b'{"drag":[[1,2],[3,4]],"ms":300}', Drag(((1, 2), (3, 4)), 300)),
        (b'{"wait":"screen:draw"}', Wait("screen:draw")),
        (b'{"shot":"01-start"}', Shot("01-start")),
    ],
)
def test_a_line_is_one_command(line: bytes, command: object) -> None:
    assert decode(line, 1) == command


@pytest.mark.parametrize(
    "line",
    [
        b"", b"nope", b"[]", b"{}",
        b'{"tap":"a","state":true}', b'{"tap":"a","twice":true}', b'{"tap":1}', b'{"jump":1}',
        b'{"drag":[[1,2]]}', b'{"wait":"lunch"}', b'{"tree":false}', b'{"shot":"../x"}', b'{"set":{"size":"100x100"}}',
        b'{"set":{"language":"tlh"}}', b'{"set":{"look":"puce"}}', b'{"new":{"game":"chess"}}',
        b'{"new":{"game":"stellar","players":["A","B","C"]}}', b'{"new":{"game":"stellar","bots":{"Zoe":"greedy"}}}',
    ],
)  # fmt: skip
def test_a_line_that_is_none_is_told_by_its_number(line: bytes) -> None:
    with pytest.raises(BadInput, match=r"--robot, line 7: ") as caught:
        decode(line, 7)
    assert caught.value.finding.code == "robot.line"


def test_options_that_the_game_has_not_are_told_by_the_lines_number(hand: Hand) -> None:
    hand.say(state=True)
    with pytest.raises(BadInput, match=r"--robot, line 2: options of stellar"):
        hand.say(new={"game": "stellar", "options": {"x": 1}})


def test_lines_come_as_they_are_written_and_the_last_needs_no_end() -> None:
    from pi_app.robot.play import Lines

    reading, writing = os.pipe()
    lines = Lines(reading)
    try:
        assert lines.next() is None
        os.write(writing, b'{"a":1}\n{"b"')
        assert (lines.next(), lines.next()) == (b'{"a":1}', None)
        os.write(writing, b":2}")
    finally:
        os.close(writing)
    assert lines.next() == b'{"b":2}'
    with pytest.raises(EOFError):
        lines.next()
    os.close(reading)


def test_what_is_set_is_named_as_in_the_settings() -> None:
    line = b'{"set":{"language":"de","size":"1280x720","text":"large","look":"day","hand":"left","guide":false}}'
    command = decode(line, 1)
    assert isinstance(command, Set)
    assert command.settings.chosen() == {
        "language": "de", "theme": "day", "text": "large", "left_handed": "on"
    }  # fmt: skip
    assert command.settings.pixels() == (1280, 720)


def test_two_players_sit_at_a_new_game_where_nobody_is_named() -> None:
    command = decode(b'{"new":{"game":"stellar"}}', 1)
    assert isinstance(command, New)
    assert (command.new.way, command.new.players) == ("table", ("Ana", "Bo"))


# Touches ---------------------------------------------------------------------------------------------------------


def test_a_touch_tells_what_it_hit(hand: Hand) -> None:
    hand.say(wait="idle")
    assert hand.say(tap="new_game") == {"ok": True, "hit": "new_game"}
    assert hand.say(wait="screen:games")["ok"]
    hand.say(wait="idle")
    assert hand.say(tap=[400, 2]) == {"ok": True, "hit": None}, "a title takes no touch"
    left, top, wide, high = hand.controls()["back"]["box"]
    assert hand.say(tap=[left + wide / 2, top + high / 2]) == {"ok": True, "hit": "back"}
    assert hand.say(tap="seat.7")["hit"] is None
    assert hand.say(state=True)["touches"] == 3, "what is not there was not touched"


def test_a_touch_that_comes_too_early_hits_nothing(hand: Hand) -> None:
    hand.say(wait="idle")
    hand.say(tap="new_game")
    assert hand.say(tap="way.table") == {"ok": True, "hit": None}
    assert hand.nav.screen == "games"


def test_impatient_touches_are_told_one_by_one(hand: Hand) -> None:
    hand.say(wait="idle")
    assert hand.say(tap="new_game", times=3, every_ms=90) == {
        "ok": True, "hit": "new_game", "hits": ["new_game", None, None],
    }  # fmt: skip
    assert hand.nav.screen == "games"


def test_a_finger_may_stay_down(hand: Hand) -> None:
    hand.say(wait="idle")
    before = hand.now
    assert hand.say(tap="new_game", hold_ms=900)["hit"] == "new_game"
    assert hand.now - before >= 0.9
    assert hand.nav.screen == "games"


def test_two_fingers_come_down_together(hand: Hand) -> None:
    hand.say(wait="idle")
    hand.say(**{"tap": "page.people", "and": "page.settings"})
    assert hand.say(state=True)["touches"] == 2
    assert hand.nav.screen == "people", "the second finger meant what is no longer there"


def test_what_does_not_show_is_waited_for_in_vain(hand: Hand) -> None:
    before = hand.now
    assert hand.say(wait="screen:draw") == {"ok": False, "screen": "start"}
    assert 10 <= hand.now - before < 11


def test_a_finger_draws_from_star_to_star(hand: Hand) -> None:
    drawing(hand)
    stars = [name for name in hand.controls() if name.startswith("star.")]
    hand.say(wait="idle")
    assert hand.say(drag=stars[:2], ms=200) == {"ok": True, "hit": stars[0]}
    a, b = (int(name.removeprefix("star.")) for name in stars[:2])
    line = f"line.{min(a, b)}.{max(a, b)}"
    hand.say(wait="idle")
    assert line in hand.controls()
    hand.tap(line)
    assert line not in hand.controls()


# What is shown ---------------------------------------------------------------------------------------------------


def test_the_tree_tells_buttons_and_texts(hand: Hand) -> None:
    hand.say(new={"game": "stellar", "players": ["Ana", "Bo"]})
    shown = hand.say(tree=True)
    assert (shown["screen"], shown["size"]) == (hand.nav.screen, [800, 480])
    words = [control["text"] for control in shown["controls"] if control["role"] == "text"]
    assert hand.shell.frame.title in words
    assert all("cut" in control for control in shown["controls"])


def test_the_way_on_is_called_main(hand: Hand) -> None:
    drawing(hand)
    main = hand.controls()["main"]
    assert (main["key"], main["enabled"], main["role"]) == ("done", False, "button")
    assert hand.say(tap="main") == {"ok": True, "hit": None}, "there is nothing to go on with"


def test_undo_says_what_it_takes_back(hand: Hand) -> None:
    hand.say(new={"game": "star_explorer"})
    hand.tap("first.0")
    hand.say(wait="idle")
    undo = hand.controls()["undo"]
    assert undo["text"] == "Undo: First player"
    assert undo["reachable"]


def test_what_a_question_covers_is_not_told(hand: Hand) -> None:
    drawing(hand)
    hand.tap("give_up")
    hand.say(wait="idle")
    controls = hand.controls()
    assert {"yes", "no", "menu"} <= set(controls)
    assert not [name for name in controls if name.startswith("star.") or name in ("main", "give_up")]
    assert controls["yes"]["reachable"]


def test_what_a_list_holds_beyond_its_edge_is_told_apart_and_can_be_touched(hand: Hand) -> None:
    for number in range(6):
        hand.say(new={"game": "stellar", "players": ["Ana", f"P{number}"]})
    hand.nav.home()
    hand.tap("page.past")
    hand.say(wait="idle")
    away = [control["id"] for control in hand.say(tree=True)["away"] if control["id"].startswith("open.")]
    assert away
    assert hand.say(tap=away[-1])["hit"] == away[-1]


def test_screens_are_set_as_a_person_would(hand: Hand) -> None:
    hand.say(new={"game": "star_explorer"})
    hand.say(set={"language": "de", "size": "1280x720", "text": "large", "look": "day", "hand": "left"})
    assert hand.say(tree=True)["size"] == [1280, 720]
    kept = hand.nav.preferences
    assert (i18n.language(), kept.theme, kept.text, kept.left_handed) == ("de", "day", "large", True)


def test_the_guide_leads_or_does_not(hand: Hand) -> None:
    drawing(hand)
    assert "guide.stop" not in hand.controls()
    hand.say(set={"guide": True})
    assert "guide.stop" in hand.controls()
    hand.say(set={"guide": False})
    assert "guide.stop" not in hand.controls()


def test_what_was_said_of_the_guide_holds_for_a_game_that_begins_later(hand: Hand) -> None:
    hand.say(set={"guide": False})
    hand.say(new={"game": "star_explorer"})
    assert not is_guided(hand.nav)


def test_idle_comes_once_it_was_looked_for_updates(hand: Hand, tmp_path: Path) -> None:
    updater = Updater(tmp_path)
    hand.nav.desk = Desk(HostPin(tmp_path / "pin"), updater=updater)
    updater.view = Seen(status=Status("1.0"), doing="looking", looked=True)
    hand.nav.open_page("host")
    hand.nav.move(row="update")
    assert not hand.say(wait="idle")["ok"]
    updater.view = Seen(status=Status("1.0"), looked=True)
    assert hand.say(wait="idle")["ok"]
    assert "update.look" in hand.controls()


def test_a_picture_is_written(hand: Hand, tmp_path: Path) -> None:
    assert hand.say(shot="start") == {"ok": True, "path": str(tmp_path / "shots" / "start.png")}
    assert (tmp_path / "shots" / "start.png").read_bytes().startswith(b"\x89PNG")


def test_without_a_game_there_is_no_sheet(hand: Hand) -> None:
    assert hand.say(state=True) == {"game": None, "lines": 0, "touches": 0, "sheet": None}


@pytest.mark.parametrize(
    "way", ["table", *(pytest.param(way, marks=pytest.mark.exhaustive) for way in ("screen", "pad"))]
)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_begins_in_every_way_with_ids_of_their_own(hand: Hand, game: str, way: str) -> None:
    players = [f"P{number}" for number in range(GAMES[game])]
    assert hand.say(new={"game": game, "way": way, "players": players}) == {"ok": True}
    state = hand.say(state=True)
    assert state["game"] == game
    assert [player["name"] for player in state["sheet"]["players"]] == players
    assert hand.say(wait="idle")["ok"]
    told: list[dict[str, Any]] = hand.say(tree=True)["controls"]
    assert len({control["id"] for control in told}) == len(told)
    assert all(control["reachable"] for control in told if control["enabled"])
    assert not [control for control in told if control["cut"]]


def test_a_game_on_the_screen_is_dealt_by_its_seed(hand: Hand) -> None:
    for seed in (5, 6):
        hand.say(new={"game": "stellar", "way": "screen", "seed": seed})
        assert hand.nav.open_table.header.seed == seed


def test_a_bot_plays_the_seat_that_is_given_to_it(hand: Hand) -> None:
    hand.say(new={"game": "stellar", "way": "screen", "players": ["Ana", "Bo"], "bots": {"Bo": "greedy"}})
    assert hand.nav.bots_of(hand.nav.open_table.game_id) == {1: "greedy"}
