"""The phones of a game's seats: served while the table wishes them and a game is played, and kept true."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty
from time import monotonic
from typing import Final

import msgspec

from engines.errors import NotPossible
from pi_app.host.settings import PhonesConfig
from pi_app.i18n import Said, _, language, said, tell
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.onlookers.seat import NoSeat, seat_view
from pi_app.web.keys import SeatKeys
from pi_app.web.phone_server import PhoneServer
from pi_app.web.serving import ANYWHERE, LOOPBACK, Page, body_of, own_address

PAUSE_S: Final = 0.5
"""A game that changes faster is shown so often."""
RETRY_S: Final = 5.0
"""A table without a network looks for one so often."""
AFTER_S: Final = 30.0
"""So long phones are served after the end of a game: time enough to show it."""


class Phones:
    """The phones of the game in progress, as the screens and the camera know them; see `presenters.phone_seats`.

    `follow` is called every frame; nothing here waits, and the threads of the server never touch the game.
    """

    def __init__(self, nav: Navigator, config: PhonesConfig, clock: Callable[[], float] = monotonic) -> None:
        self.nav = nav
        self.config = config
        self.page: Page | None = None
        self._clock = clock
        self._keys: tuple[int, SeatKeys] | None = None
        """Of which game, and the keys of its seats."""
        self._why: Said | None = None
        self._tried_at = -RETRY_S
        self._over_at: float | None = None
        self._changed = True
        self._shown_at = -PAUSE_S
        self._reading: int | None = None
        self._said: dict[int, tuple[int, Said]] = {}
        """By seat: what has become of its last picture, and at which line of the record."""
        nav.subscribe(self._notice)

    def _notice(self) -> None:
        self._changed = True

    # To the screens --------------------------------------------------------------------------------------------

    @property
    def on(self) -> bool:
        """Whether the table wishes phones."""
        return self.nav.preferences.phones

    @property
    def why(self) -> str | None:
        """Why no phone can reach this table, in the language in use; None where they can."""
        return None if self._why is None else said(self._why)

    def address(self, seat: int) -> str | None:
        """What that seat's phone is to open; None where none can, or where a phone has the seat."""
        if self.page is None or self._keys is None or self._keys[1].joined(seat):
            return None
        return f"{self.page.url}/#{self._keys[1].key(seat)}"

    def joined(self, seat: int) -> bool:
        """Whether a phone has that seat."""
        return self._keys is not None and self._keys[1].joined(seat)

    def renew(self, seat: int) -> None:
        """Another key for that seat; the phone that had it is thrown out."""
        if self._keys is not None:
            self._keys[1].renew(seat)
            self._said.pop(seat, None)
            self.nav.changed()

    # To the steps that a camera serves -------------------------------------------------------------------------

    def offer(self, takes: Callable[[int], bool]) -> None:
        """Have the first picture read that a phone has brought of a board that is wanted now."""
        if self.page is None or self.nav.camera.busy is not None:
            return
        server: PhoneServer = self.page.server
        seat = next((seat for seat in server.waiting() if takes(seat)), None)
        if seat is not None:
            self._reading = seat
            self._say(seat, _reads)
            self.nav.camera.read(seat, server.take(seat))
            self.nav.changed()

    # Every frame -----------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Open or close the page as it is wished, and show what has changed since the last time."""
        if not self._wanted():
            self.close()
            return
        if self.page is None and self._clock() - self._tried_at >= RETRY_S:
            self._tried_at = self._clock()
            self._open()
        if self.page is None:
            return
        self._listen(self.page.server)
        if self._changed and self._clock() - self._shown_at >= PAUSE_S:
            self._changed, self._shown_at = False, self._clock()
            self._show(self.page.server)

    def _wanted(self) -> bool:
        """Whether phones are wished, and there is a game for them; a game that has just ended is one."""
        table = self.nav.table
        if not self.nav.preferences.phones or table is None:
            self._over_at = None
            return False
        if not table.over:
            self._over_at = None
        elif self._over_at is None:
            self._over_at = self._clock()
        if self._keys is not None and self._keys[0] != table.game_id:
            return False
        return self._over_at is None or self._clock() - self._over_at < AFTER_S

    def _open(self) -> None:
        table = self.nav.open_table
        if self._keys is None:
            self._keys = table.game_id, SeatKeys(range(len(table.players)))
        keys, before = self._keys[1], self.why
        try:
            if self.config.address in ANYWHERE and own_address() == LOOPBACK:
                self._why = lambda: _("This table is in no network: phones cannot reach it.")
            else:
                self.page = Page(self.config.address, self.config.port, lambda address: PhoneServer(address, keys))
                self._why = None
                self._changed = True
        except NotPossible as error:
            self._why = partial(_not_opened, error)
        if self.page is not None or self.why != before:
            self.nav.changed()

    def _listen(self, server: PhoneServer) -> None:
        """Tell what phones have done, and how far their pictures are."""
        with suppress(Empty):
            while True:
                name = self.nav.open_table.players[server.joined.get_nowait()]
                self.nav.tell(lambda name=name: _("A phone has joined: {name}").format(name=name))
                self.nav.changed()
        for seat in server.waiting():
            if self._told(seat) is not _waits:
                self._say(seat, _waits)
        if self._reading is not None and self.nav.camera.busy is None:
            seat, self._reading = self._reading, None
            self._say(seat, self.nav.camera.trouble or _is_read)

    def _say(self, seat: int, words: Said) -> None:
        self._said[seat] = len(self.nav.open_table.record.lines), words
        self._changed = True

    def _told(self, seat: int) -> Said:
        """What has become of its last picture; nothing once the game has gone on."""
        lines, words = self._said.get(seat, (-1, ""))
        return words if lines == len(self.nav.open_table.record.lines) else ""

    def _show(self, server: PhoneServer) -> None:
        server.refusal = body_of(msgspec.json.encode(NoSeat(language(), _("Scan the code on the table’s screen."))))
        views = {seat: seat_view(self.nav, seat, said(self._told(seat))) for seat in server.keys.taken}
        server.views = {seat: body_of(msgspec.json.encode(view)) for seat, view in views.items()}
        server.taking = frozenset(seat for seat, view in views.items() if view.photo)

    def close(self) -> None:
        """Stop serving, and forget who had which seat. May be called twice."""
        if self.page is not None:
            self.page.close()
        self.page = self._keys = self._why = self._reading = None
        self._tried_at = -RETRY_S
        self._said.clear()


def _not_opened(error: NotPossible) -> str:
    return _("Phones cannot reach this table: {reason}").format(reason=tell(error.finding))


def _reads() -> str:
    return _("The table is reading your picture.")


def _waits() -> str:
    return _("Your picture waits until the table’s screen asks for it.")


def _is_read() -> str:
    return _("Look at the table’s screen.")
