"""Lists typed from paper, and what the database itself refuses about entries (SkWO 7.2)."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from scoring.lists.models import DealRow, SeatResult
from scoring.lists.services import entry
from scoring.lists.services.lists import EntryRefused
from tables.acts.services.refusals import Refused
from tests import factories
from tests.factories import EVENING, GRAND
from tests.scoring.lists.entry_acts import enter, passed, played_by

pytestmark = [pytest.mark.django_db, pytest.mark.database]


class TestPaper:
    def test_totals_become_results_with_the_bonus_of_the_table(self):
        row = factories.running_list(seats=4, rounds=12)

        entry.enter_totals(
            list_id=row.pk,
            totals=factories.totals((937, 18, 3), (-60, 5, 5), (-144, 4, 5), (-48, 4, 4)),
            by=factories.user(),
            now=EVENING,
        )

        assert SeatResult.objects.get(seat__place=1).performance == 2107

    def test_totals_typed_again_replace_and_keep_the_old_ones(self):
        row = factories.running_list(seats=3, rounds=12)
        lines = factories.totals((100, 2, 0), (48, 1, 0), (0, 0, 0))
        entry.enter_totals(list_id=row.pk, totals=lines, by=factories.user(), now=EVENING)

        entry.enter_totals(list_id=row.pk, totals=lines[::-1], by=factories.user(), now=EVENING)

        assert row.totals.count() == 6
        assert SeatResult.objects.get(seat__place=3).game_points == 100

    def test_more_games_than_deals_are_refused(self):
        row = factories.running_list(seats=3, rounds=1)

        with pytest.raises(EntryRefused):
            entry.enter_totals(
                list_id=row.pk,
                totals=factories.totals((100, 2, 0), (48, 1, 0), (48, 1, 0)),
                by=factories.user(),
                now=EVENING,
            )

    def test_a_list_kept_deal_by_deal_takes_no_totals_and_the_other_way_round(self):
        row = factories.running_list(seats=3)
        factories.enter(row, (1, GRAND))
        lines = factories.totals((72, 1, 0), (0, 0, 0), (0, 0, 0))
        with pytest.raises(Refused, match="kept-deal-by-deal"):
            entry.enter_totals(list_id=row.pk, totals=lines, by=factories.user(), now=EVENING)
        entry.take_back_deal(list_id=row.pk, number=1, because="", by=None, now=EVENING, agreed=True)
        entry.enter_totals(list_id=row.pk, totals=lines, by=factories.user(), now=EVENING)

        with pytest.raises(Refused, match="kept-as-totals"):
            enter(row, played_by(1))
        entry.drop_totals(list_id=row.pk, by=factories.user(), now=EVENING)

        assert enter(row, played_by(1)).points == 72

    def test_a_whole_list_is_entered_at_once_or_not_at_all(self):
        row = factories.running_list(seats=3)
        key, good = uuid4(), [played_by(1), played_by(2, number=2), passed(3)]

        with pytest.raises(EntryRefused):
            entry.enter_list(
                list_id=row.pk,
                deals=[*good[:2], played_by(4, number=3)],
                entry_key=key,
                by=factories.user(),
                now=EVENING,
            )
        assert not row.deals.exists()
        for _again in range(2):
            entry.enter_list(list_id=row.pk, deals=good, entry_key=key, by=factories.user(), now=EVENING)

        assert row.deals.count() == 3


class TestTheDatabaseItself:
    def test_refuses_two_valid_entries_for_one_deal(self):
        row = factories.running_list()
        factories.enter(row, None)

        with pytest.raises(IntegrityError), transaction.atomic():
            DealRow.objects.create(game_list=row, number=1, entry_key=uuid4(), entered_at=EVENING)

    @pytest.mark.parametrize(
        "nonsense",
        [
            {"number": 0},
            {"declarer": 2},
            {"game": "grand"},
            {"declarer": 5, "game": "grand", "matadors": 1, "points": 48, "won": True},
            {"declarer": 2, "game": "poker", "matadors": 1, "points": 48, "won": True},
            {"declarer": 2, "game": "null", "matadors": 1, "points": 23, "won": True},
            {"declarer": 2, "game": "grand", "points": 48, "won": True},
            {"declarer": 2, "game": "grand", "matadors": 1, "points": -48, "won": True},
            {"declarer": 2, "game": "grand", "matadors": 1, "points": 0},
            {"points": 5},
            {"won": True},
            {"voided_because": "x"},
        ],
        ids=str,
    )
    def test_refuses_an_entry_that_cannot_be(self, nonsense):
        row = factories.running_list()

        with pytest.raises(IntegrityError), transaction.atomic():
            DealRow.objects.create(
                **{"game_list": row, "number": 1, "entry_key": uuid4(), "entered_at": EVENING, **nonsense}
            )
