"""Addresses of the lists."""

from django.urls import path

from scoring.views import (
    appeals,
    calls,
    correction,
    deal_again,
    differences,
    documents,
    entry,
    getting_in,
    handover,
    lists,
    office,
    offline,
    paper,
    phone,
    proposals,
    reseating,
    series,
    signing,
    standings,
    table_calls,
    worth,
)

app_name = "scoring"

TOURNAMENT = "t/<slug:slug>/"
OFFICE = "t/<slug:slug>/office/"
SERIES = f"{OFFICE}series/<int:series>/"
TABLE = f"{TOURNAMENT}series/<int:series>/table/<int:table>/"
OFFICE_TABLE = f"{SERIES}table/<int:table>/"

urlpatterns = [
    path("worth/", worth.page, name="worth"),
    path("worth.json", worth.as_json, name="worth-json"),
    path("sw.js", offline.worker, name="worker"),
    path(f"{TOURNAMENT}handover/", handover.handover, name="handover"),
    path(OFFICE, office.office, name="office"),
    path(f"{OFFICE}end/", office.end, name="end"),
    path(SERIES, series.board, name="board"),
    path(f"{SERIES}keys/", series.keys, name="keys"),
    path(f"{SERIES}calls/", calls.settle, name="calls"),
    path(f"{SERIES}changes/", reseating.reseat, name="reseat"),
    path("code/", getting_in.code, name="code"),
    path("l/<str:key>/", getting_in.take_key, name="list-key"),
    path(TABLE, entry.game_list, name="list"),
    path(f"{TABLE}deal-again/", deal_again.deal_again, name="deal-again"),
    path(f"{TABLE}phone/", phone.phone, name="phone"),
    path(f"{TABLE}deal/<int:deal>/", correction.deal, name="deal"),
    path(f"{TABLE}seated/", table_calls.seated, name="seated"),
    path(f"{TABLE}calls/", table_calls.table_calls, name="table-calls"),
    path(f"{TABLE}sign/", signing.sign, name="sign"),
    path(f"{TABLE}differences/", differences.differences, name="differences"),
    path(f"{OFFICE_TABLE}second/", differences.give_up, name="second-list"),
    path(OFFICE_TABLE, lists.manage, name="list-office"),
    path(f"{OFFICE_TABLE}type/", paper.whole_list, name="type-list"),
    path(f"{OFFICE_TABLE}type/read/", paper.read_lines, name="read-lines"),
    path(f"{OFFICE_TABLE}totals/", paper.totals, name="type-totals"),
    path(f"{OFFICE_TABLE}proposals/", proposals.settle, name="proposals"),
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
