"""The shapes of the JSON: standings and rankings (SkWO 5)."""

from datetime import datetime

from django.utils.translation import gettext_noop as _
from ninja import Schema
from pydantic import Field

from scoring.public.open_data.shapes.events import Page, RankingHead


class Mark(Schema):
    """What somebody or a team has in one series."""

    series: int
    points: float | int | None = Field(description=_("Performance points; null where there was no seat."))
    counted: bool = Field(default=True, description=_("Whether it is among the series that count."))
    remark: str = Field(default="", description=_("lower, zeroed or void, where it is not as played."))


class StandingsLine(Schema):
    """One player’s line."""

    rank: int | None = Field(description=_("Null for whoever is excluded."))
    shared: bool = Field(description=_("Whether only a lot can still separate the place from another."))
    number: int = Field(description=_("The start number."))
    name: str = Field(description=_("The name as its owner wants it shown."))
    club: str = Field(description=_("Empty where the name is not shown."))
    classes: list[str] = Field(description=_("The codes of the classes they are in."))
    total: int = Field(description=_("Performance points over the series; penalty points are off."))
    by_series: list[Mark]
    won: int = Field(description=_("Own games won."))
    lost: int = Field(description=_("Own games lost."))
    others_lost: int = Field(description=_("Games the others at the table lost."))
    by_lot: bool = Field(description=_("Whether a lot gave the place (SkWO 5.2)."))
    penalty: int = Field(description=_("Penalty points that came off."))


class Standings(Page[StandingsLine]):
    """A ranking of players, best first; excluded players come last."""

    series: list[int] = Field(description=_("The series it is over."))
    is_official: bool = Field(description=_("Whether every series in it is closed."))
    is_final: bool = Field(description=_("Whether the final ranking is released."))
    as_of: datetime | None


class Member(Schema):
    """What a player brings to their team or club."""

    number: int = Field(description=_("The start number."))
    name: str = Field(description=_("The name as its owner wants it shown."))
    substitute: bool
    by_series: list[Mark]


class RankingLine(Schema):
    """The line of a player, a pair, a team or a club."""

    rank: int
    shared: bool
    by_lot: bool
    name: str = Field(description=_("The team’s, the club’s or the player’s."))
    members: list[Member]
    unnamed: int = Field(description=_("How many more count for a club without showing it."))
    total: float = Field(description=_("Rounded to two decimals where it is scaled; ranks are made of exact figures."))
    won: float
    lost: float
    scaled: bool = Field(description=_("Whether something was scaled up because somebody was missing."))
    by_series: list[Mark]


class Ranking(RankingHead):
    """A ranking with its lines, best first."""

    shown: list[int] = Field(description=_("The series in it whose results are public so far."))
    is_official: bool = Field(description=_("Whether every series in it is closed."))
    as_of: datetime | None
    lines: list[RankingLine]
