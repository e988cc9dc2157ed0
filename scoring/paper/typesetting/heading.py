"""What a document says of its event: at its head name, days and place, at its foot how the journal ended.

Whoever keeps the paper can tell by that whether a line was changed since it was printed.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.fitting import TITLE_SIZES, Face, Fitted, broken, fitted, lines, width
from tables.intake.names import filed
from tables.journal.selectors import head_of
from tables.tournaments.models import Tournament
from tables.tournaments.wording import when_and_where

SHEET_SIZES: Final = (1.7, 1.5, 1.3)


def event_document(
    tournament: Tournament, template: str, *, title: str, context: Mapping[str, Any], filed_as: str = "", **more: Any
) -> Document:
    """Return a document of an event; its file is called like it, if it is not to be ``filed_as`` something else."""
    return Document(
        template=f"scoring/paper/documents/{template}.html",
        title=title,
        author=tournament.organiser,
        filename=f"{tournament.slug}-{filed(filed_as or title)}",
        context={"tournament": tournament, **context},
        **more,
    )


def heading(
    tournament: Tournament,
    *,
    room: float,
    largest: int,
    is_organiser_named: bool,
    beside: tuple[float, int] | None = None,
) -> dict[str, Any]:
    """Return the event's name as ``event`` and its days and place as ``when``, for a room of so many millimetres."""
    about_room, about_largest = beside or (room, 1)
    about = [when_and_where(tournament)]
    if is_organiser_named:
        about.append(tournament.organiser)
    return {
        "event": fitted(tournament.name, room=room, sizes=TITLE_SIZES, largest=largest, face=Face.BOLD),
        "when": lines(about, room=about_room, largest=about_largest),
    }


def _journal(tournament: Tournament) -> tuple[str, str]:
    head = head_of(tournament)
    if not head.number:
        return "", ""
    site = str(settings.SITE_URL).removeprefix("https://").rstrip("/") or "…"
    address = site + reverse("scoring:journal-head", kwargs={"slug": tournament.slug})
    return _("Journal %(head)s") % {"head": head.short}, address


def journal_note(tournament: Tournament) -> str:
    """Return how the journal ended in one line, or nothing where nothing was done yet."""
    head, address = _journal(tournament)
    return _("%(journal)s; check it at %(address)s") % {"journal": head, "address": address} if head else ""


def journal_on_sheets(tournament: Tournament, *, room: float) -> tuple[Fitted, ...]:
    """Return the same as lines for score sheets; an address may take two."""
    head, address = _journal(tournament)
    if not head:
        return ()
    parts = broken(address, room=room / SHEET_SIZES[-1]) if width(address) * SHEET_SIZES[-1] > room else (address,)
    return tuple(fitted(text, room=room, sizes=SHEET_SIZES) for text in (head, *parts[:2]))
