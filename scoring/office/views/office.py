"""The direction's start page, and the end of the event (SkWO 4, ISkO 4.5.10)."""

import secrets
from decimal import Decimal

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.money.selectors import accounts
from scoring.office.forms.office import EndForm
from scoring.office.selectors import day as office_day
from scoring.office.selectors.day import Day, Step
from scoring.office.services import release_final_ranking, release_unopposed, state_end
from scoring.results.listings.standings_cells import PODIUM
from scoring.results.selectors import standings
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.acts.wording.moments import moment
from tables.acts.wording.ways import with_ways
from tables.tournaments import access

RELEASES = {"release": release_final_ranking, "unopposed": release_unopposed}
"""The ways to the final ranking: when the time for appeals is over, or when the hall was asked and nobody objects."""


@require_safe
@vary_on_headers("HX-Request")
def office(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what is next, how far everything is, and the way to every page of the direction."""
    tournament = access.officiated_tournament(request, slug=slug)
    day = office_day.day(tournament, now=timezone.now())
    offices = access.offices(request, tournament)
    context = {
        "tournament": tournament,
        "offices": offices,
        "day": day,
        "phases": _phases(day, directs=offices.director),
        "fees_due": _fees_due(day),
    }
    template = "_office" if "HX-Request" in request.headers else "office"
    return render(request, f"scoring/office/{template}.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, *, slug: str) -> HttpResponse:
    """State the end of the event; release the final ranking when nothing stands against it."""
    form: EndForm | None = None
    refused: str = ""
    if request.method == "POST":
        directed = access.directed_tournament(request, slug=slug)
        form = None if request.POST.get("action") in RELEASES else EndForm(request.POST, now=timezone.now())
        if form is None or form.is_valid():
            try:
                messages.success(request, _act(request, directed.pk, form))
            except Refused as refusal:
                refused = with_ways(refusals.refusal(refusal), refusal, slug)
            else:
                return redirect("scoring:end", slug=slug)
    tournament = access.officiated_tournament(request, slug=slug)
    now = timezone.now()
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "day": office_day.day(tournament, now=now),
        "form": form or EndForm(now=now),
        "refused": refused,
        "podium": [line for line in standings.standings(tournament).lines if line.rank <= PODIUM]
        if tournament.released_at
        else [],
    }
    return render(request, "scoring/office/end.html", context, status=422 if refused or form else 200)


def _act(request: HttpRequest, tournament_id: int, form: EndForm | None) -> str:
    """State the end of the event, or without a form release its ranking; return what was done.

    :raises Refused: whatever the services refuse.
    """
    by, now = accounts_access.signed_in(request), timezone.now()
    if form is None:
        RELEASES[request.POST["action"]](tournament_id=tournament_id, by=by, now=now, lot_seed=secrets.token_hex(8))
        return _("The final ranking is released. It is final.")
    stated = state_end(tournament_id=tournament_id, ended_at=form.cleaned_data["moment"], by=by, now=now)
    return _("The end of the event is stated: %(at)s.") % {"at": moment(stated.ended_at)}


def _fees_due(day: Day) -> Decimal:
    owed = accounts.open_with_entrants(day.tournament)
    if owed is None:
        return day.tournament.entry_fee * (day.counts.entrants - day.counts.paid)
    return Decimal(owed).scaleb(-2)


def _phases(day: Day, *, directs: bool) -> list[dict[str, object]]:
    """Return the phases of the tournament for the steps at the head of the page."""
    slug = day.tournament.slug
    at = day.series.index(day.current) if day.current else len(day.series)
    gathers = day.step in {Step.PLAN, Step.GATHER} and at == 0
    ends = day.current is None and bool(day.series)
    places = [
        (_("Entrants"), "current" if gathers else "done", reverse("tables:desk", args=[slug]) if directs else ""),
        *(
            (
                _("Series %(number)s") % {"number": line.series.number},
                "done" if number < at else "current" if number == at and not gathers else "todo",
                reverse("scoring:board", args=[slug, line.series.number]),
            )
            for number, line in enumerate(day.series)
        ),
        (
            _("End of the event"),
            "done" if day.tournament.ended_at else "current" if ends else "todo",
            reverse("scoring:end", args=[slug]),
        ),
        (
            _("Final ranking"),
            "done" if day.step == Step.DONE else "current" if ends and day.tournament.ended_at else "todo",
            reverse("scoring:standings", args=[slug]),
        ),
    ]
    return [{"label": label, "state": state, "url": url} for label, state, url in places]
