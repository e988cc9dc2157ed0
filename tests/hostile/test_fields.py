"""Every form of every page, spoilt by director, judge, table, player and visitor: a sentence each time, never a 500."""

import random

import pytest

from tests.hostile import pages, world
from tests.hostile.asking import Asking

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.proof("fuzzed")]

LEAST = 120
"""Forms that somebody is offered on the busy day, at least."""


@pytest.fixture
def asking():
    """A count of what is asked about the busy day."""
    world.busy()
    return Asking()


@pytest.mark.thorough
def test_no_field_of_any_form_breaks_a_page(asking, prove, is_thorough):
    chance = random.Random(5)
    found = pages.everybody()

    for target in found:
        for _ in range(20 if is_thorough else 1):
            pages.attack(asking, target, chance)
        if is_thorough:
            pages.attack(asking, target, chance, every=True)

    assert len(found) > LEAST
    prove(asking.held(f"spoilt forms of {len(found)}"))


@pytest.mark.thorough
def test_no_batch_of_a_phone_breaks_anything(asking, prove, is_thorough):
    chance, client = random.Random(6), world.client("visitor")

    for _ in range(4_000 if is_thorough else 400):
        pages.deals(asking, client, chance)

    prove(asking.held("batches of a phone"))
