"""The rows of all topics, for Django: it looks for them here."""

from scoring.disputes.models import *  # noqa: F403
from scoring.lists.models import *  # noqa: F403
from scoring.results.models import *  # noqa: F403
