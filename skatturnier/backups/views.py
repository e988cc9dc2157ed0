"""The button of the office that gives an event to a venue: a backup of it alone, to be taken along."""

import tempfile
from pathlib import Path

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scoring.venues.services import note_given
from skatturnier.backups import file_names, packing
from skatturnier.backups.failed import BackupBusy, BackupFailed
from skatturnier.backups.one_event import GROUPS, make_alone
from tables.accounts.access import acting
from tables.accounts.models import to_be_typed
from tables.tournaments import access
from tables.tournaments.views.frames import frame


class VenueBackupForm(forms.Form):
    """With what password the direction signs in at the venue."""

    password = forms.CharField(
        label=gettext_lazy("Password at the venue"),
        strip=False,
        max_length=200,
        help_text=gettext_lazy("Write it down now: it is in no other place, and opens nothing on this site."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_password(self) -> str:
        """Return the password, if it is one that an account may have."""
        password = str(self.cleaned_data["password"])
        validate_password(password)
        return password


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def for_a_venue(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Hand out an event alone, with all that its direction may see and nothing else of the site."""
    tournament = access.directed_tournament(request, slug=slug)
    fresh = {"password": to_be_typed(groups=GROUPS)}
    form = VenueBackupForm(request.POST) if request.method == "POST" else VenueBackupForm(initial=fresh)
    if form.is_valid():
        try:
            name, content, sha256 = _made(slug, request.user.get_username(), form.cleaned_data["password"])
        except BackupBusy:
            form.add_error(None, _("A file for a venue is being made just now. Try again in a minute."))
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
    context = frame(request, tournament, "office", form=form)
    return render(request, "scoring/venues/backup.html", context, status=422 if form.errors else 200)


def _made(slug: str, username: str, password: str) -> tuple[str, bytes, str]:
    """Return name, content and hash of a backup of one event; of all that are asked for, one at a time is made.

    :raises BackupBusy: if another one is being made.
    :raises BackupFailed: if it cannot be made, or is not sound.
    """
    folder = settings.DATA_DIR / "venues"
    with file_names.alone(folder), tempfile.TemporaryDirectory(prefix=".giving-", dir=folder) as work:
        made = make_alone(slug=slug, to=Path(work), username=username, password=password)
        if made.problems:
            raise BackupFailed(" ".join(made.problems))
        return made.path.name, made.path.read_bytes(), packing.digest_of(made.path)
