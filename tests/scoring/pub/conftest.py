import pytest
from django.test import Client

from tests.scoring.pub.evening import ENGLISH


@pytest.fixture
def client() -> Client:
    """A phone that is set to English."""
    return Client(headers=ENGLISH)
