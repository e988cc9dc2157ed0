"""Results in the shapes of the JSON: the hall, players, rankings, seasons (SkWO 5)."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from ninja import Schema

from scoring.lists.selectors.boards import BoardLine
from scoring.public.open_data import shapes
from scoring.public.selectors.hall_screen import when
from scoring.results.selectors.rankings import MemberLine, RankingLine, ShownRanking
from scoring.results.selectors.standings import Standings, StandingsLine, is_open
from scoring.results.wording.competitors import competitor_name
from scoring.rules.results.ranking import shown_points
from scoring.season.models import Competition, Season
from scoring.season.selectors.played import Year
from scoring.season.selectors.tables import YearTable
from scoring.statistics.selectors.players import Mix, NamedGame, Player, PlayersList
from scoring.statistics.selectors.statistics import EventStatistics
from tables.draw.models import Seat, Table
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament


def filled(shape: type[Schema], row: object, **otherwise: Any) -> dict[str, Any]:
    """Return the fields of a shape as a row has them, but for those that are told ``otherwise``."""
    return {name: otherwise[name] if name in otherwise else getattr(row, name) for name in shape.model_fields}


def _named(shape: type[Schema], entrant: Entrant, row: object, **otherwise: Any) -> dict[str, Any]:
    """Return a shape that names an entrant: as they want to be shown."""
    who = {"number": entrant.number, "name": entrant.public_name}
    if "club" in shape.model_fields:
        who["club"] = entrant.public_club
    return filled(shape, row, **who, **otherwise)


def standings_shape(standings: Standings, lines: Sequence[StandingsLine]) -> list[dict[str, Any]]:
    """Return some lines of a ranking; those without a place have no rank."""
    return [
        _named(
            shapes.StandingsLine,
            line.entrant,
            line,
            rank=line.rank or None,
            classes=list(line.entrant.classes),
            by_series=[
                {"series": series.number, "points": points, "remark": why}
                for series, points, why in zip(standings.series, line.by_series, line.counts, strict=True)
            ],
        )
        for line in lines
    ]


def ranking_shape(shown_ranking: ShownRanking) -> dict[str, Any]:
    """Return a ranking, but for its moment."""
    return {
        **filled(shapes.RankingHead, shown_ranking.ranking),
        "shown": [series.number for series in shown_ranking.series],
        "is_official": shown_ranking.is_official,
        "lines": [line_shape(line, shown_ranking.series) for line in shown_ranking.lines],
    }


def points_shape(points: Fraction | int) -> float | int:
    """Return points as JSON has them: whole, or with two decimals."""
    exact = shown_points(Fraction(points))
    return int(exact) if exact == exact.to_integral_value() else float(exact)


def line_shape(
    line: RankingLine, series: Sequence[Series], *, points: Callable[[Fraction | int], Any] = points_shape
) -> dict[str, Any]:
    """Return a line of a ranking over series; ``points`` spells its figures."""

    def marks(of: RankingLine | MemberLine) -> list[dict[str, Any]]:
        return [
            {"series": number, "points": None if earned is None else points(earned), "counted": counts}
            for number, earned, counts in zip(numbers, of.by_series, of.counted, strict=True)
        ]

    numbers = [each_series.number for each_series in series]
    return filled(
        shapes.RankingLine,
        line,
        name=competitor_name(line) or "–",
        members=[
            _named(shapes.Member, member_line.entrant, member_line, by_series=marks(member_line))
            for member_line in line.members
        ],
        total=points(line.performance),
        won=points(line.won),
        lost=points(line.lost),
        by_series=marks(line),
    )


def tournament_shape(tournament: Tournament, *, today: date, url: str, entrants: int) -> dict[str, Any]:
    """Return a tournament as a list of events shows it."""
    club, is_when = tournament.club.slug if tournament.club else "", when(tournament, today=today)
    return filled(shapes.Tournament, tournament, club=club, when=is_when, entrants=entrants, url=url)


def series_shape(tournament: Tournament, series: Series) -> dict[str, Any]:
    """Return a series; what is not published is planned."""
    return filled(
        shapes.Series,
        series,
        status=Series.Status.PLANNED.value if series.published_at is None else series.status,
        has_results=bool(series.started_at) and is_open(tournament, series),
    )


def entrant_shape(entrant: Entrant) -> dict[str, Any]:
    """Return an entrant as the public may know them."""
    return _named(shapes.Entrant, entrant, entrant, excluded=entrant.excluded_at is not None)


def seat_shapes(seating: Iterable[tuple[Table, Sequence[Seat]]]) -> list[dict[str, Any]]:
    """Return the tables of a series."""
    return [
        {"table": table.number, "seats": [_named(shapes.Seat, seat.entrant, seat, seat=seat.place) for seat in seats]}
        for table, seats in seating
    ]


def list_shape(line: BoardLine) -> dict[str, Any]:
    """Return how far a list is."""
    return filled(
        shapes.GameList,
        line,
        table=line.table.number,
        seats=line.table.size,
        state=line.state.value,
        signed_at=line.game_list.signed_at,
        is_void=line.game_list.void_at is not None,
    )


def player_shape(entrant: Entrant, player: Player) -> dict[str, Any]:
    """Return a player's event."""
    course = player.course
    return filled(
        shapes.Player,
        player,
        **entrant_shape(entrant),
        rank=course.place.rank if course.place else None,
        shared=bool(course.place and course.place.shared),
        ranked=course.ranked,
        total=course.points,
        brought=course.brought,
        won=course.won,
        lost=course.lost,
        course=[
            {
                "series": series.number,
                "points": earned.performance if earned else None,
                "rank": place.rank if place else None,
            }
            for series, earned, place in zip(player.series, course.earned, course.places, strict=True)
        ],
        lists=[_list(players_list) for players_list in player.lists],
        games=games_shape(player.mix),
    )


def _list(players_list: PlayersList) -> dict[str, Any]:
    result = players_list.result
    return filled(
        shapes.PlayersList,
        players_list,
        series=players_list.series.number,
        table=players_list.seat.table.number,
        seat=players_list.seat.place,
        won=result.won if result else 0,
        lost=result.lost if result else 0,
        others_lost=result.opponents_lost if result else 0,
        totals_only=players_list.is_totals_only,
    )


def statistics_shape(statistics: EventStatistics) -> dict[str, Any]:
    """Return what is to be told of an event."""
    single = {
        name: [_game(value) for value in getattr(statistics, name)]
        for name in ("dearest", "dearest_lost", "open_grands")
    }
    return filled(
        shapes.Statistics,
        statistics,
        series=[series.number for series in statistics.series],
        games=games_shape(statistics.mix),
        results=[{"series": number, "points": list(points)} for number, points in statistics.results.items()],
        **single,
    )


def games_shape(mix: Mix) -> dict[str, Any]:
    """Return which games there were."""
    return filled(shapes.Games, mix, kinds=[filled(shapes.Kind, kind, game=kind.game.value) for kind in mix.kinds])


def _game(named_game: NamedGame) -> dict[str, Any]:
    seat, played = named_game.seat, named_game.deal.played
    return _named(
        shapes.NamedGame,
        seat.entrant,
        named_game.booking,
        series=seat.series.number,
        table=seat.table.number,
        deal=named_game.deal.number,
        game=played.contract.game.value if played else "",
    )


def detail_shape(season: Season, year: Year, competitions: Sequence[Competition], *, url: str) -> dict[str, Any]:
    """Return a season; ``competitions`` come with their releases."""
    heads = []
    for competition in competitions:
        last = max(competition.releases.all(), key=lambda release: release.number, default=None)
        head = {"released_at": last.released_at if last else None, "sha256": last.hash if last else ""}
        heads.append(filled(shapes.CompetitionHead, competition, **head))
    events = [
        filled(
            shapes.SeasonEvent,
            evening,
            slug=evening.slug if evening.is_shown else "",
            date=evening.starts_on,
            closed=list(evening.closed),
        )
        for evening in year.evenings
    ]
    return filled(shapes.SeasonDetail, season, club=season.club.slug, url=url, events=events, competitions=heads)


def table_shape(table: YearTable) -> dict[str, Any]:
    """Return the table of a competition."""
    items = [
        filled(
            shapes.SeasonLine,
            row.account,
            place=row.place,
            shared=row.shared,
            player=row.player.number,
            name=row.player.name,
            club=row.player.club,
            member=row.player.is_member,
            value=str(row.value),
            results=[
                {
                    "event": evening,
                    "points": cell.points,
                    "counted": cell.dropped is None,
                    "reason": str(cell.dropped or ""),
                }
                for evening, cells in sorted(row.cells.items())
                for cell in cells
            ],
        )
        for row in table.rows
    ]
    return filled(shapes.SeasonTable, table.competition, items=items)
