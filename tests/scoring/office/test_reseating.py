"""Seats that change after the draw: missing, late, several series at once, and what stands in the way."""

from uuid import uuid4

import pytest

from scoring.disputes.services.objections import raise_objection
from scoring.lists.models import GameListRow
from scoring.office import listings
from scoring.office.selectors import day as selectors
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
from tests.support.reseating_acts import drawn, published, reseat, seats, tables_with_lists

pytestmark = pytest.mark.django_db


def preview(series, *, absent=(), late=()):
    series = Series.objects.get(pk=series.pk)
    plan = reseating.reseated(series, absent=absent, late=late, public="3")
    return listings.preview_of(series, plan, selectors.attendance(series))


class TestMissing:
    @pytest.mark.slow
    def test_the_chair_stays_empty_and_three_missing_at_one_table_make_it_go_and_its_list_too(self):
        series = published(16)
        before = seats(series)
        gone = before[2][1]

        reseat(series, absent=[gone])

        assert [sorted(table) for table in seats(series)] == [
            sorted(number for number in table if number != gone) for table in before
        ]
        assert series.tables.get(number=3).size == 3
        assert not Entrant.objects.get(number=gone).present
        assert tables_with_lists(series) == [1, 2, 3, 4]
        reseat(series, absent=seats(series)[3][:3])
        assert tables_with_lists(series) == [1, 2, 3]
        assert GameListRow.objects.count() == series.tables.count() == 3

    def test_in_a_preview_there_are_no_lists_to_follow(self):
        series = drawn(13)

        reseat(series, absent=[1])

        assert [len(table) for table in seats(series)] == [4, 4, 4]
        assert not GameListRow.objects.exists()
        assert Series.objects.get(pk=series.pk).status == Series.Status.DRAWN


class TestLate:
    @pytest.mark.slow
    def test_a_free_chair_is_taken_also_by_somebody_registered_after_the_draw(self):
        series = published(15, absent=[15])
        small = [number for number, table in enumerate(seats(series), start=1) if len(table) == 3]
        Entrant.objects.create(tournament=series.tournament, number=77, registered_at=EVENING)

        for number in (15, 77):
            reseat(series, late=[number])

            at = series.seats.get(entrant__number=number).table
            assert at.number in small
            assert at.size == 4
            assert Entrant.objects.get(number=number).present


class TestSubstitute:
    def test_takes_exactly_the_chair_as_was_told_and_tables_keep_their_keys_and_lists(self):
        series = published(16, absent=[16])
        before = seats(series)
        rows = list(GameListRow.objects.order_by("pk").values_list("pk", "table__key"))
        stays, gone = before[2][:2]

        told = preview(series, absent=[gone], late=[16])
        reseat(series, absent=[gone], late=[16])

        assert told.appearing == (f"Spieler 16 (16) takes the chair of Spieler {gone} ({gone}): table 3, seat 2.",)
        assert told.moving == told.tables == ()
        assert told.changed == (3,)
        assert (
            f"Spieler {stays} ({stays}) keeps the seat at table 3, but sits with Spieler 16 (16) instead of "
            f"Spieler {gone} ({gone})." in told.staying
        )
        assert told.summary == "Of 15 who are seated then, 3 keep their seats and get other company."
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
    @pytest.mark.slow
    def test_where_play_has_begun_or_the_list_was_signed_without_a_deal(self):
        series = published(16)
        hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
        factories.enter(factories.list_of(series, 2), None)
        row = factories.list_of(series, 3)
        signing.accept_short(list_id=row.pk, because="ill", by=factories.user(), now=EVENING)
        signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)
        free, begun, signed, _other = (table[0] for table in seats(series))
        assert "Play has begun at table 2" in preview(series, absent=[begun]).obstacle
        assert preview(series, absent=[free]).obstacle == ""

        for number, table in ((begun, 2), (signed, 3)):
            with pytest.raises(Refused, match="play-began") as refused:
                reseat(series, absent=[number])
            assert refused.value.facts["table"] == table

        reseat(series, absent=[free])
        assert len(seats(series)[0]) == 3

    def test_an_appeal_about_the_list_of_a_table_that_would_go(self):
        series = published(13)
        hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
        steps.appeal_about(factories.list_of(series, 4), appellant=seats(series)[3][0])

        with pytest.raises(Refused, match="appeal-at-table"):
            reseat(series, absent=[seats(series)[3][1]])
        assert len(seats(series)) == 4

    @pytest.mark.slow
    def test_an_objection_at_a_table_that_would_go_but_none_at_that_of_its_number_in_another_series(self):
        made = factories.tournament(entrants=13, series=2)
        first = factories.running_series(made)
        about = {"series_id": first.pk, "list_id": factories.list_of(first, 4).pk}
        raise_objection(entry_key=uuid4(), by=None, now=EVENING, **about)
        second = factories.running_series(made, 2, published_only=True)
        with pytest.raises(Refused, match="dispute-at-table"):
            reseat(first, absent=[seats(first)[3][1]])

        reseat(second, absent=[seats(second)[3][1]])

        assert len(seats(second)) == 3

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


class TestPreview:
    def test_who_moves_is_told_from_where_to_where(self):
        series = published(17, absent=[17])
        before = seats(series)

        told = preview(series, late=[17])
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

        told = preview(series, absent=[company[0]], late=[8])

        assert [sentence for sentence in told.worse if "are of one club" in sentence]
        assert told.better == ()

    @pytest.mark.slow
    def test_the_following_series_are_counted(self):
        series = published(16, series=2, absent=[16])
        second = series.tournament.series.get(number=2)

        told = preview(series, absent=[1], late=[16])

        assert told.followers == ("Series 2: 3 other entrants sit elsewhere than planned.",)
        reseat(second, absent=[1], late=[16])
        assert preview(series, absent=[1], late=[16]).on_their_own == (2,)


class TestTogether:
    def test_all_series_of_a_draw_are_published_with_their_lists_until_nothing_is_left(self):
        series = drawn(16, series=3)
        together = {"series_id": series.pk, "by": factories.user(), "now": EVENING}
        services.publish_series(**together)

        done = services.publish_together(**together)

        assert [one.number for one in done] == [2, 3]
        assert {one.status for one in series.tournament.series.all()} == {Series.Status.PUBLISHED}
        assert [tables_with_lists(one) for one in (series, *done)] == [[1, 2, 3, 4]] * 3
        assert series.tournament.journal.filter(action="series.published").count() == 3
        with pytest.raises(Refused, match="not-a-preview"):
            services.publish_together(**together)

    def test_seats_still_drawn_by_hand_are_not_published(self):
        series = factories.tournament(entrants=8).series.get()
        draws.set_up_tables(series_id=series.pk, players=8, by=factories.user(), now=EVENING)

        for publish in (services.publish_series, services.publish_together):
            with pytest.raises(Refused, match="still-by-hand"):
                publish(series_id=series.pk, by=factories.user(), now=EVENING)

    @pytest.mark.slow
    def test_the_first_entry_does_not_start_a_series_before_its_time(self):
        series = published(8, series=2)
        row = factories.list_of(series.tournament.series.get(number=2))

        with pytest.raises(Refused, match="series-before-open"):
            factories.enter(row, None)

        row.table.refresh_from_db()
        assert row.table.play_began_at is None
        assert not row.deals.exists()


class TestSeveralSeries:
    @pytest.mark.slow
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

    @pytest.mark.slow
    def test_of_previews_and_published_only_the_published_have_lists(self):
        series = drawn(17, series=2, absent=[17])
        services.publish_series(series_id=series.pk, by=factories.user(), now=EVENING)

        reseat(series, late=[17])

        second = series.tournament.series.get(number=2)
        assert tables_with_lists(series) == [1, 2, 3, 4, 5]
        assert len(seats(second)) == 5
        assert tables_with_lists(second) == []
        assert second.status == Series.Status.DRAWN

    @pytest.mark.slow
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
