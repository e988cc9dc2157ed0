"""A signed list that was put right gets the hash of what stands there now (SkWO 7.2.3)."""

from datetime import datetime

from scoring.lists.models import GameListRow
from scoring.lists.selectors import freezing
from scoring.lists.services import lists
from tables.accounts.models import User


def freeze_anew(row: GameListRow, *, by: User, now: datetime) -> None:
    """Give a signed list that the judges corrected the hash of what stands there now; the journal keeps the old one."""
    if row.signed_at:
        row.signed_hash = freezing.list_hash(row)
        row.save(update_fields=["signed_hash"])
        lists.note("list.frozen-anew", row, by=by, now=now, hash=row.signed_hash)
