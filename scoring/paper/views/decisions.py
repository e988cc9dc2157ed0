"""Decisions of judges and of the tribunal on paper (SkWO 7.3)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.disputes.selectors import appeals, undecided_appeals
from scoring.disputes.selectors import rulings as disputes_rulings
from scoring.paper.documents import rulings
from scoring.paper.views.responses import answer
from tables.tournaments import access


@require_safe
@never_cache
def paper(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Print a decision of a judge or of the tribunal."""
    tournament = access.officiated_tournament(request, slug=slug)
    ruling = disputes_rulings.ruling_of(tournament, number)
    if ruling is None:
        raise Http404
    return answer(request, rulings.rulings(tournament, [disputes_rulings.ruling_document(ruling)]))


@require_safe
@never_cache
def appeal_paper(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Print the decision about an appeal, or the form for it while it waits."""
    tournament = access.officiated_tournament(request, slug=slug)
    appeal = appeals.appeal_of(tournament, number)
    if appeal is None:
        raise Http404
    if appeal.decision:
        return redirect("scoring:ruling-pdf", slug=slug, number=appeal.decision.number)
    return answer(request, rulings.rulings(tournament, [], [undecided_appeals.appeal_document(appeal)]))
