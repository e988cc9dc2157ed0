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
        for measure in self.measures:
            place = self._place(measure, series, company)
            if place and measure.kind == Kind.ZEROED:
                at_zero.add(place)
            elif place and measure.kind == Kind.PENALTY:
                penalties[place] += measure.points or 0
        return Orders(
            is_void=any(one.kind == Kind.VOID and _where(one) == where for one in self.measures),
            at_zero=frozenset(at_zero),
            penalties=penalties,
            corrections=tuple(correction for line, correction in self.corrections.get(where, ()) if line > since),
        )

    def excluded(self, company: Mapping[Where, Sequence[int]]) -> Iterator[int]:
        """Yield the start numbers of those who were excluded; ``company`` says who sat at each table."""
        for measure in self.measures:
            if measure.kind == Kind.EXPULSION and measure.entrant:
                yield measure.entrant.number
            elif measure.kind == Kind.EXCLUSION and (where := _where(measure)):
                yield from company.get(where, ())

    def _place(self, measure: Measure, series: int, company: Sequence[int]) -> int | None:
        if measure.entrant is None or measure.series is None or measure.series.number != series:
            return None
        return company.index(measure.entrant.number) + 1 if measure.entrant.number in company else None


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
    for correction in unsure.select_related("replaced", "game_list__table__series").order_by("number"):
        if correction.number in told:
            table = correction.game_list.table
            corrections[table.series.number, table.number].append((told[correction.number], correction))
    return Held(measures=[measure for measure in measures if measure.number in ordered], corrections=corrections)


def _where(measure: Measure) -> Where | None:
    if measure.game_list is None:
        return None
    return measure.game_list.table.series.number, measure.game_list.table.number
