"""A year as the program is given it: a rule, evenings with lists, members."""

from dataclasses import dataclass

from scoring.rules.fields import Part
from scoring.season.rules.lists import FULL, Count, ImpossibleRule, Rule, SeasonList

_SENTENCES = {
    "best": "The number of lists that count is missing.",
    "points": "The points of the places are missing.",
    "bonus": "There are two bonuses for one number of lists.",
}

_JSON_NAME = {"best": "n"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Year:
    """What a table of the year is made of."""

    rule: Rule
    lists: tuple[SeasonList, ...]
    members: frozenset[int] | None


def year_of(document: Part) -> Year:
    """Return the year in a document.

    :raises CannotRead: if it is none.
    """
    fields = document.fields(needed=("rule", "evenings"), optional=("members",), unused=("league",))
    members = frozenset(fields["members"].numbers()) if "members" in fields else None
    return Year(rule=_rule(fields["rule"]), lists=_lists(fields["evenings"]), members=members)


def _rule(part: Part) -> Rule:
    fields = part.fields(
        needed=("count",), optional=("n", "absent", "minimum", "bonus", "guests", "points", "by_rounds")
    )
    count = Count(fields["count"].one_of(tuple(Count)))
    best = fields["n"].integer(least=1) if "n" in fields else None
    absent = fields["absent"].integer() if "absent" in fields else None
    points = tuple(each_part.integer() for each_part in fields.parts("points"))
    if count is Count.PLACES and "points" not in fields:
        raise part.refused(_SENTENCES["points"], "points")
    try:
        return Rule(
            count=count,
            # Of a rule that is written down whole, what its way of counting does not ask for stays unused.
            best=best if count is Count.BEST else None,
            points=(points or (0,)) if count is Count.PLACES else (),
            absent=absent if count is Count.AVERAGE else None,
            minimum=fields.integer("minimum", least=0),
            bonus=tuple(_step(each_part) for each_part in fields.parts("bonus")),
            guests=fields.truth("guests"),
            by_rounds=fields.truth("by_rounds"),
        )
    except ImpossibleRule as flaw:
        raise part.refused(_SENTENCES[flaw.field], _JSON_NAME.get(flaw.field, flaw.field)) from flaw


def _step(part: Part) -> tuple[int, int]:
    lists, points = part.pair()
    return lists.integer(least=0), points.integer()


def _lists(part: Part) -> tuple[SeasonList, ...]:
    """Return all lists; evenings are numbered by their dates, those of one date or without one as they stand."""
    evenings = []
    for each_part in part.items():
        fields = each_part.fields(needed=("lists",), optional=("date",))
        day = fields["date"].day().isoformat() if "date" in fields else ""
        evenings.append((day, list(fields["lists"].items())))
    evenings.sort(key=lambda evening: evening[0])
    season_lists: list[SeasonList] = []
    for evening, (_, lists) in enumerate(evenings, start=1):
        for each_part in lists:
            season_lists.append(_list(each_part, evening=evening, series=len(season_lists) + 1))
    return tuple(season_lists)


def _list(part: Part, *, evening: int, series: int) -> SeasonList:
    fields = part.fields(needed=("number", "total"), optional=("won", "lost", "rounds"))
    return SeasonList(
        player=fields["number"].integer(least=1),
        evening=evening,
        series=series,
        performance=fields["total"].integer(),
        won=fields.integer("won", least=0),
        lost=fields.integer("lost", least=0),
        rounds=fields.integer("rounds", FULL, least=1),
    )
