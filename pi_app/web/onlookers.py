"""A page for another screen of the same table: read only, for everybody.

The page asks once a second for `/view.json`; what it gets is what `show` was given last.
"""

from __future__ import annotations

from time import monotonic
from typing import Final

import msgspec

from engines.errors import NotPossible
from pi_app.host.settings import PublicConfig
from pi_app.i18n import _, tell
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.onlookers.view import PublicView, public_view
from pi_app.web.serving import Handler, Page, Server, body_of

PAUSE_S: Final = 0.5
"""A game that changes faster is shown so often."""


class _Server(Server):
    body = body_of(b"{}")
    card: bytes | None = None
    """The picture of an evening that is shared now."""


class _Handler(Handler):
    FILES = {
        "/": "index.html",
        "/page.css": "page.css",
        "/page.js": "page.js",
        "/draw.js": "draw.js",
        "/tones.css": "tones.css",
    }

    def view(self) -> None:
        """Hand out what everybody may see."""
        self.hand_out(self.server.body)

    def other(self) -> None:
        """Hand out the picture that is shared."""
        if self.path == "/card.png" and (card := self.server.card) is not None:
            self.answer(card, "image/png")
        else:
            super().other()


class PublicPage(Page):
    """The page while it is served. Raises NotPossible where the address cannot be had."""

    def __init__(self, config: PublicConfig) -> None:
        self.config = config
        super().__init__(config.address, config.port, lambda address: _Server(address, _Handler))

    def show(self, view: PublicView) -> None:
        """Hand this out from now on."""
        self.server.body = body_of(msgspec.json.encode(view))

    def share(self, card: bytes | None) -> None:
        """Hand this picture out from now on; None: none."""
        self.server.card = card


class Onlookers:
    """Serves the page while the table wishes it, and keeps it true. `follow` is called a few times a second."""

    def __init__(self, nav: Navigator, config: PublicConfig) -> None:
        self.nav = nav
        self.config = config
        self.page: PublicPage | None = None
        self._changed = True
        self._shown_at = -PAUSE_S
        nav.subscribe(self._notice)

    def _notice(self) -> None:
        self._changed = True

    def follow(self) -> None:
        """Open or close the page as it is preferred, and show what has changed since the last time."""
        if self.nav.preferences.public and self.page is None:
            self._open()
        elif not self.nav.preferences.public:
            self.close()
        if self.page is not None and self._changed and monotonic() - self._shown_at >= PAUSE_S:
            self._changed, self._shown_at = False, monotonic()
            self.page.show(public_view(self.nav))
            self.page.share(self.nav.shared)

    def _open(self) -> None:
        try:
            self.page = PublicPage(self.config)
        except NotPossible as error:
            why = error.finding
            self.nav.warn(lambda: _("The public screen cannot be opened: {reason}").format(reason=tell(why)))
            self.nav.prefer(msgspec.structs.replace(self.nav.preferences, public=False))
        else:
            self._changed = True
            address = self.nav.served = self.page.url
            self.nav.tell(lambda: _("Public screen: {address}").format(address=address))
            self.nav.changed()

    def close(self) -> None:
        """Stop serving. May be called twice."""
        if self.page is not None:
            self.page.close()
            self.page = None
            self.nav.served = ""
