"""Filing and deciding appeals (ISkO 4.5.10, SkWO 7.3.3, 9.10)."""

from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import pytest

from scoring.disputes.models import Appeal
from scoring.disputes.services.appeals import AlreadyDecided, decide_appeal, file_appeal
from scoring.disputes.services.drafts import Draft
from scoring.lists.models import GameListRow, SeatResult
from scoring.lists.services.lists import EntryRefused, KeyReused
from scoring.office.services import release_final_ranking, state_end
from scoring.rules.game_list.deals import Deal
from tables.acts.services.refusals import Refused
from tables.draw.services import series as hall
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.objections_and_rulings import seen

pytestmark = pytest.mark.django_db
BERLIN = ZoneInfo("Europe/Berlin")
QUARTER = timedelta(minutes=15)


def file(row: GameListRow, *, appellant: int = 1, deal: int | None = 1, key: UUID | None = None, now=EVENING) -> Appeal:
    return file_appeal(
        series_id=row.table.series_id,
        appellant=appellant,
        list_id=row.pk,
        deal=deal,
        text="Der Grand war verloren.",
        entry_key=key or uuid4(),
        by=None,
        now=now,
    )


def decide(appeal: Appeal, by, *, corrected: Deal | None = None, verdict=Appeal.Verdict.UPHELD) -> Appeal:
    return decide_appeal(
        appeal_id=appeal.pk,
        verdict=verdict,
        draft=Draft(
            sentence="Der Grand ist verloren.",
            clauses=["ISkO 4.2.5"],
            reasons="ISkO 5.2.2: 60 Augen.",
            seen=seen(appeal.game_list, corrected.number) if corrected else None,
            correction=corrected,
        ),
        entry_key=uuid4(),
        by=by,
        now=EVENING,
    )


@pytest.fixture
def row() -> GameListRow:
    """A full list of four, everything won by whoever may play."""
    made = factories.running_list(seats=4, series=2)
    factories.fill(made)
    return made


class TestFiling:
    def test_is_in_time_while_the_series_runs(self, row):
        appeal = file(row)

        assert (appeal.number, appeal.late, appeal.verdict) == (1, False, "")

    def test_sent_twice_is_logged_once(self, row):
        key = uuid4()

        assert file(row, key=key) == file(row, key=key)

        assert Appeal.objects.count() == 1

    def test_is_late_from_the_moment_the_next_series_starts(self, row):
        tournament = row.table.series.tournament
        factories.confirm_and_sign(row)
        factories.close_series(row.table.series)
        following = factories.running_series(tournament, 2, published_only=True)
        start = EVENING + timedelta(hours=1)
        assert not file(row, now=start - timedelta(milliseconds=1)).late
        hall.start_series(series_id=following.pk, by=factories.user(), now=start)

        assert file(row, now=start).late
        # A clock set back after the start gives nobody his time back.
        assert file(row, now=start - timedelta(milliseconds=1)).late

    def test_after_the_last_series_is_late_a_quarter_of_an_hour_after_the_stated_end(self):
        last = factories.running_list(seats=3)
        factories.close_series(last.table.series)
        tournament = last.table.series.tournament
        state_end(tournament_id=tournament.pk, ended_at=EVENING, by=factories.user(), now=EVENING)

        assert not file(last, now=EVENING + QUARTER - timedelta(milliseconds=1)).late
        assert file(last, now=EVENING + QUARTER).late

    def test_the_same_key_with_another_appeal_is_refused(self, row):
        key = uuid4()
        file(row, key=key)

        with pytest.raises(KeyReused):
            file(row, key=key, deal=2)

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"appellant": 99}, "no-such-entrant"),
            ({"deal": 40}, "no-such-deal"),
        ],
    )
    def test_names_what_does_not_fit(self, row, change, code):
        with pytest.raises(Refused, match=code):
            file(row, **change)

    def test_only_a_player_of_the_table_appeals_against_its_list(self):
        made = factories.tournament(entrants=8)
        series = factories.running_series(made)

        with pytest.raises(Refused, match="not-at-this-table"):
            file(factories.list_of(series, 1), appellant=5, deal=None)


@pytest.fixture
def last() -> GameListRow:
    """A signed list of the last series, which is closed."""
    made = factories.running_list(seats=3)
    factories.close_series(made.table.series)
    return made


def end(row: GameListRow, moment: datetime) -> None:
    state_end(tournament_id=row.table.series.tournament_id, ended_at=moment, by=factories.user(), now=moment)


class TestTheLastQuarterOfAnHour:
    @pytest.mark.parametrize(("after", "late"), [("14:59.999", False), ("15:00.000", True), ("15:00.001", True)])
    def test_ends_on_the_millisecond(self, last, after, late):
        end(last, EVENING)
        minutes, seconds = after.split(":")

        assert file(last, now=EVENING + timedelta(minutes=int(minutes), seconds=float(seconds))).late is late

    @pytest.mark.parametrize(
        ("clock", "late"), [((2, 4, 59, 999_000), False), ((2, 5, 0, 0), True), ((2, 5, 0, 1_000), True)]
    )
    @pytest.mark.proof("deadlines")
    def test_lasts_15_minutes_on_the_night_the_clocks_go_back(self, last, clock, late):
        end(last, datetime(2026, 10, 25, 2, 50, tzinfo=BERLIN, fold=0))

        # The second time that the clocks show this.
        assert file(last, now=datetime(2026, 10, 25, *clock, tzinfo=BERLIN, fold=1)).late is late

    def test_is_not_begun_again_by_a_clock_set_back(self, last):
        end(last, EVENING)
        first = file(last, now=EVENING + timedelta(minutes=16))

        second = file(last, now=EVENING + timedelta(minutes=10))

        assert (first.late, second.late, second.filed_at) == (True, True, first.filed_at)
        line = last.table.series.tournament.journal.order_by("number").last()
        assert line.data["clock"] == (EVENING + timedelta(minutes=10)).isoformat()


class TestDeciding:
    def test_corrects_the_deal_of_a_signed_list_and_keeps_the_old_one(self, row):
        factories.confirm_and_sign(row)
        judge = factories.judge(row.table.series.tournament)
        old = row.deals.get(number=1)
        before = SeatResult.objects.get(seat__place=old.declarer).performance

        decide(file(row), judge, corrected=Deal(number=1, declarer=old.declarer, played=GRAND_LOST))

        after = SeatResult.objects.get(seat__place=old.declarer).performance
        assert after == before - 72 - 50 - 144 - 50
        assert row.deals.filter(number=1).count() == 2
        assert row.confirmations.count() == 4

    def test_is_done_once(self, row):
        judge = factories.judge(row.table.series.tournament)
        appeal = file(row)
        decide(appeal, judge)

        with pytest.raises(AlreadyDecided):
            decide(appeal, judge, verdict=Appeal.Verdict.DISMISSED)

    def test_sent_twice_it_counts_once(self, row):
        judge = factories.judge(row.table.series.tournament)
        appeal, key = file(row), uuid4()
        said = {"appeal_id": appeal.pk, "verdict": "dismissed", "entry_key": key, "by": judge}
        no = Draft(sentence="Der Grand ist gewonnen.", reasons="Nein.", clauses=["ISkO 4.2.5"])
        decide_appeal(draft=no, now=EVENING, **said)
        acts = row.table.series.tournament.journal.count()

        assert decide_appeal(draft=no, now=EVENING, **said).reasons == "Nein."
        assert row.table.series.tournament.journal.count() == acts
        with pytest.raises(AlreadyDecided):
            decide_appeal(draft=replace(no, reasons="Doch nicht."), now=EVENING, **said)

    def test_a_correction_that_breaks_the_list_decides_nothing(self, row):
        judge = factories.judge(row.table.series.tournament)
        appeal = file(row)

        with pytest.raises(EntryRefused):
            decide(appeal, judge, corrected=Deal(number=1, declarer=1, played=GRAND))

        appeal.refresh_from_db()
        assert appeal.verdict == ""

    def test_a_dismissed_appeal_corrects_nothing(self, row):
        judge = factories.judge(row.table.series.tournament)

        with pytest.raises(Refused, match="nothing-to-correct"):
            decide(
                file(row),
                judge,
                verdict=Appeal.Verdict.DISMISSED,
                corrected=Deal(number=1, declarer=None, played=None),
            )

    @pytest.mark.parametrize("plays_as", [1, 3])
    def test_nobody_decides_about_his_own_table(self, row, plays_as):
        judge = factories.judge(row.table.series.tournament, plays_as=plays_as)

        with pytest.raises(Refused, match="own-table"):
            decide(file(row, appellant=1), judge)


def test_a_correction_after_the_close_seats_the_next_series_by_the_new_standing():
    row = factories.running_list(seats=4, series=2)
    factories.fill(row, seat=2)
    factories.confirm_and_sign(row)
    series = factories.close_series(row.table.series)
    assert series.seedings.order_by("rank").first().entrant.number == 2
    deals = row.deals.filter(declarer=2).order_by("number")
    judge = factories.judge(series.tournament)

    for deal in list(deals):
        lost = Deal(number=deal.number, declarer=2, played=GRAND_LOST)
        decide(file(row, deal=deal.number), judge, corrected=lost)

    assert series.seedings.order_by("rank").last().entrant.number == 2


def test_the_ranking_waits_for_an_open_appeal():
    last = factories.running_list(seats=3)
    factories.close_series(last.table.series)
    tournament: Tournament = last.table.series.tournament
    judge = factories.judge(tournament)
    state_end(tournament_id=tournament.pk, ended_at=EVENING, by=judge, now=EVENING)
    appeal = file(last)
    with pytest.raises(Refused, match="appeals-open"):
        release_final_ranking(tournament_id=tournament.pk, by=judge, now=EVENING + QUARTER)

    decide(appeal, judge, verdict=Appeal.Verdict.DISMISSED)

    released = release_final_ranking(tournament_id=tournament.pk, by=judge, now=EVENING + QUARTER)
    assert released.released_at == EVENING + QUARTER
