"""Hands that play Star Explorer."""

from __future__ import annotations

from random import Random

from engines.star_explorer.bots import best_draw
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.games.star_explorer.score import MarkerPresenter, WhyPresenter
from pi_app.games.star_explorer.setup import FirstPlayerPresenter, StartTilePresenter
from pi_app.games.star_explorer.tiles import RevealPresenter, SizePresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.setup import PlayersPresenter
from pi_app.presenters.start import StartPresenter
from pi_app.table.journal import Journal


def plugged_in_again(nav: Navigator) -> Navigator:
    """The screens after the plug was pulled and put back; whoever asks for them closes their journal."""
    nav.journal.close()
    return Navigator(Journal(nav.journal.path), clock=lambda: "2026-01-31T20:00:00+00:00")


class Hands:
    """Plays through presenters as fingers would."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav
        self.rng = Random(4)

    def restart(self) -> None:
        """The plug is pulled and put back."""
        self.nav = plugged_in_again(self.nav)

    def begin(self, *names: str) -> None:
        StartPresenter(self.nav).new_game()
        players = PlayersPresenter(self.nav)
        for name in names:
            players.sit_down(name)
        players.start()

    def to_size(self, *names: str) -> None:
        self.begin(*names)
        if self.nav.screen == "first_player":
            FirstPlayerPresenter(self.nav).choose(0)
        tiles = ("red_blue", "white_yellow", "white_blue", "red_white")
        for tile in tiles[: len(names)]:
            StartTilePresenter(self.nav).choose(tile, 0)

    def to_draw(self, size: int | None = None) -> None:
        SizePresenter(self.nav).choose(size or self.nav.state.sizes[0])
        while self.nav.screen == "reveal":
            reveal = RevealPresenter(self.nav)
            reveal.choose(self.rng.choice([c.tile for c in reveal.cards if not c.taken]))

    def draw_best(self) -> None:
        draw = DrawPresenter(self.nav)
        wanted = best_draw(self.nav.open_table.game, self.nav.state, draw.seat)  # type: ignore[arg-type]
        for line in wanted.lines:
            draw.join(*line)
        for star in wanted.stars:
            if not any(star in line for line in wanted.lines):
                draw.tap_star(star)
                draw.tap_star(star)
        draw.done()

    def to_round_end(self, *names: str) -> None:
        self.to_size(*names)
        self.to_draw()
        while self.nav.screen == "draw":
            self.draw_best()

    def play_round(self) -> None:
        self.to_draw()
        while self.nav.screen == "draw":
            self.draw_best()
        WhyPresenter(self.nav).go_on()
        if self.nav.screen == "marker":
            MarkerPresenter(self.nav).go_on()
