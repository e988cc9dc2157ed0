"""A list of 48 deals and an event of fourteen worked out by hand (``fixtures/reference``)."""

from collections import defaultdict

import pytest
from django.urls import reverse

from scoring.lists.models import DealRow, SeatResult
from scoring.rules.contract import CONTRACTS, Contract, Game
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.sums import Tally, control_sums, running, tallies
from scoring.rules.game_list.totals import Totals, TotalsList, totals_findings, totals_tallies
from scoring.rules.results.performance import performance
from scoring.rules.results.ranking import Result, ranked
from scoring.rules.valuation import book
from tests.reference.files import (
    DEALS,
    FIXTURES,
    RANKING,
    RESULTS,
    TABLES,
    Row,
    deals_of,
    matadors,
    played,
    product,
    results_of,
    rows,
    totals_of,
    typed,
)
from tests.support import factories
from tests.support.page_reader import Page, Visitor

LIST = rows("list_of_48.csv", folder=FIXTURES)
RESULTS_OF_48 = rows("list_of_48_results.csv", folder=FIXTURES)
SEAT = {"A": 1, "B": 2, "C": 3, "D": 4}
ASKED = {35, 41, 43, 44}
"""The lines so rare that the list asks back."""

PLACE = {"slug": "cup", "series": 1, "table": 1}


def seat(row: Row) -> int | None:
    return SEAT.get(row["declarer"])


def totals(row: Row) -> list[int]:
    return [int(row[f"total_{name}"]) for name in SEAT]


def shown(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


def test_the_file_is_in_order_adds_up_and_has_every_kind_of_game_in_it():
    assert [int(row["deal"]) for row in LIST] == list(range(1, 49))
    assert [row["dealer"] for row in LIST] == list("ABCD" * 12)
    assert not [row["deal"] for row in LIST if row["declarer"] == row["dealer"]]
    column = dict.fromkeys(SEAT, 0)
    for row in LIST:
        if row["declarer"]:
            column[row["declarer"]] += int(row["points"])
        assert totals(row) == list(column.values()), row["deal"]
    assert [int(result["game_points"]) for result in RESULTS_OF_48] == list(column.values())
    lines = [line for row in LIST if (line := played(row))]
    said = {(line.contract, line.won) for line in lines}
    assert {line.contract.game for line in lines} == set(Game)
    for contract in CONTRACTS:
        assert contract.game is not Game.NULL or {(contract, True), (contract, False)} <= said
    assert {announced(contract) for contract, _won in said} == {announced(contract) for contract in CONTRACTS}
    assert {line.matadors for line in lines} >= {-5, -4, -3, -2, -1, None, 1, 2, 3, 4}
    assert {row["result"] for row in LIST} == {"won", "lost", "overbid", "passed"}


def announced(contract: Contract) -> tuple[bool, ...]:
    return (contract.hand, contract.schneider_announced, contract.schwarz_announced, contract.ouvert)


def assert_booked(row: Row) -> None:
    """Compare what the rules make of a line with what its file says."""
    if line := played(row):
        booking = book(line)
        charged = [step for step in booking.steps if step.base]
        assert booking.points == int(row["points"]), row
        assert booking.won is (row["result"] == "won"), row
        assert booking.overbid is (row["result"] == "overbid"), row
        assert ((charged[-1].count, charged[-1].base, charged[-1].result) if charged else None) == product(row), row


def assert_earned(tally: Tally, row: Row, *, seats: int) -> None:
    names = ("game_points", "won", "lost", "others_lost")
    found = (tally.game_points, tally.won, tally.lost, tally.opponents_lost)
    assert found == tuple(int(row[name]) for name in names), row
    own = {"game_points": tally.game_points, "won": tally.won, "lost": tally.lost}
    assert performance(**own, opponents_lost=tally.opponents_lost, seats=seats) == int(row["performance"]), row


def test_by_the_rules_every_line_every_total_and_every_result_are_those_of_the_file():
    deals = tuple(Deal(number=int(row["deal"]), declarer=seat(row), played=played(row)) for row in LIST)
    games = GameList(seats=4, deals=deals)

    for row in LIST:
        assert_booked(row)
    assert [list(line) for line in running(games)] == [totals(row) for row in LIST]
    found = findings(games, final=True)
    assert {one.problem.severity for one in found} == {"warning"}
    assert {one.deal for one in found} == ASKED
    for result, tally in zip(RESULTS_OF_48, tallies(games), strict=True):
        assert_earned(tally, result, seats=4)
    sums = control_sums(games)
    assert (sums.deals, sums.won, sums.lost, sums.passed) == (48, 33, 12, 3)
    assert (sums.game_points, sums.totals, sums.expected, sums.agree) == (1056, 3186, 3186, True)


def lines_of(page: Page) -> dict[int, tuple[str, list[str]]]:
    """Return points and running totals of every deal the list shows."""
    found = {}
    for item in page.visitor.get(page.url, deals="").root.one("ol", "deals").all("li"):
        note = item.one("span", "quiet").text.removeprefix("Then:").strip()
        found[int(item.attrs["value"])] = (item.one("b").text, note.split(" · "))
    return found


def as_a_whole() -> Page:
    director = Visitor().sign_in("direktor")
    page = director.get(reverse("scoring:type-list", kwargs=PLACE))
    lines = {f"d{row['deal']}": typed(row, seat=seat(row)) for row in LIST}
    sums = {
        f"s{SEAT[result['seat']]}-{name}": result[name]
        for result in RESULTS_OF_48
        for name in ("game_points", "won", "lost")
    }
    page = page.form("d48", "check=sums").send("check=sums", {**lines, **sums})
    assert page.status == 422
    assert {int(line.attrs["id"].removeprefix("row-")) for line in page.root.all("tr", "is-asked")} == ASKED
    sure = {f"d{number}": f"{lines[f'd{number}']}!" for number in ASKED}
    page = page.form("d48", "check=sums").send("check=sums", sure)
    assert page.status == 200, page.errors
    return director.get(reverse("scoring:list", kwargs=PLACE))


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.thorough
def test_typed_from_paper_every_line_every_total_and_every_result_are_those_of_the_file():
    factories.running_list(seats=4, rounds=12)

    page = as_a_whole()

    assert lines_of(page) == {
        int(row["deal"]): (
            shown(int(row["points"])) if row["declarer"] else "",
            [shown(total) for total in totals(row)],
        )
        for row in LIST
    }
    stored = DealRow.objects.order_by("number").values_list("points", "matadors", "bid", "overbid")
    assert list(stored) == [
        (int(row["points"]), matadors(row), int(row["bid"]) if row["bid"] else None, row["result"] == "overbid")
        for row in LIST
    ]
    assert list(SeatResult.objects.order_by("seat__place").values_list("game_points", "won", "lost")) == [
        (int(result["game_points"]), int(result["won"]), int(result["lost"])) for result in RESULTS_OF_48
    ]
    page = page.link("Check and sign")
    signed = [one.one("strong").text for one in page.root.one(css="signatures").all("li")]
    assert signed == [result["performance"] for result in RESULTS_OF_48]
    assert "48 deals = 33 won + 12 lost + 3 passed in" in page.text
    assert "Sum of all results 3186; from game points 1056, games and bonuses: 3186" in page.text


REPLACED = {"first entered", "before the appeal"}


def game_list(place: tuple[int, int]) -> GameList:
    names = TABLES[place]
    counted = [row for row in deals_of(*place) if row["entry"] not in REPLACED]
    declarers = [names.index(row["declarer"]) + 1 if row["declarer"] else None for row in counted]
    deals = tuple(
        Deal(number=int(row["deal"]), declarer=declarer, played=played(row))
        for row, declarer in zip(counted, declarers, strict=True)
    )
    return GameList(seats=len(names), rounds=1, deals=deals)


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


def test_the_deals_of_the_event_of_fourteen_and_the_results_of_its_tables():
    for row in DEALS:
        place = (int(row["series"]), int(row["table"]))
        assert row["dealer"] == TABLES[place][game_list(place).dealer_of(int(row["deal"])) - 1], row
        assert_booked(row)
    for place, names in TABLES.items():
        for name, row, tally in zip(names, results_of(*place), earned(place), strict=True):
            assert row["name"] == name
            assert_earned(tally, row, seats=len(names))


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
