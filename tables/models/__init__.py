"""The rows of the hall and what must always be true of them (SkWO 2-4, 6, 7.1)."""

from tables.models.announcements import Announcement
from tables.models.clubs import Club, ClubKeeper, Person
from tables.models.draws import Draw
from tables.models.guesses import Guess
from tables.models.journal import JournalEntry
from tables.models.names import Shown
from tables.models.people import CLUB_IS_SHOWN, Entrant, Role, User
from tables.models.series import Seat, Seeding, Series, Table
from tables.models.tournament import Tournament

__all__ = [
    "CLUB_IS_SHOWN",
    "Announcement",
    "Club",
    "ClubKeeper",
    "Draw",
    "Entrant",
    "Guess",
    "JournalEntry",
    "Person",
    "Role",
    "Seat",
    "Seeding",
    "Series",
    "Shown",
    "Table",
    "Tournament",
    "User",
]
