"""A year as the program ``table`` is given it, and tables of evenings played before.

These have a row for each result, or one for each player with a column for each evening.
"""

import enum
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from scoring.rules.fields import Part
from scoring.season.rules.lists import FULL, Count, ImpossibleRule, Rule, SeasonList

HEADINGS: Final = {
    "day": "datum tag abend spieltag date day fecha día",
    "name": "name namen spieler spielerin teilnehmer teilnehmerin player nombre jugador",
    "club": "verein club klub skatclub",
    "points": "punkte pkt pkte leistungspunkte leistung ergebnis points puntos resultado",
    "won": "gewonnen gew gewonnene won ganados ganadas",
    "lost": "verloren verl verlorene lost perdidos perdidas",
    "lists": "listen serien lists series listas",
    "total": "summe gesamt gesamtpunkte total suma",
}
FIELD_OF: Final = {word: name for name, words in HEADINGS.items() for word in words.split()}
SEARCHED: Final = 10  # rows in which headings are looked for
WHOLE: Final = re.compile(r"([+-]?) ?(\d{1,9}|\d{1,3}(?:[. '’]\d{3})+)(?:[.,]0{1,2})?")  # also "1.200" and "12."
MOST_POINTS: Final = 100_000
MOST_GAMES: Final = 1_000
MOST_LISTS: Final = 20

NUMERIC_DAY: Final = re.compile(r"(?:[^\W\d]{2,10}[.,]{0,2}\s)?\d{1,2}\.\s?\d{1,2}\.\s?(?:\d{2}|\d{4})?")
"""A day as people write it, also with its weekday: "Fr 09.01."."""

ISO_DAY: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[ T].*)?")


class RowFlaw(enum.StrEnum):
    """What is wrong with a row."""

    NO_HEADINGS = "earlier-without-headings"
    NO_RESULTS = "earlier-without-results"
    NO_DAY = "earlier-without-day"
    OTHER_DAY = "earlier-day-outside"
    NO_POINTS = "earlier-without-points"
    NO_NUMBER = "earlier-without-number"
    NO_NAME = "earlier-without-name"
    WRONG_SUM = "earlier-sum-differs"  # it may be meant so: it is asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong in a line; ``facts`` fill its sentence."""

    line: int
    flaw: RowFlaw
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadResult:
    """What somebody earned in an evening, in one list or in several taken together."""

    line: int
    day: date
    name: str
    club: str = ""
    points: int
    won: int | None = None  # None where it is not known
    lost: int | None = None
    lists: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What a table says, and what is wrong with it."""

    results: tuple[ReadResult, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def wrong(self) -> tuple[Fault, ...]:
        """What has to be put right before anything is taken."""
        return tuple(fault for fault in self.faults if fault.flaw is not RowFlaw.WRONG_SUM)


class _Bad(Exception):
    def __init__(self, flaw: RowFlaw, **facts: Any) -> None:
        super().__init__(flaw)
        self.flaw, self.facts = flaw, facts


def read_results(lines: Iterable[tuple[int, Sequence[str]]], *, starts: date, ends: date) -> Read:
    """Return the results in the rows of a table, each with its number; days without a year are of the season's days.

    >>> table = [(1, ["Name", "09.01.", "16.01.", "Summe"]), (2, ["Anna Ast", "1200", "", "1200"])]
    >>> [(one.name, one.day.isoformat(), one.points) for one in
    ...  read_results(table, starts=date(2026, 1, 1), ends=date(2026, 12, 31)).results]
    [('Anna Ast', '2026-01-09', 1200)]
    """
    rows = [(number, [cell.strip() for cell in cells]) for number, cells in lines]
    for at, (number, cells) in enumerate(rows[:SEARCHED]):
        fields = [FIELD_OF.get(re.sub(r"\W", "", cell).casefold(), "") for cell in cells]
        days = {place: cell for place, cell in enumerate(cells) if _is_day(cell)}
        if "name" in fields and (days or {"day", "points"} <= {*fields}):
            try:
                columns = {place: _day(cell, starts, ends) for place, cell in days.items()}
            except _Bad as bad:
                return Read(faults=(Fault(line=number, flaw=bad.flaw, facts=bad.facts),))
            return _read(rows[at + 1 :], _Layout(fields=fields, days=columns, starts=starts, ends=ends))
    return Read(faults=(Fault(line=rows[0][0] if rows else 1, flaw=RowFlaw.NO_HEADINGS),))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layout:
    fields: Sequence[str]
    days: dict[int, date]  # the days that have a column of their own
    starts: date
    ends: date


def _read(rows: Iterable[tuple[int, list[str]]], layout: _Layout) -> Read:
    results: list[ReadResult] = []
    faults: list[Fault] = []
    sums: Counter[int] = Counter()
    column_of = {day: at for at, day in layout.days.items()}
    for number, cells in rows:
        values = {name: cells[at] for at, name in enumerate(layout.fields) if name and at < len(cells)}
        try:
            if FIELD_OF.get(values.get("name", "").casefold()) == "total":
                faults += _against(number, {at: cells[at] for at in layout.days if at < len(cells)}, sums)
                continue
            of_row = _results(number, cells, values, layout)
            results += of_row
            sums.update({column_of[result.day]: result.points for result in of_row if result.day in column_of})
            stated = {-1: values.get("total", "")}
            faults += _against(number, stated, Counter({-1: sum(result.points for result in of_row)}))
        except _Bad as bad:
            faults.append(Fault(line=number, flaw=bad.flaw, facts=bad.facts))
    if not results and not faults:
        faults.append(Fault(line=1, flaw=RowFlaw.NO_RESULTS))
    return Read(results=tuple(results), faults=tuple(faults))


def _results(number: int, cells: Sequence[str], values: dict[str, str], layout: _Layout) -> list[ReadResult]:
    if not values.get("name"):
        raise _Bad(RowFlaw.NO_NAME)
    if layout.days:
        of_row = _across(number, cells, values, layout.days)
    else:
        of_row = [_one(number, values, layout.starts, layout.ends)]
    for result in of_row:
        if not layout.starts <= result.day <= layout.ends:
            raise _Bad(RowFlaw.OTHER_DAY, day=result.day, starts=layout.starts, ends=layout.ends)
    return of_row


def _against(number: int, values: dict[int, str], sums: Counter[int]) -> list[Fault]:
    wrong = []
    for at, text in values.items():
        if text and (says := _number(text, most=MOST_POINTS * 100)) != sums[at]:
            wrong.append(Fault(line=number, flaw=RowFlaw.WRONG_SUM, facts={"says": says, "adds": sums[at]}))
    return wrong


def _across(number: int, cells: Sequence[str], values: dict[str, str], days: dict[int, date]) -> list[ReadResult]:
    return [
        ReadResult(
            line=number,
            day=day,
            name=values["name"],
            club=values.get("club", ""),
            points=_number(cells[at], most=MOST_POINTS),
        )
        for at, day in days.items()
        if at < len(cells) and cells[at] not in ("", "-", "–")
    ]


def _one(number: int, values: dict[str, str], starts: date, ends: date) -> ReadResult:
    if not _is_day(values.get("day", "")):
        raise _Bad(RowFlaw.NO_DAY, cell=values.get("day", ""))
    if not values.get("points"):
        raise _Bad(RowFlaw.NO_POINTS)
    games = {name: _number(values[name], most=MOST_GAMES, least=0) for name in ("won", "lost") if values.get(name)}
    return ReadResult(
        line=number,
        day=_day(values["day"], starts, ends),
        name=values["name"],
        club=values.get("club", ""),
        points=_number(values["points"], most=MOST_POINTS),
        # Half of it decides nothing.
        **(games if len(games) == 2 else {}),
        lists=_number(values["lists"], most=MOST_LISTS, least=1) if values.get("lists") else 1,
    )


def _number(text: str, *, most: int, least: int | None = None) -> int:
    whole = WHOLE.fullmatch(text.replace("−", "-"))
    number = int(whole[1] + re.sub(r"\D", "", whole[2])) if whole else None
    if number is None or not (-most if least is None else least) <= number <= most:
        raise _Bad(RowFlaw.NO_NUMBER, cell=text)
    return number


def _is_day(text: str) -> bool:
    return bool(NUMERIC_DAY.fullmatch(text) or ISO_DAY.fullmatch(text))


def _day(text: str, starts: date, ends: date) -> date:
    try:
        if iso := ISO_DAY.fullmatch(text):
            return date(*map(int, iso.groups()[:3]))
        day, month, year = [*re.findall(r"\d+", text), ""][:3]
        if year:
            return date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))
        several = [date(number, int(month), int(day)) for number in range(starts.year, ends.year + 1)]
        return next((each_day for each_day in several if starts <= each_day <= ends), several[0])
    except ValueError as error:
        raise _Bad(RowFlaw.NO_DAY, cell=text) from error


def by_day(results: Iterable[ReadResult]) -> dict[date, list[ReadResult]]:
    """Return results evening by evening."""
    values: dict[date, list[ReadResult]] = defaultdict(list)
    for result in sorted(results, key=lambda read_result: (read_result.day, read_result.line)):
        values[result.day].append(result)
    return dict(values)


_SENTENCES = {
    "best": "The number of lists that count is missing.",
    "points": "The points of the places are missing.",
    "bonus": "There are two bonuses for one number of lists.",
}

_JSON_NAME = {"best": "n"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Year:
    """What a table of the year is made of."""

    rule: Rule
    lists: tuple[SeasonList, ...]
    members: frozenset[int] | None


def year_of(document: Part) -> Year:
    """Return the year in a document, or raise CannotRead if it is none."""
    fields = document.fields(needed=("rule", "evenings"), optional=("members",), unused=("league",))
    members = frozenset(fields["members"].numbers()) if "members" in fields else None
    return Year(rule=_rule(fields["rule"]), lists=_lists(fields["evenings"]), members=members)


def _rule(part: Part) -> Rule:
    fields = part.fields(
        needed=("count",), optional=("n", "absent", "minimum", "bonus", "guests", "points", "by_rounds")
    )
    count = Count(fields["count"].one_of(tuple(Count)))
    best = fields["n"].integer(least=1) if "n" in fields else None
    absent = fields["absent"].integer() if "absent" in fields else None
    points = tuple(each_part.integer() for each_part in fields.parts("points"))
    if count is Count.PLACES and "points" not in fields:
        raise part.refused(_SENTENCES["points"], "points")
    try:
        return Rule(
            count=count,
            # Of a rule that is written down whole, what its way of counting does not ask for stays unused.
            best=best if count is Count.BEST else None,
            points=(points or (0,)) if count is Count.PLACES else (),
            absent=absent if count is Count.AVERAGE else None,
            minimum=fields.integer("minimum", least=0),
            bonus=tuple(_step(each_part) for each_part in fields.parts("bonus")),
            guests=fields.truth("guests"),
            by_rounds=fields.truth("by_rounds"),
        )
    except ImpossibleRule as flaw:
        raise part.refused(_SENTENCES[flaw.field], _JSON_NAME.get(flaw.field, flaw.field)) from flaw


def _step(part: Part) -> tuple[int, int]:
    lists, points = part.pair()
    return lists.integer(least=0), points.integer()


def _lists(part: Part) -> tuple[SeasonList, ...]:
    evenings = []
    for each_part in part.items():
        fields = each_part.fields(needed=("lists",), optional=("date",))
        day = fields["date"].day().isoformat() if "date" in fields else ""
        evenings.append((day, list(fields["lists"].items())))
    evenings.sort(key=lambda evening: evening[0])
    season_lists: list[SeasonList] = []
    for evening, (_, lists) in enumerate(evenings, start=1):
        for each_part in lists:
            season_lists.append(_list(each_part, evening=evening, series=len(season_lists) + 1))
    return tuple(season_lists)


def _list(part: Part, *, evening: int, series: int) -> SeasonList:
    fields = part.fields(needed=("number", "total"), optional=("won", "lost", "rounds"))
    return SeasonList(
        player=fields["number"].integer(least=1),
        evening=evening,
        series=series,
        performance=fields["total"].integer(),
        won=fields.integer("won", least=0),
        lost=fields.integer("lost", least=0),
        rounds=fields.integer("rounds", FULL, least=1),
    )
