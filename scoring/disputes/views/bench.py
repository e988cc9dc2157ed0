"""The bench: everything that is disputed in one place, what waits first, and clearing much at once (SkWO 7.3.2)."""

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.disputes.listings import objections
from scoring.disputes.selectors import appeals as disputes_appeals
from scoring.disputes.selectors import bench as disputes_bench
from scoring.disputes.selectors import queries, tribunal
from scoring.disputes.selectors.bench import of_tables
from scoring.disputes.selectors.queries import open_objections
from scoring.disputes.selectors.rulings import cases
from scoring.disputes.services.clearing import clear
from scoring.lists.selectors import sitting
from tables.accounts.access import acting, signed_in
from tables.acts.forms import EntryKey, Line, offer
from tables.acts.views import done, refusals_at, show
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

if TYPE_CHECKING:
    from scoring.disputes.models import Appeal, Objection, TribunalMember


KINDS = {
    "objection": _("Objection"),
    "decision": _("Decision"),
    "appeal": _("Appeal"),
    "query": _("Query"),
    "measure": _("Measure"),
    "correction": _("Correction"),
}
"""The kinds of cases, by the names of their pages."""

SEEN = "X-Seen"
"""The header by which a bench already open says which state of the event it shows."""


class InboxForm(forms.Form):
    """Which cases are listed; nothing of it is ever refused."""

    state = forms.ChoiceField(label=_("State"), choices=[("open", _("open")), ("all", _("all"))], required=False)
    kind = forms.ChoiceField(label=_("Kind"), choices=[("", _("all")), *KINDS.items()], required=False)
    series = forms.IntegerField(label=pgettext_lazy("one of them", "Series"), required=False)
    q = Line(label=_("Number, name, words or a clause"), max_length=200, required=False)

    def __init__(self, data: QueryDict) -> None:
        # Who looks for something wants to see what is settled too, unless they say otherwise.
        is_asked = any(data.get(name) for name in ("kind", "series", "q"))
        super().__init__({"state": "all" if is_asked else "open", **data.dict()})
        self.fields["q"].widget.attrs.update(type="search", autocomplete="off")

    @property
    def wanted(self) -> dict[str, Any]:
        """What is looked for, as far as it makes sense; nothing where all is."""
        self.is_valid()
        asked = {name: self.cleaned_data.get(name) for name in ("kind", "series", "q")}
        return {name: value for name, value in asked.items() if value}

    @property
    def shows_all(self) -> bool:
        """Whether what is settled is shown too."""
        self.is_valid()
        return self.cleaned_data.get("state") == "all"


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def bench(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the cases of an event, those that wait first, or those looked for; the page asks again by itself."""
    return inbox(request, access.officiated_tournament(request, slug=slug))


def inbox(request: HttpRequest, tournament: Any, **refused: Any) -> HttpResponse:
    """Show the cases of an event; with ``refused`` why the result of a series was not posted or that not taken back."""
    now = timezone.now()
    seen = disputes_appeals.bench_version(tournament, now=now)
    if request.headers.get(SEEN) == seen:
        return HttpResponse(status=204)
    form = InboxForm(request.GET)
    listed = cases(tournament, **form.wanted) if form.wanted or form.shows_all else None
    waiting = disputes_bench.bench(tournament, now=now)
    mine = sitting.entrants_of(tournament, signed_in(request))

    def is_listed(kind: str, row: Any) -> bool:
        return listed is None or any((one.kind, one.row) == (kind, row) for one in listed)

    open_objections = [one for one in waiting.objections if is_listed("objection", one.objection)]
    open_appeals = [one for one in waiting.appeals if is_listed("appeal", one.appeal)]
    asked = [query for query in queries.open_queries(tournament) if is_listed("query", query)]
    context = frame(
        request,
        tournament,
        count=len(open_objections) + len(open_appeals) + len(asked),
        objections=[objections.raised(one.objection, seats=one.seats, now=now, mine=mine) for one in open_objections],
        appeals=objections.waiting(open_appeals, panels=tribunal.panels_of(tournament), now=now),
        queries=asked,
        seen=seen,
        now=now,
    )
    if "HX-Request" in request.headers:
        return render(request, "scoring/disputes/bench/_waiting.html", context)
    context |= {
        "form": form,
        "settled": [one for one in listed or () if one.at] if form.shows_all else None,
        "series": disputes_appeals.series_to_object_in(tournament),
        "deadlines": disputes_appeals.deadlines(tournament, now=now),
        "windows": queries.windows(tournament, now=now),
        **refused,
    }
    return render(request, "scoring/disputes/bench/bench.html", context, status=422 if refused else 200)


E = TypeVar("E", bound=StrEnum)

MOST_DIGITS = 6


def number(request: HttpRequest, name: str) -> int | None:
    """Return a number of the address, or None if it is left out.

    :raises Http404: if it is no number.
    """
    typed = request.GET.get(name, "")
    if not typed:
        return None
    if not (typed.isascii() and typed.isdigit() and len(typed) <= MOST_DIGITS):
        raise Http404
    return int(typed)


def choice(request: HttpRequest, name: str, choices: type[E]) -> E | None:
    """Return what the address chooses, or None if it is left out.

    :raises Http404: if there is no such choice.
    """
    typed = request.GET.get(name, "")
    try:
        return choices(typed) if typed else None
    except ValueError:
        raise Http404 from None


GONE = _("Somebody else has changed this in the meantime. Please look at it again.")


class ClearForm(forms.Form):
    """Which are ended, and why."""

    entry_key = EntryKey()
    objection = forms.TypedMultipleChoiceField(coerce=int, required=False, error_messages={"invalid_choice": GONE})
    appeal = forms.TypedMultipleChoiceField(coerce=int, required=False, error_messages={"invalid_choice": GONE})
    members = forms.TypedMultipleChoiceField(
        label=_("Decided by"),
        help_text=_("They decide all appeals ticked above that have no panel yet."),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": GONE},
    )
    because = Line(
        label=_("Reason"),
        max_length=300,
        error_messages={"required": _("Please give the reason; it is kept in the journal.")},
    )

    def __init__(
        self,
        *args: Any,
        objections: Iterable["Objection"],
        appeals: Iterable["Appeal"],
        members: Iterable["TribunalMember"],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["members"], [(member.number, member.name) for member in members])
        offer(self.fields["objection"], [(objection.number, str(objection.number)) for objection in objections])
        offer(self.fields["appeal"], [(appeal.number, str(appeal.number)) for appeal in appeals])


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def many(request: HttpRequest, *, slug: str) -> HttpResponse:
    """List what is open of objections and appeals, by tables, and end whatever is ticked for one reason.

    ``?table=`` ticks all that came from tables of that number.
    """
    tournament = access.officiated_tournament(request, slug=slug)
    objections = list(open_objections(tournament))
    appeals = list(disputes_appeals.open_appeals(tournament))
    offices = access.offices(request, tournament)
    # Who decides an appeal is for the direction to say.
    members = list(tribunal.tribunal_of(tournament)) if offices.director and appeals else []
    form = ClearForm(typed(request), objections=objections, appeals=appeals, members=members)
    if form.is_valid():
        with refusals_at(form):
            ended = clear(
                tournament_id=tournament.pk,
                objections=form.cleaned_data["objection"],
                appeals=form.cleaned_data["appeal"],
                panel=form.cleaned_data["members"],
                because=form.cleaned_data["because"],
                entry_key=form.cleaned_data["entry_key"],
                **acting(request),
            )
            message = ngettext("%(count)s is ended.", "%(count)s are ended.", ended) % {"count": ended}
            return done(request, message, "scoring:bench", slug=slug)
    table = number(request, "table")
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
    return show(request, "scoring/disputes/bench/clear.html", context)
