"""The browsers of those who look at a league."""

import pytest
from django.test import Client

from tests.support import factories


@pytest.fixture
def leader():
    """Return the browser of whoever leads the league."""
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.user())
    return made


@pytest.fixture
def visitor():
    """Return the browser of anybody."""
    return Client(headers={"accept-language": "en"})
