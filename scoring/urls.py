"""Addresses of the lists."""

from django.urls import path

from scoring.views import (
    appeals,
    archives,
    documents,
    entry,
    exports,
    list_files,
    lists,
    office,
    paper,
    papers,
    print_desk,
    reseating,
    series,
    signed,
    standings,
    verify_public,
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
    path(f"{OFFICE}print/", print_desk.desk, name="print-desk"),
    path(f"{OFFICE}print/<str:run>/", print_desk.run, name="print-run"),
    path(f"{OFFICE}print/<str:run>/file/", print_desk.file, name="print-file"),
    path("verify/", signed.verify, name="verify-file"),
    path(f"{TOURNAMENT}standings-signed.pdf", signed.ranking, name="standings-signed"),
    path(f"{TABLE}sheet-signed.pdf", signed.sheet, name="sheet-signed"),
    path("verify/<str:hash>/", verify_public.verify, name="verify"),
    path(f"{OFFICE}start-cards.pdf", papers.start_cards, name="start-cards-pdf"),
    path(f"{TOURNAMENT}plan.pdf", papers.plan, name="plan-pdf"),
    path(f"{OFFICE}certificates.pdf", papers.certificates, name="certificates-pdf"),
    path(f"{SERIES}lists.pdf", papers.lists_overview, name="lists-pdf"),
    path(f"{OFFICE}appeals.pdf", papers.decisions, name="decisions-pdf"),
    path(f"{OFFICE}appeals/<int:appeal>.pdf", papers.decision, name="decision-pdf"),
    path(f"{OFFICE}entrants.pdf", papers.entrant_list, name="entrants-pdf"),
    path(f"{SERIES}table-cards.pdf", papers.table_cards, name="table-cards-pdf"),
    path(f"{TOURNAMENT}seats/<int:number>/", papers.my_seat, name="my-seat"),
    path(f"{OFFICE}archive/", archives.page, name="archive"),
    path(f"{OFFICE}archive.zip", archives.file, name="archive-file"),
    path(f"{OFFICE}results.xlsx", exports.results, {"ending": "xlsx"}, name="results-xlsx"),
    path(f"{OFFICE}results.csv", exports.results, {"ending": "csv"}, name="results-csv"),
    path(f"{OFFICE}seats.xlsx", exports.seats, {"ending": "xlsx"}, name="seats-xlsx"),
    path(f"{OFFICE}seats.csv", exports.seats, {"ending": "csv"}, name="seats-csv"),
    path(f"{OFFICE}deals.xlsx", exports.deals, {"ending": "xlsx"}, name="deals-xlsx"),
    path(f"{OFFICE}deals.csv", exports.deals, {"ending": "csv"}, name="deals-csv"),
    path(f"{OFFICE_TABLE}list.xlsx", list_files.workbook, name="list-xlsx"),
    path(f"{OFFICE_TABLE}file/", list_files.file, name="list-file"),
]
