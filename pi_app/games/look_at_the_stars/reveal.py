"""Which night card was turned over: drawn with two strokes, or tapped among all."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.game import NATURE
from engines.look_at_the_stars.model import Line, Reveal, StarsState
from pi_app.games.look_at_the_stars.cards import ShapeCard, box_of, night_card, pack_of
from pi_app.games.look_at_the_stars.desk import Draft, desk_of, keep_desk, store_desk
from pi_app.games.look_at_the_stars.draw import toggled
from pi_app.games.look_at_the_stars.scene import SceneLine, SkyPicture, SlateScene, SlateStage, ordered
from pi_app.games.look_at_the_stars.setting import Card, card_grid
from pi_app.games.look_at_the_stars.slate_step import SlateStep
from pi_app.games.look_at_the_stars.strokes import BOTTOM, LEFT, POINTS, REACH, SIDE, STAR, Meant, meant
from pi_app.games.look_at_the_stars.words import turn_words
from pi_app.i18n import _
from pi_app.steps.presenter import on
from pi_app.steps.view import Erase, StepView, Tap, Words

PANEL_DP: Final = 280
_PIECE: Final = SlateScene(
    sky=SkyPicture(POINTS, (), (), (), (), (), arch=False),
    live=POINTS,
    reach=REACH,
    view=(LEFT - 0.6, BOTTOM - 0.6, SIDE + 0.2, SIDE + 0.2),
)
"""An empty piece of the lattice, to draw a card on."""


class RevealPresenter(SlateStep):
    """Which night card was turned over; the three shooting stars are one choice, and so are cards of one shape."""

    @property
    def _left(self) -> frozenset[str]:
        """The cards that have not lain open."""
        return frozenset(box_of(self.nav).night_cards) - frozenset(self.nav.state.cards)

    @property
    def drawn(self) -> Draft:
        """The strokes so far."""
        return desk_of(self.nav).night

    def _meant(self, strokes: tuple[Line, ...]) -> Meant:
        return meant(box_of(self.nav), strokes, self._left)

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> StepView:
        """All night cards, or the few that may be meant; beside them the piece of the lattice to draw on."""
        state: StarsState = self.nav.state
        found = self._meant(self.drawn.lines)
        if found.cards:
            stage = card_grid(_("Which card is it?"), [self._card(card) for card in found.cards], 3)
        else:
            shapes = [card.id for card in pack_of(self.nav).night_cards if not card.shooting_star]
            hint = _("Tap the card that was turned over; here it may be turned another way.")
            cards = [self._card(card) for card in (*shapes, STAR)]
            stage = card_grid(hint, [*cards[:-1], replace(cards[-1], title="")], 7)  # no room for its name
        return StepView(
            frame=self.nav.frame(_("Which night card lies open?"), turn_words(len(state.cards) + 1)),
            stage=stage,
            hero=SlateStage(self._piece()),
            panel=(
                Words(self._words(found), tone="ask" if found.whole else "muted"),
                Tap(Erase(), _("Erase"), icon="erase", on=self.drawn != Draft()),
            ),
            panel_dp=PANEL_DP,
        )

    def _card(self, card: str) -> ShapeCard:
        if card == STAR:
            return ShapeCard(id=STAR, shooting_star=True, title=_("Shooting star"), taken=self._told(STAR) is None)
        return replace(night_card(self.nav, card), taken=card not in self._left)

    def _piece(self) -> SlateScene:
        lines = tuple(SceneLine(a, b, "now") for a, b in self.drawn.lines)
        return replace(_PIECE, lines=lines, chosen=self.drawn.chosen)

    def _words(self, found: Meant) -> str:
        if not found.whole:
            return _("Or draw its two lines here, as the card lies before you.")
        if found.seen is not None:
            return _("{card} has lain open before. Tap a card, or draw again.").format(card=found.seen)
        if not found.cards:
            return _("No card shows these lines. Draw again, or tap the card.")
        return _("Tap the card, or draw again.")

    # What a finger does ----------------------------------------------------------------------------------------

    @on(Erase)
    def erase(self) -> None:
        """Begin again."""
        self._keep(Draft())

    @on(Card)
    def choose(self, card: str, quarters: int = 0) -> None:
        """This card was revealed; it lies turned by so many quarters anticlockwise."""
        found = self._told(card)
        if found is not None and self.nav.act(Reveal(found, seat=NATURE)) and quarters:
            keep_desk(self.nav, replace(desk_of(self.nav), turned=quarters))

    def _told(self, card: str) -> str | None:
        """The card that a choice stands for; None where it has lain open."""
        box = box_of(self.nav)
        if card == STAR:
            return next((each for each in box.night_ids if each in self._left and box.is_shooting_star(each)), None)
        return card if card in self._left else None

    def tap_point(self, point: str) -> None:
        """A point was tapped: it is chosen, or joined to the chosen one."""
        chosen = self.drawn.chosen
        if chosen is None or chosen == point:
            self._keep(replace(self.drawn, chosen=point if chosen is None else None))
        else:
            self.join(chosen, point)

    def join(self, a: str, b: str) -> None:
        """A finger was drawn from point to point; a drawing that was whole is begun again."""
        before = Draft() if self._meant(self.drawn.lines).whole else self.drawn
        drawn = toggled(before, ordered(a, b))
        found = self._meant(drawn.lines)
        if found.sure:
            store_desk(self.nav, replace(desk_of(self.nav), night=Draft()))
            self.choose(found.cards[0], found.turned)
        else:
            self._keep(drawn)

    def tap_line(self, a: str, b: str) -> None:
        """A line was tapped: it goes."""
        if ordered(a, b) in self.drawn.lines:
            self._keep(toggled(self.drawn, ordered(a, b)))

    def _keep(self, drawn: Draft) -> None:
        keep_desk(self.nav, replace(desk_of(self.nav), night=drawn))
