"""Files that somebody else wrote: decoded into their form, or refused in one line that names the kind of file."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from engines.errors import BadInput

Form = TypeVar("Form")


def decode_form(data: bytes | str | dict[str, Any], form: type[Form], what: str) -> Form:
    """JSON text, or its decoded form, as a `form`; unknown keys are ignored.

    Raises BadInput, which begins with `what` ("pack of stellar", "layout of a table"), where it has another form.
    """
    try:
        if isinstance(data, bytes | str):
            return msgspec.json.decode(data, type=form)
        return msgspec.convert(data, form)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise BadInput("form.wrong", "{what}: {problem}", what, error) from error
    except RecursionError as error:
        raise BadInput("form.too_deep", "{what}: nested too deeply", what) from error
