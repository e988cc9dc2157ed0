"""The rows of all topics, for Django: it looks for them here."""

from tables.accounts import models as accounts
from tables.clubs import models as clubs
from tables.draw import models as draw
from tables.hall import models as hall
from tables.journal import models as journal
from tables.people import models as people
from tables.tournaments import models as tournaments

TOPICS = (accounts, clubs, draw, hall, journal, people, tournaments)
