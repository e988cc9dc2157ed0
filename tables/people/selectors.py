"""Who takes part."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from tables import intake
from tables.names import in_order
from tables.people.models import CLUB_IS_SHOWN, Entrant, tell_apart
from tables.tournaments.models import Shown, Tournament
from tables.tournaments.selectors.tournaments import is_ranked, takes_part

OUT = {"waiting_since": "waiting", "withdrawn_at": "withdrawn", "excluded_at": "excluded"}
"""The columns of an entrant that say since when they take no part, and how a refusal names each."""


def entrants(tournament: Tournament) -> QuerySet[Entrant]:
    """Return everyone registered, in the order of the start numbers."""
    return tournament.entrants.order_by("number")


def everybody(tournament: Tournament) -> QuerySet[Entrant]:
    """Return everyone registered, each with whom they are the same as, in the order of the start numbers."""
    return entrants(tournament).select_related("same_as")


def doubles(tournament: Tournament) -> dict[int, int]:
    """Return the second numbers of whoever was registered twice, each with the number that stays."""
    return dict(tournament.entrants.exclude(same_as=None).values_list("number", "same_as__number"))


def participants(tournament: Tournament) -> QuerySet[Entrant]:
    """Return who is still in or has started, in the order of the start numbers: those whom pages and papers show."""
    return entrants(tournament).filter(takes_part()).distinct()


def waiting(tournament: Tournament) -> QuerySet[Entrant]:
    """Return who stands on the waiting list, the next one first."""
    return tournament.entrants.exclude(waiting_since=None).order_by("waiting_since", "number")


def places_left(tournament: Tournament) -> int | None:
    """Return how many places are free; None where as many take part as come."""
    if tournament.most_entrants is None:
        return None
    taken = tournament.entrants.filter(is_ranked(), withdrawn_at=None).count()
    return max(0, tournament.most_entrants - taken)


def waits_as(entrant: Entrant) -> int:
    """Return as which one somebody stands on the waiting list, from 1 on."""
    return [*waiting(entrant.tournament).values_list("pk", flat=True)].index(entrant.pk) + 1


def entrants_shown(tournament: Tournament) -> list[Entrant]:
    """Return who takes part as the public sees them beside each other, in the order of the start numbers."""
    shown = list(participants(tournament))
    tell_apart(shown)
    return shown


def entrants_to_seat(tournament: Tournament) -> QuerySet[Entrant]:
    """Return those who are present, in the order of the start numbers."""
    return tournament.entrants.filter(present=True, withdrawn_at=None, excluded_at=None).order_by("number")


@dataclass(frozen=True, slots=True, kw_only=True)
class Namesakes:
    """Entrants of one name: the same person twice, or several who are told apart by their clubs."""

    numbers: tuple[int, ...]
    clubs: tuple[str, ...]
    """In the same order; "" for none."""

    @property
    def are_told_apart(self) -> bool:
        """Whether each of them names a club, and no two the same."""
        return all(self.clubs) and len({club.casefold() for club in self.clubs}) == len(self.clubs)


def namesakes(tournament: Tournament) -> tuple[Namesakes, ...]:
    """Return the groups of those who share a name."""
    named = participants(tournament).exclude(name="").values_list("number", "name", "club")
    clubs = {number: club for number, _name, club in named}
    groups = intake.doubles({number: name for number, name, _club in named})
    return tuple(Namesakes(numbers=group, clubs=tuple(clubs[number] for number in group)) for group in groups)


def registered_themselves(tournament: Tournament) -> list[Entrant]:
    """Return who registered themselves, takes part and was never given a seat, the latest first."""
    themselves = tournament.entrants.filter(source=Entrant.Source.SELF, withdrawn_at=None, seats=None)
    return list(themselves.order_by("-number"))


def registered_as(tournament: Tournament, *, name: str, but: UUID | None = None) -> int | None:
    """Return the number of somebody shown by this full name who takes part or waits, but not by this form."""
    key = intake.name_key(name)
    registered = entrants(tournament).filter(takes_part() | Q(waiting_since__isnull=False)).distinct()
    others = registered.filter(shown_as=Shown.FULL).exclude(name="")
    if but:
        others = others.exclude(entry_key__isnull=False, entry_key=but)
    names = others.order_by("number").values_list("number", "name")
    return next((number for number, other in names if key and intake.name_key(other) == key), None)


def not_let_in(registrations: Sequence[intake.Registration], *, open_to: str, whom: Iterable[str]) -> list[int]:
    """Return which of some registrations an event is not open to, by their places from 0 on.

    ``open_to`` is "clubs", "classes", "names" or "qualified", or empty for everybody; ``whom`` names the clubs, the
    codes of the classes, or the people. Club and name count in any spelling; whoever says none is not let in.
    """
    if not open_to:
        return []
    if open_to == "classes":
        codes = frozenset(whom)
        return [at for at, registration in enumerate(registrations) if not registration.classes & codes]
    keys = {intake.name_key(line) for line in whom} - {""}
    texts = [registration.club if open_to == "clubs" else registration.name for registration in registrations]
    return [at for at, text in enumerate(texts) if intake.name_key(text) not in keys]


def clubs(tournament: Tournament) -> list[str]:
    """Return the clubs that entrants named so far, in alphabetical order."""
    named = tournament.entrants.exclude(club="").order_by()
    return sorted(named.values_list("club", flat=True).distinct(), key=in_order)


def public_clubs(tournament: Tournament) -> list[str]:
    """Return the clubs that the public sees beside names, in alphabetical order."""
    shown = tournament.entrants.filter(shown_as__in=CLUB_IS_SHOWN).exclude(club="")
    return sorted(shown.order_by().values_list("club", flat=True).distinct(), key=in_order)
