"""A Preisskat of 93 to the signed account, and an event with all rankings there are, worked out by hand."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from openpyxl import Workbook, load_workbook

from scoring.disputes.models import Measure
from scoring.disputes.services.measures import Order, order_measure
from scoring.history.selectors.verification import verified
from scoring.lists.models import GameListRow
from scoring.money.reckon.ledger import Purpose
from scoring.money.reckon.prizes import Fixed, Good, Goods
from scoring.money.reckon.tariffs import LOST_GAMES, GoesTo, PerEntrant
from scoring.money.reckon.tariffs import Tariff as Wanted
from scoring.money.selectors import accounts
from scoring.money.selectors.statement import pots_of, statement_of
from scoring.money.services import booking, charging, ending, paying, prizes
from scoring.money.services.booking import Count
from scoring.money.services.charging import TransferTerms
from scoring.money.services.paying import DeskPayment, Way
from scoring.money.services.prizes import WantedPrizes
from scoring.office.services.end import release_unopposed
from scoring.paper_desk.services import take_results
from scoring.results.models import Lot, Ranking, RankingLot
from scoring.results.selectors.rankings import RankingLine, shown_ranking
from scoring.results.selectors.standings import standings
from scoring.results.services import rankings
from scoring.results.services import series as lists_series
from scoring.results.services.rankings import Assigned
from scoring.rules.game_list.totals import Totals
from tables.journal import chain as journal
from tables.people.services import registration
from tables.tournaments.models import Series, Tournament
from tests.scoring.money import desk
from tests.scoring.money.desk import told
from tests.scoring.results.ranked_event import close, seat, sign
from tests.support import factories
from tests.support.classes_of_every_event import CODE_OF, codes_in
from tests.support.direction_measures import order
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


Row = dict[str, Any]
BOOK = Path(__file__).parent / "rankings.xlsx"
WORDS = ("Event", "Rankings", "Players", "Results", "Members", "Line-ups")
"""The sheets that are not places of a ranking."""


@cache
def book(*, formulas: bool = False) -> Workbook:
    return load_workbook(BOOK, data_only=not formulas)


def rows(title: str, *, formulas: bool = False) -> list[Row]:
    """Return the lines of a sheet, under the words of its head."""
    head, *lines = book(formulas=formulas)[title].iter_rows(values_only=True)
    return [{name: value for name, value in zip(head, line, strict=True) if name} for line in lines]


PLAYERS = rows("Players")
RESULTS = rows("Results")
TERMS = rows("Rankings")


def teams_in(title: str) -> list[Assigned]:
    """Return the teams of a ranking: of pairs their sheet says who they are."""
    if title.startswith("Teams"):
        found: dict[str, tuple[list[int], list[int]]] = {}
        for row in rows("Members"):
            found.setdefault(row["Team"], ([], []))[bool(row["Substitute"])].append(row["No."])
        return [Assigned(name=name, members=tuple(one), substitutes=tuple(two)) for name, (one, two) in found.items()]
    lines = book()[title].iter_rows(min_row=2, values_only=True)
    return [Assigned(name=line[1], members=(line[10], line[11])) for line in lines]


def measures() -> Iterator[Order]:
    """Yield what was ordered."""
    for row in RESULTS:
        about = {"series": row["Series"], "entrant": row["No."]}
        if row["At zero"]:
            yield order(Measure.Kind.ZEROED, clause="SkWO 7.1.2", **about)
        if row["Penalty"]:
            yield order(Measure.Kind.PENALTY, clause="SkWO 4.2", points=row["Penalty"], **about)
    for row in PLAYERS:
        if row["Expelled"]:
            yield order(Measure.Kind.EXPULSION, entrant=row["No."])


def switch_on(made: Tournament, row: Row) -> None:
    """Switch a ranking on as its line says, with its teams, its substitutes and the lots that are told."""
    series = tuple(int(number) for number in str(row["Series"] or "").split(",") if number.strip())
    terms = rankings.Terms(
        kind=row["Kind"],
        name=row["Sheet"],
        series=series,
        best_of=row["Best of"],
        size=row["Size"],
        scaled=row["Scaled"] == "yes",
    )
    by = {"by": factories.user(), "now": EVENING}
    ranking = rankings.switch_on(tournament_id=made.pk, terms=terms, entry_key=uuid4(), **by)
    if row["Kind"] not in {"tandem", "mixed", "team"}:
        return
    rankings.assign_teams(ranking_id=ranking.pk, teams=teams_in(row["Sheet"]), **by)
    if row["Kind"] == "team":
        for one in (one for one in rows("Members") if one["Substitute"]):
            rankings.substitute(
                ranking_id=ranking.pk,
                series_id=made.series.get(number=one["Series"]).pk,
                out=one["Replaces"],
                by_whom=one["No."],
                entry_key=uuid4(),
                **by,
            )
    told = {ranking.teams.get(name=line["Who"]).number: line["Lot"] for line in rows(row["Sheet"]) if line["Lot"]}
    drawn = {f"team:{team}": lot for team, lot in told.items()}
    for code, lot in drawn.items():
        RankingLot.objects.create(ranking=ranking, competitor=code, number=lot, drawn_at=EVENING)
    if drawn:
        # Lots that are told are not drawn, so the journal is told of them by hand.
        facts = {"ranking": ranking.number, "seed": "", "drawn": drawn}
        journal.record("ranking.lots-drawn", tournament=made, by=factories.user(), at=EVENING, **facts)


def play_all(made: Tournament, number: int) -> None:
    """Play a series as the results say, and close it."""
    lines = [row for row in RESULTS if row["Series"] == number]
    tables: dict[int, list[int]] = {}
    for row in sorted(lines, key=lambda row: (row["Table"], row["Seat"])):
        tables.setdefault(row["Table"], []).append(row["No."])
    series = seat(made.series.get(number=number), list(tables.values()))
    sign(series, {row["No."]: (row["Game points"], row["Won"], row["Lost"]) for row in lines})
    close(series)
    for leaving in (row["No."] for row in PLAYERS if row["Leaves after"] == number):
        entrant = made.entrants.get(number=leaving)
        registration.withdraw(entrant_id=entrant.pk, by=factories.user(), now=EVENING)


@remembered
def event() -> Tournament:
    """Return the event played to its end, all rankings switched on."""
    made = factories.tournament(entrants=len(PLAYERS), series=3, rounds=12)
    for row in PLAYERS:
        made.entrants.filter(number=row["No."]).update(name=row["Name"], club=row["Club"] or "", classes=codes_in(row))
        if row["Lot"]:
            entrant = made.entrants.get(number=row["No."])
            Lot.objects.create(tournament=made, entrant=entrant, number=row["Lot"], drawn_at=EVENING)
    for row in TERMS:
        switch_on(made, row)
    for number in (1, 2, 3):
        play_all(made, number)
    for at, one in enumerate(measures()):
        now = EVENING + timedelta(minutes=at)
        order_measure(tournament_id=made.pk, order=one, entry_key=uuid4(), by=factories.user(), now=now)
    return made


def who(line: RankingLine) -> int | str:
    if line.team:
        return line.team.name
    return line.club or int(line.competitor.removeprefix("entrant:"))


def rounded(points: float | Fraction) -> float:
    """Return points as far as a workbook has them: its digits end where a third of a point does not."""
    return round(float(points), 6)


def test_every_ranking_of_the_workbook_is_told_how_it_counts_and_every_place_is_a_formula():
    assert [row["Sheet"] for row in TERMS] == [title for title in book().sheetnames if title not in WORDS]
    assert {row["Kind"] for row in TERMS} == {*Ranking.Kind, *CODE_OF.values()}
    for title in {*book().sheetnames} - {*WORDS}:
        for row in rows(title, formulas=True):
            if row["Who"]:
                assert all(str(row[column]).startswith("=") for column in ("Place", "Points", "Won", "Lost")), title


@pytest.mark.thorough
def test_results_and_total_are_those_of_the_workbook_and_nothing_contradicts_the_journal():
    made = event()
    ranking = standings(made)

    found = {
        (series.number, line.entrant.number): points
        for line in (*ranking.lines, *ranking.excluded)
        for series, points in zip(ranking.series, line.by_series, strict=True)
        if points is not None
    }
    assert found == {(row["Series"], row["No."]): row["Points"] for row in RESULTS}
    names = ("Place", "Who", "Points", "Won", "Lost")
    expected = sorted(tuple(row[name] for name in names) for row in rows("All players") if row["Place"])
    assert [(line.rank, line.entrant.number, line.total, line.won, line.lost) for line in ranking.lines] == expected
    assert verified(made).discrepancies == ()


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("terms", TERMS, ids=lambda row: row["Sheet"])
def test_a_ranking_is_that_of_the_workbook(terms):
    found = shown_ranking(event().rankings.get(name=terms["Sheet"]))
    expected = sorted((row for row in rows(terms["Sheet"]) if row["Place"]), key=lambda row: row["Place"])

    assert found.is_official
    assert [
        (line.rank, who(line), rounded(line.performance), rounded(line.won), rounded(line.lost)) for line in found.lines
    ] == [(row["Place"], row["Who"], *(rounded(row[name]) for name in ("Points", "Won", "Lost"))) for row in expected]
    assert not any(line.shared for line in found.lines)
    assert {who(line) for line in found.lines if line.by_lot} == by_lot(expected)
    if terms["Kind"] != "club":
        names = [f"Series {one.number}" for one in found.series]
        assert [[None if one is None else rounded(one) for one in line.by_series] for line in found.lines] == [
            [None if row[name] is None else rounded(row[name]) for name in names] for row in expected
        ]


def by_lot(expected: list[Row]) -> set[int | str]:
    """Return who has nothing but his lot to tell him from another."""
    merits = [tuple(rounded(row[name]) for name in ("Points", "Won", "Lost")) for row in expected]
    return {row["Who"] for row, merit in zip(expected, merits, strict=True) if merits.count(merit) > 1}


def test_the_ties_of_the_workbook_drew_lots_and_the_teams_short_of_players_are_said_to_be_scaled():
    made = event()
    lines = shown_ranking(made.rankings.get(name="Teams")).lines

    assert by_lot(rows("Tandem")) == {"Tandem 4 und 7", "Tandem 8 und 11"}
    assert by_lot([row for row in rows("All players") if row["Place"]]) == {5, 16}
    assert RankingLot.objects.count() == 2
    assert made.lots.get(entrant__number=16).number == 300
    assert {who(line) for line in lines if line.scaled} == {"Drei von vier", "Halbe Mannschaft"}


TARIFFS = (
    Wanted(code="entry", name="Startgeld", kind=PerEntrant(cents=6000), goes_to=(GoesTo(pot="Preise", share=100),)),
    Wanted(code="cards", name="Kartengeld", kind=PerEntrant(cents=200), goes_to=(GoesTo(pot="Verein", share=100),)),
    Wanted(
        code="lost",
        name="Verlustspielgeld",
        kind=LOST_GAMES["usual"],
        goes_to=(GoesTo(pot="Jackpot", cents=500), GoesTo(pot="Preise", share=100)),
    ),
)
AMOUNTS = (1000, 500, 300, 250, 200, 150, *[100] * 3, *[70] * 5, *[45] * 10)
WINNERS = (1, 5, 9, 13, 17, 21, 25, 2, 29, 6, 33, 3, 10, 37, 7, 14, 41, 11, 18, 45, 22, 15, 49, 26)
LOST = {4: (0, 3, 4, 6), 3: (0, 3, 4)}
"""Games that are lost at each seat, by the size of the table."""


def plan(made: Tournament) -> None:
    fixed = Fixed(cents=(8500, 6000, 3000), pot="Preise")
    series = [WantedPrizes(name=f"Serie {n}", group=f"s{n}", series=n, plan=fixed) for n in (1, 2)]
    main = WantedPrizes(name="Gesamt", group="main", plan=Fixed(cents=[100 * euros for euros in AMOUNTS], pot="Preise"))
    last = WantedPrizes(name="Sachpreis", group="goods", plan=Goods(goods=(Good(name="Schinken", cents=2500),)))
    desk.plan_prizes(made, main, *series, last)


def pay_in_five_ways(made: Tournament) -> None:
    for number in range(1, 61):
        desk.pay(made, number, 7000 if number == 53 else 6200)
    for number in range(61, 81):
        desk.pay(made, number, 6200, way=Way.TRANSFER)
    for number in (81, 82):
        desk.pay(made, number, 6200, way=Way.VOUCHER)
    car = [DeskPayment(number=number, cents=6200) for number in range(83, 91)]
    paying.pay_for_several(payments=car, entry_key=uuid4(), **told(made))
    for number in (91, 92):
        paying.put_off(number=number, entry_key=uuid4(), **told(made))
    desk.pay(made, 93, 3000)


def results_of(numbers: Sequence[int], *, more: int = 0) -> dict[str, Any]:
    """Return the results of a list by the start numbers at its seats; ``more`` games are lost at seat 2."""
    base = 1300 if len(numbers) == 4 else 1295
    typed = [
        Totals(game_points=base - 10 * number, won=8, lost=lost + (more if seat == 1 else 0))
        for seat, (number, lost) in enumerate(zip(numbers, LOST[len(numbers)], strict=True))
    ]
    return {"totals": typed, "passed": 12 * len(numbers) - sum(one.won + one.lost for one in typed)}


def play_all_93(made: Tournament, number: int) -> None:
    """Take every list of a series from its paper, put those of tables 1 to 3 of the second right, and close it."""
    series = factories.running_series(made, number)
    for row in GameListRow.objects.filter(table__series=series).select_related("table"):
        seats = list(row.table.seats.order_by("place").values_list("entrant__number", flat=True))
        acts = {"list_id": row.pk, "seen": None, "by": factories.user(), "now": EVENING}
        assert take_results(**results_of(seats), **acts).is_closed
        if number == 2 and row.table.number <= 3:
            assert take_results(**results_of(seats, more=1), because="verzählt", **acts).is_closed
    assert Series.objects.get(pk=series.pk).status == Series.Status.RUNNING
    lists_series.close_series(series_id=series.pk, lot_seed="lots", by=factories.user(), now=EVENING)


@pytest.mark.thorough
def test_from_the_first_euro_to_the_signed_account():
    made = factories.tournament(entrants=93, series=2, rounds=12)
    desk.charge(made, *TARIFFS)
    plan(made)
    booking.put_in(cents=20000, entry_key=uuid4(), **told(made))
    pay_in_five_ways(made)
    assert desk.balance(made, "box", "1") == 20000 + 425400
    assert accounts.owed(made) == {53: -800, 91: 6200, 92: 6200, 93: 3200}

    for number in (1, 2):
        play_all_93(made, number)
    prizes.give_to_pot(pot="Jackpot", cents=15000, because="vom April", entry_key=uuid4(), **told(made))
    said = {"because": "Grand ouvert, Spiel 30; Zeugen 18 und 19", "of_list": (2, 5)}
    prizes.give_jackpot(pot="Jackpot", number=17, cents=15500, entry_key=uuid4(), **said, **told(made))
    release_unopposed(tournament_id=made.pk, by=factories.user(), now=EVENING)
    made.refresh_from_db()

    given = made.awards.filter(off_at=None)
    main = given.filter(prize_list__name="Gesamt").order_by("place")
    assert tuple(main.values_list("entrant", flat=True)) == WINNERS
    for number in (1, 2):
        best = given.filter(prize_list__name=f"Serie {number}").order_by("place")
        assert list(best.values_list("entrant", "cents")) == [(1, 8500), (5, 6000), (9, 3000)]
    owed = accounts.owed(made)
    assert [-owed[number] for number in (1, 5, 9, 17, 2, 26)] == [117000, 62000, 36000, 35500, 9600, 4200]

    # Everybody pays what they owe and fetches what is due to them, but for one who fetches nothing.
    for number, cents in sorted(accounts.owed(made).items()):
        if cents > 0:
            desk.pay(made, number, cents)
        elif number != 26:
            ending.pay_out(number=number, entry_key=uuid4(), **told(made))
    ham = given.exclude(good="").get()
    ending.hand_over(award=ham.number, **told(made))
    late = TransferTerms(fetched_until=date(2026, 6, 30), unclaimed_to="Verein")
    charging.set_terms(terms=late, **told(made))
    after = told(made) | {"now": EVENING + timedelta(days=60)}
    ending.let_fall_back(award=main.get(entrant=26).number, **after)
    assert accounts.owed(made) == {}
    assert desk.balance(made, "box", "1") == 102300

    counted = Count(pieces={10000: 10, 2000: 1, 200: 1}, witness="Erna Schulz", because="1 Euro fehlt")
    booking.count_box(count=counted, entry_key=uuid4(), **after)
    found = statement_of(made)
    assert found.lacks == ()
    assert dict(found.tariffs) == {"Startgeld": 558000, "Kartengeld": 18600, "Verlustspielgeld": 38400}
    # Of what came in: what was charged, and what was given.
    assert (found.pots.charged, found.pots.given, found.pots.paid_out) == (615000, 400500, 63)
    assert {pot.name: pot.holds for pot in pots_of(made).pots} == {"Preise": 210900, "Verein": 22800, "Jackpot": 0}
    assert (found.transfers, found.vouchers) == (124000, 12400)
    (box,) = found.boxes
    assert (box.box.put_in, box.box.takings, box.box.paid, box.counted) == (20000, 475000, 392700, 102200)
    assert (box.differences, box.backwards) == (-100, 474900)

    # All that is left is the organiser's, and everything together is nothing.
    ending.close_account(second="Erna Schulz", entry_key=uuid4(), **after)
    there = accounts.balances(made)
    assert {cents for account, cents in there.items() if account.purpose != Purpose.ORGANISER} == {0}
    assert sum(there.values()) == 0
