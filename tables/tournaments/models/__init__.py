"""The rows of ``tables.tournaments``."""

from tables.tournaments.models.classes import PlayerClass
from tables.tournaments.models.names import Shown, public_name, shown_name
from tables.tournaments.models.officials import Role
from tables.tournaments.models.series import PROFILE_NAME, Series, new_secret
from tables.tournaments.models.tournament import Tournament
