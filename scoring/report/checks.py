"""Everything in a report computed anew: what does not come out the same is a finding."""

import enum
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scoring.report.reading import HEAD, OF_A_SEASON, EventReport, ReportedList, SeatResult, event_of, kind_of
from scoring.rules.codes import PROBLEM
from scoring.rules.fields import CannotRead, Part
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.sums import Tally, rating, tallies
from scoring.rules.game_list.totals import Totals, TotalsList, totals_findings, totals_tallies
from scoring.rules.results.ranking import Place, Result, ranked
from scoring.season.table import table_of
from tables.seating.records.record import fingerprint

NOT_ALL: Final = "not everybody who played, is not excluded and does not fill in is there once"


class ReportDoubt(enum.StrEnum):
    """Everything that can be wrong with a report, besides what the rules say of a deal."""

    MALFORMED = "malformed"
    HASH_DIFFERS = "hash-differs"
    ENTRANT_TWICE = "entrant-twice"
    UNKNOWN_ENTRANT = "unknown-entrant"
    SEATED_TWICE = "seated-twice"
    TABLE_TWICE = "table-twice"
    NO_SUCH_SERIES = "no-such-series"
    RESULT_DIFFERS = "result-differs"
    RANKING_DIFFERS = "ranking-differs"
    TABLE_DIFFERS = "table-differs"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFinding:
    """One thing that is wrong, and where."""

    code: str  # a ``Doubt``, or the code of the rules for what a list cannot have
    at: str
    detail: str = ""  # more about it: what it should be, or the clause


def check(document: object) -> tuple[ReportFinding, ...]:
    """Return what is wrong with a report; nothing, if all of it comes out the same. Never raises."""
    whole = Part(document)
    try:
        if kind_of(whole) == "season":
            return (*_hashes(whole), *_season(whole))
        report = event_of(whole)
        in_lists = (finding for reported_list in report.lists for finding in _list(reported_list))
        return (*_hashes(whole), *_people(report), *in_lists, *_ranking(report))
    except CannotRead as error:
        return (ReportFinding(code=ReportDoubt.MALFORMED, at=error.at, detail=str(error)),)
    except RecursionError:
        return (ReportFinding(code=ReportDoubt.MALFORMED, at="", detail="This is nested too deep."),)


def hashes_of(document: dict[str, Any]) -> dict[str, str]:
    """Return the hashes a report must have: of each part but the hashes, and of all these together."""
    parts = {name: fingerprint(part) for name, part in document.items() if name != "hashes"}
    return {**parts, "report": fingerprint(parts)}


def places_of(
    earned: Iterable[Result], *, out: Container[int], brought: Mapping[int, int], lots: Mapping[int, int] | None = None
) -> tuple[Place, ...]:
    """Return the ranking of what everybody brought along and earned in each list, without those who have no place
    (SkWO 5.2).
    """
    sums: dict[int, Result] = {}
    for result in earned:
        before = sums.get(result.entrant, Result(result.entrant, brought.get(result.entrant, 0), 0, 0))
        sums[result.entrant] = Result(
            result.entrant, before.performance + result.performance, before.won + result.won, before.lost + result.lost
        )
    return ranked((cells for cells in sums.values() if cells.entrant not in out), lots=lots)


def _hashes(document: Part) -> Iterator[ReportFinding]:
    given = {name: part.text() for name, part in dict(document.named())["hashes"].named()}
    expected = hashes_of(document.value)
    for name in sorted(given.keys() | expected.keys()):
        if given.get(name) != expected.get(name):
            yield ReportFinding(code=ReportDoubt.HASH_DIFFERS, at=f"hashes.{name}", detail=expected.get(name, ""))


def _season(document: Part) -> Iterator[ReportFinding]:
    fields = document.fields(needed=(*HEAD, *OF_A_SEASON))
    if fields["table"].value != table_of(fields["season"].value, at="season")["table"]:
        yield ReportFinding(code=ReportDoubt.TABLE_DIFFERS, at="table")


def _people(report: EventReport) -> Iterator[ReportFinding]:
    for at, number in enumerate(report.numbers):
        if number in report.numbers[:at]:
            yield ReportFinding(code=ReportDoubt.ENTRANT_TWICE, at=f"entrants.{at}")
    places: set[tuple[str, int, int]] = set()
    for reported_list in report.lists:
        if reported_list.series > report.series:
            yield ReportFinding(code=ReportDoubt.NO_SUCH_SERIES, at=reported_list.at)
        if ("table", reported_list.series, reported_list.table) in places:
            yield ReportFinding(code=ReportDoubt.TABLE_TWICE, at=reported_list.at)
        places.add(("table", reported_list.series, reported_list.table))
        yield from _seated(reported_list, frozenset(report.numbers), places)


def _seated(
    reported_list: ReportedList, numbers: frozenset[int], places: set[tuple[str, int, int]]
) -> Iterator[ReportFinding]:
    for number in reported_list.numbers:
        if number not in numbers:
            yield ReportFinding(code=ReportDoubt.UNKNOWN_ENTRANT, at=reported_list.at, detail=str(number))
        if ("seat", reported_list.series, number) in places:
            yield ReportFinding(code=ReportDoubt.SEATED_TWICE, at=reported_list.at, detail=str(number))
        places.add(("seat", reported_list.series, number))


def _list(reported_list: ReportedList) -> Iterator[ReportFinding]:
    if reported_list.has_deals:
        illegal = dict(reported_list.illegal)
        yield from (
            ReportFinding(
                code=finding.problem.code,
                at=reported_list.at if finding.deal is None else f"{reported_list.at}.deals.{finding.deal - 1}",
                detail=finding.problem.clause,
            )
            for finding in findings(reported_list.game_list, final=not reported_list.is_short)
            if finding.problem.severity == "error" and (finding.deal is None or finding.deal - 1 not in illegal)
        )
        yield from (
            ReportFinding(code=code, at=f"{reported_list.at}.deals.{deal}", detail=PROBLEM[code].clause)
            for deal, code in reported_list.illegal
        )
        if illegal:
            # What nobody can announce is worth nothing that could be compared.
            return
        expected = tallies(reported_list.game_list)
    else:
        totals = TotalsList(
            seats=reported_list.game_list.seats,
            rounds=reported_list.game_list.rounds,
            totals=tuple(
                Totals(game_points=result.game_points, won=result.won, lost=result.lost)
                for result in reported_list.results
            ),
            passed=reported_list.passed,
        )
        yield from (
            ReportFinding(
                code=finding.problem.code,
                at=reported_list.at if finding.seat is None else f"{reported_list.at}.results.{finding.seat - 1}",
                detail=finding.problem.clause,
            )
            for finding in totals_findings(totals)
        )
        expected = totals_tallies(totals)
    for seat, (result, tally) in enumerate(zip(reported_list.results, expected, strict=True)):
        yield from _differences(
            f"{reported_list.at}.results.{seat}", result, tally, seats=reported_list.game_list.seats
        )


def _differences(at: str, result: SeatResult, tally: Tally, *, seats: int) -> Iterator[ReportFinding]:
    total = rating(tally, seats=seats).performance - result.deducted
    for name, should, number in (
        ("game_points", tally.game_points, result.game_points),
        ("won", tally.won, result.won),
        ("lost", tally.lost, result.lost),
        ("others_lost", tally.opponents_lost, result.others_lost),
        ("total", total, result.total),
    ):
        if number != should:
            yield ReportFinding(code=ReportDoubt.RESULT_DIFFERS, at=f"{at}.{name}", detail=str(should))


def _ranking(report: EventReport) -> Iterator[ReportFinding]:
    earned = (
        Result(entrant=result.number, performance=result.total, won=result.counted_won, lost=result.counted_lost)
        for game_list in report.lists
        for result in game_list.results
    )
    places = places_of(earned, out=report.excluded, brought=report.brought)
    equal = Counter(place.rank for place in places)
    taken = Counter(row.place for row in report.ranking)
    expected = {place.result.entrant: place for place in places}
    if sorted(row.number for row in report.ranking) != sorted(expected):
        yield ReportFinding(code=ReportDoubt.RANKING_DIFFERS, at="ranking", detail=NOT_ALL)
        return
    for row in report.ranking:
        place = expected[row.number]
        before = sum(rows for other, rows in taken.items() if other < row.place)
        fits = row.place == before + 1 and place.rank <= row.place < place.rank + equal[place.rank]
        should = (place.result.performance, place.result.won, place.result.lost)
        if not fits or (row.total, row.won, row.lost) != should:
            text = f"place {place.rank}, {should[0]} points, {should[1]} won, {should[2]} lost"
            yield ReportFinding(code=ReportDoubt.RANKING_DIFFERS, at=row.at, detail=text)
