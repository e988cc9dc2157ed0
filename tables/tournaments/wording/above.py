"""What stands above a table or a document: the event, when and where, and as of when it is."""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tables.acts.wording.moments import stamp
from tables.tournaments.models import Tournament


def above(tournament: Tournament, *, at: datetime | None) -> tuple[str, str]:
    """Return the name of an event, and its days and place with the moment its tables are of."""
    said = [when_and_where(tournament), *([_("as of %(at)s") % {"at": stamp(at)}] if at else [])]
    return tournament.name, " · ".join(said)


def when_and_where(tournament: Tournament) -> str:
    """Return an event's days and its place."""
    days = dict.fromkeys(date_format(day, "SHORT_DATE_FORMAT") for day in (tournament.starts_on, tournament.ends_on))
    return f"{' – '.join(days)} · {tournament.place}"
