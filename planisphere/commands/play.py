"""`planisphere play`: the touchscreen app."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engines.errors import BadInput, NotPossible
from engines.registry import game_names
from hardware.backlight import Backlight
from hardware.camera import find_device
from hardware.panel import connected_panel, panel_inches
from pi_app.games.app_game import app_of, offered
from pi_app.host.crashes import watched
from pi_app.host.rest import Rest, ScreenConfig
from pi_app.host.settings import Settings, load_settings
from pi_app.paths import state_dir

if TYPE_CHECKING:
    from pi_app.autoplay.base import Autoplay
    from pi_app.host.kiosk import Kiosk
    from pi_app.presenters.navigator import Navigator
    from pi_app.robot.play import Robot
    from pi_app.ui.app import PlanisphereApp

QUICK_FPS = 120
"""Frames a second where a program touches the screen."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--game", help="the game that is offered first, and that autoplay plays")
    parser.add_argument("--digital", action="store_true", help="autoplay plays on the screen alone, without boards")
    parser.add_argument("--simulate", action="store_true", help="the simulated table: boards, cameras, lamps, buttons")
    parser.add_argument("--demo", action="store_true", help="the simulated table where no camera is found")
    parser.add_argument("--autoplay", type=float, metavar="SECONDS", help="play by itself, then print the score sheet")
    parser.add_argument("--screenshots", type=Path, metavar="DIR", help="where autoplay and the robot leave pictures")
    parser.add_argument("--robot", metavar="FILE", help="touch the screens as FILE says (-: standard input)")
    parser.add_argument("--players", type=int, default=2, help="how many play in autoplay (default: 2)")
    parser.add_argument("--bots", type=int, default=0, help="how many of them are bots, with --digital (default: 0)")
    parser.add_argument("--size", metavar="WxH", help="the window in pixels (default: the panel, else 800x480)")
    parser.add_argument("--seed", type=int, default=1, help="settles autoplay and the simulated table (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Run the app until it is closed, or autoplay is over. Raises BadInput, JournalBusy, NotPossible."""
    size = _checked(args)
    settings = _settings()
    simulate = args.simulate or (args.demo and not _camera_found(settings))
    if simulate and not args.simulate:
        _say("no camera was found: this is the simulated table (--simulate)")
    commands = _commands(args.robot)
    _prepare_display(size, settings.screen.turned, in_haste=args.autoplay is not None, robot=commands is not None)
    from pi_app.host.kiosk import Kiosk

    with watched(state_dir()), Kiosk(state_dir(), settings, simulate=simulate, seed=args.seed) as kiosk:
        if kiosk.journal.notice:
            _say(kiosk.journal.notice)
        return _play(kiosk, args, settings.screen) if commands is None else _follow(kiosk, args, commands, size)


def _commands(file: str | None) -> int | None:
    """The descriptor that the robot reads its lines from."""
    if file is None:
        return None
    if file == "-":
        return sys.stdin.fileno()
    try:
        return os.open(file, os.O_RDONLY)
    except OSError as error:
        raise BadInput("robot.file", "--robot {file}: {why}", file, error.strerror) from None


def _checked(args: argparse.Namespace) -> tuple[int, int] | None:
    if args.game is not None and args.game not in offered():
        known = "it cannot be played on the screen yet" if args.game in game_names() else "unknown game"
        raise BadInput(
            "play.game", "--game {game!r}: {problem}; expected {known}", args.game, known, ", ".join(sorted(offered()))
        )
    fewest, most = app_of(args.game or offered()[0]).seats()
    if not fewest <= args.players <= most:
        raise BadInput("play.players", "--players {players}: expected {fewest} to {most}", args.players, fewest, most)
    if not 0 <= args.bots <= (args.players if args.digital else 0):
        raise BadInput("play.bots", "--bots {bots}: expected at most as many as --players, and --digital", args.bots)
    if args.autoplay is not None and args.robot is not None:
        raise BadInput("play.both", "--autoplay and --robot: expected one of them")
    if args.autoplay is not None and not 0 < args.autoplay < 86400:
        raise BadInput(
            "play.seconds", "--autoplay {autoplay:g}: expected seconds, more than 0 and less than a day", args.autoplay
        )
    return None if args.size is None else _size(args.size)


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if match is None:
        raise BadInput("play.size_form", "--size {text!r}: expected WIDTHxHEIGHT in pixels, such as 800x480", text)
    width, height = int(match[1]), int(match[2])
    if width < 640 or height < 400 or width < height:
        raise BadInput("play.size_small", "--size {text!r}: expected at least 640x400, wider than high", text)
    return width, height


def _settings() -> Settings:
    loaded = load_settings()
    for note in loaded.notes:
        _say(note)
    return loaded.settings


def _camera_found(settings: Settings) -> bool:
    camera = settings.camera
    if camera.kind in ("auto", "v4l2"):
        return find_device(camera.device) is not None
    return camera.kind == "folder"


def _prepare_display(size: tuple[int, int] | None, turned: int | None, *, in_haste: bool, robot: bool) -> None:
    from pi_app.robot.commands import LARGEST
    from pi_app.ui import environment

    offscreen = environment.find_display(os.environ).driver == "offscreen"
    opened = LARGEST if robot and offscreen else size  # such a window can become smaller later, not larger
    max_fps = QUICK_FPS if in_haste or robot else environment.MAX_FPS
    display = environment.prepare(opened, max_fps=max_fps, turned=turned)
    if display.driver == "offscreen":
        _say(f"the screen is drawn offscreen: {display.why}")


def autoplay_of(nav: Navigator, wanted: str | None) -> type[Autoplay]:
    """What plays by itself: the game that goes on, whichever it is; where there is none, the one that is wanted."""
    from pi_app.autoplay import driver

    return driver(nav.table.header.game if nav.table is not None else wanted or offered()[0])


def _play(kiosk: Kiosk, args: argparse.Namespace, screen: ScreenConfig) -> int:
    from pi_app.ui.app import PlanisphereApp

    nav = kiosk.nav
    nav.preferred = args.game
    kiosk.bots.pause = nav.guides = args.autoplay is None
    if nav.table is not None:
        _say(f"continued game {nav.table.game_id} on the screen {nav.screen!r}, {nav.table.length} lines")
    if args.autoplay is None:
        PlanisphereApp(nav, kiosk.devices.buttons, rest=Rest(screen, Backlight()), inches=_inches(screen, args)).run()
        return 0
    nav.preferences = msgspec.structs.replace(nav.preferences, reduced_motion=True)  # pictures show where things end
    runs: list[Autoplay] = []

    def start(app: PlanisphereApp) -> None:
        shots = args.screenshots or state_dir() / "screenshots"
        runs.append(
            autoplay_of(nav, args.game)(
                app,
                seconds=args.autoplay,
                players=args.players,
                seed=args.seed,
                shots=shots,
                table=kiosk.table,
                digital=args.digital,
                bots=args.bots,
            )
        )

    PlanisphereApp(nav, kiosk.devices.buttons, started=start).run()
    return _report(kiosk, runs)


def _inches(screen: ScreenConfig, args: argparse.Namespace) -> float | None:
    """How large the panel is that the window fills."""
    from pi_app.ui.environment import WHOLE_PANEL

    if screen.inches is not None or args.size is not None:
        return screen.inches
    panel = connected_panel() if os.environ.get("SDL_VIDEODRIVER") == WHOLE_PANEL else None
    return None if panel is None else panel_inches(panel)


def _follow(kiosk: Kiosk, args: argparse.Namespace, commands: int, size: tuple[int, int] | None) -> int:
    """Do what the robot's lines say until they end."""
    from kivy.core.window import Window

    from pi_app.robot.play import Lines, Robot
    from pi_app.ui.app import PlanisphereApp
    from pi_app.ui.environment import DEFAULT_SIZE

    kiosk.nav.guides = True
    robots: list[Robot] = []

    def answer(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    def start(app: PlanisphereApp) -> None:
        shots = args.screenshots or state_dir() / "screenshots"
        robots.append(Robot(app, Lines(commands).next, answer, shots, seed=args.seed))

    Window.size = size or DEFAULT_SIZE
    PlanisphereApp(kiosk.nav, kiosk.devices.buttons, started=start).run()
    if not robots:
        raise NotPossible("display.no_window", "the window could not be opened")
    if robots[0].error is not None:
        raise robots[0].error
    return 0


def _report(kiosk: Kiosk, runs: list[Autoplay]) -> int:
    if not runs:
        raise NotPossible("display.no_window", "the window could not be opened")
    if runs[0].error is not None:
        raise runs[0].error
    if runs[0].first_score is not None:
        _say(f"the first points after {runs[0].first_score} touches")
    if not kiosk.nav.open_table.over:
        _say("the time was over before the game: --autoplay with more seconds goes on with it")
    _say(f"{runs[0].written} screenshots in {runs[0].shots}, {runs[0].elapsed:.0f} s")
    print(msgspec.json.encode(kiosk.nav.open_table.sheet).decode(), flush=True)
    return 0


def _say(text: str) -> None:
    print(f"planisphere: {text}", file=sys.stderr, flush=True)
