"""ISkO 4.5.10, SkWO 9.10: appeals and queries, with the clock passed in."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.deadlines import (
    AFTER_POSTING,
    AFTER_THE_EVENT,
    appeals_close_at,
    may_appeal,
    may_query,
    queries_close_at,
)

BERLIN = ZoneInfo("Europe/Berlin")
EVENING = datetime(2025, 5, 17, 19, 0, tzinfo=UTC)
TICK = timedelta(microseconds=1)

moments = st.datetimes(min_value=datetime(2020, 1, 1), max_value=datetime(2035, 1, 1)).map(
    lambda moment: moment.replace(tzinfo=UTC).astimezone(BERLIN)
)


def test_an_appeal_must_come_before_the_next_series_4_5_10():
    """Show SkWO 7.3.3 and SkWO 9.10."""
    closes = appeals_close_at(next_series_starts=EVENING)

    assert closes == EVENING
    assert may_appeal(EVENING - TICK, closes=closes)
    assert not may_appeal(EVENING, closes=closes)


def test_after_the_last_series_there_are_15_minutes_4_5_10():
    """Show SkWO 9.10."""
    closes = appeals_close_at(event_ends=EVENING)

    assert timedelta(minutes=15) == AFTER_THE_EVENT
    assert may_appeal(EVENING + timedelta(minutes=15) - TICK, closes=closes)
    assert not may_appeal(EVENING + timedelta(minutes=15), closes=closes)


def test_the_next_series_counts_before_the_end_of_the_event():
    closes = appeals_close_at(next_series_starts=EVENING, event_ends=EVENING - timedelta(hours=1))

    assert closes == EVENING


def test_while_nothing_is_fixed_everybody_may_appeal():
    assert appeals_close_at() is None
    assert may_appeal(EVENING, closes=None)


def test_a_posted_result_can_be_queried_for_an_hour_or_as_announced():
    closes = queries_close_at(posted=EVENING)
    short = queries_close_at(posted=EVENING, window=timedelta(minutes=30))

    assert timedelta(hours=1) == AFTER_POSTING
    assert closes == EVENING + timedelta(hours=1)
    assert may_query(closes - TICK, closes=closes)
    assert not may_query(closes, closes=closes)
    assert short == EVENING + timedelta(minutes=30)
    assert may_query(EVENING, closes=None)


@pytest.mark.proof("deadlines")
def test_a_quarter_of_an_hour_lasts_15_minutes_when_summer_time_ends(prove):
    ends = datetime(2025, 10, 26, 2, 50, tzinfo=BERLIN)

    closes = appeals_close_at(event_ends=ends)

    assert closes is not None
    assert (closes.hour, closes.minute, closes.fold) == (2, 5, 1)
    assert closes.tzinfo is BERLIN
    assert closes.astimezone(UTC) - ends.astimezone(UTC) == timedelta(minutes=15)
    prove("02:50 CEST + 15 min = 02:05 CET: 0 minutes off")


def test_a_quarter_of_an_hour_lasts_15_minutes_when_summer_time_begins():
    closes = appeals_close_at(event_ends=datetime(2025, 3, 30, 1, 50, tzinfo=BERLIN))

    assert closes == datetime(2025, 3, 30, 3, 5, tzinfo=BERLIN)


def test_the_hour_that_comes_twice_is_told_apart():
    first = datetime(2025, 10, 26, 2, 30, tzinfo=BERLIN)
    second = first.replace(fold=1)

    assert may_appeal(first, closes=second)
    assert not may_appeal(second, closes=first)
    assert not may_appeal(second.replace(minute=0), closes=first)


@pytest.mark.parametrize(
    "ask",
    [
        lambda naive: appeals_close_at(next_series_starts=naive),
        lambda naive: appeals_close_at(event_ends=naive),
        lambda naive: queries_close_at(posted=naive),
        lambda naive: may_appeal(naive, closes=EVENING),
        lambda naive: may_appeal(EVENING, closes=naive),
        lambda naive: may_query(naive, closes=EVENING),
    ],
)
def test_a_moment_needs_a_time_zone(ask):
    with pytest.raises(ValueError, match="time zone"):
        ask(datetime(2025, 5, 17, 19, 0))


@given(moments, moments)
def test_the_window_lasts_exactly_15_minutes_everywhere(ends, now):
    closes = appeals_close_at(event_ends=ends)
    passed = now.astimezone(UTC) - ends.astimezone(UTC)

    assert may_appeal(now, closes=closes) is (passed < AFTER_THE_EVENT)


@given(moments)
def test_a_start_of_series_is_kept_as_it_was_given(starts):
    closes = appeals_close_at(next_series_starts=starts)

    assert closes is not None
    assert (closes, closes.tzinfo, closes.fold) == (starts, starts.tzinfo, starts.fold)
