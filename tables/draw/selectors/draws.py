"""What a draw is made from, and what is known of those that were made."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from tables import seating
from tables.draw.models import Draw
from tables.people.models import Entrant
from tables.people.selectors import entrants_to_seat
from tables.tournaments.models import Series, Tournament

Wish = seating.Wish

STEPS_BY_STANDING = 20_000
"""How long seats by standing are tidied: a third of a second for a thousand. Three times as many bring the players of a
table three places in a hundred nearer to each other, and every hall waits for them."""


def policy_of(tournament: Tournament, *, by_standing: bool) -> seating.Policy:
    """Return what the direction wishes of the draws of a tournament."""
    if not by_standing:
        return seating.Policy(clubs=Wish.WISHED if tournament.clubs_apart else Wish.IGNORED)
    near = Wish.IGNORED if tournament.strictly_by_standing else Wish.WISHED
    together = tournament.teams == Tournament.Teams.TOGETHER
    return seating.Policy(
        repeats=near,
        threes=near,
        clubs_by_standing=Wish.WISHED if together else Wish.IGNORED,
        together_by_standing=together,
        steps=STEPS_BY_STANDING,
    )


def to_seat(tournament: Tournament, *, by_standing: bool = False) -> list[seating.Entrant]:
    """Return those who are present as the draw takes them.

    Where teams are brought together by standing, it is they who count as clubs.
    """
    entrants = list(entrants_to_seat(tournament))
    found = seating_entrants(tournament, entrants)
    if not by_standing or tournament.teams != Tournament.Teams.TOGETHER:
        return found
    return [
        replace(one, club=_sign(entrant.team) if entrant.team else None)
        for one, entrant in zip(found, entrants, strict=True)
    ]


def seating_entrants(tournament: Tournament, entrants: Iterable[Entrant]) -> list[seating.Entrant]:
    """Return entrants as the draw takes them, with whom they must not meet.

    Everybody may read the record of a draw, and whoever hides their name hides their club: clubs and teams
    go by a sign that tells who belongs together and not to what.
    """
    pairs = Entrant.apart_from.through.objects.filter(from_entrant__tournament=tournament)
    apart: dict[int, set[str]] = {}
    for one, other in pairs.values_list("from_entrant__number", "to_entrant__number"):
        apart.setdefault(one, set()).add(f"{min(one, other)}-{max(one, other)}")
    teams = tournament.teams == Tournament.Teams.APART
    return [
        seating.Entrant(
            number=entrant.number,
            club=_sign(entrant.club) if entrant.club else None,
            apart=frozenset({*apart.get(entrant.number, ()), *_team(entrant, apart=teams)}),
            table=entrant.fixed_table,
        )
        for entrant in entrants
    ]


def _team(entrant: Entrant, *, apart: bool) -> Iterator[str]:
    if apart and entrant.team:
        yield f"team {_sign(entrant.team)}"


def _sign(name: str) -> str:
    """Return by what a club or a team goes in records: on this site always the same, and nobody can guess from it."""
    return salted_hmac("tables.draw", name, algorithm="sha256").hexdigest()[:12]


def draws_of(tournament: Tournament) -> QuerySet[Draw]:
    """Return the draws of a tournament in the order in which they were made, the discarded ones included."""
    return tournament.draws.order_by("number")


def discarded_before(series: Series) -> QuerySet[Draw]:
    """Return the draws of a tournament that were thrown away since the last one by which anybody sits."""
    draw = series.tournament.draws.filter(series__isnull=False).order_by("-number").first()
    return draws_of(series.tournament).filter(number__gt=draw.number if draw else 0, discarded_at__isnull=False)


def record_hash_before(tournament: Tournament) -> str | None:
    """Return the hash of the record of the latest draw, discarded or not; None before the first."""
    latest = tournament.draws.order_by("-number").first()
    return seating.record_hash(latest.record) if latest else None


def drawn_together(series: Series) -> QuerySet[Series]:
    """Return the series of one draw, this one included, in order."""
    return Series.objects.filter(draw=series.draw_id).order_by("drawn_as") if series.draw_id else Series.objects.none()


def is_drawn_by_hand_now(series: Series) -> bool:
    """Test whether the desk is writing down seats that are drawn at the door."""
    is_open = series.status == Series.Status.DRAWN and series.draw_id is None
    return is_open and series.seating == Series.Seating.BY_HAND


def public_part(record: Mapping[str, Any]) -> str:
    """Return what the hall added to a draw, if anything."""
    return str(record.get("lots", {}).get("public", ""))
