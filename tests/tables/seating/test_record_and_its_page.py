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
from tables.seating.records.inputs import CannotOpen, Fault, record_at
from tables.seating.records.record import VERSION, fingerprint, record_hash, with_hashes
from tables.seating.replanning.replan import replan
from tables.seating.sizes import CannotSeat
from tests.support.thorough import examples
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
STANDING = draw_by_standing(FIELD, ranking=range(1, 15), seed="a", history=HISTORY, policy=QUICK).record

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


@pytest.mark.thorough
@settings(max_examples=examples(20), deadline=None)
@given(events(), st.integers(1, 3), seeds, st.booleans())
def test_an_honest_record_recomputes_after_a_journey_through_json(event, series, seed, by_standing):
    field, history = event
    if by_standing:
        plan = draw_by_standing(field, ranking=[], seed=seed, history=history, policy=QUICK)
    else:
        plan = draw(field, series=series, seed=seed, history=history, policy=QUICK)

    travelled = json.loads(json.dumps(plan.record))

    assert travelled == plan.record
    assert verify(travelled) == ()


@pytest.mark.slow
@pytest.mark.parametrize("record", [LOT, STANDING], ids=["lot", "standing"])
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_any_change_is_found(record, data):
    path = data.draw(st.sampled_from([path for path in paths(record) if path]))
    value = data.draw(json_values.filter(lambda value: value != part_at(record, path)))

    assert verify(changed(record, path, value))


@pytest.mark.parametrize("value", [1.0, True])
def test_a_number_must_be_a_whole_number(value):
    assert verify(changed(LOT, ("plan", 0, 0, 0), value))
    assert verify(changed(LOT, ("history", 0, 0, 0), value))
    assert verify(changed(LOT, ("entries", 0, "number"), value))


def test_a_swap_in_the_plan_is_named():
    first, second = LOT["plan"][0][0][:2]

    found = verify(changed(changed(LOT, ("plan", 0, 0, 0), second), ("plan", 0, 0, 1), first))

    assert [(finding.code, finding.part) for finding in found] == [("part-differs", "plan")]


def test_a_swap_with_its_hash_mended_is_found_too():
    tables = copy.deepcopy(LOT["plan"])
    tables[0][0][0], tables[0][1][0] = tables[0][1][0], tables[0][0][0]
    mended = changed(changed(LOT, ("plan",), tables), ("hashes", "plan"), fingerprint(tables))

    assert {(f.code, f.part) for f in verify(mended)} == {("part-differs", "plan"), ("hash-differs", "plan")}


def test_parts_left_out_and_put_in_are_found():
    without = {name: part for name, part in LOT.items() if name != "report"}

    assert [(f.code, f.part) for f in verify(without)] == [("missing-part", "report")]
    assert [(f.code, f.part) for f in verify({**LOT, "note": "fair"})] == [("unknown-part", "note")]


@given(json_values)
def test_garbage_is_malformed_and_raises_nothing(record):
    assert verify(record)


@settings(max_examples=examples(100), deadline=None)
@given(st.sampled_from(sorted(LOT)), json_values)
def test_garbage_in_one_part_raises_nothing(name, value):
    assert value == LOT[name] or verify({**LOT, name: value})


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("options", "series"), 10**9),
        (("options", "policy", "steps"), 10**12),
        (("entries",), [{"number": n, "club": None, "apart": [], "table": None} for n in range(20_000)]),
        (("entries", 0, "number"), 10**5000),
        (("entries", 0, "apart"), [str(n) for n in range(60_000)]),
        (("history",), [[[1, 2, 3, 4]] * 100_000]),
        (("history",), [[list(range(5000))]]),
        (("history",), nested(5000)),
        (("plan",), nested(5000)),
        (("report",), nested(5000)),
        (("hashes",), {"plan": nested(5000)}),
        (("method",), []),
        (("options", "policy", "apart"), {}),
        (("seed",), "\ud800"),
        (("entries", 0, "club"), "\ud800"),
    ],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_a_hostile_record_keeps_nobody_busy(path, value):
    assert verify(changed(LOT, path, value))


def test_a_record_whose_entrants_cannot_be_seated():
    found = verify({**LOT, "entries": LOT["entries"][:5]})

    assert [(finding.code, finding.part) for finding in found] == [("cannot-seat", "too-few-entrants")]


@pytest.mark.parametrize("steps", [-1, 200_001])
def test_a_step_budget_has_bounds(steps):
    with pytest.raises(ValueError, match="steps-out-of-range"):
        Policy(steps=steps)


@pytest.mark.parametrize(
    ("written", "code"),
    [(b'{"a": "\\ud800"}', Fault.NOT_UTF_8), (b'{"\\udfff": 1}', Fault.NOT_UTF_8), (b'{"a": "\\ud83c\\udccf"}', None)],
)
def test_half_a_character_is_no_text_and_a_whole_one_is(tmp_path, written, code):
    file = tmp_path / "record.json"
    file.write_bytes(written)

    if code is None:
        assert record_at(str(file)) == {"a": "🃏"}
    else:
        with pytest.raises(CannotOpen) as refused:
            record_at(str(file))
        assert refused.value.code is code


class TestVersions:
    """What version 2 drew is what this program draws as version 2, to the last digit of the hash."""

    DRAWN = {
        (11, 3): "fc32e1f9f3a1fdab9e45d3fa52aff8209913fe3670a8ac0a2f7b28f734e54b00",
        (17, 6): "4b5fb20f531bfe8e2989ca6f2e875d74d696ceffd87958e08eb66d4bb23d6b81",
        (18, 6): "cfe60f417a544df8786ecb66067160ff4b079f9921c25c125aaec90486d5768c",
    }

    @pytest.mark.thorough
    @pytest.mark.slow
    @pytest.mark.parametrize(("n", "series"), DRAWN)
    def test_a_draw_of_version_2_is_drawn_again(self, n, series):
        plan = draw(entrants(n), series=series, seed="Grand ouvert", version=2)

        assert fingerprint(plan.record) == self.DRAWN[n, series]
        assert verify(plan.record) == ()
        assert plan.series != draw(entrants(n), series=series, seed="Grand ouvert").series

    @pytest.mark.slow
    def test_a_plan_of_version_2_is_kept_when_people_leave_and_come(self):
        plan = draw(entrants(11), series=3, seed="Grand ouvert", version=2)

        kept = replan(plan, played=1, absent=[3], late=[12], seed="x")

        assert verify(kept.record) == ()
        assert kept.record["base"]["record"] == record_hash(plan.record)

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("method", ["replan", "standing", "hand"])
    def test_every_other_way_of_version_2_is_checked_too(self, method):
        plan = draw(entrants(8), series=2, seed="a")
        made = {
            "replan": lambda: replan(plan, played=1, absent=[3], seed="x"),
            "standing": lambda: draw_by_standing(entrants(8), ranking=range(8, 0, -1), seed="x", history=plan.series),
            "hand": lambda: plan_by_hand(entrants(8), series=plan.series),
        }[method]()

        assert verify(with_hashes({**made.record, "version": 2})) == ()

    @pytest.mark.parametrize("version", [0, 1, VERSION + 1, 2.0, True, "2", None])
    def test_a_version_that_is_not_here_is_said(self, version):
        record = draw(entrants(8), series=1, seed="a").record

        assert [one.code for one in verify({**record, "version": version})] == [Doubt.OTHER_VERSION]

    def test_one_version_does_not_pass_for_another(self):
        record = draw(entrants(11), series=3, seed="Grand ouvert").record

        assert Doubt.PART_DIFFERS in {one.code for one in verify(with_hashes({**record, "version": 2}))}


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


@pytest.mark.thorough(after=16)
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
