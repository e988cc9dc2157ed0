"""Services of entry: one deal, a correction, a whole list, results from paper.

Lists typed from paper, and what the database itself refuses about entries (SkWO 7.2).
"""

from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, transaction

from scoring.lists.models import DealRow, GameListRow, SeatResult
from scoring.lists.services import entry
from scoring.lists.services.lists import EntryRefused, KeyReused, ListSigned
from scoring.rules.codes import Code
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import Played
from tables.acts.services.refusals import Refused
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series
from tests.scoring.lists.entry_acts import enter, passed, played_by
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = pytest.mark.django_db


def correct(row: GameListRow, deal: Deal, key: UUID | None = None) -> DealRow:
    return entry.correct_deal(
        list_id=row.pk, deal=deal, because="verschrieben", entry_key=key or uuid4(), by=None, now=EVENING
    )


class TestEnterDeal:
    def test_writes_the_deal_the_results_and_one_journal_line(self):
        row = factories.running_list()
        lines = JournalEntry.objects.count()

        enter(row, played_by(2))

        assert row.deals.get().points == 72
        assert SeatResult.objects.get(seat__place=2).performance == 72 + 50
        last = JournalEntry.objects.order_by("number").last()
        assert JournalEntry.objects.count() == lines + 1
        assert (last.action, last.data["deal"], last.data["points"]) == ("list.deal-entered", 1, 72)

    def test_a_lost_game_gives_thirty_to_everyone_else_at_four_the_dealer_included(self):
        row = factories.running_list(seats=4)

        enter(row, played_by(2, played=GRAND_LOST))

        earned = dict(SeatResult.objects.values_list("seat__place", "performance"))
        assert earned == {1: 30, 2: -144 - 50, 3: 30, 4: 30}

    def test_a_lost_game_gives_forty_at_three(self):
        row = factories.running_list(seats=3)

        enter(row, played_by(1, played=GRAND_LOST))

        assert dict(SeatResult.objects.values_list("seat__place", "performance")) == {1: -194, 2: 40, 3: 40}

    def test_sent_twice_is_written_once(self):
        row, key = factories.running_list(), uuid4()

        assert enter(row, played_by(2), key) == enter(row, played_by(2), key)

        assert DealRow.objects.count() == 1

    def test_a_repeat_is_recognised_even_after_the_list_was_signed(self):
        row, key = factories.running_list(), uuid4()
        enter(row, played_by(2), key)
        factories.fill(row)
        factories.confirm_and_sign(row)

        assert enter(row, played_by(2), key).number == 1

    def test_refuses_a_key_that_came_with_another_deal(self):
        row, key = factories.running_list(), uuid4()
        enter(row, passed(1), key)

        with pytest.raises(KeyReused):
            enter(row, played_by(2), key)

    def test_refuses_a_key_that_came_for_another_list(self):
        made = factories.tournament(entrants=8)
        series = factories.running_series(made)
        key = uuid4()
        enter(factories.list_of(series, 1), passed(1), key)

        with pytest.raises(KeyReused):
            enter(factories.list_of(series, 2), passed(1), key)

    def test_refuses_a_second_entry_for_a_number(self):
        row = factories.running_list()
        enter(row, passed(1))

        with pytest.raises(Refused, match="number-taken"):
            enter(row, played_by(2))

    def test_refuses_a_dealer_who_played_at_a_table_of_four(self):
        row = factories.running_list(seats=4)

        with pytest.raises(EntryRefused) as refused:
            enter(row, played_by(1))

        assert [found.problem.code for found in refused.value.findings] == [Code.DEALER_PLAYED]
        assert not DealRow.objects.exists()

    def test_names_every_problem_at_once(self):
        row = factories.running_list(seats=4)
        nonsense = Played(contract=Contract(game=Game.GRAND), matadors=5, won=True, schwarz=True)

        with pytest.raises(EntryRefused) as refused:
            enter(row, played_by(1, number=2, played=nonsense))

        codes = {found.problem.code for found in refused.value.findings}
        assert codes == {Code.WRONG_NUMBER, Code.TOO_MANY_MATADORS, Code.SCHWARZ_WITHOUT_SCHNEIDER}

    def test_the_first_entry_starts_the_series(self):
        made = factories.tournament(entrants=4)
        series = factories.running_series(made, published_only=True)

        enter(factories.list_of(series), passed(1))

        series.refresh_from_db()
        assert (series.status, series.started_at) == (Series.Status.RUNNING, EVENING)

    def test_leaves_a_signed_list_alone(self):
        row = factories.running_list()
        factories.fill(row)
        factories.confirm_and_sign(row)

        with pytest.raises(ListSigned):
            enter(row, passed(5))

    def test_a_forty_ninth_deal_is_refused(self):
        row = factories.running_list(rounds=12)
        factories.fill(row)

        with pytest.raises(EntryRefused) as refused:
            enter(row, passed(49))

        assert [found.problem.code for found in refused.value.findings] == [Code.TOO_MANY_DEALS]


class TestCorrections:
    def test_the_old_entry_stays_in_the_history(self):
        row = factories.running_list()
        factories.enter(row, (2, GRAND))

        correct(row, played_by(2, played=GRAND_LOST))

        old, new = row.deals.order_by("pk")
        assert (old.voided_at, old.voided_because, old.points) == (EVENING, "verschrieben", 72)
        assert (new.voided_at, new.points) == (None, -144)
        assert SeatResult.objects.get(seat__place=2).performance == -194

    def test_confirmations_lapse(self):
        row = factories.running_list()
        factories.fill(row)
        row.refresh_from_db()
        factories.confirm(row, 1)

        correct(row, passed(1))

        assert not row.confirmations.exists()

    def test_a_correction_that_breaks_a_rule_changes_nothing(self):
        row = factories.running_list(seats=4)
        factories.enter(row, (2, GRAND))

        with pytest.raises(EntryRefused):
            correct(row, played_by(1))

        assert row.deals.get().declarer == 2

    def test_only_the_last_deal_can_be_taken_back(self):
        row = factories.running_list()
        factories.enter(row, None, (3, GRAND))

        with pytest.raises(Refused, match="not-the-last-deal"):
            entry.take_back_deal(list_id=row.pk, number=1, because="", by=None, now=EVENING, agreed=True)
        entry.take_back_deal(list_id=row.pk, number=2, because="", by=None, now=EVENING, agreed=True)

        assert row.deals.filter(voided_at=None).count() == 1
        assert SeatResult.objects.get(seat__place=3).performance == 0

    def test_a_deal_that_is_not_there_cannot_be_corrected(self):
        row = factories.running_list()

        with pytest.raises(Refused, match="no-such-deal"):
            correct(row, passed(1))


@pytest.mark.database
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


@pytest.mark.database
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
