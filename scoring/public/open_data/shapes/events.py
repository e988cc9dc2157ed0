"""The shapes of the JSON: events, who takes part, who sits where. Names of fields stay what they are."""

from datetime import date, datetime
from typing import Generic, Literal, TypeVar

from django.utils.translation import gettext_noop as _
from ninja import Schema
from pydantic import Field

Item = TypeVar("Item")

When = Literal["running", "coming", "past"]


class Problem(Schema):
    """What is wrong with a request. All answers but 200 and 304 look like this."""

    code: str = Field(description=_("One word for programs, such as “not-found”."))
    detail: str = Field(description=_("A sentence for people."))
    fields: list[str] = Field(default=[], description=_("The parameters that are wrong."))


class Page(Schema, Generic[Item]):
    """A part of a long answer."""

    count: int = Field(description=_("How many there are on all pages together."))
    page: int = Field(description=_("Which page this is, from 1 on."))
    pages: int = Field(description=_("How many pages there are; 1 where there is nothing."))
    items: list[Item]


class Tournament(Schema):
    """A tournament as a list of events shows it."""

    slug: str = Field(description=_("Its name in addresses."))
    name: str
    place: str
    organiser: str
    club: str = Field(description=_("The name in addresses of the club whose event it is; empty where it is none’s."))
    starts_on: date = Field(description=_("The first day."))
    ends_on: date = Field(description=_("The last day."))
    when: When
    entrants: int = Field(description=_("How many are registered."))
    registration_open: bool = Field(description=_("Whether the public form is open."))
    released_at: datetime | None = Field(description=_("When the final ranking was released."))
    url: str = Field(description=_("The page of the event, for people."))


class Series(Schema):
    """One series: everybody plays one list at one table."""

    number: int
    status: Literal["planned", "published", "running", "closed"] = Field(
        description=_("How far it is; published means that its seats are.")
    )
    seating: str = Field(
        description=_("How the seats are given out: drawn, by-standing, fixed or by-hand."),
    )
    begins_at: datetime | None = Field(description=_("When it is to begin, as announced."))
    started_at: datetime | None
    closed_at: datetime | None
    posted_at: datetime | None = Field(description=_("When its result was posted."))
    has_results: bool = Field(description=_("Whether its results are public already."))


class RankingHead(Schema):
    """A ranking beside the individual one."""

    number: int
    kind: str = Field(
        description=_("Who is ranked: individual, club, tandem, mixed, team, or the code of a class."),
    )
    name: str
    series: list[int] = Field(description=_("The series it is over; empty: all."))
    best_of: int | None = Field(description=_("How many of them count, the best ones; null: all."))
    size: int = Field(description=_("How many players make a team, or count for a club at most."))
    scaled: bool = Field(description=_("Whether a smaller team’s points are scaled up."))


class PlayerClass(Schema):
    """A class that is ranked by itself."""

    code: str = Field(description=_("By what entrants and rankings name it."))
    name: str


class Event(Tournament):
    """One tournament with its series and rankings."""

    direction: str
    rounds: int = Field(description=_("Rounds in a series: 12 are 48 deals at four and 36 at three."))
    time_limit: int | None = Field(description=_("Minutes a series may take."))
    entry_fee: float = Field(description=_("In euros; for new programs: entry_fee_cents."), deprecated=True)
    entry_fee_cents: int = Field(description=_("What the plan says that entering costs, in whole cents."))
    ended_at: datetime | None = Field(description=_("The end of the event as the direction stated it."))
    as_of: datetime | None = Field(description=_("When anything was last done in this event."))
    series: list[Series]
    rankings: list[RankingHead]
    classes: list[PlayerClass]


class Entrant(Schema):
    """Somebody who takes part, as the public may know them."""

    number: int = Field(description=_("The start number."))
    name: str = Field(description=_("The name as its owner wants it shown."))
    club: str = Field(description=_("Empty where the name is not shown."))
    classes: list[str] = Field(description=_("The codes of the classes they are in."))
    excluded: bool = Field(description=_("Whether the direction excluded the player (SkWO 4.3)."))


class Seat(Schema):
    """Who sits where."""

    seat: int = Field(description=_("From 1 to 4."))
    number: int = Field(description=_("The start number."))
    name: str = Field(description=_("The name as its owner wants it shown."))
    club: str = Field(description=_("Empty where the name is not shown."))


class Table(Schema):
    """A table of a series."""

    table: int
    seats: list[Seat]


class GameList(Schema):
    """How far the list of a table is."""

    table: int
    seats: int = Field(description=_("3 or 4."))
    state: Literal["waiting", "open", "complete", "signed"]
    entered: int = Field(description=_("How many deals are entered."))
    length: int = Field(description=_("How many deals it has."))
    signed_at: datetime | None
    is_void: bool = Field(description=_("Whether the direction declared it void."))
