"""What was found about something: sentences with a sign, how much is done."""

from __future__ import annotations

from typing import Final

from kivy.graphics import Color
from kivy.metrics import dp
from kivy.properties import NumericProperty

from pi_app.presenters.host_update import Level, Remark, Share
from pi_app.steps.view import Tone, Words
from pi_app.ui import theme
from pi_app.ui.steps.port import Port
from pi_app.ui.steps.sentences import WordsRow
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.plate import Column, Pane
from pi_app.ui.widgets.rounded import RoundedBox

SIGNS: Final[dict[Level, tuple[str, Tone]]] = {
    "ok": ("check", "plain"),
    "warn": ("warn", "ask"),
    "fail": ("cross", "wrong"),
    "plain": ("", "plain"),
}


def remark_row(remark: Remark, port: Port) -> Pane:
    """A sentence with its sign on a plate, and what else there is to say below it."""
    icon, tone = SIGNS[remark.level]
    row, words = Pane(size_hint_y=None, padding=(dp(10), dp(6))), Column(spacing=dp(2))
    words.bind(height=lambda _words, height: setattr(row, "height", height + dp(12)))
    words.add_widget(WordsRow(Words(remark.text, tone, icon=icon), port))
    if remark.more:
        words.add_widget(WordsRow(Words(remark.more, "muted"), port))
    row.add_widget(words)
    return row


class ShareBar(Painted):
    """A bar that fills as something gets done."""

    SHOWN = ("share",)
    share = NumericProperty(0)

    def __init__(self, share: Share, _port: Port, **kwargs: object) -> None:
        super().__init__(share=share.share, size_hint_y=None, height=dp(10), **kwargs)

    def show(self, share: Share) -> None:
        """More of it is done."""
        self.share = share.share

    def paint(self) -> None:
        """What is done on the whole."""
        for colour, width in ((theme.RAISED, self.width), (theme.GO, max(dp(10), self.width * self.share))):
            self.draw(Color(*colour), RoundedBox(pos=self.pos, size=(width, self.height), radius=[dp(5)]))
