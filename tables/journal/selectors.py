"""Reading journals: the lines for a reader, whether the database is sound, and rows that belong to nothing."""

import enum
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from django.apps import apps
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.models import Exists, ForeignKey, OuterRef, Q, QuerySet

from tables.journal import chain as journal
from tables.journal.models import JournalEntry, Line, SiteEntry
from tables.journal.sealing import named_in

if TYPE_CHECKING:
    from tables.tournaments.models import Tournament


L = TypeVar("L", bound=Line)


class About(enum.Enum):
    """What a line is about."""

    PLAY = "play"
    """Lists, series, rankings: what its table knows, and every official."""

    DISPUTE = "dispute"
    """Calls, objections, decisions, measures: what its table knows, and whoever is in charge of disputes."""

    MONEY = "money"
    """Charges, payments, prizes, start cards: the cash book."""

    BOOK = "book"
    """What a club keeps: its address book, its seasons and leagues."""

    ACCOUNTS = "accounts"
    """Who signs in on the site."""

    DIRECTION = "direction"
    """The rest: entrants, wishes, officials, what is set up before it is published."""


BY_FIRST_WORD: Final[Mapping[str, About]] = {
    **dict.fromkeys(("announcement", "clock", "deal", "list", "lists", "phone", "proposal", "pub"), About.PLAY),
    **dict.fromkeys(("ranking", "result", "results", "rules", "seats", "second", "series", "table"), About.PLAY),
    **dict.fromkeys(("appeal", "call", "disputes", "measure", "objection", "panel"), About.DISPUTE),
    **dict.fromkeys(("query", "ruling", "tribunal"), About.DISPUTE),
    **dict.fromkeys(("card", "money", "prize", "prizes"), About.MONEY),
}
"""What acts are about by the first word of their name; those that are not named here are the direction's."""

BEFORE_PUBLICATION: Final = frozenset(
    f"series.{act}" for act in ("drawn", "draw-discarded", "seated-by-hand", "seats-swapped", "set-up-by-hand")
)
"""What is done with seats that nobody may see yet: a judge may sit in one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Somebody who reads lines of a journal."""

    about: frozenset[About]
    is_official: bool = False
    """Whether they read what was ordered about one player, and who is in charge by the name of their account."""

    number: int | None = None
    """The start number that is theirs; what was ordered about it they read too."""

    @property
    def and_play(self) -> "Reader":
        """The same, and of play: the keeper of a book, of those who stand in it."""
        return replace(self, about=self.about | {About.PLAY})


AT_TABLE: Final = Reader(about=frozenset({About.PLAY, About.DISPUTE}))
NOBODY: Final = Reader(about=frozenset())
DIRECTION: Final = Reader(about=frozenset(About) - {About.BOOK, About.ACCOUNTS}, is_official=True)

KEEPER: Final = Reader(about=frozenset({About.BOOK}), is_official=True)
"""Whoever keeps the book of a club, of its own lines."""

OWNER: Final = Reader(about=frozenset({About.ACCOUNTS}), is_official=True)


def player(number: int) -> Reader:
    """Return an entrant as the reader of the lines of their own tables."""
    return Reader(about=AT_TABLE.about, number=number)


def about(line: Line) -> About:
    """Return what a line is about; acts of the same name are told in the journals of events and of clubs."""
    if isinstance(line, SiteEntry):
        return About.ACCOUNTS if line.club_id is None else About.BOOK
    action = line.action
    if action in BEFORE_PUBLICATION:
        return About.DIRECTION
    return BY_FIRST_WORD.get(action.partition(".")[0], About.DIRECTION)


def may_read(line: Line, reader: Reader) -> bool:
    """Test whether somebody may read a line."""
    if about(line) not in reader.about:
        return False
    if reader.is_official or not line.action.startswith("measure."):
        return True
    # What was ordered about one player is between the two.
    return not isinstance(line.data, dict) or line.data.get("entrant") in {None, reader.number}


def read_by(lines: Iterable[L], reader: Reader) -> list[L]:
    """Return those of some lines that somebody may read, in their order."""
    return [line for line in lines if may_read(line, reader)]


SHOWN: Final = 20
"""So many digits of a head's hash are printed: nobody makes another chain that ends in the same 80 bits."""

GROUPS: Final = 4

MOST_DEALS: Final = 96
"""No list is longer: 24 rounds of four."""

MOST_LINES: Final = 2**31

LEAST: Final = 16
"""With fewer digits a printed head proves nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The last line of a journal: whoever has it on paper can tell whether the journal before it was changed."""

    number: int
    hash: str
    """SHA-256 in hex, or as much of it as was printed."""

    @property
    def short(self) -> str:
        """The head as it is printed and typed: "412:3f9a-0c71-88de-12ab-45cd"."""
        shown = self.hash[:SHOWN]
        return f"{self.number}:" + "-".join(shown[at : at + GROUPS] for at in range(0, len(shown), GROUPS))


class HeadStanding(enum.StrEnum):
    """What a printed head is to a journal."""

    PART = "part"
    """The journal up to there is the one that was printed."""

    CUT_OFF = "cut-off"
    """The journal has no such line any more."""

    DIFFERS = "differs"
    """The line is there, but it or one before it is another one now."""


def head_of(owner: journal.Owner) -> Head:
    """Return the head of a journal; line 0 while nothing was done."""
    last = journal.lines_of(owner).order_by("-number").values_list("number", "hash").first()
    number, digest = last or (0, journal.START_OF_CHAIN)
    return Head(number=number, hash=digest)


def head_in(text: str) -> Head | None:
    """Return the head that somebody typed, dashes and spaces optional; None if it cannot be one."""
    match = re.fullmatch(r"\s*(\d{1,9})\s*:([0-9a-fA-F\s-]+)", text, re.ASCII)
    digits = re.sub(r"[\s-]", "", match[2]).lower() if match else ""
    return Head(number=int(match[1]), hash=digits) if match and LEAST <= len(digits) <= 64 else None


def standing_of(head: Head, owner: journal.Owner) -> HeadStanding:
    """Return what a printed head is to a journal: the chain is computed anew up to there, not believed."""
    if head.number == 0:
        text: str | None = journal.START_OF_CHAIN
    elif not journal.lines_of(owner).filter(number__gte=head.number).exists():
        return HeadStanding.CUT_OFF
    else:
        text = journal.hash_at(owner, head.number)
    return HeadStanding.PART if text and text.startswith(head.hash) else HeadStanding.DIFFERS


def line_at(tournament: "Tournament", moment: datetime) -> int:
    """Return the last line written by a moment, 0 before the first; the order of lines counts, not the clock."""
    number = tournament.journal.filter(at__lte=moment).order_by("-number").values_list("number", flat=True).first()
    return number or 0


def line_of(tournament: "Tournament", number: int) -> JournalEntry | None:
    """Return a line of a journal, with who wrote it."""
    return lines_of(tournament).filter(number=number).first()


def last_line(tournament: "Tournament") -> int:
    """Return the number of the last line, 0 while there is none."""
    # A number that somebody made a text of comes after all others, and is none.
    numbered = tournament.journal.filter(number__lt=MOST_LINES).order_by("-number")
    return numbered.values_list("number", flat=True).first() or 0


def lines_of_table(tournament: "Tournament", *, series: int, table: int) -> QuerySet[JournalEntry]:
    """Return what was done at a table in a series, what struck deals there included, in order."""
    at_table = Q(data__table=table) | Q(action="lists.struck", data__last_deals__has_key=str(table))
    return lines_of(tournament).filter(at_table, data__series=series)


def lines_of_deal(tournament: "Tournament", *, series: int, table: int, deal: int) -> list[JournalEntry]:
    """Return what was done with a deal of a list, in order."""
    lines = lines_of_table(tournament, series=series, table=table)
    return [line for line in lines if deal in deals_in(line, table=table)]


def lines_of_numbered(tournament: "Tournament", kind: str, number: int) -> QuerySet[JournalEntry]:
    """Return what was done with something that has a number of its own, by the name of its fact: "appeal" 3."""
    return lines_of(tournament).filter(**{f"data__{kind}": number})


def lines_of_entrant(
    tournament: "Tournament", *, number: int, seats: Iterable[tuple[int, int]] = ()
) -> list[JournalEntry]:
    """Return what was done with an entrant, and at the tables, by series and number, where they sat; in order."""
    at_tables = Q()
    for series, table in seats:
        at_tables |= Q(data__series=series, data__table=table)
    # What names a table is about the table, unless it names them; the rest is little and looked through.
    rest = Q(data__table__isnull=True) | Q(data__entrant=number)
    candidates = lines_of(tournament).filter(at_tables | rest if at_tables else rest)
    pairs = set(seats)
    return [
        line
        for line in candidates
        if (line.data.get("series"), line.data.get("table")) in pairs or number in named_in(line.data)
    ]


def lines_of(tournament: "Tournament") -> QuerySet[JournalEntry]:
    """Return the lines of a journal in order, each with who wrote it."""
    return JournalEntry.objects.filter(tournament=tournament).select_related("by").order_by("number")


def deals_in(line: JournalEntry, *, table: int) -> Sequence[int]:
    """Return the numbers of the deals of a table that a line names."""
    data = line.data
    if line.action == "lists.struck":
        return range(data["last_deals"][str(table)] + 1, MOST_DEALS + 1)
    if line.action == "list.dealt-again":
        return () if data["first"] is None else range(data["first"], data["found"] + 1)
    if "first" in data and "last" in data:
        return range(data["first"], data["last"] + 1)
    return (data["deal"],) if isinstance(data.get("deal"), int) else ()


def journal_of(owner: journal.Owner) -> QuerySet[Any]:
    """Return a journal, latest line first."""
    return journal.lines_of(owner).select_related("by").order_by("-number")


T = TypeVar("T")

KEPT_FROM: Final = 2_000
KEPT_FOR: Final = 300
"""Of a journal with so many lines those found sound are not checked again for so many seconds."""

UNREADABLE: Final = (DatabaseError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError)
"""What reading bent lines raises: a text that is none, a moment that is none, facts that are missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(Generic[T]):
    """What was read from a journal."""

    found: T
    broken: int | None = None
    """The first line that does not fit the chain: from there on nothing is sure."""

    is_whole: bool = True
    """Whether everything could be read; else what stands from the broken line on is left out."""


def broken_line(tournament: "Tournament") -> int | None:
    """Return the first line that does not fit the chain, if any; of long journals only additions are checked."""
    key = f"sound-until:{tournament.pk}"
    number, digest = cache.get(key) or (0, journal.START_OF_CHAIN)
    lines = list(journal.stored_lines(tournament, after=number))
    broken = journal.broken_line_in(lines, after=number, before=digest)
    if broken is None and lines and number + len(lines) >= KEPT_FROM and not number:
        cache.set(key, (len(lines), lines[-1].hash.decode()), KEPT_FOR)
    return broken


def told(tournament: "Tournament", read: Callable[[int | None], T], *, nothing: T) -> Told[T]:
    """Return what ``read`` finds in a journal, as far as that can be read, with the first line that does not fit.

    ``read`` is given None, or, where that fails because the journal was bent, the number of the line before which
    it has to stop. ``nothing`` is what is found if that fails too.
    """
    broken = broken_line(tournament)
    if broken is None:
        return Told(found=read(None))
    for before in (None, broken):
        try:
            return Told(found=read(before), broken=broken, is_whole=before is None)
        except UNREADABLE:
            continue
    return Told(found=nothing, broken=broken, is_whole=False)


def as_far_as_readable(tournament: "Tournament", read: Callable[[], T], *, nothing: T) -> T:
    """Return what ``read`` finds, or ``nothing`` of a bent journal; readable ones are not checked."""
    try:
        return read()
    except UNREADABLE:
        if broken_line(tournament) is None:
            raise
        return nothing


def readable(lines: Any) -> list[Any]:
    """Return lines of a query set or a page; those no longer readable have no moment and no facts."""
    try:
        return list(lines)
    except UNREADABLE:
        return [
            _read(lines.model, pk) or lines.model(number=number, action="", data=None)
            for pk, number in lines.values_list("pk", "number")
        ]


def _read(model: Any, pk: int) -> Any:
    try:
        return model._default_manager.select_related("by").get(pk=pk)
    except UNREADABLE:
        return None


def standing_now(head: Head, tournament: "Tournament") -> HeadStanding:
    """Return what a printed head is to a journal, like ``standing_of``, for a page that anybody may ask again."""
    if head.number == 0:
        return HeadStanding.PART if journal.START_OF_CHAIN.startswith(head.hash) else HeadStanding.DIFFERS
    lines = JournalEntry.objects.filter(tournament=tournament)
    if not lines.filter(number__gte=head.number).exists():
        return HeadStanding.CUT_OFF
    broken = broken_line(tournament)
    is_sound = broken is None or head.number < broken
    fits = is_sound and lines.filter(number=head.number, hash__startswith=head.hash).exists()
    return HeadStanding.PART if fits else HeadStanding.DIFFERS


def strays() -> list[str]:
    """Return in words which rows belong to nothing, the first of each kind, in a query for each kind."""
    texts = []
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if not isinstance(field, ForeignKey):
                continue
            owner = field.remote_field.model._base_manager.filter(pk=OuterRef(field.attname))
            rows = model._base_manager.filter(~Exists(owner)).exclude(**{field.attname: None})
            if row := rows.order_by("pk").values_list("pk", field.attname).first():
                texts.append(f"row {row[0]} of {model._meta.db_table} has {row[1]} as its {field.name}")
    return texts


def damage() -> list[str]:
    """Return in words which pages of the database's file are damaged; a server looks after its own."""
    if connection.vendor != "sqlite":
        return []
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            texts = [str(text) for (text,) in cursor.fetchall()]
    except DatabaseError as error:
        # So damaged that it cannot even be looked through.
        return [str(error)]
    return [text for text in texts if text != "ok"]


TAKEN_BACK = ("series.closing-withdrawn", "ranking.release-withdrawn")


def taken_back_since(tournaments: "Iterable[Tournament]", moment: datetime) -> datetime | None:
    """Return when a result of these events was taken back after a moment: what was made of it then is out of date."""
    return _last_taken_back(tournament__in=list(tournaments), at__gte=moment)


def taken_back_after(tournament: "Tournament", line: int = 0) -> datetime | None:
    """Return when a result of an event was taken back after a line: what was printed before is out of date."""
    return _last_taken_back(tournament=tournament, number__gt=line)


def _last_taken_back(**which: Any) -> datetime | None:
    lines = JournalEntry.objects.filter(**which, action__in=TAKEN_BACK)
    return lines.order_by("number").values_list("at", flat=True).last()
