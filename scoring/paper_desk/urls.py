"""Addresses of the paper desk."""

from django.urls import path

from scoring.paper_desk.views import results, whole_list
from tables.acts.addresses import OFFICE_TABLE, SERIES

urlpatterns = [
    path(f"{SERIES}paper/", results.desk, name="paper-desk"),
    path(f"{OFFICE_TABLE}type/", whole_list.whole_list, name="type-list"),
    path(f"{OFFICE_TABLE}type/read/", whole_list.read_lines, name="read-lines"),
    path(f"{OFFICE_TABLE}totals/", results.results, name="type-totals"),
    path(f"{OFFICE_TABLE}totals/reckon/", results.reckon, name="reckon"),
]
