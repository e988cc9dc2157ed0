"""What the program refuses, and that nothing whatever makes it fall over."""

import copy
import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.fields import CannotRead
from scoring.season.table import table_of
from tests.scoring.season.program import evening, rule

YEAR = {
    "rule": rule("best", n=2, bonus=[[3, 50]]),
    "evenings": [evening((1, 900, 9, 1), (2, 800, 8, 2))],
    "members": [1],
}
LEAGUE = {
    "league": {
        "teams": [1, 2, 3],
        "matches": [{"day": 1, "totals": {"1": [1, None], "2": [2, 3], "3": [3, 3]}, "won": {"1": [1, 2]}}],
        "tie": "won-games",
    }
}
ROOT = Path(__file__).parents[3]


def changed(document, path, value):
    """Return the document with another value at a path; ... takes the field away."""
    other = copy.deepcopy(document)
    place = other
    *ways, last = path.split(".")
    for way in ways:
        place = place[int(way) if isinstance(place, list) else way]
    if isinstance(place, list):
        last = int(last)
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return other


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("rule", ...),
        ("rule", None),
        ("rule", "sum"),
        ("rule.count", ...),
        ("rule.count", "median"),
        ("rule.count", 1),
        ("rule.n", None),
        ("rule.n", ...),
        ("rule.n", 0),
        ("rule.n", "2"),
        ("rule.n", 2.0),
        ("rule.n", True),
        ("rule.minimum", -1),
        ("rule.minimum", 1.5),
        ("rule.absent", "none"),
        ("rule.absent", 500.0),
        ("rule.guests", 1),
        ("rule.guests", "yes"),
        ("rule.bonus", 50),
        ("rule.bonus", {"30": 500}),
        ("rule.bonus", [[3, 50], [3, 60]]),
        ("rule.bonus.0", [3]),
        ("rule.bonus.0", [3, 50, 1]),
        ("rule.bonus.0.0", -1),
        ("rule.bonus.0.1", 0.5),
        ("rule.points", [1.5]),
        ("rule.unknown", 1),
        ("evenings", ...),
        ("evenings", None),
        ("evenings", {}),
        ("evenings.0", []),
        ("evenings.0.date", "14.1.2026"),
        ("evenings.0.date", "2026-02-30"),
        ("evenings.0.date", 20260114),
        ("evenings.0.place", "Hall"),
        ("evenings.0.lists", ...),
        ("evenings.0.lists", None),
        ("evenings.0.lists.1", 5),
        ("evenings.0.lists.1.number", ...),
        ("evenings.0.lists.1.number", 0),
        ("evenings.0.lists.1.number", "1"),
        ("evenings.0.lists.1.total", ...),
        ("evenings.0.lists.1.total", None),
        ("evenings.0.lists.1.total", 800.0),
        ("evenings.0.lists.1.total", 10**13),
        ("evenings.0.lists.1.won", -1),
        ("evenings.0.lists.1.lost", "2"),
        ("evenings.0.lists.1.draws", 1),
        ("members", 1),
        ("members.0", "1"),
        ("unknown", 1),
    ],
)
def test_a_flaw_in_a_year_is_told_with_its_path(refused, path, value):
    assert refused(changed(YEAR, path, value)) in (path, f"{path}.0")


@pytest.mark.parametrize(
    ("path", "value", "at"),
    [
        ("league", None, "rule"),
        ("league", [], "league"),
        ("league.teams", ..., "league.teams"),
        ("league.teams", [1, 1, 2, 3], "league.teams.1"),
        ("league.teams.0", 0, "league.teams.0"),
        ("league.teams.0", "1", "league.teams.0"),
        ("league.teams", [2, 3], "league.matches.0.totals.1"),
        ("league.matches", ..., "league.matches"),
        ("league.matches.0", 1, "league.matches.0"),
        ("league.matches.0.day", 0, "league.matches.0.day"),
        ("league.matches.0.day", "1", "league.matches.0.day"),
        ("league.matches.0.hall", "A", "league.matches.0.hall"),
        ("league.matches.0.totals", ..., "league.matches.0.totals"),
        ("league.matches.0.totals", [], "league.matches.0.totals"),
        ("league.matches.0.totals.3", ..., "league.matches.0.totals"),
        ("league.matches.0.totals.01", [1, 2], "league.matches.0.totals.01"),
        ("league.matches.0.totals.x", [1, 2], "league.matches.0.totals.x"),
        ("league.matches.0.totals.4", [1, 2], "league.matches.0.totals.4"),
        ("league.matches.0.totals.2", [1], "league.matches.0.totals.2"),
        ("league.matches.0.totals.2", 1, "league.matches.0.totals.2"),
        ("league.matches.0.totals.2.1", 1.0, "league.matches.0.totals.2.1"),
        ("league.matches.0.totals.2.1", True, "league.matches.0.totals.2.1"),
        ("league.matches.0.won.1", [1], "league.matches.0.won.1"),
        ("league.matches.0.won.1.0", -1, "league.matches.0.won.1.0"),
        ("league.matches.0.won.4", [1, 2], "league.matches.0.won.4"),
        ("league.tie", "lot", "league.tie"),
        ("league.tie", 1, "league.tie"),
        ("league.host", 1, "league.host"),
        ("rule", rule("sum"), "rule"),
        ("evenings", [], "evenings"),
        ("members", [1], "members"),
        ("unknown", 1, "unknown"),
    ],
)
def test_a_flaw_in_a_league_is_told_with_its_path(refused, path, value, at):
    assert refused(changed(LEAGUE, path, value)) == at


@pytest.mark.parametrize("teams", [1, 2, 6])
def test_a_match_has_three_to_five_teams(refused, teams):
    totals = {str(team): [100] for team in range(1, teams + 1)}
    document = {"league": {"teams": list(range(1, 9)), "matches": [{"day": 1, "totals": totals}]}}

    assert refused(document) == "league.matches.0.totals"


def test_points_of_places_are_needed_for_places(refused):
    assert refused(YEAR | {"rule": rule("places")}) == "rule.points"


def test_a_member_twice_is_refused(refused):
    assert refused(YEAR | {"members": [1, 2, 1]}) == "members.2"


def test_what_a_season_may_leave_out_may_be_null(ask):
    year = {"rule": {"count": "sum"}, "evenings": [{"lists": [{"number": 1, "total": 900}]}]}
    rule = {"count": "sum", "n": None, "absent": None, "minimum": None, "bonus": None, "guests": None, "points": None}
    lists = [{"number": 1, "total": 900, "won": None, "lost": None}]
    null = {"league": None, "members": None, "rule": rule, "evenings": [{"date": None, "lists": lists}]}
    totals = {"1": [1], "2": [2], "3": [3]}
    league = {"teams": [1, 2, 3], "matches": [{"totals": totals}]}
    stated = {**league, "matches": [{"day": None, "totals": totals, "won": None}], "tie": None}

    assert ask(null) == ask(year)
    assert ask({"league": stated, "rule": None}) == ask({"league": league})


NUMBERS = st.integers() | st.floats() | st.integers(-3, 20)
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=5) | st.sampled_from(["sum", "best", "places", "share"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["rule", "evenings", "members", "league", "teams", "matches", "totals", "won", "tie", "1", "n"]
            )
            | st.text(max_size=3),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


def paths(value, before=""):
    """Yield the path of everything in a document."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield f"{before}{name}"
        yield from paths(part, f"{before}{name}.")


def answered(document):
    """Ask; a refusal must be the agreed one, an answer must be JSON."""
    with suppress(CannotRead):
        json.dumps(table_of(document))


@given(ANYTHING)
def test_whatever_is_given_is_answered_or_refused(document):
    answered(document)


@given(st.data())
def test_a_bent_document_is_answered_or_refused(data):
    document = data.draw(st.sampled_from([YEAR, LEAGUE]))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(sorted(paths(document))))
        document = changed(document, path, data.draw(st.just(...) | ANYTHING))
        if not list(paths(document)):
            break
    answered(document)


@pytest.mark.parametrize(("document", "code"), [(YEAR, 0), (LEAGUE, 0), ({}, 2)])
def test_the_command_needs_nothing_but_the_standard_library(document, code):
    asked = subprocess.run(
        [sys.executable, "-I", "-S", "-c", RUN, str(ROOT)],
        input=json.dumps(document),
        capture_output=True,
        text=True,
        check=False,
    )

    assert (asked.returncode, asked.stderr) == (code, "")
    assert set(json.loads(asked.stdout)) == ({"table"} if code == 0 else {"error", "at"})


RUN = (
    "import runpy, sys; sys.path.insert(0, sys.argv[1]); runpy.run_module('scoring.season.table', run_name='__main__')"
)
