"""One act at a time in the seasons of a club: each takes the club's turn first, then those of events, then people."""

from scoring.season.models import Season
from tables.acts.services.refusals import Refused
from tables.clubs.services.clubs import held


def take_turn(season_id: int) -> Season:
    """Return a season whose club is held until the transaction ends.

    :raises Season.DoesNotExist: if there is no such season.
    :raises Refused: ``season-forgotten`` if its names were taken out.
    """
    club = held(Season.objects.values_list("club_id", flat=True).get(pk=season_id))
    season = Season.objects.get(pk=season_id)
    season.club = club
    if season.forgotten_at:
        raise Refused("season-forgotten")
    return season
