"""What stands at the head of every document: the event, when and where."""

from typing import Any, Final

from django.utils.formats import date_format

from scoring.paper.typesetting.fitting import BOLD, TITLE_SIZES, fitted, lines
from tables.tournaments.models import Tournament

LIST_SIZES: Final = (6.0, 5.0, 4.2, 3.4, 2.8)
"""Sizes of the title of a list, in millimetres: classes ``title-0`` ... ``title-4`` of the style sheet."""

LIST_TITLE: Final = 80.0
"""Room of such a title, which is bold."""


def heading(tournament: Tournament, *, room: float, largest: int, is_organiser_named: bool) -> dict[str, Any]:
    """Return the event's name as ``event`` and its days and place as ``when``, for a room of so many millimetres.

    ``largest`` is the number of the size the name may have at most.
    """
    about = [when_and_where(tournament)]
    if is_organiser_named:
        about.append(tournament.organiser)
    return {
        "event": fitted(tournament.name, room=BOLD * room, sizes=TITLE_SIZES, largest=largest),
        "when": lines(about, room=room, largest=1),
    }


def when_and_where(tournament: Tournament) -> str:
    """Return an event's days and its place."""
    days = dict.fromkeys(date_format(day, "SHORT_DATE_FORMAT") for day in (tournament.starts_on, tournament.ends_on))
    return f"{' – '.join(days)} · {tournament.place}"


def title_fit(title: str) -> int:
    """Return the number of the size in which the title of a list stays beside the name of the event."""
    return fitted(title, room=LIST_TITLE, sizes=LIST_SIZES).fit
