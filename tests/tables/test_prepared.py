"""What is prepared answers and writes as Django does."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict

from scoring.lists.models import DealRow
from tables.draw.models import Table
from tables.journal.models import JournalEntry
from tables.prepared import Prepared, insert, new
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db

BY_NUMBER = Prepared(
    lambda number, slug: (
        Table.objects.filter(series__tournament__slug=slug, number=number)
        .select_related("series")
        .only("key", "series")
    )
)
KEYS = Prepared(
    lambda row: DealRow.objects.filter(game_list=row).order_by("-number").values_list("number", "entry_key")
)
DEALS = Prepared(lambda row: DealRow.objects.filter(game_list=row).order_by("number"))


@pytest.fixture
def row():
    return factories.running_list(rounds=3)


def entries(row, numbers):
    facts = {"overruled": False, "entered_at": EVENING, "entry_key": None}
    whose = {"game_list": row, "entered_by": None}
    return [new(DealRow, belonging_to=whose, **facts | {"number": n, "entry_key": uuid4()}) for n in numbers]


def test_each_question_has_its_own_values_and_is_one_query(row, django_assert_num_queries):
    slug = row.table.series.tournament.slug
    for _again in range(2):
        with django_assert_num_queries(1):
            (table,) = BY_NUMBER(row.table.number, slug)
            assert (table.pk, table.key, table.series.pk) == (row.table_id, row.table.key, row.table.series_id)
        assert BY_NUMBER(row.table.number, "another") == []


@pytest.mark.parametrize("number", [2**63, 10**30])
def test_no_row_has_a_number_that_no_database_has(row, number, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert BY_NUMBER(number, row.table.series.tournament.slug) == []


def test_more_rows_than_one_statement_takes_are_written_as_they_are(row, django_assert_num_queries):
    fresh = entries(row, range(1, 91))
    insert(fresh)

    assert KEYS(row.pk) == [(deal.number, deal.entry_key) for deal in reversed(fresh)]
    stored = DEALS(row.pk, belonging_to={"game_list": row})
    with django_assert_num_queries(0):
        assert {deal.game_list for deal in stored} == {row}
    assert [model_to_dict(deal) for deal in stored] == [model_to_dict(deal) for deal in fresh]
    assert [deal.pk for deal in stored] == [deal.pk for deal in fresh]


def test_a_row_begins_as_its_model_does(row):
    key = uuid4()
    begun = new(
        DealRow, belonging_to={"game_list": row, "entered_by": None}, number=1, entry_key=key, entered_at=EVENING
    )
    made = DealRow(game_list=row, entered_by=None, number=1, entry_key=key, entered_at=EVENING)

    assert model_to_dict(begun) == model_to_dict(made)
    assert begun._state.adding
    begun.points = 24
    assert DealRow(number=2).points == 0
    assert new(DealRow, belonging_to={}, number=2).points == 0


def test_what_breaks_a_constraint_is_not_written(row):
    twice = entries(row, (1, 1))
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(twice)
    assert DEALS(row.pk) == []


def test_nothing_at_all_is_no_statement(django_assert_num_queries):
    with django_assert_num_queries(0):
        insert([])


def test_the_journal_keeps_what_json_has(row):
    tournament = row.table.series.tournament
    data = {"text": "ä", "list": [1, None, True]}
    line = new(
        JournalEntry,
        belonging_to={"tournament": tournament, "by": None},
        number=10_000,
        at=EVENING,
        action="test",
        data=data,
        hash="0" * 64,
    )
    insert([line])
    stored = JournalEntry.objects.get(pk=line.pk)
    assert (stored.data, stored.at, stored.by, stored.tournament) == (data, EVENING, None, tournament)
