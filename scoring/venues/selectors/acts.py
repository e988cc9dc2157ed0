"""What was done in each list, as the journal tells it, in the form in which the laptops of two venues compare it.

What only leads to a signature counts with it: confirmations lapse, the end of the time can be taken back.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.db.models import Q

from scoring.history.selectors.journal_of_entries import FIRST, RIGHTED, SECOND, TOTALS
from scoring.venues.reading import ListAct
from tables.journal.chain import NOT_TOLD
from tables.tournaments.models import Tournament

OF_LIST: Final = ("list.", "second.")
IN_PASSING: Final = ("lists.struck", "list.allowed-until", "list.confirmed")
OF_OTHERS: Final = ("call.made", "objection.raised", "clock.end-undone")
"""Acts that are not about a list alone, but change whether it may be signed."""

LAPSING: Final = FIRST.all | TOTALS.all | {"list.accepted-short", "list.left", "list.returned"}
"""Acts after which everybody has to confirm anew."""

COMING: Final = (
    (LAPSING | SECOND.all | {*IN_PASSING, "list.reopened", "list.signed", "seats.confirmed", "second.settled"})
    - {RIGHTED, "list.deal-added"}
)  # fmt: skip
"""What a venue may do by itself. What judges order about a list that is signed is ordered where all comes together."""


@dataclass(slots=True, kw_only=True)
class ListActs:
    """What was done in one list."""

    table: int
    acts: list[ListAct] = field(default_factory=list)
    struck_after: int | None = None
    """The last deal, where the end of the time struck those after it and the list was signed so."""

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
    found: dict[tuple[int, int], ListActs] = {}
    tables: dict[int, set[int]] = defaultdict(set)
    for series, table, act in _lines(tournament):
        if table is not None:
            tables[series].add(table)
        for one in [table] if table is not None else sorted(tables[series]):
            found.setdefault((series, one), ListActs(table=one)).add(act)
    return {where: one for where, one in found.items() if one.acts}


def first_hash(tournament: Tournament) -> str:
    """Return the hash of the first line of a journal: copies of one event have the same, and nothing else has."""
    return str(tournament.journal.filter(number=1).values_list("hash", flat=True).first() or "")


def _lines(tournament: Tournament) -> Iterator[tuple[int, int | None, ListAct]]:
    wanted = Q(action__in=[*OF_OTHERS, "lists.struck", "seats.confirmed"])
    for beginning in OF_LIST:
        wanted |= Q(action__startswith=beginning)
    columns = ("at", "action", "by__username", "data")
    rows: Iterable[Any] = tournament.journal.filter(wanted).order_by("number").values_list(*columns)
    for at, action, by, told in rows:
        data = {name: value for name, value in told.items() if name not in NOT_TOLD}
        yield data["series"], data.get("table"), ListAct(at=at, action=action, by=by or "", data=data)
