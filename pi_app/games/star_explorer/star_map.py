"""A captured star map put right with a finger: stars added, taken away, moved, given another type."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final, Literal, TypeAlias

import msgspec

from engines.errors import BadInput
from pi_app.i18n import _, ngettext
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.startypes import type_name
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Command, Done, Part, StepView, Tap, Taps, Words
from vision.capture.draft import PICTURE, Draft, DraftStar, load_draft, save_draft
from vision.capture.naming import names_of

replace = msgspec.structs.replace
XY = tuple[float, float]
Change: TypeAlias = Literal["add", "delete", "move", "type", "keep"]
REMEMBERED: Final = 200
"""Steps that can be taken back."""
APART: Final = 1.0
"""mm: two stars are never nearer."""


class _Step(msgspec.Struct, frozen=True):
    stars: tuple[DraftStar, ...]
    chosen: int | None
    change: Change


class StarMapEditor:
    """The stars of a draft and the steps that fingers made; `keep` is called with the draft after every change."""

    def __init__(self, draft: Draft, keep: Callable[[Draft], None] = lambda _: None) -> None:
        self.draft = draft
        self.chosen: int | None = None
        self._keep = keep
        self._past: list[_Step] = []
        self._future: list[_Step] = []

    @property
    def stars(self) -> tuple[DraftStar, ...]:
        """All stars; a star's number is its place here."""
        return self.draft.stars

    @property
    def undo_step(self) -> Change | None:
        """What undo would take back."""
        return self._past[-1].change if self._past else None

    @property
    def redo_step(self) -> Change | None:
        """What redo would bring back."""
        return self._future[-1].change if self._future else None

    def choose(self, number: int | None) -> None:
        """Choose a star, or none."""
        self.chosen = number

    def add(self, at: XY) -> bool:
        """Put a star there, of the type of the one nearest by, and choose it; not on another, nor off the disc."""
        if (at[0] ** 2 + at[1] ** 2) ** 0.5 > self.draft.radius or not self._free(at, None):
            return False
        near = min(self.stars, key=lambda s: (s.x - at[0]) ** 2 + (s.y - at[1]) ** 2, default=None)
        usual = sorted(s.radius for s in self.stars)[len(self.stars) // 2] if self.stars else 2.4
        fresh = DraftStar(round(at[0], 3), round(at[1], 3), usual, near.kind if near else 0, 1.0, "finger")
        self._change("add", (*self.stars, fresh), len(self.stars))
        return True

    def delete(self) -> None:
        """Take the chosen star away."""
        if self.chosen is not None:
            gone = self.chosen
            self._change("delete", tuple(s for k, s in enumerate(self.stars) if k != gone), None)

    def move(self, to: XY) -> bool:
        """Move the chosen star; not onto another."""
        if self.chosen is None or not self._free(to, self.chosen):
            return False
        self._put("move", x=round(to[0], 3), y=round(to[1], 3))
        return True

    def retype(self, kind: int) -> None:
        """Give the chosen star another type."""
        if self.chosen is not None and 0 <= kind < len(self.draft.kinds):
            self._put("type", kind=kind)

    def accept(self) -> None:
        """The chosen star is right as it is."""
        if self.chosen is not None:
            self._put("keep")

    def next_doubt(self) -> int | None:
        """Choose the doubtful star that is least sure, the chosen one put last; None where none is left."""
        waiting = [k for k in self.draft.doubts if k != self.chosen] or list(self.draft.doubts)
        self.chosen = waiting[0] if waiting else None
        return self.chosen

    def undo(self) -> None:
        """Take the last step back."""
        if self._past:
            step = self._past.pop()
            self._future.append(_Step(self.stars, self.chosen, step.change))
            self._restore(step)

    def redo(self) -> None:
        """Bring back what the last undo took."""
        if self._future:
            step = self._future.pop()
            self._past.append(_Step(self.stars, self.chosen, step.change))
            self._restore(step)

    def _free(self, at: XY, but: int | None) -> bool:
        return all((s.x - at[0]) ** 2 + (s.y - at[1]) ** 2 >= APART**2 for k, s in enumerate(self.stars) if k != but)

    def _put(self, change: Change, **parts: float) -> None:
        assert self.chosen is not None
        fixed = replace(self.stars[self.chosen], **parts, by="finger")
        stars = tuple(fixed if k == self.chosen else s for k, s in enumerate(self.stars))
        self._change(change, stars, self.chosen)

    def _change(self, change: Change, stars: tuple[DraftStar, ...], chosen: int | None) -> None:
        self._past = [*self._past[1 - REMEMBERED :], _Step(self.stars, self.chosen, change)]
        self._future = []
        self._set(stars, chosen)

    def _restore(self, step: _Step) -> None:
        self._set(step.stars, step.chosen)

    def _set(self, stars: tuple[DraftStar, ...], chosen: int | None) -> None:
        self.draft, self.chosen = replace(self.draft, stars=stars), chosen
        self._keep(self.draft)


# The screen ---------------------------------------------------------------------------------------------------------


class MapStar(msgspec.Struct, frozen=True):
    """A star over the picture; disc mm."""

    x: float
    y: float
    radius: float
    star_type: str
    doubtful: bool


class StarMapStage(Part, frozen=True, kw_only=True):
    """The captured picture with the stars over it."""

    WIDGET: ClassVar = "pi_app.games.star_explorer.ui.star_map:StarMapBox"
    picture: str
    """The picture's file; the disc's centre is its middle."""
    scale: float
    """Pixels of the picture a millimetre."""
    radius: float
    axis_deg: float
    stars: tuple[MapStar, ...]
    chosen: int | None
    look: tuple[int, XY] | None
    """Where to look now: changes whenever the next doubtful star is asked for."""


class TypeTap(Tap, frozen=True):
    """A star type to give to the chosen star."""

    WIDGET: ClassVar = "pi_app.games.star_explorer.ui.star_map:TypeRow"
    star_type: str = ""


class TapMap(Command, frozen=True):
    """A finger tapped there (disc mm), on that star or on none."""

    at: XY
    star: int | None


class Carry(Command, frozen=True):
    """A finger carried the chosen star there (disc mm)."""

    to: XY


class StarMapPresenter(StepPresenter):
    """The screen on which a captured star map is put right. The draft lies in the folder that the place names."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._folder: str | None = None
        self._editor: StarMapEditor | None = None
        self._adding = False
        self._look: tuple[int, XY] | None = None

    @property
    def editor(self) -> StarMapEditor:
        """The editor of the draft that is open. Raises BadInput where its folder holds none."""
        folder = self.nav.place.folder
        if folder is None:
            raise BadInput("capture.no_draft", "no draft of a star map is open")
        if self._editor is None or folder != self._folder:
            path = Path(folder)
            self._editor = StarMapEditor(load_draft(path), lambda draft: self._kept(path, draft))
            self._folder, self._adding, self._look = folder, False, None
        return self._editor

    def _kept(self, folder: Path, draft: Draft) -> None:
        try:
            save_draft(folder, draft)
        except OSError as error:
            reason = error.strerror or str(error)
            self.nav.warn(lambda: _("Saving is off: {reason}").format(reason=reason))

    def view(self) -> StepView:
        """The picture; how far it is put right, and what can be done with the chosen star."""
        editor = self.editor
        draft, names = editor.draft, names_of(editor.draft)
        star = editor.stars[editor.chosen] if editor.chosen is not None else None
        chosen, doubtful = names[star.kind] if star else None, bool(draft.doubts)
        types = (TypeTap(does(self.retype, n), "", on=star is not None, chosen=n == chosen, star_type=n) for n in names)
        undo, redo = editor.undo_step is not None, editor.redo_step is not None
        following = _("Look at the next") if doubtful else _("No doubt is left")
        return StepView(
            frame=self.nav.frame(_("Star map")),
            stage=self._stage(names),
            panel=(
                Words(progress_words(len(draft.stars), len(draft.doubts)), "bold"),
                Words(self._hint(star, names), "muted"),
                Tap(does(self.next_doubt), following, icon="warn" if doubtful else "check", on=doubtful),
                Taps(tuple(types)),
                Taps(
                    (
                        Tap(does(self.accept), _("It is right"), icon="check", on=star is not None),
                        Tap(does(self.delete), _("Take away"), icon="cross", on=star is not None),
                    )
                ),
                Taps(
                    (
                        Tap(does(self.add), _("Add a star"), icon="plus", chosen=self._adding),
                        Tap(does(self.undo), "", icon="undo", on=undo),
                        Tap(does(self.redo), "", icon="redo", on=redo),
                    )
                ),
                Tap(Done(), _("Done"), icon="check", role="progress"),
            ),
        )

    def _stage(self, names: list[str]) -> StarMapStage:
        draft = self.editor.draft
        return StarMapStage(
            picture=str(Path(self._folder or "") / PICTURE),
            scale=draft.scale,
            radius=draft.radius,
            axis_deg=draft.axis_deg,
            stars=tuple(MapStar(s.x, s.y, s.radius, names[s.kind], s.doubtful) for s in draft.stars),
            chosen=self.editor.chosen,
            look=self._look,
        )

    def _hint(self, chosen: DraftStar | None, names: list[str]) -> str:
        if self._adding:
            return _("Tap where a star is missing.")
        if chosen is None:
            return _("Tap a star to change it. Drag to look around.")
        words = _("A {type} star: right? Drag it to its place, or tap its type.")
        return words.format(type=type_name(names[chosen.kind]))

    # Fingers --------------------------------------------------------------------------------------------------------

    @on(TapMap)
    def tap(self, at: XY, star: int | None) -> None:
        """A finger tapped there (disc mm), on that star or on none."""
        if star is not None:
            self.editor.choose(star)
            self._adding = False
        elif self._adding:
            self._adding = not self.editor.add(at)
        else:
            self.editor.choose(None)
        self.nav.changed()

    @on(Carry)
    def drag(self, to: XY) -> None:
        """A finger dragged the chosen star there."""
        self.editor.move(to)
        self.nav.changed()

    @on()
    def add(self) -> None:
        """The next tap adds a star; or no longer."""
        self._adding = not self._adding
        self.editor.choose(None)
        self.nav.changed()

    @on("right")
    def accept(self) -> None:
        """The chosen star is right; look at the next doubtful one."""
        self.editor.accept()
        self.next_doubt()

    @on()
    def delete(self) -> None:
        """Take the chosen star away."""
        self.editor.delete()
        self.nav.changed()

    @on("type")
    def retype(self, name: str) -> None:
        """Give the chosen star that type."""
        self.editor.retype(names_of(self.editor.draft).index(name))
        self.nav.changed()

    @on()
    def next_doubt(self) -> None:
        """Choose the next doubtful star and look at it."""
        found = self.editor.next_doubt()
        self._adding = False
        if found is not None:
            star = self.editor.stars[found]
            self._look = ((self._look[0] if self._look else 0) + 1, (star.x, star.y))
        self.nav.changed()

    @on("map_undo")
    def undo(self) -> None:
        """Take the last step back."""
        self.editor.undo()
        self.nav.changed()

    @on("map_redo")
    def redo(self) -> None:
        """Bring back what undo took."""
        self.editor.redo()
        self.nav.changed()

    @on(Done)
    def done(self) -> None:
        """Leave; everything is kept already."""
        self._editor = None
        self.nav.back()


def progress_words(stars: int, doubts: int) -> str:
    """How far the map is, in one line."""
    counted = ngettext("{n} star", "{n} stars", stars).format(n=stars)
    if not doubts:
        return counted
    return counted + ", " + ngettext("{n} doubtful", "{n} doubtful", doubts).format(n=doubts)
