"""The player's own choice how others see their name, from the page that their start card opens."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.acts.views.attempts import attempt, status_of
from tables.acts.views.private import private
from tables.people import access
from tables.people.forms.naming import BESIDE_NAMES, OwnNameForm
from tables.people.services.naming import choose_name
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
@private
def name(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Let a player say how others see their name."""
    entrant = access.own_entrant(request, slug=slug, number=number)
    form = OwnNameForm(typed(request), tournament=entrant.tournament, entrant=entrant)
    if form.is_valid():
        changed = attempt(
            form,
            lambda: choose_name(
                entrant_id=entrant.pk,
                choice=form.cleaned_data["choice"],
                seen=form.cleaned_data["seen"],
                by=None,
                now=timezone.now(),
            ),
            beside=BESIDE_NAMES,
        )
        if changed:
            messages.success(request, _("Others see you as %(name)s from now on.") % {"name": changed.public_name})
            return redirect("scoring:my-seat", slug=slug, number=number)
    context = frame(request, entrant.tournament, "my-seat", entrant=entrant, form=form)
    return render(request, "scoring/public/own/name.html", context, status=status_of(form))
