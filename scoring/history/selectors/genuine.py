"""Whether a signed list on paper is the one that is kept here (SkWO 7.2.3)."""

import enum
from dataclasses import dataclass

from scoring.lists.models import GameListRow
from scoring.lists.selectors.freezing import list_hash
from scoring.lists.selectors.sheets import Sheet, sheet
from tables.journal.models import JournalEntry

SIGNED = ("list.signed", "list.frozen-anew")
"""The acts that give a list its hash."""

REOPENED = "list.reopened"
"""The act that takes it away."""


class Standing(enum.StrEnum):
    """What can be said of a hash."""

    GENUINE = "genuine"
    CORRECTED = "corrected"
    """It was that of a list which judges or the direction changed later, openly."""

    ALTERED = "altered"
    """The list says it, but no longer adds up to it: somebody changed what is stored."""

    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is known of a hash, and the list it belongs to."""

    standing: Standing
    sheet: Sheet | None = None


def verdict(found: str) -> Verdict:
    """Return what is known of a hash: the list is computed anew, not believed."""
    rows = GameListRow.objects.select_related("table__series__tournament")
    row = rows.filter(signed_hash=found).first() if found else None
    if row:
        standing = Standing.GENUINE if row.signed_at and list_hash(row) == found else Standing.ALTERED
        return Verdict(standing=standing, sheet=sheet(row))
    line = JournalEntry.objects.filter(action__in=SIGNED, data__hash=found).order_by("-pk").first() if found else None
    if line is None:
        return Verdict(standing=Standing.UNKNOWN)
    row = rows.filter(
        table__series__tournament=line.tournament_id,
        table__series__number=line.data.get("series"),
        table__number=line.data.get("table"),
    ).first()
    standing = Standing.CORRECTED if _was_followed(line) else Standing.ALTERED
    return Verdict(standing=standing, sheet=sheet(row) if row else None)


def _was_followed(line: JournalEntry) -> bool:
    """Test whether the list was opened again, or got another hash, by an act that the journal tells of."""
    later = JournalEntry.objects.filter(
        tournament=line.tournament_id,
        number__gt=line.number,
        action__in=(*SIGNED, REOPENED),
        data__series=line.data.get("series"),
        data__table=line.data.get("table"),
    )
    return later.exists()
