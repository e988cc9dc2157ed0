"""By which rules the lists of an event are kept: said by the direction, before the first deal."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.lists.forms.house_rules import HouseRulesForm
from scoring.lists.services.house_rules import choose_rules
from tables.accounts.views.acting import perform
from tables.acts.views.attempts import status_of
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def house_rules(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Choose by which rules the lists of each series are kept."""
    tournament = access.directed_tournament(request, slug=slug)
    series = list(tournament.series.order_by("number"))
    form = HouseRulesForm(typed(request), tournament=tournament, series=series)
    data = ("by_the_book", "rules", "stake", "seen")
    if form.is_valid() and perform(request, form, choose_rules, *data, tournament_id=tournament.pk) is not None:
        messages.success(request, _("Saved. Lists that are opened from now on say by which rules they are kept."))
        return redirect("scoring:list-rules", slug=slug)
    context = frame(request, tournament, "plan", form=form)
    return render(request, "scoring/lists/house_rules.html", context, status=status_of(form))
