"""The whole record: lots, swaps, redraws, plans kept from others; nothing in it can be changed unseen."""

import copy
import hashlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.seating.checks import verify
from tables.seating.drawing.by_hand import plan_by_hand
from tables.seating.drawing.by_lot import draw
from tables.seating.model import Entrant, Policy
from tables.seating.records.inputs import Unreadable
from tables.seating.records.record import inputs_hash, record_hash
from tables.seating.records.seals import (
    Lots,
    commitment_of,
    draw_by_standing_with_lots,
    draw_with_lots,
    inputs_of_draw,
    plan_of,
    replan_with_lots,
    sealed,
    seed_from,
)
from tables.seating.replanning.replan import replan
from tables.seating.sizes import CannotSeat
from tests.support.thorough import examples
from tests.tables.seating.strategies import QUICK, entrants, events
from tests.tables.seating.test_record_and_its_page import FIELD, HISTORY, changed, json_values, nested, part_at, paths

LOTS = Lots(secret="5e6f" * 8, public="dice: 4 6 1")
NOON = {"at": "2026-05-09T12:00:00+02:00", "by": "Eva Karo"}
REDRAW = {**NOON, "reason": "no. 20 was forgotten", "record": "ab" * 32}
DRAWN = draw_with_lots(FIELD, series=2, lots=LOTS, history=HISTORY, policy=QUICK)
FIRST, SECOND = DRAWN.series[1][0][0], DRAWN.series[1][2][1]
SWAP = {**NOON, "reason": "sees badly", "series": 2, "swap": [FIRST, SECOND]}
LOT = sealed(DRAWN.record, previous="cd" * 32, drawn=NOON, redraws=[REDRAW], changes=[SWAP])
KEPT = sealed(
    replan_with_lots(plan_of(LOT), played=1, absent=[1, 2], late=[Entrant(number=50, club="a")], lots=LOTS).record,
    previous=record_hash(LOT),
    drawn={**NOON, "reason": "two left"},
)
HAND = sealed(plan_by_hand(FIELD, series=HISTORY).record, drawn=NOON)
STANDING = draw_by_standing_with_lots(FIELD, ranking=range(14, 0, -1), lots=LOTS, policy=QUICK).record
RECORDS = {"lot": LOT, "kept": KEPT, "hand": HAND, "standing": STANDING}


def codes(record):
    return [(finding.code, finding.part) for finding in verify(record)]


def test_every_record_recomputes_after_a_journey_through_json_and_keeps_its_size_when_sealed_again():
    for name, record in RECORDS.items():
        travelled = json.loads(json.dumps(record))

        assert travelled == record, name
        assert verify(travelled) == (), name
        assert record["hashes"]["record"] == record_hash(record), name
        assert sealed(record) == record, name


@pytest.mark.slow
@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_every_record_shows_any_change_and_what_was_taken_out(record, data):
    path = data.draw(st.sampled_from([path for path in paths(record) if path]))
    value = data.draw(json_values.filter(lambda value: value != part_at(record, path)))
    copied = copy.deepcopy(record)
    del part_at(copied, path[:-1])[path[-1]]

    assert verify(changed(record, path, value))
    assert verify(copied)


class TestLots:
    def test_anyone_can_compute_the_commitment_the_seed_and_the_plan(self):
        commitment = hashlib.sha256(b"tables.seating commitment:" + b"5e6f" * 8).hexdigest()
        inputs = inputs_of_draw(FIELD, series=2, history=HISTORY, policy=QUICK)
        text = f'["tables.seating seed","{inputs}","{LOTS.secret}","{LOTS.public}"]'

        assert commitment_of(LOTS.secret) == LOT["lots"]["commitment"] == commitment
        assert inputs == inputs_hash(LOT) == LOT["hashes"]["inputs"]
        assert LOT["seed"] == hashlib.sha256(text.encode()).hexdigest() == seed_from(inputs, LOTS.secret, LOTS.public)
        assert draw(FIELD, series=2, seed=LOT["seed"], history=HISTORY, policy=QUICK).series == DRAWN.series

    @given(st.text(max_size=6), st.text(max_size=6), st.text(max_size=6), st.text(max_size=6))
    def test_no_two_lots_have_the_same_text(self, secret, public, other_secret, other_public):
        same = (secret, public) == (other_secret, other_public)

        assert (seed_from("", secret, public) == seed_from("", other_secret, other_public)) is same

    def test_another_secret_does_not_fit_the_commitment_nor_does_a_seed_of_ones_own_follow_from_the_lots(self):
        lots = {**LOT["lots"], "secret": "0" * 32}
        chosen = sealed(draw(FIELD, series=2, seed="mine", policy=QUICK).record, lots=LOTS)

        assert codes({**LOT, "lots": lots})[:2] == [("commitment-differs", "lots"), ("seed-differs", "seed")]
        assert codes(chosen) == [("seed-differs", "seed")]


class TestChanges:
    def test_the_seats_follow_from_the_plan_and_the_swaps_one_after_the_other(self):
        twice = sealed(LOT, changes=[*LOT["changes"], SWAP])

        assert LOT["seats"][0] is None
        assert (LOT["seats"][1][0][0], LOT["seats"][1][2][1]) == (SECOND, FIRST)
        assert plan_of(LOT).series == (DRAWN.series[0], tuple(map(tuple, LOT["seats"][1])))
        assert plan_of(twice).series == DRAWN.series
        assert verify(twice) == ()
        assert ("part-differs", "seats") in codes(changed(LOT, ("seats", 1, 0, 0), FIRST))
        assert ("part-differs", "seats") in codes(changed(LOT, ("changes",), []))
        assert codes({**DRAWN.record, "seats": [None, None]}) == [("unknown-part", "seats")]

    @settings(max_examples=examples(20), deadline=None)
    @given(st.lists(st.tuples(st.integers(1, 2), st.permutations(range(1, 15))), max_size=6))
    def test_swaps_follow_one_another(self, swaps):
        changes = [{**SWAP, "series": number, "swap": order[:2]} for number, order in swaps]
        expected = [[list(table) for table in tables] for tables in DRAWN.series]
        for number, (first, second, *_others) in swaps:
            other = {first: second, second: first}
            expected[number - 1] = [[other.get(who, who) for who in table] for table in expected[number - 1]]

        record = sealed(DRAWN.record, changes=changes)

        assert [list(map(list, tables)) for tables in plan_of(record).series] == expected
        assert verify(record) == ()

    def test_an_impossible_change_and_what_has_another_form_is_found_and_not_sealed(self):
        for name, value in (("swap", [1, 77]), ("series", 3), ("series", 0)):
            assert [code for code, _ in codes(changed(LOT, ("changes", 0, name), value))] == ["impossible-change"]
            with pytest.raises(CannotSeat):
                sealed(DRAWN.record, changes=[{**SWAP, name: value}])
        for parts in (
            *({"previous": "cd"}, {"drawn": {"at": "yesterday", "by": "Eva"}}, {"drawn": {"at": "2026-05-09"}}),
            *({"drawn": {**NOON, "where": "here"}}, {"redraws": [NOON]}),
            *({"redraws": [{**REDRAW, "record": "x" * 64}]}, {"changes": [{**SWAP, "swap": [1]}]}),
            *({"changes": [{**SWAP, "swap": [1, 2, 3]}]}, {"changes": [{**SWAP, "reason": None}]}),
        ):
            with pytest.raises(Unreadable):
                sealed(DRAWN.record, **parts)
            assert [code for code, _ in codes({**LOT, **parts})] == ["malformed"], parts

    def test_hostile_parts_keep_nobody_busy(self):
        for name in ("lots", "previous", "drawn", "redraws", "changes", "seats", "before", "base"):
            for value in (nested(5000), 10**5000, "\ud800", [None] * 20_000, {"at": 1}, float("nan")):
                for record in (LOT, KEPT):
                    assert verify({**record, name: value}), name


class TestKept:
    @pytest.mark.slow
    @settings(max_examples=examples(25), deadline=None)
    @given(events(), st.data())
    def test_any_plan_kept_from_another_recomputes(self, event, data):
        field, history = event
        plan = draw(field, series=2, seed="a", history=history, policy=QUICK)
        absent = data.draw(st.lists(st.sampled_from([e.number for e in field]), max_size=5, unique=True))
        late = data.draw(st.lists(st.integers(3000, 3005), max_size=5, unique=True))
        try:
            kept = replan(plan, played=data.draw(st.integers(0, 1)), absent=absent, late=late, seed="b")
        except CannotSeat:
            return

        assert verify(json.loads(json.dumps(kept.record))) == ()
        assert plan_of(kept.record) == kept

    def test_it_names_the_record_it_was_made_from_and_the_tables_that_were_others(self):
        before = [list(table) for table in plan_of(LOT).series[1]]
        # Hashed anew before and after, so that only the plan before, as it was hashed, gives a changed table away.
        untouched = next(at for at in range(3) if at + 1 not in [number for number, _ in KEPT["before"][0]])
        plan = copy.deepcopy(KEPT["plan"])
        plan[0][untouched].reverse()

        assert KEPT["base"]["record"] == KEPT["previous"] == record_hash(LOT)
        for number, company in KEPT["before"][0]:
            assert before[number - 1] == company
        assert KEPT["plan"][0] != before
        assert ("part-differs", "base") in codes(sealed({**KEPT, "plan": plan}))

    def test_a_malformed_plan_before_is_found(self):
        for path, value, *found in (
            (("before",), [], "malformed", "too-large"),
            (("before", 0), [[10**9, [1, 2, 3]]], "malformed", "too-large"),
            (("before", 0), [[0, [1, 2, 3]]], "malformed", "too-large"),
            (("before", 0), [[1]], "malformed", "too-large"),
            (("plan", 0, 0), [1, 2, 3, 4, 5], "malformed", "too-large"),
            (("absent",), list(range(20_000)), "malformed", "too-large"),
            (("base",), {}, "malformed", "too-large"),
            (("before", 0), [[1, [3, 3, 4, 5]]], "cannot-seat"),
        ):
            assert codes(changed(KEPT, path, value))[0][0] in found, path

    @pytest.mark.slow
    def test_thousands_of_empty_tables_and_hundreds_who_come_and_leave_keep_nobody_busy(self):
        before = [[number, []] for number in range(4, 10_000)] + [[10_000, [3, 4, 5]]]
        plan = plan_by_hand(entrants(400), series=[[list(range(a, a + 4)) for a in range(1, 401, 4)]] * 3)
        policy = Policy(steps=20_000)

        kept = replan(plan, played=0, absent=range(1, 361), late=range(5000, 5340), seed="", policy=policy)

        assert verify(changed(KEPT, ("before", 0), before))
        assert verify(kept.record) == ()


@pytest.mark.thorough
@pytest.mark.slow
def test_the_largest_record_stays_small():
    plan = draw_with_lots(entrants(4000, clubs=40), series=10, lots=LOTS)
    kept = replan_with_lots(plan, played=0, absent=[7, 8], late=[5000], lots=LOTS)

    for record in (sealed(plan.record, changes=[{**SWAP, "swap": [1, 2]}]), kept.record):
        assert len(json.dumps(record, separators=(",", ":"))) < 500_000
        assert verify(record) == ()


def test_a_policy_written_before_something_was_added_to_it_stands_at_its_default():
    record = draw(entrants(8), series=1, seed="a").record
    del record["options"]["policy"]["together_by_standing"]

    assert plan_of(record).series == draw(entrants(8), series=1, seed="a").series
    assert verify(record)
