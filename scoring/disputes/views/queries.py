"""Posting results, and the mistakes that are reported in them (SkWO 7.4.3)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.disputes.forms.queries import PostForm, QueryForm, WithdrawPostingForm
from scoring.disputes.selectors import queries as disputes_queries
from scoring.disputes.services.queries import post_result, raise_query, shorten_window, withdraw_posting
from scoring.lists.services.lists import KeyReused
from tables.accounts import access as accounts_access
from tables.acts.services import Refused
from tables.acts.wording import refusals
from tables.acts.wording.moments import moment
from tables.acts.wording.ways import with_ways
from tables.tournaments import access

REFUSALS = (KeyReused, Refused)

FIELD_OF = {"no-such-entrant": "entrant", "query-text-missing": "text", "series-unknown": "series"}
"""Beside which field a refusal is said."""


@require_safe
def queries(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show which results are posted and until when they may be queried, and every query, the open ones first."""
    tournament = access.officiated_tournament(request, slug=slug)
    return render(request, "scoring/disputes/queries/queries.html", _listed(request, tournament))


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Take down at the desk what an entrant finds wrong in a result."""
    tournament = access.officiated_tournament(request, slug=slug)
    windows = disputes_queries.windows(tournament, now=timezone.now())
    results = [window.series for window in windows]
    form = QueryForm(
        request.POST if request.method == "POST" else None,
        results=results,
        initial={"series": _asked_for(request), "entrant": request.GET.get("entrant", "")[:6]},
    )
    if form.is_bound and form.is_valid():
        try:
            raised = raise_query(
                tournament_id=tournament.pk,
                series=form.cleaned_data["series"],
                entrant=form.cleaned_data["entrant"],
                text=form.cleaned_data["text"],
                entry_key=form.cleaned_data["entry_key"],
                by=accounts_access.signed_in(request),
                now=timezone.now(),
            )
        except REFUSALS as refused:
            form.add_error(FIELD_OF.get(getattr(refused, "code", "")), refusals.refusal(refused))
        else:
            late = _("Query no. %(number)s is logged. It came after the time for it and is marked late.")
            in_time = _("Query no. %(number)s is logged, in time.")
            messages.success(request, (late if raised.late else in_time) % {"number": raised.number})
            return redirect("scoring:query", slug=slug, number=raised.number)
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "form": form,
        "windows": windows,
    }
    return render(request, "scoring/disputes/queries/new.html", context, status=422 if form.errors else 200)


@require_POST
def post(request: HttpRequest, *, slug: str) -> HttpResponse:
    """State that a result is posted: from now on mistakes in it may be reported."""
    tournament = access.directed_tournament(request, slug=slug)
    form = PostForm(request.POST)
    if not form.is_valid():
        refused = _("Choose one of the series of this tournament.")
        return _refused(request, tournament, refused)
    number, by = form.cleaned_data["series"], accounts_access.signed_in(request)
    try:
        posted = post_result(tournament_id=tournament.pk, series=number, by=by, now=timezone.now())
    except Refused as refusal:
        return _refused(request, tournament, with_ways(refusals.refusal(refusal), refusal, slug))
    closes = disputes_queries.closes_of(posted)
    what = _("The final result") if number is None else _("The result of series %(number)s") % {"number": number}
    said = _("%(result)s is posted. Mistakes in it can be reported until %(at)s.")
    messages.success(request, said % {"result": what, "at": moment(closes)})
    return _back(form, slug=slug)


@require_POST
def withdraw(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Take a posting back, or shorten the time it gives, while nobody has queried it."""
    tournament = access.directed_tournament(request, slug=slug)
    form = WithdrawPostingForm(request.POST)
    if not form.is_valid():
        said = form.errors.get("minutes") or [_("Choose one of the series of this tournament.")]
        return _refused(request, tournament, str(said[0]), withdrawing=_typed(request))
    act = {
        "tournament_id": tournament.pk,
        "because": form.cleaned_data["because"],
        "by": accounts_access.signed_in(request),
        "now": timezone.now(),
    }
    try:
        if form.cleaned_data["action"] == "shorten":
            shorten_window(minutes=form.cleaned_data["minutes"], **act)
            messages.success(request, _("The time for queries is shortened."))
        else:
            withdraw_posting(series=form.cleaned_data["series"], **act)
            messages.success(request, _("The posting is withdrawn. Nobody waits for it any more."))
    except Refused as refusal:
        return _refused(
            request, tournament, with_ways(refusals.refusal(refusal), refusal, slug), withdrawing=_typed(request)
        )
    return _back(form, slug=slug)


def _back(form: PostForm, *, slug: str) -> HttpResponse:
    """Return to the page that a result was posted from."""
    match form.cleaned_data["back"], form.cleaned_data["series"]:
        case "board", int(number):
            return redirect("scoring:board", slug=slug, series=number)
        case ("office" | "end") as page, _number:
            return redirect(f"scoring:{page}", slug=slug)
        case _other:
            return redirect("scoring:queries", slug=slug)


def _typed(request: HttpRequest) -> dict[str, str]:
    """Return what was typed to take a posting back, and of which series."""
    return {name: request.POST.get(name, "")[:300] for name in ("series", "because", "minutes")}


def _refused(
    request: HttpRequest, tournament: Any, sentence: str, *, withdrawing: dict[str, str] | None = None
) -> HttpResponse:
    context = _listed(request, tournament) | {"refused": sentence, "withdrawing": withdrawing}
    return render(request, "scoring/disputes/queries/queries.html", context, status=422)


def _listed(request: HttpRequest, tournament: Any) -> dict[str, object]:
    found = list(disputes_queries.queries_of(tournament))
    return {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "windows": disputes_queries.windows(tournament, now=timezone.now()),
        "open": [query for query in found if not query.verdict],
        "answered": [query for query in found if query.verdict],
    }


def _asked_for(request: HttpRequest) -> str:
    """Return the result that an address asks for, if it looks like one."""
    return request.GET.get("series", "")[:6]
