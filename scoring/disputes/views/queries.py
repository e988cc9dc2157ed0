"""Posting results, and the mistakes that are reported in them (SkWO 7.4.3)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.disputes.forms.queries import PostForm, QueryForm, WithdrawPostingForm
from scoring.disputes.selectors import queries as disputes_queries
from scoring.disputes.services.queries import post_result, raise_query, shorten_window, withdraw_posting
from scoring.disputes.views.bench import inbox
from tables.accounts.access import acting
from tables.acts.views import done, refusals_at, said_by, show
from tables.acts.wording.moments import moment
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Take down at the desk what an entrant finds wrong in a result."""
    tournament = access.officiated_tournament(request, slug=slug)
    windows = disputes_queries.windows(tournament, now=timezone.now())
    results = [window.series for window in windows]
    form = QueryForm(
        typed(request),
        results=results,
        initial={"series": _asked_for(request), "entrant": request.GET.get("entrant", "")[:6]},
    )
    if form.is_valid():
        with refusals_at(form):
            raised = raise_query(tournament_id=tournament.pk, **form.cleaned_data, **acting(request))
            late = _("Query no. %(number)s is logged. It came after the time for it and is marked late.")
            in_time = _("Query no. %(number)s is logged, in time.")
            message = (late if raised.late else in_time) % {"number": raised.number}
            return done(request, message, "scoring:query", slug=slug, number=raised.number)
    return show(request, "scoring/disputes/queries/new.html", frame(request, tournament, form=form, windows=windows))


@require_POST
def post(request: HttpRequest, *, slug: str) -> HttpResponse:
    """State that a result is posted: from now on mistakes in it may be reported."""
    tournament = access.directed_tournament(request, slug=slug)
    form = PostForm(request.POST)
    if not form.is_valid():
        return _refused(request, tournament, _("Choose one of the series of this tournament."))
    number = form.cleaned_data["series"]
    with refusals_at(form):
        posted = post_result(tournament_id=tournament.pk, series=number, **acting(request))
        closes = disputes_queries.closes_of(posted)
        what = _("The final result") if number is None else _("The result of series %(number)s") % {"number": number}
        message = _("%(result)s is posted. Mistakes in it can be reported until %(at)s.")
        return done(request, message % {"result": what, "at": moment(closes)}, _back(form, slug=slug))
    return _refused(request, tournament, said_by(form, slug=slug))


@require_POST
def withdraw(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Take a posting back, or shorten the time it gives, while nobody has queried it."""
    tournament = access.directed_tournament(request, slug=slug)
    form = WithdrawPostingForm(request.POST)
    if not form.is_valid():
        said = form.errors.get("minutes") or [_("Choose one of the series of this tournament.")]
        return _refused(request, tournament, str(said[0]), withdrawing=_typed(request))
    act = {"tournament_id": tournament.pk, "because": form.cleaned_data["because"], **acting(request)}
    with refusals_at(form):
        if form.cleaned_data["action"] == "shorten":
            shorten_window(minutes=form.cleaned_data["minutes"], **act)
            return done(request, _("The time for queries is shortened."), _back(form, slug=slug))
        withdraw_posting(series=form.cleaned_data["series"], **act)
        return done(request, _("The posting is withdrawn. Nobody waits for it any more."), _back(form, slug=slug))
    return _refused(request, tournament, said_by(form, slug=slug), withdrawing=_typed(request))


def _back(form: PostForm, *, slug: str) -> str:
    """Return the address of the page that a result was posted from."""
    match form.cleaned_data["back"], form.cleaned_data["series"]:
        case "board", int(number):
            return reverse("scoring:board", args=[slug, number])
        case "office", _number:
            return reverse("scoring:office", args=[slug])
        case _other:
            return reverse("scoring:bench", args=[slug])


def _typed(request: HttpRequest) -> dict[str, str]:
    """Return what was typed to take a posting back, and of which series."""
    return {name: request.POST.get(name, "")[:300] for name in ("series", "because", "minutes")}


def _refused(
    request: HttpRequest, tournament: Any, sentence: str, *, withdrawing: dict[str, str] | None = None
) -> HttpResponse:
    return inbox(request, tournament, refused=sentence, withdrawing=withdrawing)


def _asked_for(request: HttpRequest) -> str:
    """Return the result that an address asks for, if it looks like one."""
    return request.GET.get("series", "")[:6]
