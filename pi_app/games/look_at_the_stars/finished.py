"""A finished slate of Look at the Stars: every row of the pad, once slate and bonus cards are known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from engines.errors import BadInput
from engines.game import Receipt, Row
from engines.look_at_the_stars.model import Slate
from engines.look_at_the_stars.positions import slate_of
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.look_at_the_stars.scoring import slate_rows
from engines.look_at_the_stars.slate.lattice import LINE_SPAN, POINT, diagonal
from engines.look_at_the_stars.slate.sky import MAX_SHOOTING_STAR
from engines.registry import open_game, score_pad_of
from pi_app.games.look_at_the_stars.cards import CardTap, bonus_card_of
from pi_app.games.look_at_the_stars.scene import (
    SceneLine,
    SceneObject,
    SceneStar,
    SlateScene,
    SlateStage,
    badges,
    ordered,
    sky_picture,
)
from pi_app.games.look_at_the_stars.slate_step import SlateStep
from pi_app.games.look_at_the_stars.why import lit_scene
from pi_app.games.look_at_the_stars.words import power_words
from pi_app.i18n import _
from pi_app.presenters.finished_boards import BoardKind, Desk, Doubt, Extra, FinishedBoard, Photo
from pi_app.presenters.navigator import Navigator
from pi_app.steps.finished import Card, FinishedStep
from pi_app.steps.view import Gap, Part, Tap

LINE_POWER: Final = "line"
"""The power that draws lines: they are among the others."""


@cache
def house_game() -> LookAtTheStars:
    """The rules with our own pack: a pad does not know of any other."""
    game: LookAtTheStars = open_game("look_at_the_stars")  # type: ignore[assignment]
    return game


class SlateKind(BoardKind):
    """Slates, and the bonus cards that lay open."""

    def __init__(self) -> None:
        self.game = house_game()
        self.box = self.game.box

    def rows(self, desk: Desk, board: FinishedBoard) -> tuple[Row, ...] | None:
        """All rows; those of the bonus cards once the cards are told."""
        slate = self._slate(desk, board)
        if board.slate is None or board == FinishedBoard(slate=board.slate):
            return ()
        if slate is None:
            return None
        paid = {row.row: row for row in slate_rows(self.box, slate, desk.point_bonus, self.game.options_type())}
        told = {"point_bonus": desk.point_bonus, "power_bonus": desk.power_bonus}
        return tuple(
            paid.get(name, Row(name, 0)) for name in dict.fromkeys((*self._pad_rows, *paid)) if told.get(name, "-")
        )

    @property
    def _pad_rows(self) -> tuple[str, ...]:
        return tuple(score_pad_of("look_at_the_stars").rows)

    def _power(self, desk: Desk) -> str:
        return self.box.power(desk.power_bonus) if desk.power_bonus else ""

    def _slate(self, desk: Desk, board: FinishedBoard) -> Slate | None:
        if board.slate is None:
            return None
        power = self._power(desk)
        things = [{"kind": power, "at": at} for at in board.objects if power and power != LINE_POWER]
        seen = {
            "name": "-",
            "slate": board.slate,
            "lines": [list(line) for line in board.lines],
            "shooting_stars": [{"from": head, "to": tail} for head, tail in board.shooting_stars],
            "objects": things,
        }
        try:
            return slate_of(self.box, seen)
        except BadInput:
            return None

    def stage(
        self, desk: Desk, board: FinishedBoard, lit: Sequence[Receipt], asked: Doubt | None, photo: Photo | None
    ) -> Part:
        """The slate once it is known which one it is."""
        scene = self.scene(desk, board, lit, asked)
        if scene is None:
            return Gap()
        name, at = photo or (None, None)
        return SlateStage(replace(scene, photo=name, photo_at=at), touchable=asked is None)

    def scene(self, desk: Desk, board: FinishedBoard, lit: Sequence[Receipt], asked: Doubt | None) -> SlateScene | None:
        """The slate with everything that was read."""
        card = next((card for card in self.game.pack.slates if card.id == board.slate), None)
        if card is None:
            return None
        picture = sky_picture(card, 0)
        power = self._power(desk) or "star"
        scene = SlateScene(
            sky=picture,
            lines=tuple(SceneLine(a, b, "now") for a, b in board.lines),
            stars=tuple(SceneStar(head, tail, "now") for head, tail in board.shooting_stars),
            objects=tuple(SceneObject(power, at, "now") for at in board.objects),
            live=picture.stars + picture.creatures,
        )
        if asked is not None:
            return _asking(scene, asked, power)
        slate = self._slate(desk, board)
        if slate is None:
            return scene
        return lit_scene(replace(scene, badges=badges(slate)), slate, tuple(lit)) if lit else scene

    def merged(self, before: FinishedBoard, read: FinishedBoard) -> FinishedBoard:
        """The photograph shows all of it; a slate that it cannot tell is the one that was told."""
        return replace(read, slate=read.slate or before.slate)

    def put_right(self, board: FinishedBoard, a: str, b: str, drawn: bool) -> FinishedBoard:
        """Draw a line or a shooting star, or take it away; a diagonal drawn over again is a shooting star."""
        stars = tuple(star for star in board.shooting_stars if set(star) != {a, b})
        if len(stars) < len(board.shooting_stars):
            return _settled(replace(board, shooting_stars=stars), {a, b})
        line = ordered(a, b)
        kept = tuple(each for each in board.lines if each != line)
        if len(kept) < len(board.lines):
            again = ((a, b),) if drawn and _diagonal(a, b) else ()
            return _settled(replace(board, lines=kept, shooting_stars=(*stars, *again)), {a, b})
        if (a, b) in LINE_SPAN or (b, a) in LINE_SPAN:
            return _settled(replace(board, lines=(*kept, line)), {a, b})
        return _settled(replace(board, shooting_stars=(*stars, (a, b))), {a, b}) if _diagonal(a, b) else board

    def point(self, desk: Desk, board: FinishedBoard, at: str) -> FinishedBoard:
        """Something of the power bonus is drawn at that point, or not."""
        if self._power(desk) in ("", LINE_POWER):
            return board
        kept = tuple(each for each in board.objects if each != at)
        return _settled(replace(board, objects=kept if len(kept) < len(board.objects) else (*kept, at)), {at})

    def extras(self, desk: Desk, board: FinishedBoard) -> tuple[Extra, ...]:
        """Which slate it is, and which bonus cards lay open."""
        told = (
            ("slate", _("Slate {n}"), board.slate),
            ("cards.point", _("Point bonus {card}"), desk.point_bonus),
            ("cards.power", _("Power bonus {card}"), desk.power_bonus),
        )
        return tuple(
            Extra(key, words.format(n=value or "…", card=value or "…").replace(" …", "…"), bool(value))
            for key, words, value in told
        )

    def tell(self, desk: Desk, board: FinishedBoard, key: str) -> tuple[Desk, FinishedBoard]:
        """It is the next slate."""
        if key != "slate":
            return desk, board
        numbers = sorted(self.box.skies)
        following = numbers[0] if board.slate is None else numbers[(numbers.index(board.slate) + 1) % len(numbers)]
        return desk, replace(board, slate=following)

    def cards(self, which: str) -> tuple[Tap, ...]:
        """The point bonus cards or the power bonus cards."""
        known = self.box.point_cards if which == "point" else self.box.power_cards
        cards = (bonus_card_of(self.box, card) for card in known)
        return tuple(CardTap(Card(card.id), card.id, card=card) for card in cards)

    def hint(self, board: FinishedBoard) -> str:
        """Photograph; then everything can be put right."""
        if board.slate is None:
            return _("Photograph the slate, or tap which one it is.")
        return _("Wrong? Tap the line, or two points; a point twice for the power's sign.")

    def question(self, desk: Desk, doubt: Doubt) -> tuple[str, str, str]:
        """Whether a line, a shooting star or the power's sign is there."""
        if doubt.kind == "line":
            return _("Is a line drawn between these two stars?"), _("Yes, a line"), _("No line")
        if doubt.kind == "shooting_star":
            return _("Is a shooting star drawn here?"), _("Yes, a shooting star"), _("No shooting star")
        power = self._power(desk)
        what = power_words(power) if power else _("something")
        return _("Is this drawn here: {what}?").format(what=what), _("Yes"), _("No")


def _diagonal(a: str, b: str) -> bool:
    return a in POINT and b in POINT and 1 <= len(diagonal(a, b)) <= MAX_SHOOTING_STAR


def _settled(board: FinishedBoard, points: set[str]) -> FinishedBoard:
    """Nothing is doubtful any more about these points."""
    return replace(board, doubts=tuple(doubt for doubt in board.doubts if set(doubt.at) != points))


def _asking(scene: SlateScene, asked: Doubt, power: str) -> SlateScene:
    """The scene with what is asked about ringed and in the colour of doubt."""
    at = set(asked.at)
    lines = tuple(line for line in scene.lines if {line.a, line.b} != at)
    stars = tuple(star for star in scene.stars if {star.head, star.tail} != at)
    objects = tuple(thing for thing in scene.objects if {thing.at} != at)
    if asked.kind == "line":
        lines = (*lines, SceneLine(*ordered(*asked.at), "doubt"))
    elif asked.kind == "shooting_star":
        stars = (*stars, SceneStar(asked.at[0], asked.at[1], "doubt"))
    else:
        objects = (*objects, SceneObject(power, asked.at[0], "doubt"))
    return replace(scene, lines=lines, stars=stars, objects=objects, ringed=tuple(asked.at), live=())


class SlateBoardsPresenter(FinishedStep, SlateStep):
    """The page `look_boards`."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav, SlateKind())
