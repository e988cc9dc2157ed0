"""Whole days through the pages, on which every act fails before it succeeds: it is said, and nothing is left."""

import logging

import pytest

from tests.durability.doubting import doubting
from tests.flows import test_judging as judging
from tests.flows.test_a_whole_day import day
from tests.flows.test_judging import clock, cup, director, judge

__all__ = ["clock", "cup", "day", "director", "judge"]

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.proof("failed-write"), pytest.mark.database]

ENOUGH = 12
"""Pages on which something is done on any day."""

DISPUTES = [
    judging.TestARuling.test_is_shown_before_it_counts_and_then_counts,
    judging.TestAnAppeal.test_against_a_ruling_turns_the_ranking_back_and_holds_the_release,
    judging.TestAQuery.test_about_a_posted_result_is_answered_and_put_right,
    judging.TestTheDirection.test_sets_a_series_to_zero_and_the_others_keep_everything,
    judging.TestThePlayer.test_sees_his_list_and_what_was_changed_in_it_and_nobody_elses,
]


@pytest.fixture(autouse=True)
def _quiet(caplog):
    caplog.set_level(logging.CRITICAL, logger="django.request")


@pytest.mark.thorough
def test_on_a_day_no_act_that_fails_is_acknowledged_or_leaves_anything(day, prove):
    with doubting() as doubt:
        day.create()
        day.engage_judge()
        day.register()
        day.mark_present()
        day.at("9:50")
        day.draw(1, public="altenburg")
        day.at("10:00")
        day.play_series(1, day.start(1))

    assert doubt.problems == []
    assert len(doubt.pages) > ENOUGH
    prove(f"{len(doubt.tried)} acts of {len(doubt.pages)} pages on a day: each failed first, 503, nothing left")


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("story", DISPUTES, ids=lambda story: story.__qualname__.partition(".")[0])
def test_in_a_dispute_no_act_that_fails_is_acknowledged_or_leaves_anything(story, request):
    _itself, *wanted = story.__code__.co_varnames[: story.__code__.co_argcount]
    owner = getattr(judging, story.__qualname__.partition(".")[0])
    with doubting() as doubt:
        story(owner(), **{name: request.getfixturevalue(name) for name in wanted})

    assert doubt.problems == []
    assert doubt.pages
