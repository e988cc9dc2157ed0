"""Addresses of the lists."""

from django.urls import path

from scoring.views import appeals, documents, entry, lists, office, paper, reseating, series, standings, worth

app_name = "scoring"

TOURNAMENT = "t/<slug:slug>/"
OFFICE = "t/<slug:slug>/office/"
SERIES = f"{OFFICE}series/<int:series>/"
TABLE = f"{TOURNAMENT}series/<int:series>/table/<int:table>/"
OFFICE_TABLE = f"{SERIES}table/<int:table>/"

urlpatterns = [
    path("worth/", worth.page, name="worth"),
    path("worth.json", worth.as_json, name="worth-json"),
    path(OFFICE, office.office, name="office"),
    path(f"{OFFICE}end/", office.end, name="end"),
    path(SERIES, series.board, name="board"),
    path(f"{SERIES}keys/", series.keys, name="keys"),
    path(f"{SERIES}changes/", reseating.reseat, name="reseat"),
    path("l/<str:key>/", lists.take_key, name="list-key"),
    path(TABLE, entry.game_list, name="list"),
    path(f"{TABLE}deal/<int:deal>/", entry.deal, name="deal"),
    path(f"{TABLE}sign/", lists.sign, name="sign"),
    path(OFFICE_TABLE, lists.manage, name="list-office"),
    path(f"{OFFICE_TABLE}type/", paper.whole_list, name="type-list"),
    path(f"{OFFICE_TABLE}totals/", paper.totals, name="type-totals"),
    path(f"{OFFICE}appeals/", appeals.appeals, name="appeals"),
    path(f"{OFFICE}appeals/<int:number>/", appeals.appeal, name="appeal"),
    path(f"{SERIES}appeal/", appeals.new, name="appeal-new"),
    path(f"{TABLE}appeal/", appeals.from_table, name="table-appeal"),
    path(f"{TOURNAMENT}standings/", standings.total, name="standings"),
    path(f"{TOURNAMENT}standings/<int:series>/", standings.of_series, name="standings-series"),
    path(f"{TABLE}sheet.pdf", documents.sheet, name="sheet-pdf"),
    path(f"{SERIES}sheets.pdf", documents.sheets, name="sheets-pdf"),
    path(f"{TOURNAMENT}series/<int:series>/seats.pdf", documents.seats, name="seats-pdf"),
    path(f"{TOURNAMENT}standings.pdf", documents.standings, name="standings-pdf"),
    path(f"{OFFICE}results.xlsx", documents.results_workbook, name="results-xlsx"),
]
