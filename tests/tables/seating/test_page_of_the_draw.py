"""docs/draw-steps.md says all that a draw needs: a stranger who knows nothing but the page comes to the same plans."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.seating.chance import Chance
from tables.seating.drawing.by_lot import draw
from tables.seating.drawing.by_standing import draw_by_standing
from tables.seating.model import Policy, Wish
from tables.seating.records.record import VERSION
from tables.seating.replanning.replan import replan
from tables.seating.sizes import CannotSeat
from tests.support.thorough import examples
from tests.tables.draw.replans import comings_and_goings
from tests.tables.seating import vectors
from tests.tables.seating.stranger import event as by_the_page
from tests.tables.seating.stranger.plans import drawn
from tests.tables.seating.strategies import events, seeds

SAID = json.loads(vectors.FILE.read_text(encoding="ascii"))
PAGE = vectors.FILE.with_name("draw-steps.md").read_text(encoding="utf-8")
WISHES = st.sampled_from([Wish.WISHED, Wish.IGNORED, Wish.HARD])


def test_the_vectors_are_those_of_this_version():
    assert vectors.FILE.read_text(encoding="ascii") == vectors.text(), "run python -m tests.tables.seating.vectors"
    assert f"version {VERSION}." in PAGE, "the page tells of another version"


@pytest.mark.parametrize("said", SAID["chance"], ids=lambda said: said["purpose"])
def test_the_stranger_has_the_same_chance(said):
    chance = by_the_page.Chance(said["purpose"], said["seed"])

    assert [[n, chance.below(n)] for n, _result in said["below"]] == said["below"]
    assert chance.shuffled(range(12)) == said["shuffled"]


@pytest.mark.parametrize("said", SAID["draws"], ids=lambda said: said["name"])
def test_the_stranger_draws_the_vectors(said):
    assert drawn(said, SAID["designs"]) == said["plan"]


policies = st.builds(
    Policy,
    apart=WISHES,
    repeats=WISHES,
    clubs=WISHES,
    threes=WISHES,
    # Hard, it cannot be wished together with mates who meet early.
    clubs_by_standing=st.sampled_from([Wish.WISHED, Wish.IGNORED]),
    vary_tables=st.booleans(),
    steps=st.sampled_from([0, 100, 3000]),
    together_by_standing=st.booleans(),
)


@settings(deadline=None, max_examples=examples(40))
@given(events(), st.integers(1, 4), seeds, policies, st.booleans())
def test_the_stranger_draws_any_event(event, series, seed, policy, by_standing):
    field, history = event
    how = {"seed": seed, "history": history, "policy": policy}
    try:
        if by_standing:
            ranking = Chance(seed, purpose="ranking").shuffled(one.number for one in field)[::2]
            plan = draw_by_standing(field, ranking=ranking, **how)
        else:
            plan = draw(field, series=series, **how)
    except CannotSeat:
        return
    assert_the_stranger_draws(plan)


@settings(deadline=None, max_examples=examples(40))
@given(comings_and_goings(), seeds, st.none() | policies)
def test_the_stranger_keeps_any_plan(event, seed, policy):
    _field, plan, played, absent, late = event
    try:
        kept = replan(plan, played=played, absent=absent, late=late, seed=seed, policy=policy)
    except CannotSeat:
        return
    assert_the_stranger_draws(kept)


def assert_the_stranger_draws(plan):
    assert drawn(json.loads(json.dumps(plan.record)), SAID["designs"]) == json.loads(json.dumps(plan.series))
