"""Events in templates: where they stand, what waits in the office, who may enter, where a table stands."""

from dataclasses import dataclass

from django import template
from django.template import Context

from scoring.office.selectors.waiting import Waiting, series_with_waiting, waiting_in
from tables.acts.wording import refusals
from tables.hall.views import post_for
from tables.hall.wording import where_it_stands
from tables.tournaments import access, wording
from tables.tournaments.models import Series, Tournament

register = template.Library()

register.filter("early_end", wording.early_end)
register.inclusion_tag("tables/hall/_mail.html", name="mail_button")(post_for)
register.filter("where_it_stands", where_it_stands)
register.filter("who_may_enter", wording.who_may_enter)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSeries:
    """The series of an event, as the head of its office needs them."""

    all: list[Series]
    numbers: list[int]
    at_hand: Series | None  # the first series that is not closed, else the last; None without any
    waiting: Waiting


@register.simple_tag
def series_of(tournament: Tournament) -> PlannedSeries:
    """Return the series of an event and what waits in it, in one query."""
    planned = series_with_waiting(tournament)
    unclosed = (series for series in planned if series.status != Series.Status.CLOSED)
    at_hand = next(unclosed, planned[-1] if planned else None)
    numbers = [series.number for series in planned]
    return PlannedSeries(all=planned, numbers=numbers, at_hand=at_hand, waiting=waiting_in(planned))


@register.simple_tag(takes_context=True)
def offices_here(context: Context, tournament: Tournament) -> access.Offices:
    """Return the offices of whoever looks at a page that everybody may see; nobody's where nobody is signed in."""
    if isinstance(offices := context.get("offices"), access.Offices):
        return offices
    return access.offices(context["request"], tournament) if "request" in context else access.Offices()


@register.simple_tag(takes_context=True)
def ways_out(context: Context, form: object) -> list[tuple[str, str]]:
    """Return address and name of what a form was refused for; to officials alone, whose pages these are."""
    refused, tournament = getattr(form, "refused", None), context.get("tournament")
    if refused is None or not isinstance(tournament, Tournament) or not offices_here(context, tournament).any:
        return []
    return list(refusals.ways_out(refused, tournament.slug))
