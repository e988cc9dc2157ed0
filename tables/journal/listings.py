"""The journal for people to read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import django_tables2 as dt2
from django.db.models import QuerySet
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2.data import TableData

from tables.accounts import selectors
from tables.acts.listings import NUMBER, WIDE, CellColumn, MomentColumn, moment
from tables.journal.models import JournalEntry, Line
from tables.journal.selectors import AT_TABLE, Reader, read_by, readable
from tables.journal.wording import journal_line, key_of

if TYPE_CHECKING:
    from tables.tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalLine:
    """One act in words."""

    number: int
    at: datetime
    by: str
    """The user name, or the office; nothing for the public and for a table with its key."""

    key: str
    sentence: str

    @property
    def who(self) -> str:
        """Who did it, or with what key."""
        return self.by or self.key


class LinesRead(TableData):  # type: ignore[misc]
    """The lines of a journal, of which only those of a page are read and put into words: its reader reads all."""

    def __init__(self, lines: "QuerySet[Any]", *, reader: Reader) -> None:
        super().__init__(lines)
        self.reader = reader

    def __len__(self) -> int:
        return int(self.data.count())

    def order_by(self, aliases: object) -> None:
        """Leave the order of the journal as it is."""

    def __getitem__(self, key: slice) -> list[JournalLine]:
        return journal_lines(readable(self.data[key]), reader=self.reader)


class JournalListing(dt2.Table):  # type: ignore[misc]
    """A journal, the latest act first; its sentences are made line by line, so it has no other order."""

    number = CellColumn("tables/journal/_line_number.html", verbose_name=gettext_lazy("Line"), attrs=NUMBER)
    at = MomentColumn(verbose_name=gettext_lazy("When"), attrs={"cell": {"class": "figures nowrap wide-only"}})
    sentence = dt2.Column(verbose_name=gettext_lazy("What"), attrs={"cell": {"class": "text"}})
    by = dt2.Column(verbose_name=gettext_lazy("Who"), default="–", attrs=WIDE)
    key = dt2.Column(
        verbose_name=gettext_lazy("With what key"), default="–", attrs={"cell": {"class": "nowrap wide-only"}}
    )

    class Meta:
        orderable = False

    @classmethod
    def of(cls, lines: "QuerySet[Any]", *, reader: Reader) -> "JournalListing":
        """Return the list of these lines, for somebody who reads all of them."""
        return cls(LinesRead(lines, reader=reader))

    def render_sentence(self, record: JournalLine) -> str:
        who = f" · {record.who}" if record.who else ""
        below = format_html('<span class="narrow-only entrant-line figures">{}{}</span>', moment(record.at), who)
        return format_html("{}{}", record.sentence, below)


def journal_lines(entries: Iterable[Line], *, reader: Reader) -> list[JournalLine]:
    """Return what an official may read of lines of the journal, with sentences, in one query for names of accounts."""
    lines = read_by(entries, reader)
    users = selectors.usernames(pk for line in lines if (pk := _user_in(line)) is not None)
    return [_line(line, by=line.by.get_username() if line.by else "", users=users) for line in lines]


def lines_for_players(entries: Iterable[JournalEntry], *, tournament: "Tournament") -> list[JournalLine]:
    """Return what a table may read of its lines: who is in charge by their office, not by the name of their account."""
    lines = read_by(entries, AT_TABLE)
    offices = _offices(tournament) if any(line.by_id for line in lines) else {}
    direction = _("Direction")
    return [
        _line(line, by=offices.get(line.by_id, direction) if line.by_id is not None else "", users={}) for line in lines
    ]


def _line(line: Line, *, by: str, users: Mapping[int, str]) -> JournalLine:
    can_be_read = isinstance(line.data, dict)
    return JournalLine(
        number=line.number,
        at=line.at,
        by=by,
        key=key_of(line) if can_be_read else "",
        sentence=journal_line(line, users=users) if can_be_read else _("This can no longer be read."),
    )


def _user_in(line: Line) -> int | None:
    user = line.data.get("user") if isinstance(line.data, dict) else None
    return user if isinstance(user, int) else None


def _offices(tournament: "Tournament") -> dict[int, str]:
    values: dict[int, str] = {}
    for role in tournament.roles.order_by("kind"):
        label = str(role.get_kind_display())
        values[role.user_id] = f"{values[role.user_id]}, {label}" if role.user_id in values else label
    return values
