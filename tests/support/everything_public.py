"""What stands on the public pages of an event beside its results: rankings, the hall, a club with its address book."""

from datetime import date
from uuid import uuid4

from scoring.league.models import Match
from scoring.league.services import matches
from scoring.season.models import Season, SeasonEvent
from scoring.season.services import competitions, seasons
from tables.clubs.models import Club, Person
from tables.clubs.services import books, clubs
from tables.hall import services
from tables.tournaments.models import Tournament
from tests.scoring.league import leagues
from tests.scoring.results import ranking_pages
from tests.support import factories
from tests.support.factories import EVENING

CLUB = "sc-herz-dame"
"""The address of the club."""

SEASON = "klubmeisterschaft"
"""The address of its season."""

PLAN = "Bühne\n1 2 . 3\n4 5 . 6\nEingang"


def shown(made: Tournament, *, person: int = 1) -> Club:
    """Give an event rankings of ladies and of teams, a plan of its hall, an announcement, and a club.

    ``person`` is the key of the row of whom the club's address book knows.
    """
    by = factories.user()
    ranking_pages.ranking(made, name="Mannschaften", size=4, scaled=True)
    ranking_pages.assign(made.rankings.get(), **{"Herz Buben": "1 2 3 4; 8", "Grand Hand": "5 6 7"})
    ranking_pages.ranking(made, "ladies", name="Damen", best_of=1)
    services.change_hall_plan(tournament_id=made.pk, plan=PLAN, by=by, now=EVENING)
    services.announce(
        tournament_id=made.pk, text="Suppe bis 14 Uhr im Foyer.", until=None, entry_key=uuid4(), by=by, now=EVENING
    )
    club = clubs.found_club(details=clubs.ClubDetails(name="SC Herz Dame", place="Altenburg"), by=by, now=EVENING)
    known = books.add_person(
        club_id=club.pk,
        details=books.PersonDetails(name="Erna Schulz"),
        entry_key=uuid4(),
        now=EVENING,
        by=factories.user(),
    )
    Person.objects.filter(pk=known.pk).update(id=person)
    made.entrants.filter(number=1).update(person=person)
    season(made, club)
    return club


def season(made: Tournament, club: Club) -> Season:
    """Give a club a season in which an event counts, with a competition whose table is released."""
    by = factories.user()
    details = seasons.SeasonDetails(name="Klubmeisterschaft", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31))
    begun = seasons.begin_season(club_id=club.pk, details=details, entry_key=uuid4(), now=EVENING, by=factories.user())
    SeasonEvent.objects.create(season=begun, tournament=made, added_at=EVENING)
    terms = competitions.Terms(name="Bester Abend", count="best", best=1)
    counted = competitions.make_competition(
        season_id=begun.pk, terms=terms, entry_key=uuid4(), now=EVENING, by=factories.user()
    )
    competitions.release_table(competition_id=counted.pk, by=by, now=EVENING)
    competitions.turn_strength(season_id=begun.pk, start=900, by=factories.user(), now=EVENING)
    people = [*club.people.filter(merged_into=None).values_list("pk", flat=True)]
    competitions.note_consents(season_id=begun.pk, people=people, now=EVENING, by=factories.user())
    league(begun)
    return begun


def league(begun: Season) -> Match:
    """Give a season a league with one division, of which the only match is reported and objected to."""
    division = leagues.division(leagues.level(begun, days=1), size=4)
    match = leagues.all_in(division.matches.get())
    leagues.report(match, (4000,) * 3, (3900,) * 3, (3800,) * 3, (3700,) * 3)
    side = leagues.sides(match)[1]
    matches.protest(
        side_id=side.pk, text="Tisch 2 spielte ohne Karo 7.", entry_key=uuid4(), now=leagues.AFTER, by=factories.user()
    )
    return match
