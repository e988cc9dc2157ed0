"""Closing a series, stating the end, releasing the final ranking (SkWO 5.2, ISkO 4.5.10)."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from scoring.disputes.models import Appeal
from scoring.disputes.services.appeals import decide_appeal, file_appeal
from scoring.disputes.services.drafts import Draft
from scoring.office.services import release_final_ranking, state_end
from scoring.results.models import Lot
from scoring.results.services.series import close_series
from tables.acts.services.refusals import Refused
from tables.draw.models import Seeding
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series
from tests import factories
from tests.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]
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

    @pytest.mark.thorough
    def test_gives_a_lot_to_everyone_in_a_tie_and_keeps_it(self):
        made = factories.tournament(entrants=8, series=2)
        factories.close_series(factories.running_series(made, 1))
        before = dict(Lot.objects.values_list("entrant_id", "number"))

        second = factories.running_series(made, 2)
        factories.play_series(second)
        close(second, seed="other")

        assert len(set(before.values())) == len(before) > 0
        assert before.items() <= dict(Lot.objects.values_list("entrant_id", "number")).items()

    @pytest.mark.thorough
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
