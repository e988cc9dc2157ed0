"""The report of an event of the site: in order by the published check, and its ranking that of the site."""

import json

import pytest
from django.test import Client

from scoring.disputes.models import Measure
from scoring.report.checks import check
from scoring.results.selectors import standings
from tables.tournaments.models import Shown
from tests import factories
from tests.scoring.disputes import directing

pytestmark = pytest.mark.django_db

PAGE = "/t/cup/office/report.json"


@pytest.fixture
def director():
    """Return the browser of the director."""
    made = Client()
    made.force_login(factories.user())
    return made


def report(browser) -> dict:
    """Return the report that somebody downloads."""
    answer = browser.get(PAGE)
    assert answer["Content-Disposition"] == 'attachment; filename="cup-skat-report.json"'
    return json.loads(answer.content)


@pytest.mark.thorough
def test_it_is_in_order_and_ranks_as_the_site_does(director):
    event = factories.tournament(entrants=8, series=2)
    for number in (1, 2):
        factories.close_series(factories.running_series(event, number))

    document = report(director)

    assert check(document) == ()
    assert [len(one["deals"]) for one in document["lists"]] == [4] * 4
    shown = [(line.rank, line.entrant.number, line.total) for line in standings.standings(event).lines]
    assert [(row["total"]) for row in document["ranking"]] == [total for _rank, _number, total in shown]
    assert {row["number"]: row["total"] for row in document["ranking"]} == {number: total for _, number, total in shown}


def test_a_series_that_is_not_closed_is_not_in_it(director):
    event = factories.tournament(entrants=8, series=2)
    factories.close_series(factories.running_series(event, 1))
    factories.running_series(event, 2)

    document = report(director)

    assert {one["series"] for one in document["lists"]} == {1}
    assert check(document) == ()


def test_whoever_is_not_named_stands_in_it_by_number(director):
    event = factories.tournament(entrants=4)
    event.entrants.filter(number=2).update(name="Geheim", shown_as=Shown.NUMBER)
    event.entrants.filter(number=1).update(name="Anna Ast", shown_as=Shown.FULL)
    factories.close_series(factories.running_series(event))

    document = report(director)

    assert {one["number"]: one.get("name") for one in document["entrants"]} | {3: None, 4: None} == {
        1: "Anna Ast",
        2: None,
        3: None,
        4: None,
    }
    assert check(document) == ()


def test_what_a_decision_took_stands_beside_the_list(director):
    event = factories.tournament(entrants=4)
    factories.close_series(factories.running_series(event))
    directing.ordered(event, directing.order(Measure.Kind.PENALTY, series=1, entrant=1, points=200))

    document = report(director)

    assert sum(one.get("deducted", 0) for part in document["lists"] for one in part["results"]) == 200
    assert check(document) == ()


def test_only_the_direction_has_it(client):
    factories.close_series(factories.running_series(factories.tournament(entrants=4)))

    assert client.get(PAGE).status_code == 302
