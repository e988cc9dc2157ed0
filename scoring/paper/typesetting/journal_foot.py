"""How the journal ended when a paper was printed: whoever keeps the paper can tell whether a line was changed since."""

from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.paper.typesetting.fitting import Fitted, broken, fitted, width
from tables.journal.selectors import head_of
from tables.tournaments.models import Tournament

SHEET_SIZES: Final = (1.7, 1.5, 1.3)
"""Sizes on a score sheet, in the direction's box above the second list."""


def journal_head(tournament: Tournament) -> str:
    """Return the head of the journal as it is printed, or nothing where nothing was done yet."""
    head = head_of(tournament)
    return _("Journal %(head)s") % {"head": head.short} if head.number else ""


def where_to_check(tournament: Tournament) -> str:
    """Return the address at which a printed head is checked, as it is typed."""
    site = str(settings.SITE_URL).removeprefix("https://").rstrip("/") or "…"
    return site + reverse("scoring:journal-head", kwargs={"slug": tournament.slug})


def journal_note(tournament: Tournament) -> str:
    """Return both in one line, or nothing where nothing was done yet."""
    printed = journal_head(tournament)
    if not printed:
        return ""
    return _("%(journal)s; check it at %(address)s") % {"journal": printed, "address": where_to_check(tournament)}


def journal_on_sheets(tournament: Tournament, *, room: float) -> tuple[Fitted, ...]:
    """Return both as lines for score sheets, or nothing where nothing was done yet; an address may take two."""
    printed, address = journal_head(tournament), where_to_check(tournament)
    if not printed:
        return ()
    parts = broken(address, room=room / SHEET_SIZES[-1]) if width(address) * SHEET_SIZES[-1] > room else (address,)
    return tuple(fitted(text, room=room, sizes=SHEET_SIZES) for text in (printed, *parts[:2]))
