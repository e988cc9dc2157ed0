"""What an event's report says, read strictly; ``docs/skat-report.md`` tells its form in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.rules.codes import Code
from scoring.rules.contract import IllegalContract
from scoring.rules.fields import Fields, Part
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.presence import Presence
from scoring.rules.notation.messages import Unreadable, read_line
from scoring.rules.profiles.naming import BY_THE_BOOK, UnknownProfile, named

FORMAT: Final = "skat-report"
VERSION: Final = 2  # which is written; every earlier one is read too
RULES: Final = ("isko-2002",)
MOST_DEALS: Final = 500  # more deals than any list has
HEAD: Final = ("format", "version", "kind", "written_by", "hashes")
OF_AN_EVENT: Final = ("event", "entrants", "lists", "ranking")
OF_A_SEASON: Final = ("season", "table")
OF_AN_ENTRANT: Final = ("name", "club", "team")
OF_A_LIST: Final = ("rounds", "presence", "deals", "profile", "passed")
SINCE: Final = dict.fromkeys(("excluded", "fills_in", "brought", "short", "passed", "counted_won", "counted_lost"), 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """The bottom line of one seat as the report has it."""

    number: int
    game_points: int
    won: int
    lost: int
    others_lost: int
    total: int
    deducted: int  # points that a decision took away, off ``total`` already; below 0 where it took away a loss
    counted_won: int
    counted_lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedList:
    """A list of the report."""

    at: str
    series: int
    table: int
    game_list: GameList  # the seats and deals; without a deal where only results are reported
    has_deals: bool
    numbers: tuple[int, ...]  # who sat there, from seat 1 on
    results: tuple[SeatResult, ...]
    is_short: bool  # whether a decision or the clock ended it before its last deal
    passed: int | None  # deals that were passed in, where only results are reported and somebody said so
    illegal: tuple[tuple[int, Code], ...]  # deals, from 0 on, that nobody can announce: in ``game_list`` passed in


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
    excluded: frozenset[int]  # who has no place: excluded (SkWO 4.3), or filling in
    brought: Mapping[int, int]  # the points of an event before with which each entrant started
    lists: tuple[ReportedList, ...]
    ranking: tuple[ReportedPlace, ...]


def kind_of(document: Part) -> str:
    """Return whether a document is about an event or a season, or raise CannotRead if it is of no known version."""
    fields = document.fields(needed=HEAD, optional=(*OF_AN_EVENT, *OF_A_SEASON))
    fields["format"].one_of((FORMAT,))
    if not 1 <= fields["version"].integer() <= VERSION:
        raise document.refused(f"This program reads versions 1 to {VERSION}.", "version")
    fields["written_by"].text()
    return fields["kind"].one_of(("event", "season"))


def event_of(document: Part) -> EventReport:
    """Return what an event's report says, or raise CannotRead if it does not have the form agreed."""
    fields = document.fields(needed=(*HEAD, *OF_AN_EVENT))
    event = fields["event"].fields(needed=("name", "date", "series", "rules"), optional=("place",))
    for name in event.keys() & {"name", "place"}:
        event[name].text()
    event["date"].day()
    event["rules"].one_of(RULES)
    version = fields["version"].integer()
    entrants = [_entrant(part, version=version) for part in fields["entrants"].items()]
    return EventReport(
        series=event["series"].integer(least=1),
        numbers=tuple(number for number, _is_out, _brought in entrants),
        excluded=frozenset(number for number, is_out, _brought in entrants if is_out),
        brought={number: brought for number, _is_out, brought in entrants},
        lists=tuple(list_of(part, version=version) for part in fields["lists"].items()),
        ranking=tuple(_place(part) for part in fields["ranking"].items()),
    )


def _known(*names: str, version: int) -> tuple[str, ...]:
    return tuple(name for name in names if SINCE.get(name, 1) <= version)


def _entrant(part: Part, *, version: int) -> tuple[int, bool, int]:
    optional = _known(*OF_AN_ENTRANT, "excluded", "fills_in", "brought", version=version)
    fields = part.fields(needed=("number",), optional=optional)
    for name in fields.keys() & set(OF_AN_ENTRANT):
        fields[name].text()
    is_out = fields.truth("excluded") | fields.truth("fills_in")
    return fields["number"].integer(least=1), is_out, fields.integer("brought")


def list_of(part: Part, *, version: int = VERSION) -> ReportedList:
    """Return what a list of a report says, or raise CannotRead if it does not have the form agreed."""
    optional = _known(*OF_A_LIST, "short", version=version)
    fields = part.fields(needed=("series", "table", "seats", "results"), optional=optional)
    numbers = tuple(fields["seats"].numbers())
    results = tuple(_result(field, version=version) for field in fields["results"].items())
    if tuple(result.number for result in results) != numbers:
        raise fields["results"].refused("These must be the results of the seats, in their order.")
    deals = tuple(_deals(fields["deals"])) if "deals" in fields else ()
    legal = tuple(Deal(number=at) if isinstance(deal, Code) else deal for at, deal in enumerate(deals, start=1))
    return ReportedList(
        at=part.at,
        series=fields["series"].integer(least=1),
        table=fields["table"].integer(least=1),
        game_list=_game_list(part, fields, seats=len(numbers), deals=legal),
        has_deals="deals" in fields,
        numbers=numbers,
        results=results,
        is_short=fields.truth("short"),
        passed=fields["passed"].integer(least=0) if "passed" in fields else None,
        illegal=tuple((at, code) for at, code in enumerate(deals) if isinstance(code, Code)),
    )


def _game_list(part: Part, fields: Fields, *, seats: int, deals: tuple[Deal, ...]) -> GameList:
    rounds = fields.integer("rounds", 12, least=1)
    if rounds * seats > MOST_DEALS:
        raise part.refused("No list has so many deals.", "rounds")
    if "presence" in fields and "deals" not in fields:
        raise part.refused("Where players came or left the deals are needed.", "deals")
    presence = tuple(_presence(each_part) for each_part in fields.parts("presence"))
    profile = _profile(fields["profile"]) if "profile" in fields else BY_THE_BOOK
    try:
        return GameList(seats=seats, rounds=rounds, deals=deals, presence=presence, profile=profile)
    except ValueError as error:
        raise part.refused("There is no such table.") from error


def _profile(part: Part) -> str:
    name = part.text()
    try:
        named(name)
    except UnknownProfile as error:
        raise part.refused("Nobody knows these rules.") from error
    return name


def _presence(part: Part) -> Presence:
    fields = part.fields(needed=("from_round", "seats"))
    return Presence(from_round=fields["from_round"].integer(least=1), seats=tuple(fields["seats"].numbers()))


def _deals(part: Part) -> Iterator[Deal | Code]:
    for number, this_part in enumerate(part.items(), start=1):
        if number > MOST_DEALS:
            raise part.refused("No list has so many deals.")
        try:
            yield _deal(number, this_part.value)
        except IllegalContract as error:
            yield error.code
        except (Unreadable, TypeError) as error:
            raise this_part.refused("This is no deal.") from error


def _deal(number: int, line: Any) -> Deal:
    if type(line) is not dict or "overruled" not in line:
        return read_line(number, line)
    if line["overruled"] is not True:
        raise Unreadable("overruled is true or left out")
    return replace(
        read_line(number, {name: part for name, part in line.items() if name != "overruled"}), overruled=True
    )


def _result(part: Part, *, version: int) -> SeatResult:
    names = ("number", "game_points", "won", "lost", "others_lost", "total")
    optional = _known("deducted", "counted_won", "counted_lost", version=version)
    fields = part.fields(needed=names, optional=optional)
    values: dict[str, Any] = {name: fields[name].integer() for name in names}
    counted = {f"counted_{name}": fields.integer(f"counted_{name}", values[name], least=0) for name in ("won", "lost")}
    # A decision of which version 1 could tell took something away.
    return SeatResult(**values, **counted, deducted=fields.integer("deducted", least=0 if version == 1 else None))


def _place(part: Part) -> ReportedPlace:
    names = ("place", "number", "total", "won", "lost")
    fields = part.fields(needed=names)
    return ReportedPlace(at=part.at, **{name: fields[name].integer() for name in names})
