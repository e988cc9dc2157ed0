"""Whether the record of an event still is as it was packed (SkWO 7.4.4). The print desk packs it."""

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from scoring.archive.packing import contents, record
from scoring.archive.packing.contents import Checked, CheckRefused
from scoring.archive.packing.record import report_of
from tables.acts.addresses import OFFICE
from tables.acts.forms import FileKind, Upload
from tables.acts.views import show
from tables.journal.selectors import taken_back_since
from tables.tournaments import access
from tables.tournaments.views.frames import frame


class ArchiveForm(forms.Form):
    """The file."""

    file = Upload(
        kinds=frozenset({FileKind.ZIP}),
        asked=_("the archive of an event (.zip)"),
        label=_("Archive"),
        error_messages={"required": _("Please choose a file."), "empty": _("This file is empty.")},
        widget=forms.FileInput(attrs={"accept": ".zip"}),
    )


@require_safe
def report(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Send the Skat report of an event, by which any program can check it."""
    tournament = access.directed_tournament(request, slug=slug)
    response = JsonResponse(report_of(tournament), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="{slug}-skat-report.json"'
    return response


@require_POST
def page(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Tell an archive that somebody brings from one that was changed."""
    tournament = access.directed_tournament(request, slug=slug)
    form = ArchiveForm(request.POST, request.FILES)
    checked: Checked | None = None
    if form.is_valid():
        try:
            checked = contents.check_archive(form.cleaned_data["file"])
        except CheckRefused:
            form.add_error("file", gettext("This is not an archive of an event, or it is damaged."))
    made_at = record.archive_made_at(tournament, checked.sha256) if checked else None
    context = frame(
        request,
        tournament,
        form=form,
        checked=checked,
        made_at=made_at,
        outdated_at=taken_back_since([tournament], made_at) if made_at else None,
    )
    return show(request, "scoring/archive/archive.html", context)


urlpatterns = [
    path(f"{OFFICE}report.json", report, name="report-json"),
    path(f"{OFFICE}archive/", page, name="archive"),
]
