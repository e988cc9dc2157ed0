"""The print desk: everything on paper, and the whole record; what takes long is made outside the request (SkWO 7.2)."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.paper import pictures as album
from scoring.paper import selectors
from scoring.paper.documents.catalogue import ARCHIVE, GROUPS, KINDS, SIGNED
from scoring.paper.documents.kind import NothingToPrint
from scoring.paper.documents.lists import SHEETS
from scoring.paper.forms import USES, Format, Option, WantedPaper, choice
from scoring.paper.pictures import Picture
from scoring.paper.runs import runs, working
from scoring.paper.runs.runs import BeingMade, Run
from scoring.paper.runs.signing import lacking
from scoring.paper.selectors import Printable
from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.fitting import otherwise
from scoring.paper.typesetting.pdf import CannotTypeset
from scoring.paper.views.responses import being_made, links_of
from scoring.results.views.states import last_line_for
from tables.accounts import access as accounts_access
from tables.acts.forms import EntryKey
from tables.acts.views import refusals_at, show
from tables.tournaments import access
from tables.tournaments.selectors.tournaments import keep_until
from tables.tournaments.views.frames import frame


class PrintForm(forms.Form):
    """What is to be printed of one kind. Clean, it ends in what was ``told``."""

    entry_key = EntryKey()

    def __init__(
        self, *args: Any, options: Iterable[Option], has_formats: bool, printable: Printable, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.printable = printable
        for option in options:
            if field := option.field(printable):
                self.fields[option.name] = field
        self.fields["language"] = choice(_("Language"), settings.LANGUAGES, initial=(get_language() or "")[:2])
        if has_formats:
            self.fields["format"] = choice(_("As"), Format.choices)

    def clean(self) -> dict[str, Any]:
        """Demand tables that exist."""
        data = super().clean() or {}
        wanted = data.get("tables")
        if wanted and "series" in data:
            tables = self.printable.tables
            numbers = tables.get(data["series"], frozenset()) if data["series"] else frozenset().union(*tables.values())
            if strange := sorted(set(wanted) - numbers):
                words = ", ".join(map(str, strange[:5]))
                self.add_error("tables", gettext("There is no such table: %(words)s.") % {"words": words})
        return data

    @property
    def answers(self) -> dict[str, Any]:
        """What the document is told, in the words of the documents."""
        values = {name: value for name, value in self.cleaned_data.items() if name != "entry_key"}
        for use in USES:
            new, again = values.pop(use, None), values.pop(f"{use}_again", False)
            values[use] = new.key if new else self.printable.pictures.get(use) if again else None
        return values

    @property
    def asked(self) -> str:
        """What the fields ask for now, as the query of an address."""
        values = {field.html_name: field.value() for field in self.visible_fields()}
        return urlencode({name: value for name, value in values.items() if value not in (None, False, "")}, doseq=True)

    @property
    def pictures(self) -> dict[str, Picture]:
        """The new pictures, by what they are for."""
        return {use: picture for use in USES if (picture := self.cleaned_data.get(use))}


TYPES = {".pdf": "application/pdf", ".html": "text/html; charset=utf-8", ".zip": "application/zip"}


@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Offer everything that can be printed; ``?kind=sheets`` asks what a kind of document can be told."""
    tournament = access.directed_tournament(request, slug=slug)
    printable = selectors.printable(tournament)
    kind = KINDS.get(request.GET.get("kind") or SHEETS.name)
    if kind is None:
        raise Http404
    lacks = lacking() if kind is SIGNED else None
    form = None
    if kind.is_there(printable) and not lacks:
        form = PrintForm(
            request.POST or None,
            request.FILES or None,
            options=kind.options,
            has_formats=kind.has_formats,
            printable=printable,
            initial=request.GET.dict(),
        )
    if request.method == "POST" and form and form.is_valid():
        for use, picture in form.pictures.items():
            album.keep(slug, use, picture)
        with refusals_at(form):
            run = runs.start(_run(request, slug, kind.name, form))
            return redirect("scoring:print-run", slug=slug, run=run.key)
    context = frame(
        request,
        tournament,
        groups=[
            (when, shown)
            for when, kinds in GROUPS
            if (shown := [paper_kind for paper_kind in kinds if paper_kind.is_there(printable) or paper_kind is kind])
        ],
        later=[
            paper_kind for paper_kind in KINDS.values() if not paper_kind.is_there(printable) and paper_kind is not kind
        ],
        kind=kind,
        form=form,
        lacks=lacks,
        until=keep_until(tournament) if kind is ARCHIVE else None,
        unreachable=kind.has_codes and not links_of(request).site,
        otherwise=otherwise(selectors.names_on_paper(tournament)),
        runs=[(each_run, KINDS[each_run.wanted.kind]) for each_run in runs.of_tournament(slug)],
    )
    return show(request, "scoring/paper/print_desk/desk.html", context, refused=request.method == "POST")


@require_safe
@cache_control(private=True, no_cache=True)
def preview(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the first page of what the form asks for; nothing (204) where that is not whole, or nothing can be set."""
    kind = KINDS.get(request.GET.get("kind") or SHEETS.name)
    printable = selectors.printable(access.directed_tournament(request, slug=slug))
    if kind is None or not kind.has_formats:
        raise Http404
    asked = request.GET.copy()
    asked["entry_key"] = str(uuid4())
    form = PrintForm(asked, options=kind.options, has_formats=True, printable=printable)
    if not kind.is_there(printable) or not form.is_valid():
        return HttpResponse(status=204)
    wanted = WantedPaper.from_json({"kind": kind.name, **form.answers})
    links, last = links_of(request), last_line_for(request, slug)
    try:
        _name, content = runs.made_once(
            slug,
            f"preview {wanted} {links}",
            last.version if last else "",
            lambda: ("preview.png", pdf.beside(working.preview, slug, wanted, links)),
            who="officials",
        )
    except (NothingToPrint, CannotTypeset):
        return HttpResponse(status=204)
    except BeingMade:
        return being_made(request, has_page=False)
    return HttpResponse(content, content_type="image/png")


@require_safe
@vary_on_headers("HX-Request")
def run(request: HttpRequest, *, slug: str, run: str) -> HttpResponse:
    """Show how far a run of printing is."""
    tournament = access.directed_tournament(request, slug=slug)
    found_run = runs.find(run, slug=slug)
    if found_run is None:
        messages.info(request, gettext("This document is not kept any more. Please print it again."))
        return redirect("scoring:print-desk", slug=slug)
    context = frame(request, tournament, run=found_run, kind=KINDS[found_run.wanted.kind])
    template = "_run" if "HX-Request" in request.headers else "run"
    return render(request, f"scoring/paper/print_desk/{template}.html", context)


@require_safe
def file(request: HttpRequest, *, slug: str, run: str) -> HttpResponseBase:
    """Send what a run of printing has made."""
    access.directed_tournament(request, slug=slug)
    found_run = runs.find(run, slug=slug)
    if found_run is None or not found_run.file:
        raise Http404
    ending = found_run.path.with_name(found_run.file).suffix
    try:
        content = found_run.path.open("rb")
    except FileNotFoundError:
        raise Http404 from None
    is_attached = not KINDS[found_run.wanted.kind].has_formats
    return FileResponse(content, as_attachment=is_attached, filename=found_run.file, content_type=TYPES[ending])


@require_safe
@cache_control(private=True, no_cache=True)
def logo(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the logo an event brought along for its certificates, as its hall screen does; nothing (204) without one."""
    access.public_tournament(request, slug=slug)
    picture = album.picture(slug, "logo", album.latest_of(slug).get("logo"))
    return (
        HttpResponse(picture.content, content_type=album.TYPES[picture.kind]) if picture else HttpResponse(status=204)
    )


def _run(request: HttpRequest, slug: str, kind: str, form: PrintForm) -> Run:
    links = links_of(request)
    return Run(
        key=form.cleaned_data["entry_key"].hex,
        slug=slug,
        wanted=WantedPaper.from_json({"kind": kind, **form.answers}),
        site=links.site,
        lists=links.lists,
        asked_at=timezone.now(),
        by=accounts_access.signed_in(request).pk,
    )
