"""Before a draw: what stands in its way, and what a director may want to know (SkWO 7.1)."""

from collections.abc import Iterable, Sequence

from django.utils.translation import ngettext

from tables.acts.services.refusals import Refused
from tables.acts.wording.refusals import refusal
from tables.acts.wording.ways import with_ways
from tables.draw.wording.seats import tables_for
from tables.people.models import Entrant
from tables.people.selectors import Namesakes
from tables.tournaments.models import Series


def obstacles(series: Series, everything: Iterable[Series], *, present: int) -> list[str]:
    """Return why a planned series cannot be given seats now; nothing, if it can."""
    refused = []
    if series.status != Series.Status.PLANNED:
        refused.append(Refused("already-drawn", series=series.number))
    if series.tournament.ended_at:
        refused.append(Refused("event-ended"))
    before = [one for one in everything if one.number < series.number and one.status != Series.Status.CLOSED]
    if before and not series.tournament.is_spread:
        refused.append(Refused("previous-series-open", series=series.number, open=before[0].number))
    _tables, too_few = tables_for(present)
    return [*(with_ways(refusal(one), one, series.tournament.slug) for one in refused), *filter(None, [too_few])]


def hints(entrants: Iterable[Entrant], namesakes: Sequence[Namesakes]) -> list[str]:
    """Return what a director may want to look at before the draw, though nothing forbids it."""
    everybody = [entrant for entrant in entrants if not entrant.withdrawn_at]
    takes_money = any(entrant.paid or entrant.tournament.entry_fee for entrant in everybody)
    excluded = sum(entrant.excluded_at is not None for entrant in everybody)
    absent = sum(not entrant.present and entrant.excluded_at is None for entrant in everybody)
    unpaid = sum(takes_money and not entrant.paid and entrant.excluded_at is None for entrant in everybody)
    twice = sum(not group.are_told_apart for group in namesakes)
    nameless = sum(entrant.present and not entrant.name for entrant in everybody)
    found = []
    if absent:
        said = ngettext(
            "%(count)s entrant is absent and gets no seat.", "%(count)s entrants are absent and get no seat.", absent
        )
        found.append(said % {"count": absent})
    if unpaid:
        found.append(ngettext("%(count)s has not paid.", "%(count)s have not paid.", unpaid) % {"count": unpaid})
    if excluded:
        said = ngettext(
            "%(count)s entrant is excluded and gets no seat.",
            "%(count)s entrants are excluded and get no seat.",
            excluded,
        )
        found.append(said % {"count": excluded})
    if twice:
        said = ngettext("%(count)s name is registered twice.", "%(count)s names are registered twice.", twice)
        found.append(said % {"count": twice})
    if nameless:
        said = ngettext(
            "%(count)s entrant present has no name yet.", "%(count)s entrants present have no name yet.", nameless
        )
        found.append(said % {"count": nameless})
    return found


def drawable_after(series: Series, everything: Iterable[Series]) -> int:
    """Return how many series after a planned one can be drawn by lot together with it."""
    if series.status != Series.Status.PLANNED or series.seating == Series.Seating.BY_STANDING:
        return 0
    count = 0
    for one in everything:
        if one.number <= series.number:
            continue
        if one.status != Series.Status.PLANNED or one.seating != Series.Seating.DRAWN:
            break
        count += 1
    return count
