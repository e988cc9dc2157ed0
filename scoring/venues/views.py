"""An event at several venues: the file of this one, and joining those of the others."""

import base64
import binascii
import hashlib
from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from scoring.venues import services
from scoring.venues.reading import NoVenueFile, VenueFile, read_venue_file
from scoring.venues.selectors import Comparison, venue_file
from scoring.venues.services import join, spread
from tables.accounts.access import acting
from tables.acts.addresses import OFFICE, section
from tables.acts.forms import FileKind, Upload
from tables.acts.views import done, refusals_at
from tables.tournaments import access
from tables.tournaments.forms.officials import VenueBackupForm
from tables.tournaments.views.frames import typed

MOST_BYTES: Final = 3_000_000  # an event of a thousand players in six series packs into two megabytes


class VenueFileForm(forms.Form):
    """The file."""

    file = Upload(
        kinds=frozenset({FileKind.GZIP}),
        asked=gettext_lazy("the file of a venue (.json.gz)"),
        label=gettext_lazy("File of a venue"),
        allow_empty_file=True,
        error_messages={"required": gettext_lazy("Please choose a file.")},
        help_text=gettext_lazy("The .json.gz file that was taken from this page on the venue’s laptop."),
        widget=forms.FileInput(attrs={"accept": ".gz"}),
    )
    carried = forms.CharField(required=False, widget=forms.HiddenInput)
    read: VenueFile  # what it says
    content: bytes = b""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].required = not self.data.get("carried")

    def clean(self) -> dict[str, Any]:
        """Read the file."""
        data = super().clean() or {}
        file = data.get("file")
        if self.errors:
            return data
        try:
            self.content = file.read(MOST_BYTES + 1) if file else base64.b64decode(data["carried"])
            if len(self.content) > MOST_BYTES:
                self.add_error("file", _("This file is larger than that of any event."))
            else:
                self.read = read_venue_file(self.content)
        except (NoVenueFile, binascii.Error, ValueError):
            self.add_error("file", _("This is not the file of a venue, or it is damaged. Please take it anew there."))
        return data

    @property
    def sha256(self) -> str:
        """The hash of the file."""
        return hashlib.sha256(self.content).hexdigest()

    @property
    def packed(self) -> str:
        """The file as the page carries it."""
        return base64.b64encode(self.content).decode()


class SpreadForm(forms.Form):
    """Whether venues play on by themselves."""

    is_spread = forms.BooleanField(required=False, widget=forms.HiddenInput)


def page(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    """Join a venue's file: first what would come, then, on a second word, that."""
    act, here = request.POST.get("act", "look"), section(tournament.slug, "venues")
    spread_form = SpreadForm(typed(request, "spread", at="venues"))
    if spread_form.is_valid():
        with refusals_at(spread_form):
            is_spread = spread_form.cleaned_data["is_spread"]
            spread(tournament_id=tournament.pk, is_spread=is_spread, **acting(request))
            return redirect(here)
    sent = typed(request, at="venues")
    form = VenueFileForm(sent, None if sent is None else request.FILES, auto_id="venue_%s")
    comparison: Comparison | None = None
    if form.is_valid():
        facts: dict[str, Any] = {"file": form.read, "sha256": form.sha256, "only_look": act != "join"}
        with refusals_at(form):
            comparison = join(tournament_id=tournament.pk, **facts, **acting(request))
            if act == "join":
                joined = len(comparison.coming)
                said_so = ngettext("%(count)s list was joined.", "%(count)s lists were joined.", joined)
                return done(request, said_so % {"count": joined}, here)
    backup = VenueBackupForm(auto_id="backup_%s")
    return {"form": form, "backup_form": backup, "refused": comparison is None, **_told(comparison, form)}


@require_safe
def file(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Hand out what was played here."""
    tournament = access.directed_tournament(request, slug=slug)
    now = timezone.now()
    name = f"{tournament.slug}-venue-{timezone.localtime(now):%Y-%m-%d-%H%M}.json.gz"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(venue_file(tournament, made_at=now), content_type="application/gzip", headers=disposition)


def _told(comparison: Comparison | None, form: VenueFileForm) -> dict[str, Any]:
    if comparison is None:
        return {}
    return {
        "is_looked_at": True,
        "coming": [services.coming(compared) for compared in comparison.coming],
        "staying": [services.refused(compared) for compared in comparison.refused],
        "known": len(comparison.lists) - len(comparison.coming) - len(comparison.refused),
        "carried": form.packed,
    }


urlpatterns = [path(f"{OFFICE}venues/file/", file, name="venue-file")]
