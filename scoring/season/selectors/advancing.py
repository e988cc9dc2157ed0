"""Who goes on from the table of a year to a final (SkWO 1.4)."""

from scoring.results.selectors.advancing import Ranked, Terms, ranked
from scoring.season.models import Competition, Season
from scoring.season.selectors.played import IN_NO_BOOK, year_of
from scoring.season.selectors.seasons import in_time, rights_of
from scoring.season.selectors.tables import table_of
from tables.accounts.models import User
from tables.clubs.models import Person
from tables.people.models import Entrant
from tables.tournaments.models import Shown, Tournament


def years_to_go_on_from(tournament: Tournament, *, of: User) -> list[Competition]:
    """Return the competitions of single players of those seasons in which an event counts and a user has a part."""
    seasons = Season.objects.filter(entries__tournament=tournament, forgotten_at=None).select_related("club")
    return [
        competition
        for season in in_time(seasons)
        if rights_of(season, of).any
        for competition in season.competitions.filter(together=Competition.Together.NOBODY).order_by("number")
    ]


def ranked_in_year(terms: Terms) -> list[Ranked]:
    """Return the table of the year from which some go on, best first; who has no place in it is left out.

    No lots are drawn for it: whoever shares a place is equal.
    """
    competition = Competition.objects.select_related("season").filter(pk=terms.year or 0).first()
    if competition is None:
        return []
    rows = [row for row in table_of(competition, year_of(competition.season)).rows if row.place is not None]
    keys = [row.player.number for row in rows]
    people = {person.pk: _as_entrant(person) for person in Person.objects.filter(pk__in=keys)}
    guests = Entrant.objects.filter(pk__in=[key - IN_NO_BOOK for key in keys if key > IN_NO_BOOK])
    people |= {entrant.pk + IN_NO_BOOK: entrant for entrant in guests}
    return [
        ranked(people[key], row.place, (-row.place, 0, 0), terms, number=key)
        for key, row in zip(keys, rows, strict=True)
        if row.place is not None and key in people
    ]


def _as_entrant(person: Person) -> Entrant:
    """Return somebody of a book as they would be registered; nothing is stored."""
    return Entrant(
        name=person.name,
        club=person.plays_for,
        team=person.team,
        classes=person.classes,
        shown_as=person.shown_as or Shown.FULL,
        chose_name=bool(person.shown_as),
        pseudonym=person.pseudonym if person.shown_as else "",
        person_id=person.pk,
    )
