"""Addresses of tables without a tournament."""

from django.urls import path

from scoring.pub import views
from tables.acts.addresses import TABLE

urlpatterns = [
    path("table/", views.open_table, name="pub-table"),
    path(f"{TABLE}others/", views.others, name="pub-others"),
    path(f"{TABLE}players/", views.players, name="pub-players"),
    path(f"{TABLE}stop/", views.stop, name="pub-stop"),
    path(f"{TABLE}deals.xlsx", views.workbook, {"ending": "xlsx"}, name="pub-xlsx"),
    path(f"{TABLE}deals.json", views.record, name="pub-json"),
]
