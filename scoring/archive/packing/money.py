"""What was charged, moved and won in an event, for the record: whole cents, entrants by number (SkWO 1.5, 3.3)."""

from typing import Any, Final

from scoring.archive.packing.words import plain
from scoring.money.models import MoneyTerms
from tables.tournaments.models import Tournament

TARIFF: Final = ("number", "code", "name", "kind", "amounts", "cheaper", "free", "goes_to")
TERMS: Final = ("holder", "iban", "wants_start_card", "wants_presence", "fetched_until", "unclaimed_to")
PRIZE_LIST: Final = (
    *("number", "name", "group", "ranking", "series", "of_class", "winners", "plan", "sharing", "round_to", "floor"),
)
MOVEMENT: Final = (
    *("number", "part", "at", "by", "source", "source_name", "target", "target_name", "cents", "reason", "because"),
    *("entrant", "series", "table", "reverses"),
)
AWARD: Final = (
    *("number", "prize_list", "place", "entrant", "cents", "good", "movement"),
    *("awarded_at", "handed_over_at", "handed_over_by", "off_at"),
)
BOX_COUNT: Final = (
    *("number", "box", "pieces", "found", "expected", "movement", "because", "witness", "to"),
    *("counted_at", "counted_by"),
)
CARD: Final = ("entrant", "at", "by")
DEFERRAL: Final = ("number", "entrant", "cents", "because", "at", "by")
CLOSING: Final = ("number", "last_movement", "second", "closed_at", "closed_by", "reopened_at", "reopened_because")


def money(tournament: Tournament) -> dict[str, Any]:
    """Return all of an event's money."""
    terms = MoneyTerms.objects.filter(tournament=tournament).first()
    movements = tournament.movements.select_related("by", "reverses")
    awards = tournament.awards.select_related("prize_list", "movement", "handed_over_by")
    counts = tournament.box_counts.select_related("movement", "to", "counted_by")
    return {
        "tariffs": [plain(row, TARIFF) for row in tournament.tariffs.all()],
        "terms": plain(terms, TERMS) if terms else None,
        "prize_lists": [plain(row, PRIZE_LIST) for row in tournament.prize_lists.select_related("ranking")],
        "movements": [plain(row, MOVEMENT) for row in movements],
        "awards": [plain(row, AWARD) for row in awards],
        "cards_given_back": [plain(row, CARD) for row in tournament.card_returns.select_related("by")],
        "box_counts": [plain(row, BOX_COUNT) for row in counts],
        "deferrals": [plain(row, DEFERRAL) for row in tournament.deferrals.select_related("by")],
        "closings": [plain(row, CLOSING) for row in tournament.closings.select_related("closed_by")],
    }
