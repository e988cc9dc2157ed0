"""Seats that change after the draw: missing, late, several series at once, and what stands in the way."""

from uuid import uuid4

import pytest

from scoring.disputes.services.objections import raise_objection
from scoring.lists.models import GameListRow
from scoring.office import listings
from scoring.office.selectors import day as selectors
from scoring.results.selectors import standings
from scoring.results.services import series as services
from scoring.signing import services as signing
from tables import seating
from tables.acts.services import Refused
from tables.draw.services import draws, reseating
from tables.draw.services import seats as hall
from tables.journal import chain as journal
from tables.people.models import Entrant
from tables.tournaments.models import Series
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.factories import EVENING
from tests.support.reseating_acts import drawn, fingerprint, published, reseat, seats, tables_with_lists

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
    def test_takes_exactly_the_chair_and_tables_keep_their_keys_and_lists(self):
        series = published(16, absent=[16])
        before = seats(series)
        rows = list(GameListRow.objects.order_by("pk").values_list("pk", "table__key"))
        gone = before[1][2]

        reseat(series, absent=[gone], late=[16])

        assert seats(series) == [[16 if number == gone else number for number in table] for table in before]
        assert list(GameListRow.objects.order_by("pk").values_list("pk", "table__key")) == rows

    def test_more_of_both_fill_the_chairs_first(self):
        series = published(16, absent=[15, 16])
        before = seats(series)
        gone = [before[0][0], before[1][1]]

        reseat(series, absent=gone, late=[15, 16])

        left = [{number for number in table if number not in gone} for table in before]
        assert all(kept <= set(table) for kept, table in zip(left, seats(series), strict=True))


class TestRecord:
    def test_it_recomputes_hangs_on_the_draw_before_and_the_journal_tells_who_and_why(self):
        series = published(16, absent=[16])
        first = series.draw

        after = reseat(series, absent=[1], late=[16], public="6 2 4")

        record = after.draw.record
        assert seating.verify(record) == ()
        assert record["lots"]["public"] == "6 2 4"
        assert record["previous"] == seating.record_hash(first.record)
        assert record["drawn"]["reason"] == "flat tyre"
        assert [list(map(list, one)) for one in seating.plan_of(record).series] == [seats(series)]
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


class TestRefused:
    def test_where_play_has_begun(self):
        series = published(16)
        hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
        factories.enter(factories.list_of(series, 2), None)

        with pytest.raises(Refused, match="play-began") as refused:
            reseat(series, absent=[seats(series)[1][0]])
        assert refused.value.facts["table"] == 2

        reseat(series, absent=[seats(series)[0][0]])
        assert len(seats(series)[0]) == 3

    def test_at_a_table_whose_list_was_signed_without_a_deal(self):
        series = published(16)
        hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
        row = factories.list_of(series, 2)
        signing.accept_short(list_id=row.pk, because="ill", by=factories.user(), now=EVENING)
        signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)

        with pytest.raises(Refused, match="play-began"):
            reseat(series, absent=[seats(series)[1][0]])

    def test_an_appeal_about_the_list_of_a_table_that_would_go(self):
        series = published(13)
        hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
        steps.appeal_about(factories.list_of(series, 4), appellant=seats(series)[3][0])

        with pytest.raises(Refused, match="appeal-at-table"):
            reseat(series, absent=[seats(series)[3][1]])
        assert len(seats(series)) == 4

    def test_an_objection_at_a_table_that_would_go(self):
        series = published(13)
        row = factories.list_of(series, 4)
        raise_objection(series_id=series.pk, list_id=row.pk, entry_key=uuid4(), by=None, now=EVENING)

        with pytest.raises(Refused, match="dispute-at-table"):
            reseat(series, absent=[seats(series)[3][1]])

    def test_but_no_objection_at_the_table_of_that_number_in_another_series(self):
        made = factories.tournament(entrants=13, series=2)
        first = factories.running_series(made)
        raise_objection(
            series_id=first.pk, list_id=factories.list_of(first, 4).pk, entry_key=uuid4(), by=None, now=EVENING
        )
        second = factories.running_series(made, 2, published_only=True)

        reseat(second, absent=[seats(second)[3][1]])

        assert len(seats(second)) == 3

    def test_when_another_has_changed_seats_since_it_was_shown(self):
        series = published(16, absent=[16])
        shown = fingerprint(series, absent=[1], late=[16])
        one, other = seats(series)[0][0], seats(series)[1][0]
        reseating.swap_seats(
            series_id=series.pk, numbers=(one, other), because="chair", by=factories.user(), now=EVENING
        )
        before = seats(series)

        with pytest.raises(Refused, match="seats-changed"):
            reseat(series, absent=[1], late=[16], shown=shown)
        assert seats(series) == before

    def test_what_makes_no_sense_was_not_shown_or_has_no_reason(self):
        series = published(16, absent=[16])
        series.tournament.entrants.filter(number=16).update(withdrawn_at=EVENING)
        for absent, late, code in (
            ([], [], "nothing-to-change"),
            ([99], [], "not-seated"),
            ([], [1], "seated-already"),
            ([], [99], "no-such-entrant"),
            ([], [16], "withdrawn"),
        ):
            with pytest.raises(Refused, match=code):
                reseat(series, absent=absent, late=late, shown="x")
        with pytest.raises(Refused, match="seats-changed"):
            reseat(series, absent=[1], shown="")
        with pytest.raises(Refused, match="reason-missing"):
            reseat(series, absent=[1], because=" ")
        assert series.tournament.entrants.get(number=1).present

    def test_too_few_left(self):
        series = published(6)

        with pytest.raises(seating.CannotSeat):
            reseat(series, absent=[1])

        assert series.tournament.entrants.get(number=1).present

    def test_before_a_draw_and_after_the_end(self):
        planned = factories.tournament(entrants=4).series.get()
        with pytest.raises(Refused, match="not-drawn"):
            reseat(planned, absent=[1], shown="x")

        closed = factories.close_series(factories.running_series(planned.tournament))
        with pytest.raises(Refused, match="not-drawn"):
            reseat(closed, absent=[1], shown="x")


class TestPreview:
    def preview(self, series, *, absent=(), late=()):
        series = Series.objects.get(pk=series.pk)
        plan = reseating.reseated(series, absent=absent, late=late, public="3")
        return listings.preview_of(series, plan, selectors.attendance(series))

    def test_a_substitute_is_told_with_whom_he_replaces(self):
        series = published(16, absent=[16])
        table = seats(series)[2]

        told = self.preview(series, absent=[table[1]], late=[16])

        assert told.appearing == (
            f"Spieler 16 (16) takes the chair of Spieler {table[1]} ({table[1]}): table 3, seat 2.",
        )
        assert told.moving == told.tables == ()
        assert told.changed == (3,)
        assert (
            f"Spieler {table[0]} ({table[0]}) keeps the seat at table 3, but sits with Spieler 16 (16) instead of "
            f"Spieler {table[1]} ({table[1]})." in told.staying
        )
        assert told.summary == "Of 15 who are seated then, 3 keep their seats and get other company."

    def test_who_moves_is_told_from_where_to_where(self):
        series = published(17, absent=[17])
        before = seats(series)

        told = self.preview(series, late=[17])
        reseat(series, late=[17])

        after = seats(series)
        moved = [
            number
            for number in range(1, 17)
            if next(at for at, table in enumerate(before) if number in table)
            != next(at for at, table in enumerate(after) if number in table)
        ]
        assert len([sentence for sentence in told.moving if "to table" in sentence]) == len(moved) == 2
        assert "Table 5 is opened, with 3 seats." in told.tables
        assert [sentence for sentence in told.appearing if "Spieler 17 (17) gets table" in sentence]

    def test_weak_spots_that_come_are_named(self):
        series = published(8, absent=[8])
        company = seats(series)[0]
        Entrant.objects.filter(number__in=[company[1], 8]).update(club="SC Herz")

        told = self.preview(series, absent=[company[0]], late=[8])

        assert [sentence for sentence in told.worse if "are of one club" in sentence]
        assert told.better == ()

    def test_the_following_series_are_counted(self):
        series = published(16, series=2, absent=[16])
        second = series.tournament.series.get(number=2)

        told = self.preview(series, absent=[1], late=[16])

        assert told.followers == ("Series 2: 3 other entrants sit elsewhere than planned.",)
        reseat(second, absent=[1], late=[16])
        assert self.preview(series, absent=[1], late=[16]).on_their_own == (2,)

    def test_play_that_has_begun_stands_against_it(self):
        series = published(16)
        hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
        factories.enter(factories.list_of(series, 2), None)

        assert "Play has begun at table 2" in self.preview(series, absent=[seats(series)[1][0]]).obstacle
        assert self.preview(series, absent=[seats(series)[0][0]]).obstacle == ""


class TestTogether:
    def test_all_series_of_a_draw_are_published_with_their_lists(self):
        series = drawn(16, series=3)

        done = services.publish_together(series_id=series.pk, by=factories.user(), now=EVENING)

        assert [one.number for one in done] == [1, 2, 3]
        assert {one.status for one in series.tournament.series.all()} == {Series.Status.PUBLISHED}
        assert [tables_with_lists(one) for one in done] == [[1, 2, 3, 4]] * 3
        assert series.tournament.journal.filter(action="series.published").count() == 3

    def test_what_is_published_already_stays_and_the_rest_follows_until_nothing_is_left(self):
        series = drawn(8, series=2)
        together = {"series_id": series.pk, "by": factories.user(), "now": EVENING}
        services.publish_series(**together)

        done = services.publish_together(**together)

        assert [one.number for one in done] == [2]
        with pytest.raises(Refused, match="not-a-preview"):
            services.publish_together(**together)

    def test_seats_still_drawn_by_hand_are_not_published(self):
        series = factories.tournament(entrants=8).series.get()
        draws.set_up_tables(series_id=series.pk, players=8, by=factories.user(), now=EVENING)

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

    @pytest.mark.thorough
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

    @pytest.mark.thorough
    def test_who_has_no_seat_has_no_result_and_everybody_else_can_finish(self):
        series = published(8, series=1, absent=[8])
        gone = seats(series)[0][0]
        reseat(series, absent=[gone], late=[8])

        factories.close_series(hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING))

        lines = standings.standings(series.tournament).lines
        assert sorted(line.entrant.number for line in lines) == sorted(set(range(1, 9)) - {gone})
