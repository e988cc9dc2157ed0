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
        "lists": [_list(players_list) for players_list in player.lists],
        "games": games_shape(player.mix),
        "defended": player.defended,
        "beaten": player.beaten,
    }


def _list(players_list: PlayersList) -> dict[str, Any]:
    return {
        "series": players_list.series.number,
        "table": players_list.seat.table.number,
        "seat": players_list.seat.place,
        "points": players_list.points,
        "won": players_list.result.won if players_list.result else 0,
        "lost": players_list.result.lost if players_list.result else 0,
        "others_lost": players_list.result.opponents_lost if players_list.result else 0,
        "deals": players_list.deals,
        "totals_only": players_list.is_totals_only,
        "is_void": players_list.is_void,
    }


def statistics_shape(statistics: EventStatistics) -> dict[str, Any]:
    """Return what is to be told of an event as ``shapes.Statistics`` wants it."""
    return {
        "series": [series.number for series in statistics.series],
        "games": games_shape(statistics.mix),
        "dearest": [_named(named_game) for named_game in statistics.dearest],
        "dearest_lost": [_named(named_game) for named_game in statistics.dearest_lost],
        "open_grands": [_named(named_game) for named_game in statistics.open_grands],
        "results": [{"series": number, "points": list(points)} for number, points in statistics.results.items()],
        "totals_only": statistics.totals_only,
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


def _named(named_game: NamedGame) -> dict[str, Any]:
    seat, played = named_game.seat, named_game.deal.played
    return {
        "series": seat.series.number,
        "table": seat.table.number,
        "deal": named_game.deal.number,
        "number": seat.entrant.number,
        "name": seat.entrant.public_name,
        "game": played.contract.game.value if played else "",
        "points": named_game.booking.points,
        "won": named_game.booking.won,
    }
