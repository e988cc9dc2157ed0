"""What was done, and lists and rankings as they were: read from the journal (SkWO 7.2)."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.disputes.views.parameters import number as asked_number
from scoring.history.forms import HeadForm, MomentForm
from scoring.history.selectors import as_of, ranking_as_of
from scoring.lists.selectors import boards
from scoring.lists.selectors.history import history_of_entrant, history_of_list
from scoring.results.forms.marking import MarkForm
from scoring.results.listings.standings import StandingsListing
from tables.hall import access
from tables.journal.listings import journal_lines, lines_for_players
from tables.journal.selectors import reading, soundness
from tables.journal.selectors.soundness import Told
from tables.people import access as people_access
from tables.tournaments import access as tournaments_access

LINES_A_PAGE = 100


@require_safe
@never_cache
def of_list(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show what was done at a table in a series, the latest first; ``?deal=3`` what was done with a deal."""
    seen = access.seen_table(request, slug=slug, series=series, table=table)
    tournament, row, deal = seen.series.tournament, boards.list_of(seen), asked_number(request, "deal")
    offices = tournaments_access.offices(request, tournament)
    form = _moment_form(request)
    if form.is_valid():
        line = reading.line_at(tournament, form.cleaned_data["moment"])
        return redirect("scoring:list-then", slug=slug, series=series, table=table, line=line)

    def read(before: int | None) -> list[Any]:
        entries = history_of_list(row, before=before, deal=deal, for_players=not offices.any)
        return journal_lines(entries) if offices.any else lines_for_players(entries, tournament=tournament)

    told: Told[list[Any]] = soundness.told(tournament, read, nothing=[])
    context = {
        "tournament": tournament,
        "series": seen.series,
        "table": seen,
        "offices": offices,
        "deal": deal,
        "told": told,
        "lines": told.found[::-1],
        "form": form,
    }
    return render(request, "scoring/history/list.html", context, status=_status(form))


@require_safe
@never_cache
def list_then(request: HttpRequest, *, slug: str, series: int, table: int, line: int) -> HttpResponse:
    """Show a list as it was after a line of the journal; ``?copy=second`` its second list."""
    seen = access.seen_table(request, slug=slug, series=series, table=table)
    tournament, row = seen.series.tournament, boards.list_of(seen)
    offices = tournaments_access.offices(request, tournament)
    form = _moment_form(request)
    if form.is_valid():
        there = reading.line_at(tournament, form.cleaned_data["moment"])
        return redirect("scoring:list-then", slug=slug, series=series, table=table, line=there)
    last = _last_line(tournament, line)
    copy = "second" if request.GET.get("copy") == "second" else "first"

    def read(before: int | None) -> tuple[Any, Any, list[Any]]:
        _must_be_sound(line, before)
        acts = history_of_list(row, before=before, for_players=not offices.any)
        lines = journal_lines(acts) if offices.any else lines_for_players(acts, tournament=tournament)
        return as_of.sheet_after(row, line, copy=copy), reading.line_of(tournament, line), lines

    told: Told[tuple[Any, Any, list[Any]]] = soundness.told(tournament, read, nothing=(None, None, []))
    sheet, then, lines = told.found
    # A number that somebody made a text of is that of no line.
    lines = [one for one in lines if isinstance(one.number, int)]
    context = {
        "tournament": tournament,
        "series": seen.series,
        "table": seen,
        "offices": offices,
        "told": told,
        "sheet": sheet,
        "copy": copy,
        "line": line,
        "last": last,
        "at": then.at if then else None,
        "has_second": sheet is not None and row.second_deals.exists(),
        "act": next((one for one in reversed(lines) if one.number <= line), None),
        "before": next((one for one in reversed(lines) if one.number < line), None),
        "after": next((one for one in lines if one.number > line), None),
        "form": form if form.is_bound or then is None else MomentForm(now=timezone.now(), shown=then.at),
    }
    return render(request, "scoring/history/list_then.html", context, status=_status(form))


@require_safe
@never_cache
def of_entrant(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show the direction what was done with an entrant and at their tables, the latest first."""
    tournament = tournaments_access.directed_tournament(request, slug=slug)
    entrant = people_access.entrant_of(tournament, number=number)

    def read(before: int | None) -> list[Any]:
        if before is not None:
            raise ValueError(before)
        return history_of_entrant(entrant)

    told: Told[list[Any]] = soundness.told(tournament, read, nothing=[])
    page = Paginator(told.found[::-1], LINES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "tournament": tournament,
        "offices": tournaments_access.offices(request, tournament),
        "here": "entrants",
        "entrant": entrant,
        "told": told,
        "page": page,
        "lines": journal_lines(page.object_list),
    }
    return render(request, "scoring/history/entrant.html", context)


@require_safe
@never_cache
def standings_then(request: HttpRequest, *, slug: str, line: int) -> HttpResponse:
    """Show the ranking as it was after a line of the journal; ``?series=2`` that of a series."""
    tournament = tournaments_access.officiated_tournament(request, slug=slug)
    wanted = asked_number(request, "series")
    only = None if wanted is None else tournaments_access.series_of(tournament, number=wanted)
    form = _moment_form(request)
    if form.is_valid():
        there = reading.line_at(tournament, form.cleaned_data["moment"])
        return _to_standings(slug, there, wanted)
    last = _last_line(tournament, line)

    def read(before: int | None) -> tuple[Any, Any]:
        _must_be_sound(line, before)
        return ranking_as_of.standings_after(tournament, line, only=only), reading.line_of(tournament, line)

    told = soundness.told(tournament, read, nothing=(None, None))
    ranking, then = told.found
    listing = None
    if ranking is not None and ranking.series:
        listing = StandingsListing(
            ranking,
            per_series=only is None and len(ranking.series) > 1,
            sort=MarkForm(request.GET).found("sort"),
            kept={"series": wanted},
        )
    context = {
        "tournament": tournament,
        "offices": tournaments_access.offices(request, tournament),
        "here": "standings",
        "told": told,
        "ranking": ranking,
        "listing": listing,
        "only": only,
        "line": line,
        "last": last,
        "at": then.at if then else None,
        "act": next(iter(journal_lines([then])), None) if then else None,
        "form": form if form.is_bound or then is None else MomentForm(now=timezone.now(), shown=then.at),
    }
    return render(request, "scoring/history/standings_then.html", context, status=_status(form))


@require_safe
@never_cache
def head(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Tell anybody whether what is printed of the journal on their paper is still part of it."""
    tournament = tournaments_access.public_tournament(request, slug=slug)
    form = HeadForm(request.GET if "head" in request.GET else None)
    typed = form.cleaned_data["head"] if form.is_valid() else None
    context = {
        "tournament": tournament,
        "offices": tournaments_access.offices(request, tournament),
        "form": form,
        "typed": typed,
        "standing": soundness.standing_now(typed, tournament) if typed else None,
        "now": timezone.now(),
    }
    return render(request, "scoring/history/head.html", context, status=_status(form))


def _moment_form(request: HttpRequest) -> MomentForm:
    """Return the form that asks for a moment; it is bound where the address names one."""
    return MomentForm(request.GET if "day" in request.GET or "time" in request.GET else None, now=timezone.now())


def _status(form: MomentForm | HeadForm) -> int:
    return 422 if form.errors else 200


def _last_line(tournament: Any, line: int) -> int:
    """Return the number of the last line of a journal.

    :raises Http404: if a line is asked for that is not written yet.
    """
    last = reading.last_line(tournament)
    if line > last:
        raise Http404
    return last


def _must_be_sound(line: int, before: int | None) -> None:
    """Refuse to tell of a line that cannot be relied on, where bent lines could not be read.

    :raises ValueError: if it stands behind the first of them.
    """
    if before is not None and line >= before:
        raise ValueError(line)


def _to_standings(slug: str, line: int, series: int | None) -> HttpResponseRedirect:
    there = reverse("scoring:standings-then", kwargs={"slug": slug, "line": line})
    return HttpResponseRedirect(there if series is None else f"{there}?{urlencode({'series': series})}")
