"""Addresses of the paper desk."""

from django.urls import path

from scoring.paper_desk.views import list_files, whole_list
from tables.acts.addresses import OFFICE_TABLE

urlpatterns = [
    path(f"{OFFICE_TABLE}type/", whole_list.whole_list, name="type-list"),
    path(f"{OFFICE_TABLE}type/read/", whole_list.read_lines, name="read-lines"),
    path(f"{OFFICE_TABLE}totals/", whole_list.totals, name="type-totals"),
    path(f"{OFFICE_TABLE}list.xlsx", list_files.workbook, name="list-xlsx"),
    path(f"{OFFICE_TABLE}file/", list_files.file, name="list-file"),
]
