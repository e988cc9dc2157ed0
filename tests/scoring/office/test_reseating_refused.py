"""What stands in the way of changing seats, and what is shown before."""

from uuid import uuid4

import pytest

from scoring.disputes.services import appeals
from scoring.disputes.services.objections import raise_objection
from scoring.office.listings import reseating as office_reseating
from scoring.office.selectors import attendance
from scoring.signing import services as signing
from tables.acts.services.refusals import Refused
from tables.draw.services import reseating
from tables.draw.services import series as hall
from tables.people.models import Entrant
from tables.tournaments.models import Series
from tests import factories
from tests.factories import EVENING
from tests.scoring.office.reseats import fingerprint, published, reseat, seats

pytestmark = pytest.mark.django_db


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
        appeals.file_appeal(
            series_id=series.pk,
            appellant=seats(series)[3][0],
            list_id=factories.list_of(series, 4).pk,
            deal=None,
            text="wrong cards",
            entry_key=uuid4(),
            by=None,
            now=EVENING,
        )

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

    def test_what_was_not_shown_is_not_done(self):
        series = published(16)

        with pytest.raises(Refused, match="seats-changed"):
            reseat(series, absent=[1], shown="")

    @pytest.mark.parametrize(
        ("absent", "late", "code"),
        [
            ([], [], "nothing-to-change"),
            ([99], [], "not-seated"),
            ([], [1], "seated-already"),
            ([], [99], "no-such-entrant"),
            ([], [16], "withdrawn"),
        ],
    )
    def test_what_makes_no_sense(self, absent, late, code):
        series = published(16, absent=[16])
        series.tournament.entrants.filter(number=16).update(withdrawn_at=EVENING)

        with pytest.raises(Refused, match=code):
            reseat(series, absent=absent, late=late, shown="x")

    def test_without_a_reason(self):
        series = published(16)

        with pytest.raises(Refused, match="reason-missing"):
            reseat(series, absent=[1], because=" ")
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
        return office_reseating.preview_of(series, plan, attendance.attendance(series))

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
