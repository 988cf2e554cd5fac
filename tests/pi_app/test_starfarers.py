"""Starfarers' presenters: what each screen says and does, without Kivy."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.game import NATURE, Seat
from engines.record import ActionLine, Header, format_record, parse_record, replay_record
from engines.registry import open_game
from engines.starfarers import pack
from engines.starfarers.bank import holds
from engines.starfarers.encounters.interpreter import Followed
from engines.starfarers.encounters.steps import reader
from engines.starfarers.model import (
    Decline,
    DrawSupply,
    EndTurn,
    FoundColony,
    FoundStation,
    Move,
    Offer,
    Phase,
    PlaceShip,
    Report,
    Roll,
    Shake,
    StarfarersAction,
    StarfarersState,
    StartFlight,
)
from engines.starfarers.rules import Starfarers
from engines.starfarers.ships import flying, launch_corners
from hardware.shaker import ScreenShaker
from hardware.shaker import Shake as Told
from pi_app import i18n
from pi_app.games.app_game import app_of
from pi_app.games.starfarers import encounter, encounter_words
from pi_app.games.starfarers.chart import ChartScene, letters
from pi_app.games.starfarers.dealing import AnswerPresenter, BuildPresenter, TradePresenter, TurnPresenter
from pi_app.games.starfarers.desk import Own, game_of
from pi_app.games.starfarers.encounter import EncounterPresenter
from pi_app.games.starfarers.flight import FlightPresenter
from pi_app.games.starfarers.light import LightTurnPresenter
from pi_app.games.starfarers.parts import BallsStage, CardStage, ContestStage, DiceStage, PadStage, ShipsStage
from pi_app.games.starfarers.parts import Tap as PricedTap
from pi_app.games.starfarers.shaking import ShakePresenter
from pi_app.games.starfarers.turn import DrawnPresenter, HandOverPresenter, ProducedPresenter
from pi_app.games.starfarers.why import WhyPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.shaker import ShakerSession
from pi_app.steps.view import Cover, Press, Tap, Words
from tests.pi_app.starfarers_tables import after, begun, tap, touched, verb
from tests.pi_app.steps import says, taps

NAMES = ("Zoé", "Łucja", "Håkon")
LIGHT = {"mode": "light"}


@pytest.fixture
def shaker() -> ScreenShaker:
    return ScreenShaker()


def light_game(nav: Navigator, players: tuple[str, ...] = NAMES) -> None:
    """A table in light mode, Zoé's first turn."""
    nav.begin(Header(game="starfarers", players=players, options=LIGHT))
    tap(nav, "first.0")


def shaking(nav: Navigator) -> ShakePresenter:
    """A table in light mode that waits for Zoé's shake, the screen listening."""
    light_game(nav)
    nav.act(StartFlight(seat=0))
    assert nav.screen == "starfarers_shake"
    found = ShakePresenter(nav)
    found.tick()
    return found


# Whose screen it is --------------------------------------------------------------------------------------------


def test_a_hand_is_shown_only_to_the_player_who_took_the_screen(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.BUILD and s.turn == 5)
    seat = nav.state.seat
    assert nav.screen == "starfarers_produced"
    tap(nav, "told")
    assert nav.screen == "starfarers_turn"
    give = next(n for n in range(5) if nav.state.hands[seat][n])
    one = tuple(int(n == give) for n in range(5))
    nav.act(Offer(one, tuple(int(n == (give + 1) % 5) for n in range(5)), seat=seat))  # type: ignore[arg-type]
    assert nav.screen == "starfarers_hand_over"
    cover = HandOverPresenter(nav).view()
    assert isinstance(cover.stage, Cover)
    assert nav.state.players[nav.state.waiting[0]] in cover.stage.title
    tap(nav, "take")
    assert nav.screen == "starfarers_answer"


def test_a_token_that_a_player_looked_at_in_secret_is_shown_to_that_player_alone(nav: Navigator) -> None:
    def looked(state: StarfarersState) -> bool:
        return state.phase is Phase.FLIGHT and any(seen & ~state.face_up for seen in (state.seen[state.seat],))

    after(nav, "starfarers_fifteen_points", looked)
    seat = nav.state.seat
    secret = nav.state.seen[seat] & ~nav.state.face_up
    planet = (secret & -secret).bit_length() - 1
    nav.keep(Own(holder=seat, told=10**6))
    mine = FlightPresenter(nav).view().stage
    assert isinstance(mine, ChartScene)
    assert mine.tokens[planet].kind != "back"
    assert mine.tokens[planet].secret
    nav.keep(Own(holder=(seat + 1) % 4, told=10**6))
    others = FlightPresenter(nav).chart()
    assert others.tokens[planet].kind == "back"


def test_the_result_of_a_sum_never_stands_alone_on_a_line(nav: Navigator, monkeypatch: pytest.MonkeyPatch) -> None:
    after(nav, "starfarers_middle", lambda s: s.phase is Phase.BUILD)
    fight = pack.Contest(of="combat", against="L1", win=(), lose=())
    shakes: tuple[tuple[int, pack.Ball, pack.Ball], ...] = ((0, "red", "blue"), (1, "yellow", "red"))
    monkeypatch.setattr(encounter, "fought", lambda nav: encounter.Fought(nav.state, shakes, fight))
    monkeypatch.setattr(encounter.ContestPresenter, "result", lambda _self: "")
    stage = encounter.ContestPresenter(nav).view().stage
    assert isinstance(stage, ContestStage)
    assert stage.sides[0].sum == "red\u00a03 + blue\u00a01 + cannons 0\u00a0=\u00a04"


def test_pieces_bear_letters_or_where_two_names_begin_alike_the_numbers_of_seats() -> None:
    assert letters(("Ana", "Ben", "Zoé")) == ("A", "B", "Z", "×")
    assert letters(("Zoé", "Guest 1", "Guest 2")) == ("1", "2", "3", "×")


def test_an_encounter_that_is_over_says_which_card_it_was_and_shows_its_picture(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.ENCOUNTER and s.encounter is not None)
    card = game_of(nav).encounters.program(nav.state).card
    while nav.state.phase is Phase.ENCOUNTER:
        nav.act(game_of(nav).legal_actions(nav.state, game_of(nav).to_move(nav.state)[0])[0])
    assert encounter.fought(nav) is None
    stage = encounter.ContestPresenter(nav).view().stage
    assert isinstance(stage, ContestStage)
    assert encounter_words.title(card) in stage.result
    assert stage.picture


def test_a_contest_in_which_nobody_shakes_says_how_it_ended(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: s.seats[s.seat].boosters > s.seats[(s.seat + 1) % 4].boosters)
    state: StarfarersState = nav.state
    steps = [Followed(pack.Contest(of="boosters", against="L1", win=(), lose=()), skipped=False)]
    assert encounter_words.told(state, steps)[0].endswith(": you win.")
    mine, theirs = (state.seats[seat] for seat in (state.seat, (state.seat + 1) % 4))
    swapped = replace(state, seats=tuple({state.seat: theirs, (state.seat + 1) % 4: mine}.get(n, s)
                                         for n, s in enumerate(state.seats)))  # fmt: skip
    assert encounter_words.told(swapped, steps)[0].endswith(": you lose.")


def test_the_supply_button_says_what_was_drawn_or_why_nothing_can_be(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.SUPPLY and s.draws == 1)
    nav.act(DrawSupply(nav.state.seat, "ore", seat=NATURE))
    begun(nav)
    assert taps(TurnPresenter(nav).view())["supply"].note == "drawn: 1 ore"
    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.BUILD and s.seats[s.seat].points >= 9)
    begun(nav)
    assert taps(TurnPresenter(nav).view())["supply"].note == "none from 9 points on"


def test_where_no_ship_can_fly_the_end_of_the_turn_is_the_next_step(nav: Navigator) -> None:
    def stuck(state: StarfarersState) -> bool:
        moves = (Move, FoundColony, FoundStation)
        legal = open_game("starfarers", "house").legal_actions(state, state.seat)
        return state.phase is Phase.FLIGHT and not any(isinstance(a, moves) for a in legal)

    after(nav, "starfarers_fifteen_points", stuck)
    begun(nav)
    panel = FlightPresenter(nav).view().panel
    assert [block.text for block in panel if isinstance(block, Words)][1:] == ["No ship can fly on."]
    last = panel[-1]
    assert isinstance(last, Tap)
    assert (last.does.key, last.role) == ("end", "progress")


def test_a_flight_that_is_too_far_counts_once_the_table_accepts_it(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.FLIGHT and max(s.ships[3 * s.seat :][:3]) > 0)
    begun(nav)
    step, before = FlightPresenter(nav), nav.state
    ship = next(a.ship for a in step.legal if isinstance(a, Move))
    step.do(Press("ship", (ship,)))
    stage = step.view().stage
    assert isinstance(stage, ChartScene)
    far = next(spot.corner for spot in stage.spots if spot.kind == "beyond")
    step.do(Press("corner", (far,)))
    fly = taps(step.view())["fly"]
    assert (fly.warns, fly.icon, fly.on) == (True, "warn", True)
    step.do(Press("fly"))
    asked = step.view().pending
    assert asked is not None
    assert (asked.question, asked.consequences) == (
        "Does the table accept this step?",
        ("That is too far for this speed",),
    )
    assert nav.state == before
    step.cancel()
    assert step.view().pending is None
    step.do(Press("fly"))
    step.confirm()
    assert nav.state.ships[3 * before.seat + ship] == far
    assert [o.violation.rule for o in nav.open_table.replay.overruled] == ["starfarers.flight.speed"]


def test_a_flight_that_the_rules_allow_is_not_asked_about(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.FLIGHT and max(s.ships[3 * s.seat :][:3]) > 0)
    begun(nav)
    step, before = FlightPresenter(nav), nav.state
    move = next(a for a in step.legal if isinstance(a, Move))
    step.do(Press("ship", (move.ship,)))
    step.do(Press("corner", (move.to,)))
    assert not taps(step.view())["fly"].warns
    step.do(Press("fly"))
    assert nav.state.ships[3 * before.seat + move.ship] == move.to
    assert not nav.open_table.replay.overruled


def test_a_ship_that_cannot_fly_on_is_put_where_it_is_if_the_table_accepts_it(nav: Navigator) -> None:
    def stuck(state: StarfarersState) -> bool:
        ships = range(3 * state.seat, 3 * state.seat + 3)
        flown = any(state.ships[ship] > 0 and state.spent[ship % 3] >= 99 for ship in ships)
        return state.phase is Phase.FLIGHT and state.passing < 0 and flown

    after(nav, "starfarers_fifteen_points", stuck)
    begun(nav)
    step = FlightPresenter(nav)
    movable = {a.ship for a in step.legal if isinstance(a, Move)}
    ship = next(n for n in flying(nav.state, nav.state.seat) if n not in movable)
    assert taps(step.view())[f"ship.{ship}"].on
    step.do(Press("ship", (ship,)))
    assert "If it flew all the same: tap where it is now." in says(step.view())
    stage = step.view().stage
    assert isinstance(stage, ChartScene)
    corner = next(spot.corner for spot in stage.spots if spot.kind == "beyond")
    step.do(Press("corner", (corner,)))
    step.do(Press("corner", (corner,)))
    asked = step.view().pending
    assert asked is not None
    assert asked.consequences == ("That ship has flown before another one: it stays where it is",)
    step.confirm()
    assert corner in nav.state.ships


def test_the_history_shows_no_secrets(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.FLIGHT and s.turn > 30)
    assert app_of("starfarers").past_screen(nav) == "starfarers_map"


# Production ----------------------------------------------------------------------------------------------------


def test_a_roll_says_who_gets_what(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.ROLL and s.turn == 6)
    before = nav.state
    game = game_of(nav)
    total = next(
        n
        for n in (8, 6, 9, 5, 10, 4)
        if any(seat < 4 for seat, _, _ in game.parts.income(before.tokens, before.face_up, before.sites, n))
    )
    nav.act(Roll((total // 2, total - total // 2), seat=NATURE))
    assert nav.screen == "starfarers_produced"
    stage = ProducedPresenter(nav).view().stage
    assert isinstance(stage, DiceStage)
    gained = {income.seat: income.cards for income in stage.incomes}
    for seat, hand in enumerate(nav.state.hands):
        assert gained[seat] == tuple(b - a for a, b in zip(before.hands[seat][:5], hand[:5], strict=True))
    assert any(any(cards) for cards in gained.values())


def test_a_seven_names_those_who_give_back_half(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.DISCARD)
    rolled = ProducedPresenter(nav).view().stage
    assert isinstance(rolled, DiceStage)
    names = [nav.state.players[seat] for seat in nav.state.waiting]
    assert all(name in rolled.notes[0][0] for name in names)
    assert not rolled.incomes


def test_a_resource_that_the_bank_cannot_pay_in_full_is_named(nav: Navigator) -> None:
    from msgspec.structs import replace

    from pi_app.games.starfarers.turn import short_of

    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.BUILD and s.turn == 40)
    desk, state = TurnPresenter(nav), nav.state
    income = game_of(nav).parts.income
    board = state.tokens, state.face_up, state.sites
    total = next(n for n in range(2, 13) if any(seat < 4 for seat, _, _ in income(*board, n)))
    poor = replace(state, bank=(0, 0, 0, 0, 0))
    assert short_of(desk, poor, total)
    assert not short_of(desk, replace(state, bank=(20, 20, 20, 20, 20)), total)


# Building and trade --------------------------------------------------------------------------------------------


def test_the_build_menu_says_what_is_missing_and_why_something_cannot_be_built(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.BUILD and s.turn == 12)
    begun(nav)
    view, hand, parts = BuildPresenter(nav).view(), nav.state.hands[nav.state.seat], game_of(nav).parts
    items = taps(view)
    for key, cost in (("item.booster", parts.upgrade_cost["booster"]), ("item.spaceport", parts.spaceport_cost)):
        short = tuple(max(0, need - have) for need, have in zip(cost, hand, strict=False))
        item = items[key]
        assert isinstance(item, PricedTap)
        assert item.short == short
        assert items[key].on is not bool(any(short))
        assert bool(items[key].note) is bool(any(short))


def test_an_offer_is_made_answered_and_closed_by_taps(nav: Navigator) -> None:
    after(
        nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.BUILD and s.turn == 12 and sum(s.hands[s.seat]) > 1
    )
    begun(nav)
    seat, hand = nav.state.seat, nav.state.hands[nav.state.seat]
    mine = next(n for n in range(5) if hand[n])
    other, theirs = next(
        (s, n) for s in range(4) for n in range(5) if s != seat and n != mine and nav.state.hands[s][n]
    )
    resources = ("ore", "fuel", "carbon", "food", "goods")
    tap(nav, "page.trade", f"give.{resources[mine]}.more", f"get.{resources[theirs]}.more", f"to.{other}")
    assert taps(TradePresenter(nav).view())["offer"].on
    tap(nav, "offer")
    assert nav.screen == "starfarers_hand_over"
    tap(nav, "take")
    assert taps(AnswerPresenter(nav).view())["accept"].on
    tap(nav, "accept")
    assert nav.screen == "starfarers_hand_over"
    tap(nav, "take", f"trade.{other}")
    assert nav.state.hands[seat][theirs] == hand[theirs] + 1


def test_who_cannot_pay_an_offer_is_told_so(nav: Navigator) -> None:
    def poor(state: StarfarersState) -> bool:
        return state.bid is not None and any(not holds(state.hands[seat], state.bid.get) for seat in state.waiting)

    after(nav, "starfarers_fifteen_points", poor)
    seat = next(seat for seat in nav.state.waiting if not holds(nav.state.hands[seat], nav.state.bid.get))
    nav.keep(Own(holder=seat, told=10**6))
    accept = taps(AnswerPresenter(nav).view())["accept"]
    assert not accept.on
    assert accept.note


# The mother ship -----------------------------------------------------------------------------------------------


def test_two_balls_that_the_shaker_is_sure_of_count_at_once_and_the_record_keeps_what_it_said(
    nav: Navigator, shaker: ScreenShaker
) -> None:
    presenter = shaking(nav)
    shaker.tell(Told("shaking", 1))
    presenter.tick()
    stage = presenter.view().stage
    assert isinstance(stage, BallsStage)
    assert stage.shaking
    shaker.tell(Told("balls", 1, ("blue", "yellow"), (97, 95)))
    presenter.tick()
    assert nav.state.base == 3
    line = nav.open_table.record.lines[-1]
    assert isinstance(line, ActionLine)
    assert line.source == "shaker"
    assert line.told == {
        "shaker": {
            "seen": ["blue", "yellow"],
            "sure": [97, 95],
            "settled": True,
            "again": False,
            "number": 1,
            "empty": [False, False],
        },
        "fairness": {"kind": "fair", "shakes": 1, "ball": None, "share": 1.0},
    }
    again = parse_record(format_record(nav.open_table.record))
    assert again.lines[-1] == line
    assert replay_record(nav.open_table.game, again).state == nav.state


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (Told("balls", 1, (None, None), settled=False), "did not come to rest"),
        (Told("balls", 1, ("red", None), (98, 0), (False, True)), "Only one ball"),
        (Told("balls", 1, ("red", None), (98, 51)), "not sure of a ball"),
        (Told("balls", 1, ("red", "blue"), (98, 97), again=True), "shaken twice"),
    ],
)
def test_what_is_not_sure_is_said_plainly_and_decided_by_the_table(
    told: Told, words: str, nav: Navigator, shaker: ScreenShaker
) -> None:
    presenter = shaking(nav)
    shaker.tell(told)
    presenter.tick()
    assert nav.screen == "starfarers_shake"
    stage = presenter.view().stage
    assert isinstance(stage, BallsStage)
    assert any(words in text for text, _ in stage.notes)
    for ball in ("red", "blue"):
        if ball not in stage.balls:
            touched(presenter, f"ball.{ball}")
    if nav.screen == "starfarers_shake":
        touched(presenter, "take_balls")
    assert set(nav.state.balls) == {"red", "blue"}
    line = nav.open_table.record.lines[-1]
    assert isinstance(line, ActionLine)
    assert isinstance(line.told, dict)
    assert line.told["shaker"]["settled"] is told.settled
    assert line.told["shaker"]["again"] is told.again


def test_what_was_shaken_before_it_was_asked_for_does_not_count(nav: Navigator, shaker: ScreenShaker) -> None:
    nav.begin(Header(game="starfarers", players=NAMES, options=LIGHT))
    shaker.tell(Told("balls", 1, ("red", "blue"), (98, 97)))
    tap(nav, "first.0")
    LightTurnPresenter(nav).tick()
    assert not nav.state.balls


def test_a_ball_that_sticks_is_named_on_the_screen_and_in_the_record(nav: Navigator, shaker: ScreenShaker) -> None:
    light_game(nav)
    others = ("blue", "yellow", "red")
    for turn in range(11):
        presenter = LightTurnPresenter(nav)
        presenter.tick()
        stage = presenter.view().stage
        assert isinstance(stage, PadStage)
        if turn == 10:
            assert any("does it stick" in text for text, _ in stage.notes)
        shaker.tell(Told("balls", turn, ("black", others[turn % 3]), (97, 97)))
        presenter.tick()
        nav.undo()
    lines = [line for line in nav.open_table.record.lines if isinstance(line, ActionLine) and line.told]
    assert lines[-1].told["fairness"]["kind"] == "stuck"  # type: ignore[index]


def test_past_games_of_the_table_count_for_the_fairness_of_its_ship(nav: Navigator, shaker: ScreenShaker) -> None:
    presenter = shaking(nav)
    shaker.tell(Told("balls", 1, ("blue", "yellow"), (97, 95)))
    presenter.tick()
    fresh = Navigator(nav.journal, shaker=ShakerSession(shaker))
    balls = game_of(fresh).parts.pack.balls
    assert fresh.shaker.verdict(fresh, balls).shakes == 1


def test_the_speed_is_worked_out_in_words(nav: Navigator) -> None:
    presenter = shaking(nav)
    touched(presenter, "ball.blue")
    touched(presenter, "ball.yellow")
    assert nav.screen == "starfarers_light"
    stage = LightTurnPresenter(nav).view().stage
    assert isinstance(stage, PadStage)
    assert (stage.speed, stage.title) == ("3", "Speed 3 = blue\u00a01 + yellow\u00a02")


def test_what_is_legal_is_asked_once_a_state(nav: Navigator, monkeypatch: pytest.MonkeyPatch) -> None:
    touched(shaking(nav), "ball.blue", "ball.yellow")
    asked: list[StarfarersState] = []
    ask = Starfarers.legal_actions

    def told(game: Starfarers, state: StarfarersState, seat: Seat) -> list[StarfarersAction]:
        asked.append(state)
        return ask(game, state, seat)

    monkeypatch.setattr(Starfarers, "legal_actions", told)
    flight = LightTurnPresenter(nav)
    flight.view()
    before = flight.legal
    assert asked == [nav.state]
    nav.undo()
    assert flight.legal == ask(game_of(nav), nav.state, nav.state.seat) != before


def test_a_turn_of_the_light_way_is_told_on_one_pad(nav: Navigator) -> None:
    light_game(nav)
    before, start = nav.open_table.length, nav.state
    tap(nav, "total.7")
    stage = LightTurnPresenter(nav).view().stage
    assert isinstance(stage, PadStage)
    assert [tone for _, tone in stage.notes] == ["ask", "bold", "plain"]
    assert nav.open_table.length == before, "the dice are not kept"
    tap(nav, "pair.blue.red")
    assert nav.state.phase is Phase.FLIGHT
    tap(nav, "report.colony", "report.spaceport", "upgrade.booster")
    stage = LightTurnPresenter(nav).view().stage
    assert isinstance(stage, PadStage)
    assert stage.speed == "5", "what is told only now counts for this flight"
    assert nav.open_table.sheet.players[0].total == 6
    tap(nav, "end")
    assert nav.state.seat == 1
    for _ in range(5):
        nav.undo()
    assert nav.state == start, "one undo for each thing that was told, the shake among them"


def test_the_balls_of_the_next_player_end_the_turn(nav: Navigator) -> None:
    light_game(nav)
    tap(nav, "pair.blue.red", "report.colony")
    flying = nav.state
    stage = LightTurnPresenter(nav).view().stage
    assert isinstance(stage, PadStage)
    assert stage.asks == f"Next: {NAMES[1]} shakes, tap the two balls."
    tap(nav, "pair.blue.yellow")
    assert (nav.state.seat, nav.state.phase, nav.state.balls) == (1, Phase.FLIGHT, ("blue", "yellow"))
    assert nav.state.seats[0].points == 5
    nav.undo()
    assert nav.state == flying, "one undo for one touch"
    tap(nav, "pair.black.red")
    assert nav.screen == "starfarers_card"


def test_after_the_last_turn_nobody_shakes(nav: Navigator) -> None:
    nav.begin(Header(game="starfarers", players=NAMES, options={"mode": "light", "turn_limit": "short"}))
    tap(nav, "first.0")
    game, last = nav.open_table.game, nav.state
    while not game.is_over(last):
        nav.act(Shake(last.seat, ("blue", "red"), seat="nature"))
        last = game.apply(nav.state, EndTurn(seat=nav.state.seat))
        if not game.is_over(last):
            nav.act(EndTurn(seat=nav.state.seat))
    stage = LightTurnPresenter(nav).view().stage
    assert isinstance(stage, PadStage)
    assert stage.palette == ()
    tap(nav, "end")
    assert nav.screen == "final"


@pytest.mark.parametrize(("points", "said"), [(4, "may draw"), (9, "draws no supply card")])
def test_the_sum_of_the_dice_says_who_may_draw(nav: Navigator, points: int, said: str) -> None:
    light_game(nav)
    for _ in range((points - 4) // 2):
        nav.act(Report("spaceport", seat=0))
    nav.act(*[Report("token", seat=0)] * (points - 4 - (points - 4) // 2))
    assert nav.state.seats[0].points == points
    tap(nav, "total.5")
    stage = LightTurnPresenter(nav).view().stage
    assert isinstance(stage, PadStage)
    assert said in stage.notes[1][0]


def test_an_encounter_that_is_over_is_told_beside_the_speed(nav: Navigator) -> None:
    after(nav, "starfarers_light", lambda s: s.phase is Phase.FLIGHT and "black" in s.balls)
    assert nav.screen == "starfarers_light"
    stage = LightTurnPresenter(nav).view().stage
    assert isinstance(stage, PadStage)
    assert stage.notes


# Encounters ----------------------------------------------------------------------------------------------------


def test_the_left_neighbour_reads_and_the_screen_says_so(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: verb(s) is not None)
    begun(nav)
    stage = EncounterPresenter(nav).view().stage
    assert isinstance(stage, CardStage)
    left = nav.state.players[reader(nav.state)]
    assert stage.reader == (nav.state.seat + 1) % 4
    assert f"{left} reads aloud to {nav.state.players[nav.state.seat]}" in stage.who


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_encounter_is_read_aloud_as_the_card_shows_it(nav: Navigator, language: str) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: verb(s) is not None)
    begun(nav)
    english = EncounterPresenter(nav).view().frame.aloud
    nav.speak(language)
    view = EncounterPresenter(nav).view()
    i18n.set_language("en")
    assert isinstance(view.stage, CardStage)
    assert view.frame.aloud == (view.stage.title, view.stage.scene, *view.stage.told, view.stage.question)
    assert (view.frame.aloud == english) is (language == "en")


# The sheet -----------------------------------------------------------------------------------------------------


def test_the_rows_stand_in_the_order_of_the_rule_book(nav: Navigator) -> None:
    light_game(nav)
    assert nav.app.rows(nav) == ("fame", "colonies", "tokens", "spaceports", "medals")


def test_a_report_of_an_earlier_turn_is_put_right_in_two_taps(nav: Navigator) -> None:
    light_game(nav)
    tap(nav, "report.spaceport", "end")
    nav.act(Report("spaceport", seat=1))
    tap(nav, "upgrade.ring", "end")
    nav.open_page("why", seat=1, row="upgrades")
    why = WhyPresenter(nav)
    step = why.steps()[0]
    touched(why, f"step.{step.line}")
    choice = next(key for key, it in taps(why.view()).items() if key.startswith("instead.") and "booster" in it.text)
    touched(why, choice)
    assert nav.state.seats[1].boosters == 1
    assert nav.state.seats[1].rings == 0
    assert app_of("starfarers").corrected_rows(nav, 1) == frozenset()
    nav.undo()
    assert nav.state.seats[1].rings == 1


@pytest.mark.parametrize("seat", range(2))
def test_the_frame_is_round_the_ship_whose_points_are_told(seat: int, nav: Navigator) -> None:
    light_game(nav)
    nav.open_page("why", seat=seat, row="upgrades")
    stage = WhyPresenter(nav).view().stage
    assert isinstance(stage, ShipsStage)
    assert [ship.seat for ship in stage.ships if ship.framed] == [seat]


def test_a_correction_says_what_it_would_cost_before_it_is_done(nav: Navigator) -> None:
    light_game(nav)
    tap(nav, "upgrade.ring", "pair.blue.yellow")
    tap(nav, "where", "card.0")
    nav.open_page("why", seat=0, row="upgrades")
    why = WhyPresenter(nav)
    touched(why, f"step.{why.steps()[0].line}")
    choice = next(key for key, it in taps(why.view()).items() if key.startswith("instead.") and "booster" in it.text)
    touched(why, choice)
    pending = why.view().pending
    assert pending is not None
    assert any(" – stays" in line for line in pending.consequences)
    assert nav.state.seats[0].rings == 1
    why.cancel()
    assert why.view().pending is None
    touched(why, choice)
    why.confirm()
    assert nav.state.seats[0].boosters == 1
    assert nav.open_table.sheet.players[0].total == 6
    assert [o.violation.rule for o in nav.open_table.replay.overruled] == ["starfarers.station.rings"]


def test_every_row_of_every_player_opens(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: s.turn > 70)
    for seat in range(4):
        for row in (*nav.app.rows(nav), "stations", "cards", "upgrades"):
            nav.open_page("why", seat=seat, row=row)
            assert WhyPresenter(nav).view().tabs
            nav.back()


# Founding ------------------------------------------------------------------------------------------------------


def test_with_three_players_the_blockers_of_the_fourth_colour_are_drawn(nav: Navigator) -> None:
    after(nav, "starfarers_founding_three_players", lambda s: s.phase is Phase.PLACE_SHIPS)
    scene = TurnPresenter(nav).chart()
    blockers = [piece for piece in scene.pieces if piece.seat == 3]
    assert sorted(piece.kind for piece in blockers) == ["colony", "colony", "spaceport"]
    assert {piece.label for piece in blockers} == {"×"}


def test_the_first_ship_is_placed_next_to_the_own_spaceport(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.PLACE_SHIPS)
    seat = nav.state.seat
    corner = launch_corners(game_of(nav).parts, nav.state, seat)[0]
    tap(nav, "ship.2", f"corner.{corner}", "place")
    assert nav.state.ships[3 * seat + 2] == corner


def test_a_game_on_the_screen_begins_by_itself_and_its_first_turn_is_read_before_it_is_played(nav: Navigator) -> None:
    nav.begin(Header(game="starfarers", players=NAMES[:2], options={"offers": "two"}, seed=4))
    assert nav.screen == "starfarers_launch"
    for _ in range(2):
        seat = nav.state.seat
        nav.act(PlaceShip(0, launch_corners(game_of(nav).parts, nav.state, seat)[0], seat=seat))
    assert nav.screen == "starfarers_produced"
    assert app_of("starfarers").people_look(nav)
    tap(nav, "told")
    assert nav.screen in ("starfarers_turn", "starfarers_rob")


def test_nobody_flies_without_a_tap_after_the_shake_was_seen(nav: Navigator) -> None:
    nav.begin(Header(game="starfarers", players=NAMES[:2], options={"offers": "two"}, seed=4))
    for _ in range(2):
        seat = nav.state.seat
        nav.act(PlaceShip(0, launch_corners(game_of(nav).parts, nav.state, seat)[0], seat=seat))
    while nav.state.phase is not Phase.BUILD:
        nav.act(game_of(nav).legal_actions(nav.state, nav.state.seat)[0])
    nav.act(StartFlight(seat=nav.state.seat))
    assert nav.screen == "starfarers_shaken"
    tap(nav, "told")
    assert nav.screen in ("starfarers_flight", "starfarers_encounter")


def test_declining_takes_the_screen_on_to_the_next_who_was_asked(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.ANSWER and len(s.waiting) > 1)
    first = nav.state.waiting[0]
    nav.keep(Own(holder=first, told=10**6))
    assert nav.screen == "starfarers_answer"
    nav.act(Decline(seat=first))
    assert nav.screen == "starfarers_hand_over"


def test_buttons_for_cards_and_balls_begin_with_a_capital_letter(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.SUPPLY)
    cards = [one.text for key, one in taps(DrawnPresenter(nav).view()).items() if key.startswith("drawn.")]
    assert cards == ["Ore", "Fuel", "Carbon", "Food", "Goods"]
    after(nav, "starfarers_fifteen_points", lambda s: s.phase is Phase.SHAKE)
    stage = ShakePresenter(nav).view().stage
    assert isinstance(stage, BallsStage)
    assert [one.text for one in stage.palette] == ["Black", "Blue", "Yellow", "Red"]
