"""Heat, power supply and card in the check-up, from made-up folders of sysfs."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi_app.host import board
from pi_app.host.board import Told, look
from pi_app.host.checkup import check_told

FIRMWARE = "devices/platform/soc/soc:firmware/get_throttled"
HEAT = "class/thermal/thermal_zone0/temp"
CARD = "block/mmcblk0/device"


def machine(folder: Path, **files: str) -> dict[str, Told]:
    """What is told of a machine whose sysfs holds these files."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
    return {told.code: told for told in look(folder)}


def test_a_machine_that_tells_nothing_is_not_judged(tmp_path: Path) -> None:
    assert machine(tmp_path) == {}
    assert machine(tmp_path, **{HEAT: "?", FIRMWARE: "", f"{CARD}/type": "SD"}).keys() == {"card"}


def test_a_sound_raspberry_pi_has_three_fine_lines(tmp_path: Path) -> None:
    told = machine(tmp_path, **{HEAT: "51540", FIRMWARE: "0", f"{CARD}/life_time": "0x01 0x02"})
    assert {code: str(one.text) for code, one in told.items()} == {
        "heat": "51 °C",
        "supply": "the voltage is high enough",
        "card": "mmcblk0: nothing is known against it",
    }
    assert [check.level for check in check_told(board.look(tmp_path))] == ["ok"] * 3


@pytest.mark.parametrize(
    ("files", "code", "words"),
    [
        ({HEAT: "75000"}, "heat.warm", "75 °C: from 80 °C on the processor is slowed down"),
        ({HEAT: "60000", FIRMWARE: "4"}, "heat.slowed", "it is so hot that the processor is slowed down"),
        ({FIRMWARE: "80000"}, "heat.was_slowed", "it was so hot since the start that the processor was slowed down"),
        ({FIRMWARE: "50005"}, "supply.low", "the voltage is too low"),
        ({FIRMWARE: "50000"}, "supply.was_low", "the voltage was too low since the start"),
        (
            {"class/hwmon/hwmon1/name": "rpi_volt", "class/hwmon/hwmon1/in0_lcrit_alarm": "1"},
            "supply.low",
            "the voltage is too low",
        ),
        ({f"{CARD}/life_time": "0x02 0x08"}, "card.worn", "mmcblk0: 80 % of its life is used"),
        ({f"{CARD}/pre_eol_info": "0x02"}, "card.spare", "mmcblk0: its spare blocks are nearly used up"),
        (
            {"fs/ext4/mmcblk0p2/errors_count": "3", f"{CARD}/life_time": "0x01 0x01"},
            "card.errors",
            "mmcblk0p2: its file system has met errors: 3",
        ),
    ],
)
def test_what_will_hurt_is_said_before_with_what_to_do(
    tmp_path: Path, files: dict[str, str], code: str, words: str
) -> None:
    machine(tmp_path, **files)
    (check,) = [check for check in check_told(board.look(tmp_path)) if check.level == "warn"]
    assert (check.text.code, str(check.text), check.mend is not None) == (code, words, True)


def test_another_sensor_is_not_taken_for_the_supply(tmp_path: Path) -> None:
    files = {"class/hwmon/hwmon0/name": "nvme", "class/hwmon/hwmon0/in0_lcrit_alarm": "1"}
    assert machine(tmp_path, **files) == {}
