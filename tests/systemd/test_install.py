"""The installation on made-up Debian roots: commands are not run; what they leave is played where a test says so."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).parents[2]
SCRIPT = REPOSITORY / "script" / "install-pi"
OF_LITE = ("dpkg", "python3", "libdrm2", "libgbm1")
OF_DESKTOP = (*OF_LITE, "lightdm", "libegl1", "libegl-mesa0", "libgl1", "libgl1-mesa-dri", "libgles2", "libxrender1")


@pytest.fixture(scope="module")
def installer() -> Any:
    spec = spec_from_file_location("install", REPOSITORY / "systemd" / "install.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    setattr(module, "fingerprint", lambda: "f1")  # noqa: B010
    return module


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def stanza(name: str, architecture: str = "arm64") -> str:
    return f"Package: {name}\nStatus: install ok installed\nArchitecture: {architecture}\n\n"


def make_root(folder: Path, release: str, packages: tuple[str, ...] = OF_LITE, architecture: str = "arm64") -> Path:
    write(folder / "etc/os-release", f'PRETTY_NAME="Debian GNU/Linux {release}"\nVERSION_ID="{release}"\nID=debian\n')
    write(folder / "etc/passwd", "root:x:0:0:root:/root:/bin/bash\n")
    write(folder / "var/lib/dpkg/status", "".join(stanza(name, architecture) for name in packages))
    desktop = "graphical" if "lightdm" in packages else "multi-user"
    (folder / "etc/systemd/system").mkdir(parents=True)
    (folder / "run/systemd/system").mkdir(parents=True)
    write(folder / "run/udev/control", "")
    (folder / "etc/systemd/system/default.target").symlink_to(f"/lib/systemd/system/{desktop}.target")
    return folder


@pytest.fixture(params=["12 lite", "12 desktop", "13 lite", "13 desktop"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    release, kind = request.param.split()
    return make_root(tmp_path / "root", release, packages=OF_DESKTOP if kind == "desktop" else OF_LITE)


def tree(root: Path) -> dict[str, str]:
    """Everything in a root: links by where they point, files by mode and content."""
    found = {}
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root))
        if path.is_symlink():
            found[name] = os.readlink(path)
        elif path.is_file():
            found[name] = f"{path.stat().st_mode:o} {path.read_bytes()!r}"
    return found


class Player:
    """Plays what commands would leave in a root, and keeps the commands."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.commands: list[list[str]] = []

    def __call__(self, command: list[str]) -> bool:
        self.commands.append(command)
        if "install" in command and "apt-get" in command:
            with (self.root / "var/lib/dpkg/status").open("a") as status:
                status.write("".join(stanza(name) for name in command[command.index("--no-install-recommends") + 1 :]))
        elif command[0] == "systemd-sysusers":
            with (self.root / "etc/passwd").open("a") as users:
                users.write("planisphere:x:990:990::/var/lib/planisphere:/usr/sbin/nologin\n")
        elif command[0] == "systemd-tmpfiles":
            (self.root / "var/lib/planisphere").mkdir(parents=True)
        elif "venv" in command:
            release = (self.root / "etc/os-release").read_text()
            slot = self.root / command[-1].lstrip("/")
            write(slot / "pyvenv.cfg", f"version = 3.{11 if '12' in release else 13}.2\n")
            write(slot / "bin/pip", "")
        return True

    def words(self) -> str:
        return "\n".join(" ".join(command) for command in self.commands)


def install(installer: Any, root: Path, run: Any, **wishes: Any) -> list[str]:
    steps = installer.install(installer.look(root), run, installer.Wishes(**wishes))
    return [step.what for step in steps if step.do()]


def uninstall(installer: Any, root: Path, run: Any) -> list[str]:
    return [step.what for step in installer.uninstall(installer.look(root), run) if step.do()]


# Installing ----------------------------------------------------------------------------------------------------------


def test_a_dry_run_says_everything_and_changes_nothing(root: Path) -> None:
    before = tree(root)
    command = [str(SCRIPT), "--dry-run", "--root", str(root)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert all(line.startswith("would ") for line in lines[:-1])
    assert lines[-1] == f"{len(lines) - 1} steps; nothing was done"
    for part in ("apt-get -q -y install", "/etc/udev/rules.d/70-planisphere.rules", "-m venv", "default.target"):
        assert part in done.stdout
    assert tree(root) == before


def test_a_second_run_of_the_script_changes_nothing(root: Path) -> None:
    command = [str(SCRIPT), "--root", str(root)]
    first = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert first.endswith("ready: restart the machine to begin\n")
    before = tree(root)
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "nothing to do\n"
    assert tree(root) == before
    assert "-m pip install" in (root / "var/log/planisphere-install.commands").read_text()


def test_a_second_run_on_a_machine_runs_no_command(installer: Any, root: Path) -> None:
    install(installer, root, Player(root))
    again = Player(root)
    assert install(installer, root, again) == []
    assert again.commands == []


def test_the_machine_boots_to_the_app(installer: Any, root: Path) -> None:
    install(installer, root, Player(root))
    units = root / "etc/systemd/system"
    assert os.readlink(units / "default.target") == "/etc/systemd/system/planisphere.target"
    wanted = sorted(path.name for path in (units / "planisphere.target.wants").iterdir())
    assert wanted == ["planisphere-system.socket", "planisphere-update.path", "planisphere.service"]
    assert (units / "planisphere.service").read_bytes() == (REPOSITORY / "systemd/planisphere.service").read_bytes()
    assert os.access(root / "usr/local/bin/planisphere", os.X_OK)


def test_only_missing_packages_are_fetched(installer: Any, root: Path) -> None:
    player = Player(root)
    desktop = "lightdm" in (root / "var/lib/dpkg/status").read_text()
    install(installer, root, player)
    fetched = next(c for c in player.commands if "install" in c and "apt-get" in c)
    assert "python3-venv" in fetched
    assert ("libegl1" in fetched) == (not desktop)
    assert "python3" not in fetched


def test_where_systemd_does_not_run_nothing_is_asked_of_it(installer: Any, tmp_path: Path) -> None:
    make_root(tmp_path, "12")
    (tmp_path / "run/systemd/system").rmdir()
    player = Player(tmp_path)
    install(installer, tmp_path, player)
    assert install(installer, tmp_path, player) == []
    uninstall(installer, tmp_path, player)
    assert not {"systemctl", "udevadm"} & {command[0] for command in player.commands}


RASPI: str = "URIs: http://archive.raspberrypi.com/debian/"


@pytest.mark.parametrize(
    ("release", "sources", "packaged"), [("12", RASPI, False), ("13", RASPI, True), ("13", "", False)]
)
def test_lgpio_comes_from_raspberry_pis_archive_where_there_is_no_wheel(
    installer: Any, tmp_path: Path, release: str, sources: str, packaged: bool
) -> None:
    player = Player(make_root(tmp_path, release))
    write(tmp_path / "etc/apt/sources.list.d/raspi.sources", sources)
    install(installer, tmp_path, player)
    assert ("python3-lgpio" in player.words()) == packaged
    assert ("--system-site-packages" in player.words()) == packaged


def test_the_compositor_of_earlier_versions_is_taken_away(installer: Any, root: Path) -> None:
    units = root / "etc/systemd/system"
    write(units / "planisphere-cage.service", "[Service]\n")
    write(units / "planisphere-cage.service.d/network.conf", "[Service]\n")
    (units / "planisphere.target.wants").mkdir()
    (units / "planisphere.target.wants/planisphere-cage.service").symlink_to("/etc/x")
    install(installer, root, Player(root))
    assert not [path for path in units.rglob("*") if "cage" in path.name]
    wants = units / "planisphere.target.wants"
    assert sorted(path.name for path in wants.iterdir()) == [
        "planisphere-system.socket",
        "planisphere-update.path",
        "planisphere.service",
    ]
    assert install(installer, root, Player(root)) == []


def test_a_new_version_is_installed_again_and_half_of_it_once_more(
    installer: Any, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(installer, root, Player(root))
    monkeypatch.setattr(installer, "fingerprint", lambda: "f2")

    class PowerCut(Player):
        def __call__(self, command: list[str]) -> bool:
            if "--force-reinstall" in command:
                raise KeyboardInterrupt
            return super().__call__(command)

    with pytest.raises(KeyboardInterrupt):
        install(installer, root, PowerCut(root))
    monkeypatch.setattr(installer, "fingerprint", lambda: "f1")
    player = Player(root)
    install(installer, root, player)
    assert "--force-reinstall" in player.words(), "the older version's stamp must not outlive the newer one's files"
    assert " -m venv" not in player.words()


def test_a_new_debian_gets_a_new_environment(installer: Any, tmp_path: Path) -> None:
    make_root(tmp_path, "12")
    install(installer, tmp_path, Player(tmp_path))
    write(tmp_path / "etc/os-release", 'VERSION_ID="13"\nID=debian\n')
    player = Player(tmp_path)
    install(installer, tmp_path, player)
    assert "-m venv --clear" in player.words()


def test_the_stamp_changes_with_the_program() -> None:
    spec = spec_from_file_location("fresh_install", REPOSITORY / "systemd" / "install.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert re.fullmatch(r"[0-9a-f]{64}", module.fingerprint())
    installed = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert set(module.ROOMS) == set(installed["packages"])


def test_it_needs_every_package_that_script_run_needs(installer: Any) -> None:
    listed = re.search(r'^planisphere_packages="(.*)"', (REPOSITORY / "script/setup.sh").read_text(), re.MULTILINE)
    assert listed
    assert set(listed[1].split()) <= set(installer.PACKAGES)


def test_every_unit_and_drop_in_is_installed(installer: Any) -> None:
    lying = {
        str(path.relative_to(REPOSITORY / "systemd"))
        for path in (REPOSITORY / "systemd").rglob("*")
        if path.suffix in (".service", ".socket", ".target", ".path", ".conf", ".rules", ".preset")
    }
    assert lying == {name for name in installer.FILES.values() if not name.endswith(".py")} | {installer.NETWORK}


@pytest.mark.skipif(shutil.which("systemctl") is None, reason="needs systemd")
def test_the_first_boot_of_a_card_starts_what_was_chosen(installer: Any, tmp_path: Path) -> None:
    root = make_root(tmp_path / "root", "12")
    install(installer, root, Player(root))
    wants = root / "etc/systemd/system/planisphere.target.wants"
    before = {path.name for path in wants.iterdir()}
    presets = ["systemctl", f"--root={root}", "preset-all", "--preset-mode=enable-only"]
    subprocess.run(presets, check=True, capture_output=True)  # as systemd does where the machine has no id yet
    assert {path.name for path in wants.iterdir()} == before
    assert before == {"planisphere.service", "planisphere-system.socket", "planisphere-update.path"}


# Slots, and what may be asked for ------------------------------------------------------------------------------------


def test_the_program_runs_from_the_first_of_two_slots(installer: Any, root: Path) -> None:
    player = Player(root)
    install(installer, root, player)
    home = root / "opt/planisphere"
    assert (os.readlink(home / "venv"), os.readlink(home / "slots/now")) == ("slots/now", "a")
    assert (home / "slots.py").read_bytes() == (REPOSITORY / "pi_app/host/slots.py").read_bytes()
    assert f'"version": "{installer.source_version()}"' in (home / "slots/a/.slot.json").read_text()
    assert player.commands[-3][:3] == ["chown", "-h", "-R"], "the service that updates must be able to write there"


def test_an_environment_of_before_the_slots_gives_way_to_them(installer: Any, root: Path) -> None:
    write(root / "opt/planisphere/venv/bin/python", "old")
    install(installer, root, Player(root))
    assert (root / "opt/planisphere/venv").is_symlink()
    assert install(installer, root, Player(root)) == []


def test_a_newer_version_from_an_update_is_not_overwritten_by_older_sources(installer: Any, root: Path) -> None:
    install(installer, root, Player(root))
    slots = root / "opt/planisphere/slots"
    for version, kept in (("999.0", True), ("0.0.1", False)):
        write(slots / "b/.slot.json", f'{{"version": "{version}", "digest": "x"}}')
        (slots / "now").unlink()
        (slots / "now").symlink_to("b")
        player = Player(root)
        install(installer, root, player)
        assert ("-m venv" not in player.words()) == kept
    assert os.readlink(slots / "now") == "b"


def test_network_hub_and_signers_are_there_only_where_asked_for(installer: Any, root: Path, tmp_path: Path) -> None:
    install(installer, root, Player(root))
    units, signers = root / "etc/systemd/system", root / "etc/planisphere/update-signers"
    hub, drop_in = (
        units / "planisphere.target.wants/planisphere-hub.service",
        units / "planisphere.service.d/network.conf",
    )
    assert [hub.is_symlink(), drop_in.exists(), signers.exists()] == [False] * 3
    write(tmp_path / "key", "planisphere-update ssh-ed25519 AAAA\n")
    player = Player(root)
    install(installer, root, player, hub=True, network=True, signers=tmp_path / "key")
    assert "requirements/hub.txt" in player.words()
    assert hub.is_symlink()
    assert "IPAddressAllow=localhost" in drop_in.read_text()
    assert signers.read_text().startswith("planisphere-update ")
    assert install(installer, root, Player(root)) == [], "what was asked for stays"
    uninstall(installer, root, Player(root))
    assert not (units / "planisphere.service.d").exists()
    assert signers.exists(), "settings stay"


# Taking it away ------------------------------------------------------------------------------------------------------


def test_uninstalling_leaves_games_settings_and_the_machine_as_it_was(installer: Any, root: Path) -> None:
    before = os.readlink(root / "etc/systemd/system/default.target")
    untouched = tree(root)
    install(installer, root, Player(root))
    write(root / "var/lib/planisphere/journal.sqlite3", "games")
    write(root / "etc/planisphere/settings.toml", 'language = "fr"')
    player = Player(root)
    uninstall(installer, root, player)
    assert player.commands[0][:2] == ["systemctl", "stop"]
    left = tree(root)
    assert left.pop("var/lib/planisphere/journal.sqlite3").endswith("b'games'")
    assert left.pop("etc/planisphere/settings.toml")
    assert left.keys() == untouched.keys()
    assert os.readlink(root / "etc/systemd/system/default.target") == before
    assert uninstall(installer, root, player) == []


# Refusals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("release", "architecture", "why"),
    [
        ("11", "arm64", "expected Raspberry Pi OS or Debian, release 12 or 13"),
        ("12", "armhf", "expected the 64-bit system"),
    ],
)
def test_an_older_or_32_bit_system_is_refused_in_one_line(
    tmp_path: Path, release: str, architecture: str, why: str
) -> None:
    make_root(tmp_path, release, architecture=architecture)
    before = tree(tmp_path)
    done = subprocess.run([str(SCRIPT), "--root", str(tmp_path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert why in done.stderr
    assert tree(tmp_path) == before


def test_a_folder_that_is_not_there_is_a_bad_argument(tmp_path: Path) -> None:
    command = [str(SCRIPT), "--root", str(tmp_path / "none")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "no such folder" in done.stderr


def test_a_command_that_fails_ends_the_run_with_its_name(installer: Any) -> None:
    assert installer.run_here(["true"])
    with pytest.raises(installer.CannotInstall, match="`false` ended with code 1"):
        installer.run_here(["false"])
    with pytest.raises(installer.CannotInstall, match="no-such-command"):
        installer.run_here(["no-such-command"])


def test_wheels_that_were_built_here_are_installed_by_the_lock_beside_them(installer: Any, tmp_path: Path) -> None:
    from tools import wheels

    sources = REPOSITORY / "requirements" / "run.txt"
    assert installer._lock("run", None) == installer._lock("run", tmp_path) == sources
    (tmp_path / "cobs-1.2.2-py3-none-any.whl").write_bytes(b"built here")
    wheels.relock(tmp_path)
    lock = installer._lock("run", tmp_path)
    assert lock == tmp_path / "run.txt"
    entries = [re.split(r"(?m)^(?=\S)", path.read_text()) for path in (sources, lock)]
    before, after = zip(*((a, b) for a, b in zip(*entries, strict=True) if a != b), strict=True)
    assert [entry.split("==")[0] for entry in (*before, *after)] == ["cobs", "cobs"]
    assert re.findall(r"sha256:(\w+)", after[0]) == [sha256(b"built here").hexdigest()]


def test_three_keys_of_a_guest_restart_nothing_unless_the_administrator_says_so(installer: Any, root: Path) -> None:
    link = root / "etc/systemd/system/ctrl-alt-del.target"
    install(installer, root, Player(root))
    assert os.readlink(link) == "/dev/null"
    assert "CtrlAltDelBurstAction=none" in (root / "etc/systemd/system.conf.d/planisphere.conf").read_text()
    uninstall(installer, root, Player(root))
    assert not os.path.lexists(link)
    link.symlink_to("/lib/systemd/system/poweroff.target")
    install(installer, root, Player(root))
    uninstall(installer, root, Player(root))
    assert os.readlink(link) == "/lib/systemd/system/poweroff.target"


def test_a_machine_without_udev_is_not_told_of_new_rules(installer: Any, root: Path) -> None:
    def commands() -> list[list[str]]:
        player = Player(root)
        for step in installer._reload(installer.look(root), player):
            step.do()
        return player.commands

    assert commands() == [["systemctl", "daemon-reload"], ["udevadm", "control", "--reload"]]
    (root / "run/udev/control").unlink()
    assert commands() == [["systemctl", "daemon-reload"]]
