"""The fingerprint of a signed list: what was signed is what stands there, or `manage.py verify` says so."""

from uuid import uuid4

import pytest

from scoring.disputes.models import Appeal
from scoring.disputes.services import appeals
from scoring.disputes.services.drafts import Draft
from scoring.history.selectors.problems import Doubt
from scoring.history.selectors.verification import verified
from scoring.lists.models import DealRow, GameListRow
from scoring.lists.selectors import freezing
from scoring.lists.services import entry
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from tables.draw.models import Table
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tests.support import factories
from tests.support.factories import EVENING, GRAND_LOST
from tests.support.objections_and_rulings import seen

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    made = factories.running_list(seats=4)
    factories.fill(made, seat=2)
    factories.confirm_and_sign(made)
    made.refresh_from_db()
    return made


def doubts(row):
    return [one.doubt for one in verified(row.table.series.tournament).discrepancies]


def journalled():
    return [line.data["hash"] for line in JournalEntry.objects.order_by("number") if "hash" in line.data]


def test_signing_freezes_the_list_and_the_journal_keeps_its_hash(row):
    assert len(row.signed_hash) == 64
    assert journalled() == [row.signed_hash] == [freezing.list_hash(row)]
    assert doubts(row) == []


def test_one_closed_from_paper_has_one_too():
    row = factories.running_list(seats=3)
    entry.enter_totals(
        list_id=row.pk,
        totals=factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0)),
        by=factories.user(),
        now=EVENING,
    )

    signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)

    assert doubts(row) == []
    row.totals.filter(place=1).update(game_points=72)
    assert Doubt.HASH_DIFFERS in doubts(row)


def test_it_names_nobody(row):
    before = freezing.list_hash(row)
    Entrant.objects.update(name="")
    row.confirmations.update(name="", drawing="")

    assert freezing.list_hash(row) == before


@pytest.mark.thorough(after=2)
@pytest.mark.parametrize(
    "column", ["matadors", "hand", "schneider", "schwarz", "bid", "overbid", "overruled", "declarer", "points"]
)
def test_whatever_is_changed_in_a_deal_is_found(row, column):
    deal = row.deals.get(number=3)
    value = getattr(deal, column)
    fresh = {"matadors": 3, "bid": 18, "declarer": 4, "points": 96}.get(column, not value)
    DealRow.objects.filter(pk=deal.pk).update(**{column: fresh})

    assert Doubt.HASH_DIFFERS in doubts(row)


@pytest.mark.parametrize(
    ("fields", "seals"),
    [({"short_because": "x"}, [Doubt.SEAL_DIFFERS]), ({"struck_after": 4}, [])],
    ids=["short", "struck"],
)
def test_so_is_another_reason_to_end_it(row, fields, seals):
    """What is struck the acts of the clock tell; the reason is sealed."""
    GameListRow.objects.filter(pk=row.pk).update(**fields)

    assert doubts(row) == [Doubt.HASH_DIFFERS, Doubt.LIST_DIFFERS, *seals]


def test_a_hash_made_to_fit_is_found_by_the_journal(row):
    row.deals.filter(number=3).update(overruled=True)
    GameListRow.objects.filter(pk=row.pk).update(signed_hash=freezing.list_hash(row))

    assert doubts(row) == [Doubt.HASH_UNKNOWN, Doubt.ENTRY_DIFFERS, Doubt.SEAL_DIFFERS]


def test_a_hash_taken_away_is_found_too(row):
    GameListRow.objects.filter(pk=row.pk).update(signed_hash="")

    assert doubts(row) == [Doubt.HASH_UNKNOWN, Doubt.SEAL_DIFFERS]


def test_opened_again_it_has_none_and_signed_again_a_new_one(row):
    first = row.signed_hash
    signing.reopen(list_id=row.pk, because="Spiel 3", by=factories.user(), now=EVENING)
    row.refresh_from_db()
    assert row.signed_hash == ""

    deal = Deal(number=3, declarer=2, played=GRAND_LOST)
    entry.correct_deal(list_id=row.pk, deal=deal, because="", entry_key=uuid4(), by=None, now=EVENING)
    factories.confirm_and_sign(row)

    row.refresh_from_db()
    assert row.signed_hash not in {"", first}
    assert journalled() == [first, row.signed_hash]
    assert doubts(row) == []


def test_what_the_judges_correct_is_frozen_anew(row):
    first = row.signed_hash
    series = row.table.series
    judge = factories.judge(series.tournament)
    filed = appeals.file_appeal(
        series_id=series.pk,
        appellant=1,
        list_id=row.pk,
        deal=3,
        text="verloren",
        entry_key=uuid4(),
        by=None,
        now=EVENING,
    )

    appeals.decide_appeal(
        appeal_id=filed.pk,
        verdict=Appeal.Verdict.UPHELD,
        draft=Draft(
            sentence="Der Grand ist verloren.",
            clauses=["ISkO 4.2.5"],
            reasons="59 Augen",
            seen=seen(row, 3),
            correction=Deal(number=3, declarer=2, played=GRAND_LOST),
        ),
        entry_key=uuid4(),
        by=judge,
        now=EVENING,
    )

    row.refresh_from_db()
    assert row.signed_hash != first
    assert journalled() == [first, row.signed_hash]
    assert doubts(row) == []


def test_lists_signed_before_there_were_hashes_are_not_doubted():
    made = factories.running_list(seats=3)
    GameListRow.objects.filter(pk=made.pk).update(signed_at=EVENING, short_because="früher")
    Table.objects.filter(pk=made.table_id).update(play_began_at=EVENING)
    where = {"tournament": made.table.series.tournament, "by": None, "at": EVENING, "series": 1, "table": 1}
    journal.record("list.accepted-short", because="früher", **where)
    journal.record("list.signed", version=0, **where)

    assert doubts(made) == []
