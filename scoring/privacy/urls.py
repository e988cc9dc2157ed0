"""Addresses of what is stored of persons."""

from django.urls import path

from scoring.privacy import views as personal
from tables.acts.addresses import BOOK, OFFICE, OWN

urlpatterns = [
    path(f"{OWN}data/", personal.own, name="own-data"),
    path(f"{OWN}data.json", personal.own, {"ending": "json"}, name="own-data-json"),
    path(f"{OFFICE}entrants/<int:number>/data.json", personal.file_at_desk, name="entrant-data-json"),
    path(f"{BOOK}<int:number>/data/", personal.in_book, name="book-data"),
    path(f"{BOOK}<int:number>/data.json", personal.in_book, {"ending": "json"}, name="book-data-json"),
]
