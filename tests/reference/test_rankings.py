"""An event with all rankings there are, worked out in a workbook; its formulas are held against the program."""

from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from openpyxl import Workbook, load_workbook

from scoring.disputes.models import Measure
from scoring.disputes.services.measures import order_measure
from scoring.disputes.services.orders import Order
from scoring.history.selectors.verification import verified
from scoring.results.models import Lot, Ranking, RankingLot
from scoring.results.selectors.ranking_lines import RankingLine
from scoring.results.selectors.rankings import shown_ranking
from scoring.results.selectors.standings import standings
from scoring.results.services import rankings
from scoring.results.services.ranking_teams import Assigned
from scoring.results.services.rankings import Terms
from tables.journal import chain as journal
from tables.people.services import registration
from tables.tournaments.models import Tournament
from tests.scoring.results.ranked_event import close, seat, sign
from tests.support import factories
from tests.support.classes_of_every_event import CODE_OF, codes_in
from tests.support.direction_measures import order
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

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
    terms = Terms(
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


def play(made: Tournament, number: int) -> None:
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
        made.entrants.filter(number=row["No."]).update(
            name=row["Name"],
            club=row["Club"] or "",
            classes=codes_in(row),
        )
        if row["Lot"]:
            entrant = made.entrants.get(number=row["No."])
            Lot.objects.create(tournament=made, entrant=entrant, number=row["Lot"], drawn_at=EVENING)
    for row in TERMS:
        switch_on(made, row)
    for number in (1, 2, 3):
        play(made, number)
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


def test_every_place_of_the_workbook_is_a_formula():
    for title in {*book().sheetnames} - {*WORDS}:
        for row in rows(title, formulas=True):
            if row["Who"]:
                assert all(str(row[column]).startswith("=") for column in ("Place", "Points", "Won", "Lost")), title


def test_every_ranking_of_the_workbook_is_told_how_it_counts():
    assert [row["Sheet"] for row in TERMS] == [title for title in book().sheetnames if title not in WORDS]
    assert {row["Kind"] for row in TERMS} == {*Ranking.Kind, *CODE_OF.values()}


@pytest.mark.thorough
def test_the_results_are_those_of_the_workbook():
    found = {
        (one.number, line.entrant.number): points
        for one, line, points in (
            (series, line, points)
            for ranking in [standings(event())]
            for line in (*ranking.lines, *ranking.excluded)
            for series, points in zip(ranking.series, line.by_series, strict=True)
        )
        if points is not None
    }

    assert found == {(row["Series"], row["No."]): row["Points"] for row in RESULTS}


@pytest.mark.thorough
def test_the_total_is_that_of_the_workbook():
    places = [(line.rank, line.entrant.number, line.total, line.won, line.lost) for line in standings(event()).lines]

    assert places == sorted(
        (row["Place"], row["Who"], row["Points"], row["Won"], row["Lost"])
        for row in rows("All players")
        if row["Place"]
    )


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


def test_the_ties_of_the_workbook_are_there_and_only_they_drew_lots():
    made = event()

    assert by_lot(rows("Tandem")) == {"Tandem 4 und 7", "Tandem 8 und 11"}
    assert by_lot([row for row in rows("All players") if row["Place"]]) == {5, 16}
    assert RankingLot.objects.count() == 2
    assert made.lots.get(entrant__number=16).number == 300


def test_the_teams_short_of_players_are_said_to_be_scaled():
    lines = shown_ranking(event().rankings.get(name="Teams")).lines

    assert {who(line) for line in lines if line.scaled} == {"Drei von vier", "Halbe Mannschaft"}


def test_nothing_in_the_event_contradicts_its_journal():
    assert verified(event()).discrepancies == ()
