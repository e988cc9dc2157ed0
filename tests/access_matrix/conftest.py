"""What these tests share: the evening, and a machine that does not look for rubbish in the middle of a walk."""

import gc
from functools import cache

import pytest
import time_machine
from django.urls import get_resolver

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


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch):
    """Thousands of answers leave much behind, which is swept more seldom; what answers an address is found once."""
    usual, resolver = gc.get_threshold(), get_resolver()
    gc.set_threshold(100_000, 50, 100)
    monkeypatch.setattr(resolver, "resolve", cache(resolver.resolve))
    yield
    gc.set_threshold(*usual)
