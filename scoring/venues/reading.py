"""The file of a venue: JSON in UTF-8, packed with gzip, read strictly (docs/venues.md)."""

import gzip
import io
import zlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from scoring.rules.fields import MOST_BYTES, CannotRead, Fields, Part, document

FORMAT: Final = "skatturnier-venue-1"
KINDS: Final = ("deals", "second_deals", "totals", "confirmations")
STEEPEST: Final = 30  # how many times its size a file is unpacked at most: keys are packed to half
SPARE: Final = 300_000  # bytes unpacked that are no burden however packed: lists of a small event are alike
MOST_LISTS: Final = 5_000
MOST_SEATS: Final = 4
MOST_ROWS: Final = 500  # of a kind in one list, void ones too: a list has 48 deals at most
MOST_ACTS: Final = 3_000  # acts in one list


class NoVenueFile(ValueError):
    """The file is none of a venue, or it is damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAct:
    """Something that was done in a list, as a journal tells it."""

    at: datetime
    action: str
    by: str  # the user name; empty for a table that acted with its key
    data: dict[str, Any]

    def is_same(self, other: "ListAct") -> bool:
        """Test whether both are one act. Accounts may have got another name in between."""
        return (self.at, self.action, self.data) == (other.at, other.action, other.data)


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueList:
    """A list in which a venue did something."""

    series: int
    table: int
    seats: list[list[Any]]  # from seat 1 on: start number, and the key of the form of registration
    agreed: list[Any]  # rounds, house rules, stake
    began_at: datetime | None
    row: dict[str, Any]
    rows: dict[str, list[dict[str, Any]]]  # what belongs to it, by kind; columns that hold their default are left out
    acts: list[ListAct]


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueFile:
    """What a venue played."""

    name: str  # of the event
    first: str  # the hash of the first line of its journal, which no other event has
    lists: list[VenueList]


def read_venue_file(content: bytes) -> VenueFile:
    """Return what a file says, or raise NoVenueFile if it is none, or damaged."""
    try:
        with gzip.open(io.BytesIO(content)) as file:
            most = min(MOST_BYTES, SPARE + STEEPEST * len(content))
            whole = Part(document(file, most=most)).fields(needed=("format", "event", "made_at", "lists"))
        whole["format"].one_of((FORMAT,))
        event = whole["event"].fields(needed=("name", "first"))
        lists = [_list(part) for part in _some(whole["lists"], most=MOST_LISTS)]
    except (CannotRead, OSError, EOFError, zlib.error) as error:
        raise NoVenueFile(str(error)) from error
    if len({(venue_list.series, venue_list.table) for venue_list in lists}) < len(lists):
        raise NoVenueFile("A list is there twice.")
    return VenueFile(name=event["name"].text(), first=event["first"].text(), lists=lists)


def _list(part: Part) -> VenueList:
    fields = part.fields(needed=("series", "table", "seats", "agreed", "row", "acts", *KINDS), optional=("began_at",))
    return VenueList(
        series=fields["series"].integer(least=1),
        table=fields["table"].integer(least=1),
        seats=[_plain(seat) for seat in _some(fields["seats"], most=MOST_SEATS)],
        agreed=_plain(fields["agreed"]),
        began_at=_moment(fields["began_at"]) if "began_at" in fields else None,
        row=_object(fields["row"]),
        rows={kind: [_object(row) for row in _some(fields[kind], most=MOST_ROWS)] for kind in KINDS},
        acts=[_act(act.fields(needed=("at", "action", "by", "data"))) for act in _some(fields["acts"], most=MOST_ACTS)],
    )


def _act(fields: Fields) -> ListAct:
    return ListAct(
        at=_moment(fields["at"]), action=fields["action"].text(), by=fields["by"].text(), data=_object(fields["data"])
    )


def _some(part: Part, *, most: int) -> list[Part]:
    parts = list(part.items())
    if len(parts) > most:
        raise part.refused("This list is too long.")
    return parts


def _plain(part: Part) -> list[Any]:
    return [each_part.value for each_part in part.items()]


def _object(part: Part) -> dict[str, Any]:
    return {name: this_part.value for name, this_part in part.named()}


def _moment(part: Part) -> datetime:
    try:
        moment = datetime.fromisoformat(part.text())
    except ValueError:
        raise part.refused("This must be a moment.") from None
    if moment.tzinfo is None:
        raise part.refused("This must be a moment with its zone.")
    return moment
