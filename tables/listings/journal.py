"""The journal for people to read."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tables import selectors
from tables.models import JournalEntry
from tables.wording import journal_line


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalLine:
    """One act in words."""

    number: int
    at: datetime
    by: str
    """The user name, or nothing for the public and for a table with its key."""

    sentence: str


def journal_lines(entries: Iterable[JournalEntry]) -> list[JournalLine]:
    """Return lines of the journal with sentences, in one query for the names of accounts."""
    lines = list(entries)
    users = selectors.usernames(line.data["user"] for line in lines if isinstance(line.data.get("user"), int))
    return [
        JournalLine(
            number=line.number,
            at=line.at,
            by=line.by.get_username() if line.by else "",
            sentence=journal_line(line, users=users),
        )
        for line in lines
    ]
