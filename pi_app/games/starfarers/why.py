"""Why points were paid: every row of the sheet step by step, with the map lit, and how a step is put right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Final, NamedTuple

from engines.game import NATURE
from engines.starfarers.model import UNKNOWN, PlayerState, Reveal, StarfarersAction, StarfarersState
from engines.starfarers.pack import RESOURCES
from engines.starfarers.ships import PORT
from engines.starfarers.standing import STATIONS, upgrades
from pi_app.games.corrections import Corrections, corrections_of
from pi_app.games.starfarers import words
from pi_app.games.starfarers.chart import ChartScene, Spot, pieces_of, plan_of, public, tokens_of
from pi_app.games.starfarers.desk import Desk, charted
from pi_app.games.starfarers.pages import ships_stage, token_words
from pi_app.games.starfarers.parts import Tap
from pi_app.i18n import _, ngettext
from pi_app.presenters.host_strip import host_hears
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.pending import Pending
from pi_app.presenters.wording import points_words
from pi_app.steps.correction import Change, CorrectionStep, question
from pi_app.steps.entry import Instead
from pi_app.steps.presenter import does, on
from pi_app.steps.view import Leave, Part, Seat, StepView, Taps, Words
from pi_app.steps.why import WhyStep
from pi_app.table.session import Placed

TABS: Final = (*words.ROWS, "stations", "cards", "upgrades")
MAX_OTHERS: Final = 10
"""The most other ways to have done a step that are offered."""
MAX_STEPS: Final = 3
"""The steps of a row that fit beside the map."""
Measure = Callable[[StarfarersState, int], Any]


def _player(of: Callable[[PlayerState], Any]) -> Measure:
    return lambda state, seat: of(state.seats[seat])


_MEASURES: Final[dict[str, Measure]] = {
    "fame": _player(lambda player: player.fame),
    "colonies": _player(lambda player: player.colonies),
    "tokens": _player(lambda player: len(player.tokens)),
    "spaceports": _player(lambda player: player.spaceports),
    "medals": lambda state, seat: state.medals.count(seat),
    "stations": lambda state, seat: state.stations.count(seat + 1),
    "cards": _player(lambda player: player.cards.bit_count()),
    "upgrades": _player(upgrades),
}
"""What a row counts, before and after a step."""


class Paid(NamedTuple):
    """One step that changed what a row counts."""

    placed: Placed[StarfarersState, StarfarersAction]
    change: int
    corrected: bool

    @property
    def line(self) -> int:
        """The step's line of the record."""
        return self.placed.line


def paid(nav: Navigator, seat: int, row: str) -> list[Paid]:
    """The steps that changed what a row counts for that player, oldest first."""
    table, measure = nav.open_table, _MEASURES[row]
    counts = pairwise(measure(state, seat) for state in table.replay.states)
    steps = zip(table.played, table.replay.entries, counts, strict=True)
    return [Paid(p, now - was, entry.corrected_by is not None) for p, entry, (was, now) in steps if now != was]


class StepCorrections(Corrections):
    """What can be told apart in words."""

    def alternatives(self, placed: Placed[StarfarersState, StarfarersAction]) -> Sequence[StarfarersAction]:
        """One action for everything that differs in words; a token stays on its planet."""
        was, legal = placed.action, super().alternatives(placed)
        if isinstance(was, Reveal):
            legal = [other for other in legal if isinstance(other, Reveal) and other.planet == was.planet]
        said = {self.choice_words(other, placed.before): other for other in reversed(legal)}
        said.pop(self.choice_words(was, placed.before), None)
        return [*said.values()][::-1]

    def choice_words(self, action: Any, before: Any) -> str:
        """The step with all that tells it apart."""
        return WhyPresenter(self.nav).words_of(action, before)


def corrected_rows(nav: Navigator, seat: int) -> frozenset[str]:
    """The rows of the sheet that changed in a step which was put right."""
    if all(entry.corrected_by is None for entry in nav.open_table.replay.entries):
        return frozenset()
    return frozenset(row for row in words.ROWS if any(step.corrected for step in paid(nav, seat, row)))


class WhyPresenter(Desk, WhyStep, CorrectionStep):
    """One row of one player: the steps that paid, the map lit, and other ways in which a step may have gone."""

    LEFT: ClassVar[dict[str, Any]] = {"receipt": None, "own": {}}

    @property
    def row_name(self) -> str:
        """The row that is shown."""
        row = self.nav.place.row
        return row if row in TABS else words.ROWS[0]

    @property
    def shown(self) -> int:
        """The player whose row it is."""
        return self.nav.place.seat or 0

    def steps(self) -> list[Paid]:
        """The steps that paid."""
        return paid(self.nav, self.shown, self.row_name)

    @property
    def chosen(self) -> Paid | None:
        """The step that was tapped."""
        number = self.nav.place.receipt
        return next((step for step in self.steps() if step.line == number), None)

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> StepView:
        """The tabs, the map or the ships, the steps, the question."""
        title = _("{name}: {row}").format(name=self.name(self.shown), row=self.nav.app.row_words(self.row_name))
        chosen = self.chosen
        return StepView(
            frame=self.frame(title, self._sum()),
            stage=self._stage(),
            tabs=self.row_tabs(TABS),
            panel=self._list() if chosen is None else self._alternatives(chosen),
            pending=self._pending(),
        )

    def _sum(self) -> str:
        row = self.row(self.shown)
        if row.row not in words.ROWS:
            return ""
        if not row.receipt:
            return points_words(0)
        receipt = row.receipt[0]
        pays = points_words(row.points)
        text = _("{count} × {each} = {points}").format(count=receipt.count, each=receipt.each, points=pays)
        tokens = self.state.seats[self.shown].tokens
        if self.row_name == "tokens" and UNKNOWN not in tokens:
            text += " · " + ", ".join(token_words(self, token) for token in tokens)
        return text

    def _stage(self) -> Any:
        if not charted(self.nav) or self.row_name in ("fame", "upgrades"):
            return ships_stage(self, self.shown)
        return self._map()

    def _map(self) -> ChartScene:
        state = self.state
        corners = self._lit(state)
        return ChartScene(
            plan=plan_of(self.parts),
            tokens=tokens_of(self.parts, public(state)),
            pieces=pieces_of(self.parts, state),
            spots=tuple(Spot(None, corner, "lit") for corner in corners),
        )

    def _lit(self, state: StarfarersState) -> list[int]:
        """The corners that this row pays for."""
        star_map, seat = self.parts.map, self.shown
        if self.row_name in ("colonies", "spaceports"):
            wanted = seat + 1 if self.row_name == "colonies" else PORT + seat
            return [star_map.sites[site] for site, owner in enumerate(state.sites) if owner == wanted]
        if self.row_name == "tokens":
            return []
        found = []
        for place, owner in enumerate(state.stations):
            outpost, number = divmod(place, STATIONS)
            if owner == seat + 1 and (self.row_name != "medals" or state.medals[outpost] == seat):
                found.append(star_map.points[outpost][0 if star_map.docking else number])
        return found

    def _list(self) -> tuple[Part, ...]:
        seats = Taps(tuple(Tap(Seat(s), "", seat=s, chosen=s == self.shown) for s in range(len(self.state.seats))))
        steps = self.steps()
        first = max(0, len(steps) - MAX_STEPS * (1 + self.own.card if self.own.card else 1))
        page = steps[first : first + MAX_STEPS]
        taps = tuple(
            Tap(does(self.choose_step, step.line), self._step_words(step), note=self._when(step)) for step in page[::-1]
        )
        older = (Tap(does(self.older), _("Earlier"), icon="undo"),) if first else ()
        hint = _("A step is wrong? Tap it.") if steps else self._begun()
        return (seats, *taps, *older, Words(hint, "muted"))

    def _begun(self) -> str:
        """What the row counts where no step has changed it."""
        n = _MEASURES[self.row_name](self.nav.open_table.replay.states[0], self.shown)
        counted = ngettext("{n} fame ring", "{n} fame rings", n).format(n=n) if self.row_name == "fame" else n
        return _("At the start: {n}").format(n=counted) if n else _("Nothing has scored here.")

    def _step_words(self, step: Paid) -> str:
        said = self._named(step.placed.action, step.placed.before)
        return f"{step.change:+d}".replace("-", "−") + f"  {said}" + (" *" if step.corrected else "")

    def words_of(self, action: StarfarersAction, before: StarfarersState) -> str:
        """An action in words, told apart from others of its kind."""
        more = self._details(self.game.encode_action(action))
        said = self._named(action, before)
        return f"{said} ({more})" if more else said

    def _named(self, action: StarfarersAction, before: StarfarersState) -> str:
        data = self.game.encode_action(action)
        seat = before.seat if action.seat == NATURE else int(action.seat)
        return words.step_words(str(data["type"]), self.name(data.get("player", seat)), data)

    def _details(self, data: dict[str, Any]) -> str:
        card = data.get("card")
        if data["type"] in ("found_station", "report") and isinstance(card, int):
            return words.friendship_words(self.parts.pack.friendship[card])
        if "yes" in data:
            return _("yes") if data["yes"] else _("no")
        if isinstance(card, str):
            return words.resource_words(next(r for r in RESOURCES if r == card))
        if data["type"] == "give":
            return words.cards_words(data["cards"]) if "cards" in data else words.count_words(data.get("count", 0))
        site = data.get("site")
        return self.parts.map.site_names[site] if isinstance(site, int) else ""

    def _when(self, step: Paid) -> str:
        return _("Turn {n}").format(n=step.placed.before.turn + 1)

    # Other ways ------------------------------------------------------------------------------------------------

    def alternatives(self, step: Paid) -> Sequence[StarfarersAction]:
        """What may have been done instead; nothing for what the program dealt."""
        if self.nav.open_table.entry(step.line).source == "dealer":
            return ()
        return corrections_of(self.nav).alternatives(step.placed)[:MAX_OTHERS]

    def _alternatives(self, step: Paid) -> tuple[Part, ...]:
        before = step.placed.before
        others = self.alternatives(step)
        taps = tuple(Tap(Instead(n), self.words_of(other, before)) for n, other in enumerate(others[:6]))
        said = self.words_of(step.placed.action, before)
        ask = _("Instead of this it was…") if taps else _("This step can only be undone.")
        return (Words(said, "bold"), Words(ask, "muted"), *taps, Tap(Leave(), _("It was right"), icon="back"))

    def wished(self) -> Change | None:
        """What the step was instead, as it was tapped."""
        step, number = self.chosen, self.own.card
        others = () if step is None or number is None else self.alternatives(step)[number : number + 1]
        return None if step is None or not others else Change(step.line, others[0])

    def settle(self, line: int) -> None:
        """The steps of the row again."""
        self.nav.move(**self.LEFT)

    def _pending(self) -> Pending | None:
        wish, step = self.wished(), self.chosen
        if wish is None or step is None:
            return None
        asked = _("Put it right: {what}?").format(what=self.words_of(wish.action, step.placed.before))
        return question(self.nav, self.preview(), asked, _("Put it right"), _("Leave it"))

    # What is done ----------------------------------------------------------------------------------------------

    @on()
    def older(self) -> None:
        """Earlier steps."""
        self.keep(card=(self.own.card or 0) + 1)

    @on("step")
    def choose_step(self, line: int) -> None:
        """The step of that line of the record."""
        self.nav.move(receipt=line, own={})

    @on(Leave)
    def leave(self) -> None:
        """The step was right."""
        self.nav.move(**self.LEFT)

    @on(Instead)
    def choose_other(self, number: int) -> None:
        """It was that instead."""
        self.keep(card=number)
        if not host_hears(self.nav):
            self.at_once(self.wished())

    def cancel(self) -> None:
        self.nav.move(own={})
