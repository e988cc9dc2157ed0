"""Addresses of the hall."""

from django.urls import path

from tables.accounts.views import account
from tables.clubs.views import book_lists, books, calendars, clubs
from tables.desk.views import exports, intake, registration, withdrawing
from tables.desk.views import public as desk_public
from tables.draw.views import by_hand, drawing, fixed, public_draws, seats, wishes
from tables.hall import views as hall
from tables.tournaments.views import calendars as tournaments_calendars
from tables.tournaments.views import officials as people
from tables.tournaments.views import plan, public, publishing

app_name = "tables"

TOURNAMENT = "t/<slug:slug>/"
OFFICE = "t/<slug:slug>/office/"

urlpatterns = [
    path("", public.home, name="home"),
    path("account/", account.password, name="account"),
    path("new/", plan.create, name="tournament-new"),
    path("robots.txt", publishing.robots, name="robots"),
    path("events.ics", tournaments_calendars.site, name="calendar"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.new, name="club-new"),
    path("clubs/<slug:club>/", clubs.club, name="club"),
    path("clubs/<slug:club>/events.ics", calendars.club, name="club-calendar"),
    path("clubs/<slug:club>/book/", books.book, name="book"),
    path("clubs/<slug:club>/book/<int:number>/", books.person, name="book-person"),
    path("clubs/<slug:club>/book/doubles/", books.doubles, name="book-doubles"),
    path("clubs/<slug:club>/book/list/", book_lists.review, name="book-list"),
    path(f"{TOURNAMENT}event.ics", tournaments_calendars.event, name="event-calendar"),
    path(f"{OFFICE}publishing/", publishing.publishing, name="publishing"),
    path(f"{OFFICE}hall/", hall.hall, name="hall"),
    path(f"{OFFICE}entrants/book/", books.taken, name="desk-book"),
    path(TOURNAMENT, hall.tournament, name="tournament"),
    path(f"{TOURNAMENT}plan/", public.plan, name="plan"),
    path(f"{TOURNAMENT}entrants/", desk_public.entrants, name="entrants"),
    path(f"{TOURNAMENT}register/", desk_public.register, name="self-registration"),
    path(f"{TOURNAMENT}series/<int:series>/seats/", seats.seats, name="seats"),
    path(f"{TOURNAMENT}series/<int:series>/draw/", public_draws.draw, name="public-draw"),
    path(f"{TOURNAMENT}draws/<int:number>.json", public_draws.record, name="draw-record"),
    path(f"{OFFICE}plan/", plan.edit, name="plan-edit"),
    path(f"{OFFICE}people/", people.people, name="people"),
    path(f"{OFFICE}journal/", people.journal, name="journal"),
    path(f"{OFFICE}registration/", registration.switch, name="registration-switch"),
    path(f"{OFFICE}entrants/", registration.desk, name="desk"),
    path(f"{OFFICE}entrants/withdraw/", withdrawing.many, name="withdraw-many"),
    path(f"{OFFICE}entrants/marks/", registration.marks, name="marks"),
    path(f"{OFFICE}entrants/paste/", intake.paste, name="paste"),
    path(f"{OFFICE}entrants/file/", intake.file, name="intake-file"),
    path(f"{OFFICE}entrants/list/", intake.review, name="intake-review"),
    path(f"{OFFICE}entrants/<int:number>/", registration.entrant, name="entrant"),
    path(f"{OFFICE}wishes/", wishes.wished, name="wishes"),
    path(f"{OFFICE}entrants.xlsx", exports.entrants, {"ending": "xlsx"}, name="entrants-xlsx"),
    path(f"{OFFICE}entrants.csv", exports.entrants, {"ending": "csv"}, name="entrants-csv"),
    path(f"{OFFICE}series/<int:series>/draw/", drawing.draw, name="draw"),
    path(f"{OFFICE}series/<int:series>/fixed/", fixed.plan, name="fixed-plan"),
    path(f"{OFFICE}series/<int:series>/by-hand/", by_hand.desk, name="by-hand"),
]
