"""The first part of a turn: who begins, who has the screen, the dice and what they bring, the 7, drawn cards."""

from __future__ import annotations

import secrets

from engines.game import NATURE
from engines.starfarers import pack
from engines.starfarers.bank import count
from engines.starfarers.model import (
    NOWHERE,
    Discard,
    DrawSupply,
    Encounter,
    FirstPlayer,
    Phase,
    Relief,
    Reveal,
    Rob,
    Roll,
    StarfarersAction,
    StarfarersState,
    Steal,
)
from engines.starfarers.pack import RESOURCES
from engines.starfarers.phases.production import SEVEN, discards, must_discard
from engines.starfarers.phases.setup import after_cards, receiver
from pi_app.games.starfarers import words
from pi_app.games.starfarers.desk import Desk, Happened, News, holder, just_happened
from pi_app.games.starfarers.parts import Cards5, DiceStage, Income, Tap
from pi_app.games.starfarers.picking import picker
from pi_app.i18n import _, capital
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.sky import sky
from pi_app.steps.presenter import does, on
from pi_app.steps.view import Cover, Done, Grid, Part, Play, StepView, Taps, Tone, Words


class FirstPresenter(Desk):
    """Who begins: the dice decide."""

    def view(self) -> StepView:
        """The players."""
        taps = tuple(
            Tap(Play(("first", seat), FirstPlayer(seat, seat=NATURE)), name, seat=seat)
            for seat, name in enumerate(self.state.players)
        )
        grid = Grid(_("Everybody rolls the dice. Who begins?"), taps)
        return StepView(frame=self.nav.frame(_("First player")), stage=grid)


class HandOverPresenter(Desk):
    """Hides what the last player saw until the next one has the screen."""

    def view(self) -> StepView:
        """Who takes it, and what for."""
        name = self.name(self.seat)
        title = _("{name} takes the screen").format(name=name)
        cover = Cover(self.seat, name, title, self._reason(), sky(self.nav, self.seat))
        tap = Tap(does(self.take), _("I am {name}").format(name=name), role="progress", icon="check")
        return StepView(frame=self.frame(_("Hand the screen over")), stage=cover, panel=(tap,))

    def _reason(self) -> str:
        match self.state.phase:
            case Phase.ANSWER:
                return _("There is an offer to answer.")
            case Phase.DISCARD:
                return _("A 7: cards must go back to the bank.")
            case Phase.RELIEF:
                return _("The roll brought nothing: take a card.")
            case Phase.ENCOUNTER:
                return _("The encounter asks for something.")
            case _:
                return _("The cards in hand are shown next.")

    @on()
    def take(self) -> None:
        """The screen is in the hands of who is to act."""
        self.keep(holder=self.seat)


# Production ----------------------------------------------------------------------------------------------------


class RollPresenter(Desk):
    """The dice at the table: two taps, or the program rolls."""

    def view(self) -> StepView:
        """The dice so far."""
        dice = (*self.own.dice, None, None)
        stage = DiceStage(dice=(dice[0], dice[1]), title=_("What do the dice show?"), palette=True)
        roll = Tap(does(self.roll), _("Roll for us"), icon="dice")
        again = Tap(does(self.again), _("Tap again"), icon="undo", on=bool(self.own.dice))
        who = self.says(_("{name} rolls the dice").format(name=self.name(self.state.seat)))
        return StepView(frame=self.frame(_("Production")), stage=stage, panel=(who, roll, again))

    @on()
    def die(self, pips: int) -> None:
        """A die shows that; the second one is the roll."""
        dice = (*self.own.dice, pips)
        if len(dice) < 2:
            self.keep(dice=dice)
        else:
            self.nav.act(Roll((dice[0], dice[1]), seat=NATURE))

    @on()
    def roll(self) -> None:
        """The program rolls."""
        dice = (1 + secrets.randbelow(6), 1 + secrets.randbelow(6))
        self.nav.act(Roll(dice, seat=NATURE), source="dealer")

    @on()
    def again(self) -> None:
        """Forget what was told of the dice."""
        self.keep(dice=())


def incomes(desk: Desk, rolled: Happened) -> tuple[Income, ...]:
    """What a roll brought each player, in words."""
    before, after = rolled.before, rolled.after
    found = []
    for seat, name in enumerate(before.players):
        gained = [b - a for a, b in zip(before.hands[seat][:5], after.hands[seat][:5], strict=True)]
        a, b, c, d, e = gained
        found.append(Income(seat, name, (a, b, c, d, e), words.cards_words(gained)))
    return tuple(found)


def roll_notes(desk: Desk, rolled: Happened) -> tuple[tuple[str, Tone], ...]:
    """A 7 and its consequences; resources of which the bank was short."""
    before, total = rolled.before, sum(rolled.after.dice)
    if total == SEVEN:
        many = [name for seat, name in enumerate(before.players) if must_discard(desk.parts, before, seat)]
        gives = _("{names}: half of the cards go back, rounded down.").format(names=", ".join(many))
        take = _("{name} may take a card from an opponent.").format(name=before.players[before.seat])
        return ((gives if many else _("Nobody has too many cards."), "ask"), (take, "plain"))
    short = short_of(desk, before, total)
    text = _("The bank has not enough {resource} for all: nobody gets any.")
    return tuple((text.format(resource=words.resource_words(resource)), "ask") for resource in short)


def short_of(desk: Desk, state: StarfarersState, total: int) -> tuple[pack.Resource, ...]:
    """The resources of which the bank cannot pay a roll in full."""
    wanted = [0] * len(RESOURCES)
    for seat, resource, cards in desk.parts.income(state.tokens, state.face_up, state.sites, total):
        if seat < len(state.seats):
            wanted[resource] += cards
    return tuple(r for r, need, have in zip(RESOURCES, wanted, state.bank, strict=True) if need > have)


class ProducedPresenter(News):
    """What the roll brought: everybody reads it before the game goes on."""

    def view(self) -> StepView:
        """Dice, cards a player, what the bank was short of."""
        rolled = roll_news(just_happened(self.nav))
        assert rolled is not None, "this screen follows a roll"
        dice, total = rolled.after.dice, sum(rolled.after.dice)
        name = self.name(rolled.before.seat)
        title = _("{name} rolls a {total}").format(name=name, total=total)
        paid = () if total == SEVEN else incomes(self, rolled)
        stage = DiceStage(dice=(dice[0], dice[1]), title=title, incomes=paid, notes=roll_notes(self, rolled))
        return StepView(frame=self.frame(_("Production")), stage=stage, panel=(go_on(self),))


def go_on(desk: News) -> Tap:
    """The way on; it names who takes the screen where that is another one."""
    seat = desk.seat
    same = holder(desk.nav) == seat or seat in desk.nav.bot_seats
    text = _("Go on") if same else _("Pass to {name}").format(name=desk.name(seat))
    return Tap(does(desk.went_on), text, role="progress", icon="next")


def roll_news(happened: list[Happened]) -> Happened | None:
    """The roll among what just happened."""
    return next((it for it in happened if isinstance(it.action, Roll)), None)


class DiscardPresenter(Desk):
    """After a 7: half of the cards go back."""

    def view(self) -> StepView:
        """The hand, and what is chosen of it."""
        seat, chosen = self.seat, self.own.give
        due = discards(self.state, seat)
        left = due - count(chosen)
        title = _("{name} gives back {cards}").format(name=self.name(seat), cards=words.moved_count_words(due))
        hand = picker(_("Tap the cards that go back"), self.state.hands[seat], chosen, "give", left)
        ready = Tap(Done(), _("Give them back"), role="progress", icon="check", on=not left)
        more = words.count_words(left)
        note = Words(_("{cards} to go").format(cards=more), "muted") if left else Words(words.cards_words(chosen))
        return StepView(
            frame=self.frame(_("A 7")), stage=self.chart(), headline=self.says(title), panel=(hand, note, ready)
        )

    @on(Done)
    def give_back(self) -> None:
        """The chosen cards go back."""
        self.nav.act(Discard(self.own.give, seat=self.seat))


class RobPresenter(Desk):
    """After a 7: the roller may take a card."""

    def view(self) -> StepView:
        """The opponents with cards."""
        state = self.state
        taps = [
            Tap(
                Play(("rob", victim), Rob(victim, seat=self.seat)),
                self.name(victim),
                note=words.count_words(count(state.hands[victim])),
                seat=victim,
                on=any(state.hands[victim]),
            )
            for victim in range(len(state.seats))
            if victim != state.seat
        ]
        taps.append(Tap(Play(("rob", None), Rob(None, seat=self.seat)), _("From nobody"), icon="cross"))
        title = _("{name} may take a random card").format(name=self.name(state.seat))
        return StepView(frame=self.frame(_("A 7")), stage=Grid(title, tuple(taps)))


class ReliefPresenter(Desk):
    """A friendship card: a card of choice after a roll that brought nothing."""

    def view(self) -> StepView:
        """The bank."""
        seat = self.seat
        taps = tuple(
            Tap(Play(("relief", r), Relief(r, seat=seat)), capital(words.resource_words(r)), icon=r, on=bool(n))
            for r, n in zip(RESOURCES, self.state.bank, strict=True)
        )
        title = _("The roll brought {name} nothing: which card?").format(name=self.name(seat))
        return StepView(frame=self.frame(_("Friendship card")), stage=Grid(title, taps, 3))


# Cards and tokens that the table draws -------------------------------------------------------------------------


class DrawnPresenter(Desk):
    """Which card a player drew from the pile, or out of another hand: told in secret."""

    def view(self) -> StepView:
        """The five resources."""
        possible = self._possible()
        taps = tuple(
            Tap(Play(("drawn", r), self._drawn(r)), capital(words.resource_words(r)), icon=r, on=r in possible)
            for r in RESOURCES
        )
        if self.state.phase is Phase.DEAL:
            taps += (Tap(does(self.deal_all), _("The screen deals all"), icon="cards"),)
        return StepView(frame=self.frame(_("A card is drawn")), stage=Grid(self._title(), taps, 3, self._words()))

    def _possible(self) -> set[pack.Resource]:
        legal = self.game.legal_actions(self.state, NATURE)
        return {action.card for action in legal if isinstance(action, DrawSupply | Steal)}

    def _title(self) -> str:
        victim = self._victim()
        if victim is None:
            taker = receiver(self.parts, self.state)
            return _("Which card did {name} draw?").format(name=self.name(taker))
        names = {"name": self.name(self.state.seat), "victim": self.name(victim)}
        return _("Which card does {name} draw from {victim}?").format(**names)

    def _words(self) -> tuple[str, ...]:
        if self.state.phase is Phase.DEAL:
            each = self.parts.box.start_cards
            dealt = each * len(self.state.seats) - self.state.draws
            return (
                _("Card {n} of {each}. Only its owner looks at this screen.").format(n=dealt % each + 1, each=each),
            )
        return (_("Only its owner looks at this screen."),)

    def _victim(self) -> int | None:
        state = self.state
        if state.phase is Phase.STEAL:
            return state.victims[0]
        encounter: Encounter | None = state.encounter
        return encounter.waiting[0] if encounter is not None else None

    def _drawn(self, card: pack.Resource) -> DrawSupply | Steal:
        """That card was drawn."""
        victim = self._victim()
        if victim is None:
            return DrawSupply(receiver(self.parts, self.state), card, seat=NATURE)
        return Steal(victim, card, seat=NATURE)

    @on()
    def deal_all(self) -> None:
        """The screen deals the first cards of all."""
        deal_for_all(self)


def sets_out(state: StarfarersState) -> bool:
    """Whether the tokens of the start and the first cards are still to be told."""
    if state.phase is not Phase.REVEAL or state.hands:
        return state.phase is Phase.DEAL or (state.phase is Phase.REVEAL and state.draws > 0)
    return max(state.ships) == NOWHERE and state.resume is after_cards(state)


def deal_for_all(desk: Desk) -> None:
    """Chance deals what is left of the tokens of the start and of the first cards; the table takes the same ones."""
    ahead, dealt, rng = desk.state, list[StarfarersAction](), secrets.SystemRandom()
    while sets_out(ahead):
        dealt.append(desk.game.deal(ahead, rng))
        ahead = desk.game.apply(ahead, dealt[-1])
    if dealt:
        desk.nav.act(*dealt, source="dealer")


def place_for_all(desk: Desk) -> None:
    """Every first ship that is still to be placed: the lightest transporter, on the first corner from which no token is
    to be looked at, if there is one."""
    ahead, placed = desk.state, list[StarfarersAction]()
    while ahead.phase is Phase.PLACE_SHIPS:
        legal = desk.game.legal_actions(ahead, ahead.seat)
        after = [desk.game.apply(ahead, action) for action in legal]
        best = min(range(len(legal)), key=lambda k: (after[k].phase is Phase.REVEAL, k))
        placed.append(legal[best])
        ahead = after[best]
    if placed and desk.nav.act(placed[0]):  # one undo takes all back
        desk.nav.act(*placed[1:], source="dealer")


def set_up_by_screen(nav: Navigator) -> bool:
    """Whether the screen has just dealt the first cards at a table, or placed the first ships."""
    replay = nav.open_table.replay
    if nav.open_table.digital or not replay.actions or replay.entries[-1].source != "dealer":
        return False
    before = replay.states[-2]
    return before.phase is Phase.PLACE_SHIPS or (sets_out(before) and not sets_out(replay.state))


class DealtPresenter(News):
    """What the screen has dealt: tokens are laid like that on the map, and everybody takes the same cards."""

    def view(self) -> StepView:
        """The map, and all hands: nothing is secret about the first cards then."""
        hands = [*enumerate(self.state.hands)]
        lines = tuple(_("{name}: {cards}").format(name=self.name(s), cards=words.cards_words(h)) for s, h in hands)
        board = _("Set the board up as on this map, and take these cards from the supply.")
        said = Words(board if hands else _("Set the board up as on this map."), "bold")
        ships = (
            (Tap(does(self.place_all), _("The screen places all ships"), icon="colony_ship"),)
            if self.state.phase is Phase.PLACE_SHIPS
            else ()
        )
        panel = (said, *(Words(line) for line in lines), *ships, go_on(self))
        return StepView(frame=self.frame(_("Start")), stage=self.chart(), panel=panel)

    @on()
    def place_all(self) -> None:
        """All pieces of the start are set up."""
        place_for_all(self)


class RevealPresenter(Desk):
    """Which token lies on a planet: the player who may look tells it in secret, or all see it."""

    def view(self) -> StepView:
        """The faces that may lie there."""
        planet = self.state.reveals[0]
        taps = tuple(
            Tap(Play(("token", token), Reveal(planet, token, seat=NATURE)), words_, icon=icon)
            for token, (words_, icon) in self.faces().items()
        )
        at = {"planet": self.parts.map.planets[planet]}
        if self.state.face_up >> planet & 1:
            title, note = _("The token on {planet} is turned up. What does it show?"), _("Everybody may see it.")
        else:
            title, note = _("Look at the token on {planet}. What does it show?"), _("Only {name} looks at this screen.")
        note = note.format(name=self.name(self.state.seat))
        scene = self.chart(glow=(planet,), focus=self.parts.map.planet_corners[planet][0])
        return StepView(
            frame=self.frame(_("A token")),
            stage=scene,
            panel=(Words(title.format(**at), "bold"), *_rows(taps), Words(note), *self._for_all()),
        )

    def _for_all(self) -> tuple[Tap, ...]:
        """The tokens of the start may be dealt by the screen."""
        return (Tap(does(self.deal_all), _("The screen deals all"), icon="cards"),) if sets_out(self.state) else ()

    def faces(self) -> dict[int, tuple[str, str]]:
        """One token for each face that may lie there."""
        planet, faces = self.state.reveals[0], dict[int, tuple[str, str]]()
        for action in self.game.legal_actions(self.state, NATURE):
            if isinstance(action, Reveal) and action.planet == planet:
                token = self.parts.pack.tokens[action.token]
                icon = "lair" if token.lair else "ice" if token.ice else ""
                face = (str(token.lair or token.ice) if icon else "/".join(map(str, token.numbers)), icon)
                if face not in faces.values():
                    faces[action.token] = face
        return faces

    @on()
    def deal_all(self) -> None:
        """The screen tells the tokens of all."""
        deal_for_all(self)


def certain_token(nav: Navigator) -> Reveal | None:
    """The token that is to be told next, where no other face may lie there."""
    state: StarfarersState = nav.state
    if state.phase is not Phase.REVEAL:
        return None
    faces = RevealPresenter(nav).faces()
    return Reveal(state.reveals[0], next(iter(faces)), seat=NATURE) if len(faces) == 1 else None


def _rows(taps: tuple[Tap, ...]) -> tuple[Part, ...]:
    return tuple(Taps(taps[at : at + 4]) for at in range(0, len(taps), 4))


def hand_of(desk: Desk, seat: int, title: str) -> Cards5:
    """A player's hand to look at."""
    a, b, c, d, e, unknown = desk.game.view(desk.state, seat).hands[seat]
    return Cards5(title, (a, b, c, d, e), unknown=unknown)
