"""The rows of the hall and what must always be true of them (SkWO 2-4, 6, 7.1)."""

from tables.models.draws import Draw
from tables.models.guesses import Guess
from tables.models.journal import JournalEntry
from tables.models.people import Entrant, Role, User
from tables.models.series import Seat, Seeding, Series, Table
from tables.models.tournament import Tournament

__all__ = [
    "Draw",
    "Entrant",
    "Guess",
    "JournalEntry",
    "Role",
    "Seat",
    "Seeding",
    "Series",
    "Table",
    "Tournament",
    "User",
]
