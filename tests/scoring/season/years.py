"""Lists of a season, written short."""

from scoring.season.rules.competitions.lists import SeasonList
from scoring.season.rules.competitions.standings import standings


def played(player, *totals, group="", won=0):
    """Return one list an evening, with so many points; None is an evening away."""
    return [
        SeasonList(player=player, evening=evening, series=evening, performance=total, won=won, group=group)
        for evening, total in enumerate(totals, start=1)
        if total is not None
    ]


def two_a_night(player, *evenings, groups=()):
    """Return two series an evening, written as pairs."""
    return [
        SeasonList(
            player=player,
            evening=evening,
            series=2 * evening + part,
            part=part,
            performance=total,
            group=groups[evening - 1] if groups else "",
        )
        for evening, pair in enumerate(evenings, start=1)
        for part, total in enumerate(pair, start=1)
    ]


def values(rule, lists, **how):
    """Return what each comes to."""
    return {row.account.entrant: row.account.performance for row in standings(rule, lists, **how)}


def places(rule, lists, **how):
    """Return the place of each, None where they are not ranked."""
    return {row.account.entrant: row.place for row in standings(rule, lists, **how)}


def account_of(rule, lists, player=1, **how):
    """Return what one player comes to."""
    return next(row.account for row in standings(rule, lists, **how) if row.account.entrant == player)
