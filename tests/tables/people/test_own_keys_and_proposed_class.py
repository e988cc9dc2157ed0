"""The key on a start card, renewed at the desk.

The class that a year of birth proposes, whatever way somebody comes in, and what the office makes of it.
"""

from dataclasses import replace
from html import unescape
from uuid import uuid4

import pytest

from tables.accounts.models import mark_of, new_key
from tables.intake.classes import senior_from, with_proposed_class
from tables.journal.models import JournalEntry
from tests.support import factories
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.forms_as_shown import post_seen, seen_at
from tests.support.page_reader import Visitor
from tests.tables.desk.list_pages import pasted, taken

PAGE = "/t/cup/office/entrants/2/"


@pytest.fixture
def two():
    return factories.tournament(entrants=3).entrants.get(number=2)


def renewal(entrant) -> dict[str, str]:
    return {"act": "renew-key", "seen": entrant.key_mark}


@pytest.mark.django_db
def test_the_director_gives_a_new_key(director, two):
    old = two.key

    page = unescape(director.post(PAGE, renewal(two), follow=True).content.decode())

    two.refresh_from_db()
    assert two.key != old
    assert "No. 2 has a new key: print a new start card." in page
    assert "/t/cup/office/start-cards.pdf?first=2&last=2" in page
    assert old not in page
    assert two.key not in page


@pytest.mark.django_db
def test_sent_twice_it_is_renewed_once(director, two):
    sent = renewal(two)
    director.post(PAGE, sent)
    two.refresh_from_db()
    renewed = two.key

    director.post(PAGE, sent)

    two.refresh_from_db()
    assert two.key == renewed
    assert JournalEntry.objects.filter(action="entrant.key-renewed").count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("seen", ["", "x" * 100])
def test_a_form_that_is_not_whole_renews_nothing(director, two, seen):
    old = two.key

    assert director.post(PAGE, {"act": "renew-key", "seen": seen}).status_code == 422
    two.refresh_from_db()
    assert two.key == old


@pytest.mark.django_db
def test_only_the_direction_renews(client, two):
    old = two.key
    assert client.post(PAGE, renewal(two)).status_code == 302
    client.force_login(factories.judge(two.tournament))
    assert client.post(PAGE, renewal(two)).status_code == 403
    client.force_login(factories.user("fremder"))
    assert client.post(PAGE, renewal(two)).status_code == 403

    two.refresh_from_db()
    assert two.key == old


@pytest.mark.django_db
def test_the_journal_says_that_but_not_the_key(director, two):
    director.post(PAGE, renewal(two))

    page = director.get("/t/cup/office/journal/").content.decode()
    assert "No. 2: new key for the start card" in page


@pytest.mark.django_db
def test_a_mark_tells_keys_apart_and_gives_none_away():
    one, other = new_key(), new_key()

    assert mark_of(one) == mark_of(one) != mark_of(other)
    assert mark_of(one) not in one


ENTRANT = "/t/cup/office/entrants/1/"


def marks(one) -> str:
    return "".join(code[0] for code in one.classes if code != "ladies")


@pytest.mark.parametrize(
    ("year", "born", "proposed"),
    [
        # Not yet 21 on New Year's Day of 2026: born in 2005 or later.
        *[(2026, 2004, ""), (2026, 2005, "j"), (2026, 2016, "j")],
        # 60 on New Year's Day; from 2023 on a year more each year, up to 65.
        *[(2013, 1952, "s"), (2013, 1953, ""), (2022, 1961, "s"), (2023, 1961, "s"), (2023, 1962, "")],
        *[(2026, 1961, "s"), (2026, 1962, ""), (2027, 1961, "s"), (2040, 1974, "s"), (2040, 1975, "")],
        (2026, None, ""),
    ],
)
def test_it_follows_the_sports_rules(year, born, proposed):
    ladies, juniors, seniors = BEGUN_WITH
    classes = (ladies, juniors, replace(seniors, youngest=senior_from(year)))
    found = with_proposed_class(["ladies"], born=born, year=year, classes=classes)
    assert "".join(code[0] for code in found - {"ladies"}) == proposed


def test_what_is_said_of_the_class_counts_more():
    assert with_proposed_class(["juniors"], born=1940, year=2026, classes=BEGUN_WITH) == {"juniors"}


@pytest.mark.django_db
class TestAtTheDesk:
    @pytest.fixture
    def cup(self):
        return factories.tournament(registration_open=True)

    def test_the_desk_the_public_form_and_a_list_get_it(self, cup, client, director):
        director.post("/t/cup/office/entrants/", {"name": "Desk", "entry_key": str(uuid4()), "birth_year": "1940"})
        client.post("/t/cup/register/", {"name": "Public", "entry_key": str(uuid4()), "birth_year": "1941"})
        taken(pasted(Visitor(director), "Name;Geburtsdatum\nListed;3.4.1942"))

        assert [(one.name, one.birth_year, marks(one)) for one in cup.entrants.order_by("number")] == [
            ("Desk", 1940, "s"),
            ("Public", 1941, "s"),
            ("Listed", 1942, "s"),
        ]

    def test_a_year_that_is_given_later_proposes_too_and_sent_twice_it_is_no_conflict(self, cup, director):
        director.post("/t/cup/office/entrants/", {"name": "Erna", "entry_key": str(uuid4())})
        sent = {"act": "change", "name": "Erna", "birth_year": "1940"}
        seen = seen_at(director, ENTRANT, sent)

        assert [director.post(ENTRANT, {**seen, **sent}).status_code for _ in range(2)] == [302, 302]
        assert marks(cup.entrants.get()) == "s"

    def test_the_office_may_say_otherwise(self, cup, director):
        director.post("/t/cup/office/entrants/", {"name": "Erna", "entry_key": str(uuid4()), "birth_year": "1940"})
        post_seen(director, ENTRANT, {"act": "change", "name": "Erna", "birth_year": "1940"})

        assert marks(cup.entrants.get()) == ""
