"""Ending many objections and appeals in one act, with the list before it (SkWO 7.3)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.disputes.forms.clearing import ClearForm
from scoring.disputes.selectors import appeals as disputes_appeals
from scoring.disputes.selectors import tribunal
from scoring.disputes.selectors.bench import of_tables
from scoring.disputes.selectors.objections import open_objections
from scoring.disputes.services.clearing import clear
from scoring.disputes.services.tribunal import BiasedInSome
from scoring.disputes.views.parameters import number as asked_number
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.views.attempts import refuse, status_of
from tables.acts.wording import refusals
from tables.tournaments import access


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def many(request: HttpRequest, *, slug: str) -> HttpResponse:
    """List what is open of objections and appeals, by tables, and end whatever is ticked for one reason.

    ``?table=`` ticks all that came from tables of that number.
    """
    tournament = access.officiated_tournament(request, slug=slug)
    objections = list(open_objections(tournament))
    appeals = list(disputes_appeals.open_appeals(tournament))
    is_post = request.method == "POST"
    offices = access.offices(request, tournament)
    # Who decides an appeal is for the direction to say.
    members = list(tribunal.tribunal_of(tournament)) if offices.director and appeals else []
    form = ClearForm(request.POST if is_post else None, objections=objections, appeals=appeals, members=members)
    if form.is_valid():
        try:
            ended = clear(
                tournament_id=tournament.pk,
                objections=form.cleaned_data["objection"],
                appeals=form.cleaned_data["appeal"],
                panel=form.cleaned_data["members"],
                because=form.cleaned_data["because"],
                entry_key=form.cleaned_data["entry_key"],
                by=accounts_access.signed_in(request),
                now=timezone.now(),
            )
        except (BiasedInSome, Refused) as refused:
            refuse(form, refused, refusals.refusal(refused))
        else:
            messages.success(request, ngettext("%(count)s is ended.", "%(count)s are ended.", ended) % {"count": ended})
            return redirect("scoring:bench", slug=slug)
    table = asked_number(request, "table")
    context = {
        "tournament": tournament,
        "offices": offices,
        "form": form,
        "wanted": table or "",
        "groups": (
            ("objection", of_tables(objections, table, request.POST.getlist("objection"))),
            ("appeal", of_tables(appeals, table, request.POST.getlist("appeal"))),
        ),
    }
    return render(request, "scoring/disputes/bench/clear.html", context, status=status_of(form))
