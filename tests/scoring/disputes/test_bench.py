"""The bench: what waits for the judges at all tables, with the clocks (SkWO 7.3.2)."""

from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.disputes.selectors import bench
from scoring.disputes.services import objections
from scoring.disputes.services.appeals import file_appeal
from scoring.office.services import state_end
from tests import factories
from tests.factories import EVENING
from tests.scoring.disputes.raising import raised, ruled

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return factories.tournament(entrants=12)


@pytest.fixture
def series(cup):
    return factories.running_series(cup)


def later(minutes: float):
    return EVENING + timedelta(minutes=minutes)


def appeal(series, table: int, **fields):
    row = factories.list_of(series, table)
    said = {"series_id": series.pk, "list_id": row.pk, "deal": None, "text": "Nein.", "entry_key": uuid4(), "by": None}
    return file_appeal(**said | {"appellant": 4 * table, "now": EVENING} | fields)


def test_those_nobody_has_taken_on_come_first_then_the_oldest(cup, series):
    first = raised(factories.list_of(series, 1))
    raised(factories.list_of(series, 2), kind="claim", now=later(1))
    raised(factories.list_of(series, 3), kind="lead", now=later(2))
    objections.take_on(objection_id=first.pk, by=factories.judge(cup), now=later(3))

    waiting = bench.bench(cup, now=later(4)).objections

    assert [one.objection.number for one in waiting] == [2, 3, 1]
    assert [one.since for one in waiting] == [later(1), later(2), later(3)]
    assert [seat.entrant.number for seat in waiting[0].seats] == [5, 6, 7, 8]


def test_what_is_over_waits_no_longer(cup, series):
    judge = factories.judge(cup)
    ruled(factories.list_of(series), judge, objection=raised(factories.list_of(series)))
    objections.withdraw(objection_id=raised(factories.list_of(series)).pk, by=judge, now=EVENING)

    assert bench.bench(cup, now=EVENING).objections == ()


def test_appeals_stand_with_their_clock(cup, series):
    appeal(series, 1)
    (open_one,) = bench.bench(cup, now=EVENING).appeals
    assert (open_one.closes, open_one.is_closing) == (None, True)
    factories.close_series(series)
    cup = state_end(tournament_id=cup.pk, ended_at=EVENING, by=factories.user(), now=EVENING)

    def clock(minutes):
        (waiting,) = bench.bench(cup, now=later(minutes)).appeals
        return waiting.closes, waiting.is_closing

    assert clock(14.9) == (later(15), True)
    assert clock(15) == (later(15), False)


def test_the_queries_do_not_grow_with_what_waits(cup, series, django_assert_num_queries):
    def counted(expected):
        with django_assert_num_queries(expected):
            bench.bench(cup, now=EVENING)

    raised(factories.list_of(series, 1))
    appeal(series, 1)
    counted(5)
    for table in (1, 2, 3):
        raised(factories.list_of(series, table), kind="claim")
        appeal(series, table)
    counted(5)
