"""Encounters: read aloud by the left neighbour, answered by the one who flies."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from engines.game import NATURE
from engines.starfarers import pack
from engines.starfarers.bank import count, tracked
from engines.starfarers.components import VALUE
from engines.starfarers.encounters.interpreter import Encounters, Followed
from engines.starfarers.encounters.steps import amount, contested, due, reader, strength
from engines.starfarers.model import (
    Answer,
    Choose,
    DrawEncounter,
    GainUpgrade,
    Give,
    Jump,
    LoseUpgrade,
    Phase,
    Shake,
    StarfarersState,
)
from engines.starfarers.ships import charted
from pi_app.games.starfarers import encounter_words, words
from pi_app.games.starfarers.chart import Spot
from pi_app.games.starfarers.desk import Desk, Happened, News, game_of, just_happened
from pi_app.games.starfarers.parts import BallsStage, CardStage, ContestStage, Tap
from pi_app.games.starfarers.picking import picker
from pi_app.games.starfarers.pictures import picture
from pi_app.games.starfarers.turn import go_on, hand_of
from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator
from pi_app.steps.presenter import does, on
from pi_app.steps.view import Grid, Part, Play, StepView, Tone, Words

HANDS = (pack.Gift, pack.Pay, pack.TakeGifts, pack.Receive)
"""Verbs whose answers come out of a hand, or go into one."""


def verb_of(nav: Navigator) -> Any:
    """The verb at which the encounter waits; None where there is none."""
    state: StarfarersState = nav.state
    if state.phase is not Phase.ENCOUNTER or state.encounter is None:
        return None
    return game_of(nav).encounters.instruction(state).verb


class CardPresenter(Desk):
    """Which encounter card was drawn: its number."""

    def view(self) -> StepView:
        """The cards that may come."""
        pile = set(self.game.encounters.pile(self.state))
        taps = tuple(Tap(does(self.draw, n), str(n), on=n in pile) for n in sorted(self.game.encounters.programs))
        who = _("{name} draws an encounter card. Which number does it have?")
        title = who.format(name=self.name(reader(self.state)))
        return StepView(frame=self.frame(_("Encounter")), stage=Grid(title, taps, 8))

    @on("card")
    def draw(self, card: int) -> None:
        """That encounter card was drawn."""
        self.nav.act(DrawEncounter(card, seat=NATURE))


class EncounterPresenter(Desk):
    """One step of a card: what the reader says, and the answer."""

    @property
    def encounters(self) -> Encounters:
        """The cards."""
        return self.game.encounters

    def view(self) -> StepView:
        """The card in the reader's hands and the answers; for a jump the map."""
        verb = verb_of(self.nav)
        panel, card = self._panel(verb), self._card()
        frame = replace(self.frame(_("Encounter")), aloud=(card.title, card.scene, *card.told, card.question))
        if isinstance(verb, pack.Jump):
            return StepView(frame=frame, stage=self._jumps(), panel=panel)
        turn = Tap(does(self.turn), _("Turn the card round"), icon="turn")
        ends = isinstance(panel[-1], Tap) and panel[-1].role == "progress"
        panel = (*panel[:-1], turn, panel[-1]) if ends else (*panel, turn)
        return StepView(frame=frame, stage=card, panel=panel)

    def _card(self) -> CardStage:
        state, card = self.state, self.encounters.program(self.state).card
        who = _("{reader} reads aloud to {name}. Turn the screen to {reader}.")
        return CardStage(
            title=encounter_words.title(card),
            reader=reader(state),
            who=who.format(reader=self.name(reader(state)), name=self.name(state.seat)),
            scene=encounter_words.scene(card),
            question=encounter_words.prompt(self.encounters, state),
            told=encounter_words.told(state, last_followed(self.nav)),
            note=self._by_table(),
            turned=self.own.turned,
            picture=picture(card.kind, card.id),
        )

    def _by_table(self) -> str:
        """What the table moves by itself, since the record does not hold it."""
        if tracked(self.state):
            return ""
        ships = _("You move cards and ships yourselves.")
        return _("You move the cards yourselves.") if charted(self.state) else ships

    def _panel(self, verb: Any) -> tuple[Part, ...]:
        asked = self.says(_("{name} answers").format(name=self.name(self.seat)))
        if isinstance(verb, pack.Ask):
            return (asked, *self._answers())
        if isinstance(verb, HANDS) and not tracked(self.state):
            return (asked, *self._counts())
        if isinstance(verb, HANDS) and not self.own.read:
            return self._reading()
        if isinstance(verb, pack.Receive):
            return (asked, *self._choice())
        if isinstance(verb, HANDS):
            return (asked, *self._gift())
        if isinstance(verb, pack.Jump):
            jump = Tap(does(self.jump), _("Jump there"), role="progress", icon="next", on=self.own.corner is not None)
            return (asked, Words(encounter_words.sentence(verb, "")), Words(_("Tap a lit corner."), "muted"), jump)
        return (asked, *self._upgrades())

    def _reading(self) -> tuple[Part, ...]:
        name = self.name(self.seat)
        when = Words(_("When it has been read, {name} takes the screen and sees their cards.").format(name=name))
        return (when, Tap(does(self.read), _("I am {name}").format(name=name), role="progress", icon="check"))

    def _answers(self) -> tuple[Part, ...]:
        can = not self.nav.open_table.check(Answer(True, seat=self.seat))
        note = "" if can else _("there are not enough cards")
        return (
            Tap(Play(("answer", True), Answer(True, seat=self.seat)), _("Yes"), note=note, icon="check", on=can),
            Tap(Play(("answer", False), Answer(False, seat=self.seat)), _("No"), icon="cross"),
        )

    def _counts(self) -> tuple[Part, ...]:
        fewest, most = amount(self.state, verb_of(self.nav), self.seat)
        numbers = range(fewest, most + 1)
        return tuple(
            Tap(Play(("count", n), Give(count=n, seat=self.seat)), words.count_words(n), icon="cards") for n in numbers
        )

    def _gift(self) -> tuple[Part, ...]:
        fewest, most = amount(self.state, verb_of(self.nav), self.seat)
        chosen = self.own.give
        heaps = self.state.hands[self.seat]
        title = _("Tap the cards you give")
        given = Tap(
            Play(("give_cards",), Give(chosen, seat=self.seat)),
            _("Give {cards}").format(cards=words.moved_count_words(count(chosen))),
            role="progress",
            icon="check",
            on=fewest <= count(chosen) <= most,
        )
        return (picker(title, heaps, chosen, "give", most - count(chosen)), given)

    def _choice(self) -> tuple[Part, ...]:
        number, chosen = due(self.state, verb_of(self.nav)), self.own.get
        bank = picker(_("Tap the cards you take"), self.state.bank, chosen, "get", number - count(chosen))
        text = _("Take {cards}").format(cards=words.moved_count_words(number))
        take = Tap(
            Play(("take_cards",), Choose(chosen, seat=self.seat)),
            text,
            role="progress",
            icon="check",
            on=count(chosen) == number,
        )
        return (bank, take, hand_of(self, self.seat, _("Cards in hand")))

    def _upgrades(self) -> tuple[Part, ...]:
        legal = self.game.legal_actions(self.state, self.seat)
        return tuple(
            Tap(Play(("upgrade", a.upgrade), a), words.upgrade_words(a.upgrade).capitalize(), icon=a.upgrade)
            for a in legal
            if isinstance(a, GainUpgrade | LoseUpgrade)
        )

    def _jumps(self) -> Any:
        legal = [a.corner for a in self.game.legal_actions(self.state, self.seat) if isinstance(a, Jump)]
        chosen = self.own.corner
        corners = (c for c in legal if c is not None)
        spots = (Spot(does(self.choose_corner, c), c, "chosen" if c == chosen else "go") for c in corners)
        return self.chart(tuple(spots))

    # What is done ----------------------------------------------------------------------------------------------

    @on()
    def read(self) -> None:
        """The card has been read aloud."""
        self.keep(read=True, holder=self.seat)

    @on()
    def turn(self) -> None:
        """Turn the card round."""
        self.keep(turned=not self.own.turned)

    @on()
    def jump(self) -> None:
        """Jump to the corner that is chosen."""
        if self.own.corner is not None:
            self.nav.act(Jump(self.own.corner, seat=self.seat))


# What followed by itself ---------------------------------------------------------------------------------------


def encounter_news(happened: list[Happened]) -> list[Happened]:
    """What happened at encounters just now, the latest first."""
    return [it for it in happened if it.before.phase is Phase.ENCOUNTER]


def last_followed(nav: Navigator) -> list[Followed]:
    """The steps that followed the last action by themselves."""
    encounters, found = game_of(nav).encounters, list[Followed]()
    for it in reversed(encounter_news(just_happened(nav))):
        found += encounters.follow(it.before, it.action)[1]
    return found


class Fought(NamedTuple):
    """A contest, or a shake that alone decides: the state in which its last ball fell."""

    state: StarfarersState
    shakes: tuple[tuple[int, pack.Ball, pack.Ball], ...]
    verb: Any


def fought(nav: Navigator) -> Fought | None:
    """The contest that was just decided, if there was one."""
    encounters = game_of(nav).encounters
    for it in encounter_news(just_happened(nav)):
        encounter = it.before.encounter
        if isinstance(it.action, Shake) and encounter is not None and len(encounter.waiting) == 1:
            shakes = (*encounter.shakes, (it.action.player, *it.action.balls))
            return Fought(it.before, shakes, encounters.instruction(it.before).verb)
    return None


class ContestPresenter(News):
    """A contest decided, or an encounter over: what came of it."""

    def view(self) -> StepView:
        """Both mother ships with their sums, who wins, and what follows."""
        contest = fought(self.nav)
        sides = () if contest is None else tuple(self._side(contest, *shake) for shake in contest.shakes)
        card = self._card()
        seen = picture(card.kind, card.id) if card is not None and not sides else ()
        stage = ContestStage(sides, self.result(), self.told(), seen)
        frame = replace(self.frame(_("Encounter")), aloud=(stage.result, *stage.told))
        return StepView(frame=frame, stage=stage, panel=(go_on(self),))

    def result(self) -> str:
        """How it ended, in one line."""
        contest, card = fought(self.nav), self._card()
        if contest is not None:
            return self._result(contest)
        what = _("Encounter") if card is None else encounter_words.title(card)
        return _("{name}: {what}").format(name=self.name(self.state.seat), what=what)

    def _card(self) -> pack.EncounterCard | None:
        """The card that was just met."""
        news = encounter_news(just_happened(self.nav))
        return self.game.encounters.program(news[0].before).card if news else None

    def told(self) -> tuple[str, ...]:
        """What follows from it."""
        return encounter_words.told(self.state, last_followed(self.nav)) or (_("The encounter is over."),)

    def met(self) -> tuple[tuple[str, Tone], ...]:
        """The same for a screen of the flight: nothing where no encounter has just been met."""
        if not encounter_news(just_happened(self.nav)):
            return ()
        return ((self.result(), "bold"), *((text, "plain") for text in self.told()))

    def _side(self, contest: Fought, seat: int, one: pack.Ball, other: pack.Ball) -> BallsStage:
        add = self._strength(contest, seat)
        balls = words.worths_words((one, other))
        total = add[1] + VALUE[one] + VALUE[other]
        text = f"{balls} + {add[0]}\u00a0=\u00a0{total}" if add[0] else balls  # a sum does not stand alone on a line
        return BallsStage(seat=seat, name=self.name(seat), balls=(one, other), title=self.name(seat), sum=text)

    def _strength(self, contest: Fought, seat: int) -> tuple[str, int]:
        if not isinstance(contest.verb, pack.Contest):
            return "", 0
        n = strength(contest.state, seat, contest.verb.of)
        text = _("cannons {n}") if contest.verb.of == "combat" else _("boosters {n}")
        return text.format(n=n), n

    def _result(self, contest: Fought) -> str:
        state, verb = contest.state, contest.verb
        sums = {seat: VALUE[one] + VALUE[other] for seat, one, other in contest.shakes}
        if not isinstance(verb, pack.Contest):
            return _("The balls show {n}").format(n=sums[state.seat])
        text = _("{name} wins") if contested(state, verb, sums).won else _("{name} loses")
        return text.format(name=self.name(state.seat))
