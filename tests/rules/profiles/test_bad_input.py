"""Whatever comes in, the program answers or says where it stumbles: never anything else."""

import copy
import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.score.reading import PROFILES
from tests.rules.profiles.asking import asked
from tests.rules.profiles.evenings import any_deals, any_switches
from tests.support.thorough import thorough

ODD = [
    None,
    True,
    False,
    0,
    -1,
    1,
    2,
    5,
    12,
    10**30,
    1.5,
    "",
    "grand",
    "ramsch",
    "1/10",
    "\ud800",
    [],
    [None],
    [1, 2, 3],
    {},
    {"card_points": [20, 35, 65]},
]

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([*PROFILES, "hearts"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=5)
            | st.sampled_from(
                ["profile", "seats", "deals", "declarer", "game", "ramsch", "passed", "stake", "presence"]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


def holds(text):
    """Show that something is answered, in the form that was promised."""
    answer, code = asked(text)

    assert json.loads(json.dumps(answer)) == answer
    if code == 0:
        assert set(answer) - {"settlement"} == {"deals", "seats", "control", "complete", "loser", "problems"}
        for problem in answer["problems"]:
            assert set(problem) == {"deal", "code", "severity"}
            assert problem["severity"] in {"error", "warning"}
    else:
        assert code == 2
        assert set(answer) == {"error", "at"}
        assert all(isinstance(said, str) for said in answer.values())
    return code


@given(values)
def test_any_json_is_answered(value):
    holds(json.dumps(value).encode())


@given(st.binary())
def test_any_bytes_are_asked(text):
    assert holds(text) == 2


@given(st.dictionaries(st.sampled_from(["deals", "stake", "presence", "switches", "rounds"]), values), st.data())
def test_any_field_of_a_list_is_answered(fields, data):
    profile = data.draw(st.sampled_from(list(PROFILES)))

    holds(json.dumps({"profile": profile, "seats": PROFILES[profile].seats[0], **fields}).encode())


@pytest.mark.parametrize("seed", [1, *thorough(*range(2, 12))])
def test_a_list_with_something_wrong_in_it_is_answered(seed):
    chance = Random(seed)
    codes = [holds(json.dumps(spoilt(chance)).encode()) for _ in range(2000)]

    assert set(codes) == {0, 2}


def spoilt(chance):
    """Return a list in which some values were exchanged, left out or added."""
    profile = chance.choice(list(PROFILES))
    seats = chance.choice(PROFILES[profile].seats)
    question = {
        "profile": profile,
        "seats": seats,
        "switches": any_switches(chance, profile),
        "rounds": chance.choice([1, 12]),
        "stake": chance.choice([None, 1, "1/10"]),
        "presence": [{"from_round": 1, "seats": list(range(1, seats + 1))}],
        "deals": any_deals(chance, profile, seats=seats, number=4),
    }
    question = copy.deepcopy(question)
    for _ in range(chance.randrange(4)):
        spoil(chance, question)
    return question


def spoil(chance, value):
    """Change one thing somewhere in a list or an object."""
    while isinstance(value, dict | list) and value:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = chance.choice(keys)
        if isinstance(value[key], dict | list) and value[key] and chance.random() < 0.8:
            value = value[key]
            continue
        if chance.random() < 0.2:
            del value[key]
        else:
            value[key] = chance.choice(ODD)
        return
