"""Results counted anew, a series closed, the end stated, the final ranking released (SkWO 5.2, ISkO 4.5.10).

The part of the standings that an open page asks for is kept for the next that does.
"""

import gzip
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.disputes.models import Appeal
from scoring.history.selectors.verification import verified
from scoring.lists.models import SeatResult
from scoring.lists.services import entry, presence
from scoring.office.services.end import release_final_ranking, state_end
from scoring.results.models import Lot
from scoring.results.selectors.progress import recount
from scoring.results.services.series import close_series, recount_results
from tables.draw.models import Seeding
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series
from tests.scoring.answers import code_of, refusal
from tests.scoring.houses import evening
from tests.scoring.public.standings_read import TOTAL, running
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.direction_measures import PENALTY, ZERO, closed, corrected, mend, ordered, row_of
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.remembered_worlds import remembered_step

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


def stored() -> dict:
    named = ("game_points", "won", "lost", "opponents_lost", "performance", "counts", "penalty")
    return {seat: rest for seat, *rest in SeatResult.objects.values_list("seat", *named)}


def bent(made) -> None:
    SeatResult.objects.update(game_points=1, won=2, lost=3, opponents_lost=4, performance=5, counts="", penalty=6)
    assert verified(made).discrepancies


def test_what_is_right_is_left_alone_and_the_command_says_what_it_did(made, capsys, django_assert_max_num_queries):
    lines = JournalEntry.objects.count()
    assert recount_results(tournament_id=made.pk, by=None, now=EVENING).wrong == {}
    assert JournalEntry.objects.count() == lines
    with django_assert_max_num_queries(1 + 9 * made.series.count()):
        recount(made)
    bent(made)

    for _twice in range(2):
        call_command("recount", made.slug)

    first, second = capsys.readouterr().out.splitlines()
    assert re.search("[78] results of seats stored anew", first)
    assert "0 results of seats stored anew" in second
    with pytest.raises(CommandError, match="no tournament nowhere"):
        call_command("recount", "nowhere")


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("wanted", [ZERO, PENALTY, None])
def test_what_the_direction_ordered_is_counted_too_and_the_lower_score_after_a_correction(made, wanted):
    if wanted:
        ordered(made, wanted)
    else:
        closed(made)
        corrected(row_of(made), mend(1, 2, GRAND_LOST))
    assert recount(made).wrong == {}
    right = stored()
    bent(made)

    recount_results(tournament_id=made.pk, by=factories.user(), now=EVENING)

    assert stored() == right
    assert not verified(made).discrepancies


def test_where_somebody_left_the_lost_games_count_by_who_was_there():
    row = factories.running_list(rounds=2)
    factories.enter(row, (2, GRAND), (1, GRAND), (1, GRAND), (1, GRAND))
    presence.leave(list_id=row.pk, place=4, by=factories.user(), now=EVENING)
    factories.enter(row, (1, GRAND_LOST))
    assert recount(row.table.series.tournament).wrong == {}


def test_a_list_of_house_rules_counts_by_them():
    row = evening.house_list("kneipe")
    evening.enter(row, *(evening.deal(number, 1, evening.played(won=False), profile="kneipe") for number in (1, 2)))
    assert recount(row.table.series.tournament).wrong == {}


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


END = EVENING + timedelta(hours=3)


@remembered_step
def close(series: Series, *, seed: str = "lots") -> Series:
    return close_series(series_id=series.pk, lot_seed=seed, by=factories.user(), now=EVENING)


@remembered_step
def end(tournament, *, at: datetime = END, now: datetime | None = None):
    return state_end(tournament_id=tournament.pk, ended_at=at, by=factories.user(), now=now or at)


@remembered_step
def release(tournament, *, now: datetime):
    return release_final_ranking(tournament_id=tournament.pk, by=factories.user(), now=now)


@pytest.fixture
def played():
    """A tournament of one series, played out and closed."""
    made = factories.tournament(entrants=4)
    factories.close_series(factories.running_series(made))
    return made


class TestCloseSeries:
    def test_makes_the_results_official_seeds_the_next_series_and_lots_are_kept(self):
        made = factories.tournament(entrants=8, series=2)
        series = factories.running_series(made)
        factories.play_series(series)

        close(series)

        assert Series.objects.get(pk=series.pk).status == Series.Status.CLOSED
        assert list(Seeding.objects.values_list("rank", flat=True)) == list(range(1, 9))
        assert JournalEntry.objects.filter(action="series.closed").count() == 1
        # Everyone in a tie gets a lot of their own, and keeps it.
        before = dict(Lot.objects.values_list("entrant_id", "number"))
        assert len(before) == len({*before.values()}) > 0
        second = factories.running_series(made, 2)
        factories.play_series(second)
        close(second, seed="other")
        assert before.items() <= dict(Lot.objects.values_list("entrant_id", "number")).items()

    def test_is_refused_before_the_series_runs_while_a_list_is_not_signed_and_the_second_time(self):
        waits = factories.running_series(factories.tournament(slug="waits", entrants=4), published_only=True)
        assert code_of(close, waits) == "not-running"
        series = factories.running_series(factories.tournament(entrants=8))
        factories.play_series(series, skip=[2])

        assert refusal(close, series) == ("lists-open", {"tables": [2]})
        assert Series.objects.get(pk=series.pk).closed_at is None

        factories.close_series(series)
        assert code_of(close, series) == "closed-before"
        assert JournalEntry.objects.filter(action="series.closed").count() == 1


class TestStateEnd:
    def test_closes_registration_and_may_be_stated_later_but_not_earlier_until_the_release(self, played):
        end(played)
        played.refresh_from_db()
        assert (played.ended_at, played.registration_open) == (END, False)

        assert code_of(end, played, at=END - timedelta(minutes=1), now=END) == "end-earlier-than-stated"
        later = END + timedelta(minutes=5)
        assert end(played, at=later).ended_at == later

        release(played, now=later + timedelta(minutes=15))
        assert code_of(end, played, at=later + timedelta(minutes=20)) == "released-before"

    def test_is_of_an_event_whose_series_are_closed_and_no_time_to_come(self, played):
        assert code_of(end, factories.tournament(slug="open", entrants=4)) == "series-open"
        for at, now, code in (
            (END, END - timedelta(seconds=1), "end-in-the-future"),
            (EVENING - timedelta(minutes=1), END, "end-before-last-series"),
        ):
            assert code_of(end, played, at=at, now=now) == code


class TestReleaseFinalRanking:
    @pytest.mark.parametrize("ended", [END, datetime(2026, 10, 25, 0, 50, tzinfo=UTC)], ids=["", "02:50 CEST"])
    def test_waits_for_a_stated_end_and_a_quarter_of_an_hour_to_the_second_and_counts_once(self, played, ended):
        """On the night the clock is put back too the quarter of an hour is a real one."""
        assert code_of(release, played, now=ended) == "end-not-stated"
        end(played, at=ended)
        closes = ended + timedelta(minutes=15)

        assert refusal(release, played, now=closes - timedelta(seconds=1)) == ("appeals-possible", {"closes": closes})

        for now in (closes, ended + timedelta(hours=1)):
            assert release(played, now=now).released_at == closes
        assert JournalEntry.objects.filter(action="ranking.released").count() == 1

    def test_waits_for_an_open_appeal_even_a_late_one_and_goes_on_when_it_is_decided(self, played):
        end(played)
        late = steps.appeal(series_id=played.series.get().pk, now=END + timedelta(hours=1))

        assert late.late
        assert refusal(release, played, now=END + timedelta(hours=2)) == ("appeals-open", {"appeals": [1]})

        dismissed = Appeal.Verdict.DISMISSED
        steps.decide(late, verdict=dismissed, by=factories.judge(played), now=END + timedelta(hours=2))
        assert release(played, now=END + timedelta(hours=2)).released_at


ASKS = {"HX-Request": "true", "accept-encoding": "gzip"}


@pytest.fixture
def changed(client):
    """A series, and the state an open page shows of it; since then a deal was entered."""
    series = running(entrants=8)
    state = client.get(TOTAL, headers={"HX-Request": "true"})["X-Seen"]
    factories.enter(factories.list_of(series, 1), (2, GRAND))
    return series, state


def asked(client, state: str, address: str = TOTAL, **headers: str):
    return client.get(address, headers={**ASKS, "X-Seen": state, **headers})


@pytest.mark.thorough
def test_what_one_open_page_is_sent_the_next_gets_too_in_the_same_language_and_it_costs_one_query(
    client, changed, django_assert_num_queries
):
    first = asked(client, changed[1])
    with django_assert_num_queries(1):
        second = asked(client, changed[1])

    assert second.content == first.content
    kept = ("X-Seen", "Content-Encoding", "Content-Type", "Content-Length", "X-Content-Type-Options", "Cache-Control")
    assert [second[name] for name in kept] == [first[name] for name in kept]
    assert {"Cookie", "Accept-Language", "Accept-Encoding"} <= set(second["Vary"].split(", "))
    plain = asked(client, changed[1], **{"accept-encoding": "identity"})
    assert "Content-Encoding" not in plain
    assert plain.content == gzip.decompress(first.content)

    german, english = (asked(client, changed[1], **{"accept-language": language}) for language in ("de", "en"))
    client.cookies["django_language"] = "es"
    spanish = asked(client, changed[1], **{"accept-language": "de"})
    assert len({gzip.decompress(answer.content) for answer in (german, english, spanish)}) == 3


def test_another_address_is_another_page_and_of_an_event_no_longer_shown_nobody_is_sent_what_was_kept(client, changed):
    series, state = changed
    addresses = (TOTAL, f"{TOTAL}?sort=number", f"{TOTAL}?q=3", f"{TOTAL}{series.number}/")
    answers = [asked(client, state, address) for address in addresses]
    assert answers[0].status_code == 200
    assert len({gzip.decompress(answer.content) for answer in answers}) == 4

    series.tournament.unpublish_on = timezone.localdate()
    series.tournament.save()
    assert asked(client, state).status_code == 410
