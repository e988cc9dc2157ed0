"""Whoever does not keep an address book is told who can open it: its keepers, not the direction of some event."""

import pytest

from tests import factories
from tests.flows.pages import Visitor
from tests.tables.clubs.club_books import club, person

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.parametrize("page", ["", "doubles/", "{number}/", "{number}/data/", "{number}/data.json"])
def test_the_refusal_speaks_of_those_who_keep_the_book(page):
    made = club(keeper="andere")
    number = person(made).pk
    factories.user("fremd")

    answer = Visitor().sign_in("fremd").get(f"/clubs/{made.slug}/book/{page.format(number=number)}")

    assert answer.status == 403
    assert "opens for those who keep it" in answer.main.text
    assert "director" not in answer.main.text
