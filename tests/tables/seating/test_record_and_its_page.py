"""The record of a draw: anyone can recompute it, and nobody can change it unseen.

docs/draw-steps.md says all that a draw needs: a stranger who knows nothing but the page comes to the same plans.
"""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.seating.chance import Chance
from tables.seating.checks import Doubt, verify
from tables.seating.drawing.by_hand import plan_by_hand
from tables.seating.drawing.by_lot import draw
from tables.seating.drawing.by_standing import draw_by_standing
from tables.seating.model import Entrant, Policy, Wish
from tables.seating.records.inputs import MAX_NUMBER, CannotOpen, Fault, Unreadable, as_number, record_at
from tables.seating.records.record import VERSION, fingerprint, record_hash, with_hashes
from tables.seating.replanning.replan import replan
from tables.seating.sizes import CannotSeat
from tests.support.thorough import examples, thorough
from tests.tables.seating import vectors
from tests.tables.seating.stranger import event as by_the_page
from tests.tables.seating.stranger.plans import drawn
from tests.tables.seating.strategies import QUICK, comings_and_goings, entrants, events, seeds

FIELD = [
    Entrant(number=n, club="ab"[n % 2], apart=frozenset({f"g{n // 3}"}), table=2 if n == 5 else None)
    for n in range(1, 15)
]
HISTORY = [[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11], [12, 13, 14]]]
LOT = draw(FIELD, series=2, seed="a", history=HISTORY, policy=QUICK).record

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def paths(value, path=()):
    """Yield the way to every part of a record."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from paths(value[key], (*path, key))


def changed(record, path, value):
    """Return a copy with something else in one place."""
    copied = copy.deepcopy(record)
    part = copied
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return copied


def part_at(record, path):
    for key in path:
        record = record[key]
    return record


def test_a_number_must_be_a_whole_number():
    for value in (1.0, True):
        assert verify(changed(LOT, ("plan", 0, 0, 0), value))
        assert verify(changed(LOT, ("history", 0, 0, 0), value))
        assert verify(changed(LOT, ("entries", 0, "number"), value))
    assert (as_number(MAX_NUMBER, "n"), as_number(-MAX_NUMBER, "n")) == (MAX_NUMBER, -MAX_NUMBER)
    for too_large in (MAX_NUMBER + 1, -MAX_NUMBER - 1):
        with pytest.raises(Unreadable):
            as_number(too_large, "n")


def test_a_swap_in_the_plan_is_named_even_with_its_hash_mended():
    first, second = LOT["plan"][0][0][:2]
    tables = copy.deepcopy(LOT["plan"])
    tables[0][0][0], tables[0][1][0] = tables[0][1][0], tables[0][0][0]
    mended = changed(changed(LOT, ("plan",), tables), ("hashes", "plan"), fingerprint(tables))

    found = verify(changed(changed(LOT, ("plan", 0, 0, 0), second), ("plan", 0, 0, 1), first))

    assert [(finding.code, finding.part) for finding in found] == [("part-differs", "plan")]
    assert {(f.code, f.part) for f in verify(mended)} == {("part-differs", "plan"), ("hash-differs", "plan")}


def test_parts_left_out_and_put_in_are_found():
    without = {name: part for name, part in LOT.items() if name != "report"}

    assert [(f.code, f.part) for f in verify(without)] == [("missing-part", "report")]
    assert [(f.code, f.part) for f in verify({**LOT, "note": "fair"})] == [("unknown-part", "note")]


@pytest.mark.slow
@given(json_values)
def test_garbage_is_malformed_and_raises_nothing(record):
    assert verify(record)


@pytest.mark.slow
@settings(max_examples=examples(100), deadline=None)
@given(st.sampled_from(sorted(LOT)), json_values)
def test_garbage_in_one_part_raises_nothing(name, value):
    assert value == LOT[name] or verify({**LOT, name: value})


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.slow
def test_a_hostile_record_keeps_nobody_busy():
    for path, value in (
        *((("options", "series"), 10**9), (("options", "policy", "steps"), 10**12)),
        (("entries",), [{"number": n, "club": None, "apart": [], "table": None} for n in range(20_000)]),
        *((("entries", 0, "number"), 10**5000), (("entries", 0, "apart"), [str(n) for n in range(60_000)])),
        *((("history",), [[[1, 2, 3, 4]] * 100_000]), (("history",), [[list(range(5000))]])),
        *((("history",), nested(5000)), (("plan",), nested(5000)), (("report",), nested(5000))),
        *((("hashes",), {"plan": nested(5000)}), (("method",), []), (("options", "policy", "apart"), {})),
        *((("seed",), "\ud800"), (("entries", 0, "club"), "\ud800")),
    ):
        assert verify(changed(LOT, path, value)), path


def test_a_record_whose_entrants_cannot_be_seated_and_a_step_budget_without_bounds():
    found = verify({**LOT, "entries": LOT["entries"][:5]})

    assert [(finding.code, finding.part) for finding in found] == [("cannot-seat", "too-few-entrants")]
    for steps in (-1, 200_001):
        with pytest.raises(ValueError, match="steps-out-of-range"):
            Policy(steps=steps)


def test_half_a_character_is_no_text_and_a_whole_one_is(tmp_path):
    file = tmp_path / "record.json"
    for written in (b'{"a": "\\ud800"}', b'{"\\udfff": 1}'):
        file.write_bytes(written)
        with pytest.raises(CannotOpen) as refused:
            record_at(str(file))
        assert refused.value.code is Fault.NOT_UTF_8

    file.write_bytes(b'{"a": "\\ud83c\\udccf"}')
    assert record_at(str(file)) == {"a": "🃏"}


class TestVersions:
    """What version 2 drew is what this program draws as version 2, to the last digit of the hash."""

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("n", "series", "hashed"),
        [
            (11, 3, "fc32e1f9f3a1fdab9e45d3fa52aff8209913fe3670a8ac0a2f7b28f734e54b00"),
            *thorough(
                (17, 6, "4b5fb20f531bfe8e2989ca6f2e875d74d696ceffd87958e08eb66d4bb23d6b81"),
                (18, 6, "cfe60f417a544df8786ecb66067160ff4b079f9921c25c125aaec90486d5768c"),
            ),
        ],
    )
    def test_a_draw_of_version_2_is_drawn_again_and_kept_when_people_leave_and_come(self, n, series, hashed):
        plan = draw(entrants(n), series=series, seed="Grand ouvert", version=2)

        kept = replan(plan, played=1, absent=[3], late=[n + 1], seed="x")

        now = draw(entrants(n), series=series, seed="Grand ouvert")
        assert fingerprint(plan.record) == hashed
        assert plan.series != now.series
        assert verify(plan.record) == verify(kept.record) == ()
        assert kept.record["base"]["record"] == record_hash(plan.record)
        assert Doubt.PART_DIFFERS in {one.code for one in verify(with_hashes({**now.record, "version": 2}))}

    def test_every_other_way_of_version_2_is_checked_too_and_a_version_that_is_not_here_is_said(self):
        plan = draw(entrants(8), series=2, seed="a")
        for made in (
            replan(plan, played=1, absent=[3], seed="x"),
            draw_by_standing(entrants(8), ranking=range(8, 0, -1), seed="x", history=plan.series, policy=QUICK),
            plan_by_hand(entrants(8), series=plan.series),
        ):
            assert verify(with_hashes({**made.record, "version": 2})) == ()
        for version in (0, 1, VERSION + 1, 2.0, True, "2", None):
            assert [one.code for one in verify({**plan.record, "version": version})] == [Doubt.OTHER_VERSION], version


SAID = json.loads(vectors.FILE.read_text(encoding="ascii"))
PAGE = vectors.FILE.with_name("draw-steps.md").read_text(encoding="utf-8")
WISHES = st.sampled_from([Wish.WISHED, Wish.IGNORED, Wish.HARD])


@pytest.mark.slow
def test_the_vectors_are_those_of_this_version():
    assert vectors.FILE.read_text(encoding="ascii") == vectors.text(), "run python -m tests.tables.seating.vectors"
    assert f"version {VERSION}." in PAGE, "the page tells of another version"


def test_the_stranger_has_the_same_chance():
    for said in SAID["chance"]:
        chance = by_the_page.Chance(said["purpose"], said["seed"])

        assert [[n, chance.below(n)] for n, _result in said["below"]] == said["below"]
        assert chance.shuffled(range(12)) == said["shuffled"]


@pytest.mark.thorough(after=8)
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


@pytest.mark.thorough
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


@pytest.mark.thorough
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
