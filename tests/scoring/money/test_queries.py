"""What pages ask of money comes in a fixed number of queries, however many take part; standings ask nothing of it."""

import pytest

from scoring.money.selectors import accounts, lines, played, pots, waiting
from scoring.results.selectors.standings import standings
from tests.scoring.money import desk
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[4, 40])
def made(request):
    tournament = factories.tournament(entrants=request.param)
    desk.charge(tournament)
    for number in range(1, request.param, 2):
        desk.pay(tournament, number, 1000)
    factories.play_series(factories.running_series(tournament))
    return tournament


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    ("asked", "queries"),
    [
        (accounts.owed, 1),
        (lines.dues, 2),
        (lambda made: lines.account_of(made, 2), 3),
        (pots.pots_of, 3),
        (lambda made: lines.costs_of(made, [(1, 1)]), 4),
        (lambda made: played.due_charges(made, played.tariff_rows(made)), 4),
        (waiting.lacking, 5),
    ],
)
def test_are_asked_in_so_many_queries(made, asked, queries, django_assert_num_queries):
    with django_assert_num_queries(queries):
        asked(made)


@pytest.mark.thorough(after=1)
def test_what_a_prize_waits_for_too(made, django_assert_num_queries):
    with django_assert_num_queries(1):
        waiting.waits(made, on=EVENING.date())


@pytest.mark.thorough(after=1)
def test_standings_cost_no_query_more(made, django_assert_num_queries):
    with django_assert_num_queries(3):
        standings(made)
