"""The rows of all topics, for Django: it looks for them here."""

from scoring.disputes import models as disputes
from scoring.league import models as league
from scoring.lists import models as lists
from scoring.money import models as money
from scoring.results import models as results
from scoring.season import models as season

TOPICS = (disputes, league, lists, money, results, season)  # the modules that hold them, each below its topic
