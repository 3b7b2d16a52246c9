"""What the tests of the evaluation share."""

from __future__ import annotations

import pytest

from tekmeria_eval.literature import Literature, fictional


@pytest.fixture(scope="session")
def literature() -> Literature:
    return fictional()
