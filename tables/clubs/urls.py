"""Addresses of clubs."""

from django.urls import path

from tables.clubs import views

urlpatterns = [
    path("clubs/", views.clubs, name="clubs"),
    path("clubs/new/", views.new, name="club-new"),
    path("clubs/<slug:club>/", views.club, name="club"),
    path("clubs/<slug:club>/journal/", views.journal, name="club-journal"),
    path("clubs/<slug:club>/events.ics", views.club_calendar, name="club-calendar"),
    path("clubs/<slug:club>/book/", views.book, name="book"),
    path("clubs/<slug:club>/book/<int:number>/", views.person, name="book-person"),
    path("clubs/<slug:club>/book/doubles/", views.doubles, name="book-doubles"),
    path("clubs/<slug:club>/book/list/", views.review, name="book-list"),
]
