"""A match: line-ups, seats, report, protests, and what captains and whoever leads the league do there."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.league import access
from scoring.league.listings.matches import report_rows, score_rows, seat_plan
from scoring.league.selectors.matches import match_view
from scoring.league.views.match_acts import Acts
from scoring.league.wording.league import case_sentences
from scoring.season import access as season_access
from scoring.season.views.frames import frame
from tables.acts.views.attempts import status_of
from tables.acts.views.private import private


@require_http_methods(["GET", "HEAD", "POST"])
@private
def match(request: HttpRequest, *, season: str, division: int, number: int) -> HttpResponse:
    """Show a match; do what its captains and whoever leads the league do in it."""
    found = season_access.shown_season(request, slug=season)
    if request.method == "POST":
        access.must_have_part(request, found)
    chosen = access.match_of(access.division_of(found, number=division), number=number)
    sides = list(chosen.sides.select_related("team"))
    leads = season_access.keeps(request, found)
    own = access.captained(request, [one.team for one in sides])
    view = match_view(chosen, found, now=timezone.now(), own=own)
    acts = Acts.on(request, view, leads=leads, own=own)
    if request.method == "POST":
        acts.must_be_allowed()
        if said := acts.done():
            messages.success(request, said)
            return redirect(request.path)
    context = frame(request, found, "league", match=chosen, division=chosen.division, view=view, acts=acts)
    context |= {
        "plan": seat_plan(view),
        "scores": score_rows(view),
        "case": case_sentences(view.case, sides) if view.case else [],
        "report_rows": report_rows(view, acts.whole["report"]) if "report" in acts.whole else [],
    }
    status = status_of(*acts.everything, refused=request.method == "POST")
    return render(request, "scoring/league/match.html", context, status=status)
