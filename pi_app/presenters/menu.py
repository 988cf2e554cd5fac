"""The menu of a game in progress, and the rules in a few cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pi_app.games.app_game import AppGame, app_of, offered
from pi_app.i18n import _
from pi_app.presenters.better import better_tap
from pi_app.presenters.now import guide, is_guided, now_lines
from pi_app.presenters.seats import can_leave
from pi_app.presenters.sky import sky
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Card, Leave, Page, StepView, Tap, Taps, Words

MENU_DP: Final = 380
TOPICS_DP: Final = 240
MAX_LINES: Final = 9


class MenuPresenter(StepPresenter):
    """The menu of a game in progress: what can be done at any moment of it, and what can be done now."""

    def view(self) -> StepView:
        """What can be done now; scores, history, help and the way out beside it."""
        guided = is_guided(self.nav)
        words, icon = (_("Guide: on"), "check") if guided else (_("Guide: off"), "cross")
        switch = Tap(does(self.switch_guide), words, icon=icon)
        leaves = (Tap(Page("seats"), _("Somebody leaves"), icon="leave"),) if can_leave(self.nav) else ()
        shown = self.nav.phones is not None and self.nav.phones.on
        phones = (Tap(Page("phones"), _("Phones"), icon="phone"),) if shown else ()
        return StepView(
            frame=self.nav.frame(_("Menu"), self.nav.app.title()),
            stage=Card((Words(_("What can I do now?"), "bold"), *self._now()), sky=sky(self.nav)),
            panel=(
                Taps(
                    (
                        Tap(Page("scores"), _("Score so far"), icon="sheet"),
                        Tap(Page("history"), _("History"), icon="clock"),
                    )
                ),
                *better_tap(self.nav),
                Taps((Tap(Page("help"), _("How to play"), icon="help"), switch)),
                Taps((Tap(Page("settings"), _("Settings"), icon="menu"), *leaves)),
                *phones,
                Tap(Leave(), _("Leave this game"), icon="home"),
                Words(_("It is saved, and can be continued at any time."), "muted"),
            ),
            panel_dp=MENU_DP,
        )

    def _now(self) -> Iterator[Words]:
        """The names stand before what they can do, once for lines of the same people."""
        before = ""
        for line in now_lines(self.nav)[:MAX_LINES]:
            if line.who and line.who != before:
                yield Words(line.who, "good")
            before = line.who
            yield Words(f"• {line.what}" if line.who else line.what)

    @on("guide")
    def switch_guide(self) -> None:
        """Have the guide come or go."""
        guide(self.nav, on=not is_guided(self.nav))

    @on(Leave)
    def leave(self) -> None:
        """Leave this game."""
        self.nav.home()


class HelpPresenter(StepPresenter):
    """The rules in a few words: one card, the others beside it; without a game in progress, those of every game."""

    @property
    def _app(self) -> AppGame:
        return self.nav.app if self.nav.table is not None else app_of(self._game)

    @property
    def _game(self) -> str:
        return self.nav.table.header.game if self.nav.table else self.nav.place.row or self.nav.likely_game()

    @property
    def topic(self) -> int:
        """The card that is open: at first the one that fits the screen below."""
        chosen = self.nav.place.receipt
        if chosen is None and self.nav.table is not None:
            chosen = self._app.help_card(self.nav)
        return min(chosen or 0, len(self._app.help()) - 1)

    def view(self) -> StepView:
        """The open card."""
        cards, topic, title = self._app.help(), self.topic, self._app.title()
        lines, drawings = cards[topic].lines, self._app.rule_drawings
        drawn = Card(tuple(map(Words, lines)), drawings[topic] if topic < len(drawings) else ())
        games = () if self.nav.table is not None else offered()
        return StepView(
            frame=self.nav.frame(_("How to play"), title),
            stage=self._app.rule_card(topic, lines) or drawn,
            panel=tuple(Tap(does(self.open_topic, i), card.title, chosen=i == topic) for i, card in enumerate(cards)),
            panel_dp=TOPICS_DP,
            tabs=tuple(
                Tap(does(self.open_rules, game), app_of(game).title(), chosen=app_of(game).title() == title)
                for game in games
            ),
        )

    @on("topic")
    def open_topic(self, topic: int) -> None:
        """Open that card."""
        self.nav.move(receipt=topic)

    @on("rules")
    def open_rules(self, game: str) -> None:
        """Read the rules of that game."""
        self.nav.move(row=game, receipt=None)
