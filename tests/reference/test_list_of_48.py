"""A list of 48 deals and an event of fourteen worked out by hand (``fixtures/reference``)."""

from collections import defaultdict
from collections.abc import Callable

import pytest
from django.urls import reverse

from scoring.lists.models import DealRow, SeatResult
from scoring.rules.contract import CONTRACTS, Game
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.sums import Tally, control_sums, running, tallies
from scoring.rules.game_list.totals import Totals, TotalsList, totals_findings, totals_tallies
from scoring.rules.results.performance import performance
from scoring.rules.results.ranking import Result, ranked
from scoring.rules.valuation import StepKind, book
from tables.draw.models import Table
from tests.reference.files import (
    DEALS,
    FIXTURES,
    RANKING,
    RESULTS,
    TABLES,
    Row,
    button,
    deals_of,
    matadors,
    played,
    product,
    results_of,
    rows,
    tapped,
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


class TestTheFileItself:
    def test_is_in_order_and_no_dealer_plays(self):
        assert [int(row["deal"]) for row in LIST] == list(range(1, 49))
        assert [row["dealer"] for row in LIST] == list("ABCD" * 12)
        assert not [row["deal"] for row in LIST if row["declarer"] == row["dealer"]]

    def test_adds_up(self):
        column = dict.fromkeys(SEAT, 0)
        for row in LIST:
            if row["declarer"]:
                column[row["declarer"]] += int(row["points"])
            assert totals(row) == list(column.values()), row["deal"]
        assert [int(result["game_points"]) for result in RESULTS_OF_48] == list(column.values())

    def test_has_every_kind_of_game_in_it(self):
        lines = [line for row in LIST if (line := played(row))]
        assert {line.contract.game for line in lines} == set(Game)
        nulls = [one for one in CONTRACTS if one.game is Game.NULL]
        assert {(line.contract, line.won) for line in lines if line.contract.game is Game.NULL} == {
            (contract, won) for contract in nulls for won in (True, False)
        }
        announced = {(c.hand, c.schneider_announced, c.schwarz_announced, c.ouvert) for c in CONTRACTS}
        assert {
            (c.hand, c.schneider_announced, c.schwarz_announced, c.ouvert) for c in (line.contract for line in lines)
        } == announced
        assert {line.matadors for line in lines} >= {-5, -4, -3, -2, -1, None, 1, 2, 3, 4}
        assert {row["result"] for row in LIST} == {"won", "lost", "overbid", "passed"}


class TestByTheRules:
    GAMES = GameList(
        seats=4, deals=tuple(Deal(number=int(row["deal"]), declarer=seat(row), played=played(row)) for row in LIST)
    )

    @pytest.mark.parametrize("row", LIST, ids=lambda row: row["deal"])
    def test_a_line(self, row):
        line = played(row)
        if line is None:
            return
        booking = book(line)

        assert booking.points == int(row["points"])
        assert booking.won is (row["result"] == "won")
        assert booking.overbid is (row["result"] == "overbid")
        products = [step for step in booking.steps if step.kind in {StepKind.PRODUCT, StepKind.OVERBID}]
        assert ((products[-1].count, products[-1].base, products[-1].result) if products else None) == product(row)

    def test_the_running_totals(self):
        assert [list(line) for line in running(self.GAMES)] == [totals(row) for row in LIST]

    def test_nothing_is_refused_and_four_lines_are_asked_about(self):
        found = findings(self.GAMES, final=True)

        assert {one.problem.severity for one in found} == {"warning"}
        assert {one.deal for one in found} == ASKED

    def test_the_results_and_the_control_sums(self):
        for result, tally in zip(RESULTS_OF_48, tallies(self.GAMES), strict=True):
            assert (tally.game_points, tally.won, tally.lost, tally.opponents_lost) == tuple(
                int(result[name]) for name in ("game_points", "won", "lost", "others_lost")
            )
            own = {"game_points": tally.game_points, "won": tally.won, "lost": tally.lost}
            assert performance(**own, opponents_lost=tally.opponents_lost, seats=4) == int(result["performance"])
        sums = control_sums(self.GAMES)
        assert (sums.deals, sums.won, sums.lost, sums.passed) == (48, 33, 12, 3)
        assert (sums.game_points, sums.totals, sums.expected, sums.agree) == (1056, 3186, 3186, True)


def running_totals(page: Page) -> list[str]:
    return [one.text for one in page.root.one("ol", "seats").all(css="points")]


def lines_of(page: Page) -> dict[int, tuple[str, list[str]]]:
    """Return points and running totals of every deal the list shows."""
    found = {}
    for item in page.visitor.get(page.url, deals="").root.one("ol", "deals").all("li"):
        note = item.one("span", "quiet").text.removeprefix("Then:").strip()
        found[int(item.attrs["value"])] = (item.one("b").text, note.split(" · "))
    return found


def at_the_table(row: Row, page: Page) -> Page:
    """Enter a deal on the list's page; where it asks, answer that it was so."""
    page = page.form("declarer", "outcome=won").send(button(row), tapped(row, seat=seat(row)))
    if page.status == 422:
        assert int(row["deal"]) in ASKED, page.text
        page = page.form("declarer", "sure").send(button(row), sure=True)
    else:
        assert int(row["deal"]) not in ASKED
    assert page.status == 200, page.text
    return page


def deal_by_deal() -> Page:
    visitor = Visitor()
    key = Table.objects.get().key
    page = visitor.get(reverse("scoring:list-key", kwargs={"key": key}))
    for row in LIST:
        page = at_the_table(row, page)
        assert running_totals(page) == [shown(total) for total in totals(row)], row["deal"]
    return page


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
@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("enter", [as_a_whole, deal_by_deal])
class TestThroughThePages:
    @pytest.mark.thorough
    def test_every_line_every_total_and_every_result_are_those_of_the_file(self, enter: Callable[[], Page]):
        factories.running_list(seats=4, rounds=12)

        page = enter()

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
        assert [one.one("strong").text for one in page.root.one(css="signatures").all("li")] == [
            result["performance"] for result in RESULTS_OF_48
        ]
        assert "48 deals = 33 won + 12 lost + 3 passed in" in page.text
        assert "Sum of all results 3186; from game points 1056, games and bonuses: 3186" in page.text


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
