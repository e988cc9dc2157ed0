"""Clubs and who keeps their address books: told in the chain of the club."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import combinations
from typing import Any

from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils.text import slugify

from tables.accounts.models import User
from tables.accounts.services.accounts import account_named
from tables.acts.services import Refused, Seen, alone_with, is_so_already, must_be_as_seen, values_of
from tables.clubs.models import Club, ClubKeeper, Person
from tables.clubs.selectors import pairs_apart
from tables.journal.services import Turn
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tables.tournaments.services.tournaments import WITHOUT_UMLAUTS
from tables.tournaments.services.turns import take_turn

NOT_FOR_CLUBS = frozenset({"new"})
"""Addresses below the clubs that are pages of their own."""

NAMES = "names of clubs"
"""What nobody else may change while it is looked whether a name is free."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubDetails:
    """What a club says of itself. Names are those of the model's fields."""

    name: str
    place: str = ""
    website: str = ""


@transaction.atomic
def found_club(*, details: ClubDetails, by: User, now: datetime) -> Club:
    """Create a club whose book ``by`` keeps, once for each form. Raise Refused: ``club-exists``."""
    alone_with(NAMES)
    known_club = Club.objects.filter(name__iexact=details.name).first()
    if known_club:
        if known_club.keepers.filter(user=by).exists():
            return known_club
        raise Refused("club-exists", name=known_club.name)
    club = Club.objects.create(slug=free_slug(details.name, Club, otherwise="club"), created_at=now, **asdict(details))
    turn = Turn(club=club, by=by, now=now)
    turn.tell("club.founded", club, ClubKeeper.objects.create(club=club, user=by))
    return club


@transaction.atomic
def change_club(*, club_id: int, details: ClubDetails, by: User, now: datetime, seen: Seen | None = None) -> Club:
    """Change what a club says of itself. Raise Refused: ``club-exists``, or Overtaken if not as ``seen``."""
    alone_with(NAMES)
    turn = turn_of(club_id, by=by, now=now)
    club = turn.club
    if is_so_already(as_described(club), asdict(details)):
        return club
    must_be_as_seen(seen, now=as_described(club), wanted=asdict(details))
    if other := Club.objects.filter(name__iexact=details.name).exclude(pk=club_id).first():
        raise Refused("club-exists", name=other.name)
    for name, value in asdict(details).items():
        setattr(club, name, value)
    club.save(update_fields=list(asdict(details)))
    turn.tell("club.changed", club)
    return club


def as_described(club: Club) -> dict[str, Any]:
    """Return everything that a club says of itself."""
    return values_of(club, ClubDetails)


def add_keeper(*, club_id: int, username: str, by: User, now: datetime) -> ClubKeeper:
    """Let an account keep a club's book. Raise Refused as ``account_named`` does."""
    return _keeper_added(club_id, account_named(username, by=by, now=now), by=by, now=now)


@transaction.atomic
def _keeper_added(club_id: int, user: User, *, by: User, now: datetime) -> ClubKeeper:
    turn = turn_of(club_id, by=by, now=now)
    keeper, is_new = ClubKeeper.objects.get_or_create(club=turn.club, user=user)
    if is_new:
        turn.tell("keeper.added", keeper, user=user.pk)
    return keeper


@transaction.atomic
def remove_keeper(*, club_id: int, keeper_id: int, by: User, now: datetime) -> None:
    """Let an account no longer keep a club's book. Raise Refused: ``last-keeper``."""
    turn = turn_of(club_id, by=by, now=now)
    keepers = ClubKeeper.objects.filter(club=turn.club)
    keeper = keepers.filter(pk=keeper_id).first()
    if keeper is None:
        return
    if not keepers.exclude(pk=keeper_id).exists():
        raise Refused("last-keeper")
    turn.delete(keepers.filter(pk=keeper_id))
    turn.tell("keeper.removed", user=keeper.user_id)


@transaction.atomic
def tell_apart(*, club_id: int, people: Collection[int], are_apart: bool = True, by: User, now: datetime) -> None:
    """Note that people in a club's book, or guests, are all different people, or take it back."""
    turn = turn_of(club_id, by=by, now=now)
    club, pairs = turn.club, [list(pair) for pair in combinations(sorted({*people}), 2)]
    noted = [pair for pair in pairs_apart(club) if pair[1] in pairs]
    today = [pair for _then, pair in noted]
    changed = [pair for pair in pairs if pair not in today] if are_apart else today
    if changed:
        gone = [] if are_apart else [then for then, _today in noted]
        club.told_apart = [*(pair for pair in club.told_apart if pair not in gone), *(changed if are_apart else [])]
        club.save(update_fields=["told_apart"])
        turn.tell("book.told-apart", club, pairs=changed, apart=are_apart)


def turn_of(club_id: int, *, by: User | None, now: datetime) -> Turn[Club]:
    """Return somebody's turn in what a club keeps, which is held until the transaction ends: one after the other."""
    return Turn(club=Club.objects.select_for_update(no_key=True).get(pk=club_id), by=by, now=now)


def free_slug(name: str, model: type[Model], *, otherwise: str) -> str:
    """Return an address made of a name, or of ``otherwise``, that no other row has and no page."""
    stem = slugify(name.translate(WITHOUT_UMLAUTS))[:60] or otherwise
    rows = model._default_manager.filter(slug__startswith=stem)
    taken = {*rows.values_list("slug", flat=True), *NOT_FOR_CLUBS}
    candidates = (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3)))
    return next(slug for slug in candidates if slug not in taken)


class _OneMore(Exception):
    """Somebody entered one more event before they were held."""


def people_held(people: Iterable[int]) -> QuerySet[Person]:
    """Return those of these people who are still in their book, held until the transaction ends once they are read."""
    return Person.objects.select_for_update(no_key=True).filter(pk__in=people, merged_into=None).order_by("pk")


def held_with_events(people: Collection[int], *, guests: Collection[int] = ()) -> dict[int, Tournament]:
    """Lock these people, and the events of them and of guests; return the events by key."""
    chosen = list(people)
    came = Q(pk__in=[-guest for guest in guests], tournament__forgotten_at=None)
    entered = Entrant.objects.filter(Q(person__in=chosen) | came).order_by().values_list("tournament_id", flat=True)
    wanted = set(entered)
    while True:
        try:
            with transaction.atomic():
                turns = {pk: take_turn(pk) for pk in sorted(wanted)}
                list(Person.objects.select_for_update().filter(pk__in=chosen).order_by("pk").values_list("pk"))
                wanted = set(entered.all())
                if wanted - turns.keys():
                    # Gives everything back, to be taken in its order.
                    raise _OneMore
                return turns
        except _OneMore:
            continue
