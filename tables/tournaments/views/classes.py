"""The classes of an event: all of them with a new one, and one of them."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.accounts.views.acting import perform
from tables.acts.views.attempts import status_of
from tables.tournaments import access
from tables.tournaments.forms.classes import FIELD_OF, ChangedClassForm, ClassRemovalForm, NewClassForm
from tables.tournaments.selectors import classes as selectors
from tables.tournaments.services import classes as services
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def classes(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the classes of an event; add one."""
    tournament = access.directed_tournament(request, slug=slug)
    form = NewClassForm(typed(request), initial={"position": selectors.next_position(tournament)})
    if form.is_valid():
        made = perform(request, form, services.add_class, "stated", tournament_id=tournament.pk, beside=FIELD_OF)
        if made:
            messages.success(request, _("The class “%(name)s” is there now.") % {"name": made.called})
            ranking = f"{reverse('scoring:ranking-new', kwargs={'slug': slug})}?{urlencode({'kind': made.code})}"
            return redirect(ranking if form.cleaned_data["is_ranked"] else request.path)
    rows = selectors.in_office(tournament)
    context = frame(request, tournament, "plan", form=form, rows=rows, is_released=tournament.released_at is not None)
    return render(request, "tables/tournaments/classes/classes.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def player_class(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Change a class, or remove it."""
    tournament = access.directed_tournament(request, slug=slug)
    row = next((one for one in selectors.classes_of(tournament) if one.number == number), None)
    if row is None:
        raise Http404
    act, seen = request.POST.get("act", ""), services.as_stated(row)
    form = ChangedClassForm(request.POST if act == "state" else None, seen=seen)
    removal = ClassRemovalForm(request.POST if act == "remove" else None, seen=seen, auto_id="removal_%s")
    facts: dict[str, Any] = {"tournament_id": tournament.pk, "number": number}
    said = ""
    if form.is_valid():
        if perform(request, form, services.change_class, "stated", "seen", beside=FIELD_OF, **facts):
            said = _("The class is saved.")
    elif removal.is_valid() and perform(request, removal, services.remove_class, "seen", **facts):
        said = _("The class “%(name)s” is removed.") % {"name": row.called}
    if said:
        messages.success(request, said)
        return redirect("tables:classes", slug=slug)
    context = frame(request, tournament, "plan", form=form, removal=removal, row=row)
    status = status_of(form, removal, refused=request.method == "POST")
    return render(request, "tables/tournaments/classes/class.html", context, status=status)
