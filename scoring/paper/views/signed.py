"""Signed PDF files: results and closed lists, and whether one that somebody brings is genuine (SkWO 7.2.3, 7.4)."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.lists.selectors import boards, sheets
from scoring.paper.documents.catalogue import compose
from scoring.paper.documents.kind import Task
from scoring.paper.documents.rankings import RANKING
from scoring.paper.forms import WantedPaper
from scoring.paper.runs import certificate, signing
from scoring.paper.runs.certificate import CannotSign
from scoring.paper.runs.runs import BeingMade, made_once
from scoring.paper.sheets.form import SheetLook
from scoring.paper.sheets.score_sheets import score_sheet
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.pdf import CannotTypeset
from scoring.paper.views.responses import PDF, being_made, links_of
from scoring.results.selectors import standings as results_standings
from tables.acts.forms import FileKind, Upload
from tables.acts.views import as_file, show
from tables.hall import access as hall_access
from tables.tournaments import access


class SignedForm(forms.Form):
    """The file."""

    file = Upload(
        kinds=frozenset({FileKind.PDF}),
        asked=_("a PDF file"),
        label=_("PDF file"),
        allow_empty_file=True,
        error_messages={"required": _("Please choose a file.")},
        widget=forms.FileInput(attrs={"accept": ".pdf"}),
    )


@require_safe
@cache_control(private=True, no_cache=True)
def ranking(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Send the official ranking, signed."""
    tournament = access.public_tournament(request, slug=slug)
    if not results_standings.standings(tournament).is_official:
        raise Http404
    version, as_of = results_standings.latest_act(slug) or ("", timezone.now())
    task = Task(tournament=tournament, wanted=WantedPaper(kind=RANKING.name), now=as_of)
    return _signed(request, tournament, f"ranking:{version}", lambda: compose(task))


@require_safe
@never_cache
def sheet(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Send the closed list of a table, signed."""
    seen = hall_access.seen_table(request, slug=slug, series=series, table=table)
    found_sheet = sheets.sheet(boards.list_of(seen))
    if not found_sheet.row.signed_at:
        raise Http404
    look = SheetLook(now=timezone.now(), verification=links_of(request).to_verification)
    name = f"sheet:{found_sheet.row.pk}:{found_sheet.row.version}:{found_sheet.row.signed_at}"
    return _signed(request, seen.series.tournament, name, lambda: score_sheet(found_sheet, look))


def _signed(request: HttpRequest, tournament: Any, name: str, make: Callable[[], Document]) -> HttpResponse:
    """Answer with a signed document; while nothing changes it is signed once.

    :raises Http404: if this site signs nothing.
    """
    if not certificate.can_sign():
        raise Http404

    def sign() -> tuple[str, bytes]:
        document = make()
        site = links_of(request).site
        made = signing.sealed(document, place=tournament.place, now=timezone.now(), site=site)
        return f"{document.filename}-{pgettext('file name', 'signed')}.pdf", made.content

    try:
        filename, content = made_once(tournament.slug, f"signed:{name}:{get_language()}", sign)
    except (CannotSign, CannotTypeset) as missing:
        raise Http404 from missing
    except BeingMade:
        return being_made(request, has_page=False)
    return as_file(content, filename, PDF)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def verify(request: HttpRequest) -> HttpResponse:
    """Tell a file that this site signed from one that was altered."""
    if not certificate.can_sign():
        raise Http404
    form = SignedForm(request.POST, request.FILES) if request.method == "POST" else SignedForm()
    # Its beginning is enough to see that it is too big.
    examined = signing.examined(form.cleaned_data["file"].read(signing.MOST_BYTES + 1)) if form.is_valid() else None
    context = {"form": form, "found": examined}
    return show(request, "scoring/history/verify/file.html", context)
