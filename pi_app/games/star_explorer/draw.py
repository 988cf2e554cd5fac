"""The draw screen: one player's constellation, photographed or tapped star by star."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engines.game import Violation
from engines.star_explorer.model import Draw, Face, StarExplorerState
from pi_app.games.star_explorer.pen import drawn_stars, join_stars, tap_star, toggle_line
from pi_app.games.star_explorer.scene import DiscScene, Edge, SceneLine, Tone, sky
from pi_app.games.star_explorer.tiles import TileCard, find_tile, open_game_of, star_disc, tile_card
from pi_app.i18n import _, ngettext, roman
from pi_app.presenters.eye import camera_words
from pi_app.presenters.navigator import Frame, Navigator
from pi_app.presenters.place import Draft
from pi_app.presenters.tabs import SeatTab
from pi_app.presenters.wording import points_words, violation_words


class DrawView(msgspec.Struct, frozen=True, kw_only=True):
    """One player's drawing as far as it goes."""

    frame: Frame
    seat: int
    tabs: tuple[SeatTab, ...]
    scene: DiscScene
    tile: TileCard
    previous: Face
    progress: str
    fading: str
    broken: tuple[str, ...]
    warnings: tuple[str, ...]
    done: str
    blocked: bool
    """Whether rules are broken that the table must accept first."""
    accepting: bool
    camera: str
    can_photograph: bool
    busy: bool
    possible: bool
    """Whether the drawing can be put in now: an empty one not while the camera looks at the board."""
    trouble: tuple[str, ...]
    """Why a photograph could not be read, and the way on."""
    ask: str
    """The way back to the questions, while the table looks the drawing over."""
    erase: str
    can_erase: bool
    accept_title: str
    accept: str
    reject: str


class DrawPresenter:
    """A drawing by finger or camera; both end in the same `draw` action."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    # What is drawn ---------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The player on the screen: the one chosen, else the first who has not drawn."""
        waiting = [s for s in open_game_of(self.nav).to_move(self.nav.state) if isinstance(s, int)]
        chosen = self.nav.place.seat
        return chosen if chosen in waiting else waiting[0]

    @property
    def draft(self) -> Draft:
        """The drawing so far."""
        return self.nav.place.draft or Draft()

    def action(self, draft: Draft | None = None) -> Draw:
        """The drawing as an action."""
        now = draft or self.draft
        return Draw(seat=self.seat, lines=now.lines, stars=now.stars)

    def errors(self) -> list[Violation]:
        """The drawing rules that are broken now."""
        return [v for v in self.nav.open_table.check(self.action()) if v.severity == "error"]

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> DrawView:
        """What the screen shows."""
        state, draft = self.nav.state, self.draft
        player = state.seats[self.seat]
        tile = find_tile(self.nav, player.tile or "")
        found = self.nav.open_table.check(self.action())
        errors = [v for v in found if v.severity == "error"]
        drawn = len(drawn_stars(draft))
        eye = self.nav.eye
        return DrawView(
            frame=self.nav.frame(
                _("{name} draws").format(name=state.players[self.seat]),
                _("Round {numeral}").format(numeral=roman(state.round)),
            ),
            seat=self.seat,
            tabs=seat_tabs(state, self.seat),
            scene=draft_scene(self.nav, self.seat, draft, errors),
            tile=tile_card(tile),
            previous=previous_face(self.nav, self.seat),
            progress=_("{n} of {size} stars").format(n=drawn, size=tile.size),
            fading=_fading_words(self._fading(draft)),
            broken=violation_words(errors),
            warnings=violation_words(v for v in found if v.severity == "warning"),
            done=self._done_words(draft),
            blocked=bool(errors),
            accepting=draft.accepting and bool(errors),
            camera=camera_words(eye, self.seat),
            can_photograph=eye.can_look(self.seat) and not eye.busy,
            busy=eye.busy is not None,
            possible=eye.busy is None or bool(draft.lines or draft.stars),
            trouble=(eye.trouble, _("Photograph again, or tap the stars.")) if eye.trouble else (),
            ask=_("{n} open questions").format(n=len(draft.doubts)) if draft.doubts and draft.looking else "",
            erase=_("Erase all"),
            can_erase=draft != Draft(),
            accept_title=_("Does the table accept this drawing?"),
            accept=_("Accept it"),
            reject=_("Change it"),
        )

    def _played(self, draft: Draft) -> StarExplorerState:
        table = self.nav.open_table
        played: StarExplorerState = table.game.play(table.state, self.action(draft))
        return played

    def _fading(self, draft: Draft) -> int:
        return self._played(draft).seats[self.seat].drawings[-1].fading

    def _done_words(self, draft: Draft) -> str:
        if draft.lines or draft.stars:
            points = round_points(self.nav, self._played(draft), self.seat, self.nav.state.round)
            return _("Done: {points}").format(points=points_words(points))
        return _("Draw nothing")

    # What a finger does ----------------------------------------------------------------------------------------

    def choose_seat(self, seat: int) -> None:
        """Show another player's drawing: one still to make, or one that is done."""
        if any(tab.seat == seat and tab.done for tab in seat_tabs(self.nav.state, self.seat)):
            self.nav.open_page("why", seat=seat, row=f"round.{self.nav.state.round}")
        elif seat != self.seat:
            self.nav.move(seat=seat, draft=None)

    def _put(self, draft: Draft) -> None:
        self.nav.move(seat=self.seat, draft=draft)

    def _mending(self) -> Draft:
        return replace(self.draft, mending=bool(self.draft.doubts))

    def tap_star(self, star: int) -> None:
        """A star was tapped."""
        self._put(tap_star(self._mending(), star))

    def join(self, a: int, b: int) -> None:
        """A finger was drawn from star to star."""
        self._put(join_stars(self._mending(), a, b))

    def tap_edge(self, a: int, b: int) -> None:
        """A line was tapped: one of this drawing goes; one of an earlier round is opened to be corrected."""
        if (a, b) in self.draft.lines:
            self._put(replace(toggle_line(self._mending(), (a, b)), chosen=None))
            return
        for drawing in self.nav.state.seats[self.seat].drawings:
            if (a, b) in drawing.lines:
                self.nav.open_page("why", seat=self.seat, row=f"round.{drawing.round}", edge=(a, b))

    def erase(self) -> None:
        """Begin again."""
        self.nav.eye.forget()
        self._put(Draft())

    def done(self) -> None:
        """Put the drawing into the game, unless a doubt matters or rules are broken: then the table is asked first."""
        from pi_app.games.star_explorer.question import questions_of

        if self.draft.mending and questions_of(self.nav, self.draft):
            self._put(replace(self.draft, mending=False))
        elif self.errors():
            self._put(replace(self.draft, accepting=True, chosen=None))
        else:
            self._commit(())

    def accept(self) -> None:
        """The table accepts the drawing against the rules."""
        self._commit(tuple(dict.fromkeys(v.rule for v in self.errors())))

    def reject(self) -> None:
        """The table wants to change the drawing."""
        self._put(replace(self.draft, accepting=False))

    def _commit(self, overruled: tuple[str, ...]) -> None:
        draft, seat = self.draft, self.seat
        if self.nav.act(self.action(draft), source=draft.source, overruled=overruled):
            if draft.source == "camera":
                self.nav.eye.confirmed(seat, draft)
            self.nav.eye.forget()

    # The camera ------------------------------------------------------------------------------------------------

    def photograph(self) -> None:
        """Ask the camera; the screen goes on meanwhile, and `look` brings the reading."""
        self.nav.eye.look(self.seat, None)
        self.nav.changed()

    def ask(self) -> None:
        """Back to the questions."""
        self._put(replace(self.draft, looking=False, mending=False))

    def press(self, seat: int) -> None:
        """A seat's button: photograph that board; with a drawing on the screen, it is done."""
        if seat not in open_game_of(self.nav).to_move(self.nav.state) or self.nav.eye.busy:
            return
        if seat == self.seat and (self.draft.lines or self.draft.stars):
            self.done()
        elif self.nav.eye.can_look(seat):
            self.choose_seat(seat)
            self.photograph()

    def look(self) -> bool:
        """Take in a reading that has arrived; called several times a second while the camera is busy."""
        reading = self.nav.eye.poll()
        if reading is not None and reading.seat == self.seat:
            self._put(reading.draft)
            return True
        if self.nav.eye.busy is None:
            self.nav.changed()
        return False


def seat_tabs(state: StarExplorerState, seat: int) -> tuple[SeatTab, ...]:
    """The players as tabs; nobody needs tabs alone."""
    if len(state.players) == 1:
        return ()
    return tuple(
        SeatTab(i, name, i == seat, any(d.round == state.round for d in state.seats[i].drawings))
        for i, name in enumerate(state.players)
    )


def previous_face(nav: Navigator, seat: int) -> Face:
    """The tile that lies under this round's one: last round's back, or the start tile."""
    state = nav.state
    player = state.seats[seat]
    earlier = [d for d in player.drawings if d.round < state.round]
    if earlier:
        return find_tile(nav, earlier[-1].tile).back
    pack = open_game_of(nav).pack  # type: ignore[attr-defined]
    start = next(t for t in pack.start_tiles if t.id == player.start_tile)
    return Face(start.sides[player.start_side or 0].type, start.sides[player.start_side or 0].value)


def round_points(nav: Navigator, state: StarExplorerState, seat: int, number: int) -> int:
    """What a player scores in a round in that state."""
    rows = open_game_of(nav).score(state).players[seat].rows
    return sum(row.points for row in rows if row.row == f"round.{number}")


def draft_scene(nav: Navigator, seat: int, draft: Draft, errors: list[Violation]) -> DiscScene:
    """The disc in this round with earlier lines, the drawing so far, and what is wrong with it."""
    disc = star_disc(open_game_of(nav))
    state = nav.state
    used = frozenset(s for d in state.seats[seat].drawings for s in d.stars)
    visible = disc.visible(state.round)
    wrong_stars, wrong_lines = components(errors)
    doubtful = {(d.a, d.b) for d in draft.doubts}
    earlier = [SceneLine(a, b, "earlier") for d in state.seats[seat].drawings for a, b in d.lines]
    now = [SceneLine(a, b, _tone((a, b), wrong_lines, doubtful)) for a, b in draft.lines]
    guessed = [SceneLine(a, b, "doubt") for a, b in sorted(doubtful - set(draft.lines))]
    return DiscScene(
        sky=sky(disc.layout, disc.layout.step_deg * (state.round - 1), visible, visible - used),
        lines=(*earlier, *now, *guessed),
        chosen=draft.chosen,
        wrong=tuple(sorted(wrong_stars)),
        lone=draft.stars,
        photo=draft.photo,
        photo_at=nav.eye.photo_at(draft.photo) if draft.photo else None,
    )


def _tone(line: Edge, wrong: set[Edge], doubtful: set[Edge]) -> Tone:
    if line in doubtful:
        return "doubt"
    return "wrong" if line in wrong else "now"


def components(violations: list[Violation]) -> tuple[set[int], set[Edge]]:
    """The stars and the lines that violations name."""
    stars, lines = set(), set()
    for name in (c for v in violations for c in v.components):
        kind, _colon, number = name.partition(":")
        if kind == "star":
            stars.add(int(number))
        elif kind == "line":
            a, _dash, b = number.partition("-")
            lines.add((int(a), int(b)))
    return stars, lines


def _fading_words(fading: int) -> str:
    return ngettext("{n} fading", "{n} fading", fading).format(n=fading) if fading else _("none fading")
