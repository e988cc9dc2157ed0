"""What the program cannot read it names, with status 2 and the path to it."""

import copy
import json
import subprocess
import sys

import pytest

from tests.scoring.money.asked import EXAMPLE, answered, refused

PLACES = [
    ("tariffs", 0, "cents"),
    ("tariffs", 1, "tiers", 0, 0),
    ("tariffs", 1, "tiers", 1, 1),
    ("tariffs", 2, "cents", "4", 3),
    ("tariffs", 3, "cents"),
    ("goes_to", "entry", 0, "share"),
    ("goes_to", "loss", 0, "cents"),
    ("entrants", 0, "number"),
    ("entrants", 0, "paid"),
    ("lists", 0, "series"),
    ("lists", 0, "passed"),
    ("lists", 0, "seats", 1, "number"),
    ("lists", 0, "seats", 1, "lost"),
    ("prizes", 0, "ranking", 2, 1),
    ("prizes", 0, "plan", "cents", 2),
    ("prizes", 0, "round_to"),
    ("prizes", 0, "floor"),
    ("prizes", 1, "plan", "shares", 1),
    ("refund", "series_played"),
    ("refund", "series_planned"),
]
"""Every whole number of the example that cannot be negative."""

OBJECTS = [
    (),
    ("tariffs", 0),
    ("goes_to", "entry", 0),
    ("entrants", 0),
    ("lists", 0),
    ("lists", 0, "seats", 0),
    ("prizes", 0),
    ("prizes", 0, "plan"),
    ("refund",),
]


def bent(path, value):
    """Return the example with something else at a path."""
    event = copy.deepcopy(EXAMPLE)
    *way, last = path
    held = event
    for step in way:
        held = held[step]
    held[last] = value
    return event


def named(path):
    return ".".join(map(str, path))


@pytest.mark.parametrize("wrong", [-1, 1.5, 2.0, 1e3, "3", True, [], {}, float("nan"), 10**400, 10**19])
@pytest.mark.parametrize("path", PLACES, ids=named)
def test_a_number_that_is_none_is_named(path, wrong):
    assert refused(bent(path, wrong)) == named(path)


@pytest.mark.parametrize("path", [("lists", 0, "seats", 0, "total"), ("lists", 0, "seats", 0, "number")], ids=named)
@pytest.mark.parametrize("wrong", [1.0, "x", False])
def test_a_total_is_a_whole_number_too(path, wrong):
    assert refused(bent(path, wrong)) == named(path)


def test_a_total_may_be_below_nothing():
    answered(bent(("lists", 0, "seats", 0, "total"), -812))


@pytest.mark.parametrize(
    "path",
    [
        ("entrants", 0, "number"),
        ("lists", 0, "seats", 1, "number"),
        ("prizes", 0, "ranking", 0, 0),
        ("prizes", 0, "round_to"),
        ("lists", 0, "series"),
    ],
    ids=named,
)
def test_numbers_count_from_1(path):
    assert refused(bent(path, 0)) == named(path)


@pytest.mark.parametrize("path", OBJECTS, ids=named)
def test_a_field_nobody_knows_is_named(path):
    assert refused(bent((*path, "colour"), "red")) == named((*path, "colour"))


@pytest.mark.parametrize("path", OBJECTS[1:], ids=named)
@pytest.mark.parametrize("wrong", [[], "x", 7, False])
def test_what_should_be_an_object_is_named(path, wrong):
    assert refused(bent(path, wrong)) == named(path)


@pytest.mark.parametrize(
    ("path", "wrong", "at"),
    [
        (("tariffs", 0), {"kind": "entrant", "cents": 1}, "tariffs.0.code"),
        (("tariffs", 0), {"code": "entry", "cents": 1}, "tariffs.0.kind"),
        (("tariffs", 0), {"code": "entry", "kind": "entrant"}, "tariffs.0.cents"),
        (("tariffs", 0), {"code": "entry", "kind": "entrant", "cents": 1, "tiers": []}, "tariffs.0.tiers"),
        (("tariffs", 0, "kind"), "per-head", "tariffs.0.kind"),
        (("tariffs", 0, "kind"), ["entrant"], "tariffs.0.kind"),
        (("tariffs", 0, "free"), "juniors", "tariffs.0.free"),
        (("tariffs", 0, "free"), [1], "tariffs.0.free.0"),
        (("tariffs", 1, "tiers", 0), [3], "tariffs.1.tiers.0"),
        (("tariffs", 1, "code"), "entry", "tariffs.1.code"),
        (("entrants", 0, "team"), 1.5, "entrants.0.team"),
        (("entrants", 0, "number"), None, "entrants.0.number"),
        (("prizes", 0, "ranking", 0), None, "prizes.0.ranking.0"),
        (("entrants", 0, "expelled"), 1, "entrants.0.expelled"),
        (("prizes", 0), {"ranking": [], "plan": {"kind": "fixed", "cents": []}}, "prizes.0.group"),
        (("prizes", 0, "plan", "kind"), "lottery", "prizes.0.plan.kind"),
        (("prizes", 1, "plan"), {"kind": "share", "shares": [1]}, "prizes.1.plan.pot"),
        (("prizes", 1, "plan", "shares"), [60, 41], "prizes.1.plan.shares"),
        (("prizes", 1, "plan", "per"), 4, "prizes.1.plan.per"),
        (("prizes", 1, "sharing"), "half", "prizes.1.sharing"),
        (("prizes", 0, "plan"), {"kind": "steps", "per": 0, "cents": [1]}, "prizes.0.plan.per"),
        (("prizes", 0, "ranking", 0), 7, "prizes.0.ranking.0"),
        (("goes_to",), [], "goes_to"),
        (("goes_to", "entry"), {"pot": "a"}, "goes_to.entry"),
        (("refund",), {"series_played": 1}, "refund.series_planned"),
    ],
)
def test_what_is_missing_or_of_another_kind_is_named(path, wrong, at):
    assert refused(bent(path, wrong)) == at


@pytest.mark.parametrize(
    ("path", "value", "at"),
    [
        (("entrants",), [{"number": 1}, {"number": 2}, {"number": 1}], "entrants.2.number"),
        (("lists", 0, "seats"), [{"number": 1}, None, None, {"number": 1}], "lists.0.seats.3.number"),
        (("prizes", 0, "ranking"), [[1, 2, 1]], "prizes.0.ranking.0.2"),
        (("prizes", 0, "ranking"), [[1], [2], [1]], "prizes.0.ranking.2.0"),
    ],
)
def test_a_number_twice_is_named(path, value, at):
    assert refused(bent(path, value)) == at


def test_what_an_event_may_leave_out_may_be_null():
    left_out = {
        "tariffs": [{"code": "entry", "kind": "entrant", "cents": 1000}],
        "entrants": [{"number": 1}],
        "lists": [{"seats": [{"number": 1}]}],
        "prizes": [{"group": "main", "ranking": [[1]], "plan": {"kind": "fixed", "cents": [5]}}],
    }
    null = {
        "tariffs": [{**left_out["tariffs"][0], "free": None, "tiers": None}],
        "goes_to": None,
        "entrants": [{"number": 1, "classes": None, "team": None, "paid": None, "expelled": None}],
        "lists": [{"series": None, "passed": None, "seats": [{"number": 1, "total": None, "won": None, "lost": None}]}],
        "prizes": [
            {
                **left_out["prizes"][0],
                "class": None,
                "sharing": None,
                "round_to": None,
                "floor": None,
                "plan": {"kind": "fixed", "cents": [5], "pot": None, "shares": None, "per": None},
            }
        ],
        "refund": None,
    }

    assert answered(null) == answered(left_out)


class TestTheProgram:
    def run(self, sent):
        return subprocess.run([sys.executable, "-I", "-c", PROGRAM], input=sent, capture_output=True, check=False)

    def test_answers_with_status_0_and_without_django(self):
        done = self.run(json.dumps(EXAMPLE).encode())

        assert (done.returncode, done.stderr) == (0, b"")
        assert json.loads(done.stdout) == answered(EXAMPLE)

    def test_refuses_with_status_2(self):
        done = self.run(b'{"refund": {"series_played": 1, "series_planned": 0}}')

        assert (done.returncode, done.stderr) == (2, b"")
        assert json.loads(done.stdout)["at"] == "refund.series_planned"

    def test_prints_any_name_in_any_terminal(self):
        name = "\ud800 ♣ ß"
        done = self.run(
            json.dumps(
                {
                    "tariffs": [{"code": name, "kind": "entrant", "cents": 1}],
                    "goes_to": {name: [{"pot": name, "share": 1}]},
                }
            ).encode()
        )

        assert json.loads(done.stdout)["pots"] == {name: 0}


PROGRAM = """
import runpy, sys
sys.path.insert(0, {root!r})
class NoSite:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("django", "segno", "tables"):
            raise ImportError(name)
sys.meta_path.insert(0, NoSite())
runpy.run_module("scoring.money.reckon", run_name="__main__", alter_sys=True)
""".format(root=str(__import__("pathlib").Path(__file__).parents[3]))
"""``python -m scoring.money.reckon`` where nothing but the standard library and the topic can be imported."""
