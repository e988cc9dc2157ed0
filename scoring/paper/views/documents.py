"""Paper: score sheets, seat plans and rankings as PDF or as a page to print."""

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from scoring.disputes.views.asked import choice, number, site_of
from scoring.lists.listings import cards
from scoring.lists.selectors import boards
from scoring.lists.selectors import sheets as lists_sheets
from scoring.paper.documents import rankings, seat_plans, team_rankings
from scoring.paper.documents.composing import Links
from scoring.paper.sheets import score_sheets
from scoring.paper.typesetting import document as paper_document
from scoring.paper.views.handed_out import answer, answer_everybody
from scoring.results.selectors import classes
from scoring.results.selectors import shown as results_shown
from scoring.results.selectors import standings as results_standings
from scoring.results.selectors.rankings import rankings_of, shown_ranking
from tables.draw.selectors import seats as draw_seats
from tables.hall import access
from tables.tournaments import access as tournaments_access

MOST_AT_ONCE: Final = 60
"""Sheets that are made while the browser waits; more are made by the print desk, beside the hall."""


@require_safe
@never_cache
def sheet(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Print a table's score sheet, blank or with what is entered so far."""
    seen = access.seen_table(request, slug=slug, series=series, table=table)
    found = lists_sheets.sheet(boards.list_of(seen))
    directs, links = tournaments_access.offices(request, seen.series.tournament).director, _links(request)
    document = score_sheets.score_sheet(
        found,
        now=timezone.now(),
        link=links.to_list if directs else None,
        verification=links.to_verification,
    )
    return answer(request, document)


@require_safe
@never_cache
def sheets(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Print the score sheets of all tables of a series; the print desk does so where they are many."""
    directed = tournaments_access.directed_series(request, slug=slug, number=series)
    if directed.published_at is None:
        messages.warning(request, _("Publish the seats of the series first: then its sheets can be printed."))
        return redirect("scoring:board", slug=slug, series=series)
    if boards.lists_of(directed).count() > MOST_AT_ONCE:
        desk = reverse("scoring:print-desk", kwargs={"slug": slug})
        return redirect(f"{desk}?{urlencode({'kind': 'sheets', 'series': str(series)})}")
    links = _links(request)
    document = score_sheets.score_sheets(
        directed,
        lists_sheets.sheets(directed),
        now=timezone.now(),
        link=links.to_list,
        verification=links.to_verification,
    )
    return answer(request, document)


@require_safe
@cache_control(private=True, no_cache=True)
def seats(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Print the seats of a series, by table and by name."""
    shown = tournaments_access.public_series(request, slug=slug, number=series)
    return answer_everybody(
        request, slug, f"seats-{series}", lambda: seat_plans.seat_plan(shown, draw_seats.seating_of(shown))
    )


@require_safe
@cache_control(private=True, no_cache=True)
def standings(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Print the ranking over all series so far, with ``?series=2`` of one, or one switched on with ``?ranking=1``.

    ``?class=ladies`` leaves a class alone.
    """
    tournament = tournaments_access.public_tournament(request, slug=slug)
    wanted = request.GET.get("series", "")
    only = next((one for one in results_shown.shown_series(tournament) if str(one.number) == wanted), None)
    if wanted and only is None:
        raise Http404
    of = choice(request, "class", classes.Class)
    _version, as_of = results_shown.latest_act(slug) or ("", timezone.now())
    if (beside := number(request, "ranking")) is not None:
        found = next((one for one in rankings_of(tournament) if one.number == beside), None)
        if found is None:
            raise Http404
        shown = shown_ranking(found)
        return answer_everybody(
            request, slug, f"ranking-no-{beside}", lambda: team_rankings.team_ranking(shown, as_of=as_of)
        )

    def make() -> paper_document.Document:
        ranking = results_standings.standings(tournament, only=only)
        if of:
            ranking = classes.of_class(ranking, of)
        return rankings.ranking(tournament, ranking, only=only, as_of=as_of, of=of)

    return answer_everybody(request, slug, f"ranking-{wanted}-{of or ''}", make)


def _links(request: HttpRequest) -> Links:
    """Return the addresses that stand on paper; none where no phone would get anywhere by them."""
    site = site_of(request)
    return Links(site="" if cards.reaches_only_this_machine(site) else site)
