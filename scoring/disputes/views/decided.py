"""What was decided in an event: found by words and clauses, and read (SkWO 7.3.2, 7.3.3)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.disputes.forms.rulings import SearchForm
from scoring.disputes.selectors import appeals, objections, rulings_by_key
from scoring.disputes.selectors import rulings as disputes_rulings
from scoring.disputes.selectors.history import history_of_ruling
from tables.journal.listings import journal_lines
from tables.tournaments import access


@require_safe
@never_cache
def decisions(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the decisions of an event, the newest first, or those in which all the words occur."""
    tournament = access.officiated_tournament(request, slug=slug)
    form = SearchForm(request.GET)
    words = form.words
    rulings = disputes_rulings.rulings_found(tournament, words)
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "form": form,
        "asked": bool(words.strip()),
        "rulings": sorted(rulings, key=lambda ruling: -ruling.number),
    }
    return render(request, "scoring/disputes/rulings/decisions.html", context)


@require_safe
@never_cache
def decision(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show a decision with what it did, how long appeals against it are in time, and those there are."""
    tournament = access.officiated_tournament(request, slug=slug)
    ruling = disputes_rulings.ruling_of(tournament, number)
    if ruling is None:
        raise Http404
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "ruling": ruling,
        "document": disputes_rulings.ruling_document(ruling),
        "case": objections.case_of(ruling.objection) if ruling.objection else None,
        "appeals": rulings_by_key.appeals_against(ruling),
        "deadline": appeals.deadlines_against([ruling], tournament, now=timezone.now())[number],
        "lines": journal_lines(history_of_ruling(ruling)),
    }
    return render(request, "scoring/disputes/rulings/decision.html", context)
