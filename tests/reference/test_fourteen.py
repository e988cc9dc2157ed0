"""The event of fourteen worked out by hand, held against the rules alone."""

from collections import defaultdict

import pytest

from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.sums import Tally, control_sums, tallies
from scoring.rules.game_list.totals import Totals, TotalsList, totals_findings, totals_tallies
from scoring.rules.results.performance import performance
from scoring.rules.results.ranking import Result, ranked
from scoring.rules.valuation import book
from tests.reference.files import played, product
from tests.reference.fourteen import DEALS, RANKING, RESULTS, TABLES, deals_of, results_of, totals_of

REPLACED = {"first entered", "before the appeal"}


def game_list(place: tuple[int, int]) -> GameList:
    names = TABLES[place]
    return GameList(
        seats=len(names),
        rounds=1,
        deals=tuple(
            Deal(
                number=int(row["deal"]),
                declarer=names.index(row["declarer"]) + 1 if row["declarer"] else None,
                played=played(row),
            )
            for row in deals_of(*place)
            if row["entry"] not in REPLACED
        ),
    )


def earned(place: tuple[int, int]) -> tuple[Tally, ...]:
    if typed := totals_of(*place):
        lines = tuple(
            Totals(game_points=int(row["game_points"]), won=int(row["won"]), lost=int(row["lost"])) for row in typed
        )
        totals = TotalsList(seats=len(lines), rounds=1, totals=lines)
        assert totals_findings(totals) == ()
        return totals_tallies(totals)
    found = game_list(place)
    assert findings(found, final=True) == ()
    assert control_sums(found).agree
    return tallies(found)


@pytest.mark.parametrize(
    "row", DEALS, ids=lambda row: f"{row['series']}-{row['table']}-{row['deal']}{row['entry'][:1]}"
)
def test_a_deal(row):
    place = (int(row["series"]), int(row["table"]))
    assert row["dealer"] == TABLES[place][game_list(place).dealer_of(int(row["deal"])) - 1]
    line = played(row)
    if line is not None:
        assert book(line).points == int(row["points"])
        charged = [step for step in book(line).steps if step.base]
        assert ((charged[-1].count, charged[-1].base, charged[-1].result) if charged else None) == product(row)


@pytest.mark.parametrize("place", TABLES, ids=str)
def test_the_results_of_a_table(place):
    names = TABLES[place]
    for name, row, tally in zip(names, results_of(*place), earned(place), strict=True):
        assert row["name"] == name
        assert [tally.game_points, tally.won, tally.lost, tally.opponents_lost] == [
            int(row[column]) for column in ("game_points", "won", "lost", "others_lost")
        ]
        worth = performance(
            game_points=tally.game_points,
            won=tally.won,
            lost=tally.lost,
            opponents_lost=tally.opponents_lost,
            seats=len(names),
        )
        assert worth == int(row["performance"])


def test_the_final_ranking():
    sums: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(("performance", "won", "lost"), 0))
    for row in RESULTS:
        for column in ("performance", "won", "lost"):
            sums[row["name"]][column] += int(row[column])
    numbers = {row["name"]: int(row["number"]) for row in RANKING}

    places = ranked(Result(entrant=numbers[name], **earned) for name, earned in sums.items())

    shown = [
        (place.rank, place.result.entrant, place.result.performance, place.result.won, place.result.lost)
        for place in places
    ]
    assert shown == [
        tuple(int(row[column]) for column in ("rank", "number", "total", "won", "lost")) for row in RANKING
    ]
    assert [place.result.entrant for place in places if place.shared] == [2, 6]
    for row in RANKING:
        of_series = {result["series"]: result["performance"] for result in RESULTS if result["name"] == row["name"]}
        assert {n: row[f"series_{n}"] for n in "123" if row[f"series_{n}"]} == of_series
