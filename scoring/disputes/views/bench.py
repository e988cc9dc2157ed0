"""The inbox of disputes: what waits first, what is settled, posted results, clauses, many at once (SkWO 7.3, 7.4.3)."""

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeVar

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.disputes.forms.appeals import PostForm, QueryForm
from scoring.disputes.forms.clauses import ClauseSearchForm, PickedForm
from scoring.disputes.listings import objections
from scoring.disputes.selectors import appeals as disputes_appeals
from scoring.disputes.selectors import bench as disputes_bench
from scoring.disputes.selectors import queries
from scoring.disputes.selectors.bench import of_tables
from scoring.disputes.selectors.rulings import cases
from scoring.disputes.services.appeals import clear
from scoring.disputes.services.queries import post_result, raise_query, shorten_window, withdraw_posting
from scoring.lists.selectors import sitting
from scoring.lists.wording import refusals
from tables.accounts.access import acting, signed_in
from tables.acts.forms import EntryKey, TextLine, offer
from tables.acts.views import cleaned, done, refusals_at, said_by, show
from tables.acts.wording.moments import moment
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

if TYPE_CHECKING:
    from scoring.disputes.models import Appeal, Objection, TribunalMember


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Take down at the desk what an entrant finds wrong in a result."""
    tournament = access.officiated_tournament(request, slug=slug)
    windows = queries.windows(tournament, now=timezone.now())
    results = [window.series for window in windows]
    form = QueryForm(
        typed(request),
        results=results,
        initial={"series": request.GET.get("series", "")[:6], "entrant": request.GET.get("entrant", "")[:6]},
    )
    if form.is_valid():
        with refusals_at(form):
            raised = raise_query(tournament_id=tournament.pk, **form.cleaned_data, **acting(request))
            late = gettext("Query no. %(number)s is logged. It came after the time for it and is marked late.")
            in_time = gettext("Query no. %(number)s is logged, in time.")
            message = (late if raised.late else in_time) % {"number": raised.number}
            return done(request, message, "scoring:query", slug=slug, number=raised.number)
    return show(request, "scoring/disputes/queries/new.html", frame(request, tournament, form=form, windows=windows))


@require_POST
def post(request: HttpRequest, *, slug: str) -> HttpResponse:
    """State that a result is posted: from now on mistakes in it may be reported.

    While nobody has, the posting may be taken back, or the time it gives be shortened.
    """
    tournament = access.directed_tournament(request, slug=slug)
    form = PostForm(request.POST)
    if form.is_valid():
        with refusals_at(form):
            return done(request, _posted(tournament, form, **acting(request)), _back(form, slug=slug))
    typed = {name: request.POST.get(name, "")[:300] for name in ("series", "because", "minutes")}
    withdrawing = typed if "because" in request.POST else None
    return inbox(request, tournament, refused=said_by(form, slug=slug), withdrawing=withdrawing)


def _posted(tournament: Any, form: PostForm, **acts: Any) -> str:
    """Do what is wanted with a posting; return the success message."""
    data, number = form.cleaned_data, form.cleaned_data["series"]
    match data["action"]:
        case "shorten":
            shorten_window(tournament_id=tournament.pk, **cleaned(form, "minutes", "because"), **acts)
            return gettext("The time for queries is shortened.")
        case "withdraw":
            withdraw_posting(tournament_id=tournament.pk, **cleaned(form, "series", "because"), **acts)
            return gettext("The posting is withdrawn. Nobody waits for it any more.")
    closes = queries.closes_of(post_result(tournament_id=tournament.pk, series=number, **acts))
    what = (
        gettext("The final result")
        if number is None
        else gettext("The result of series %(number)s") % {"number": number}
    )
    message = gettext("%(result)s is posted. Mistakes in it can be reported until %(at)s.")
    return message % {"result": what, "at": moment(closes)}


def _back(form: PostForm, *, slug: str) -> str:
    """Return the address of the page that a result was posted from."""
    match form.cleaned_data["back"], form.cleaned_data["series"]:
        case "board", int(number):
            return reverse("scoring:board", args=[slug, number])
        case "office", _number:
            return reverse("scoring:office", args=[slug])
        case _other:
            return reverse("scoring:bench", args=[slug])


MOST: Final = 12
"""Clauses shown beside a form; more words find fewer."""


@require_safe
@vary_on_headers("HX-Request", "Cookie", "Accept-Language")
def search(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the clauses in which all the words occur; beside a form those to add, or its field with one added."""
    tournament = access.officiated_tournament(request, slug=slug)
    form = ClauseSearchForm(request.GET)
    form.is_valid()
    context = frame(request, tournament, form=form)
    if "HX-Request" not in request.headers:
        found = refusals.clauses_found(form.words, edition=form.numbers)
        return render(request, "scoring/disputes/rulings/clauses.html", context | {"found": found})
    if "add" in request.GET or "drop" in request.GET:
        changed = PickedForm(
            into=form.into,
            typed=request.GET.get(form.into, ""),
            add=form.cleaned_data.get("add", ""),
            drop=form.cleaned_data.get("drop", ""),
        )
        return render(request, "scoring/disputes/rulings/_picked.html", context | {"field": changed.picked})
    found = refusals.clauses_found(form.words, edition=form.numbers) if form.words.strip() else ()
    context |= {"found": found[:MOST], "more": len(found) - MOST, "asked": bool(form.words.strip())}
    return render(request, "scoring/disputes/rulings/_found.html", context)


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
    series = forms.IntegerField(
        label=pgettext_lazy("one of them", "Series"), required=False, widget=forms.NumberInput(attrs={"class": "short"})
    )
    q = TextLine(label=_("Number, name, words or a clause"), max_length=200, required=False)

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
    mine = sitting.entrants_of(tournament, signed_in(request))

    def is_listed(kind: str, row: Any) -> bool:
        return listed is None or any((one.kind, one.row) == (kind, row) for one in listed)

    raised = [one for one in disputes_bench.seated_objections(tournament) if is_listed("objection", one[0])]
    filed = [appeal for appeal in disputes_appeals.open_appeals(tournament) if is_listed("appeal", appeal)]
    asked = [query for query in queries.open_queries(tournament) if is_listed("query", query)]
    clocks = disputes_appeals.deadlines_beside(filed, tournament, now=now)
    panels = disputes_bench.panels_of(tournament)
    context = frame(
        request,
        tournament,
        count=len(raised) + len(filed) + len(asked),
        objections=[objections.raised(objection, seats=seats, now=now, mine=mine) for objection, seats in raised],
        appeals=[(appeal, clocks[appeal.number], panels.get(appeal.number)) for appeal in filed],
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
    because = TextLine(
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
    objections = list(queries.open_objections(tournament))
    appeals = list(disputes_appeals.open_appeals(tournament))
    offices = access.offices(request, tournament)
    # Who decides an appeal is for the direction to say.
    members = list(disputes_bench.tribunal_of(tournament)) if offices.director and appeals else []
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
