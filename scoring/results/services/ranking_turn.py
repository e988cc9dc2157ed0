"""Taking one's turn on a ranking, as every act on it does first."""

from datetime import datetime

from scoring.results.models import Ranking
from scoring.results.selectors.rankings import series_of
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.journal import chain as journal
from tables.tournaments.models import Series
from tables.tournaments.services import turns


def record(action: str, ranking: Ranking, *, by: User, now: datetime, **facts: object) -> None:
    """Write the line of an act on a ranking in the journal."""
    journal.record(action, tournament=ranking.tournament, by=by, at=now, ranking=ranking.number, **facts)


def held(ranking_id: int) -> Ranking:
    """Return a ranking, its tournament held until the transaction ends, or raise Ranking.DoesNotExist."""
    tournament = turns.take_turn_of(Ranking, ranking_id)
    ranking = Ranking.objects.get(pk=ranking_id)
    ranking.tournament = tournament
    return ranking


def held_with_teams(ranking_id: int) -> Ranking:
    """Return a ranking that has teams, held until the transaction ends. Raise Refused: ``no-team-ranking``."""
    ranking = held(ranking_id)
    if not ranking.is_of_teams:
        raise Refused("no-team-ranking")
    return ranking


def must_be_decided(ranking: Ranking) -> tuple[Series, ...]:
    """Return the series of a ranking, all of which are closed.

    :raises Refused: ``series-open`` with the first that is not.
    """
    series = series_of(ranking)
    for each_series in series:
        if each_series.status != Series.Status.CLOSED:
            raise Refused("series-open", series=each_series.number)
    return series
