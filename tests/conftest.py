"""Fixtures for all tests."""

import pytest
from django.test import Client
from django.utils import translation

from tests import factories


@pytest.fixture(autouse=True)
def _in_english():
    """Let every test start in English, whatever the one before it switched to."""
    with translation.override("en"):
        yield


@pytest.fixture
def client() -> Client:
    """A visitor whose browser asks for English."""
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def director(db: None) -> Client:
    """The director of the factories' tournaments, signed in."""
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.user())
    return made
