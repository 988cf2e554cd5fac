"""What the screens say of a photograph: what was wrong with its light, and why there is no reading of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engines.errors import Finding
from pi_app.i18n import N_, _, tell

if TYPE_CHECKING:
    from vision.ink.light import Trouble

LIGHT_WORDS: Final = {
    "light.too_dark": N_("It is too dark"),
    "light.glare": N_("A lamp is mirrored in the disc"),
    "light.glare_on_slate": N_("A lamp is mirrored in the slate"),
    "light.glare_on_tile": N_("A lamp is mirrored in the tile"),
    "light.glare_on_balls": N_("Too much light falls on the mother ship’s card"),
    "light.glare_on_cards": N_("A lamp is mirrored in the cards"),
    "light.blur": N_("The photograph is blurred"),
    "light.cut_off": N_("The board is cut off"),
    "light.hand": N_("A hand is in the picture"),
}
LOST: Final = N_("A line of an earlier turn seems to be gone")
COMPARE_WORDS: Final = {
    "board.lost": LOST,
    "compare.light": N_("Lines may be wrong: mend the light, or compare every line with the photograph"),
    "compare.pen": N_("Lines may be wrong, the ink is faint: draw more strongly, or compare every line"),
    "compare.angle": N_("Lines may be wrong: photograph from above and nearer, or compare every line"),
    "compare.all": N_("Lines may be wrong: compare every line with the photograph"),
}
"""Code of what a reading says where questions alone may leave a line wrong -> what the screen says."""
MIRRORED: Final = N_("The picture is mirrored: switch mirroring off in the camera")
_TWO_BOARDS: Final = N_("Two boards are in the picture: take one away")
_NO_CAMERA: Final = N_("No camera is plugged in")
_NO_PICTURES: Final = N_("The camera gives no pictures")
FAILURE_WORDS: Final = {
    "markers.two": _TWO_BOARDS,
    "board.two": _TWO_BOARDS,
    "board.lost": LOST,
    "board.another": N_("This is another board"),
    "board.other_game": N_("This is another board"),
    "table.none_there": N_("No board lies at this place"),
    "picture.mirrored": MIRRORED,
    "picture.small": N_("The camera’s pictures are too small"),
    "picture.too_dark": N_("It is too dark"),
    "picture.too_bright": N_("It is too bright"),
    "picture.blurred": N_("The photograph is blurred"),
    "picture.hidden": N_("Much of the board is hidden"),
    "camera.none": _NO_CAMERA,
    "camera.none_at": _NO_CAMERA,
    "camera.off": N_("The camera is switched off in the settings"),
    "camera.opening": _NO_PICTURES,
    "camera.no_picture": _NO_PICTURES,
    "camera.no_pictures": _NO_PICTURES,
    "camera.not_opened": _NO_PICTURES,
    "camera.stopped": _NO_PICTURES,
}
"""Code of a failure -> what the screen says, whatever was photographed; kinds say more (`CameraKind.failures`)."""

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
UNCLEAR: Final = "picture.unclear"
"""A failure, and what hides all in the picture."""


def failure_words(failure: Finding | None, kind: Mapping[str, str] = NOTHING) -> str:
    """Why there is no reading, in the language in use; what hides all in the picture is said after what was missed.

    `kind`: code -> message of what was photographed. What nobody has words for could simply not be read.
    """
    words = {**FAILURE_WORDS, **kind}
    if failure is not None and failure.code == UNCLEAR:
        said = {name: failure_words(found, kind) for name, found in failure.params.items()}
        return _("{problem}. {why}").format(**said)
    if failure is None or failure.code not in words:
        return _("The photograph could not be read")
    return tell(failure, words)


def hidden_by_light(failure: Finding | None) -> bool:
    """Whether there is no reading because of the light."""
    if failure is None:
        return False
    why = failure.params["why"] if failure.code == UNCLEAR else failure
    return why.code in ("picture.too_dark", "picture.too_bright", "picture.blurred", "disc.too_faint")


def light_words(whys: Sequence[Trouble]) -> str:
    """What is wrong with the light, in the language in use."""
    return ", ".join(tell(why.finding, LIGHT_WORDS) for why in whys)


def lost_words() -> str:
    """What the record knows of a board is not on it any more."""
    return _(LOST)


def seen_words(whys: Sequence[Trouble], compare: Finding | None) -> str:
    """What is said beside a reading, in the language in use: what is wrong with the light, and whether every line
    should be compared with the photograph, with what is most wrong alone. Nothing where all is well."""
    if compare is None:
        return light_words(whys)
    asked = tell(compare, COMPARE_WORDS)
    return _("{problem}. {why}").format(problem=light_words(whys[:1]), why=asked) if whys else asked
