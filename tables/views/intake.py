"""Lists of entrants: pasted or from a file."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tables import access, selectors
from tables.forms.columns import CellsForm, ColumnsForm
from tables.forms.intake import FileForm, ListForm, Prepared, prepared
from tables.intake import Intake, as_text
from tables.listings.preview import preview
from tables.services import registration
from tables.views.attempts import attempt
from tables.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def paste(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Take a list of entrants as text: first its preview, then, on a second word, the entrants."""
    tournament = access.directed_tournament(request, slug=slug)
    form = ListForm(typed(request))
    takes = request.POST.get("act") == "take"
    if form.is_valid() and (read := form.read(*(["good"] if takes else ["good", "bad"]))):
        found, lines = read
        if takes and not found.bad:
            return _take(request, tournament, form, found)
        return _preview(request, tournament, form.cleaned_data, prepared(found, lines=lines), warn=takes)
    context = frame(request, tournament, "entrants", form=form)
    return render(request, "tables/intake/paste.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def file(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Take a list of entrants as a workbook or a table in text, and go on with its preview."""
    tournament = access.directed_tournament(request, slug=slug)
    form = FileForm(typed(request), request.FILES or None)
    if form.is_valid():
        lines, found = form.cleaned_data["lines"], form.cleaned_data["intake"]
        if found is None:
            columns = ColumnsForm.of(lines)
            return _columns(request, tournament, columns, because=form.cleaned_data["because"])
        return _preview(request, tournament, _from_file(), prepared(found), cells=as_text(lines))
    context = frame(request, tournament, "entrants", form=form)
    return render(request, "tables/intake/file.html", context, status=422 if request.method == "POST" else 200)


@require_POST
def columns(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Let the direction say what the columns of a file hold, then go on with the preview."""
    tournament = access.directed_tournament(request, slug=slug)
    cells = CellsForm(request.POST)
    if not cells.is_valid():
        context = frame(request, tournament, "entrants", form=FileForm(), refused=cells.sentence)
        return render(request, "tables/intake/file.html", context, status=422)
    lines = cells.cleaned_data["lines"]
    if request.POST.get("act") != "read":
        return _columns(request, tournament, ColumnsForm.of(lines))
    form = ColumnsForm(request.POST, lines=lines)
    if not form.is_valid():
        return _columns(request, tournament, form)
    return _preview(request, tournament, _from_file(), prepared(form.cleaned_data["intake"]), cells=as_text(lines))


def _from_file() -> dict[str, Any]:
    return {"entry_key": uuid4(), "from_file": True}


def _columns(request: HttpRequest, tournament: Any, form: ColumnsForm, *, because: str = "") -> HttpResponse:
    """Show the columns of a file, each with what was guessed of it."""
    context = frame(request, tournament, "entrants", form=form, because=because)
    return render(request, "tables/intake/columns.html", context, status=422 if form.errors or because else 200)


def _take(request: HttpRequest, tournament: Any, form: ListForm, found: Intake) -> HttpResponse:
    """Register the list; rows still to be mended stay on the page."""
    seen = preview(found, list(selectors.entrants(tournament)))
    rows = seen.new_rows if form.cleaned_data["leave_out"] else seen.rows
    entrants = attempt(
        form,
        lambda: registration.register_many(
            tournament_id=tournament.pk,
            registrations=[row.registration for row in rows],
            source=form.source,
            entry_key=form.cleaned_data["entry_key"],
            by=access.signed_in(request),
            now=timezone.now(),
        ),
    )
    if entrants is None:
        return render(
            request,
            "tables/intake/preview.html",
            frame(request, tournament, "entrants", form=form, preview=seen),
            status=422,
        )
    messages.success(request, _taken(entrants[0].number, len(entrants), left_out=len(seen.rows) - len(rows)))
    if not form.cleaned_data["bad"].strip():
        return redirect("tables:desk", slug=tournament.slug)
    rest = ListForm(initial={"good": form.cleaned_data["bad"], "from_file": form.cleaned_data["from_file"]})
    return render(
        request, "tables/intake/paste.html", frame(request, tournament, "entrants", form=rest, are_left_over=True)
    )


def _preview(
    request: HttpRequest,
    tournament: Any,
    carried: dict[str, Any],
    ready: Prepared,
    *,
    warn: bool = False,
    cells: str = "",
) -> HttpResponse:
    """Show what a list would do; nothing is kept but in the page itself."""
    form = ListForm(
        initial={
            "good": ready.good,
            "bad": ready.bad,
            "entry_key": carried["entry_key"],
            "from_file": carried["from_file"],
            "leave_out": carried.get("leave_out", True),
        }
    )
    seen = preview(ready.intake, list(selectors.entrants(tournament)))
    context = frame(request, tournament, "entrants", form=form, preview=seen, warn=warn, cells=cells)
    return render(request, "tables/intake/preview.html", context, status=422 if warn else 200)


def _taken(first: int, count: int, *, left_out: int) -> str:
    facts = {"count": count, "first": first, "last": first + count - 1}
    said = ngettext(
        "%(count)s entrant registered as no. %(first)s.",
        "%(count)s entrants registered as no. %(first)s to %(last)s.",
        count,
    )
    if left_out:
        more = ngettext(
            "%(left)s was registered already and left out.", "%(left)s were registered already and left out.", left_out
        )
        return f"{said % facts} {more % {'left': left_out}}"
    return said % facts
