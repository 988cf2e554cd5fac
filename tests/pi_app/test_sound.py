"""What is heard is also seen, comes in the language in use, never waits, and is told once where it cannot be heard."""

from __future__ import annotations

import wave
from importlib import resources
from pathlib import Path
from threading import Event
from time import monotonic

import pytest

from engines.record import Header
from engines.star_explorer.model import ChooseSide
from pi_app.games.star_explorer.tiles import SizePresenter
from pi_app.presenters.frame import Frame
from pi_app.presenters.heard import SEEN, Cue, Moment, cue, prompt
from pi_app.presenters.navigator import Navigator
from pi_app.sound import Espeak, Sounds

PATIENCE_S = 20.0


class Heard:
    """A loudspeaker that writes down what it plays and says."""

    def __init__(self, missing: bool = False) -> None:
        self.missing = missing
        self.cues: list[tuple[Cue, float]] = []
        self.words: list[tuple[str, str]] = []

    def play(self, name: Cue, volume: float) -> None:
        self.cues.append((name, volume))

    def say(self, words: str, code: str, volume: float) -> None:
        self.words.append((words, code))

    def close(self) -> None:
        """Nothing to let go."""


def listening(nav: Navigator, heard: Heard) -> Sounds:
    return Sounds(nav, lambda: nav.frame(nav.screen), heard, heard)


def begin(nav: Navigator) -> None:
    nav.begin(Header(game="star_explorer", players=("Zoé", "Tycho"), options={"piles": "dealt"}, seed=1))


def test_a_step_an_undo_and_the_next_players_turn_sound_different(nav: Navigator) -> None:
    heard = Heard()
    begin(nav)
    listening(nav, heard)
    nav.act(ChooseSide(seat=nav.open_table.game.to_move(nav.state)[0], side=0))
    nav.undo()
    assert [name for name, _ in heard.cues] == ["turn", "undo"]


def test_a_touch_that_cannot_be_done_is_heard_as_the_banner_is_seen(nav: Navigator) -> None:
    heard = Heard()
    begin(nav)
    listening(nav, heard)
    nav.warn("That is not possible")
    nav.changed()
    nav.changed()
    assert [name for name, _ in heard.cues] == ["warn"]


def test_muted_nothing_is_heard(nav: Navigator) -> None:
    heard = Heard()
    begin(nav)
    nav.choose_preference("sound=off")
    nav.choose_preference("prompts=on")
    listening(nav, heard)
    nav.warn("That is not possible")
    nav.changed()
    assert (heard.cues, heard.words) == ([], [])


def test_the_volume_is_the_one_that_was_chosen(nav: Navigator) -> None:
    heard = Heard()
    nav.choose_preference("volume=5")
    listening(nav, heard)
    nav.warn("That is not possible")
    nav.changed()
    assert heard.cues == [("warn", 1.0)]


def test_prompts_are_the_words_of_the_screen_in_the_language_in_use(nav: Navigator) -> None:
    heard = Heard()
    nav.choose_preference("prompts=on")
    listening(nav, heard)
    nav.speak("fr")
    begin(nav)
    while nav.screen == "start_tile":
        nav.act(ChooseSide(seat=nav.open_table.game.to_move(nav.state)[0], side=0))
    assert heard.words[-1] == (nav.frame(nav.screen).title, "fr")
    assert SizePresenter(nav).view().frame.screen == nav.screen


def test_nothing_is_said_twice() -> None:
    frame = Frame(screen="draw", title="Zoé draws", subtitle="Round I")
    assert prompt(None, frame) == "Zoé draws. Round I"
    assert prompt(frame, frame) is None


def test_what_is_read_aloud_is_spoken_as_it_comes_and_no_sentence_twice() -> None:
    first = Frame(screen="encounter", title="Encounter", aloud=("A merchant", "He comes.", "How many?"))
    second = Frame(screen="encounter", title="Encounter", aloud=("A merchant", "He comes.", "Take 1 card.", "Next?"))
    assert prompt(None, first) == "Encounter. A merchant. He comes. How many?"
    assert prompt(first, second) == "Take 1 card. Next?"
    assert prompt(second, second) is None


@pytest.mark.parametrize("what", ["sound", "speech"])
def test_a_missing_loudspeaker_or_voice_is_told_once_and_the_game_goes_on(nav: Navigator, what: str) -> None:
    heard = Heard(missing=True)
    nav.choose_preference("prompts=on" if what == "speech" else "prompts=off")
    begin(nav)
    listening(nav, heard)
    if what == "sound":
        nav.act(ChooseSide(seat=nav.open_table.game.to_move(nav.state)[0], side=0))
    else:
        nav.changed()
    first = nav.notice
    nav.tell(None)
    nav.changed()
    assert first is not None
    assert nav.notice is None


def test_every_cue_has_a_sound_of_our_own_and_something_to_see() -> None:
    folder = resources.files("pi_app") / "sounds"
    for name, twin in SEEN.items():
        with wave.open(str(folder / f"{name}.wav")) as sound:
            assert 0.05 < sound.getnframes() / sound.getframerate() < 1.5
        assert twin


@pytest.mark.parametrize(
    ("before", "after", "heard"),
    [
        (Moment(screen="draw", game=1, lines=3), Moment(screen="question", game=1, lines=3), "ask"),
        (Moment(screen="draw", game=1, lines=3), Moment(screen="final", game=1, lines=4, over=True), "end"),
        (Moment(screen="why", game=1, lines=3), Moment(screen="why", game=1, lines=4, last="correct"), "correct"),
        (Moment(screen="draw", game=1, lines=3), Moment(screen="draw", game=1, lines=4), "step"),
        (Moment(screen="start"), Moment(screen="draw", game=1, lines=9), None),
        (Moment(screen="draw", game=1, lines=3), Moment(screen="menu", game=1, lines=3), None),
        (Moment(screen="draw", game=1, lines=3), Moment(screen="draw", game=1, lines=4, time_up=True), "time"),
        (Moment(screen="start", time_up=True), Moment(screen="draw", game=1, lines=4, time_up=True), None),
    ],
)
def test_what_a_change_sounds_like(before: Moment, after: Moment, heard: Cue | None) -> None:
    assert cue(before, after) == heard


def test_speech_never_waits_and_the_newest_words_win(tmp_path: Path) -> None:
    program, spoken = tmp_path / "espeak-ng", tmp_path / "spoken"
    program.write_text(f'#!/bin/sh\necho "$2 $8" >> {spoken}\nexec sleep 60\n')
    program.chmod(0o755)
    voice = Espeak(str(program))
    begun = monotonic()
    voice.say("first", "en", 1.0)
    voice.say("last", "pl", 1.0)
    assert monotonic() - begun < 50.0, "the program goes on for a minute"
    while not (spoken.exists() and "pl last" in spoken.read_text()):
        Event().wait(0.01)
    voice.close()
    assert voice._speaking is None


def test_without_espeak_nothing_is_started() -> None:
    voice = Espeak("no-such-program")
    voice.say("hello", "en", 1.0)
    assert voice.missing
    voice.close()
