"""What somebody owes says why.

What the program cannot read it names, with status 2 and the path to it.
"""

import copy
import json
import subprocess
import sys

import pytest

from scoring.money.reckon.charges import Reason, Word, charges
from scoring.money.reckon.played import Entrant, PlayedList, Seat
from scoring.money.reckon.tariffs import LostGames, PassedIn, PerEntrant, PerList, PerTeam, PlaceAtTable, Tariff
from tests.scoring.money.asked import EXAMPLE, answered, refused


def test_every_charge_says_why_in_a_word_and_its_numbers():
    kinds = {
        "entry": PerEntrant(cents=1000),
        "team": PerTeam(cents=2000),
        "list": PerList(cents=200),
        "loss": LostGames(tiers=((None, 50),)),
        "place": PlaceAtTable(cents={3: (10, 20, 30)}),
        "passed": PassedIn(cents=30),
    }
    tariffs = [Tariff(code=code, kind=kind) for code, kind in kinds.items()]
    table = PlayedList(passed=2, seats=[Seat(number=n, total=n, lost=3) for n in (1, 2, 3)])

    found = charges(tariffs, [Entrant(number=2, team="A")], [table])

    assert {charge.tariff: (charge.cents, charge.reason.code, charge.of_list) for charge in found} == {
        "entry": (1000, "entry 1", None),
        "team": (2000, "team 1", None),
        "list": (200, "list 1", 0),
        "loss": (150, "lost-games 3", 0),
        "place": (20, "place-at-table 2 3", 0),
        "passed": (20, "passed-in 2 3", 0),
    }


def test_who_is_free_is_told_so():
    tariff = Tariff(code="entry", kind=PerEntrant(cents=1000), free=frozenset({"juniors"}))

    (found,) = charges([tariff], [Entrant(number=1, classes=frozenset({"juniors"}))], [])

    assert (found.cents, found.reason) == (0, Reason(Word.FREE))


def test_a_class_may_pay_less_and_of_several_the_least():
    kind = PerEntrant(cents=1000, cheaper={"members": 800, "ladies": 700})
    entrants = [
        Entrant(number=n, classes=frozenset(of)) for n, of in enumerate([(), ("members",), ("members", "ladies")], 1)
    ]

    assert [charge.cents for charge in charges([Tariff(code="t", kind=kind)], entrants, [])] == [1000, 800, 700]


def test_a_team_pays_once():
    entrants = [Entrant(number=n, team=team) for n, team in enumerate(["A", "A", "B", None], 1)]

    found = charges([Tariff(code="t", kind=PerTeam(cents=500))], entrants, [])

    assert [(charge.number, charge.cents) for charge in found] == [(1, 500), (3, 500)]


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
        name = "🃏 ♣ ß"
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
