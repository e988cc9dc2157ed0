"""Checking in by one field: whoever it means is present; of several, the list shows who they are (SkWO 4.1)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tables.accounts import access as accounts_access
from tables.desk.forms.check_in import CheckInForm
from tables.desk.listings import matching
from tables.desk.views import staying
from tables.people import selectors
from tables.people.services import registration
from tables.tournaments import access


@require_POST
def check_in(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Mark as present whoever a number, a start card or a name means; lead back to the same field."""
    tournament = access.directed_tournament(request, slug=slug)
    form = CheckInForm(request.POST)
    desk, stays = reverse("tables:desk", kwargs={"slug": slug}), staying.kept(request.POST.get("stays", ""))

    def led_on(**question: Any) -> HttpResponse:
        return redirect(f"{desk}?{urlencode({'checking': 1, **question, **stays}, doseq=True)}")

    if not form.is_valid():
        return led_on()
    typed, found = form.cleaned_data["who"], _meant(tournament, form)
    if not found:
        messages.error(request, _("Nobody registered fits “%(typed)s”.") % {"typed": typed[:60]})
        return led_on()
    if len(found) > 1:
        return led_on(q=typed)
    (entrant,) = found
    changed = registration.mark_entrants(
        tournament_id=tournament.pk,
        numbers=[entrant.number],
        present=True,
        by=accounts_access.signed_in(request),
        now=timezone.now(),
    )
    _say(request, entrant, changed=bool(changed))
    return led_on(checking=entrant.number)


def _meant(tournament: Any, form: CheckInForm) -> list[Any]:
    everybody = list(selectors.entrants(tournament))
    if form.number is not None or form.key:
        return [entrant for entrant in everybody if form.number == entrant.number or form.key == entrant.key]
    here = [entrant for entrant in everybody if not (entrant.withdrawn_at or entrant.excluded_at)]
    return matching(here, form.cleaned_data["who"])


def _say(request: HttpRequest, entrant: Any, *, changed: bool) -> None:
    who = {"number": entrant.number, "name": ", ".join(filter(None, (entrant.called, entrant.club)))}
    if changed:
        messages.success(request, _("No. %(number)s, %(name)s, is here.") % who)
    elif entrant.withdrawn_at:
        messages.error(request, _("No. %(number)s, %(name)s, has withdrawn.") % who)
    elif entrant.excluded_at:
        messages.error(request, _("No. %(number)s, %(name)s, is excluded.") % who)
    else:
        messages.info(request, _("No. %(number)s, %(name)s, was here already.") % who)
