"""What docs/serial-protocol.md says is what both ends do."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from firmware_bridge import framing
from firmware_bridge.firmware import frames
from firmware_bridge.messages import Command, Event

TEXT = Path("docs/serial-protocol.md").read_text("utf-8")
EXAMPLES = re.findall(r"^\| `(\[.*?\])` \| `([0-9a-f]+)` \|$", TEXT, re.MULTILINE)
EVENTS, COMMANDS = (re.findall(r'`(\{"type".*?\})`', part) for part in TEXT.split("## Commands")[:2])


def test_there_are_worked_examples() -> None:
    assert len(EXAMPLES) == 4


@pytest.mark.parametrize(("frame", "data"), EXAMPLES)
def test_the_bytes_of_each_worked_example(frame: str, data: str) -> None:
    assert framing.write(json.loads(frame)).hex() == data
    assert frames.write(json.loads(frame)).hex() == data
    assert framing.read(bytes.fromhex(data)[:-1]) == frames.read(bytes.fromhex(data)[:-1]) == json.loads(frame)


@pytest.mark.parametrize(("messages", "union"), [(EVENTS, Event), (COMMANDS, Command)])
def test_every_message_is_documented_and_every_documented_message_exists(messages: list[str], union: Any) -> None:
    kinds = {json.loads(message)["type"] for message in messages}
    assert kinds == {kind.__struct_config__.tag for kind in get_args(union)}
    for message in messages:
        value = msgspec.json.decode(message, type=union)
        assert set(json.loads(message)) - {"type"} <= set(value.__struct_fields__)
