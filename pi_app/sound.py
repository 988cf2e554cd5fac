"""Sounds and speech: cues through Kivy's mixer, words through espeak-ng where it is installed. Neither ever waits."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from importlib import resources
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, Protocol

from pi_app.i18n import N_, _, language
from pi_app.presenters.frame import Frame
from pi_app.presenters.heard import SEEN, Cue, cue, moment, prompt
from pi_app.presenters.navigator import Navigator

LOUDEST: Final = 5
WORDS_A_MINUTE: Final = 155
_TOLD: Final = "told.{what}"
_NO_SOUND: Final = N_("No sound can be played here. The screen shows all that would be heard.")
_NO_SPEECH: Final = N_("Spoken prompts need espeak-ng, which is not installed. All is shown too.")


class Player(Protocol):
    """Plays cues. `missing` says that nothing can be heard here."""

    missing: bool

    def play(self, name: Cue, volume: float) -> None:
        """Begin a sound; `volume` 0 to 1."""


class Speaker(Protocol):
    """Says words. `missing` says that nothing can be spoken here."""

    missing: bool

    def say(self, words: str, code: str, volume: float) -> None:
        """Begin to speak in that language, in the place of what is being said."""

    def close(self) -> None:
        """Fall silent."""


class Mixer:
    """Kivy's SDL2 sound; every cue is loaded when it is first heard."""

    def __init__(self) -> None:
        self.missing = False
        self._sounds: dict[Cue, Any] = {}

    def warm(self) -> None:
        """Load every cue, so that the first one is not late."""
        for name in SEEN:
            if not self.missing:
                self._load(name)

    def play(self, name: Cue, volume: float) -> None:
        """Play a sound from its beginning; `volume`: 0…1. One that cannot be loaded stays silent."""
        sound = self._sounds.get(name) or self._load(name)
        if sound is not None:
            sound.volume = volume
            sound.stop()
            sound.play()

    def _load(self, name: Cue) -> Any:
        from kivy.core.audio import SoundLoader

        sound = SoundLoader.load(str(resources.files("pi_app") / "sounds" / f"{name}.wav"))
        self.missing = sound is None or not sound.length
        if self.missing:
            return None
        self._sounds[name] = sound
        return sound


class Espeak:
    """espeak-ng as a process of its own, one sentence at a time: the newest one wins."""

    def __init__(self, program: str = "espeak-ng") -> None:
        self._program = shutil.which(program)
        self.missing = self._program is None
        self._asked: SimpleQueue[tuple[str, str, float] | None] = SimpleQueue()
        self._speaking: subprocess.Popen[bytes] | None = None
        self._thread: Thread | None = None

    def say(self, words: str, code: str, volume: float) -> None:
        """Begin to speak; returns at once."""
        if self._program is None:
            return
        if self._thread is None:
            self._thread = Thread(target=self._work, name="speech", daemon=True)
            self._thread.start()
        self._asked.put((words, code, volume))

    def close(self) -> None:
        """Fall silent, in the middle of a word if need be."""
        if self._thread is not None:
            self._asked.put(None)
            self._thread.join(2.0)
            self._thread = None

    def _work(self) -> None:
        while True:
            asked = self._asked.get()
            while not self._asked.empty():
                asked = self._asked.get()
            self._hush()
            if asked is None:
                return
            with suppress(OSError):
                self._speaking = self._start(*asked)

    def _start(self, words: str, code: str, volume: float) -> subprocess.Popen[bytes]:
        command = [
            str(self._program),
            "-v",
            code,
            "-s",
            str(WORDS_A_MINUTE),
            "-a",
            str(round(200 * volume)),
            "--",
            words,
        ]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)

    def _hush(self) -> None:
        if self._speaking is not None:
            self._speaking.terminate()
            self._speaking.wait()
            self._speaking = None


class Sounds:
    """Follows a navigator: plays and says what its changes sound like, as the table prefers."""

    def __init__(self, nav: Navigator, frame: Callable[[], Frame], player: Player, speaker: Speaker) -> None:
        self.nav = nav
        self._frame_now = frame
        self.player = player
        self.speaker = speaker
        self._before = moment(nav)
        self._frame: Frame | None = None
        nav.subscribe(self.listen)

    def listen(self) -> None:
        """Take in what has changed."""
        after, frame = moment(self.nav), self._frame_now()
        heard, words = cue(self._before, after), prompt(self._frame, frame)
        self._before, self._frame = after, frame
        if self.nav.preferences.sound:
            self._play(heard)
            self._say(words)

    @property
    def _volume(self) -> float:
        return self.nav.preferences.volume / LOUDEST

    def _play(self, heard: Cue | None) -> None:
        if heard is not None:
            self.player.play(heard, self._volume)
            if self.player.missing:
                self._tell_once("sound", _NO_SOUND)

    def _say(self, words: str | None) -> None:
        if not self.nav.preferences.prompts:
            return
        if self.speaker.missing:
            self._tell_once("speech", _NO_SPEECH)
        elif words:
            self.speaker.say(words, language(), self._volume)

    def _tell_once(self, what: str, message: str) -> None:
        key = _TOLD.format(what=what)
        if self.nav.journal.place(key) is None and self.nav.notice is None:
            self.nav.journal.set_place(key, "yes")
            self.nav.tell(lambda: _(message))
            self.nav.changed()
