"""Objections as they stand: as they were raised, with what the judges found (ISkO 4.5.10)."""

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from scoring.disputes.models import Objection, Statement
from scoring.lists.models import GameListRow
from tables.tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What an objection is about, as far as it is known: the judge's last statement before the player's words."""

    kind: str
    deal: int | None
    place: int | None
    facts: str
    claim: str
    answer: str


def objections_of(tournament: Tournament) -> QuerySet[Objection]:
    """Return all objections of a tournament, in the order they were raised, with their statements at hand."""
    objections = tournament.objections.select_related("series", "game_list__table", "raised_by", "taken_by", "ended_by")
    return objections.prefetch_related(Prefetch("statements", Statement.objects.order_by("number"))).order_by("number")


def open_objections(tournament: Tournament) -> QuerySet[Objection]:
    """Return the objections that nobody has ended yet."""
    return objections_of(tournament).filter(outcome=Objection.Outcome.OPEN)


def objection_of(tournament: Tournament, number: int) -> Objection | None:
    """Return one objection by its number, if there is one."""
    return objections_of(tournament).filter(number=number).first()


def objections_by(tournament: Tournament, entrant: int) -> QuerySet[Objection]:
    """Return what was raised at the tables of the entrant with this start number while they sat there."""
    seated = GameListRow.objects.filter(table__seats__entrant__tournament=tournament)
    return objections_of(tournament).filter(game_list__in=seated.filter(table__seats__entrant__number=entrant))


def case_of(objection: Objection) -> Case:
    """Return what an objection is about as it is known now."""
    statements = list(objection.statements.all())
    if not statements:
        return Case(
            kind=objection.kind,
            deal=objection.deal,
            place=objection.place,
            facts="",
            claim=objection.text,
            answer="",
        )
    last = statements[-1]
    return Case(
        kind=last.kind or objection.kind,
        deal=last.deal if last.deal is not None else objection.deal,
        place=last.place if last.place is not None else objection.place,
        facts=last.facts,
        claim=last.claim or objection.text,
        answer=last.answer,
    )
