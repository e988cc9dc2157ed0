"""Appeals that wait for their decision, with what they are about (SkWO 7.3.3)."""

from dataclasses import dataclass

from scoring.disputes.models import Appeal
from scoring.disputes.selectors.appeals import appeals_of
from scoring.lists.selectors.boards import list_of
from scoring.lists.selectors.sheets import DealLine, Sheet, sheet
from tables.tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealDocument:
    """An appeal as a form on which its decision is written down."""

    appeal: Appeal
    sheet: Sheet | None
    line: DealLine | None
    """The deal it is about, as it stands now."""


def appeal_document(appeal: Appeal) -> AppealDocument:
    """Return an appeal with what it is about; it takes a few queries for the list."""
    found = sheet(list_of(appeal.game_list.table)) if appeal.game_list else None
    line = next((line for line in found.lines if line.number == appeal.deal), None) if found else None
    return AppealDocument(appeal=appeal, sheet=found, line=line)


def appeal_documents(tournament: Tournament) -> list[AppealDocument]:
    """Return the appeals of an event that no decision answers yet."""
    return [appeal_document(appeal) for appeal in appeals_of(tournament).filter(decision=None)]
