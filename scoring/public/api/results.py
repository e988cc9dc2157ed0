"""Standings, rankings, players and statistics of an event; seasons and their tables."""

from typing import Annotated, Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from ninja import Query, Router
from pydantic import Field

from scoring.public.api.events import PROBLEMS, Paged, as_of, page_of
from scoring.public.open_data import shapes
from scoring.public.views.open_data import ranking_or_404, series_or_404
from scoring.results.selectors import standings as results_standings
from scoring.results.selectors.rankings import rankings_of
from scoring.season import access as season_access
from scoring.season.selectors import played, tables
from scoring.season.selectors import seasons as found_seasons
from scoring.statistics.selectors.players import player as players_event
from scoring.statistics.selectors.statistics import event_statistics
from tables.people import access as people_access
from tables.tournaments import access
from tables.tournaments.views.frames import site

router = Router(tags=["results"])


class WantedStandings(Paged):
    """Which standings are wanted."""

    series: Annotated[int | None, Field(ge=1, le=1_000, description=_("Only this series; otherwise all so far."))] = (
        None
    )
    size: Annotated[int, Field(ge=1, le=5_000, description=_("How many on a page."))] = 5_000


@router.get(
    "/tournaments/{slug:slug}/standings/",
    response={200: shapes.Standings, **PROBLEMS},
    summary=_("The standings"),
    operation_id="standings",
)
def standings(request: HttpRequest, slug: str, wanted_standings: Query[WantedStandings]) -> dict[str, Any]:
    """List the players, best first, over all series so far or in one of them."""
    tournament = access.public_tournament(slug=slug)
    only = None if wanted_standings.series is None else series_or_404(tournament, wanted_standings.series)
    ranking = results_standings.standings(tournament, only=only)
    part, where = page_of([*ranking.lines, *ranking.excluded], wanted_standings)
    return {
        **where,
        "series": [series.number for series in ranking.series],
        "is_official": ranking.is_official,
        "is_final": tournament.released_at is not None,
        "as_of": as_of(slug),
        "items": shapes.standings_lines(ranking, part),
    }


@router.get(
    "/tournaments/{slug:slug}/rankings/",
    response={200: list[shapes.RankingHead], **PROBLEMS},
    summary=_("The other rankings of a tournament"),
    operation_id="rankings",
)
def rankings(request: HttpRequest, slug: str) -> list[Any]:
    """List what is ranked beside the players: classes, clubs, pairs, teams, chosen series."""
    return list(rankings_of(access.public_tournament(slug=slug)))


@router.get(
    "/tournaments/{slug:slug}/rankings/{int:number}/",
    response={200: shapes.Ranking, **PROBLEMS},
    summary=_("One of these rankings"),
    operation_id="ranking",
)
def ranking(request: HttpRequest, slug: str, number: int) -> dict[str, Any]:
    """List its lines, best first, with what everybody brings to them."""
    tournament = access.public_tournament(slug=slug)
    shown = ranking_or_404(tournament, number)
    return {
        **shapes.RankingHead.from_orm(shown.ranking).dict(),
        "shown": [series.number for series in shown.series],
        "is_official": shown.is_official,
        "as_of": as_of(slug),
        "lines": shapes.ranking_lines(shown),
    }


@router.get(
    "/tournaments/{slug:slug}/players/{int:number}/",
    response={200: shapes.Player, **PROBLEMS},
    summary=_("A player’s event"),
    operation_id="player",
)
def player(request: HttpRequest, slug: str, number: int) -> dict[str, Any]:
    """Show the player's place, lists and games."""
    tournament = access.public_tournament(slug=slug)
    entrant = people_access.entrant_of(tournament, number=number)
    event = players_event(tournament, entrant)
    course = event.course
    return {
        **shapes.PublicEntrant.from_orm(entrant).dict(),
        "rank": course.place.rank if course.place else None,
        "shared": bool(course.place and course.place.shared),
        "ranked": course.ranked,
        "total": course.points,
        "brought": course.brought,
        "won": course.won,
        "lost": course.lost,
        "is_official": event.is_official,
        "course": [
            {
                "series": series.number,
                "points": earned.performance if earned else None,
                "rank": place.rank if place else None,
            }
            for series, earned, place in zip(event.series, course.earned, course.places, strict=True)
        ],
        "lists": event.lists,
        "games": event.mix,
        "defended": event.defended,
        "beaten": event.beaten,
    }


@router.get(
    "/tournaments/{slug:slug}/statistics/",
    response={200: shapes.Statistics, **PROBLEMS},
    summary=_("The statistics of an event"),
    operation_id="statistics",
)
def statistics(request: HttpRequest, slug: str) -> Any:
    """Show the most valuable games, the mix of games and the spread of results."""
    return event_statistics(access.public_tournament(slug=slug))


seasons_router = Router(tags=["seasons"])

SEASON_PROBLEMS = {403: shapes.Problem, 404: shapes.Problem, 422: shapes.Problem}


@seasons_router.get(
    "/seasons/",
    response={200: shapes.Page[shapes.Season], 422: shapes.Problem},
    summary=_("Seasons of this site"),
    operation_id="seasons",
)
def seasons(request: HttpRequest, paged: Query[Paged]) -> dict[str, Any]:
    """List them, the latest first."""
    part, where = page_of(found_seasons.listed(), paged)
    return {**where, "items": [_with_page(request, value) for value in part]}


@seasons_router.get(
    "/seasons/{slug:season}/",
    response={200: shapes.SeasonDetail, **SEASON_PROBLEMS},
    summary=_("One season"),
    operation_id="season",
)
def season(request: HttpRequest, season: str) -> dict[str, Any]:
    """Return it with its events and competitions."""
    found_season = season_access.open_season(slug=season)
    heads = []
    for competition in found_season.competitions.prefetch_related("releases"):
        last = max(competition.releases.all(), key=lambda release: release.number, default=None)
        head = {"released_at": last.released_at if last else None, "sha256": last.hash if last else ""}
        heads.append({"number": competition.number, "name": competition.name, **head})
    return {
        **shapes.Season.from_orm(_with_page(request, found_season)).dict(),
        "events": played.year_of(found_season).evenings,
        "competitions": heads,
    }


@seasons_router.get(
    "/seasons/{slug:season}/competitions/{int:number}/",
    response={200: shapes.SeasonTable, **SEASON_PROBLEMS},
    summary=_("The table of a competition"),
    operation_id="season-table",
    url_name="season-table",
)
def season_table(request: HttpRequest, season: str, number: int) -> Any:
    """Return what everybody comes to, with every result: what counts, and what is dropped for which reason."""
    found_season = season_access.open_season(slug=season)
    competition = season_access.competition_of(found_season, number=number)
    return tables.table_of(competition, played.year_of(found_season))


def _with_page(request: HttpRequest, season: Any) -> Any:
    season.url = site(request) + reverse("scoring:season", kwargs={"season": season.slug})
    return season
