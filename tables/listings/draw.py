"""Before a draw and after it: what stands in its way, and what it could not avoid (SkWO 7.1)."""

from collections.abc import Iterable

from django.utils.translation import ngettext

from tables import seating
from tables.listings.desk import tables_for
from tables.listings.seats import Seating
from tables.models import Entrant, Series
from tables.seating.field import field_of, tally_of
from tables.seating.model import History
from tables.seating.report import report_on
from tables.services.refusals import Refused
from tables.wording import refusal, weak_spots, who


def obstacles(series: Series, everything: Iterable[Series], *, present: int) -> list[str]:
    """Return why a planned series cannot be drawn now; nothing, if it can."""
    found = []
    if series.tournament.ended_at:
        found.append(refusal(Refused("event-ended")))
    before = [one for one in everything if one.number < series.number and one.status != Series.Status.CLOSED]
    if before:
        found.append(refusal(Refused("previous-series-open", series=series.number, open=before[0].number)))
    _tables, too_few = tables_for(present)
    return [*found, *filter(None, [too_few])]


def hints(entrants: Iterable[Entrant]) -> list[str]:
    """Return what a director may want to look at before the draw, though nothing forbids it."""
    everybody = [entrant for entrant in entrants if not entrant.withdrawn_at]
    absent = sum(not entrant.present for entrant in everybody)
    nameless = sum(entrant.present and not entrant.name for entrant in everybody)
    found = []
    if absent:
        said = ngettext(
            "%(count)s entrant is absent and gets no seat.", "%(count)s entrants are absent and get no seat.", absent
        )
        found.append(said % {"count": absent})
    if nameless:
        said = ngettext(
            "%(count)s entrant present has no name yet.", "%(count)s entrants present have no name yet.", nameless
        )
        found.append(said % {"count": nameless})
    return found


def weak_spots_of(plan: Seating, history: History) -> list[str]:
    """Return what the seats of a series fall short of, as they are now, swaps included."""
    entrants = {seat.entrant.number: seat.entrant for _table, seats in plan for seat in seats}
    if not entrants:
        return []
    field = field_of(
        seating.Entrant(
            number=number,
            club=entrant.club or None,
            apart=frozenset({entrant.team}) if entrant.team else frozenset(),
        )
        for number, entrant in entrants.items()
    )
    at = {number: index for index, number in enumerate(field.numbers)}
    tables = [[at[seat.entrant.number] for seat in seats] for _table, seats in plan]
    report = report_on(field, tally_of(field, history), [tables])
    return weak_spots(report, lambda number: who(number, entrants[number].name))
