"""How far series and lists had come with some line of the journal: everything that a row keeps only as it is now."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Final, TypeVar

from scoring.lists.models import DealRow, EntryRow, SecondDealRow, TotalsRow
from scoring.rules.notation.messages import AT_MOST_SEATS
from tables.journal.chain import SEALS
from tables.journal.models import JournalEntry
from tables.journal.selectors import deals_in
from tables.tournaments.models import Series

ListRow = TypeVar("ListRow", DealRow, SecondDealRow, TotalsRow)
Row = TypeVar("Row", DealRow, SecondDealRow, EntryRow, TotalsRow)


@dataclass(frozen=True, slots=True, kw_only=True)
class Acts:
    """The acts by which entries of one kind come and go."""

    entering: frozenset[str]
    voiding: frozenset[str]  # some do both: a correction voids one entry and adds another
    whole: frozenset[str] = frozenset()  # those of them that are about everything there is, without naming it

    @property
    def all(self) -> frozenset[str]:
        """All of them."""
        return self.entering | self.voiding


FIRST: Final = Acts(
    entering=frozenset({"list.deal-entered", "list.deal-corrected", "list.deal-added", "list.entered"}),
    voiding=frozenset({"list.deal-corrected", "list.deal-taken-back", "list.dealt-again"}),
)
SECOND: Final = Acts(
    entering=frozenset({"second.deal-entered", "second.deal-corrected"}),
    voiding=frozenset({"second.deal-corrected", "second.deal-taken-back", "second.given-up", "list.dealt-again"}),
    whole=frozenset({"second.given-up"}),
)
RIGHTED = "list.corrected-when-signed"
TOTALS: Final = Acts(
    entering=frozenset({"list.totals-entered", RIGHTED}),
    voiding=frozenset({"list.totals-entered", "list.totals-dropped", RIGHTED}),
    whole=frozenset({"list.totals-entered", "list.totals-dropped", RIGHTED}),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """One entry as the journal tells of it."""

    number: int  # the deal, or the seat of a typed result
    since: JournalEntry
    until: JournalEntry | None  # the line that made it void; None while it counts


def tellings(
    lines: Iterable[JournalEntry], acts: Acts, *, table: int, seats: Sequence[int] = ()
) -> dict[int, list[Telling]]:
    """Return the entries that lines about a list tell of, by number.

    What is told of the whole list is told of each of its seats or, where none are named, of each deal told of before.
    """
    values: dict[int, list[Telling]] = defaultdict(list)
    for line in lines:
        if line.action not in acts.all or (line.action == RIGHTED and line.data["deal"] is not None):
            continue
        for number in (seats or list(values)) if line.action in acts.whole else deals_in(line, table=table):
            before = values[number]
            if line.action in acts.voiding and before and before[-1].until is None:
                before[-1] = Telling(number=number, since=before[-1].since, until=line)
            if line.action in acts.entering:
                before.append(Telling(number=number, since=line, until=None))
    return values


def by_list(rows: Iterable[ListRow]) -> dict[int, list[ListRow]]:
    """Return rows by the list they stand in, in their order."""
    values: dict[int, list[ListRow]] = defaultdict(list)
    for row in rows:
        values[row.game_list_id].append(row)
    return values


def numbered(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """Return rows by deal or seat, in the order in which they were written."""
    values: dict[int, list[Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.pk):
        values[row.place if isinstance(row, TotalsRow) else row.number].append(row)
    return values


Plan = Sequence[Sequence[Sequence[int]]]  # a draw's series, table by table, as start numbers from seat 1 on

SAME: Final = {"entrants.joined": (1, 0), "entrants.parted": (0, 1)}
"""The acts by which seats go from one number to another: which of the two that they name had them, and which has."""

PUB_OPENED: Final = "pub.opened"  # a table without a tournament: its people sit there, and may play
SEATING: Final = frozenset(
    {
        PUB_OPENED,
        "series.drawn",
        "series.reseated",
        "series.reinstated",
        "series.draw-discarded",
        "series.seats-swapped",
        "list.joined",
        "list.joining-taken-back",
        *SAME,
    }
)
STATED: Final = {
    PUB_OPENED: "published",
    "series.published": "published",
    "series.started": "started",
    "series.closed": "closed",
}
TAKEN_BACK: Final = {
    "series.publication-withdrawn": "published",
    "series.start-withdrawn": "started",
    "series.closing-withdrawn": "closed",
}
OF_SERIES: Final = SEATING | STATED.keys() | TAKEN_BACK.keys()
OF_LISTS: Final = frozenset(
    {
        *FIRST.all,
        *SECOND.all,
        *TOTALS.all,
        "call.made",
        "clock.end-undone",
        "list.accepted-short",
        "list.allowed-until",
        "list.chairs-exchanged",
        "list.chairs-taken-back",
        "list.confirmed",
        "list.frozen-anew",
        "list.joined",
        "list.joining-taken-back",
        "list.left",
        "list.reopened",
        "list.returned",
        "list.short-withdrawn",
        "list.signed",
        "lists.struck",
        "objection.raised",
        "seats.confirmed",
    }
)
TAKEN_OUT: Final = "…"  # stands for a reason whose words were taken out of the journal


@dataclass(slots=True, kw_only=True)
class SeriesThen:
    """A series as it was: the lines by which it came so far, and the seats of its tables."""

    seats: list[list[int]] = field(default_factory=list)  # start numbers, by table and seat from 1 on
    published: JournalEntry | None = None
    started: JournalEntry | None = None
    closed: JournalEntry | None = None

    @property
    def status(self) -> Series.Status:
        """How far it was."""
        if self.closed:
            return Series.Status.CLOSED
        if self.started:
            return Series.Status.RUNNING
        if self.published:
            return Series.Status.PUBLISHED
        return Series.Status.DRAWN if self.seats else Series.Status.PLANNED


def series_then(lines: Iterable[JournalEntry], plans: Mapping[int, Plan]) -> dict[int, SeriesThen]:
    """Return how far each series was after these lines, by its number; ``plans`` are those of the draws."""
    values: dict[int, SeriesThen] = {}
    stays: dict[int, int] = {}
    for line in lines:
        other = _other_numbers(line, stays)
        for at, number in enumerate(series_of(line)):
            then = values.setdefault(number, SeriesThen())
            if line.action in SEATING:
                seats = _seats(then.seats, line, at, plans)
                then.seats = [[other.get(who, who) for who in table] for table in seats]
            if line.action in STATED:
                setattr(then, STATED[line.action], line)
            elif line.action in TAKEN_BACK:
                setattr(then, TAKEN_BACK[line.action], None)
    return values


def _other_numbers(line: JournalEntry, stays: dict[int, int]) -> Mapping[int, int]:
    """Return who sits with a line by another number than it says; ``stays`` are those registered twice until then.

    A draw of before goes on to name them by the number it was made with.
    """
    if line.action not in SAME or "all_series" not in line.data:
        return stays
    had, has = (line.data["entrants"][at] for at in SAME[line.action])
    if line.action == "entrants.joined":
        stays[had] = has
        return stays
    stays.pop(has, None)
    return {had: has}


def _seats(seats: list[list[int]], line: JournalEntry, at: int, plans: Mapping[int, Plan]) -> list[list[int]]:
    data = line.data
    if line.action == "series.draw-discarded":
        return []
    if line.action == "series.seats-swapped":
        value, other = data["entrants"]
        swap = {value: other, other: value}
        return [[swap.get(who, who) for who in table] for table in seats]
    if line.action in SAME:
        return seats
    if line.action == "list.joined":
        return [[*table, data["entrant"]] if at == data["table"] else table for at, table in enumerate(seats, start=1)]
    if line.action == "list.joining-taken-back":
        return [[who for who in table if who != data["entrant"]] for table in seats]
    # Draws from the first days have no record, and who comes back has the swapped seats: their line holds them.
    plan = plans[data["draw"]][at] if "draw" in data else data["tables"]
    return [list(table) for table in plan]


@dataclass(slots=True, kw_only=True)
class ListThen:
    """A list as it was, but for what stood in its entries."""

    first: dict[int, list[Telling]]
    second: dict[int, list[Telling]]
    totals: dict[int, list[Telling]]
    signed: JournalEntry | None = None
    hash: str = ""
    presence: list[list[Any]] = field(default_factory=list)
    chairs: list[list[int]] = field(default_factory=list)
    struck_after: int | None = None
    short_because: str = ""
    passed: int | None = None
    seats_confirmed: JournalEntry | None = None
    confirmed: dict[int, JournalEntry] = field(default_factory=dict)
    reopened: int = 0  # the last line with which it was opened again; 0 if it never was


def series_of(line: JournalEntry) -> Sequence[int]:
    """Return the numbers of the series that an act was about; 0 for none."""
    return line.data.get("all_series") or [line.data.get("series", 0)]


def lists_gone(line: JournalEntry) -> set[tuple[int, int]]:
    """Return series and table of the lists that went with an act, and with them everything that was about them."""
    seals = line.data.get(SEALS) or {}
    gone = [name.split() for name, seal in seals.items() if seal is None and name.startswith("list ")]
    return {(int(series), int(table)) for _kind, series, table in gone}


def list_then(lines: Iterable[JournalEntry], *, series: int, table: int, size: int) -> ListThen:
    """Return how a list was after these lines, which are those about its table, and about its series as a whole.

    Where it went with its seats, and came again with others, nothing of before is true of it.
    """
    lines = list(lines)
    gone = [at for at, line in enumerate(lines, start=1) if (series, table) in lists_gone(line)]
    lines = lines[gone[-1] :] if gone else lines
    # No table has more seats, whatever was written into its row past the site.
    seats = range(1, min(size, AT_MOST_SEATS) + 1)
    then = ListThen(
        first=tellings(lines, FIRST, table=table),
        second=tellings(lines, SECOND, table=table),
        totals=tellings(lines, TOTALS, table=table, seats=seats),
    )
    all_tellings = [
        telling for kind in (then.first, then.totals) for of_number in kind.values() for telling in of_number
    ]
    changing = {telling.since.number for telling in all_tellings} | {
        telling.until.number for telling in all_tellings if telling.until
    }
    changing |= {line.number for line in lines if line.action == "list.totals-dropped"}
    for line in lines:
        if line.number in changing and not then.signed:
            then.confirmed.clear()
        _follow(then, line, table=table)
    return then


def _follow(then: ListThen, line: JournalEntry, *, table: int) -> None:
    data = line.data
    if line.action in CHANGES:
        name, state_of = CHANGES[line.action]
        setattr(then, name, state_of(data))
        then.confirmed.clear()
    elif line.action in STEPS:
        STEPS[line.action](then, line)
    elif line.action == "series.seats-swapped" and table in data.get("at_play", ()):
        then.confirmed.clear()
    elif line.action == "lists.struck" and str(table) in data["last_deals"]:
        _strike(then, data["last_deals"][str(table)])
    elif line.action == "clock.end-undone" and then.struck_after is not None and not then.signed:
        _strike(then, None)


def _strike(then: ListThen, deal: int | None) -> None:
    then.struck_after = deal
    then.confirmed.clear()


def _confirmed(then: ListThen, line: JournalEntry) -> None:
    then.confirmed[line.data["place"]] = line


def _signed(then: ListThen, line: JournalEntry) -> None:
    then.signed, then.hash = line, line.data.get("hash", "")


def _frozen_anew(then: ListThen, line: JournalEntry) -> None:
    then.hash = line.data["hash"]


def _reopened(then: ListThen, line: JournalEntry) -> None:
    then.signed, then.hash, then.reopened = None, "", line.number
    then.confirmed.clear()


def _totals_typed(then: ListThen, line: JournalEntry) -> None:
    # A correction of one deal says nothing of what was passed in.
    if line.data.get("deal") is None:
        then.passed = line.data.get("passed")


def _seats_confirmed(then: ListThen, line: JournalEntry) -> None:
    then.seats_confirmed = line


def _objected(then: ListThen, line: JournalEntry) -> None:
    is_objection = line.action == "objection.raised" or line.data["kind"] == "objection"
    if is_objection and not then.signed:
        then.confirmed.pop(line.data.get("place"), None)


CHANGES: Final[Mapping[str, tuple[str, Callable[[Mapping[str, Any]], Any]]]] = {
    "list.accepted-short": (
        "short_because",
        lambda data: data["because"] if isinstance(data["because"], str) else TAKEN_OUT,
    ),
    "list.allowed-until": ("struck_after", itemgetter("deal")),
    **dict.fromkeys(("list.chairs-exchanged", "list.chairs-taken-back"), ("chairs", itemgetter("chairs"))),
    **dict.fromkeys(
        ("list.joined", "list.joining-taken-back", "list.left", "list.returned"), ("presence", itemgetter("presence"))
    ),
    "list.short-withdrawn": ("short_because", lambda _data: ""),
}
"""What of a list each act changes, and to what: whoever had confirmed it had confirmed another one."""

STEPS: Final[dict[str, Callable[[ListThen, JournalEntry], None]]] = {
    "call.made": _objected,
    "list.confirmed": _confirmed,
    "list.corrected-when-signed": _totals_typed,
    "list.frozen-anew": _frozen_anew,
    "list.reopened": _reopened,
    "list.signed": _signed,
    "list.totals-dropped": _totals_typed,
    "list.totals-entered": _totals_typed,
    "objection.raised": _objected,
    "seats.confirmed": _seats_confirmed,
}
