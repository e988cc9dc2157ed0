"""Whatever comes in, the program answers or says where it stumbles: never anything else."""

import copy
import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.profiles.switches import SWITCHES
from scoring.rules.score.answer import PROFILES
from tests.rules.profiles.asking import ask, asked, errors, points, ramsch, unreadable, won
from tests.rules.profiles.evenings import any_deals, any_switches
from tests.support.thorough import thorough

NUMBERS = (None, True, False, 0, -1, 1, 2, 5, 12, 10**30, 1.5)
ODD = [*NUMBERS, *("", "grand", "ramsch", "1/10", "\ud800"), [], [None], [1, 2, 3], {}, {"card_points": [20, 35, 65]}]
KEYS = ["profile", "seats", "deals", "declarer", "game", "ramsch", "passed", "stake", "presence"]

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([*PROFILES, "hearts"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5) | st.sampled_from(KEYS), inner, max_size=6)
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


@pytest.mark.slow
@given(values, st.binary())
def test_any_json_is_answered_and_any_bytes_are_asked(value, text):
    holds(json.dumps(value).encode())
    assert holds(text) == 2


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(["deals", "stake", "presence", "switches", "rounds"]), values), st.data())
def test_any_field_of_a_list_is_answered(fields, data):
    profile = data.draw(st.sampled_from(list(PROFILES)))

    holds(json.dumps({"profile": profile, "seats": PROFILES[profile].seats[0], **fields}).encode())


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, *thorough(*range(2, 12))])
def test_a_list_with_something_wrong_in_it_is_answered(seed):
    chance = Random(seed)
    codes = [holds(json.dumps(spoilt(chance)).encode()) for _ in range(500)]

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
    while isinstance(value, dict | list) and value:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = chance.choice(keys)
        if isinstance(value[key], dict | list) and value[key] and chance.random() < 0.8:
            value = value[key]
            continue
        if chance.random() < 0.2:
            del value[key]
        else:
            value[key] = copy.deepcopy(chance.choice(ODD))
        return


ROOT = Path(__file__).parents[3]
RAMSCH = {"ramsch", "schieberamsch", "raeuberskat", "kneipe"}
OF_RAMSCH = ("ramsch_skat", "ramsch_writes", "ramsch_amount", "virgin_doubles", "durchmarsch", "ramsch_tie")
BELONG = {
    **dict.fromkeys(OF_RAMSCH, RAMSCH),
    **{name: {"kneipe"} for name in ("bock_events", "bock_ramsch", "spitze")},
    "contra_at_most": {"contra", "kneipe"},
    "target": {"bierlachs"},
    "dealer_bonus": {"league-encyclopedia"},
}
USUAL = {"ramsch_skat": "last-trick", "ramsch_writes": "loser", "ramsch_amount": "points", "ramsch_tie": "all"}
USUAL |= {"virgin_doubles": True, "durchmarsch": False, "bock_events": 0, "bock_ramsch": False, "spitze": 0}
USUAL |= {"target": 501, "dealer_bonus": 0, "contra_at_most": 4}
CODES = (
    "isko-2002 classic league-encyclopedia grand-20 hand-single ramsch schieberamsch gewinner-ramsch contra "
    "revolution sechserskat bierlachs raeuberskat two-officers two-open tournee kneipe"
)


def test_there_are_these_profiles_and_a_switch_belongs_only_to_those_it_can_touch():
    assert list(PROFILES) == CODES.split()
    for profile, (name, usual) in product(PROFILES, USUAL.items()):
        question = {"profile": profile, "seats": PROFILES[profile].seats[0], "switches": {name: usual}}

        if profile in BELONG[name]:
            assert asked(question)[1] == 0, question
            assert SWITCHES[name].usual == usual
            assert SWITCHES[name].change(PROFILES[profile], usual) == PROFILES[profile]
        else:
            assert unreadable(**question) == f"switches.{name}"


def test_a_switch_has_its_settings():
    for profile, name, *settings in (
        ("ramsch", "ramsch_skat", "nobody"),
        ("ramsch", "virgin_doubles", 1),
        ("ramsch", "durchmarsch", None),
        ("ramsch", "ramsch_tie", ["all"]),
        ("kneipe", "bock_events", 256, -1, 2.0, True),
        ("kneipe", "spitze", 3, False),
        ("kneipe", "contra_at_most", 5),
        ("bierlachs", "target", 0, -501, "501"),
        ("league-encyclopedia", "dealer_bonus", 20),
        ("kneipe", "schenken", True),
    ):
        for setting in settings:
            found = unreadable(profile=profile, seats=3, switches={name: setting})
            assert found == f"switches.{name}", (name, setting)


def test_a_profile_has_its_seats():
    for profile, seats in product(PROFILES, range(-1, 8)):
        two = profile.startswith("two-")
        possible = {2} if two else {3, 4, 5} if profile in {"classic", "kneipe"} else {3, 4}

        if seats in possible:
            assert asked({"profile": profile, "seats": seats})[1] == 0
        else:
            assert unreadable(profile=profile, seats=seats) == "seats"


def test_a_list_states_profile_and_seats_and_nothing_unknown():
    official = {"profile": "isko-2002", "seats": 3}
    for question, at in (
        ({"seats": 3}, "profile"),
        ({"profile": "isko-2002"}, "seats"),
        *(({**official, "profile": profile}, "profile") for profile in ("isko-2012", 3, ["isko-2002"])),
        *(({**official, "seats": seats}, "seats") for seats in ("3", 3.0, True)),
        ({**official, "round": 12}, "round"),
        ({**official, "rounds": 0}, "rounds"),
        ({**official, "rounds": "12"}, "rounds"),
        ({**official, "deals": {}}, "deals"),
        ({**official, "switches": []}, "switches"),
        ({**official, "presence": {}}, "presence"),
        ({**official, "presence": [3]}, "presence.0"),
        ({**official, "presence": [{"seats": [1]}]}, "presence.0.from_round"),
        ({**official, "presence": [{"from_round": 1}]}, "presence.0.seats"),
    ):
        assert unreadable(**question) == at, question


def test_a_deal_is_one_of_three_forms():
    game, three = {"declarer": 1, "game": "clubs"}, ramsch(20, 35, 65)
    neither = ({}, {"passed": False}, {"declarer": 0}, {**game, "passed": True}, {**game, **three}, None, "passed")
    wrong = {"matadors": ("1", 1.5, True), "won": (1,), "bid": ("18",), "stakes": ("contra",), "spitze": (1,)}
    wrong |= {"kind": ("gucki",), "game": ("kreuz", 12), "declarer": ("1",), "with": (2,)}
    for deal, at in (
        *((deal, "") for deal in (*neither, {"passed": True, **three})),
        *(({**game, name: value}, f".{name}") for name, values in wrong.items() for value in values),
        ({"declarer": 1}, ".game"),
        ({"passed": 1}, ".passed"),
        ({"passed": True, "won": True}, ".won"),
        ({"passed": True, "bid": "18"}, ".bid"),
        ({"ramsch": 3}, ".ramsch"),
        ({"ramsch": {"points": [20, 35, 65]}}, ".ramsch.points"),
        ({"ramsch": {"card_points": [20, 35, 65, None]}}, ".ramsch.card_points"),
        ({"ramsch": {"card_points": [20, 35, "65"]}}, ".ramsch.card_points.2"),
        ({"ramsch": {"tricks": 10}}, ".ramsch.tricks"),
        ({"ramsch": {"last_trick": [1]}}, ".ramsch.last_trick"),
        ({"ramsch": {"pushes": True}}, ".ramsch.pushes"),
        (three | {"won": True}, ".won"),
    ):
        assert unreadable(profile="kneipe", seats=3, deals=[{"passed": True}, deal]) == f"deals.1{at}", deal


def test_false_null_and_nothing_may_be_left_out_or_stated():
    stated = {"hand": False, "schneider": None, "bid": 0, "overbid": False, "stakes": 0, "kind": None, "ramsch": None}

    assert points("isko-2002", won(1, "clubs", 1, passed=False, **stated)) == [24, 0, 0]
    assert errors(ask("isko-2002", {"passed": True, "declarer": None, "matadors": 0, "won": False})) == []
    assert asked({"profile": "isko-2002", "seats": 3, "stake": None, "presence": None, "deals": None})[1] == 0


def test_a_stake_is_a_whole_number_or_a_fraction_and_only_officially_it_has_a_limit():
    for stake in ("-1", -1, 0.5, "1e3", "1/0", "a", "", " 1", "0,5", True, [1], "1/2/3", "٣"):
        for profile in ("isko-2002", "classic"):
            assert unreadable(profile=profile, seats=3, stake=stake) == "stake", stake
    for stake, paid in ((5, 120), ("5", 120), ("1/2", 12), ("0.5", 12), ("2.50", 60)):
        assert ask("isko-2002", won(1, "clubs", 1), stake=stake)["settlement"] == [2 * paid, -paid, -paid]
    for stake in (6, "5.01", "11/2", "51/10"):
        assert unreadable(profile="isko-2002", seats=3, stake=stake) == "stake"
        assert "settlement" in ask("grand-20", stake=stake)


def test_presence_rises_and_names_seats_there_are():
    from_3 = {"from_round": 3, "seats": [1, 2, 3]}
    for presence, at in (
        *(([from_3 | {"from_round": number}], "0.from_round") for number in (0, 13)),
        *(([from_3, {"from_round": number, "seats": [1, 2, 4]}], "1.from_round") for number in (3, 2)),
        *(([from_3 | {"seats": seats}], "0.seats") for seats in ([2, 1, 3], [1, 1, 3], [1, 2, 5])),
        ([from_3 | {"seats": [1, 2, None]}], "0.seats.2"),
        ([from_3 | {"who": 1}], "0.who"),
    ):
        assert unreadable(profile="isko-2002", seats=4, presence=presence) == f"presence.{at}", presence


def test_numbers_beyond_all_sense_are_refused_in_their_deal():
    huge = 10**200
    answer = ask("isko-2002", won(1, "clubs", huge), won(huge, "clubs", 1), won(1, "clubs", 1, bid=huge), rounds=huge)

    assert [deal for deal, _code in errors(answer)] == [1, 2, 3, 3]
    assert not answer["complete"]


def test_the_program_answers_in_one_object_and_needs_the_standard_library_only():
    # With -S nothing that is installed is found.
    program = [sys.executable, "-S", "-m", "scoring.rules.score"]
    for question, code in (('{"profile": "isko-2002", "seats": 3}', 0), ('{"profile": "isko-2002"}', 2), ("\ud800", 2)):
        run = subprocess.run(program, input=question.encode("utf-8", "surrogatepass"), capture_output=True, cwd=ROOT)
        assert (run.returncode, run.stderr) == (code, b"")
        assert isinstance(json.loads(run.stdout), dict)
        assert ("error" in json.loads(run.stdout)) == bool(code)
