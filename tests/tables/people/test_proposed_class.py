"""The class that a year of birth proposes, whatever way somebody comes in, and what the office makes of it."""

from dataclasses import replace
from uuid import uuid4

import pytest

from tables.intake.classes import senior_from, with_proposed_class
from tests import factories
from tests.classes import BEGUN_WITH
from tests.flows.pages import Visitor
from tests.seen import post_seen, seen_at
from tests.tables.desk.list_pages import pasted, taken

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
