"""How the table likes its screens: one row a preference."""

from __future__ import annotations

from msgspec.structs import replace

from pi_app.i18n import _
from pi_app.presenters.preferences import preference_rows
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Named, Slide, StepView, Tap, Taps


class SettingsPresenter(StepPresenter):
    """The page `settings`; what is chosen holds at once, and while a game goes on."""

    def view(self) -> StepView:
        """The preferences, and the way to what only the host does."""
        rows = tuple(
            Named(
                row.label,
                Taps(tuple(Tap(does(self.choose, v.key), v.words, chosen=v.chosen) for v in row.values), big=18),
            )
            for row in preference_rows(self.nav.preferences)
        )
        return StepView(
            frame=replace(self.nav.frame(_("Settings")), undo=None, redo=None),
            stage=Slide("settings", rows),
            tabs=(Tap(does(self.open_host), _("For the host"), icon="menu", on=self.nav.desk is not None),),
        )

    @on("prefer")
    def choose(self, key: str) -> None:
        """Choose a value."""
        self.nav.choose_preference(key)

    @on("host")
    def open_host(self) -> None:
        """Open what only the host does."""
        if self.nav.desk is not None:
            self.nav.desk.leave()
            self.nav.open_page("host")
