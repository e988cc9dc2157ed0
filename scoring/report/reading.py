"""What an event's report says, read strictly; ``docs/skat-report.md`` tells its form in words."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.rules.contract import IllegalContract
from scoring.rules.fields import Fields, Part
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.presence import Presence
from scoring.rules.notation.messages import Unreadable, read_line
from scoring.rules.profiles.naming import BY_THE_BOOK, UnknownProfile, named

FORMAT: Final = "skat-report"
VERSION: Final = 1
RULES: Final = ("isko-2002",)
MOST_DEALS: Final = 500
"""More deals than any list has."""

HEAD: Final = ("format", "version", "kind", "written_by", "hashes")
OF_AN_EVENT: Final = ("event", "entrants", "lists", "ranking")
OF_A_LIST: Final = ("rounds", "presence", "deals", "profile")
OF_A_SEASON: Final = ("season", "table")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """The bottom line of one seat as the report has it."""

    number: int
    game_points: int
    won: int
    lost: int
    others_lost: int
    total: int
    deducted: int
    """Points that a decision took away; they are not in ``total`` any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedList:
    """A list of the report."""

    at: str
    series: int
    table: int
    game_list: GameList
    """The seats and deals; without a deal where only results are reported."""

    has_deals: bool
    numbers: tuple[int, ...]
    """Who sat there, from seat 1 on."""

    results: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedPlace:
    """A row of the ranking."""

    at: str
    place: int
    number: int
    total: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EventReport:
    """What is checked of an event's report."""

    series: int
    numbers: tuple[int, ...]
    lists: tuple[ReportedList, ...]
    ranking: tuple[ReportedPlace, ...]


def kind_of(document: Part) -> str:
    """Return whether a document is about an event or a season.

    :raises CannotRead: if it is no report of this version.
    """
    fields = document.fields(needed=HEAD, optional=(*OF_AN_EVENT, *OF_A_SEASON))
    fields["format"].one_of((FORMAT,))
    if fields["version"].integer() != VERSION:
        raise document.refused(f"This program reads version {VERSION}.", "version")
    fields["written_by"].text()
    return fields["kind"].one_of(("event", "season"))


def event_of(document: Part) -> EventReport:
    """Return what an event's report says.

    :raises CannotRead: if it does not have the form agreed.
    """
    fields = document.fields(needed=(*HEAD, *OF_AN_EVENT))
    event = fields["event"].fields(needed=("name", "date", "series", "rules"), optional=("place",))
    for name in event.keys() & {"name", "place"}:
        event[name].text()
    event["date"].day()
    event["rules"].one_of(RULES)
    return EventReport(
        series=event["series"].integer(least=1),
        numbers=tuple(_entrant(one) for one in fields["entrants"].items()),
        lists=tuple(_list(one) for one in fields["lists"].items()),
        ranking=tuple(_place(one) for one in fields["ranking"].items()),
    )


def _entrant(part: Part) -> int:
    fields = part.fields(needed=("number",), optional=("name", "club", "team"))
    for name in fields.keys() - {"number"}:
        fields[name].text()
    return fields["number"].integer(least=1)


def _list(part: Part) -> ReportedList:
    fields = part.fields(needed=("series", "table", "seats", "results"), optional=OF_A_LIST)
    numbers = tuple(fields["seats"].numbers())
    results = tuple(_result(one) for one in fields["results"].items())
    if tuple(one.number for one in results) != numbers:
        raise fields["results"].refused("These must be the results of the seats, in their order.")
    return ReportedList(
        at=part.at,
        series=fields["series"].integer(least=1),
        table=fields["table"].integer(least=1),
        game_list=_game_list(part, fields, seats=len(numbers)),
        has_deals="deals" in fields,
        numbers=numbers,
        results=results,
    )


def _game_list(part: Part, fields: Fields, *, seats: int) -> GameList:
    rounds = fields.integer("rounds", 12, least=1)
    if rounds * seats > MOST_DEALS:
        raise part.refused("No list has so many deals.", "rounds")
    if "presence" in fields and "deals" not in fields:
        raise part.refused("Where players came or left the deals are needed.", "deals")
    presence = tuple(_presence(one) for one in fields.parts("presence"))
    deals = tuple(_deals(fields["deals"])) if "deals" in fields else ()
    profile = _profile(fields["profile"]) if "profile" in fields else BY_THE_BOOK
    try:
        return GameList(seats=seats, rounds=rounds, deals=deals, presence=presence, profile=profile)
    except ValueError as error:
        raise part.refused("There is no such table.") from error


def _profile(part: Part) -> str:
    """Return the name of the house rules that a list was kept by."""
    name = part.text()
    try:
        named(name)
    except UnknownProfile as error:
        raise part.refused("Nobody knows these rules.") from error
    return name


def _presence(part: Part) -> Presence:
    fields = part.fields(needed=("from_round", "seats"))
    return Presence(from_round=fields["from_round"].integer(least=1), seats=tuple(fields["seats"].numbers()))


def _deals(part: Part) -> Iterator[Deal]:
    for number, one in enumerate(part.items(), start=1):
        if number > MOST_DEALS:
            raise part.refused("No list has so many deals.")
        try:
            yield _deal(number, one.value)
        except (Unreadable, IllegalContract, TypeError) as error:
            raise one.refused("This is no deal.") from error


def _deal(number: int, line: Any) -> Deal:
    """Return a deal; ``overruled`` marks the entry of a judge, which stands against the rules too."""
    if type(line) is not dict or "overruled" not in line:
        return read_line(number, line)
    if line["overruled"] is not True:
        raise Unreadable("overruled is true or left out")
    return replace(
        read_line(number, {name: part for name, part in line.items() if name != "overruled"}), overruled=True
    )


def _result(part: Part) -> SeatResult:
    names = ("number", "game_points", "won", "lost", "others_lost", "total")
    fields = part.fields(needed=names, optional=("deducted",))
    values: dict[str, Any] = {name: fields[name].integer() for name in names}
    return SeatResult(**values, deducted=fields.integer("deducted", least=0))


def _place(part: Part) -> ReportedPlace:
    names = ("place", "number", "total", "won", "lost")
    fields = part.fields(needed=names)
    return ReportedPlace(at=part.at, **{name: fields[name].integer() for name in names})
