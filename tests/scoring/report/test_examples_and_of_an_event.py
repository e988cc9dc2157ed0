"""What other programs are tried by: the grid and events made by chance.

The report of an event of the site: in order by the published check, and its ranking that of the site.
"""

import json

import pytest
from django.test import Client

from scoring.disputes.models import Measure
from scoring.report.__main__ import main
from scoring.report.checks import check
from scoring.report.exactness import files
from scoring.report.examples import example, grid
from scoring.results.selectors import standings
from scoring.rules.games import different_games
from tables.tournaments.models import Shown
from tests.scoring.report import stranger
from tests.scoring.report.reports import SCHEMA, allows
from tests.settings import BASE_DIR
from tests.support import direction_measures as directing
from tests.support import factories

SEEDS = [str(number) for number in range(12)]


LINES = list(grid())


@pytest.mark.thorough(after=3)
@pytest.mark.parametrize("seed", SEEDS)
def test_an_event_made_by_chance_is_in_order(seed):
    report = example(seed)

    assert check(report) == ()
    assert allows(SCHEMA, report)
    assert example(seed) == report
    assert stranger.ranking(report["lists"]) == report["ranking"]


def test_the_events_are_of_many_kinds():
    reports = [example(seed) for seed in SEEDS]

    assert len({len(report["entrants"]) for report in reports}) > 4
    assert {report["event"]["series"] for report in reports} == {1, 2, 3}
    games = [deal for report in reports for one in report["lists"] for deal in one["deals"]]
    assert {deal["game"] for deal in games} == {"", "diamonds", "hearts", "spades", "clubs", "grand", "null"}
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


def test_the_command_writes_them(capsys):
    assert main(["example", "3"]) == 0
    assert json.loads(capsys.readouterr().out) == example("3")
    assert main(["grid"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == LINES


PAGE = "/t/cup/office/report.json"


@pytest.fixture
def director():
    """Return the browser of the director."""
    made = Client()
    made.force_login(factories.user())
    return made


def report(browser) -> dict:
    """Return the report that somebody downloads."""
    answer = browser.get(PAGE)
    assert answer["Content-Disposition"] == 'attachment; filename="cup-skat-report.json"'
    return json.loads(answer.content)


@pytest.mark.django_db
def test_it_is_in_order_and_ranks_as_the_site_does(director):
    event = factories.tournament(entrants=8, series=2)
    for number in (1, 2):
        factories.close_series(factories.running_series(event, number))

    document = report(director)

    assert check(document) == ()
    assert [len(one["deals"]) for one in document["lists"]] == [4] * 4
    shown = [(line.rank, line.entrant.number, line.total) for line in standings.standings(event).lines]
    assert [(row["total"]) for row in document["ranking"]] == [total for _rank, _number, total in shown]
    assert {row["number"]: row["total"] for row in document["ranking"]} == {number: total for _, number, total in shown}


@pytest.mark.django_db
def test_a_series_that_is_not_closed_is_not_in_it(director):
    event = factories.tournament(entrants=8, series=2)
    factories.close_series(factories.running_series(event, 1))
    factories.running_series(event, 2)

    document = report(director)

    assert {one["series"] for one in document["lists"]} == {1}
    assert check(document) == ()


@pytest.mark.django_db
def test_whoever_is_not_named_stands_in_it_by_number(director):
    event = factories.tournament(entrants=4)
    event.entrants.filter(number=2).update(name="Geheim", shown_as=Shown.NUMBER)
    event.entrants.filter(number=1).update(name="Anna Ast", shown_as=Shown.FULL)
    factories.close_series(factories.running_series(event))

    document = report(director)

    assert {one["number"]: one.get("name") for one in document["entrants"]} | {3: None, 4: None} == {
        1: "Anna Ast",
        2: None,
        3: None,
        4: None,
    }
    assert check(document) == ()


@pytest.mark.django_db
def test_what_a_decision_took_stands_beside_the_list(director):
    event = factories.tournament(entrants=4)
    factories.close_series(factories.running_series(event))
    directing.ordered(event, directing.order(Measure.Kind.PENALTY, series=1, entrant=1, points=200))

    document = report(director)

    assert sum(one.get("deducted", 0) for part in document["lists"] for one in part["results"]) == 200
    assert check(document) == ()


@pytest.mark.django_db
def test_only_the_direction_has_it(client):
    factories.close_series(factories.running_series(factories.tournament(entrants=4)))

    assert client.get(PAGE).status_code == 302
