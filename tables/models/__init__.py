"""The rows of the hall and what must always be true of them (SkWO 2-4, 6, 7.1)."""

from tables.models.announcements import Announcement
from tables.models.clubs import Club, ClubKeeper, Person
from tables.models.draws import Draw
from tables.models.guesses import Guess
from tables.models.journal import JournalEntry
from tables.models.names import Shown
from tables.models.officials import Role
from tables.models.people import CLUB_IS_SHOWN, Entrant, tell_apart
from tables.models.releases import Release
from tables.models.series import Series
from tables.models.tables import Seat, Seeding, Table
from tables.models.tournament import Tournament
from tables.models.users import User
