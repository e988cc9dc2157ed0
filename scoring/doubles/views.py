"""Two numbers of one person: which one it is, what becomes of it, and that taken back."""

from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.doubles.services import Joining, join_entrants, joining, part_entrants
from tables.accounts.access import acting
from tables.acts.forms import SeesRow, TakeBackForm, TextLine
from tables.acts.views import done, refusals_at, show
from tables.people import access, selectors
from tables.tournaments.views.frames import frame, typed

MOST_NUMBER = 999_999


class WhichForm(forms.Form):
    """The number that is the same person."""

    number = forms.IntegerField(label=_("Start number"), min_value=1, max_value=MOST_NUMBER)


class JoinForm(SeesRow):
    """That it is so, and how that is known."""

    beside: ClassVar = {"reason-missing": "because"}

    because = TextLine(
        label=_("Reason"),
        max_length=300,
        required=False,
        help_text=_("How you know it; it stands in the journal."),
    )

    def label_of(self, name: str) -> str:
        """Return what is looked at before."""
        labels = {
            "number": gettext("Start number"),
            "over": gettext("Seats that go over"),
            "freed": gettext("Seats given back"),
            "paid": gettext("Paid"),
        }
        return labels.get(name) or super().label_of(name)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def same_person(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Say that another number is the same person, after a look at what becomes of it; or take that back."""
    entrant = access.directed_entrant(request, slug=slug, number=number)
    if entrant.same_as:
        return _part(request, entrant)
    tournament = entrant.tournament
    which = WhichForm(request.GET if "number" in request.GET else None)
    plan: Joining | None = None
    form = JoinForm()
    if which.is_valid():
        with refusals_at(which):
            plan = joining(tournament, number=number, other=which.cleaned_data["number"])
            form = JoinForm(typed(request), seen=plan.seen)
    if plan and form.is_valid():
        with refusals_at(form):
            other = plan.gone.number
            facts = {"tournament_id": tournament.pk, "number": number, "other": other, **acting(request)}
            join_entrants(**facts, **form.cleaned_data)
            said = gettext("No. %(gone)s is merged into no. %(stays)s.") % {"gone": other, "stays": number}
            return done(request, said, "tables:entrant", slug=slug, number=number)
    groups = (group.numbers for group in selectors.namesakes(tournament) if number in group.numbers)
    context = frame(
        request,
        tournament,
        "entrants",
        entrant=entrant,
        which=which,
        form=form,
        plan=plan,
        namesakes=[other for other in next(groups, ()) if other != number],
    )
    return show(request, "scoring/doubles/join.html", context)


def _part(request: HttpRequest, entrant: Any) -> HttpResponse:
    tournament, number, stays = entrant.tournament, entrant.number, entrant.same_as.number
    form = TakeBackForm(typed(request))
    if form.is_valid():
        with refusals_at(form):
            part_entrants(tournament_id=tournament.pk, number=number, **form.cleaned_data, **acting(request))
            said = gettext("No. %(gone)s takes part for themselves again, without no. %(stays)s.") % {
                "gone": number,
                "stays": stays,
            }
            return done(request, said, "tables:entrant", tournament.slug, number)
    context = frame(request, tournament, "entrants", entrant=entrant, form=form)
    return show(request, "scoring/doubles/part.html", context)
