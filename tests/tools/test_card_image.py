"""The card of a table without a machine that starts from it: what lies where, and what is written into Debian."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tools.card_image import __main__ as command
from tools.card_image import build, layout, pack, system
from tools.virtual_pi.debian_root import run
from tools.virtual_pi.qmp import Refused

ROOT = Path(__file__).resolve().parents[2]


def test_what_is_kept_is_the_last_partition_and_the_only_one_that_grows() -> None:
    parts = layout.partitions(2000, 700)
    assert [part.label for part in parts] == [layout.FIRMWARE, layout.SYSTEM, layout.STATE]
    places = layout.starts(parts)
    assert all(after - before == part.mib for part, before, after in zip(parts, places, places[1:], strict=False))
    assert parts[2].mib > 700
    kinds = [part.kind for part in parts]
    assert kinds.count(parts[2].kind) == 1
    assert "Type=linux-generic" in layout.growing()


def test_nothing_that_is_kept_lies_on_the_systems_partition() -> None:
    lines = [line.split() for line in layout.fstab().splitlines()]
    mounted = {line[1]: line for line in lines}
    for name, place in layout.KEPT.items():
        assert mounted[place][0] == f"{layout.AT}/{name}"
    assert {"/var/lib/planisphere", "/etc/planisphere", "/opt/planisphere/slots"} <= set(layout.KEPT.values())
    assert mounted[layout.AT][0] == f"LABEL={layout.STATE}"
    assert "x-systemd.growfs" in mounted[layout.AT][3]
    # systemd-repart has nothing to do under the overlay: what is kept must be mounted all the same.
    assert "x-systemd.requires=systemd-repart" not in layout.fstab()
    assert "noauto" not in layout.fstab()
    assert mounted["/"][5] == "0", "nothing writes to the system's partition, a check neither"
    assert f"root=LABEL={layout.SYSTEM}" in layout.WORDS


def test_labels_fit_their_file_systems() -> None:
    assert len(layout.FIRMWARE) <= 11
    assert layout.FIRMWARE.isupper()
    assert max(len(layout.SYSTEM), len(layout.STATE)) <= 16


@pytest.fixture
def debian(tmp_path: Path) -> Path:
    """A system with the table in it, as far as the card looks at it."""
    root = tmp_path / "root"
    for folder in ("etc/systemd/system/planisphere.target.wants", "boot/firmware", "opt/planisphere/slots/a"):
        (root / folder).mkdir(parents=True)
    (root / "opt/planisphere/slots/now").symlink_to("a")
    (root / "boot/firmware/config.txt").write_text("arm_64bit=1\n")
    return root


def test_games_and_programs_move_to_their_own_partition_and_the_first_start_seals_the_rest(
    debian: Path, tmp_path: Path
) -> None:
    state = tmp_path / "state"
    system.make_ready(debian, state)
    assert sorted(path.name for path in state.iterdir()) == sorted(layout.KEPT)
    assert (state / "slots/now").readlink() == Path("a")
    assert not list((debian / "opt/planisphere/slots").iterdir())
    assert (debian / "etc/machine-id").read_text() == "", "each card gets its own"
    units = debian / "etc/systemd/system"
    assert (units / "ssh.service").readlink() == Path("/dev/null")
    assert (units / f"planisphere.target.wants/{system.SEAL}").readlink() == Path(f"/etc/systemd/system/{system.SEAL}")
    grows = (units / "systemd-repart.service.d/card.conf").read_text()
    assert "ConditionPathExists=!/media/root-ro" in grows
    sealing = (units / system.SEAL).read_text()
    assert f"ConditionPathExists=!{system.OVERLAY}" in sealing
    # Without it the partition with the games would be one in memory, too.
    assert "overlayroot=tmpfs:recurse=0 >" in sealing


@pytest.mark.skipif(shutil.which("mcopy") is None, reason="needs Debian's mtools, as the command says")
def test_folders_become_a_card_and_a_card_becomes_folders(debian: Path, tmp_path: Path) -> None:
    state, image = tmp_path / "state", tmp_path / "card.img"
    system.make_ready(debian, state)
    pack.pack(debian, state, image)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["card.img", "root", "state"]
    told = subprocess.run(["sfdisk", "--verify", str(image)], capture_output=True, text=True, check=True).stdout
    assert "No errors detected" in told
    words = subprocess.run(
        ["mtype", "-i", f"{image}@@{layout.starts(())[0]}M", "::cmdline.txt"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert words.stdout == f"{layout.WORDS}\n"


def can_mount(image: Path, folder: Path) -> bool:
    """Whether an image can be mounted here: root, and the kernel's loop device."""
    command = ["unshare", "--mount", "mount", "-o", "ro,loop", str(image), str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(shutil.which("mcopy") is None, reason="needs Debian's mtools, as the command says")
def test_a_look_alike_of_raspberry_pi_os_is_unpacked_with_its_owners(tmp_path: Path) -> None:
    system_part, firmware, image = (tmp_path / name for name in ("system", "firmware", "raspios.img"))
    tree = tmp_path / "tree"
    for folder in ("etc", "boot/firmware", "usr/bin"):
        (tree / folder).mkdir(parents=True)
    (tree / "etc/os-release").write_text("ID=debian\n")
    (tree / "usr/bin/sudo").write_bytes(b"x")
    (tree / "usr/bin/sudo").chmod(0o4755)
    (tmp_path / "config.txt").write_text("arm_64bit=1\n")
    for piece in (system_part, firmware):
        with piece.open("wb") as file:
            file.truncate(8 * layout.MIB)
    for words in (
        ("mkfs.ext4", "-q", "-F", "-d", str(tree), str(system_part)),
        ("mkfs.vfat", str(firmware)),
        ("mcopy", "-i", str(firmware), str(tmp_path / "config.txt"), "::"),
    ):
        run(*words)
    (tmp_path / "root").mkdir()
    if not can_mount(system_part, tmp_path / "root"):
        pytest.skip("needs root and the kernel's loop device")
    image.write_bytes(bytes(layout.MIB) + firmware.read_bytes() + system_part.read_bytes())
    table = "label: dos\nstart=1MiB, size=8MiB, type=c\nstart=9MiB, size=8MiB, type=83\n"
    subprocess.run(["sfdisk", "--quiet", str(image)], input=table, text=True, check=True)
    root = tmp_path / "root"
    build.unpack(image, root)
    assert (root / "etc/os-release").read_text() == "ID=debian\n"
    assert (root / "boot/firmware/config.txt").read_text() == "arm_64bit=1\n"
    assert (root / "usr/bin/sudo").stat().st_mode & 0o7777 == 0o4755


def test_what_overlayroot_calls_is_in_the_first_system() -> None:
    assert {"overlayroot", "busybox"} <= set(system.PACKAGES) & set(system.ON_RASPBERRY_PI_OS)


def test_what_is_no_image_of_a_card_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "photo.img").write_bytes(bytes(4096))
    with pytest.raises(Refused, match="expected the image file of a card with two partitions"):
        build.unpack(tmp_path / "photo.img", tmp_path / "root")


def test_what_is_missing_here_is_one_line_and_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("tools.virtual_pi.debian_root.os.geteuid", lambda: 0)
    monkeypatch.setattr("tools.virtual_pi.debian_root.shutil.which", lambda name, path: None)
    assert command.main(["--out", str(tmp_path / "card.img")]) == 2
    told = capsys.readouterr().err
    assert told.startswith("image: missing here: apt-get install debootstrap ")
    assert told.count("\n") == 1
    assert "mtools" in told
    assert "qemu-system-arm" not in told
