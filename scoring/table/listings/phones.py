"""The phones that keep a table's lists, as far as the direction has to know of them (SkWO 7.2.2)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.lists.models import Call, Phone
from scoring.lists.selectors.keeping import BY_TABLE, came_by
from scoring.table.wording.keeping import kept_since
from tables.acts.wording.moments import ago

SILENT_AFTER: Final = timedelta(minutes=5)
"""An open page asks for the list twice a minute: a phone that is silent for so long is out of reach, or closed."""


def phone_notes(phones: Sequence[Phone], handed: Sequence[Call], *, now: datetime) -> tuple[str, ...]:
    """Return what the direction has to know of the phones that keep a table's lists, as sentences.

    ``handed`` are the calls by which phones were given them: of those that the table itself decided it is told.
    """
    came = [call for phone in phones if (call := came_by(handed, phone)) and call.kind in BY_TABLE]
    silent = [note for phone in phones if (note := phone_note(phone, now=now))]
    return (*map(kept_since, came), *silent)


def phone_note(phone: Phone, *, now: datetime) -> str:
    """Return what the direction has to know of a phone that keeps a list; nothing if all is well."""
    silent = now - phone.seen_at >= SILENT_AFTER
    facts = {"deals": phone.unsent, "ago": ago(phone.seen_at, now=now)}
    if phone.keeps == Phone.Keeps.SECOND:
        if not phone.unsent:
            return _("The phone with the second list was last heard of %(ago)s.") % facts if silent else ""
        said = ngettext(
            "%(deals)s deal of the second list is not sent yet; its phone was last heard of %(ago)s.",
            "%(deals)s deals of the second list are not sent yet; its phone was last heard of %(ago)s.",
            phone.unsent,
        )
    elif phone.unsent:
        said = ngettext(
            "%(deals)s deal is not sent yet; its phone was last heard of %(ago)s.",
            "%(deals)s deals are not sent yet; their phone was last heard of %(ago)s.",
            phone.unsent,
        )
    else:
        return _("Its phone was last heard of %(ago)s.") % facts if silent else ""
    return said % facts
