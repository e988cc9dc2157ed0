"""Taking an event back as long as nothing was played in it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.acts.wording.ways import with_ways
from tables.tournaments import access
from tables.tournaments.services.withdrawing import delete_event, reinstate_event, withdraw_event


@require_POST
def withdraw(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Withdraw an event, take that back, or delete what was withdrawn."""
    tournament, by = access.directed_tournament(request, slug=slug), accounts_access.signed_in(request)
    act = request.POST.get("act", "")
    try:
        if act == "delete":
            name = delete_event(tournament_id=tournament.pk, by=by)
            messages.success(request, _("%(name)s is deleted.") % {"name": name})
            return redirect("tables:home")
        if act == "reinstate":
            reinstate_event(tournament_id=tournament.pk, by=by, now=timezone.now())
            messages.success(request, _("The event takes place after all."))
        else:
            withdraw_event(tournament_id=tournament.pk, by=by, now=timezone.now())
            messages.success(request, _("The event is withdrawn. Only its officials see it."))
    except Refused as refused:
        messages.error(request, with_ways(refusals.refusal(refused), refused, slug))
    return redirect("tables:plan-edit", slug=slug)
