"""The journal of an event, a state of before, and whether a paper is the list that is kept here (SkWO 7.2.3)."""

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.history.selectors import as_of, problems
from scoring.history.selectors.problems import Standing
from scoring.lists.forms.fields import ClockForm
from scoring.lists.selectors import boards
from scoring.lists.selectors.history import history_of_list
from scoring.results.forms.rankings import MarkForm
from scoring.results.listings.standings import StandingsListing
from tables.acts.addresses import TABLE, TOURNAMENT
from tables.acts.views import asked_number
from tables.hall import access
from tables.journal import selectors
from tables.journal.listings import journal_lines, lines_for_players
from tables.journal.selectors import Head, Told, head_in
from tables.tournaments import access as tournaments_access
from tables.tournaments.views.frames import frame

FIRST_WORD: Final = re.compile(r"^\D+")
WHOLE_SECOND: Final = timedelta(microseconds=999_999)  # 19:42:10 means all that was done in that second


class MomentForm(ClockForm):
    """A moment to look back to. Clean, it is under ``cleaned_data["moment"]``."""

    time = forms.TimeField(
        label=_("Time"), widget=forms.TimeInput(format="%H:%M:%S", attrs={"type": "time", "step": "1"})
    )

    def clean(self) -> dict[str, Any]:
        """Find the end of the second that is meant."""
        data = super().clean()
        if "moment" in data:
            data["moment"] += WHOLE_SECOND
        return data


class HeadForm(forms.Form):
    """What is printed of the journal at the foot of a sheet or a result. Clean, ``head`` is a ``Head``."""

    head = forms.CharField(
        label=_("Printed fingerprint"),
        help_text=_("The line of the journal and twenty digits behind it, such as 412:3f9a-0c71-88de-12ab-45cd."),
        max_length=120,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "class": "fingerprint"}
        ),
    )

    def clean_head(self) -> Head:
        """Read it as a head, dashes and spaces or not."""
        printed = str(self.cleaned_data["head"])
        # Who types the word before it as well means the same.
        head = head_in(FIRST_WORD.sub("", printed))
        if head is None:
            raise forms.ValidationError(
                _("This cannot be it: a number, a colon and at least 16 of the digits 0–9 and a–f.")
            )
        return head


@require_safe
def of_list(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show what was done at a table in a series, the latest first; ``?deal=3`` what was done with a deal."""
    seen = access.seen_table(request, slug=slug, series=series, table=table)
    tournament, row, deal = seen.series.tournament, boards.list_of(seen), asked_number(request, "deal")
    offices = tournaments_access.offices(request, tournament)
    form = _moment_form(request)
    if form.is_valid():
        line = selectors.line_at(tournament, form.cleaned_data["moment"])
        return redirect("scoring:list-then", slug=slug, series=series, table=table, line=line)

    def read(before: int | None) -> list[Any]:
        entries = history_of_list(row, before=before, deal=deal)
        return _lines(entries, offices, tournament)

    readable: Told[list[Any]] = selectors.told(tournament, read, nothing=[])
    context = {
        "tournament": tournament,
        "series": seen.series,
        "table": seen,
        "offices": offices,
        "deal": deal,
        "told": readable,
        "lines": readable.found[::-1],
        "form": form,
    }
    return render(request, "scoring/history/list.html", context, status=_status(form))


@require_safe
def list_then(request: HttpRequest, *, slug: str, series: int, table: int, line: int) -> HttpResponse:
    """Show a list as it was after a line of the journal; ``?copy=second`` its second list."""
    seen = access.seen_table(request, slug=slug, series=series, table=table)
    tournament, row = seen.series.tournament, boards.list_of(seen)
    offices = tournaments_access.offices(request, tournament)
    form = _moment_form(request)
    if form.is_valid():
        number = selectors.line_at(tournament, form.cleaned_data["moment"])
        return redirect("scoring:list-then", slug=slug, series=series, table=table, line=number)
    last = _last_line(tournament, line)
    copy = "second" if request.GET.get("copy") == "second" else "first"

    def read(before: int | None) -> tuple[Any, Any, list[Any]]:
        _must_be_sound(line, before)
        lines = _lines(history_of_list(row, before=before), offices, tournament)
        return as_of.sheet_after(row, line, copy=copy), selectors.line_of(tournament, line), lines

    readable: Told[tuple[Any, Any, list[Any]]] = selectors.told(tournament, read, nothing=(None, None, []))
    sheet, then, lines = readable.found
    # A number that somebody made a text of is that of no line.
    lines = [value for value in lines if isinstance(value.number, int)]
    context = {
        "tournament": tournament,
        "series": seen.series,
        "table": seen,
        "offices": offices,
        "told": readable,
        "sheet": sheet,
        "copy": copy,
        "line": line,
        "last": last,
        "at": then.at if then else None,
        "has_second": sheet is not None and row.second_deals.exists(),
        "act": next((value for value in reversed(lines) if value.number <= line), None),
        "before": next((value for value in reversed(lines) if value.number < line), None),
        "after": next((value for value in lines if value.number > line), None),
        "form": form if form.is_bound or then is None else MomentForm(now=timezone.now(), shown=then.at),
    }
    return render(request, "scoring/history/list_then.html", context, status=_status(form))


def ranking_then(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    """Show the ranking as it was after ``?line=412`` of the journal; ``&series=2`` that of a series."""
    offices, wanted = tournaments_access.offices(request, tournament), asked_number(request, "series")
    only = None if wanted is None else tournaments_access.series_of(tournament, number=wanted)
    form = _moment_form(request)
    if form.is_valid():
        asked = {"line": selectors.line_at(tournament, form.cleaned_data["moment"])}
        asked |= {} if wanted is None else {"series": wanted}
        return redirect(f"{request.path}?{urlencode(asked)}#then")
    line = asked_number(request, "line")
    if line is None:
        return {"moment": form}
    last = _last_line(tournament, line)

    def read(before: int | None) -> tuple[Any, Any]:
        _must_be_sound(line, before)
        return as_of.standings_after(tournament, line, only=only), selectors.line_of(tournament, line)

    readable = selectors.told(tournament, read, nothing=(None, None))
    ranking, then = readable.found
    listing = None
    if ranking is not None and ranking.series:
        listing = StandingsListing(
            ranking,
            per_series=only is None and (len(ranking.series) > 1 or ranking.has_brought),
            sort=MarkForm(request.GET).found("sort"),
            kept={"line": line, "series": wanted},
        )
    return {
        "told": readable,
        "ranking": ranking,
        "listing": listing,
        "only": only,
        "line": line,
        "last": last,
        "at": then.at if then else None,
        "act": next(iter(journal_lines([then] if then else [], reader=offices.reader)), None),
        "is_for_others": then is not None,
        "moment": form if form.is_bound or then is None else MomentForm(now=timezone.now(), shown=then.at),
    }


@require_safe
def head(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Tell anybody whether what is printed of the journal on their paper is still part of it."""
    tournament = tournaments_access.public_tournament(request, slug=slug)
    form = HeadForm(request.GET if "head" in request.GET else None)
    typed = form.cleaned_data["head"] if form.is_valid() else None
    context = frame(
        request,
        tournament,
        form=form,
        typed=typed,
        standing=selectors.standing_now(typed, tournament) if typed else None,
        outdated_at=selectors.taken_back_after(tournament, typed.number) if typed else None,
        now=timezone.now(),
    )
    return render(request, "scoring/history/head.html", context, status=_status(form))


def _lines(entries: Iterable[Any], offices: tournaments_access.Offices, tournament: Any) -> list[Any]:
    if offices.any:
        return journal_lines(entries, reader=offices.reader)
    return lines_for_players(entries, tournament=tournament)


def _moment_form(request: HttpRequest) -> MomentForm:
    return MomentForm(request.GET if "day" in request.GET or "time" in request.GET else None, now=timezone.now())


def _status(form: MomentForm | HeadForm) -> int:
    return 422 if form.errors else 200


def _last_line(tournament: Any, line: int) -> int:
    last = selectors.last_line(tournament)
    if line > last:
        raise Http404
    return last


def _must_be_sound(line: int, before: int | None) -> None:
    if before is not None and line >= before:
        raise ValueError(line)


HASH: Final = re.compile("[0-9a-f]{64}")
SPACES: Final = re.compile(r"[\s-]+")


@require_safe
@never_cache
def verify(request: HttpRequest, *, hash: str) -> HttpResponse:  # noqa: A002  (it is one)
    """Tell whether a hash is that of a signed list, and what the list says."""
    typed = SPACES.sub("", hash).lower()
    verdict = problems.verdict(typed if HASH.fullmatch(typed) else "")
    sheet = verdict.sheet
    tournament = sheet.row.table.series.tournament if sheet else None
    is_hidden = tournament is not None and not tournaments_access.is_shown(request, tournament)
    context = {
        "standing": verdict.standing,
        "hash": typed[:64],
        "signed_at": sheet.row.signed_at if sheet else None,
        "is_hidden": is_hidden,
        "sheet": None if is_hidden else sheet,
        "series": sheet.row.table.series if sheet else None,
        "tournament": None if is_hidden else tournament,
    }
    status = 404 if verdict.standing is Standing.UNKNOWN else 200
    return render(request, "scoring/history/verify/verify.html", context, status=status)


urlpatterns = [
    path("verify/<str:hash>/", verify, name="verify"),
    path(f"{TABLE}history/", of_list, name="list-history"),
    path(f"{TABLE}history/<int:line>/", list_then, name="list-then"),
    path(f"{TOURNAMENT}head/", head, name="journal-head"),
]
