"""Competitions of a season, its strength figures, results of earlier evenings, and the turn that all its acts take."""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from scoring.season.models import Competition, EarlierResult, Season, SeasonRelease, StrengthConsent
from scoring.season.reading import ReadResult, by_day
from scoring.season.rules.lists import ImpossibleRule
from scoring.season.selectors.played import year_of
from scoring.season.selectors.seasons import RULE_FIELDS, Terms, member_keys, rule_told, to_rule
from scoring.season.selectors.tables import YearTable, table_of
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, is_so_already, must_be_as_seen, sent_before, values_of
from tables.clubs.models import Club, Person
from tables.clubs.selectors import as_person, who_is_whom
from tables.clubs.services.books import MOST_PEOPLE, SEVERAL_ADDED, key_of
from tables.clubs.services.clubs import people_held, turn_of
from tables.journal.services import Turn
from tables.people.models import Entrant
from tables.tournaments.services import turns


def turn_in(
    season_id: int, *, by: User | None, now: datetime, even_forgotten: bool = False
) -> tuple[Season, Turn[Club]]:
    """Return a season whose club is held until the transaction ends, and somebody's turn in it.

    :raises Season.DoesNotExist: if there is no such season.
    :raises Refused: ``season-forgotten`` if its names were taken out.
    """
    turn = turn_of(Season.objects.values_list("club_id", flat=True).get(pk=season_id), by=by, now=now)
    season = Season.objects.get(pk=season_id)
    season.club = turn.club
    if season.forgotten_at and not even_forgotten:
        raise Refused("season-forgotten")
    return season, turn


MOST_COMPETITIONS = 30


@transaction.atomic
def make_competition(*, season_id: int, terms: Terms, entry_key: UUID, by: User, now: datetime) -> Competition:
    """Add a competition to a season. The same form sent twice makes it once.

    :raises Refused: ``competition-exists`` (name), ``too-many-competitions`` (most), ``group-needs-a-number``,
        ``quotas-need-kinds``, and the codes of ``ImpossibleRule``.
    """
    season, turn = turn_in(season_id, by=by, now=now)
    if competition := sent_before(season.competitions, entry_key):
        return competition
    if season.competitions.count() >= MOST_COMPETITIONS:
        raise Refused("too-many-competitions", most=MOST_COMPETITIONS)
    number = turns.next_number(season.competitions)
    made = Competition(season=season, number=number, entry_key=entry_key, made_at=now, **asdict(terms))
    _check(made)
    made.save()
    turn.tell("competition.made", made, season=season.slug, competition=number)
    return made


@transaction.atomic
def change_competition(
    *, competition_id: int, terms: Terms, by: User, now: datetime, seen: Seen | None = None
) -> Competition:
    """Change a competition; once its table was released its rule stays, and only its name can change.

    :raises Refused: as ``make_competition``; ``rule-released`` if the rule would change after a release.
    :raises Overtaken: if it is not what was ``seen`` any more.
    """
    competition, turn = _held(competition_id, by=by, now=now)
    before, fresh = as_agreed(competition), asdict(terms)
    if is_so_already(before, fresh):
        return competition
    must_be_as_seen(seen, now=before, wanted=fresh)
    if competition.releases.exists() and any(before[name] != fresh[name] for name in RULE_FIELDS):
        raise Refused("rule-released")
    for name, value in fresh.items():
        setattr(competition, name, value)
    _check(competition)
    competition.save(update_fields=list(fresh))
    turn.tell("competition.changed", competition, season=competition.season.slug, competition=competition.number)
    return competition


@transaction.atomic
def delete_competition(*, competition_id: int, by: User, now: datetime) -> str:
    """Delete a competition whose table was never released; return what it was called.

    :raises Refused: ``season-released``.
    """
    competition, turn = _held(competition_id, by=by, now=now)
    if competition.releases.exists():
        raise Refused("season-released")
    turn.delete(competition.season.competitions.filter(pk=competition_id))
    turn.tell("competition.deleted", season=competition.season.slug, competition=competition.number)
    return competition.name


@transaction.atomic
def release_table(*, competition_id: int, by: User, now: datetime) -> SeasonRelease:
    """Release the table of a competition as it is now. Released again unchanged, it is the same release.

    :raises Refused: ``nothing-to-release`` while there is no row in it.
    """
    competition, turn = _held(competition_id, by=by, now=now)
    table = table_of(competition, year_of(competition.season))
    if not table.rows:
        raise Refused("nothing-to-release")
    frozen = frozen_table(table)
    mark = hash_of(frozen)
    last = competition.releases.order_by("-number").first()
    if last and last.hash == mark:
        return last
    release = SeasonRelease.objects.create(
        competition=competition,
        number=last.number + 1 if last else 1,
        table=frozen,
        hash=mark,
        released_at=now,
        released_by=by,
    )
    turn.tell(
        "competition.released",
        release,
        season=competition.season.slug,
        competition=competition.number,
        release=release.number,
        hash=mark,
    )
    return release


def frozen_table(table: YearTable) -> dict[str, Any]:
    """Return a table as a release keeps it: rule, evenings and rows, with players by their numbers alone."""
    return {
        "season": table.competition.season.slug,
        "competition": table.competition.number,
        "rule": rule_told(table.competition),
        "evenings": [
            {"date": evening.starts_on.isoformat(), "event": evening.slug, "kind": evening.kind}
            for evening in table.evenings
        ],
        "rows": [
            {
                "place": row.place,
                "player": row.player.number,
                # Teams and clubs are no people: they keep their names.
                **({"name": row.player.name} if table.competition.together else {}),
                "value": str(row.value),
                "won": row.account.won,
                "lost": row.account.lost,
                "lists": row.account.lists,
                "counted": [
                    [season_list.evening, season_list.part, season_list.performance]
                    for season_list in row.account.counted
                ],
                "dropped": [
                    [out.season_list.evening, out.season_list.part, out.season_list.performance, str(out.reason)]
                    for out in row.account.dropped
                ],
            }
            for row in table.rows
        ],
    }


def hash_of(frozen: dict[str, Any]) -> str:
    """Return the SHA-256 of a frozen table, in hexadecimal digits."""
    packed = json.dumps(frozen, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(packed.encode()).hexdigest()


def as_agreed(competition: Competition) -> dict[str, Any]:
    """Return what a competition is called and how it counts."""
    return values_of(competition, Terms)


def _held(competition_id: int, *, by: User, now: datetime) -> tuple[Competition, Turn[Club]]:
    season_id = Competition.objects.values_list("season_id", flat=True).get(pk=competition_id)
    season, turn = turn_in(season_id, by=by, now=now)
    competition = Competition.objects.get(pk=competition_id)
    competition.season = season
    return competition, turn


def _check(competition: Competition) -> None:
    others = Competition.objects.filter(season=competition.season_id, name__iexact=competition.name)
    if other := others.exclude(pk=competition.pk).first():
        raise Refused("competition-exists", name=other.name)
    if competition.together and not competition.of_each:
        raise Refused("together-needs-a-number")
    if competition.of_each and not competition.together:
        raise Refused("number-needs-a-team")
    if competition.quotas and competition.grouping != Competition.Grouping.KIND:
        raise Refused("quotas-need-kinds")
    if competition.grouping and not (competition.best_of_group or competition.quotas):
        raise Refused("group-needs-a-number")
    if competition.best_of_group and not competition.grouping:
        raise Refused("number-needs-a-group")
    try:
        to_rule(competition)
    except ImpossibleRule as flaw:
        raise Refused(str(flaw.code)) from flaw


@transaction.atomic
def turn_strength(*, season_id: int, start: int | None, by: User, now: datetime) -> Season:
    """Let a season have strength figures that begin with so many points, or none at all. Who agreed stays noted."""
    season, turn = turn_in(season_id, by=by, now=now)
    season.strength_start = start
    season.save(update_fields=["strength_start"])
    turn.tell("season.strength-turned", season, season=season.slug, start=start)
    return season


@transaction.atomic
def note_consents(*, season_id: int, people: Collection[int], by: User, now: datetime) -> Season:
    """Note who wants a figure: those named and nobody else. Whoever took it back has none from now on.

    :raises Refused: ``no-such-person``.
    """
    season, turn = turn_in(season_id, by=by, now=now)
    wanted = set(people)
    members = member_keys(season)
    consenting = [
        person for person in people_held(sorted(wanted)) if person.club_id == season.club_id or person.pk in members
    ]
    if len(consenting) < len(wanted):
        raise Refused("no-such-person")
    turn.delete(season.consents.exclude(person__in=wanted))
    numbers = set(season.consents.values_list("person_id", flat=True))
    turn.about(
        StrengthConsent.objects.bulk_create(
            StrengthConsent(season=season, person=person, given_at=now)
            for person in consenting
            if person.pk not in numbers
        )
    )
    if turn.touched:
        turn.tell("season.consents-noted", season=season.slug)
    return season


@transaction.atomic
def add_earlier(*, season_id: int, results: Sequence[ReadResult], by: User, now: datetime) -> list[EarlierResult]:
    """Enter the results of evenings that were played before, all or none; whom the book does not know comes into it.

    :raises Refused: ``earlier-evening-twice`` (day), ``earlier-evening-counts`` (day, event) where an evening is there
        already; ``earlier-name-unclear`` (line, name); ``book-full`` (most).
    """
    season, turn = turn_in(season_id, by=by, now=now)
    days = [*by_day(results)]
    if earlier_result := season.earlier.filter(day__in=days).order_by("day").first():
        raise Refused("earlier-evening-twice", day=earlier_result.day)
    counts = season.entries.filter(tournament__starts_on__in=days).select_related("tournament").first()
    if counts:
        raise Refused("earlier-evening-counts", name=counts.tournament.name)
    people = _people(turn, results)
    parts: Counter[tuple[date, int]] = Counter()
    rows = []
    for result in results:
        person = people[key_of(result.name, result.club)]
        parts[result.day, person.pk] += 1
        values = {name: getattr(result, name) for name in ("day", "points", "won", "lost", "lists")}
        part = parts[result.day, person.pk]
        rows.append(EarlierResult(season=season, person=person, part=part, added_at=now, **values))
    made = EarlierResult.objects.bulk_create(rows)
    turn.tell("season.earlier-added", made, season=season.slug, days=[day.isoformat() for day in days])
    return made


@transaction.atomic
def remove_earlier(*, season_id: int, day: date, by: User, now: datetime) -> Season:
    """Take the results of an evening out that were entered. Twice is once."""
    season, turn = turn_in(season_id, by=by, now=now)
    if season.earlier.filter(day=day).exists():
        turn.delete(season.earlier.filter(day=day))
        turn.tell("season.earlier-removed", season=season.slug, day=day.isoformat())
    return season


def _people(turn: Turn[Club], results: Sequence[ReadResult]) -> dict[tuple[str, str], Person]:
    named = {key_of(result.name, result.club): result for result in reversed(results)}
    asked = {
        key: Entrant(name=this_read_result.name, club=this_read_result.club) for key, this_read_result in named.items()
    }
    book = list(turn.club.people.filter(merged_into=None).order_by("pk"))
    pairs, fresh, unclear = who_is_whom([*asked.values()], book)
    if unclear:
        read_result = named[key_of(unclear[0].name, unclear[0].club)]
        raise Refused("earlier-name-unclear", line=read_result.line, name=read_result.name)
    if len(book) + len(fresh) > MOST_PEOPLE:
        raise Refused("book-full", most=MOST_PEOPLE)
    made = Person.objects.bulk_create(as_person(entrant, turn.club, now=turn.now) for entrant in fresh)
    if made:
        turn.tell(SEVERAL_ADDED, made, count=len(made))
    return {key_of(entrant.name, entrant.club): person for entrant, person in [*pairs, *zip(fresh, made, strict=True)]}
