"""A player's event and what an event comes to, in the shapes of the JSON (ISkO 5, SkWO 5)."""

from typing import Any

from scoring.public.open_data.hall import entrant_shape
from scoring.statistics.selectors.played import Mix, NamedGame
from scoring.statistics.selectors.players import Player, PlayersList
from scoring.statistics.selectors.statistics import EventStatistics
from tables.people.models import Entrant


def player_shape(entrant: Entrant, player: Player) -> dict[str, Any]:
    """Return a player's event as ``shapes.Player`` wants it."""
    course = player.course
    return {
        **entrant_shape(entrant),
        "rank": course.place.rank if course.place else None,
        "shared": bool(course.place and course.place.shared),
        "ranked": course.ranked,
        "total": course.points,
        "won": course.won,
        "lost": course.lost,
        "is_official": player.is_official,
        "course": [
            {
                "series": series.number,
                "points": earned.performance if earned else None,
                "rank": place.rank if place else None,
            }
            for series, earned, place in zip(player.series, course.earned, course.places, strict=True)
        ],
        "lists": [_list(one) for one in player.lists],
        "games": games_shape(player.mix),
        "defended": player.defended,
        "beaten": player.beaten,
    }


def _list(one: PlayersList) -> dict[str, Any]:
    return {
        "series": one.series.number,
        "table": one.seat.table.number,
        "seat": one.seat.place,
        "points": one.points,
        "won": one.result.won if one.result else 0,
        "lost": one.result.lost if one.result else 0,
        "others_lost": one.result.opponents_lost if one.result else 0,
        "deals": one.deals,
        "totals_only": one.is_totals_only,
        "is_void": one.is_void,
    }


def statistics_shape(found: EventStatistics) -> dict[str, Any]:
    """Return what is to be told of an event as ``shapes.Statistics`` wants it."""
    return {
        "series": [one.number for one in found.series],
        "games": games_shape(found.mix),
        "dearest": [_named(one) for one in found.dearest],
        "dearest_lost": [_named(one) for one in found.dearest_lost],
        "open_grands": [_named(one) for one in found.open_grands],
        "results": [{"series": number, "points": list(points)} for number, points in found.results.items()],
        "totals_only": found.totals_only,
    }


def games_shape(mix: Mix) -> dict[str, Any]:
    """Return which games there were as ``shapes.Games`` wants them."""
    return {
        "kinds": [
            {
                "game": kind.game.value,
                "won": kind.won,
                "lost": kind.lost,
                "hand": kind.hand,
                "points": kind.points,
            }
            for kind in mix.kinds
        ],
        "passed": mix.passed,
        "overbid": mix.overbid,
    }


def _named(one: NamedGame) -> dict[str, Any]:
    seat, played = one.seat, one.deal.played
    return {
        "series": seat.series.number,
        "table": seat.table.number,
        "deal": one.deal.number,
        "number": seat.entrant.number,
        "name": seat.entrant.public_name,
        "game": played.contract.game.value if played else "",
        "points": one.booking.points,
        "won": one.booking.won,
    }
