"""Who is registered: the start number at once, the name whenever it comes (SkWO 4.1)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import ProtectedError

from tables.accounts.models import User
from tables.accounts.services import floods
from tables.acts.services import Refused, Seen, must_be_as_seen, sent_before
from tables.intake.classes import Classes, with_proposed_class
from tables.intake.optional import OPTIONAL
from tables.intake.outcome import MOST_ENTRANTS
from tables.intake.registration import Registration
from tables.journal import chain as journal
from tables.journal.following import Done
from tables.people import selectors
from tables.people.models import Entrant
from tables.people.services import naming
from tables.people.services.naming import NameChoice, held
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors.tournaments import known_classes, open_to_whom
from tables.tournaments.services import turns


def as_marked(entrants: Iterable[Entrant]) -> dict[str, str]:
    """Return of entrants in their order the start numbers of those marked, by the mark, and of all: "1-40, 42"."""
    everybody = list(entrants)
    marked = {
        "present": [entrant for entrant in everybody if entrant.present],
        "paid": [entrant for entrant in everybody if entrant.paid],
    }
    return {
        name: as_ranges([entrant.number for entrant in ones]) for name, ones in {**marked, "all": everybody}.items()
    }


def as_ranges(numbers: Sequence[int]) -> str:
    """Return rising numbers in few words: "1-3, 5, 8-9"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)


AS_THE_EVENT = NameChoice()

REMOVED: Final = "entrant.removed"
"""The act that takes out somebody who was entered by mistake; their number is not given again."""

JOINED: Final = "entrants.joined"


@transaction.atomic
def register(
    *,
    tournament_id: int,
    registration: Registration,
    source: Entrant.Source,
    entry_key: UUID | None,
    by: User | None,
    now: datetime,
    choice: NameChoice = AS_THE_EVENT,
    person_id: int | None = None,
    address: str = "",
    because: str = "",
) -> Entrant:
    """Register one entrant under the next free start number.

    When all places are taken, they stand on the waiting list, unless they fill in. ``entry_key`` is fixed when the
    form is opened; sending it again returns the entrant already registered. ``choice`` is how they want to be named in
    public, ``person_id`` who they are in a club's book, ``address`` where the public form was sent from, ``because``
    why the direction lets in somebody to whom the event is not open.

    :raises Refused: ``registration-closed`` for the public, ``tournament-full``, ``event-released``, the codes of
        ``OPEN_TO``, and as ``naming.check`` does; ``TooMany`` where too many came from that address.
    """
    tournament = turns.take_turn(tournament_id)
    if entry_key and (entrant := sent_before(tournament.entrants, entry_key)):
        return entrant
    if source == Entrant.Source.SELF and not tournament.registration_open:
        raise Refused("registration-closed")
    naming.check(tournament, choice)
    floods.must_not_flood("registrations", address=address, now=now, most=floods.REGISTRATIONS)
    values: dict[str, Any] = {"source": source, "entry_key": entry_key, "because": because, "by": by, "now": now}
    return _register(tournament, [registration], [choice], people=[person_id], **values)[0]


@transaction.atomic
def register_many(
    *,
    tournament_id: int,
    registrations: Sequence[Registration],
    source: Entrant.Source,
    entry_key: UUID,
    by: User,
    now: datetime,
    choices: Sequence[NameChoice] = (),
    numbers: Sequence[int | None] = (),
    people: Sequence[int | None] = (),
    because: str = "",
) -> list[Entrant]:
    """Register a whole list, all or none, in its order; who finds no place stands on the waiting list.

    ``choices`` says how each wants to be named: a name that cannot be had gives way to the start number. ``people`` are
    they in a club's book, ``because`` is why the direction lets in those to whom the event is not open.

    :raises Refused: ``sent-before`` if the same list was taken already, ``nothing-to-register``,
        ``tournament-full``, ``event-released``, the codes of ``OPEN_TO``.
    """
    tournament = turns.take_turn(tournament_id)
    if tournament.entrants.filter(entry_key=entry_key).exists():
        raise Refused("sent-before")
    if not registrations:
        raise Refused("nothing-to-register")
    name_choices = [naming.possible(tournament, choice) for choice in choices] or [AS_THE_EVENT] * len(registrations)
    values: dict[str, Any] = {"source": source, "entry_key": entry_key, "because": because, "by": by, "now": now}
    return _register(tournament, registrations, name_choices, numbers=numbers, people=people, **values)


@transaction.atomic
def take_list(
    *,
    tournament_id: int,
    registrations: Sequence[Registration],
    numbers: Sequence[int | None],
    changes: Mapping[int, Registration],
    gone: Collection[int],
    source: Entrant.Source,
    entry_key: UUID,
    by: User,
    now: datetime,
    because: str = "",
) -> list[Entrant]:
    """Register who is new in a list, update the others, withdraw ``gone``; return who is new. Raise as these do."""
    tournament = turns.take_turn(tournament_id)
    values: dict[str, Any] = {"by": by, "now": now}
    entrants = []
    if registrations or not (changes or gone):
        entrants = register_many(
            tournament_id=tournament_id,
            registrations=registrations,
            numbers=numbers,
            source=source,
            entry_key=entry_key,
            because=because,
            **values,
        )
    for entrant in tournament.entrants.filter(number__in=changes).order_by("number"):
        change_entrant(entrant_id=entrant.pk, registration=as_updated(entrant, changes[entrant.number]), **values)
    if gone:
        withdraw_many(tournament_id=tournament_id, numbers=sorted(gone), **values)
    return entrants


def as_updated(entrant: Entrant, registration: Registration) -> Registration:
    """Return an entrant as a newer list has them: a name where there is none, and whatever else it says."""
    return Registration(
        name=entrant.name or registration.name,
        club=registration.club or entrant.club,
        team=registration.team or entrant.team,
        classes=frozenset(entrant.classes) | registration.classes,
        paid=entrant.paid,
        present=entrant.present,
        optional={name: registration.optional.get(name) or getattr(entrant, name) for name in OPTIONAL},
    )


@transaction.atomic
def change_entrant(*, entrant_id: int, registration: Registration, by: User, now: datetime) -> Entrant:
    """Change an entrant's data, not their number. Raise Refused if ``withdrawn`` or ``excluded`` and said present."""
    entrant = held(entrant_id)
    if entrant.withdrawn_at and registration.present:
        raise Refused("withdrawn", number=entrant.number)
    if entrant.excluded_at and registration.present:
        raise Refused("excluded", number=entrant.number)
    changed = sorted(name for name, value in registration.columns.items() if getattr(entrant, name) != value)
    if not changed:
        return entrant
    for name in changed:
        setattr(entrant, name, registration.columns[name])
    entrant.save(update_fields=changed)
    journal.record(
        "entrant.changed", tournament=entrant.tournament, by=by, at=now, entrant=entrant.number, changed=changed
    )
    return entrant


@transaction.atomic
def mark_entrants(
    *, tournament_id: int, numbers: Sequence[int], by: User, now: datetime, seen: Seen | None = None, **marks: bool
) -> int:
    """Mark several as ``present`` or ``paid``; return how many changed. Raise Overtaken if not as ``seen``."""
    tournament = turns.take_turn(tournament_id)
    if seen is not None:
        before = as_marked(tournament.entrants.order_by("number"))
        all_so = {name: before["all"] if value else "" for name, value in marks.items()}
        now_so = {name: before[name] for name in marks}
        must_be_as_seen({name: seen.get(name) for name in marks}, now=now_so, wanted=all_so)
    chosen = tournament.entrants.filter(number__in=numbers)
    if marks.get("present"):
        chosen = chosen.filter(withdrawn_at=None, excluded_at=None)
    changed = chosen.exclude(**marks)
    touched = sorted(changed.values_list("number", flat=True))
    if touched:
        changed.update(**marks)
        journal.record("entrants.marked", tournament=tournament, by=by, at=now, entrants=touched, marks=marks)
    return len(touched)


@transaction.atomic
def withdraw(*, entrant_id: int, by: User, now: datetime) -> Entrant:
    """Withdraw an entrant, whose number stays theirs. Raise Refused: ``seated-now`` in a series not closed."""
    entrant = held(entrant_id)
    if entrant.is_gone:
        return entrant
    open_seat = entrant.seats.exclude(series__status=Series.Status.CLOSED).select_related("table", "series").first()
    if open_seat:
        raise Refused("seated-now", number=entrant.number, series=open_seat.series.number, table=open_seat.table.number)
    entrant.withdrawn_at, entrant.waiting_since, entrant.present = now, None, False
    entrant.save(update_fields=["withdrawn_at", "waiting_since", "present"])
    journal.record("entrant.withdrawn", tournament=entrant.tournament, by=by, at=now, entrant=entrant.number)
    return entrant


@transaction.atomic
def withdraw_many(*, tournament_id: int, numbers: Sequence[int], by: User, now: datetime) -> int:
    """Withdraw several, all or none; return how many. Raise Refused: ``nobody-ticked``, ``seated-now``."""
    tournament = turns.take_turn(tournament_id)
    if not numbers:
        raise Refused("nobody-ticked")
    chosen = [
        each_entrant
        for each_entrant in tournament.entrants.filter(number__in=numbers).order_by("number")
        if not each_entrant.is_gone
    ]
    for entrant in chosen:
        withdraw(entrant_id=entrant.pk, by=by, now=now)
    return len(chosen)


@transaction.atomic
def reinstate(*, entrant_id: int, by: User, now: datetime) -> Entrant:
    """Take a withdrawal back, or let in who waits, beyond all places. Raise Refused: ``same-already``."""
    entrant = held(entrant_id)
    _must_be_themselves(entrant)
    if entrant.withdrawn_at:
        _let_in(entrant, by=by, now=now)
    return entrant


def _must_be_themselves(entrant: Entrant) -> None:
    """Refuse to bring a number back, or to remove one, on which it rests that two numbers are one person."""
    for double in (entrant, *entrant.doubles.all()):
        if double.same_as:
            raise Refused("same-already", number=double.number, stays=double.same_as.number)


def _let_in(entrant: Entrant, *, by: User | None, now: datetime) -> None:
    waited = {"waited": True} if entrant.waiting_since else {}
    entrant.withdrawn_at = entrant.waiting_since = None
    entrant.save(update_fields=["withdrawn_at", "waiting_since"])
    values = {"entrant": entrant.number, **waited}
    journal.record("entrant.reinstated", tournament=entrant.tournament, by=by, at=now, **values)


FILLS_IN: Final = "entrant.fills-in"

FREEING: Final = frozenset({"entrant.withdrawn", FILLS_IN, REMOVED, JOINED, "measure.ordered", "tournament.changed"})
"""Acts by which a place may become free."""


def follow(tournament: Tournament, done: Sequence[Done], *, by: User | None, at: datetime) -> None:
    """Let those move up who wait, as far as there are places, as long as nothing is drawn and the plan says so."""
    del done  # Whatever made room, it is the next one's.
    entrants = list(selectors.waiting(tournament)) if tournament.moves_up else []
    if not entrants or tournament.series.exclude(status=Series.Status.PLANNED).exists():
        return
    for entrant in entrants[: selectors.places_left(tournament)]:
        entrant.tournament = tournament
        _let_in(entrant, by=by, now=at)


@transaction.atomic
def open_registration(*, tournament_id: int, is_open: bool, by: User, now: datetime) -> Tournament:
    """Open or close the public form. Raise Refused: ``event-ended``."""
    tournament = turns.take_turn(tournament_id)
    if is_open and tournament.ended_at:
        raise Refused("event-ended")
    if tournament.registration_open != is_open:
        tournament.registration_open = is_open
        tournament.save(update_fields=["registration_open"])
        action = "registration.opened" if is_open else "registration.closed"
        journal.record(action, tournament=tournament, by=by, at=now)
    return tournament


WAITING: Final = {"paid": False, "present": False}
"""Who waits owes nothing yet, and is not there to be seated."""


def _register(
    tournament: Tournament,
    registrations: Sequence[Registration],
    choices: Sequence[NameChoice],
    *,
    numbers: Sequence[int | None] = (),
    people: Sequence[int | None] = (),
    source: Entrant.Source,
    entry_key: UUID | None,
    because: str,
    by: User | None,
    now: datetime,
) -> list[Entrant]:
    if tournament.released_at:
        raise Refused("event-released")
    classes = known_classes(tournament)
    registrations = [_with_class(registration, tournament, classes) for registration in registrations]
    shut_out = _shut_out(tournament, registrations, let_in=bool(because))
    given = _numbers(tournament, numbers or [None] * len(registrations))
    filling = [number for number, registration in zip(given, registrations, strict=True) if registration.fills_in]
    seeking = [number for number in given if number not in filling]
    waiting = frozenset(seeking[selectors.places_left(tournament) :] if tournament.most_entrants else ())
    entrants = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            number=number,
            source=source,
            # The key of a list goes to its first entrant: that is enough to know the list again.
            entry_key=entry_key if number == given[0] else None,
            registered_at=now,
            shown_as=naming.shown_as(tournament, choice),
            chose_name=bool(choice.shown_as),
            pseudonym=choice.pseudonym,
            person_id=person,
            fills_in=registration.fills_in,
            brought=registration.brought,
            **registration.columns
            | ({**WAITING, "waiting_since": now, "withdrawn_at": now} if number in waiting else {}),
        )
        for number, registration, choice, person in zip(
            given, registrations, choices, people or [None] * len(given), strict=True
        )
    )
    in_part = (
        (number, registration.cents)
        for number, registration in zip(given, registrations, strict=True)
        if number not in waiting
    )
    parts = {str(number): cents for number, cents in in_part if cents}
    journal.record(
        "entrants.registered",
        tournament=tournament,
        by=by,
        at=now,
        source=str(source),
        first=given[0],
        count=len(given),
        **({} if given == [*range(given[0], given[0] + len(given))] else {"numbers": given}),
        **({"in_part": parts} if parts else {}),
        **({"waiting": sorted(waiting)} if waiting else {}),
        **({"fills_in": filling} if filling else {}),
        **({"let_in": [given[at] for at in shut_out], "because": because} if shut_out else {}),
    )
    return entrants


OPEN_TO: Final = {
    Tournament.OpenTo.CLUBS: "open-to-clubs",
    Tournament.OpenTo.CLASSES: "open-to-classes",
    Tournament.OpenTo.NAMES: "open-to-names",
    Tournament.OpenTo.QUALIFIED: "open-to-qualified",
}
"""How a refusal names whom entry is restricted to."""

MOST_NAMED: Final = 8


def _shut_out(tournament: Tournament, registrations: Sequence[Registration], *, let_in: bool) -> list[int]:
    """Return to whom of some registrations the event is not open; refuse them unless the direction lets them in."""
    whom = tournament.open_to_whom.splitlines()
    # Whoever fills in plays for the table, not for themselves.
    asked = selectors.not_let_in(registrations, open_to=tournament.open_to, whom=whom)
    shut_out = [at for at in asked if not registrations[at].fills_in]
    if shut_out and not let_in:
        names = [registrations[at].name or "–" for at in shut_out[:MOST_NAMED]]
        more = ["…"] if len(shut_out) > MOST_NAMED else []
        code = OPEN_TO[Tournament.OpenTo(tournament.open_to)]
        raise Refused(code, names=[*names, *more], whom=open_to_whom(tournament))
    return shut_out


def _with_class(registration: Registration, tournament: Tournament, classes: Classes) -> Registration:
    """Return a registration with those of its classes that the event has, and the one its year of birth proposes."""
    texts = {player_class.code for player_class in classes} & registration.classes
    born, year = registration.optional.get("birth_year"), tournament.starts_on.year
    return replace(registration, classes=with_proposed_class(texts, born=born, year=year, classes=classes))


def _numbers(tournament: Tournament, wanted: Sequence[int | None]) -> list[int]:
    """Return the start numbers wanted, or the next ever. Raise Refused: ``number-given``, ``tournament-full``."""
    removed = tournament.journal.filter(action=REMOVED).values_list("data__entrant", flat=True)
    values = {*tournament.entrants.values_list("number", flat=True), *removed}
    for number in filter(None, wanted):
        if number in values:
            raise Refused("number-given", number=number)
        values.add(number)
    following = count(max(values, default=0) + 1)
    given = [number or next(following) for number in wanted]
    if max(given) > MOST_ENTRANTS:
        raise Refused("tournament-full", most=MOST_ENTRANTS)
    return given


@transaction.atomic
def remove(*, entrant_id: int, by: User, now: datetime) -> Tournament:
    """Remove an entrant nothing depends on. Raise Refused: ``has-a-seat``, ``named-elsewhere``, ``same-already``."""
    entrant = held(entrant_id)
    _must_be_themselves(entrant)
    if seat := entrant.seats.select_related("series", "table").order_by("series__number").first():
        raise Refused("has-a-seat", number=entrant.number, series=seat.series.number, table=seat.table.number)
    tournament, number = entrant.tournament, entrant.number
    # Who was kept apart from them is so no more.
    touched = {"entrant": [(number,), *entrant.apart_from.values_list("number")]}
    try:
        entrant.delete()
    except ProtectedError:
        raise Refused("named-elsewhere", number=number) from None
    journal.record(REMOVED, tournament=tournament, by=by, at=now, sealing=touched, entrant=number)
    return tournament
