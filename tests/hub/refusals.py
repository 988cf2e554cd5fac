"""What the event host says no to."""

from __future__ import annotations

import pytest

from hub.errors import Refused


def refused(error: str) -> pytest.RaisesExc[Refused]:
    """Expects a refusal with that wire code."""
    return pytest.raises(Refused, check=lambda raised: raised.error == error)
