"""Seasons of clubs, and the tables of their competitions."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from ninja import Query, Router

from scoring.public.api.events import Paged, page_of
from scoring.public.open_data import results as shaped
from scoring.public.open_data import shapes
from scoring.season import access
from scoring.season.selectors import played, tables
from scoring.season.selectors import seasons as found_seasons
from tables.tournaments.views.frames import site

router = Router(tags=["seasons"])

PROBLEMS = {403: shapes.Problem, 404: shapes.Problem, 422: shapes.Problem}


@router.get(
    "/seasons/",
    response={200: shapes.Page[shapes.Season], 422: shapes.Problem},
    summary=_("Seasons of this site"),
    operation_id="seasons",
)
def seasons(request: HttpRequest, paged: Query[Paged]) -> dict[str, Any]:
    """List them, the latest first."""
    part, where = page_of(found_seasons.listed(), paged)
    items = [shaped.filled(shapes.Season, one, club=one.club.slug, url=_page(request, one.slug)) for one in part]
    return {**where, "items": items}


@router.get(
    "/seasons/{slug:season}/",
    response={200: shapes.SeasonDetail, **PROBLEMS},
    summary=_("One season"),
    operation_id="season",
)
def season(request: HttpRequest, season: str) -> dict[str, Any]:
    """Return it with its events and competitions."""
    found = access.open_season(slug=season)
    competitions = found_seasons.with_releases(found)
    return shaped.detail_shape(found, played.year_of(found), competitions, url=_page(request, season))


@router.get(
    "/seasons/{slug:season}/competitions/{int:number}/",
    response={200: shapes.SeasonTable, **PROBLEMS},
    summary=_("The table of a competition"),
    operation_id="season-table",
    url_name="season-table",
)
def season_table(request: HttpRequest, season: str, number: int) -> dict[str, Any]:
    """Return what everybody comes to, with every result: what counts, and what is dropped for which reason."""
    found = access.open_season(slug=season)
    competition = access.competition_of(found, number=number)
    return shaped.table_shape(tables.table_of(competition, played.year_of(found)))


def _page(request: HttpRequest, slug: str) -> str:
    return site(request) + reverse("scoring:season", kwargs={"season": slug})
