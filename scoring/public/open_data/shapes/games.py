"""The shapes of the JSON: a player's event, and what an event comes to (ISkO 5)."""

from django.utils.translation import gettext_noop as _
from ninja import Schema
from pydantic import Field

from scoring.public.open_data.shapes.events import Entrant


class Kind(Schema):
    """How often a kind of game was played."""

    game: str = Field(description=_("diamonds, hearts, spades, clubs, grand or null."))
    won: int
    lost: int
    hand: int = Field(description=_("Those of them that were played as Hand."))
    points: int = Field(description=_("Game points, those of lost games taken off."))


class Games(Schema):
    """Which games there were."""

    kinds: list[Kind]
    passed: int = Field(description=_("Deals that were passed in."))
    overbid: int


class Course(Schema):
    """Where a player stood after a series."""

    series: int
    points: int | None = Field(description=_("Performance points in it; null where the player had no seat."))
    rank: int | None = Field(description=_("The place after it; null before the player’s first series."))


class PlayersList(Schema):
    """What a player has in one series."""

    series: int
    table: int
    seat: int
    points: int = Field(description=_("Performance points; penalty points are off."))
    won: int
    lost: int
    others_lost: int = Field(description=_("Games the others at the table lost."))
    deals: int = Field(description=_("How many deals are written down."))
    totals_only: bool = Field(description=_("Whether only the results were typed, without the deals."))
    is_void: bool = Field(description=_("Whether the direction declared the list void."))


class Player(Entrant):
    """A player's event."""

    rank: int | None
    shared: bool = Field(description=_("Whether only a lot can still separate the place from another."))
    ranked: int = Field(description=_("How many are in the ranking."))
    total: int = Field(description=_("Performance points over the series; penalty points are off."))
    won: int = Field(description=_("Own games won."))
    lost: int = Field(description=_("Own games lost."))
    is_official: bool = Field(description=_("Whether every series in it is closed."))
    course: list[Course]
    lists: list[PlayersList]
    games: Games
    defended: int = Field(description=_("Games of others in which the player held cards."))
    beaten: int = Field(description=_("Those of them that their declarers lost."))


class NamedGame(Schema):
    """A single game that is worth naming."""

    series: int
    table: int
    deal: int = Field(description=_("The number of the deal in the list."))
    number: int = Field(description=_("The start number."))
    name: str = Field(description=_("The name as its owner wants it shown."))
    game: str = Field(description=_("diamonds, hearts, spades, clubs, grand or null."))
    points: int = Field(description=_("Game points."))
    won: bool


class SeriesResults(Schema):
    """What players earned in a series."""

    series: int
    points: list[int] = Field(description=_("Performance points from signed lists, rising; nobody is named."))


class Statistics(Schema):
    """What an event comes to."""

    series: list[int] = Field(description=_("The series it is over."))
    games: Games
    dearest: list[NamedGame] = Field(description=_("The most valuable games won."))
    dearest_lost: list[NamedGame] = Field(description=_("The most valuable games lost."))
    open_grands: list[NamedGame] = Field(description=_("Every Grand ouvert."))
    results: list[SeriesResults]
    totals_only: int = Field(description=_("Lists without deals: their games are not in it."))
