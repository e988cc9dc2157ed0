"""The shapes of the JSON: seasons and their tables (practice of clubs)."""

from datetime import date, datetime

from django.utils.translation import gettext_noop as _
from ninja import Schema
from pydantic import Field


class CompetitionHead(Schema):
    """A way of counting a season."""

    number: int
    name: str
    released_at: datetime | None = Field(description=_("When its table was released last; null if never."))
    sha256: str = Field(description=_("The hash of the table as it was released; empty if it never was."))


class SeasonEvent(Schema):
    """An event that counts in a season."""

    number: int = Field(description=_("Its number in the season, by date."))
    slug: str = Field(description=_("Its name in addresses; empty where the event is no longer shown."))
    name: str
    date: date
    closed: list[int] = Field(description=_("The numbers of its series that are closed and count."))


class Season(Schema):
    """A season of a club as a list shows it."""

    slug: str = Field(description=_("Its name in addresses."))
    name: str
    club: str = Field(description=_("The club’s name in addresses."))
    starts_on: date = Field(description=_("The first day."))
    ends_on: date = Field(description=_("The last day."))
    url: str


class SeasonDetail(Season):
    """A season with its events and competitions."""

    events: list[SeasonEvent]
    competitions: list[CompetitionHead]


class Result(Schema):
    """One result of a player: a list, or the evening as one."""

    event: int = Field(description=_("The number of the event in the season."))
    points: int
    counted: bool
    reason: str = Field(description=_("Why it does not count: other-series, over-quota or not-among-best; else empty."))


class SeasonLine(Schema):
    """A player’s row."""

    place: int | None = Field(description=_("Null while the minimum is not reached."))
    shared: bool
    player: int = Field(description=_("The number of the player in the season; of a team or club a number below 0."))
    name: str = Field(description=_("The name as its owner wants it shown."))
    club: str = Field(description=_("Empty where the name is not shown."))
    member: bool
    value: str = Field(description=_("The exact value by which it is ranked, as a text: “1204”, “2900/3”."))
    won: int = Field(description=_("Own games won in what counts."))
    lost: int = Field(description=_("Own games lost in what counts."))
    lists: int = Field(description=_("Lists played, whether they count or not."))
    bonus: int
    results: list[Result]


class SeasonTable(Schema):
    """The table of a competition, the best first; whoever is not ranked comes last."""

    number: int
    name: str
    items: list[SeasonLine]
