"""Clubs and who keeps their address books. No tournament is touched by it, so no journal tells of it."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from tables.accounts.models import User
from tables.acts.services.alone import alone_with
from tables.acts.services.refusals import Refused
from tables.acts.services.seen import Seen, must_be_as_seen, values_of
from tables.clubs.models import Club, ClubKeeper
from tables.tournaments.services.tournaments import WITHOUT_UMLAUTS

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
    """Create a club whose book ``by`` keeps. The same form sent twice creates it once.

    :raises Refused: ``club-exists`` if somebody else's has that name.
    """
    alone_with(NAMES)
    known = Club.objects.filter(name__iexact=details.name).first()
    if known:
        if known.keepers.filter(user=by).exists():
            return known
        raise Refused("club-exists", name=known.name)
    club = Club.objects.create(slug=_free_slug(details.name), created_at=now, **asdict(details))
    ClubKeeper.objects.create(club=club, user=by)
    return club


@transaction.atomic
def change_club(*, club_id: int, details: ClubDetails, seen: Seen | None = None) -> Club:
    """Change what a club says of itself; its address stays.

    :raises Refused: ``club-exists`` if another has that name.
    :raises Overtaken: if it is not what was ``seen`` any more.
    """
    alone_with(NAMES)
    club = held(club_id)
    must_be_as_seen(seen, now=as_described(club), wanted=asdict(details))
    if other := Club.objects.filter(name__iexact=details.name).exclude(pk=club_id).first():
        raise Refused("club-exists", name=other.name)
    for name, value in asdict(details).items():
        setattr(club, name, value)
    club.save(update_fields=list(asdict(details)))
    return club


def as_described(club: Club) -> dict[str, Any]:
    """Return everything that a club says of itself."""
    return values_of(club, ClubDetails)


@transaction.atomic
def add_keeper(*, club_id: int, username: str) -> ClubKeeper:
    """Let an account keep a club's book. Added twice, it keeps it once.

    :raises Refused: ``no-such-user``.
    """
    club = held(club_id)
    user = User.objects.filter(username__iexact=username.strip()).first()
    if user is None:
        raise Refused("no-such-user", username=username)
    return ClubKeeper.objects.get_or_create(club=club, user=user)[0]


@transaction.atomic
def remove_keeper(*, club_id: int, keeper_id: int) -> None:
    """Let an account no longer keep a club's book. Removed twice, it is gone once.

    :raises Refused: ``last-keeper``: somebody has to keep it.
    """
    keepers = ClubKeeper.objects.filter(club=held(club_id))
    if keepers.filter(pk=keeper_id).exists() and not keepers.exclude(pk=keeper_id).exists():
        raise Refused("last-keeper")
    keepers.filter(pk=keeper_id).delete()


def held(club_id: int) -> Club:
    """Return a club, held until the transaction ends: what is done to its book happens one after the other."""
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def _free_slug(name: str) -> str:
    stem = slugify(name.translate(WITHOUT_UMLAUTS))[:60] or "club"
    taken = {*Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True), *NOT_FOR_CLUBS}
    candidates = (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3)))
    return next(slug for slug in candidates if slug not in taken)
