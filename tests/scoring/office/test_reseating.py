"""Seats that change after the draw: whoever is missing leaves, whoever is late comes, the lists follow the tables."""

import pytest

from scoring.lists.models import GameListRow
from tables import seating
from tables.draw.services import reseating
from tables.journal import chain as journal
from tables.people.models import Entrant
from tables.tournaments.models import Series
from tests import factories
from tests.factories import EVENING
from tests.scoring.office.reseats import drawn, published, reseat, seats, tables_with_lists

pytestmark = pytest.mark.django_db


class TestMissing:
    def test_the_chair_stays_empty_and_nobody_else_moves(self):
        series = published(16)
        before = seats(series)
        gone = before[2][1]

        reseat(series, absent=[gone])

        assert [sorted(table) for table in seats(series)] == [
            sorted(number for number in table if number != gone) for table in before
        ]
        assert series.tables.get(number=3).size == 3
        assert not Entrant.objects.get(number=gone).present

    def test_three_missing_at_one_table_make_it_go_and_its_list_too(self):
        series = published(16)
        gone = seats(series)[3][:3]

        reseat(series, absent=gone)

        assert [len(table) for table in seats(series)].count(3) == 3
        assert tables_with_lists(series) == [1, 2, 3, 4]
        reseat(series, absent=seats(series)[0][:1])
        assert tables_with_lists(series) == [1, 2, 3]
        assert GameListRow.objects.count() == series.tables.count() == 3

    def test_in_a_preview_there_are_no_lists_to_follow(self):
        series = drawn(13)

        reseat(series, absent=[1])

        assert [len(table) for table in seats(series)] == [4, 4, 4]
        assert not GameListRow.objects.exists()
        assert Series.objects.get(pk=series.pk).status == Series.Status.DRAWN

    def test_too_few_left_is_refused(self):
        series = published(6)

        with pytest.raises(seating.CannotSeat):
            reseat(series, absent=[1])

        assert series.tournament.entrants.get(number=1).present


class TestLate:
    def test_a_free_chair_is_taken(self):
        series = published(15, absent=[15])
        small = [number for number, table in enumerate(seats(series), start=1) if len(table) == 3]

        reseat(series, late=[15])

        at = series.seats.get(entrant__number=15).table
        assert at.number in small
        assert at.size == 4
        assert Entrant.objects.get(number=15).present

    @pytest.mark.thorough
    def test_a_new_table_of_a_published_series_gets_its_list(self):
        series = published(17, absent=[17])
        before = seats(series)

        reseat(series, late=[17])

        assert [len(before), len(seats(series))] == [4, 5]
        assert tables_with_lists(series) == [1, 2, 3, 4, 5]
        assert factories.list_of(series, 5).rounds == series.tournament.rounds
        assert len(set(series.tables.values_list("key", flat=True))) == 5

    def test_somebody_registered_after_the_draw_comes_in(self):
        series = published(15)
        Entrant.objects.create(tournament=series.tournament, number=77, registered_at=EVENING)

        reseat(series, late=[77])

        assert series.seats.filter(entrant__number=77, entrant__present=True).exists()


class TestSubstitute:
    def test_takes_exactly_the_chair(self):
        series = published(16, absent=[16])
        before = seats(series)
        gone = before[1][2]

        reseat(series, absent=[gone], late=[16])

        assert seats(series) == [[16 if number == gone else number for number in table] for table in before]

    def test_more_of_both_fill_the_chairs_first(self):
        series = published(16, absent=[15, 16])
        before = seats(series)
        gone = [before[0][0], before[1][1]]

        reseat(series, absent=gone, late=[15, 16])

        left = [{number for number in table if number not in gone} for table in before]
        assert all(kept <= set(table) for kept, table in zip(left, seats(series), strict=True))

    def test_a_table_keeps_its_key_and_its_list(self):
        series = published(16, absent=[16])
        rows = list(GameListRow.objects.order_by("pk").values_list("pk", "table__key"))

        reseat(series, absent=[1], late=[16])

        assert list(GameListRow.objects.order_by("pk").values_list("pk", "table__key")) == rows


class TestRecord:
    def test_it_recomputes_and_hangs_on_the_draw_before(self):
        series = published(16, absent=[16])
        first = series.draw

        after = reseat(series, absent=[1], late=[16], public="6 2 4")

        record = after.draw.record
        assert seating.verify(record) == ()
        assert record["lots"]["public"] == "6 2 4"
        assert record["previous"] == seating.record_hash(first.record)
        assert record["drawn"]["reason"] == "flat tyre"
        assert [list(map(list, one)) for one in seating.plan_of(record).series] == [seats(series)]

    def test_the_journal_tells_who_and_why(self):
        series = published(16, absent=[16])

        reseat(series, absent=[1], late=[16])

        line = series.tournament.journal.get(action="series.reseated")
        assert (line.data["absent"], line.data["late"], line.data["because"]) == ([1], [16], "flat tyre")
        assert journal.first_broken_line(series.tournament) is None

    def test_a_swap_before_it_is_kept(self):
        series = published(16)
        before = seats(series)
        one, other = before[0][0], before[1][0]
        reseating.swap_seats(
            series_id=series.pk, numbers=(one, other), because="chair", by=factories.user(), now=EVENING
        )

        after = reseat(series, absent=[before[2][0]])

        assert seats(series)[0][0] == other
        assert seating.verify(after.draw.record) == ()
