"""All results counted anew: what is right stays untouched, what was bent is put right at once.

Closing a series, stating the end, releasing the final ranking (SkWO 5.2, ISkO 4.5.10).
"""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from scoring.disputes.models import Appeal
from scoring.disputes.services.appeals import decide_appeal, file_appeal
from scoring.disputes.services.drafts import Draft
from scoring.history.selectors.verification import verified
from scoring.lists.models import SeatResult
from scoring.lists.services import entry
from scoring.office.services import release_final_ranking, state_end
from scoring.results.models import Lot
from scoring.results.selectors.recounting import recount
from scoring.results.services.recounting import recount_results
from scoring.results.services.series import close_series
from tables.acts.services.refusals import Refused
from tables.draw.models import Seeding
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.direction_measures import (
    EXCLUSION,
    PENALTY,
    VOID,
    ZERO,
    closed,
    corrected,
    mend,
    ordered,
    row_of,
    two_tables,
)
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def stored() -> dict:
    rows = SeatResult.objects.values_list(
        "seat", "game_points", "won", "lost", "opponents_lost", "performance", "counts", "penalty"
    )
    return {seat: rest for seat, *rest in rows}


def bent(made) -> None:
    SeatResult.objects.update(game_points=1, won=2, lost=3, opponents_lost=4, performance=5, counts="", penalty=6)
    assert verified(made).discrepancies


@pytest.fixture
def made():
    return two_tables()


def test_what_is_right_is_left_alone_and_not_written_down(made):
    lines = JournalEntry.objects.count()

    found = recount_results(tournament_id=made.pk, by=None, now=EVENING)

    assert found.wrong == {}
    assert JournalEntry.objects.count() == lines


@pytest.mark.parametrize("wanted", [ZERO, VOID, PENALTY, EXCLUSION])
def test_what_the_direction_ordered_is_counted_too(made, wanted):
    ordered(made, wanted)
    assert recount(made).wrong == {}
    right = stored()
    bent(made)

    recount_results(tournament_id=made.pk, by=factories.user(), now=EVENING)

    assert stored() == right
    assert not verified(made).discrepancies


def test_a_correction_without_the_whole_tables_word_counts_the_lower_score_again(made):
    closed(made)
    corrected(row_of(made), mend(1, 2, GRAND_LOST))
    assert recount(made).wrong == {}
    right = stored()
    bent(made)

    recount_results(tournament_id=made.pk, by=None, now=EVENING)

    assert stored() == right


def test_lists_of_results_and_lists_at_play_are_counted():
    made = factories.tournament(entrants=7, rounds=1)
    series = factories.running_series(made)
    factories.enter(factories.list_of(series, 1), (2, GRAND), None, (1, GRAND_LOST))
    lines = factories.totals((100, 2, 0), (-96, 0, 1), (0, 0, 0))
    entry.enter_totals(list_id=factories.list_of(series, 2).pk, totals=lines, by=factories.user(), now=EVENING)
    right = stored()
    assert recount(made).wrong == {}
    SeatResult.objects.all().delete()

    found = recount_results(tournament_id=made.pk, by=None, now=EVENING)

    assert len(found.wrong) == 7
    assert stored() == right


def test_results_of_a_list_without_entries_come_to_nothing():
    made = factories.running_list().table.series.tournament
    ordered(made, ZERO)
    assert recount(made).wrong == {}
    SeatResult.objects.update(performance=500)

    recount_results(tournament_id=made.pk, by=None, now=EVENING)

    assert not verified(made).discrepancies


def test_the_queries_depend_on_the_series_alone(made, django_assert_max_num_queries):
    with django_assert_max_num_queries(1 + 9 * made.series.count()):
        recount(made)


def test_the_command_says_what_it_did(made, capsys):
    bent(made)

    call_command("recount", made.slug)
    call_command("recount", made.slug)

    first, second = capsys.readouterr().out.splitlines()
    assert "8 results of seats stored anew" in first or "7 results of seats stored anew" in first
    assert "0 results of seats stored anew" in second


def test_the_command_knows_no_tournament_that_is_not_there():
    with pytest.raises(CommandError, match="no tournament nowhere"):
        call_command("recount", "nowhere")


END = EVENING + timedelta(hours=3)


def close(series: Series, *, seed: str = "lots") -> Series:
    return close_series(series_id=series.pk, lot_seed=seed, by=factories.user(), now=EVENING)


def end(tournament, *, at: datetime = END, now: datetime | None = None):
    return state_end(tournament_id=tournament.pk, ended_at=at, by=factories.user(), now=now or at)


def release(tournament, *, now: datetime):
    return release_final_ranking(tournament_id=tournament.pk, by=factories.user(), now=now)


def appeal(series: Series, *, now: datetime = END) -> Appeal:
    return file_appeal(
        series_id=series.pk,
        appellant=1,
        list_id=None,
        deal=None,
        text="Der Grand war verloren.",
        entry_key=uuid4(),
        by=None,
        now=now,
    )


@pytest.fixture
def played():
    """A tournament of one series, played out and closed."""
    made = factories.tournament(entrants=4)
    factories.close_series(factories.running_series(made))
    return made


@pytest.mark.slow
class TestCloseSeries:
    def test_makes_the_results_official_and_seeds_the_next_series(self):
        made = factories.tournament(entrants=8, series=2)
        series = factories.running_series(made)
        factories.play_series(series)

        close(series)

        assert Series.objects.get(pk=series.pk).status == Series.Status.CLOSED
        assert list(Seeding.objects.values_list("rank", flat=True)) == list(range(1, 9))
        assert JournalEntry.objects.filter(action="series.closed").count() == 1

    def test_is_refused_while_a_list_is_not_signed(self):
        made = factories.tournament(entrants=8)
        series = factories.running_series(made)
        factories.play_series(series, skip=[2])

        with pytest.raises(Refused) as refused:
            close(series)

        assert (refused.value.code, refused.value.facts) == ("lists-open", {"tables": [2]})
        assert Series.objects.get(pk=series.pk).closed_at is None

    def test_is_refused_before_the_series_runs(self):
        series = factories.running_series(factories.tournament(entrants=4), published_only=True)

        with pytest.raises(Refused, match="not-running"):
            close(series)

    def test_is_refused_the_second_time(self, played):
        with pytest.raises(Refused, match="closed-before"):
            close(played.series.get())

        assert JournalEntry.objects.filter(action="series.closed").count() == 1

    def test_gives_a_lot_to_everyone_in_a_tie_and_keeps_it(self):
        made = factories.tournament(entrants=8, series=2)
        factories.close_series(factories.running_series(made, 1))
        before = dict(Lot.objects.values_list("entrant_id", "number"))

        second = factories.running_series(made, 2)
        factories.play_series(second)
        close(second, seed="other")

        assert len(set(before.values())) == len(before) > 0
        assert before.items() <= dict(Lot.objects.values_list("entrant_id", "number")).items()

    def test_the_same_seed_gives_the_same_lots(self):
        first = factories.tournament(entrants=8, slug="eins")
        second = factories.tournament(entrants=8, slug="zwei")

        for made in (first, second):
            series = factories.running_series(made)
            factories.play_series(series)
            close(series)

        lots = [
            list(made.lots.order_by("entrant__number").values_list("number", flat=True)) for made in (first, second)
        ]
        assert lots[0] == lots[1] != []


@pytest.mark.slow
class TestStateEnd:
    def test_closes_registration_with_the_event(self, played):
        end(played)

        played.refresh_from_db()
        assert (played.ended_at, played.registration_open) == (END, False)

    def test_is_refused_while_a_series_is_open(self):
        with pytest.raises(Refused, match="series-open"):
            end(factories.tournament(entrants=4))

    def test_is_refused_for_a_time_to_come(self, played):
        with pytest.raises(Refused, match="end-in-the-future"):
            end(played, at=END, now=END - timedelta(seconds=1))

    def test_is_refused_before_the_last_series_was_closed(self, played):
        with pytest.raises(Refused, match="end-before-last-series"):
            end(played, at=EVENING - timedelta(minutes=1), now=END)

    def test_may_be_stated_later_but_not_earlier(self, played):
        end(played)

        with pytest.raises(Refused, match="end-earlier-than-stated"):
            end(played, at=END - timedelta(minutes=1), now=END)
        later = end(played, at=END + timedelta(minutes=5))

        assert later.ended_at == END + timedelta(minutes=5)

    def test_stays_once_the_ranking_is_released(self, played):
        end(played)
        release(played, now=END + timedelta(minutes=15))

        with pytest.raises(Refused, match="released-before"):
            end(played, at=END + timedelta(minutes=20))


@pytest.mark.slow
class TestReleaseFinalRanking:
    def test_needs_a_stated_end(self, played):
        with pytest.raises(Refused, match="end-not-stated"):
            release(played, now=END)

    def test_waits_a_quarter_of_an_hour_to_the_second(self, played):
        end(played)

        with pytest.raises(Refused) as refused:
            release(played, now=END + timedelta(minutes=15, seconds=-1))

        assert (refused.value.code, refused.value.facts) == (
            "appeals-possible",
            {"closes": END + timedelta(minutes=15)},
        )
        assert release(played, now=END + timedelta(minutes=15)).released_at == END + timedelta(minutes=15)

    def test_waits_for_an_open_appeal_even_a_late_one(self, played):
        end(played)
        late = appeal(played.series.get(), now=END + timedelta(hours=1))

        with pytest.raises(Refused) as refused:
            release(played, now=END + timedelta(hours=2))

        assert late.late
        assert (refused.value.code, refused.value.facts) == ("appeals-open", {"appeals": [1]})

    def test_goes_on_when_the_appeal_is_decided(self, played):
        end(played)
        filed = appeal(played.series.get())
        decide_appeal(
            appeal_id=filed.pk,
            verdict=Appeal.Verdict.DISMISSED,
            draft=Draft(sentence="Der Grand ist verloren.", clauses=["ISkO 4.2.5"], reasons="61 Augen"),
            entry_key=uuid4(),
            by=factories.judge(played),
            now=END,
        )

        assert release(played, now=END + timedelta(hours=1)).released_at

    def test_done_twice_counts_once(self, played):
        end(played)
        first = release(played, now=END + timedelta(minutes=15)).released_at

        assert release(played, now=END + timedelta(hours=1)).released_at == first
        assert JournalEntry.objects.filter(action="ranking.released").count() == 1

    def test_the_quarter_of_an_hour_is_real_on_the_night_the_clock_is_put_back(self, played):
        ended = datetime(2026, 10, 25, 0, 50, tzinfo=UTC)  # 02:50 CEST
        end(played, at=ended)

        with pytest.raises(Refused, match="appeals-possible"):
            release(played, now=datetime(2026, 10, 25, 1, 4, tzinfo=UTC))  # 02:04 CET
        assert release(played, now=datetime(2026, 10, 25, 1, 5, tzinfo=UTC)).released_at
