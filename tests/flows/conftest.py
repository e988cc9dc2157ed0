"""Who sends bad input: the director, and a phone at a table."""

import pytest
from django.urls import reverse

from tests.support import factories
from tests.support.page_reader import Visitor


@pytest.fixture
def director(db: None) -> Visitor:
    factories.user("direktor")
    return Visitor().sign_in("direktor")


@pytest.fixture
def phone(db: None) -> Visitor:
    """A phone at table 1 of a running series of one round, at four."""
    row = factories.running_list(seats=4)
    phone = Visitor()
    phone.get(reverse("scoring:list-key", kwargs={"key": row.table.key}))
    return phone
