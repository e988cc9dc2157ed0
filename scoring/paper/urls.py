"""Addresses of paper."""

from django.urls import path

from scoring.league.urls import DIVISION, MATCH
from scoring.paper.views import documents, print_desk
from tables.acts.addresses import OFFICE, SERIES, TABLE, TOURNAMENT

urlpatterns = [
    path(f"{TABLE}sheet.pdf", documents.sheet, name="sheet-pdf"),
    path(f"{SERIES}sheets.pdf", documents.document, {"kind": "sheets"}, name="sheets-pdf"),
    path(f"{TOURNAMENT}series/<int:series>/seats.pdf", documents.document, {"kind": "seats"}, name="seats-pdf"),
    path(f"{TOURNAMENT}standings.pdf", documents.document, {"kind": "ranking"}, name="standings-pdf"),
    path(f"{TOURNAMENT}logo/", print_desk.logo, name="event-logo"),
    path(f"{OFFICE}print/", print_desk.desk, name="print-desk"),
    path(f"{OFFICE}print/preview.png", print_desk.preview, name="print-preview"),
    path(f"{OFFICE}print/<str:run>/", print_desk.run, name="print-run"),
    path(f"{OFFICE}print/<str:run>/file/", print_desk.file, name="print-file"),
    path("seasons/<slug:season>/table.pdf", documents.year, name="season-pdf"),
    path(f"{DIVISION}table.pdf", documents.division, {"kind": "table"}, name="division-table-pdf"),
    path(f"{DIVISION}fixtures.pdf", documents.division, {"kind": "fixtures"}, name="division-fixtures-pdf"),
    path(f"{DIVISION}statistics.pdf", documents.division, {"kind": "statistics"}, name="division-statistics-pdf"),
    path(f"{MATCH}invitation.pdf", documents.match, {"kind": "invitation"}, name="match-invitation-pdf"),
    path(f"{MATCH}papers.pdf", documents.match, {"kind": "papers"}, name="match-papers-pdf"),
    path("verify/", documents.verify, name="verify-file"),
    path(f"{TOURNAMENT}standings-signed.pdf", documents.signed_ranking, name="standings-signed"),
    path(f"{TABLE}sheet-signed.pdf", documents.signed_sheet, name="sheet-signed"),
    path(f"{OFFICE}start-cards.pdf", documents.document, {"kind": "start-cards"}, name="start-cards-pdf"),
    path(f"{TOURNAMENT}plan.pdf", documents.document, {"kind": "plan"}, name="plan-pdf"),
    path(f"{OFFICE}certificates.pdf", documents.document, {"kind": "certificates"}, name="certificates-pdf"),
    path(f"{SERIES}lists.pdf", documents.document, {"kind": "lists"}, name="lists-pdf"),
    path(f"{OFFICE}decisions.pdf", documents.document, {"kind": "decisions"}, name="decisions-pdf"),
    path(f"{OFFICE}appeals/<int:number>.pdf", documents.appeal_paper, name="appeal-pdf"),
    path(f"{OFFICE}entrants.pdf", documents.document, {"kind": "entrants"}, name="entrants-pdf"),
    path(f"{SERIES}table-cards.pdf", documents.document, {"kind": "table-cards"}, name="table-cards-pdf"),
    path(f"{OFFICE}results.xlsx", documents.results, {"ending": "xlsx"}, name="results-xlsx"),
    path(f"{OFFICE}results.csv", documents.results, {"ending": "csv"}, name="results-csv"),
    path(f"{OFFICE}seats.xlsx", documents.seats, {"ending": "xlsx"}, name="seats-xlsx"),
    path(f"{OFFICE}seats.csv", documents.seats, {"ending": "csv"}, name="seats-csv"),
    path(f"{OFFICE}deals.xlsx", documents.deals, {"ending": "xlsx"}, name="deals-xlsx"),
    path(f"{OFFICE}deals.csv", documents.deals, {"ending": "csv"}, name="deals-csv"),
    path(f"{OFFICE}money/payout.pdf", documents.document, {"kind": "payout-list"}, name="payout-list-pdf"),
    path(f"{OFFICE}money/receipts.pdf", documents.document, {"kind": "receipts"}, name="receipts-pdf"),
    path(f"{OFFICE}money/labels.pdf", documents.document, {"kind": "prize-labels"}, name="prize-labels-pdf"),
    path(f"{OFFICE}money/things.pdf", documents.document, {"kind": "goods-list"}, name="goods-list-pdf"),
    path(f"{OFFICE}money/refunds.pdf", documents.document, {"kind": "refund-list"}, name="refund-list-pdf"),
    path(f"{OFFICE}money/account.pdf", documents.document, {"kind": "account"}, name="account-pdf"),
    path(f"{OFFICE}money/journal.pdf", documents.document, {"kind": "money-journal"}, name="money-journal-pdf"),
    path(f"{OFFICE}money/account.xlsx", documents.account, {"ending": "xlsx"}, name="account-xlsx"),
    path(f"{OFFICE}decisions/<int:number>.pdf", documents.paper, name="ruling-pdf"),
]
