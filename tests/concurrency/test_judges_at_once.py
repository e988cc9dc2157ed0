"""Two judges at one table, one decision sent twice: one counts."""

from functools import partial
from uuid import uuid4

import pytest

from scoring.disputes.models import Objection, Ruling
from scoring.disputes.services import objections
from scoring.lists.models import DealRow
from tables.acts.services.refusals import Refused
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tests import factories
from tests.factories import EVENING, GRAND_LOST
from tests.scoring.disputes.raising import deal, raised, ruled, seen

pytestmark = pytest.mark.database


@pytest.fixture
def row(transactional_db):
    made = factories.running_list()
    factories.fill(made, seat=1)
    made.refresh_from_db()
    return made


def codes(outcomes):
    return [outcome.code for outcome in outcomes if isinstance(outcome, Refused)]


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("attempt", range(3))
def test_two_judges_who_decide_one_objection_make_one_decision(at_once, row, attempt):
    judges = [factories.user(), factories.judge(row.table.series.tournament)]
    objection, key = raised(row, kind="revoke", deal=2), seen(row, 2)

    outcomes = at_once(
        *(partial(ruled, row, one, deal(2, 1, GRAND_LOST), objection=objection, seen=key) for one in judges)
    )

    assert codes(outcomes) == ["objection-over"]
    assert Ruling.objects.get().entry == DealRow.objects.get(number=2, voided_at=None)
    assert DealRow.objects.filter(number=2).count() == 2
    assert journal.first_broken_line(row.table.series.tournament) is None


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("attempt", range(3))
def test_a_decision_sent_by_eight_at_once_counts_once(at_once, row, attempt):
    judge, key, first = factories.user(), uuid4(), seen(row, 2)

    outcomes = at_once(*[partial(ruled, row, judge, deal(2, 1, GRAND_LOST), entry_key=key, seen=first)] * 8)

    assert outcomes == [Ruling.objects.get()] * 8
    assert JournalEntry.objects.filter(action="ruling.made").count() == 1


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("attempt", range(3))
def test_of_two_judges_one_is_on_his_way(at_once, row, attempt):
    judges = [factories.user(), factories.judge(row.table.series.tournament)]
    objection = raised(row)

    outcomes = at_once(*(partial(objections.take_on, objection_id=objection.pk, by=one, now=EVENING) for one in judges))

    assert codes(outcomes) == ["judge-on-the-way"]
    assert Objection.objects.get().taken_by in judges
