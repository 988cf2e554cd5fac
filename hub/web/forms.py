"""What people type into forms, made into values. Raises Refused (`bad_value`) with the text that cannot be."""

from __future__ import annotations

from starlette.datastructures import FormData

from engines.errors import finding
from hub.errors import Refused


def whole(value: object) -> int:
    """A whole number, also with the minus sign of a phone's keyboard."""
    text = str(value).strip().replace("−", "-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise Refused("bad_value", finding("form.whole_number", "{text!r}: expected a whole number", text[:20]))
    return int(text)


def wholes(form: FormData, name: str, most: int = 100) -> tuple[int, ...]:
    """All values of a field that are not left empty, as whole numbers."""
    return tuple(whole(value) for value in form.getlist(name)[:most] if value != "")


def optional(form: FormData, name: str) -> int | None:
    """A whole number, or None where the field is empty."""
    value = form.get(name)
    return None if value in (None, "") else whole(value)


def text(form: FormData, name: str) -> str:
    """A field's text; empty where there is none."""
    value = form.get(name)
    return value.replace("\0", "") if isinstance(value, str) else ""
