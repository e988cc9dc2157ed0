"""What these tests share: the evening."""

import pytest
import time_machine

from tests.https.served import vouches_for_itself
from tests.support.factories import EVENING


@pytest.fixture(autouse=True)
def _both(settings, tmp_path):
    """Serve it over https too, or there would be nothing to say of it."""
    vouches_for_itself(settings, tmp_path)


@pytest.fixture(autouse=True)
def _evening():
    with time_machine.travel(EVENING, tick=False):
        yield
