"""A final out of a ranking: who goes on is called, declines, and the next moves up (SkWO 1.4)."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from scoring.results.selectors.advancing import (
    CALLED,
    AdvancingTerms,
    Ranked,
    as_facts,
    called_before,
    final_of,
    going_on,
    next_called,
    ranked_in,
    with_kept,
)
from scoring.rules.results.advancing import NotSettled
from scoring.season.selectors.tables import ranked_in_year
from tables.accounts.models import User
from tables.acts.services import Refused, values_of
from tables.intake.optional import OPTIONAL
from tables.intake.registration import Registration
from tables.journal import chain as journal
from tables.people.models import Entrant
from tables.people.services.naming import chosen
from tables.people.services.registration import register_many, withdraw
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns
from tables.tournaments.services.tournaments import Details, create_tournament


@transaction.atomic
def make_final(
    *, tournament_id: int, terms: AdvancingTerms, name: str, starts_on: date, entry_key: UUID, by: User, now: datetime
) -> Tournament:
    """Make a new event of one series out of a ranking, and register those who go on (SkWO 1.4).

    The ranking is one of an event that is released, or the table of a year in which it counts. A consolation round
    of all others is made in the same way and restricted to nobody.

    It has the plan of the event before, and who goes on starts with their points if the terms say so. Entry is
    restricted to those who qualified, who are called in the order of the ranking and absent until marked present.
    ``entry_key`` is fixed when the form is opened; sending it again returns the event already made.

    :raises Refused: as ``first_called`` and ``create_tournament`` do.
    """
    tournament = turns.take_turn(tournament_id)
    called = first_called(tournament, terms)
    plan = values_of(tournament, Details)
    stated = {
        "name": name,
        "starts_on": starts_on,
        "ends_on": starts_on,
        "drawn_together": False,
        "most_entrants": None,
        "moves_up": True,
        "open_to": "" if terms.others else Tournament.OpenTo.QUALIFIED.value,
        "open_to_whom": "",
    }
    made = create_tournament(
        details=Details(**{**plan, **stated}),
        seatings=[Series.Seating.DRAWN.value],
        like=tournament,
        # What the year is played for is no part of it.
        outside_seasons=bool(terms.year),
        entry_key=entry_key,
        by=by,
        now=now,
    )
    if final_of(made) is None:
        made = turns.take_turn(made.pk)
        made.qualified_in = None if terms.year else tournament
        values = {"terms": as_facts(terms), "from": tournament.slug}
        _call(made, called, with_points=terms.with_points, by=by, now=now, **values)
    return made


def ranking_of(tournament: Tournament, terms: AdvancingTerms) -> list[Ranked]:
    """Return the ranking of an event, or the table of the year, from which some go on."""
    if terms.year:
        return ranked_in_year(terms)
    return with_kept(ranked_in(tournament, terms), terms, tournament.entrants.filter(number__in=terms.kept))


def first_called(tournament: Tournament, terms: AdvancingTerms) -> list[Ranked]:
    """Return who goes on from a ranking of an event, best first.

    :raises Refused: ``final-too-early``, ``too-few-ranked``, ``border-not-settled``; ``no-such-entrant`` for a kept
        place; ``nobody-left`` for all others where there is no final, or all were called; ``qualified-nameless`` with
        the start numbers.
    """
    if tournament.released_at is None:
        raise Refused("final-too-early")
    ranking, before = ranking_of(tournament, terms), called_before(tournament) if terms.others else frozenset()
    if len(ranking) < terms.places:
        raise Refused("too-few-ranked", ranked=len(ranking))
    if unknown := set(terms.kept) - {line.candidate.number for line in ranking}:
        raise Refused("no-such-entrant", number=min(unknown))
    try:
        called = going_on(ranking, terms, without=before)
    except NotSettled as tie:
        raise Refused("border-not-settled", numbers=tie.numbers) from None
    if terms.others and not (before and called):
        raise Refused("nobody-left")
    _must_have_names(called)
    return called


@transaction.atomic
def decline(*, tournament_id: int, number: int, by: User, now: datetime) -> list[int]:
    """Withdraw somebody called who does not come, and call the next of the ranking; return their start numbers.

    Declined twice, it counts once.

    :raises Refused: ``no-such-entrant``, and as ``withdraw`` and ``call_next`` do, but for ``nobody-to-call``.
    """
    tournament = turns.take_turn(tournament_id)
    entrant = tournament.entrants.filter(number=number).first()
    if entrant is None:
        raise Refused("no-such-entrant", number=number)
    withdraw(entrant_id=entrant.pk, by=by, now=now)
    return _call_next(tournament, by=by, now=now)


@transaction.atomic
def call_next(*, tournament_id: int, by: User, now: datetime) -> list[int]:
    """Call the next of the ranking for all who declined or were withdrawn; return their start numbers.

    :raises Refused: ``no-final``, ``nobody-to-call``, ``border-not-settled``, ``qualified-nameless``, and as
        ``register_many`` does.
    """
    tournament = turns.take_turn(tournament_id)
    numbers = _call_next(tournament, by=by, now=now)
    if not numbers:
        raise Refused("nobody-to-call")
    return numbers


def _call_next(tournament: Tournament, *, by: User, now: datetime) -> list[int]:
    final = final_of(tournament)
    if final is None:
        raise Refused("no-final")
    try:
        following = next_called(final, ranking_of(final.source, final.terms))
    except NotSettled as tie:
        raise Refused("border-not-settled", numbers=tie.numbers) from None
    _must_have_names(following)
    with_points = final.terms.with_points
    return _call(tournament, following, with_points=with_points, by=by, now=now) if following else []


def _must_have_names(called: Sequence[Ranked]) -> None:
    """Refuse to call somebody of whom nothing but a start number is known: entry to the final goes by names."""
    if nameless := [line.candidate.number for line in called if not line.entrant.name]:
        raise Refused("qualified-nameless", numbers=nameless)


def _call(
    tournament: Tournament, called: Sequence[Ranked], *, with_points: bool, by: User, now: datetime, **facts: Any
) -> list[int]:
    """Register those who go on, and let entry be open to them; return their start numbers."""
    people = [line.entrant for line in called]
    if tournament.open_to:
        tournament.open_to_whom = "\n".join(
            filter(None, [tournament.open_to_whom, *(entrant.name for entrant in people)])
        )
    tournament.save(update_fields=["open_to_whom", "qualified_in"])
    made = register_many(
        tournament_id=tournament.pk,
        registrations=[
            Registration(
                name=entrant.name,
                club=entrant.club,
                team=entrant.team,
                classes=frozenset(entrant.classes),
                brought=line.points if with_points else 0,
                optional={name: getattr(entrant, name) for name in OPTIONAL},
            )
            for entrant, line in zip(people, called, strict=True)
        ],
        source=Entrant.Source.DESK,
        entry_key=uuid4(),
        by=by,
        now=now,
        choices=[chosen(entrant) for entrant in people],
        people=[entrant.person_id for entrant in people],
    )
    numbers = {str(entrant.number): line.candidate.number for entrant, line in zip(made, called, strict=True)}
    if brought := {str(entrant.number): entrant.brought for entrant in made if entrant.brought}:
        facts["brought"] = brought
    journal.record(CALLED, tournament=tournament, by=by, at=now, called=numbers, **facts)
    return [entrant.number for entrant in made]
