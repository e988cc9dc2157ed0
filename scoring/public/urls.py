"""Addresses of what everybody may see."""

from typing import Any

from django.urls import path
from django.views.generic import RedirectView

from scoring.public.views import hall_screen, open_data, own, standings
from tables.acts.addresses import DIVISION, OWN, TOURNAMENT


def _as_workbook(start: str) -> Any:
    to = f"/{start}/%(rest)s.xlsx"
    return RedirectView.as_view(url=to, permanent=True, query_string=True, http_method_names=["get", "head"])


urlpatterns = [
    path(f"{TOURNAMENT}standings/", standings.total, name="standings"),
    path(f"{TOURNAMENT}standings/<int:series>/", standings.of_series, name="standings-series"),
    path(f"{TOURNAMENT}seats/<int:number>/", own.my_seat, name="my-seat"),
    path("p/<slug:key>/", own.take_key, name="own-key"),
    path(f"{OWN}series/<int:series>/", own.own_list, name="own-list"),
    path(f"{OWN}series/<int:series>/object/", own.objection, name="own-objection"),
    path(f"{OWN}series/<int:series>/appeal/", own.appeal, name="own-appeal"),
    path(f"{OWN}query/", own.query, name="own-query"),
    path(f"{OWN}name/", own.name, name="own-name"),
    path(f"{TOURNAMENT}rankings/<int:number>/", standings.ranking, name="ranking"),
    path(f"{TOURNAMENT}hall/", hall_screen.screen, name="hall-screen"),
    path(f"{TOURNAMENT}hall/now/", hall_screen.now, name="hall-now"),
    path(f"{TOURNAMENT}standings.csv", open_data.standings, {"ending": "csv"}, name="standings-csv"),
    path(f"{TOURNAMENT}standings.xlsx", open_data.standings, {"ending": "xlsx"}, name="standings-xlsx"),
    path(f"{TOURNAMENT}standings.html", open_data.standings, {"ending": "html"}, name="standings-html"),
    path(f"{TOURNAMENT}series/<int:series>/seats.csv", open_data.seats, {"ending": "csv"}, name="series-seats-csv"),
    path(f"{TOURNAMENT}series/<int:series>/seats.xlsx", open_data.seats, {"ending": "xlsx"}, name="series-seats-xlsx"),
    path(f"{TOURNAMENT}entrants.csv", open_data.entrants, {"ending": "csv"}, name="public-entrants-csv"),
    path(f"{TOURNAMENT}entrants.xlsx", open_data.entrants, {"ending": "xlsx"}, name="public-entrants-xlsx"),
    path("t/<path:rest>.ods", _as_workbook("t"), name="ods"),
    path("seasons/<path:rest>.ods", _as_workbook("seasons"), name="season-ods"),
    path(f"{TOURNAMENT}share/", open_data.share, name="share"),
    path(f"{TOURNAMENT}embed/", open_data.embed, name="embed"),
    path(f"{TOURNAMENT}standings.png", open_data.picture, name="standings-picture"),
    path("seasons/<slug:season>/table.png", open_data.picture, name="season-picture"),
    path(f"{TOURNAMENT}results.atom", open_data.feed, name="feed"),
    path("seasons/<slug:season>/report.json", standings.year, name="season-report"),
    path("seasons/<slug:season>/embed/", open_data.embed, name="season-embed"),
    path(f"{DIVISION}report.json", standings.division, name="division-report"),
    path("results.atom", open_data.site_feed, name="site-feed"),
]
