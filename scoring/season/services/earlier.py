"""Evenings of a season that were played before, as a table told them."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime

from django.db import transaction

from scoring.season.models import EarlierResult, Season
from scoring.season.reading.earlier import Result, by_day
from scoring.season.services.competitions import turn_in
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.clubs.models import Club, Person
from tables.clubs.selectors import as_person, who_is_whom
from tables.clubs.services.books import MOST_PEOPLE, SEVERAL_ADDED, key_of
from tables.journal.services import Turn
from tables.people.models import Entrant


@transaction.atomic
def add_earlier(*, season_id: int, results: Sequence[Result], by: User, now: datetime) -> list[EarlierResult]:
    """Enter the results of evenings that were played before, all or none; whom the book does not know comes into it.

    Whom it has by that name, and by that club where several are called so, is that person.

    :raises Refused: ``earlier-evening-twice`` (day), ``earlier-evening-counts`` (day, event) where an evening is there
        already; ``earlier-name-unclear`` (line, name); ``book-full`` (most).
    """
    season, turn = turn_in(season_id, by=by, now=now)
    days = [*by_day(results)]
    if known := season.earlier.filter(day__in=days).order_by("day").first():
        raise Refused("earlier-evening-twice", day=known.day)
    counts = season.entries.filter(tournament__starts_on__in=days).select_related("tournament").first()
    if counts:
        raise Refused("earlier-evening-counts", day=counts.tournament.starts_on, event=counts.tournament.name)
    people = _people(turn, results)
    parts: Counter[tuple[date, int]] = Counter()
    rows = []
    for one in results:
        person = people[key_of(one.name, one.club)]
        parts[one.day, person.pk] += 1
        told = {name: getattr(one, name) for name in ("day", "points", "won", "lost", "lists")}
        part = parts[one.day, person.pk]
        rows.append(EarlierResult(season=season, person=person, part=part, added_at=now, **told))
    made = EarlierResult.objects.bulk_create(rows)
    turn.about(made)
    turn.tell("season.earlier-added", season=season.slug, days=[day.isoformat() for day in days])
    return made


@transaction.atomic
def remove_earlier(*, season_id: int, day: date, by: User, now: datetime) -> Season:
    """Take the results of an evening out that were entered. Twice is once."""
    season, turn = turn_in(season_id, by=by, now=now)
    if season.earlier.filter(day=day).exists():
        turn.delete(season.earlier.filter(day=day))
        turn.tell("season.earlier-removed", season=season.slug, day=day.isoformat())
    return season


def _people(turn: Turn[Club], results: Sequence[Result]) -> dict[tuple[str, str], Person]:
    """Return who of the club's book each name and club is; the book has them all from now on."""
    named = {key_of(one.name, one.club): one for one in reversed(results)}
    asked = {key: Entrant(name=one.name, club=one.club) for key, one in named.items()}
    book = list(turn.club.people.filter(merged_into=None).order_by("pk"))
    pairs, fresh, unclear = who_is_whom([*asked.values()], book)
    if unclear:
        one = named[key_of(unclear[0].name, unclear[0].club)]
        raise Refused("earlier-name-unclear", line=one.line, name=one.name)
    if len(book) + len(fresh) > MOST_PEOPLE:
        raise Refused("book-full", most=MOST_PEOPLE)
    made = Person.objects.bulk_create(as_person(one, turn.club, now=turn.now) for one in fresh)
    if made:
        turn.about(made)
        turn.tell(SEVERAL_ADDED, count=len(made))
    return {key_of(entrant.name, entrant.club): person for entrant, person in [*pairs, *zip(fresh, made, strict=True)]}
