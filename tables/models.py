"""The rows of all topics, for Django: it looks for them here."""

from tables.accounts.models import *  # noqa: F403
from tables.clubs.models import *  # noqa: F403
from tables.draw.models import *  # noqa: F403
from tables.hall.models import *  # noqa: F403
from tables.journal.models import *  # noqa: F403
from tables.people.models import *  # noqa: F403
from tables.tournaments.models import *  # noqa: F403
