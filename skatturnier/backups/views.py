"""The button of the office that gives an event to a venue: a backup of it alone, to be taken along."""

import tempfile
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from scoring.venues.services import note_given
from skatturnier.backups import file_names, packing
from skatturnier.backups.file_names import BackupBusy, BackupFailed
from skatturnier.backups.one_event import make_alone
from tables.accounts.access import acting
from tables.tournaments import access
from tables.tournaments.forms.officials import VenueBackupForm
from tables.tournaments.views.frames import frame


@sensitive_post_parameters("password")
@require_POST
def for_a_venue(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Hand out an event alone, with all that its direction may see and nothing else of the site."""
    tournament = access.directed_tournament(request, slug=slug)
    form = VenueBackupForm(request.POST)
    if form.is_valid():
        try:
            name, content, sha256 = _made(slug, request.user.get_username(), form.cleaned_data["password"])
        except BackupBusy:
            form.add_error(None, _("A backup is being made at this moment. Please look again in a minute."))
        except BackupFailed:
            # Why may quote the machine: that is for whoever looks after it.
            form.add_error(
                None,
                _(
                    "The file could not be made. Somebody has to be appointed as a director of the event; if somebody "
                    "is, the command manage.py backup on the server says why."
                ),
            )
        else:
            note_given(tournament_id=tournament.pk, sha256=sha256, **acting(request))
            disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
            return HttpResponse(content, content_type="application/gzip", headers=disposition)
    context = frame(request, tournament, "settings", form=form)
    return render(request, "scoring/venues/backup.html", context, status=422 if form.errors else 200)


def _made(slug: str, username: str, password: str) -> tuple[str, bytes, str]:
    """Return name, content and hash of a backup of one event. Raise BackupBusy or BackupFailed if there is none."""
    folder = settings.DATA_DIR / "venues"
    with file_names.alone(folder), tempfile.TemporaryDirectory(prefix=".giving-", dir=folder) as work:
        made = make_alone(slug=slug, to=Path(work), username=username, password=password)
        if made.problems:
            raise BackupFailed(" ".join(made.problems))
        return made.path.name, made.path.read_bytes(), packing.digest_of(made.path)
