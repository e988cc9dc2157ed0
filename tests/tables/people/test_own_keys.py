"""The key on a start card, renewed at the desk."""

from html import unescape

import pytest

from tables.accounts.models import mark_of, new_key
from tables.journal.models import JournalEntry
from tests import factories

pytestmark = pytest.mark.django_db

PAGE = "/t/cup/office/entrants/2/"


@pytest.fixture
def two():
    return factories.tournament(entrants=3).entrants.get(number=2)


def renewal(entrant) -> dict[str, str]:
    return {"act": "renew-key", "seen": entrant.key_mark}


def test_the_director_gives_a_new_key(director, two):
    old = two.key

    page = unescape(director.post(PAGE, renewal(two), follow=True).content.decode())

    two.refresh_from_db()
    assert two.key != old
    assert "No. 2 has a new key: print a new start card." in page
    assert "/t/cup/office/start-cards.pdf?first=2&last=2" in page
    assert old not in page
    assert two.key not in page


def test_sent_twice_it_is_renewed_once(director, two):
    sent = renewal(two)
    director.post(PAGE, sent)
    two.refresh_from_db()
    renewed = two.key

    director.post(PAGE, sent)

    two.refresh_from_db()
    assert two.key == renewed
    assert JournalEntry.objects.filter(action="entrant.key-renewed").count() == 1


@pytest.mark.parametrize("seen", ["", "x" * 100])
def test_a_form_that_is_not_whole_renews_nothing(director, two, seen):
    old = two.key

    assert director.post(PAGE, {"act": "renew-key", "seen": seen}).status_code == 422
    two.refresh_from_db()
    assert two.key == old


def test_only_the_direction_renews(client, two):
    old = two.key
    assert client.post(PAGE, renewal(two)).status_code == 302
    client.force_login(factories.judge(two.tournament))
    assert client.post(PAGE, renewal(two)).status_code == 403
    client.force_login(factories.user("fremder"))
    assert client.post(PAGE, renewal(two)).status_code == 403

    two.refresh_from_db()
    assert two.key == old


def test_the_journal_says_that_but_not_the_key(director, two):
    director.post(PAGE, renewal(two))

    page = director.get("/t/cup/office/journal/").content.decode()
    assert "No. 2: new key for the start card" in page


def test_a_mark_tells_keys_apart_and_gives_none_away():
    one, other = new_key(), new_key()

    assert mark_of(one) == mark_of(one) != mark_of(other)
    assert mark_of(one) not in one
