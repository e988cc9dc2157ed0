"""Addresses of lists."""

from django.urls import path

from scoring.lists.views import deal_again, list_files, paper, worth
from tables.acts.addresses import OFFICE_TABLE, TABLE

urlpatterns = [
    path("worth/", worth.page, name="worth"),
    path("worth.json", worth.as_json, name="worth-json"),
    path(f"{TABLE}deal-again/", deal_again.deal_again, name="deal-again"),
    path(f"{OFFICE_TABLE}type/", paper.whole_list, name="type-list"),
    path(f"{OFFICE_TABLE}type/read/", paper.read_lines, name="read-lines"),
    path(f"{OFFICE_TABLE}totals/", paper.totals, name="type-totals"),
    path(f"{OFFICE_TABLE}list.xlsx", list_files.workbook, name="list-xlsx"),
    path(f"{OFFICE_TABLE}file/", list_files.file, name="list-file"),
]
