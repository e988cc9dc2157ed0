"""Series drawn together: published at once, and changed together for somebody missing or late."""

import pytest

from scoring.results.selectors import standings
from scoring.results.services import series as services
from tables import seating
from tables.acts.services.refusals import Refused
from tables.draw.services import by_hand
from tables.draw.services import series as hall
from tables.tournaments.models import Series
from tests import factories
from tests.factories import EVENING
from tests.scoring.office.reseats import drawn, published, reseat, seats, tables_with_lists

pytestmark = pytest.mark.django_db


class TestTogether:
    def test_all_series_of_a_draw_are_published_with_their_lists(self):
        series = drawn(16, series=3)

        done = services.publish_together(series_id=series.pk, by=factories.user(), now=EVENING)

        assert [one.number for one in done] == [1, 2, 3]
        assert {one.status for one in series.tournament.series.all()} == {Series.Status.PUBLISHED}
        assert [tables_with_lists(one) for one in done] == [[1, 2, 3, 4]] * 3
        assert series.tournament.journal.filter(action="series.published").count() == 3

    def test_what_is_published_already_stays_and_the_rest_follows(self):
        series = drawn(8, series=2)
        services.publish_series(series_id=series.pk, by=factories.user(), now=EVENING)

        done = services.publish_together(series_id=series.pk, by=factories.user(), now=EVENING)

        assert [one.number for one in done] == [2]

    def test_with_nothing_left_it_is_refused(self):
        series = published(8, series=2)

        with pytest.raises(Refused, match="not-a-preview"):
            services.publish_together(series_id=series.pk, by=factories.user(), now=EVENING)

    def test_seats_still_drawn_by_hand_are_not_published(self):
        series = factories.tournament(entrants=8).series.get()
        by_hand.set_up_tables(series_id=series.pk, players=8, by=factories.user(), now=EVENING)

        for publish in (services.publish_series, services.publish_together):
            with pytest.raises(Refused, match="still-by-hand"):
                publish(series_id=series.pk, by=factories.user(), now=EVENING)

    def test_the_first_entry_does_not_start_a_series_before_its_time(self):
        series = published(8, series=2)
        row = factories.list_of(series.tournament.series.get(number=2))

        with pytest.raises(Refused, match="series-before-open"):
            factories.enter(row, None)

        row.table.refresh_from_db()
        assert row.table.play_began_at is None
        assert not row.deals.exists()


class TestSeveralSeries:
    def test_those_drawn_together_follow(self):
        series = published(16, series=3, absent=[16])

        after = reseat(series, absent=[3], late=[16])

        everything = list(series.tournament.series.order_by("number"))
        assert [one.draw_id for one in everything] == [after.draw_id] * 3
        for one in everything:
            seated = {number for table in seats(one) for number in table}
            assert 16 in seated
            assert 3 not in seated
            assert tables_with_lists(one) == [1, 2, 3, 4]
        assert seating.verify(after.draw.record) == ()

    def test_of_previews_and_published_only_the_published_have_lists(self):
        series = drawn(17, series=2, absent=[17])
        services.publish_series(series_id=series.pk, by=factories.user(), now=EVENING)

        reseat(series, late=[17])

        second = series.tournament.series.get(number=2)
        assert tables_with_lists(series) == [1, 2, 3, 4, 5]
        assert len(seats(second)) == 5
        assert tables_with_lists(second) == []
        assert second.status == Series.Status.DRAWN

    def test_a_series_played_keeps_its_draw_and_its_seats(self):
        series = published(16, series=3, absent=[16])
        factories.play_series(hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING))
        services.close_series(series_id=series.pk, lot_seed="1", by=factories.user(), now=EVENING)
        before, standing = seats(series), standings.standings(series.tournament).lines

        reseat(series.tournament.series.get(number=2), absent=[3], late=[16])

        series.refresh_from_db()
        assert seats(series) == before
        assert series.draw.number == 1
        assert [one.draw.number for one in series.tournament.series.filter(number__gt=1)] == [2, 2]
        series.tournament.refresh_from_db()
        assert standings.standings(series.tournament).lines == standing

    def test_a_series_changed_on_its_own_does_not_follow_any_more(self):
        series = published(16, series=3, absent=[16])
        second = series.tournament.series.get(number=2)
        reseat(second, absent=[3], late=[16])
        later = seats(second)

        after = reseat(series, absent=[4])

        assert seats(second) == later
        assert after.draw.number == 3
        assert len(after.draw.record["plan"]) == 1
        assert seating.verify(after.draw.record) == ()

    def test_who_has_no_seat_has_no_result_and_everybody_else_can_finish(self):
        series = published(8, series=1, absent=[8])
        gone = seats(series)[0][0]
        reseat(series, absent=[gone], late=[8])

        factories.close_series(hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING))

        lines = standings.standings(series.tournament).lines
        assert sorted(line.entrant.number for line in lines) == sorted(set(range(1, 9)) - {gone})
