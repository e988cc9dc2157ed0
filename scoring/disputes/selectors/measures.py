"""What the direction ordered in a tournament, and the clauses it usually goes by."""

from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.disputes.models import Correction, Measure
from tables.draw.models import Seat
from tables.people.models import Entrant
from tables.tournaments.models import Tournament

Kind = Measure.Kind

USUAL_CLAUSES: Final = {
    Kind.WARNING: ("SkWO 4.2", "SkWO 7.1.5", "SkWO 9.9"),
    Kind.PENALTY: ("SkWO 4.2", "SkWO 6.2"),
    Kind.AWARD: (),
    Kind.ZEROED: ("SkWO 7.1.2", "SkWO 7.1.3"),
    Kind.VOID: ("SkWO 7.2.4", "SkWO 9.11"),
    Kind.EXPULSION: ("SkWO 4.3", "SkWO 7.1.2"),
    Kind.EXCLUSION: ("SkWO 9.4",),
    Kind.REPLACEMENT: ("SkWO 4.4",),
}
"""What a form offers first, in numbers of 2002; any clause of the rule text may be cited."""


def measures_of(tournament: Tournament) -> QuerySet[Measure]:
    """Return everything the direction ordered, lifted or not, in order."""
    measures = tournament.measures.select_related(
        "series", "game_list__table", "entrant", "substitute", "ordered_by", "lifted_by"
    )
    return measures.order_by("number")


def measure_of(tournament: Tournament, number: int) -> Measure | None:
    """Return one measure by its number, if there is one."""
    measure = measures_of(tournament).filter(number=number).first()
    if measure is not None:
        measure.tournament = tournament
    return measure


def measures_about(entrant: Entrant) -> QuerySet[Measure]:
    """Return what was ordered about an entrant or a whole table they sat at."""
    about = Q(entrant=entrant) | Q(substitute=entrant) | Q(entrant=None, game_list__table__seats__entrant=entrant)
    return measures_of(entrant.tournament).filter(about).distinct()


def corrections_of(tournament: Tournament) -> QuerySet[Correction]:
    """Return all corrections of signed lists, in order."""
    corrections = tournament.corrections.select_related("game_list__table__series", "entry", "replaced", "corrected_by")
    return corrections.order_by("number")


def correction_of(tournament: Tournament, number: int) -> Correction | None:
    """Return one correction of a signed list by its number, if there is one."""
    return corrections_of(tournament).filter(number=number).first()


def was_done(key: UUID) -> bool:
    """Test whether something was ordered, lifted or corrected by a form with this key."""
    measures = Measure.objects.filter(Q(entry_key=key) | Q(lift_key=key))
    return measures.exists() or Correction.objects.filter(entry_key=key).exists()


def excluded_by(measure: Measure) -> list[int]:
    """Return the entrants that a measure excludes."""
    if measure.kind == Kind.EXPULSION and measure.entrant_id:
        return [measure.entrant_id]
    if measure.kind == Kind.EXCLUSION and measure.game_list:
        return list(measure.game_list.table.seats.order_by("place").values_list("entrant_id", flat=True))
    return []


def excluded_otherwise(tournament: Tournament, but: Measure) -> set[int]:
    """Return the entrants that are excluded by any measure in force but one."""
    kinds = (Kind.EXPULSION, Kind.EXCLUSION)
    others = tournament.measures.filter(kind__in=kinds, lifted_at=None).exclude(pk=but.pk)
    tables = others.filter(kind=Kind.EXCLUSION).values("game_list__table")
    seated = Seat.objects.filter(table__in=tables).values_list("entrant_id", flat=True)
    return {*others.filter(kind=Kind.EXPULSION).values_list("entrant_id", flat=True), *seated}
