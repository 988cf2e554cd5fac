from __future__ import annotations

from typing import Any

import pytest

from engines.errors import finding
from engines.record import RecordError
from engines.star_explorer.bots import best_draw
from engines.star_explorer.disc import line_of
from engines.star_explorer.model import Phase
from hardware.lights import Scene
from pi_app import i18n
from pi_app.games.app_game import StartPage, app_of
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.games.star_explorer.pen import DiscDraft
from pi_app.games.star_explorer.scene import DiscScene, DiscStage
from pi_app.games.star_explorer.score import MarkerPresenter, TurnStage, WhyPresenter
from pi_app.games.star_explorer.setup import FirstPlayerPresenter, StartTilePresenter
from pi_app.games.star_explorer.tiles import RevealPresenter, SizePresenter
from pi_app.presenters.choosing import GamesPresenter
from pi_app.presenters.menu import HelpPresenter, MenuPresenter
from pi_app.presenters.names import clean_name
from pi_app.presenters.people import people_of
from pi_app.presenters.place import Place
from pi_app.presenters.setup import PlayersPresenter
from pi_app.presenters.standing import PastPresenter, SheetPresenter
from pi_app.presenters.start import StartPresenter
from pi_app.steps.presenter import StepPresenter
from pi_app.steps.view import Board, Card, Leave, Next, Receipt, Row, Tap
from tests.pi_app.hands import Hands
from tests.pi_app.steps import says, seat_tabs, taps

# Setting up ------------------------------------------------------------------------------------------------------


def test_a_new_table_offers_a_new_game_and_nothing_to_resume(hands: Hands) -> None:
    start = StartPresenter(hands.nav)
    assert (hands.nav.screen, start.running, hands.nav.journal.games()) == ("start", None, [])
    assert [key for key, tap in taps(start.view()).items() if tap.role == "progress"] == ["new_game"]


def test_a_page_that_a_game_offers_opens_with_its_folder(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    offer = StartPage("star_map", "Star map", "star", "drafts/7")
    monkeypatch.setattr(app_of("star_explorer"), "start_pages", lambda: (offer,))
    start = StartPresenter(hands.nav)
    start.do(taps(start.view())["page.star_map"].does)
    assert (hands.nav.screen, hands.nav.place.folder) == ("star_map", "drafts/7")


def test_names_are_typed_with_accents_and_remembered_for_the_next_game(hands: Hands) -> None:
    StartPresenter(hands.nav).new_game()
    players = PlayersPresenter(hands.nav)
    players.write()
    for key in ("Z", "o", "x", "<", "é"):
        players.key(key)
    assert hands.nav.place.typed == "Zoé"
    players.accept()
    players.start()
    hands.nav.home()
    StartPresenter(hands.nav).new_game()
    assert PlayersPresenter(hands.nav).known == ("Zoé", "Guest 1")


def test_a_guest_is_one_tap_away_and_not_remembered_in_any_language(hands: Hands) -> None:
    StartPresenter(hands.nav).new_game()
    players = PlayersPresenter(hands.nav)
    players.sit_down(players.known[-1])
    players.sit_down(players.known[-1])
    assert hands.nav.place.names == ("Guest 1", "Guest 2")
    players.unseat("Guest 1")
    assert players.known == ("Guest 1",)
    i18n.set_language("de")
    assert players.known == ("Gast 1",)
    players.sit_down("Gast 1")
    assert players.known == ("Gast 3",), "the second one sits there, in another language"
    players.sit_down("Ana")
    players.start()
    hands.nav.home()
    assert people_of(hands.nav) == ["Ana"]


@pytest.mark.parametrize(
    ("given", "kept"), [("  Ana  Maria ", "Ana Maria"), ("e\u0301lise", "élise"), ("x" * 30, "x" * 14)]
)
def test_a_name_is_kept_composed_and_short(given: str, kept: str) -> None:
    assert clean_name(given) == kept


def test_nobody_is_seated_twice_and_no_fifth_player_fits(hands: Hands) -> None:
    StartPresenter(hands.nav).new_game()
    players = PlayersPresenter(hands.nav)
    for name in ("Ana", "Ana", "Bo", "Cy", "Di", "Ed"):
        players.sit_down(name)
    assert hands.nav.place.names == ("Ana", "Bo", "Cy", "Di")
    assert "write" not in taps(players.view())
    players.unseat("Bo")
    assert [*hands.nav.place.names] == ["Ana", "Cy", "Di"]


def test_how_shapes_are_compared_is_chosen_with_the_players_and_stands_in_the_record(hands: Hands) -> None:
    StartPresenter(hands.nav).new_game()
    players = PlayersPresenter(hands.nav)
    players.sit_down("Ana")
    offered = [tap for key, tap in taps(players.view()).items() if key.startswith("settle.")]
    assert [tap.does.key for tap in offered if tap.chosen] == ["settle.shape_match.exact"]
    players.settle("shape_match", "topology")
    players.start()
    assert hands.nav.open_table.header.options == {"all_stars": "blocked", "shape_match": "topology"}


def test_nobody_starts_an_empty_table(hands: Hands) -> None:
    StartPresenter(hands.nav).new_game()
    GamesPresenter(hands.nav).go("table")
    PlayersPresenter(hands.nav).start()
    assert hands.nav.screen == "players"


def test_one_tap_lays_a_start_tile_with_its_side_and_takes_it_from_the_others(hands: Hands) -> None:
    hands.begin("Ana", "Bo")
    FirstPlayerPresenter(hands.nav).choose(1)
    StartTilePresenter(hands.nav).choose("red_blue", 1)
    start = StartTilePresenter(hands.nav)
    shown = taps(start.view())
    assert (hands.nav.state.seats[0].start_tile, hands.nav.state.seats[0].start_side) == ("red_blue", 1)
    assert (start.seat, [c.tile for c in start.cards if c.taken]) == (1, ["red_blue"])
    assert [key for key, tap in shown.items() if not tap.on] == ["start_tile.red_blue.0", "start_tile.red_blue.1"]


def test_the_holder_of_the_marker_picks_among_the_sizes_left(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    view = SizePresenter(hands.nav).view()
    sizes = {key: tap.note for key, tap in taps(view).items()}
    assert sizes == {"size.5": "", "size.6": "", "size.7": "2 tiles", "size.8": "", "size.9": "", "size.10": ""}
    assert says(view)[0].startswith("Ana has the marker")


def test_alone_in_round_one_chance_picks_the_size(hands: Hands) -> None:
    hands.to_size("Ana")
    assert says(SizePresenter(hands.nav).view()) == ("Shuffle your pile, draw one tile and tap its size.",)
    SizePresenter(hands.nav).choose(8)
    assert hands.nav.open_table.record.lines[-1].seat == "nature"  # type: ignore[union-attr]


def test_a_tile_that_lies_before_somebody_cannot_be_turned_over_again(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    SizePresenter(hands.nav).choose(5)
    first = RevealPresenter(hands.nav).cards[0].tile
    RevealPresenter(hands.nav).choose(first)
    assert [c.tile for c in RevealPresenter(hands.nav).cards if c.taken] == [first]


# Drawing ---------------------------------------------------------------------------------------------------------


def scene_of(screen: StepPresenter) -> DiscScene:
    """The disc on the screen."""
    stage = screen.view().stage
    stage = stage.board if isinstance(stage, Board) else stage
    assert isinstance(stage, DiscStage)
    return stage.scene


def test_two_taps_make_a_line_and_a_tap_on_it_takes_it_away(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    hands.to_draw()
    draw = DrawPresenter(hands.nav)
    a, b = sorted(s.id for s in scene_of(draw).sky.stars if s.live)[:2]
    draw.tap_star(a)
    draw.tap_star(b)
    assert draw.draft.lines == ((a, b),)
    assert draw.draft.chosen == b, "the next tap goes on from the last star"
    draw.tap_edge(a, b)
    assert not draw.draft.lines


def test_a_star_tapped_twice_stands_alone(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    hands.to_draw()
    draw = DrawPresenter(hands.nav)
    star = next(s.id for s in scene_of(draw).sky.stars if s.live)
    draw.tap_star(star)
    draw.tap_star(star)
    assert (draw.draft.stars, draw.draft.chosen) == ((star,), None)


def test_only_fully_visible_and_unused_stars_can_be_tapped(hands: Hands) -> None:
    hands.to_size("Ana")
    hands.play_round()
    hands.to_draw()
    used = set(hands.nav.state.seats[0].drawings[0].stars)
    live = {s.id for s in scene_of(DrawPresenter(hands.nav)).sky.stars if s.live}
    visible = hands.nav.open_table.game.disc.visible(2)  # type: ignore[attr-defined]
    assert live == set(visible) - used


def test_a_broken_rule_is_named_at_once_and_needs_the_tables_consent(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    hands.to_draw(5)
    draw = DrawPresenter(hands.nav)
    live = sorted(s.id for s in scene_of(draw).sky.stars if s.live)
    draw.join(live[0], live[-1])
    view = draw.view()
    assert "The shape differs from the tile (or is mirrored)" in says(view)
    assert any(line.tone == "wrong" for line in scene_of(draw).lines)
    draw.done()
    assert hands.nav.screen == "draw"
    assert draw.view().pending
    draw.cancel()
    assert not draw.view().pending
    draw.done()
    draw.confirm()
    assert hands.nav.open_table.replay.overruled[0].violation.rule == "star_explorer.draw.g"


def test_points_and_fading_stars_are_shown_while_drawing(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    hands.to_draw(5)
    draw = DrawPresenter(hands.nav)
    empty = draw.view()
    assert (taps(empty)["done"].text, taps(empty)["done"].on) == ("Nothing is drawn yet", False)
    assert taps(empty)["give_up"].text == "Draw nothing: 0\u00a0points"
    wanted = best_draw(hands.nav.open_table.game, hands.nav.state, draw.seat)  # type: ignore[arg-type]
    for line in wanted.lines:
        draw.join(*line)
    assert taps(draw.view())["done"].text.startswith("Done: ")
    assert "5 of 5 stars · none fading" in says(draw.view())
    assert "give_up" not in taps(draw.view())
    draw.erase()
    assert not taps(draw.view())["done"].on


def test_a_turn_is_given_up_only_where_the_table_says_that_it_is_meant(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    hands.to_draw(5)
    draw = DrawPresenter(hands.nav)
    draw.done()
    assert draw.seat == 0, "done with nothing drawn does nothing"
    draw.give_up()
    pending = draw.view().pending
    assert pending is not None
    assert pending.consequences == ("Ana draws nothing in round I: 0\u00a0points for it.",)
    assert pending.loses
    draw.cancel()
    assert (draw.view().pending, draw.seat) == (None, 0)
    draw.give_up()
    draw.confirm()
    assert draw.seat == 1
    assert draw.view().pending is None


def test_tabs_lead_to_who_has_still_to_draw_and_to_the_score_of_who_has_drawn(hands: Hands) -> None:
    hands.to_size("Ana", "Bo", "Cy")
    hands.to_draw()
    DrawPresenter(hands.nav).choose_seat(2)
    assert DrawPresenter(hands.nav).seat == 2
    hands.draw_best()
    assert [tab.done for tab in seat_tabs(DrawPresenter(hands.nav).view())] == [False, False, True]
    DrawPresenter(hands.nav).choose_seat(2)
    assert (hands.nav.screen, hands.nav.place.seat) == ("why", 2)


def test_a_stray_tap_on_a_line_of_an_earlier_round_leaves_the_drawing_as_it_is(hands: Hands) -> None:
    hands.to_size("Ana")
    hands.play_round()
    hands.to_draw()
    line = hands.nav.state.seats[0].drawings[0].lines[-1]
    begun, length = hands.nav.place, hands.nav.open_table.length
    DrawPresenter(hands.nav).tap_edge(*line)
    assert (hands.nav.screen, hands.nav.place, hands.nav.open_table.length) == ("draw", begun, length)
    hands.nav.open_page("why", seat=0, row="round.1")
    why = WhyPresenter(hands.nav)
    why.tap_edge(*line)
    why.confirm()
    assert line not in hands.nav.state.seats[0].drawings[0].lines


# Scores and corrections ------------------------------------------------------------------------------------------


def test_a_tap_on_a_reason_lights_up_what_paid(hands: Hands) -> None:
    hands.to_round_end("Ana", "Bo")
    why = WhyPresenter(hands.nav)
    everything = scene_of(why)
    why.do(Receipt(2))
    lines_only = scene_of(why)
    row = hands.nav.open_table.sheet.players[0].rows[0]
    paid = {(line.a, line.b) for line in lines_only.lines if line.tone == "paid"}
    assert paid == {line_of(*map(int, c.removeprefix("line:").split("-"))) for c in row.receipt[2].components}
    assert everything.ringed != ()
    assert lines_only.ringed == ()
    why.do(Receipt(2))
    assert scene_of(why) == everything


def test_a_line_is_taken_away_in_two_taps_and_the_sheet_says_what_changed(hands: Hands) -> None:
    hands.to_round_end("Ana", "Bo")
    why = WhyPresenter(hands.nav)
    before = hands.nav.open_table.sheet.players[0].total
    line = hands.nav.state.seats[0].drawings[0].lines[-1]
    why.tap_edge(*line)
    pending = why.view().pending
    assert pending is not None
    assert pending.possible
    assert pending.consequences[0].startswith("Ana: ")
    why.confirm()
    after = hands.nav.open_table.sheet.players[0].total
    assert line not in hands.nav.state.seats[0].drawings[0].lines
    assert before != after
    assert "Put right" in (hands.nav.notice or "")
    assert SheetPresenter(hands.nav).sheet().lines[0].cells[0].corrected


def test_a_missing_line_is_put_in_by_two_stars(hands: Hands) -> None:
    hands.to_round_end("Ana", "Bo")
    why = WhyPresenter(hands.nav)
    line = hands.nav.state.seats[0].drawings[0].lines[-1]
    why.tap_edge(*line)
    why.confirm()
    why.tap_star(line[0])
    why.tap_star(line[1])
    assert line in hands.nav.state.seats[0].drawings[0].lines
    assert hands.nav.place.edge is None, "nothing suffers, so nothing is asked"


def test_a_correction_that_breaks_a_rule_is_asked_about_first(hands: Hands) -> None:
    hands.to_round_end("Ana", "Bo")
    why = WhyPresenter(hands.nav)
    live = sorted(s.id for s in scene_of(why).sky.stars if s.live)
    drawn = set(hands.nav.state.seats[0].drawings[0].stars)
    a, b = [s for s in live if s not in drawn][:2]
    why.join(a, b)
    pending = why.view().pending
    assert pending is not None
    assert pending.consequences
    why.cancel()
    assert why.view().pending is None


def test_a_correction_is_undone_by_name(hands: Hands) -> None:
    hands.to_round_end("Ana", "Bo")
    why = WhyPresenter(hands.nav)
    before = hands.nav.open_table.sheet
    why.tap_edge(*hands.nav.state.seats[0].drawings[0].lines[-1])
    why.confirm()
    assert why.view().frame.undo == "Correction: Ana"
    hands.nav.undo()
    assert hands.nav.open_table.sheet == before
    assert why.view().frame.redo == "Correction: Ana"


def test_the_marker_goes_to_who_scored_least(hands: Hands) -> None:
    hands.to_round_end("Ana", "Bo")
    WhyPresenter(hands.nav).go_on()
    marker = MarkerPresenter(hands.nav)
    stage = marker.view().stage
    assert isinstance(stage, TurnStage)
    lowest = min(stage.points, key=lambda p: p.points)
    assert (marker.marker, stage.numeral) == (lowest.seat, "II")
    assert "Turn your disc to II." in says(marker.view())
    marker.do(Next())
    assert (hands.nav.screen, hands.nav.state.round, hands.nav.state.marker) == ("size", 2, lowest.seat)


def test_a_whole_game_ends_with_a_podium_and_a_finished_record(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    for _ in range(6):
        hands.play_round()
    view = SheetPresenter(hands.nav).sheet()
    assert (hands.nav.screen, hands.nav.open_table.finished) == ("final", True)
    assert view.podium[0].place == 1
    assert view.verdict in {f"{n} wins" for n in ("Ana", "Bo")} | {"Ana and Bo share the victory"}
    assert all(cell.text for line in view.lines for cell in line.cells)
    assert [line.total for line in view.lines] == [str(p.total) for p in hands.nav.open_table.sheet.players]


def test_a_number_of_the_final_sheet_opens_its_board_and_a_past_game_too(hands: Hands) -> None:
    hands.to_size("Ana")
    for _ in range(6):
        hands.play_round()
    sheet = SheetPresenter(hands.nav)
    assert sheet.sheet().verdict in {"Stargazer", "New observer", "Expert of the sky", "Explorer of the sky"} | {
        "In the footsteps of Copernicus"
    }
    sheet.leave()
    hands.nav.open_page("past")
    past = PastPresenter(hands.nav)
    (line,) = past.view().stage.parts[0].taps  # type: ignore[attr-defined]
    assert line.text.startswith("Ana ")
    past.do(line.does)
    SheetPresenter(hands.nav).why(0, "axis")
    assert scene_of(WhyPresenter(hands.nav)).sky.outline is None, "end bonuses are shown on the disc out of its board"
    WhyPresenter(hands.nav).do(Row("round.2"))
    assert scene_of(WhyPresenter(hands.nav)).sky.outline is not None


# Everywhere ------------------------------------------------------------------------------------------------------


def test_undo_is_named_on_every_screen_of_a_game(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    assert SizePresenter(hands.nav).view().frame.undo == "Start tile: Bo"
    SizePresenter(hands.nav).choose(7)
    assert RevealPresenter(hands.nav).view().frame.undo == "Size 7"
    RevealPresenter(hands.nav).choose(RevealPresenter(hands.nav).cards[0].tile)
    assert RevealPresenter(hands.nav).view().frame.undo == "Tile: Ana"
    hands.nav.undo()
    assert RevealPresenter(hands.nav).view().frame.redo == "Tile: Ana"
    hands.nav.redo()
    assert RevealPresenter(hands.nav).seat == 1


def test_undo_of_a_drawing_comes_back_to_drawing(hands: Hands) -> None:
    hands.to_round_end("Ana", "Bo")
    hands.nav.undo()
    assert (hands.nav.screen, DrawPresenter(hands.nav).seat) == ("draw", 1)


@pytest.mark.parametrize("page", ["menu", "help", "scores"])
def test_a_page_goes_back_to_where_it_was_opened(hands: Hands, page: Any) -> None:
    hands.to_size("Ana", "Bo")
    hands.nav.open_page("menu")
    hands.nav.open_page(page)
    screens: list[str] = []
    for _ in range(2):
        hands.nav.back()
        screens.append(hands.nav.screen)
    assert screens == ["menu", "size"]


def test_leaving_a_game_offers_it_again(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    MenuPresenter(hands.nav).do(Leave())
    start = StartPresenter(hands.nav)
    assert "resume" in taps(start.view())
    assert says(start.view()) == ("Star Explorer: Ana, Bo",)
    start.resume()
    assert hands.nav.screen == "size"


def test_pulling_the_plug_comes_back_to_the_same_screen_with_the_half_made_drawing(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    hands.to_draw()
    draw = DrawPresenter(hands.nav)
    a, b = sorted(s.id for s in scene_of(draw).sky.stars if s.live)[:2]
    draw.join(a, b)
    place = hands.nav.place
    hands.restart()
    assert (hands.nav.screen, hands.nav.place) == ("draw", place)
    assert DrawPresenter(hands.nav).draft == DiscDraft(lines=((a, b),))


@pytest.mark.parametrize("page", ["menu", "help", "scores", "why", "past"])
def test_pulling_the_plug_comes_back_to_the_open_page(hands: Hands, page: Any) -> None:
    hands.to_round_end("Ana", "Bo")
    hands.nav.open_page(page)
    hands.restart()
    assert hands.nav.screen == page
    hands.nav.back()
    assert hands.nav.screen == "round"


def test_a_place_that_makes_no_sense_loses_no_game(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    hands.nav.journal.set_place("screen", '{"page":"nowhere"}')
    hands.restart()
    assert (hands.nav.screen, hands.nav.place) == ("start", Place())
    assert StartPresenter(hands.nav).running is not None


def test_the_screen_says_that_saving_is_off_and_the_game_goes_on(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    hands.nav.journal.saving = False
    hands.nav.journal.reason = finding("disk.full", "the disk is full")
    frame = SizePresenter(hands.nav).view().frame
    assert (frame.banner, frame.warning) == ("Saving is off: the disk is full", True)


def test_the_lamps_show_the_round(hands: Hands) -> None:
    assert hands.nav.frame("").lamps is None
    hands.to_size("Ana")
    assert hands.nav.lights.scene == Scene("round", 1)
    hands.play_round()
    assert hands.nav.lights.scene == Scene("round", 2)
    assert hands.nav.frame("").lamps == (0.25, 1.0, 0.0, 0.0, 0.0, 0.0)


def test_while_the_lamps_light_a_photograph_the_screen_still_shows_the_round(hands: Hands) -> None:
    hands.to_size("Ana")
    for mode in ("capture", "dark"):
        hands.nav.lights.show(Scene(mode))
        assert hands.nav.frame("").lamps == (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def test_the_language_is_switched_in_play_and_outlives_a_restart(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    hands.nav.speak("fr")
    hands.restart()
    assert i18n.language() == "fr"
    hands.nav.speak("en")
    assert SizePresenter(hands.nav).view().frame.title == "Round I: size"


def test_what_is_refused_is_told_in_the_language_in_use(hands: Hands) -> None:
    hands.nav.refuse(RecordError(7, finding("record.no_object", "expected a JSON object")))
    hands.nav.speak("de")
    told = hands.nav.notice
    hands.nav.speak("en")
    assert told == "Zeile 7 des Mitschriebs: erwartet wird ein JSON-Objekt"
    assert hands.nav.notice == "record line 7: expected a JSON object"
    assert hands.nav.warning


def test_every_help_card_has_lines(hands: Hands) -> None:
    hands.nav.open_page("help")
    help_ = HelpPresenter(hands.nav)
    for tap in help_.view().panel:
        assert isinstance(tap, Tap)
        help_.do(tap.does)
        card = help_.view().stage
        assert isinstance(card, Card)
        assert len(card.lines) >= 3


def test_observers_hear_of_every_change(hands: Hands) -> None:
    heard: list[Phase | None] = []
    hands.nav.subscribe(lambda: heard.append(hands.nav.table.state.phase if hands.nav.table else None))
    hands.begin("Ana", "Bo")
    assert heard[-1] == Phase.FIRST_PLAYER
