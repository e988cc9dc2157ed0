"""A hall from its first act on: everything in it was done by what the site does, so the journal tells of all of it."""

from datetime import date
from typing import Any
from unittest import mock
from uuid import uuid4

from scoring.disputes.models import Measure
from scoring.disputes.services import objections
from scoring.lists.models import SeatResult
from scoring.lists.services import entry
from scoring.results.models import Ranking
from scoring.results.services import rankings
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from tables.accounts.models import User
from tables.draw.services import wishes
from tables.people.services import registration
from tables.tournaments.models import Role, Tournament
from tables.tournaments.services import officials as people
from tables.tournaments.services import tournaments
from tests.privacy import world
from tests.scoring.money import desk
from tests.scoring.season import club_years
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.factories import EVENING, GRAND_LOST
from tests.support.remembered_worlds import remembered
from tests.tables.clubs import club_books


@remembered
def event() -> Tournament:
    """Twelve entrants; series 1 closed after a swap, 2 at play with every kind of dispute, teams, substitutes, lots."""
    acts = {"by": factories.user(), "now": EVENING}
    day = date(2026, 5, 16)
    club = club_books.club()
    details = tournaments.Details(
        name="Cup",
        place="Gera",
        starts_on=day,
        ends_on=day,
        organiser="SC Herz Dame",
        direction="A. Quaxi",
        club_id=club.pk,
        rounds=3,
    )
    made = tournaments.create_tournament(details=details, seatings=["drawn"] * 3, **acts)
    named = [
        registration.Registration(
            name=f"Spieler {number}",
            club=f"SC {number % 3}",
            team=f"Mannschaft {number % 6}",
            classes=frozenset({"ladies"} if number % 2 == 0 else ()),
            paid=number > 6,
            present=True,
        )
        for number in range(1, 13)
    ]
    registration.register_many(tournament_id=made.pk, registrations=named, source="paste", entry_key=uuid4(), **acts)
    appointed(made, "zweiter", plays_as=3)
    wishes.keep_apart(tournament_id=made.pk, numbers=(1, 2), **acts)
    world._first(made)
    desk.everything(made)
    running = world._series(made, 2)
    with mock.patch.object(factories, "judge", appointed):
        world._play(made, running)
    _more(made)
    # A season that ends with it, so that its names are kept no longer than without.
    club_years.with_events(club_years.season(club, ends_on=day), made)
    return Tournament.objects.get(pk=made.pk)


def appointed(made: Tournament, username: str, *, plays_as: int | None = None) -> User:
    """Appoint a judge as the direction does it."""
    judge = factories.user(username)
    kind = Role.Kind.JUDGE
    acts = {"by": factories.user(), "now": EVENING}
    people.appoint(tournament_id=made.pk, username=username, kind=kind, plays_as=plays_as, **acts)
    return judge


def _more(made: Tournament) -> None:
    acts = {"by": factories.user(), "now": EVENING}
    world._rank(made)
    teams = rankings.switch_on(
        tournament_id=made.pk,
        terms=rankings.Terms(kind=Ranking.Kind.TEAM, name="Mannschaften", series=(1,), best_of=1, size=4, scaled=True),
        entry_key=uuid4(),
        **acts,
    )
    assigned = [
        rankings.Assigned(name="Die Einsen", members=(1, 2, 3), substitutes=(4,)),
        rankings.Assigned(name="Die Zweien", members=(5, 6, 7)),
    ]
    rankings.assign_teams(ranking_id=teams.pk, teams=assigned, **acts)
    first = made.series.get(number=1)
    rankings.substitute(ranking_id=teams.pk, series_id=first.pk, out=1, by_whom=4, entry_key=uuid4(), **acts)
    _tied(made, **acts)
    running = made.series.get(number=2)
    third = factories.list_of(running, 3)
    entry.enter_totals(
        list_id=third.pk, totals=factories.totals((72, 1, 0), (0, 0, 0), (-144, 0, 1), (0, 0, 0)), **acts
    )
    said = {"kind": "claim", "deal": 1, "place": 2, "facts": "A", "claim": "B", "answer": "C"}
    objections.complete(
        objection_id=made.objections.get(outcome="").pk,
        entry_key=uuid4(),
        by=factories.user("richterin"),
        now=EVENING,
        **said,
    )
    row = factories.list_of(running)
    other = Deal(number=1, declarer=3, played=GRAND_LOST)
    entry.enter_deal(copy="second", list_id=row.pk, deal=other, entry_key=uuid4(), by=None, now=EVENING)
    directing.ordered(made, directing.order(Measure.Kind.PENALTY, entrant=5, series=1, points=50))
    directing.ordered(made, directing.order(Measure.Kind.EXPULSION, entrant=12, series=2))
    signing.reopen(list_id=factories.list_of(running, 2).pk, because="noch ein Spiel", **acts)
    factories.confirm(factories.list_of(running, 2), 1)


def _tied(made: Tournament, **acts: Any) -> None:
    """Switch on a ranking of pairs of whom two are equal but for the lot."""
    of_first = SeatResult.objects.filter(seat__series__tournament=made, seat__series__number=1)
    told = of_first.values_list("seat__entrant__number", "performance", "won", "lost")
    results = {number: figures for number, *figures in told}
    company = sorted(results, key=lambda number: (results[number], number))
    at = next(at for at in range(9) if len({tuple(results[number]) for number in company[at : at + 4]}) == 1)
    four = company[at : at + 4]
    terms = rankings.Terms(kind=Ranking.Kind.TANDEM, name="Paare", series=(1,), size=2)
    tied = rankings.switch_on(tournament_id=made.pk, terms=terms, entry_key=uuid4(), **acts)
    teams = [
        rankings.Assigned(name="Oben", members=tuple(four[:2])),
        rankings.Assigned(name="Unten", members=tuple(four[2:])),
    ]
    rankings.assign_teams(ranking_id=tied.pk, teams=teams, **acts)
    rankings.draw_lots(ranking_id=tied.pk, seed="0815", **acts)
