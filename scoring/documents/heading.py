"""What stands at the head of every document: the event, when and where."""

from typing import Any

from django.utils.formats import date_format

from scoring.documents.fitting import TITLE_SIZES, fitted, lines
from tables.models import Tournament


def heading(tournament: Tournament, *, room: float, largest: int, is_organiser_named: bool) -> dict[str, Any]:
    """Return the event's name as ``event`` and its days and place as ``when``, for a room of so many millimetres.

    ``largest`` is the number of the size the name may have at most.
    """
    days = dict.fromkeys(date_format(day, "SHORT_DATE_FORMAT") for day in (tournament.starts_on, tournament.ends_on))
    about = [f"{' – '.join(days)} · {tournament.place}"]
    if is_organiser_named:
        about.append(tournament.organiser)
    return {
        # The name is printed bold, which takes a tenth more.
        "event": fitted(tournament.name, room=0.9 * room, sizes=TITLE_SIZES, largest=largest),
        "when": lines(about, room=room, largest=1),
    }
