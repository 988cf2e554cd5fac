"""How a table likes its screens: theme, size of texts, motion, hands, sounds. Switched while a game is played."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from pi_app.i18n import LANGUAGES, N_, _, language

ThemeName: TypeAlias = Literal["night", "day"]
TextSize: TypeAlias = Literal["small", "normal", "large", "largest"]
Volume = Annotated[int, Meta(ge=1, le=5)]


class Preferences(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the people at this table chose; kept in the journal beside the games."""

    theme: ThemeName = "night"
    text: TextSize = "normal"
    """How large words, numbers and what carries them are."""
    reduced_motion: bool = False
    """Whether nothing moves: what would count up or slide is simply there."""
    left_handed: bool = False
    """Whether the main action sits on the left."""
    sound: bool = True
    volume: Volume = 3
    """How loud, 1 to 5."""
    prompts: bool = False
    """Whether what the screen asks for is also spoken."""
    timer: Literal[0, 1, 2, 3, 5] = 0
    """Minutes after which a full ring says whom the table waits for; 0: none."""
    teacher: bool = False
    """Whether a bot says after a turn what would have paid more."""
    public: bool = False
    """Whether other screens of the local network may watch."""
    phones: bool = False
    """Whether phones of the local network may each show a seat its own."""

    @property
    def large_text(self) -> bool:
        """Whether words need so much room that signs beside them give way."""
        return self.text in ("large", "largest")

    def drawn_alike(self, other: Preferences) -> bool:
        """Whether screens built for the one serve the other too."""
        return all(getattr(self, name) == getattr(other, name) for name in _DRAWN)


_DRAWN: Final = ("theme", "text", "reduced_motion", "left_handed")

_YES_NO: Final = ((False, N_("Off")), (True, N_("On")))
_SIZES: Final = (
    ("small", N_("Small")),
    ("normal", N_("Normal")),
    ("large", N_("Large")),
    ("largest", N_("Largest")),
)
_LABELS: Final[tuple[tuple[str, str, tuple[tuple[Any, str], ...]], ...]] = (
    ("theme", N_("Look"), (("night", N_("Night sky")), ("day", N_("Bright room")))),
    ("text", N_("Text size"), _SIZES),
    ("reduced_motion", N_("Reduced motion"), _YES_NO),
    ("left_handed", N_("Main button"), ((False, N_("On the right")), (True, N_("On the left")))),
    ("sound", N_("Sound"), _YES_NO),
    ("volume", N_("Volume"), tuple((step, str(step)) for step in range(1, 6))),
    ("prompts", N_("Spoken prompts"), _YES_NO),
    ("timer", N_("Minutes a turn"), ((0, N_("Off")), *((minutes, str(minutes)) for minutes in (1, 2, 3, 5)))),
    ("teacher", N_("Teacher"), _YES_NO),
    ("public", N_("Public screen"), _YES_NO),
    ("phones", N_("Phones"), _YES_NO),
)


class PreferenceValue(msgspec.Struct, frozen=True):
    """One value to choose, in words; `key` is `name=value`, as `Navigator.choose_preference` takes it."""

    key: str
    words: str
    chosen: bool


class PreferenceRow(msgspec.Struct, frozen=True):
    """One thing to choose, and its values."""

    name: str
    label: str
    values: tuple[PreferenceValue, ...]


def preference_rows(preferences: Preferences) -> tuple[PreferenceRow, ...]:
    """Everything that can be chosen on the screen, the language first, in the language in use."""
    spoken = tuple(PreferenceValue(f"language={code}", own, code == language()) for code, own in LANGUAGES.items())
    rows = (
        PreferenceRow(
            name,
            _(label),
            tuple(
                PreferenceValue(f"{name}={_key(value)}", _(words), getattr(preferences, name) == value)
                for value, words in values
            ),
        )
        for name, label, values in _LABELS
    )
    return (PreferenceRow("language", _("Language"), spoken), *rows)


def chosen(preferences: Preferences, name: str, value: str) -> Preferences:
    """The preferences with one of them changed. Raises LookupError for a name or value that there is not."""
    for label, _words, values in _LABELS:
        for kept, _value_words in values:
            if (label, _key(kept)) == (name, value):
                return msgspec.structs.replace(preferences, **{name: kept})
    raise LookupError(f"no preference {name}={value}")


def decoded(text: str | None, otherwise: Preferences) -> Preferences:
    """Preferences as they were kept; `otherwise` where there are none or they cannot be read."""
    try:
        return msgspec.convert(brought_up(msgspec.json.decode(text)), Preferences) if text else otherwise
    except (msgspec.DecodeError, RecursionError):
        return otherwise


def brought_up(kept: Any) -> Any:
    """Preferences as data, with what 0.2 kept as `large_text` told as a size of `text`; what is no table stays."""
    if not isinstance(kept, dict) or "large_text" not in kept:
        return kept
    large = {"text": "large"} if kept["large_text"] is True else {}
    return {**large, **{name: value for name, value in kept.items() if name != "large_text"}}


def encoded(preferences: Preferences) -> str:
    """Preferences as they are kept."""
    return msgspec.json.encode(preferences).decode()


def _key(value: Any) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)
