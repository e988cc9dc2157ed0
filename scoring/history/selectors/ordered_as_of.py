"""What of the direction's orders held with some line of the journal (SkWO 4.3, 7.1.2, 7.2.4, 7.2.5, 9.4)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.disputes.models import Correction, Measure
from scoring.lists.selectors.counting import Orders
from tables.journal.models import JournalEntry
from tables.tournaments.models import Tournament

Kind = Measure.Kind

Where = tuple[int, int]
"""The numbers of a series and a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The measures that held, and the corrections of signed lists with the line that tells of each."""

    measures: Sequence[Measure]
    corrections: Mapping[Where, Sequence[tuple[int, Correction]]]

    def orders(self, where: Where, company: Sequence[int], *, since: int) -> Orders:
        """Return what held about a list; ``since`` is the line with which it was last opened again."""
        series, _table = where
        at_zero, penalties = set(), defaultdict[int, int](int)
        for one in self.measures:
            place = self._place(one, series, company)
            if place and one.kind == Kind.ZEROED:
                at_zero.add(place)
            elif place and one.kind == Kind.PENALTY:
                penalties[place] += one.points or 0
        return Orders(
            is_void=any(one.kind == Kind.VOID and _where(one) == where for one in self.measures),
            at_zero=frozenset(at_zero),
            penalties=penalties,
            corrections=tuple(one for line, one in self.corrections.get(where, ()) if line > since),
        )

    def excluded(self, company: Mapping[Where, Sequence[int]]) -> Iterator[int]:
        """Yield the start numbers of those who were excluded; ``company`` says who sat at each table."""
        for one in self.measures:
            if one.kind == Kind.EXPULSION and one.entrant:
                yield one.entrant.number
            elif one.kind == Kind.EXCLUSION and (where := _where(one)):
                yield from company.get(where, ())

    def _place(self, one: Measure, series: int, company: Sequence[int]) -> int | None:
        if one.entrant is None or one.series is None or one.series.number != series:
            return None
        return company.index(one.entrant.number) + 1 if one.entrant.number in company else None


def held_after(tournament: Tournament, lines: Iterable[JournalEntry]) -> Held:
    """Return what held after these lines, in two queries."""
    ordered, told = set[int](), dict[int, int]()
    for line in lines:
        if line.action == "measure.ordered":
            ordered.add(line.data["measure"])
        elif line.action == "measure.lifted":
            ordered.discard(line.data["measure"])
        elif isinstance(line.data.get("correction"), int):
            told.setdefault(line.data["correction"], line.number)
    measures = Measure.objects.filter(tournament=tournament).select_related(
        "series", "entrant", "game_list__table__series"
    )
    unsure = Correction.objects.filter(tournament=tournament, testified=False)
    corrections: dict[Where, list[tuple[int, Correction]]] = defaultdict(list)
    for one in unsure.select_related("replaced", "game_list__table__series").order_by("number"):
        if one.number in told:
            table = one.game_list.table
            corrections[table.series.number, table.number].append((told[one.number], one))
    return Held(measures=[one for one in measures if one.number in ordered], corrections=corrections)


def _where(one: Measure) -> Where | None:
    if one.game_list is None:
        return None
    return one.game_list.table.series.number, one.game_list.table.number
