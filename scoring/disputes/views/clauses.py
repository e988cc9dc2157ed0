"""The rule text, searched for the clauses of a decision (ISkO 4.5.10, SkWO 7.3.2)."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.disputes.forms.clauses import ClauseSearchForm, PickedForm
from scoring.lists.wording import refusals
from tables.tournaments import access
from tables.tournaments.views.frames import frame

MOST: Final = 12
"""Clauses shown beside a form; more words find fewer."""


@require_safe
@vary_on_headers("HX-Request", "Cookie", "Accept-Language")
def search(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the clauses in which all the words occur; beside a form those to add, or its field with one added."""
    tournament = access.officiated_tournament(request, slug=slug)
    form = ClauseSearchForm(request.GET)
    form.is_valid()
    context = frame(request, tournament, form=form)
    if "HX-Request" not in request.headers:
        found = refusals.clauses_found(form.words, edition=form.numbers)
        return render(request, "scoring/disputes/rulings/clauses.html", context | {"found": found})
    if "add" in request.GET or "drop" in request.GET:
        changed = PickedForm(
            into=form.into,
            typed=request.GET.get(form.into, ""),
            add=form.cleaned_data.get("add", ""),
            drop=form.cleaned_data.get("drop", ""),
        )
        return render(request, "scoring/disputes/rulings/_picked.html", context | {"field": changed.picked})
    found = refusals.clauses_found(form.words, edition=form.numbers) if form.words.strip() else ()
    context |= {"found": found[:MOST], "more": len(found) - MOST, "asked": bool(form.words.strip())}
    return render(request, "scoring/disputes/rulings/_found.html", context)
