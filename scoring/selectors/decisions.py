"""Appeals as documents: the facts they are about, and what a decision did to the points (SkWO 7.3.3, 9.10)."""

from dataclasses import dataclass, replace

from scoring.models import Appeal
from scoring.rules import Deal, GameList, rating, tallies
from scoring.selectors.boards import list_of
from scoring.selectors.sheets import DealLine, Sheet, sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a decision made of a deal."""

    before: Deal
    after: Deal
    effects: tuple[int, ...]
    """What each seat gained or lost by it in performance points, from seat 1 on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """An appeal, decided or not, with what it is about."""

    appeal: Appeal
    sheet: Sheet | None
    line: DealLine | None
    """The deal it is about, as it stands now."""

    change: Change | None
    """None if the decision left the list as it was."""


def decision(appeal: Appeal) -> Decision:
    """Return an appeal as a document shows it; it takes a few queries for the list it is about."""
    found = sheet(list_of(appeal.game_list.table)) if appeal.game_list else None
    line = next((line for line in found.lines if line.number == appeal.deal), None) if found else None
    change = _change(appeal, line, found.game_list) if found and line else None
    return Decision(appeal=appeal, sheet=found, line=line, change=change)


def _change(appeal: Appeal, line: DealLine, game_list: GameList) -> Change | None:
    """Return what the decision made of the deal: the entry it voided, and the one that came then."""
    entries = [*(version.deal for version in line.earlier), line.deal]
    for at, version in enumerate(line.earlier):
        if appeal.decided_at and version.row.voided_at == appeal.decided_at:
            before, after = entries[at : at + 2]
            effects = zip(_performances(game_list, before), _performances(game_list, after), strict=True)
            return Change(before=before, after=after, effects=tuple(new - old for old, new in effects))
    return None


def _performances(game_list: GameList, deal: Deal) -> tuple[int, ...]:
    """Return what one deal alone brings each seat: every deal counts by itself (SkWO 5.2)."""
    alone = replace(game_list, deals=(deal,))
    return tuple(rating(tally, seats=game_list.seats).performance for tally in tallies(alone))
