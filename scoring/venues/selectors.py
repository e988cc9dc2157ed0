"""A venue's file beside what is stored: what is new, what differs, what cannot come."""

import gzip
import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import ForeignKey, Model, Q
from django.utils import timezone

from scoring.archive.packing.record import plain, spelled
from scoring.history.selectors.replay import FIRST, RIGHTED, SECOND, TOTALS
from scoring.lists.models import Confirmation, DealRow, GameListRow, SecondDealRow, TotalsRow
from scoring.signing.drawings import is_readable
from scoring.venues.reading import FORMAT, KINDS, ListAct, NoVenueFile, VenueFile, VenueList
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.draw.selectors import open_before
from tables.journal.chain import NOT_TOLD
from tables.tournaments.models import Series, Tournament

OF_LIST: Final = ("list.", "second.")
IN_PASSING: Final = ("lists.struck", "list.allowed-until", "list.confirmed")
OF_OTHERS: Final = ("call.made", "objection.raised", "clock.end-undone")
LAPSING: Final = FIRST.all | TOTALS.all | {"list.accepted-short", "list.short-withdrawn", "list.left", "list.returned"}
COMING: Final = (
    (LAPSING | SECOND.all | {*IN_PASSING, "list.reopened", "list.signed", "seats.confirmed", "second.settled"})
    - {RIGHTED, "list.deal-added"}
)  # fmt: skip


@dataclass(slots=True, kw_only=True)
class ListActs:
    """What was done in one list."""

    table: int
    acts: list[ListAct] = field(default_factory=list)
    struck_after: int | None = None
    _struck: list[ListAct] = field(default_factory=list)
    _confirmed: dict[int, ListAct] = field(default_factory=dict)
    _is_signed: bool = False

    def add(self, act: ListAct) -> None:
        """Follow one line of the journal."""
        match act.action:
            case "lists.struck":
                if (deal := act.data["last_deals"].get(str(self.table))) is not None:
                    self._strike(replace(act, data=act.data | {"last_deals": {str(self.table): deal}}))
            case "list.allowed-until":
                self._strike(act)
            case "clock.end-undone":
                self._undo_end(act)
            case "list.confirmed":
                self._confirmed[act.data["place"]] = act
            case "call.made" | "objection.raised":
                if act.action == "objection.raised" or act.data["kind"] == "objection":
                    self._confirmed.pop(act.data.get("place", 0), None)
            case _:
                self._keep(act)

    def _strike(self, act: ListAct) -> None:
        self._struck.append(act)
        self._confirmed.clear()

    def _undo_end(self, act: ListAct) -> None:
        if self._is_signed:
            return
        self._struck.clear()
        if self.struck_after is not None:
            self.acts.append(act)

    def _keep(self, act: ListAct) -> None:
        if act.action == "list.signed":
            self.acts += [*self._struck, *self._confirmed.values()]
            if self._struck:
                last = self._struck[-1].data
                self.struck_after = last["deal"] if "deal" in last else last["last_deals"][str(self.table)]
            self._struck.clear()
        if act.action in LAPSING | {"list.signed", "list.reopened"}:
            self._confirmed.clear()
        self._is_signed = act.action == "list.signed" or (self._is_signed and act.action != "list.reopened")
        self.acts.append(act)


def acts_by_list(tournament: Tournament) -> dict[tuple[int, int], ListActs]:
    """Return what was done in each list, by series and table; lists in which nothing was done are not in it."""
    values: dict[tuple[int, int], ListActs] = {}
    tables: dict[int, set[int]] = defaultdict(set)
    for series, table, act in _lines(tournament):
        if table is not None:
            tables[series].add(table)
        for number in [table] if table is not None else sorted(tables[series]):
            values.setdefault((series, number), ListActs(table=number)).add(act)
    return {where: list_acts for where, list_acts in values.items() if list_acts.acts}


def first_hash(tournament: Tournament) -> str:
    """Return the hash of the first line of a journal: copies of one event have the same, and nothing else has."""
    return str(tournament.journal.filter(number=1).values_list("hash", flat=True).first() or "")


def _lines(tournament: Tournament) -> Iterator[tuple[int, int | None, ListAct]]:
    wanted = Q(action__in=[*OF_OTHERS, "lists.struck", "seats.confirmed"])
    for beginning in OF_LIST:
        wanted |= Q(action__startswith=beginning)
    columns = ("at", "action", "by__username", "data")
    rows: Iterable[Any] = tournament.journal.filter(wanted).order_by("number").values_list(*columns)
    for at, action, by, facts in rows:
        data = {name: value for name, value in facts.items() if name not in NOT_TOLD}
        yield data["series"], data.get("table"), ListAct(at=at, action=action, by=by or "", data=data)


Row = TypeVar("Row", bound=Model)
MODELS: Final[Mapping[str, Any]] = {
    "deals": DealRow,
    "second_deals": SecondDealRow,
    "totals": TotalsRow,
    "confirmations": Confirmation,
}

OF_ROW: Final = (
    *("kind", "version", "seats_confirmed_at", "presence", "struck_after", "short_because"),
    *("passed", "signed_at", "signed_by", "signed_hash"),
)
"""What a venue decides of a list; whether it is void, judges do where all comes together."""

VOIDED: Final = ("voided_at", "voided_by", "voided_because")
NOT_TAKEN: Final = ("id", "game_list", "correction", "replaced_by")


class NoAccount(ValueError):
    """Whoever did something at a venue has no account here; ``args`` has the user name."""


def columns_of(model: type[Model]) -> tuple[str, ...]:
    """Return the columns of a model that a venue's file has."""
    if model is GameListRow:
        return OF_ROW
    return tuple(field.name for field in model._meta.concrete_fields if field.name not in NOT_TAKEN)


def stored(row: Model) -> dict[str, Any]:
    """Return these columns of a row, but for those that hold what they begin with."""
    fields: dict[str, Any] = {name: row._meta.get_field(name) for name in columns_of(type(row))}
    begins = {name: field.get_default() for name, field in fields.items()}
    return {name: value for name, value in plain(row, fields).items() if value != begins[name]}


def made_of(model: type[Row], values: Mapping[str, Any], users: Mapping[str, User]) -> Row:
    """Return the unsaved row that a file tells of, or raise NoVenueFile, or NoAccount for a stranger's."""
    if unknown := values.keys() - set(columns_of(model)):
        raise NoVenueFile(f"There are no such columns: {', '.join(sorted(unknown))}.")
    made = model()
    try:
        for name, value in values.items():
            field: Any = model._meta.get_field(name)
            if isinstance(field, ForeignKey) and value not in users:
                raise NoAccount(value)
            setattr(made, name, users[value] if isinstance(field, ForeignKey) else field.to_python(value))
        others = [field.name for field in model._meta.concrete_fields if field.is_relation or field.name not in values]
        made.clean_fields(exclude=[*others, "presence"])
    except (ValidationError, TypeError, ArithmeticError, AttributeError) as error:
        raise NoVenueFile(str(error)) from error
    if any(timezone.is_naive(value) for value in vars(made).values() if hasattr(value, "tzinfo")):
        raise NoVenueFile("A moment is without its zone.")
    if isinstance(made, Confirmation) and made.drawing and not is_readable(made.drawing):
        raise NoVenueFile("A signature cannot be read.")
    return made


def is_same(row: Model, other: Model) -> bool:
    """Test whether two rows say the same, but for whether they still count."""
    columns = [name for name in columns_of(type(row)) if name not in VOIDED]
    return all(getattr(row, name) == getattr(other, name) for name in columns)


BY_WHOM: Final = {
    "deals": ("entered_by", "voided_by"),
    "second_deals": ("entered_by", "voided_by"),
    "totals": ("entered_by",),
}


def venue_file(tournament: Tournament, *, made_at: datetime) -> bytes:
    """Return what was played in an event on this laptop, in a fixed number of queries."""
    acts = acts_by_list(tournament)
    lists = [_list(row, acts[where]) for where, row in lists_by_place(tournament, *KINDS).items() if where in acts]
    whole = {
        "format": FORMAT,
        "event": {"name": tournament.name, "first": first_hash(tournament)},
        "made_at": made_at,
        "lists": lists,
    }
    return gzip.compress(json.dumps(whole, ensure_ascii=False, default=spelled).encode(), mtime=0)


def lists_by_place(tournament: Tournament, *belonging: str) -> dict[tuple[int, int], GameListRow]:
    """Return the lists of an event by series and table, with seats and what belongs to them."""
    accounts = [f"{kind}__{by}" for kind in belonging for by in BY_WHOM.get(kind, ())]
    rows = (
        GameListRow.objects.filter(table__series__tournament=tournament)
        .select_related("table__series", "signed_by")
        .prefetch_related("table__seats__entrant", *belonging, *accounts)
        .order_by("table__series__number", "table__number")
    )
    game_lists = {}
    for row in rows:
        row.table.series.tournament = tournament
        game_lists[row.table.series.number, row.table.number] = row
    return game_lists


def seats_of(row: GameListRow) -> list[list[Any]]:
    """Return who sits at the table of a list, as a file names them."""
    seats = sorted(row.table.seats.all(), key=lambda seat: seat.place)
    return [[seat.entrant.number, str(seat.entrant.entry_key or "")] for seat in seats]


def agreed_of(row: GameListRow) -> list[Any]:
    """Return by which rules a list is kept."""
    return [row.rounds, row.profile, row.stake]


def _list(row: GameListRow, done: ListActs) -> dict[str, Any]:
    # What is agreed on the way to a signature comes with it.
    belonging = {
        kind: [stored(value) for value in sorted(getattr(row, kind).all(), key=lambda value: value.pk)]
        for kind in KINDS
    }
    if row.signed_at is None:
        belonging["confirmations"] = []
    row.struck_after = done.struck_after
    return {
        "series": row.table.series.number,
        "table": row.table.number,
        "seats": seats_of(row),
        "agreed": agreed_of(row),
        "began_at": row.table.play_began_at,
        "row": stored(row),
        **belonging,
        "acts": [{"at": act.at, "action": act.action, "by": act.by, "data": act.data} for act in done.acts],
    }


@dataclass(slots=True, kw_only=True)
class Compared:
    """A list of a venue's file beside the one that is here."""

    sent: VenueList
    row: GameListRow | None
    news: Sequence[ListAct] = ()  # what was done there and is not known here
    obstacle: Refused | None = None  # why nothing of it can come

    @property
    def place(self) -> tuple[int, int]:
        """Series and table."""
        return self.sent.series, self.sent.table


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A file beside what is here."""

    lists: list[Compared]
    users: dict[str, User] = field(default_factory=dict)

    @property
    def coming(self) -> list[Compared]:
        """The lists of which something comes."""
        return [compared for compared in self.lists if compared.news and compared.obstacle is None]

    @property
    def refused(self) -> list[Compared]:
        """The lists of which something should come, and cannot."""
        return [compared for compared in self.lists if compared.obstacle is not None]


def compare(tournament: Tournament, file: VenueFile, *, bent: Collection[tuple[int, int]] = ()) -> Comparison:
    """Return what a file has beside what is here, in a fixed number of queries a series."""
    here, rows, keys = acts_by_list(tournament), lists_by_place(tournament), _keys(tournament)
    names = {act.by for each_venue_list in file.lists for act in each_venue_list.acts}
    users = {user.username: user for user in User.objects.filter(username__in=names)}
    series = {each_series.number: each_series for each_series in tournament.series.order_by("number")}
    waiting = {number: open_before(this_series) for number, this_series in series.items()}
    lists = []
    for venue_list in file.lists:
        compared = Compared(sent=venue_list, row=rows.get((venue_list.series, venue_list.table)))
        compared.obstacle = Refused("venue-bent") if compared.place in bent else _misplaced(compared)
        if compared.obstacle is None:
            _compare(compared, here[compared.place].acts if compared.place in here else [], keys[compared.place])
        if compared.obstacle is None and compared.news:
            compared.obstacle = _untimely(series[venue_list.series], waiting[venue_list.series]) or _unknown(
                compared.news, users
            )
        lists.append(compared)
    return Comparison(lists=lists, users=users)


def _misplaced(compared: Compared) -> Refused | None:
    if compared.row is None:
        return Refused("venue-no-such-table")
    if compared.sent.seats != seats_of(compared.row):
        return Refused("venue-other-seats", here=_numbers(seats_of(compared.row)), there=_numbers(compared.sent.seats))
    if compared.sent.agreed != agreed_of(compared.row):
        return Refused("venue-other-rules")
    return None


def _keys(tournament: Tournament) -> dict[tuple[int, int], set[str]]:
    values: dict[tuple[int, int], set[str]] = defaultdict(set)
    for model in (DealRow, SecondDealRow):
        rows = model.objects.filter(game_list__table__series__tournament=tournament)
        columns = ("game_list__table__series__number", "game_list__table__number", "entry_key")
        for series, table, key in rows.values_list(*columns):
            values[series, table].add(str(key))
    return values


def _compare(compared: Compared, here: Sequence[ListAct], keys: set[str]) -> None:
    list_acts = compared.sent.acts
    for mine, theirs in zip(here, list_acts, strict=False):
        if not mine.is_same(theirs):
            compared.obstacle = Refused("venue-both-went-on", here=mine, there=theirs)
            return
    compared.news = list_acts[len(here) :]
    if any(act.action not in COMING for act in compared.news):
        compared.obstacle = Refused("venue-judged-there")
    texts = {str(entry.get("entry_key")) for kind in ("deals", "second_deals") for entry in compared.sent.rows[kind]}
    if keys - texts and texts - keys:
        compared.obstacle = Refused("venue-other-keys")


def _untimely(series: Series, waits_for: Series | None) -> Refused | None:
    if series.status == Series.Status.CLOSED:
        return Refused("venue-closed-here", series=series.number)
    if series.published_at is None:
        return Refused("venue-not-published-here", series=series.number)
    if waits_for and series.status != Series.Status.RUNNING:
        return Refused("venue-open-before", series=waits_for.number)
    return None


def _unknown(news: Iterable[ListAct], users: dict[str, User]) -> Refused | None:
    unknown = sorted({act.by for act in news if act.by and act.by not in users})
    return Refused("venue-no-account", names=unknown) if unknown else None


def _numbers(seats: Iterable[Sequence[object]]) -> list[object]:
    return [seat[0] for seat in seats if seat]
