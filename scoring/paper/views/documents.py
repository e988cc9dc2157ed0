"""Paper from its own address: score sheets, seats, rankings, cards, certificates, as PDF or as a page to print."""

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.disputes.views.parameters import choice, number
from scoring.lists.selectors import boards
from scoring.lists.selectors import sheets as lists_sheets
from scoring.paper.documents.catalogue import KINDS, compose
from scoring.paper.documents.certificates import CERTIFICATES
from scoring.paper.documents.kind import Kind, Reader
from scoring.paper.documents.print_order import Order, Paper, Wanted
from scoring.paper.documents.sheets import SHEETS
from scoring.paper.documents.task import NothingToPrint, Task
from scoring.paper.pictures import album
from scoring.paper.sheets import score_sheets
from scoring.paper.sheets.look import Leaf
from scoring.paper.typesetting.document import Document
from scoring.paper.views.responses import answer, answer_everybody, links_of
from scoring.results.views.states import last_line_for
from tables.hall import access
from tables.tournaments import access as tournaments_access
from tables.tournaments.selectors.classes import classes_of

MOST_AT_ONCE: Final = 60
"""Sheets or certificates that are made while the browser waits; more are made by the print desk, beside the hall."""

FIRST: Final = 3
"""Places that get a certificate if nobody says otherwise."""

MOST_NUMBERS: Final = 9999

OPENED_BY: Final = {
    Reader.EVERYBODY: tournaments_access.public_tournament,
    Reader.OFFICIALS: tournaments_access.officiated_tournament,
    Reader.DIRECTION: tournaments_access.directed_tournament,
    Reader.TREASURY: tournaments_access.treasured_tournament,
}


@require_safe
def document(request: HttpRequest, *, slug: str, kind: str, series: int | None = None) -> HttpResponse:
    """Print a document of a kind; what the address may ask for is in ``_wanted``."""
    declared = KINDS["rankings" if kind == "ranking" and request.GET.get("ranking") else kind]
    tournament = OPENED_BY[declared.reader](request, slug=slug)
    wanted = _wanted(request, slug, declared, series)
    if wanted.of and wanted.of not in {player_class.code for player_class in classes_of(tournament)}:
        raise Http404
    is_public, given = declared.reader is Reader.EVERYBODY, None
    if wanted.series is not None:
        given = tournaments_access.series_of(tournament, number=wanted.series)
        if is_public and given.published_at is None:
            raise Http404
        if declared is SHEETS and boards.lists_of(given).count() > MOST_AT_ONCE:
            return _at_the_desk(slug, kind=kind, series=given.number)
    last = last_line_for(request, slug) if is_public else None
    now = last.at if last else timezone.now()
    task = Task(tournament=tournament, wanted=wanted, links=links_of(request), now=now, given=given)
    try:
        if is_public:
            response = answer_everybody(request, slug, f"{wanted} {task.links}", lambda: compose(task))
            patch_cache_control(response, private=True, no_cache=True)
            return response
        response = _answer_direction(request, slug, declared, compose(task))
    except NothingToPrint:
        if is_public:
            raise Http404 from None
        messages.warning(request, str(declared.not_yet))
        place = {"slug": slug} if series is None else {"slug": slug, "series": series}
        response = redirect("scoring:office" if series is None else "scoring:board", **place)
    add_never_cache_headers(response)
    return response


def _answer_direction(request: HttpRequest, slug: str, kind: Kind, made: Document) -> HttpResponse:
    if kind is CERTIFICATES and len(made.under) > MOST_AT_ONCE:
        return _at_the_desk(slug, kind=kind.name, places="")
    return answer(request, made)


def _at_the_desk(slug: str, **asked: str | int) -> HttpResponse:
    return redirect(f"{reverse('scoring:print-desk', kwargs={'slug': slug})}?{urlencode(asked)}")


def _wanted(request: HttpRequest, slug: str, kind: Kind, series: int | None) -> Wanted:
    """Return what the address asks for.

    ``?series=2``, ``&class=ladies``, ``&ranking=1``: which places. ``&places=10`` or ``all``, ``&paper=portrait``: of
    certificates. ``&by=name``, ``&for=wall``: of the list of entrants. ``&first=101&last=120``, ``&sheet=4``,
    ``&ahead``: which cards, how many on a sheet of paper, and whether they tell seats not published yet.
    ``&leaf=a5`` or ``two``, ``&signs``: of score sheets.
    """
    first, last = number(request, "first"), number(request, "last")
    is_some = first is not None or last is not None
    pictures = album.latest_of(slug) if kind is CERTIFICATES else {}
    return Wanted(
        kind=kind.name,
        language=get_language() or "",
        series=number(request, "series") if series is None else series,
        tables=tuple(range(first or 1, min(last or MOST_NUMBERS, MOST_NUMBERS) + 1)) if is_some else (),
        leaf=choice(request, "leaf", Leaf) or Leaf.A4,
        has_signs="signs" in request.GET,
        a_sheet=number(request, "sheet"),
        order=choice(request, "by", Order) or Order.NUMBER,
        has_boxes=request.GET.get("for") != "wall",
        of=request.GET.get("class"),
        paper=choice(request, "paper", Paper) or Paper.LANDSCAPE,
        places=None if request.GET.get("places") == "all" else number(request, "places") or FIRST,
        ranking=number(request, "ranking"),
        ahead="ahead" in request.GET,
        logo=pictures.get("logo"),
        background=pictures.get("background"),
    )


@require_safe
@never_cache
def sheet(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Print a table's score sheet, blank or with what is entered so far."""
    seen = access.seen_table(request, slug=slug, series=series, table=table)
    found = lists_sheets.sheet(boards.list_of(seen))
    directs, links = tournaments_access.offices(request, seen.series.tournament).director, links_of(request)
    made = score_sheets.score_sheet(
        found,
        now=timezone.now(),
        link=links.to_list if directs else None,
        verification=links.to_verification,
    )
    return answer(request, made)
