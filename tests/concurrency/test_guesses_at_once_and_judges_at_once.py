"""Codes tried in one moment count as if they had been tried one after the other.

Two judges at one table, one decision sent twice: one counts.
"""

from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest

from scoring.disputes.models import Objection, Ruling
from scoring.disputes.services import objections
from scoring.lists.models import DealRow
from tables.accounts.models import Guess
from tables.acts.services.refusals import Refused
from tables.hall.services import words
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tests.support import factories
from tests.support.factories import EVENING, GRAND_LOST
from tests.support.objections_and_rulings import deal, raised, ruled, seen

pytestmark = pytest.mark.database


def guess(typed="apfel apfel apfel apfel", *, address="10.0.0.7", now=EVENING):
    return partial(words.table_by_words, typed=typed, address=address, now=now)


def said(outcomes):
    return sorted(outcome.code for outcome in outcomes if isinstance(outcome, Refused))


@pytest.mark.proof("keys")
def test_of_thirty_wrong_codes_in_one_moment_ten_are_looked_at(at_once, prove):
    factories.running_list()

    outcomes = at_once(*[guess()] * 30)

    assert said(outcomes) == ["no-such-words"] * 10 + ["too-many-guesses"] * 20
    assert Guess.objects.count() == 10
    prove("30 codes in one moment: 10 looked at")


def test_nor_is_the_right_one_among_them_found_later_than_that(at_once):
    table = factories.running_list().table
    at_once(*[guess()] * 10)

    outcomes = at_once(*[guess(table.words)] * 10)

    assert said(outcomes) == ["too-many-guesses"] * 10


def test_what_counts_no_more_is_forgotten_by_many_at_once(at_once):
    factories.running_list()
    Guess.objects.bulk_create(Guess(address_hash=f"{n:064x}", at=EVENING - timedelta(hours=1)) for n in range(200))

    outcomes = at_once(*(guess(address=f"10.0.0.{n}") for n in range(12)))

    assert said(outcomes) == ["no-such-words"] * 12
    # Whoever comes last leaves none.
    assert said([*at_once(guess(address="10.0.0.99"))]) == ["no-such-words"]
    assert Guess.objects.count() == 13


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
