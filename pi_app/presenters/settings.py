"""How the table likes its screens: one row a preference."""

from __future__ import annotations

import msgspec

from pi_app.i18n import _
from pi_app.presenters.frame import Frame
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.preferences import PreferenceRow, preference_rows


class SettingsView(msgspec.Struct, frozen=True, kw_only=True):
    """The preferences, and the way to what only the host does."""

    frame: Frame
    rows: tuple[PreferenceRow, ...]
    host: str
    can_host: bool


class SettingsPresenter:
    """The page `settings`; what is chosen holds at once, and while a game goes on."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> SettingsView:
        """What the screen shows."""
        return SettingsView(
            frame=msgspec.structs.replace(self.nav.frame(_("Settings")), undo=None, redo=None),
            rows=preference_rows(self.nav.preferences),
            host=_("For the host"),
            can_host=self.nav.desk is not None,
        )

    def choose(self, key: str) -> None:
        """Choose a value."""
        self.nav.choose_preference(key)

    def open_host(self) -> None:
        """Open what only the host does."""
        if self.nav.desk is not None:
            self.nav.desk.leave()
            self.nav.open_page("host")
