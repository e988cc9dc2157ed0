"""What has to follow an act and is easily forgotten: lots, signatures anew, a publication taken back."""

from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings

from scoring.disputes.models import Appeal, Measure
from scoring.disputes.services import appeals, objections
from scoring.disputes.services.rulings import Draft
from scoring.history.selectors import verification
from scoring.office.services.end import release_final_ranking, state_end
from scoring.results.models import Lot
from scoring.results.selectors import standings
from scoring.results.services.series import (
    close_series,
)
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from tables.acts.services import Refused
from tables.draw.models import Seeding
from tables.tournaments.models import Tournament
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support import objections_and_rulings as disputes
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = pytest.mark.django_db

ROOT = Path(settings.BASE_DIR)


class TestReleasingTheFinalRanking:
    @pytest.fixture
    def ended(self):
        """An event that has ended, its windows for appeals long closed, with an objection nobody settled."""
        made = factories.tournament(entrants=4)
        row = factories.list_of(factories.running_series(made))
        self.objection = disputes.raised(row, kind="conduct", text="Er sah in die Karten.")
        factories.fill(row, seat=1)
        signed = {"void_at": EVENING}
        type(row).objects.filter(pk=row.pk).update(**signed)
        close_series(series_id=row.table.series_id, lot_seed="lots", by=factories.user(), now=EVENING)
        at = EVENING + timedelta(hours=1)
        state_end(tournament_id=made.pk, ended_at=at, by=factories.user(), now=at)
        return made

    def released(self, made):
        late = EVENING + timedelta(days=1)
        return release_final_ranking(tournament_id=made.pk, by=factories.user(), now=late)

    def test_waits_for_an_objection_that_is_open_and_goes_on_once_it_is_settled(self, ended):
        with pytest.raises(Refused) as refused:
            self.released(ended)

        assert (refused.value.code, refused.value.facts) == ("objections-unsettled", {"objections": [1]})
        assert Tournament.objects.get().released_at is None
        objections.settle(objection_id=self.objection.pk, by=factories.user("richterin"), now=EVENING)
        assert self.released(ended).released_at


class TestAcceptingAListShort:
    @pytest.fixture
    def row(self):
        made = factories.running_list(seats=3)
        factories.fill(made, seat=2)
        made.refresh_from_db()
        for place in (1, 2):
            factories.confirm(made, place)
        return made

    def test_takes_back_every_signature_there_was_and_nobody_signs_what_he_saw_before(self, row):
        assert row.confirmations.count() == 2

        signing.accept_short(list_id=row.pk, because="Feueralarm", by=factories.user(), now=EVENING)

        assert list(row.confirmations.all()) == []
        with pytest.raises(Refused, match="not-all-confirmed"):
            signing.sign(list_id=row.pk, now=EVENING)
        with pytest.raises(Refused, match="list-changed"):
            factories.confirm(row, 3)
        factories.confirm_and_sign(row)
        row.refresh_from_db()
        assert row.signed_at


def standing(series):
    """Return the start numbers in the order by which the next series is set."""
    return list(Seeding.objects.filter(series=series).order_by("rank").values_list("entrant__number", flat=True))


def computed(series):
    numbers = dict(series.tournament.entrants.values_list("pk", "number"))
    return [numbers[place.result.entrant] for place in standings.places_until(series)]


class TestAfterACorrectionOfAClosedSeries:
    """Two tables of three. At each one player is ahead; corrected, the first has nothing and is equal to others."""

    @pytest.fixture
    def row(self):
        made = factories.tournament(entrants=6, series=2)
        factories.judge(made)
        series = factories.running_series(made)
        first, second = factories.list_of(series, 1), factories.list_of(series, 2)
        factories.enter(first, (1, GRAND), (2, GRAND_LOST), (3, GRAND_LOST))
        factories.enter(second, (1, GRAND_LOST), None, (3, GRAND_LOST))
        for row in (first, second):
            factories.confirm_and_sign(row)
        close_series(series_id=series.pk, lot_seed="lots", by=factories.user(), now=EVENING)
        return factories.list_of(series, 1)

    def by_correction(self, row, deal):
        directing.corrected(row, directing.mend(1, deal.declarer, deal.played, witnesses=(1, 2, 3)))

    def by_ruling(self, row, deal):
        disputes.ruled(row, factories.user("richterin"), deal)

    def by_appeal(self, row, deal):
        about = {"series_id": row.table.series_id, "list_id": row.pk, "deal": 1}
        filed = appeals.file_appeal(
            appellant=2, text="Er gab falsch.", entry_key=uuid4(), by=None, now=EVENING, **about
        )
        appeals.decide_appeal(
            appeal_id=filed.pk,
            verdict=Appeal.Verdict.UPHELD,
            draft=Draft(
                sentence="Das Spiel gilt, wie es gespielt wurde.",
                reasons="So war es.",
                clauses=["ISkO 4.2.3"],
                seen=disputes.seen(row, 1),
                correction=deal,
            ),
            entry_key=uuid4(),
            by=factories.user("richterin"),
            now=EVENING,
        )

    def by_measure(self, row, _deal):
        made = row.table.series.tournament
        directing.ordered(made, directing.order(Measure.Kind.PENALTY, entrant=1, series=1, points=500))

    def by_lifting(self, row, _deal):
        made = row.table.series.tournament
        measure = directing.ordered(made, directing.order(Measure.Kind.PENALTY, entrant=1, series=1, points=500))
        directing.lifted(measure)

    @pytest.mark.thorough(after=2)
    @pytest.mark.parametrize("act", [by_correction, by_ruling, by_appeal, by_measure, by_lifting])
    def test_the_standing_by_which_the_next_series_is_set_is_the_new_one(self, row, act):
        series = row.table.series
        assert standing(series)[0] == 1
        if act is TestAfterACorrectionOfAClosedSeries.by_lifting:
            # What stands there now must go, too.
            Seeding.objects.filter(series=series).delete()

        act(self, row, Deal(number=1, declarer=1, played=GRAND_LOST))

        assert standing(series) == computed(series)
        assert (standing(series)[0] == 1) is (act is TestAfterACorrectionOfAClosedSeries.by_lifting)

    @pytest.mark.thorough(after=2)
    @pytest.mark.parametrize("act", [by_correction, by_ruling, by_appeal])
    def test_whoever_is_equal_only_now_gets_a_lot_that_the_journal_tells(self, row, act):
        tied = {1, 5}
        before = set(Lot.objects.values_list("entrant__number", flat=True))
        assert not tied & before

        act(self, row, Deal(number=1, declarer=None, played=None))

        made = row.table.series.tournament
        lots = dict(Lot.objects.values_list("entrant__number", "number"))
        assert tied <= lots.keys()
        told = {}
        for line in made.journal.order_by("number"):
            told |= line.data.get("lots") or {}
        assert {int(number): lot for number, lot in told.items()} == lots
        assert verification.verified(made).discrepancies == ()


def test_whoever_is_equal_in_one_series_alone_gets_a_lot():
    """Their total is not equal: only the ranking of the second series needs it."""
    made = factories.tournament(entrants=4, series=2)
    first = factories.list_of(factories.running_series(made, 1))
    factories.enter(first, (2, GRAND), (3, GRAND_LOST), (4, GRAND), (3, GRAND_LOST))
    factories.confirm_and_sign(first)
    close_series(series_id=first.table.series_id, lot_seed="lots", by=factories.user(), now=EVENING)
    totals = {one.entrant.number: one.total for one in standings.standings(made).lines}
    before = set(Lot.objects.values_list("entrant__number", flat=True))

    second = factories.list_of(factories.running_series(made, 2))
    factories.enter(second, None, (3, GRAND), None, None)
    factories.confirm_and_sign(second)
    close_series(series_id=second.table.series_id, lot_seed="again", by=factories.user(), now=EVENING)

    after = {one.entrant.number: one.total for one in standings.standings(made).lines}
    alone = {number for number in (1, 2, 4) if list(after.values()).count(after[number]) == 1}
    fresh = set(Lot.objects.values_list("entrant__number", flat=True)) - before
    assert len(set(totals.values())) > 1
    assert alone - before
    assert alone - before <= fresh
