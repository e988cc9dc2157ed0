"""Mistakes in posted results: the window, the query, the answer, a posting taken back (SkWO 7.4.3)."""

from datetime import datetime, timedelta
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from scoring.disputes.models import ResultQuery
from scoring.disputes.selectors import complaints
from scoring.disputes.services import queries
from scoring.disputes.services.queries import Mended, post_result
from scoring.lists.services.lists import EntryRefused
from scoring.office.services.end import release_final_ranking, state_end
from tables.acts.services import KeyReused, Refused
from tables.journal import wording
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series, Tournament
from tests.support import factories
from tests.support.direction_measures import closed, mend, results, row_of, shown, two_tables
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.remembered_worlds import remembered_step

pytestmark = [pytest.mark.django_db, pytest.mark.database]

HOUR, MOMENT = timedelta(hours=1), timedelta(milliseconds=1)
Verdict = ResultQuery.Verdict


@pytest.fixture
def made() -> Tournament:
    made = two_tables()
    closed(made)
    return made


@remembered_step
def post(made: Tournament, series: int | None = 1, *, now: datetime = EVENING) -> Tournament | Series:
    return post_result(tournament_id=made.pk, series=series, by=factories.user(), now=now)


@remembered_step
def ask(made: Tournament, *, series: int | None = 1, entrant: int = 3, now: datetime = EVENING, **rest) -> ResultQuery:
    said = {"text": "Mir fehlen 30 Punkte.", "entry_key": uuid4(), "by": None, **rest}
    return queries.raise_query(tournament_id=made.pk, series=series, entrant=entrant, now=now, **said)


@remembered_step
def answer(query: ResultQuery, verdict: Verdict = Verdict.UPHELD, *, key: UUID | None = None, **rest) -> ResultQuery:
    said = {"reasons": "Verschrieben", "by": factories.user(), "now": EVENING, **rest}
    return queries.answer_query(query_id=query.pk, verdict=verdict, entry_key=key or uuid4(), **said)


@pytest.mark.slow
def test_posting_needs_a_result_is_recorded_once_and_starts_the_window_before_which_nothing_is_too_late(made):
    for series, code in ((2, "series-open"), (None, "series-open"), (7, "series-unknown")):
        with pytest.raises(Refused, match=code):
            post(made, series)
    (window,) = complaints.windows(made, now=EVENING)
    assert (window.closes, window.is_open, ask(made, now=EVENING).late) == (None, True, False)

    for now in (EVENING, EVENING + HOUR):
        post(made, now=now)

    (first,) = complaints.windows(Tournament.objects.get(), now=EVENING)
    assert (first.series.number, first.posted_at, first.closes, first.is_open) == (1, EVENING, EVENING + HOUR, True)
    assert JournalEntry.objects.filter(action="result.posted").count() == 1


class TestTheWindow:
    def test_is_an_hour_or_what_the_plan_says_and_does_not_open_again_when_the_clock_is_set_back(self, made):
        post(made)
        for minutes, after, late in (
            (0, timedelta(), True),
            (30, timedelta(minutes=30) - MOMENT, False),
            (30, timedelta(minutes=30), True),
            (None, HOUR - MOMENT, False),
            (None, HOUR, True),
        ):
            Tournament.objects.update(query_window=minutes)
            assert ask(made, now=EVENING + after).late is late, minutes

        query = ask(made, now=EVENING + timedelta(minutes=5))
        assert (query.late, query.raised_at) == (True, EVENING + HOUR)

    def test_is_as_long_in_the_night_the_clocks_change(self, made):
        berlin = ZoneInfo("Europe/Berlin")
        post(made, now=datetime(2026, 10, 25, 2, 50, tzinfo=berlin))
        Tournament.objects.update(query_window=15)
        closes = datetime(2026, 10, 25, 2, 5, tzinfo=berlin, fold=1)

        assert [ask(made, now=now).late for now in (closes - MOMENT, closes)] == [False, True]


def test_a_query_sent_twice_is_one_and_leaves_what_was_said_out_of_the_journal(made):
    said = {"entry_key": uuid4(), "text": "Frau Meier hat sich verschrieben"}

    assert ask(made, **said) == ask(made, **said)

    assert ResultQuery.objects.count() == 1
    told = JournalEntry.objects.order_by("number").last()
    assert "Meier" not in str(told.data)
    assert wording.journal_line(told) == "Query 1 by no. 3: Result of series 1"
    for change in ({"entrant": 4}, {"text": "anders"}, {"series": None}):
        with pytest.raises(KeyReused):
            ask(made, **said | change)
    for change, code in (
        ({"text": " \n"}, "query-text-missing"),
        ({"entrant": 99}, "no-such-entrant"),
        ({"series": 2}, "series-open"),
        ({"series": None}, "series-open"),
        ({"series": 3}, "series-unknown"),
    ):
        with pytest.raises(Refused, match=code):
            ask(made, **change)


class TestAnAnswer:
    def test_also_to_a_late_query_puts_the_list_right_for_the_next_series(self, made):
        post(made)
        row, query = row_of(made), ask(made, now=EVENING + 2 * HOUR)
        before = results(row)

        answered = answer(query, list_id=row.pk, mended=mend(1, 2, GRAND_LOST, witnesses=(1, 2, 3, 4)))

        assert (query.late, answered.correction.entry.number) == (True, 1)
        answer(ask(made, now=EVENING), Verdict.DISMISSED, reasons="Nein")
        lines = made.journal.filter(action__startswith="query.").order_by("number")
        assert [wording.journal_line(line) for line in lines] == [
            "Query 1 by no. 3: Result of series 1, too late",
            "Query 1: upheld by correction 1, because: Verschrieben",
            "Query 2 by no. 3: Result of series 1, too late",
            "Query 2: dismissed, because: Nein",
        ]
        assert (answered.counts_from.number, results(row)[2]) == (2, before[2] + 30)
        assert not complaints.open_queries(made)

    def test_may_put_right_something_that_is_in_no_list_and_dismissed_corrects_nothing(self, made):
        before = shown(made)

        answered = answer(ask(made), reasons="Name im Aushang berichtigt")
        assert (answered.verdict, answered.correction) == ("upheld", None)
        with pytest.raises(Refused, match="dismissed-corrects-nothing"):
            answer(ask(made), Verdict.DISMISSED, list_id=row_of(made).pk, mended=mend(1, 2, GRAND_LOST))
        answered = answer(ask(made), Verdict.DISMISSED)
        assert (answered.verdict, answered.counts_from) == ("dismissed", None)

        assert shown(made) == before

    def test_is_given_once_and_not_with_a_correction_that_would_break_the_list(self, made):
        query, key = ask(made), uuid4()
        for declarer, error, code in ((1, EntryRefused, "dealer-played"), (2, Refused, "nothing-changed")):
            with pytest.raises(error, match=code):
                answer(query, list_id=row_of(made).pk, mended=mend(1, declarer, GRAND))
        query.refresh_from_db()
        assert query.verdict == ""

        assert answer(query, key=key) == answer(query, key=key)

        with pytest.raises(KeyReused):
            answer(query, Verdict.DISMISSED, key=key)
        with pytest.raises(Refused, match="answered-before"):
            answer(query)

    @pytest.mark.slow
    def test_has_its_reasons_and_the_right_list_and_is_not_given_by_whoever_asked(self, made):
        other = factories.list_of(factories.running_series(made, 2))
        judge = factories.judge(made, plays_as=3)

        with pytest.raises(Refused, match="reasons-missing"):
            answer(ask(made), reasons="  ")
        for list_id in (None, other.pk):
            with pytest.raises(Refused, match="other-series-list"):
                answer(ask(made), list_id=list_id, mended=Mended(reason="x"))
        with pytest.raises(Refused, match="own-table"):
            answer(ask(made), by=judge)


class TestTheFinalRanking:
    @pytest.fixture
    def made(self):
        made = two_tables(series=1)
        closed(made)
        state_end(tournament_id=made.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
        return made

    def release(self, made, *, now):
        return release_final_ranking(tournament_id=made.pk, by=factories.user(), now=now)

    @pytest.mark.slow
    def test_waits_for_the_window_of_what_was_posted(self, made):
        post(made, None)

        with pytest.raises(Refused, match="queries-possible") as refused:
            self.release(made, now=EVENING + HOUR - MOMENT)

        assert refused.value.facts == {"closes": EVENING + HOUR}
        assert self.release(made, now=EVENING + HOUR).released_at == EVENING + HOUR

    def test_waits_for_an_answer_and_for_nothing_else_where_nothing_was_posted(self, made):
        query, now = ask(made, series=None), EVENING + timedelta(minutes=15)

        with pytest.raises(Refused, match="queries-open") as refused:
            self.release(made, now=now)
        assert refused.value.facts == {"queries": [1]}

        assert answer(query).counts_from is None
        assert self.release(made, now=now).released_at
        with pytest.raises(Refused, match="event-released"):
            ask(made, series=None)


class TestWithdrawing:
    def test_needs_a_reason_and_ends_the_window_as_if_nothing_had_been_posted_unless_something_was_reported(self, made):
        def withdraw(because="zu früh"):
            said = {"tournament_id": made.pk, "series": 1, "because": because, "by": factories.user(), "now": EVENING}
            return queries.withdraw_posting(**said)

        post(made)
        with pytest.raises(Refused, match="reason-missing"):
            withdraw(" ")

        assert [withdraw().posted_at for _twice in range(2)] == [None, None]
        assert made.journal.get(action="result.posting-withdrawn").data["because"] == "zu früh"
        assert post(made).posted_at is not None
        ask(made)
        with pytest.raises(Refused, match="queries-raised"):
            withdraw()

    @pytest.mark.slow
    def test_is_done_on_the_page_as_shortening_is_and_what_was_typed_is_there_when_it_is_refused(self, made, director):
        post(made, now=timezone.now())
        assert "Withdraw the posting" in director.get("/t/cup/office/bench/").content.decode()
        url = "/t/cup/office/post/"
        said = {"series": "1", "because": "alle <da>", "minutes": "9999", "action": "shorten", "back": "end"}
        page = director.post(url, said).content.decode()
        for words in ('<details class="withdraw" open>', 'value="alle &lt;da&gt;"', 'value="9999"'):
            assert words in page
        assert director.post(url, {"series": "7", "because": "x", "action": "withdraw"}).status_code == 422
        for typed, status in (("", 422), ("-1", 422), ("x", 422), ("9999999", 422), ("0", 302)):
            sent = said | {"minutes": typed, "back": "bench"}
            assert director.post(url, sent).status_code == status, typed
        assert Tournament.objects.get(pk=made.pk).query_window == 0

        said = {"series": "1", "because": "aus Versehen", "back": "board", "action": "withdraw"}
        assert director.post(url, said)["Location"] == "/t/cup/office/series/1/"


def test_shortening_gives_less_time_from_the_posting_on_for_a_reason_and_unless_something_was_reported(made):
    def shorten(minutes=10, because="alle da"):
        said = {"minutes": minutes, "because": because, "by": factories.user(), "now": EVENING}
        return queries.shorten_window(tournament_id=made.pk, **said)

    posted = post(made)
    for fields, code in (({"because": " "}, "reason-missing"), ({"minutes": 90}, "window-not-shorter")):
        with pytest.raises(Refused, match=code):
            shorten(**fields)

    for _twice in range(2):
        shorten()

    series = Series.objects.get(pk=posted.pk)
    assert complaints.queries_close_for(series.tournament, series) == posted.posted_at + timedelta(minutes=10)
    told = made.journal.get(action="result.window-shortened").data
    assert (told["before"], told["minutes"], told["because"]) == (60, 10, "alle da")
    ask(made)
    with pytest.raises(Refused, match="queries-raised"):
        shorten(5)
