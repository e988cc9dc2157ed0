"""What these tests share: the evening."""

import pytest
import time_machine

from tests.factories import EVENING


@pytest.fixture(autouse=True)
def _evening():
    with time_machine.travel(EVENING, tick=False):
        yield
