"""Addresses of clubs."""

from django.urls import path

from tables.acts.addresses import OFFICE
from tables.clubs.views import book_lists, books, calendars, clubs

urlpatterns = [
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.new, name="club-new"),
    path("clubs/<slug:club>/", clubs.club, name="club"),
    path("clubs/<slug:club>/events.ics", calendars.club, name="club-calendar"),
    path("clubs/<slug:club>/book/", books.book, name="book"),
    path("clubs/<slug:club>/book/<int:number>/", books.person, name="book-person"),
    path("clubs/<slug:club>/book/doubles/", books.doubles, name="book-doubles"),
    path("clubs/<slug:club>/book/list/", book_lists.review, name="book-list"),
    path(f"{OFFICE}entrants/book/", books.taken, name="desk-book"),
]
