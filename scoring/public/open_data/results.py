"""Results in the shapes of the JSON: the hall, players, rankings, seasons (SkWO 5)."""

from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from scoring.lists.selectors.boards import BoardLine
from scoring.public.selectors.hall_screen import when
from scoring.results.models import Ranking
from scoring.results.selectors.rankings import MemberLine, RankingLine, ShownRanking
from scoring.results.selectors.standings import Standings, StandingsLine, is_open
from scoring.results.wording.competitors import competitor_name
from scoring.rules.results.teams import shown_points
from scoring.season.models import Competition, Season
from scoring.season.selectors.played import Year
from scoring.season.selectors.tables import YearTable
from scoring.statistics.selectors.played import Mix, NamedGame
from scoring.statistics.selectors.players import Player, PlayersList
from scoring.statistics.selectors.statistics import EventStatistics
from tables.draw.models import Seat, Table
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament


def standings_shape(standings: Standings, lines: Sequence[StandingsLine]) -> list[dict[str, Any]]:
    """Return some lines of a ranking as ``shapes.StandingsLine`` wants them; those without a place have no rank."""
    return [_line(line, standings.series) for line in lines]


def _line(line: StandingsLine, series: Sequence[Series]) -> dict[str, Any]:
    entrant, marks = line.entrant, zip(series, line.by_series, line.counts, strict=True)
    return {
        "rank": line.rank or None,
        "shared": line.shared,
        "number": entrant.number,
        "name": entrant.public_name,
        "club": entrant.public_club,
        "classes": list(entrant.classes),
        "total": line.total,
        "won": line.won,
        "lost": line.lost,
        "by_series": [{"series": one.number, "points": points, "remark": why} for one, points, why in marks],
        "others_lost": line.others_lost,
        "by_lot": line.by_lot,
        "penalty": line.penalty,
        "brought": line.brought,
    }


def head_shape(ranking: Ranking) -> dict[str, Any]:
    """Return what a ranking is about, as ``shapes.RankingHead`` wants it."""
    return {
        "number": ranking.number,
        "kind": ranking.kind,
        "name": ranking.name,
        "series": list(ranking.series),
        "best_of": ranking.best_of,
        "size": ranking.size,
        "scaled": ranking.scaled,
    }


def ranking_shape(shown_ranking: ShownRanking) -> dict[str, Any]:
    """Return a ranking as ``shapes.Ranking`` wants it, but for its moment."""
    return {
        **head_shape(shown_ranking.ranking),
        "shown": [series.number for series in shown_ranking.series],
        "is_official": shown_ranking.is_official,
        "lines": [_ranking_line(line, shown_ranking) for line in shown_ranking.lines],
    }


def _ranking_line(line: RankingLine, shown_ranking: ShownRanking) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "shared": line.shared,
        "by_lot": line.by_lot,
        "name": competitor_name(line) or "–",
        "members": [_member(one, shown_ranking.series) for one in line.members],
        "unnamed": line.unnamed,
        "total": points_shape(line.performance),
        "won": points_shape(line.won),
        "lost": points_shape(line.lost),
        "scaled": line.scaled,
        "brought": line.brought,
        "by_series": _marks(shown_ranking.series, line.by_series, line.counted),
    }


def _member(member: MemberLine, series: Sequence[Series]) -> dict[str, Any]:
    return {
        "number": member.entrant.number,
        "name": member.entrant.public_name,
        "substitute": member.substitute,
        "by_series": _marks(series, member.by_series, member.counted),
    }


def _marks(
    series: Iterable[Series], points: Iterable[Fraction | int | None], counted: Iterable[bool]
) -> list[dict[str, Any]]:
    return [
        {"series": one.number, "points": None if earned is None else points_shape(earned), "counted": counts}
        for one, earned, counts in zip(series, points, counted, strict=True)
    ]


def points_shape(points: Fraction | int) -> float | int:
    """Return points as JSON has them: whole, or with two decimals."""
    exact = shown_points(Fraction(points))
    return int(exact) if exact == exact.to_integral_value() else float(exact)


def tournament_shape(tournament: Tournament, *, today: date, url: str, entrants: int) -> dict[str, Any]:
    """Return a tournament as ``shapes.Tournament`` wants it."""
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "place": tournament.place,
        "organiser": tournament.organiser,
        "club": tournament.club.slug if tournament.club else "",
        "starts_on": tournament.starts_on,
        "ends_on": tournament.ends_on,
        "when": when(tournament, today=today),
        "entrants": entrants,
        "registration_open": tournament.registration_open,
        "released_at": tournament.released_at,
        "url": url,
    }


def series_shape(tournament: Tournament, series: Series) -> dict[str, Any]:
    """Return a series as ``shapes.Series`` wants it; what is not published is planned."""
    is_known = series.published_at is not None
    return {
        "number": series.number,
        "status": series.status if is_known else Series.Status.PLANNED.value,
        "seating": series.seating,
        "rounds": series.rounds,
        "time_limit": series.time_limit,
        "begins_at": series.begins_at,
        "started_at": series.started_at,
        "closed_at": series.closed_at,
        "posted_at": series.posted_at,
        "has_results": bool(series.started_at) and is_open(tournament, series),
    }


def entrant_shape(entrant: Entrant) -> dict[str, Any]:
    """Return an entrant as ``shapes.Entrant`` wants them: as they want to be shown."""
    return {
        "number": entrant.number,
        "name": entrant.public_name,
        "club": entrant.public_club,
        "classes": entrant.classes,
        "excluded": entrant.excluded_at is not None,
        "fills_in": entrant.fills_in,
    }


def seat_shapes(seating: Iterable[tuple[Table, Sequence[Seat]]]) -> list[dict[str, Any]]:
    """Return the tables of a series as ``shapes.Table`` wants them."""
    return [{"table": table.number, "seats": [_seat(seat) for seat in seats]} for table, seats in seating]


def _seat(seat: Seat) -> dict[str, Any]:
    entrant = seat.entrant
    return {
        "seat": seat.place,
        "number": entrant.number,
        "name": entrant.public_name,
        "club": entrant.public_club,
    }


def list_shape(line: BoardLine) -> dict[str, Any]:
    """Return how far a list is, as ``shapes.GameList`` wants it."""
    return {
        "table": line.table.number,
        "seats": line.table.size,
        "state": line.state.value,
        "entered": line.entered,
        "length": line.length,
        "signed_at": line.game_list.signed_at,
        "is_void": line.game_list.void_at is not None,
    }


def player_shape(entrant: Entrant, player: Player) -> dict[str, Any]:
    """Return a player's event as ``shapes.Player`` wants it."""
    course = player.course
    return {
        **entrant_shape(entrant),
        "rank": course.place.rank if course.place else None,
        "shared": bool(course.place and course.place.shared),
        "ranked": course.ranked,
        "total": course.points,
        "brought": course.brought,
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


def season_shape(season: Season, *, url: str) -> dict[str, Any]:
    """Return a season as ``shapes.Season`` wants it."""
    return {
        "slug": season.slug,
        "name": season.name,
        "club": season.club.slug,
        "starts_on": season.starts_on,
        "ends_on": season.ends_on,
        "url": url,
    }


def detail_shape(season: Season, year: Year, competitions: Sequence[Competition], *, url: str) -> dict[str, Any]:
    """Return a season as ``shapes.SeasonDetail`` wants it; ``competitions`` come with their releases."""
    heads = []
    for one in competitions:
        last = max(one.releases.all(), key=lambda release: release.number, default=None)
        heads.append(
            {
                "number": one.number,
                "name": one.name,
                "released_at": last.released_at if last else None,
                "sha256": last.hash if last else "",
            }
        )
    events = [
        {
            "number": one.number,
            "slug": one.slug if one.is_shown else "",
            "name": one.name,
            "date": one.starts_on,
            "closed": list(one.closed),
        }
        for one in year.evenings
    ]
    return season_shape(season, url=url) | {"events": events, "competitions": heads}


def table_shape(table: YearTable) -> dict[str, Any]:
    """Return a table as ``shapes.SeasonTable`` wants it."""
    return {
        "number": table.competition.number,
        "name": table.competition.name,
        "items": [
            {
                "place": row.place,
                "shared": row.shared,
                "player": row.player.number,
                "name": row.player.name,
                "club": row.player.club,
                "member": row.player.is_member,
                "value": str(row.value),
                "won": row.account.won,
                "lost": row.account.lost,
                "lists": row.account.lists,
                "bonus": row.account.bonus,
                "results": [
                    {
                        "event": evening,
                        "points": cell.points,
                        "counted": cell.dropped is None,
                        "reason": str(cell.dropped or ""),
                    }
                    for evening, cells in sorted(row.cells.items())
                    for cell in cells
                ],
            }
            for row in table.rows
        ],
    }
