"""A report is checked whole: what was written well is in order, whatever is bent is named.

What other programs are tried by: the grid, and events made by chance.
"""

import itertools
import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.report import writing
from scoring.report.__main__ import main
from scoring.report.checks import ReportDoubt, check
from scoring.report.writing import SeatCounts, example, files, grid, list_part, sealed
from scoring.rules.codes import CLAUSE
from scoring.rules.contract import Contract, Game, contradictions
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.presence import Presence
from scoring.rules.judging import different_games
from scoring.rules.valuation import Played
from scoring.season.table import table_of
from tests.scoring.report import stranger
from tests.scoring.report.reports import (
    FIRST_SCHEMA,
    FIRST_VERSION,
    ROOT,
    SCHEMA,
    SECOND_VERSION,
    allows,
    changed,
    event_report,
    paths,
)
from tests.settings import BASE_DIR
from tests.support.factories import GRAND, GRAND_LOST

EVENT = event_report("a")
TOTALS_ONLY = event_report("b", with_deals=False)
YEAR = {
    "rule": {"count": "best", "n": 1},
    "evenings": [{"date": "2026-01-14", "lists": [{"number": 1, "total": 1204, "won": 12, "lost": 1}]}],
}
LEAGUE = {"league": {"teams": [1, 2, 3], "matches": [{"day": 1, "totals": {"1": [1], "2": [2], "3": [3]}}]}}


def season_report(season):
    return writing.season_report(written_by="tests", season=season, table=table_of(season)["table"])


DEAL = "lists.0.deals.0"
SMALL = event_report("a", tables=(4,), series=1)


def codes(report):
    return {finding.code for finding in check(report)}


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("seed", ["a", "b"])
def test_an_event_played_by_chance_is_in_order(seed):
    for tables, with_deals in itertools.product([(4,), (3,), (4, 4, 3), (3, 3)], [True, False]):
        report = event_report(seed, tables=tables, with_deals=with_deals)

        assert check(report) == (), (tables, with_deals)
        assert allows(SCHEMA, report), (tables, with_deals)


def test_a_season_is_in_order_its_table_is_computed_anew_and_a_flaw_told_with_its_whole_path():
    for season, *wrong in (
        (YEAR, ("season", "rule", "n"), ("season", "evenings", 0, "lists", 0, "total")),
        (LEAGUE, ("season", "league", "teams")),
    ):
        report = season_report(season)

        assert check(report) == ()
        assert allows(SCHEMA, report)
        assert codes(sealed(changed(report, ("table", 0, "place"), 2))) == {"table-differs"}
        for path in wrong:
            found = check(sealed(changed(report, path, "x")))
            assert [(one.code, one.at) for one in found] == [("malformed", ".".join(map(str, path)))]


DECIDED = ("won", "lost", "deducted", "counted_won", "counted_lost")
PASSED = tuple(Deal(number=number) for number in (1, 2, 3, 4))


def one_list(game_list, numbers, *, out=(), **how):
    return writing.event_report(
        written_by="tests",
        event={"name": "One table", "date": "2026-01-14", "series": 1, "rules": "isko-2002"},
        entrants=[{"number": number, **({"excluded": True} if number in out else {})} for number in numbers],
        lists=[list_part(game_list, series=1, table=1, numbers=numbers, **how)],
    )


def test_who_leaves_and_what_a_decision_took_is_in_it():
    clubs = Played(contract=Contract(game=Game.CLUBS), matadors=1, won=False)
    # In the second round three are there, and the bonus for a lost game is 40.
    deals = [*(Deal(number=number) for number in range(1, 7)), Deal(number=7, declarer=1, played=clubs)]
    game_list = GameList(seats=4, rounds=2, deals=tuple(deals), presence=(Presence(from_round=2, seats=(1, 2, 3)),))

    report = one_list(game_list, [11, 12, 13, 14], counts={12: SeatCounts(-10, 0, 0)})

    assert check(report) == ()
    assert allows(SCHEMA, report)
    assert [row["total"] for row in report["lists"][0]["results"]] == [-98, 40 - 50, 40, 0]


def test_what_counts_after_a_decision_is_in_it_beside_what_was_played():
    deals = [Deal(number=1, declarer=2, played=GRAND_LOST), Deal(number=2, declarer=1, played=GRAND), *PASSED[2:]]
    game_list = GameList(seats=4, rounds=1, deals=tuple(deals))
    counts = {1: SeatCounts(30, 0, 0), 2: SeatCounts(0, 0, 0), 3: SeatCounts(-20, 0, 0)}

    report = one_list(game_list, [1, 2, 3, 4], counts=counts)

    assert check(report) == ()
    assert allows(SCHEMA, report)
    assert [tuple(row.get(name) for name in DECIDED) for row in report["lists"][0]["results"]] == [
        (1, 0, 122, 0, None), (0, 1, -194, None, 0), (0, 0, 50, None, None), (0, 0, None, None, None),
    ]  # fmt: skip
    assert [tuple(row.values()) for row in report["ranking"]] == [
        (1, 1, 30, 0, 0), (1, 4, 30, 0, 0), (3, 2, 0, 0, 0), (4, 3, -20, 0, 0),
    ]  # fmt: skip


def test_who_is_excluded_has_no_place_and_a_list_that_ended_early_says_so():
    report = one_list(GameList(seats=4, rounds=1, deals=PASSED), [1, 2, 3, 4], out=(2,))

    assert check(report) == ()
    assert allows(SCHEMA, report)
    assert {row["number"] for row in report["ranking"]} == {1, 3, 4}
    early = GameList(seats=4, rounds=1, deals=PASSED[:1])
    assert codes(one_list(early, [1, 2, 3, 4])) == {"incomplete"}
    assert check(one_list(early, [1, 2, 3, 4], is_short=True)) == ()


def test_reports_that_the_site_wrote_before_are_in_order_and_the_first_version_knows_nothing_of_the_second():
    assert check(SECOND_VERSION) == check(FIRST_VERSION) == ()
    assert allows(SCHEMA, SECOND_VERSION)
    assert allows(FIRST_SCHEMA, FIRST_VERSION)
    assert FIRST_VERSION["version"] == 1
    bent = sealed(changed(FIRST_VERSION, ("lists", 0, "results", 0, "total"), 1))
    assert {"result-differs", "ranking-differs"} == codes(bent)
    for path, value in (
        (("entrants", 0, "excluded"), True),
        (("lists", 0, "short"), True),
        (("lists", 0, "results", 0, "counted_won"), 1),
        (("lists", 0, "results", 0, "counted_lost"), 1),
        (("lists", 0, "results", 1, "deducted"), -50),
    ):
        bent = sealed(changed(FIRST_VERSION, path, value))

        assert [(one.code, one.at) for one in check(bent)] == [("malformed", ".".join(map(str, path)))]
        assert not allows(FIRST_SCHEMA, bent)
        assert allows(SCHEMA, {**bent, "version": 2})


def test_the_entry_of_a_judge_stands_against_the_rules():
    won = Played(contract=Contract(game=Game.CLUBS), matadors=1, won=True, bid=120)
    deals = [Deal(number=1, declarer=2, played=won), *(Deal(number=number) for number in (2, 3, 4))]
    ruled = [Deal(number=1, declarer=2, played=won, overruled=True), *deals[1:]]

    refused = one_list(GameList(seats=4, rounds=1, deals=tuple(deals)), [1, 2, 3, 4])
    stands = one_list(GameList(seats=4, rounds=1, deals=tuple(ruled)), [1, 2, 3, 4])

    assert "won-below-bid" in codes(refused)
    assert check(stands) == ()
    assert allows(SCHEMA, stands)


class TestTheStranger:
    def test_writes_what_is_in_order_and_comes_to_what_is_worked_out_by_hand_without_anything_of_ours(self, tmp_path):
        program = [sys.executable, "-I", "-S", str(ROOT / "tests" / "scoring" / "report" / "stranger.py")]
        how = {"capture_output": True, "text": True, "check": True, "cwd": tmp_path}

        wrote = subprocess.run([*program, "write"], input=stranger.EVENING, **how)
        read = subprocess.run([*program, "read"], input=wrote.stdout, **how)

        report = json.loads(wrote.stdout)
        assert check(report) == ()
        assert allows(SCHEMA, report)
        # 5: Grand with 2 72, diamonds with 1 lost -36; 6: hearts with 1 20; 7: clubs without 2 lost -72; 8: Null 23.
        assert [(row["number"], row["game_points"], row["total"]) for row in report["lists"][0]["results"]] == [
            (5, 36, 36 + 30),
            (6, 20, 20 + 50 + 60),
            (7, -72, -72 - 50 + 30),
            (8, 23, 23 + 50 + 60),
        ]
        assert read.stdout.splitlines() == ["1. 8: 133", "2. 6: 130", "3. 5: 66", "4. 7: -92"]

    def test_reads_ours_and_notices_what_was_changed(self):
        report = event_report("a", with_deals=False)

        said = stranger.read(json.loads(json.dumps(report)))

        first = report["ranking"][0]
        assert said[0] == f"1. {first['number']}: {first['total']}"
        assert stranger.read(changed(EVENT, ("event", "name"), "Other")) == ["the report was changed"]

    def test_reads_what_was_decided(self):
        deals = (Deal(number=1, declarer=2, played=GRAND_LOST), *PASSED[1:])
        decided = {"counts": {2: SeatCounts(-244, 0, 1), 3: SeatCounts(0, 0, 0)}, "out": (4,)}
        report = one_list(GameList(seats=4, rounds=1, deals=deals), [1, 2, 3, 4], **decided)

        assert stranger.read(json.loads(json.dumps(report))) == ["1. 1: 30", "2. 3: 0", "3. 2: -244"]
        assert stranger.ranking(report["lists"], out={4}) == report["ranking"]


class TestBent:
    @pytest.mark.slow
    def test_is_named_with_its_path(self):
        for path, value, code, at in (
            (("version",), 3, "malformed", "version"),
            (("version",), 0, "malformed", "version"),
            (("kind",), "year", "malformed", "kind"),
            (("format",), "x", "malformed", "format"),
            (("unknown",), 1, "malformed", "unknown"),
            (("ranking",), ..., "malformed", "ranking"),
            (("event", "date"), "2026-02-31", "malformed", "event.date"),
            (("event", "rules"), "house", "malformed", "event.rules"),
            (("lists", 0, "deals", 0), {"declarer": 9, "game": "clubs"}, "malformed", "lists.0.deals.0"),
            (("lists", 0, "rounds"), 1000, "malformed", "lists.0.rounds"),
            (("lists", 0, "seats"), [1, 2], "malformed", "lists.0.results"),
            (("entrants", 1, "number"), 1, "entrant-twice", "entrants.1"),
            (("lists", 1, "series"), 7, "no-such-series", "lists.1"),
            (("lists", 1, "table"), 1, "table-twice", "lists.1"),
            (("lists", 0, "results", 0, "total"), 5, "result-differs", "lists.0.results.0.total"),
            (("lists", 0, "results", 2, "others_lost"), 99, "result-differs", "lists.0.results.2.others_lost"),
            (("lists", 0, "results", 2, "deducted"), 50, "result-differs", "lists.0.results.2.total"),
            (("lists", 0, "deals", 0), {}, "result-differs", None),
            (("lists", 0, "deals", 47), ..., "incomplete", "lists.0"),
            (("ranking", 0), ..., "ranking-differs", "ranking"),
            (("ranking", 0, "place"), 2, "ranking-differs", "ranking.0"),
            (("ranking", 0, "won"), 99, "ranking-differs", "ranking.0"),
            (("lists", 0, "results", 0, "counted_won"), 99, "ranking-differs", None),
            (("lists", 0, "results", 0, "counted_lost"), -1, "malformed", "lists.0.results.0.counted_lost"),
            (("lists", 0, "results", 0, "deducted"), -50, "result-differs", "lists.0.results.0.total"),
            (("lists", 0, "short"), "yes", "malformed", "lists.0.short"),
            (("entrants", 0, "excluded"), True, "ranking-differs", "ranking"),
        ):
            found = {(finding.code, finding.at) for finding in check(sealed(changed(EVENT, path, value)))}

            assert code in {one for one, _at in found}, path
            assert at is None or (code, at) in found, path

    @pytest.mark.slow
    def test_what_nobody_can_announce_and_the_rules_refuse_is_named_with_its_clause(self):
        names = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
        for game, *ticks in itertools.product(["clubs", "grand", "null"], *[(False, True)] * 4):
            announced = dict(zip(names, ticks, strict=True))
            found = self.found({"game": game, **announced} | ({} if game == "null" else {"matadors": 1}))

            broken = contradictions(game=Game(game), **announced)
            assert "malformed" not in {one.code for one in found}
            named = [(one.code, one.detail) for one in found if one.at == "lists.0.deals.0"]
            assert named == [(code, CLAUSE[code]) for code in broken[:1]]
        found = [one for one in self.found({"game": "clubs", "matadors": 1, "won": True, "bid": 120}) if one.at == DEAL]
        assert [(one.code, one.detail.split()[0]) for one in found] == [("won-below-bid", "ISkO")]

    def found(self, deal):
        return check(sealed(changed(SMALL, ("lists", 0, "deals", 0), {"declarer": 2, **deal})))

    def test_those_on_one_place_fill_it(self):
        blank = GameList(seats=3, rounds=1, deals=tuple(Deal(number=number) for number in (1, 2, 3)))
        report = one_list(blank, [1, 2, 3])

        # On which three who are equal can stand, and four ways in which they cannot.
        can, cannot = [(1, 1, 1), (1, 2, 3), (1, 1, 3), (1, 2, 2)], [(1, 1, 2), (1, 3, 3), (2, 2, 2), (1, 2, 4)]
        for places in can + cannot:
            bent = report
            for at, place in enumerate(places):
                bent = changed(bent, ("ranking", at, "place"), place)
            assert (check(sealed(bent)) == ()) is (places in can), places

    def test_sums_without_deals_are_checked_as_far_as_they_go(self):
        report = changed(TOTALS_ONLY, ("lists", 0, "results", 0, "game_points"), 1)

        assert {"impossible-points", "result-differs"} & codes(sealed(report))
        said = {passed: check(sealed(changed(TOTALS_ONLY, ("lists", 0, "passed"), passed))) for passed in (0, 500, -1)}
        assert (said[0], [one.code for one in said[500]]) == ((), ["too-many-games"])
        assert "malformed" in {one.code for one in said[-1]}

    def test_every_part_is_under_a_hash(self):
        for name in EVENT["hashes"]:
            assert {(one.code, one.at) for one in check(changed(EVENT, ("hashes", name), "0" * 64))} == {
                ("hash-differs", f"hashes.{name}")
            }

    @pytest.mark.thorough
    def test_whatever_the_schema_refuses_is_not_in_order(self):
        small = stranger.write(stranger.EVENING)
        for path in paths(small):
            for value in (..., None, "x", 0, -1, 1.5, True, [], {}, [None], {"x": 1}):
                try:
                    bent = changed(small, path, value)
                except (KeyError, IndexError):
                    continue
                bent = sealed(bent) if path[0] != "hashes" else bent
                assert allows(SCHEMA, bent) or check(bent), (path, value)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.thorough
@settings(deadline=None)
@given(st.data())
def test_whatever_is_bent_is_answered(data):
    report = data.draw(st.sampled_from([stranger.write(stranger.EVENING), season_report(YEAR), season_report(LEAGUE)]))
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(sorted(paths(report), key=str)))
        report = changed(report, path, data.draw(st.just(...) | ANYTHING))
        if not list(paths(report)):
            break
    check(report)


@given(ANYTHING)
def test_whatever_is_no_report_is_malformed(document):
    assert {finding.code for finding in check(document)} == {"malformed"}


class TestCommand:
    def test_says_of_each_file_whether_it_is_in_order(self, tmp_path, capsys):
        good, bad, none = (tmp_path / name for name in ("good.json", "bad.json", "none.json"))
        good.write_text(json.dumps(EVENT), encoding="utf-8")
        bad.write_text(json.dumps(changed(EVENT, ("event", "name"), "Other")), encoding="utf-8")

        assert main(["check", str(good)]) == 0
        assert capsys.readouterr().out == f"{good}: in order\n"
        assert main(["check", str(good), str(bad), str(none)]) == 1
        assert [line.split(": ")[1] for line in capsys.readouterr().out.splitlines()] == [
            "in order",
            "hashes.event",
            "hashes.report",
            "The file cannot be read.",
        ]

    def test_says_how_it_is_used(self, capsys):
        for words in ([], ["check"], ["look", "file"]):
            assert main(words) == 2
            assert capsys.readouterr().err.startswith("Usage")

    def test_needs_nothing_but_the_standard_library(self):
        run = "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); runpy.run_module('scoring.report', None, NAME)"
        asked = subprocess.run(
            [sys.executable, "-I", "-S", "-c", run.replace("NAME", "'__main__'"), str(ROOT), "check", "-"],
            input=json.dumps(EVENT),
            capture_output=True,
            text=True,
            check=False,
        )

        assert (asked.returncode, asked.stdout, asked.stderr) == (0, "-: in order\n", "")


def test_the_description_names_every_field_and_code_of_its_own():
    told = (ROOT / "docs" / "skat-report.md").read_text(encoding="utf-8")
    fields = {name for part in SCHEMA["$defs"].values() for name in part.get("properties", ())}

    assert {name for name in fields if name not in told} == set()
    assert {code for code in ReportDoubt if f"`{code}`" not in told} == set()


SEEDS = [str(number) for number in range(12)]
LINES = list(grid())


@pytest.mark.slow
@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("seed", SEEDS)
def test_an_event_made_by_chance_is_in_order(seed):
    report = example(seed)

    assert check(report) == ()
    assert allows(SCHEMA, report)
    assert example(seed) == report
    assert stranger.ranking(report["lists"]) == report["ranking"]


@pytest.mark.thorough
def test_the_events_are_of_many_kinds():
    reports = [example(seed) for seed in SEEDS]

    assert len({len(report["entrants"]) for report in reports}) > 4
    assert {report["event"]["series"] for report in reports} == {1, 2, 3}
    games = [deal for report in reports for one in report["lists"] for deal in one["deals"]]
    assert {deal.get("game") for deal in games} == {None, *map(str, Game)}
    assert any(deal.get("overbid") for deal in games)


def test_the_grid_has_every_game_that_can_be_won_and_no_line_twice():
    won = [line for line in LINES if line["deal"].get("won") and "bid" not in line["deal"]]

    assert len(won) == len(different_games()) == 664
    assert len({json.dumps(line["deal"], sort_keys=True) for line in LINES}) == len(LINES)
    assert {line["deal"].get("overbid", False) for line in LINES} == {True, False}


def test_the_stranger_comes_to_the_same_where_it_knows_the_game():
    known = [
        line
        for line in LINES
        if not line["deal"].get("overbid")
        and not line["deal"].get("schneider_announced")
        and not (line["deal"].get("ouvert") and line["deal"]["game"] != "null")
        and line["deal"].get("schneider", False) >= line["deal"].get("schwarz", False)
    ]

    assert len(known) > 1000
    assert [stranger.points(line["deal"]) for line in known] == [line["points"] for line in known]


@pytest.mark.thorough
def test_the_table_of_exactness_is_what_it_is_made_of(capsys):
    assert main(["exactness"]) == 0
    made = capsys.readouterr().out

    assert (BASE_DIR / "docs" / "exactness.md").read_text(encoding="utf-8").endswith(f"\n\n{made}")
    found = dict(files())
    assert [json.loads(line) for line in found.pop("grid.jsonl").splitlines()] == LINES
    assert all(json.loads(text)["hashes"]["report"] in made for text in found.values())


@pytest.mark.slow
def test_the_command_writes_them(capsys):
    assert main(["example", "3"]) == 0
    assert json.loads(capsys.readouterr().out) == example("3")
    assert main(["grid"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == LINES
