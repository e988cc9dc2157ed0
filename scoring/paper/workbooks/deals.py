"""Every deal of the event as a row of its own, and what was written first where a list was corrected (ISkO 5.5)."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.lists.selectors.sheets import DealLine, Version
from scoring.lists.selectors.sheets import Sheet as GameSheet
from scoring.lists.wording import games, house_rules, names
from scoring.lists.wording.games import game_name
from scoring.paper.workbooks.columns import NAME, figures, mark, where
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal
from tables.draw.models import Seat
from tables.sheets import Column, Sheet, Value
from tables.tournaments.models import Series

ANNOUNCED = ("hand", "schneider_announced", "schwarz_announced", "ouvert")

Lists = Iterable[tuple[Series, Iterable[GameSheet]]]
"""The lists of each series."""


def deals_sheet(lists: Lists) -> Sheet:
    """Return all deals that count; those of lists of which only the results were typed are not known."""
    columns = (
        *where(),
        figures(_("Deal"), 8),
        figures(_("Dealer"), 8),
        figures(_("Declarer"), 9),
        figures(_("Start number"), 8),
        Column(heading=_("Name"), width=NAME),
        Column(heading=_("Game"), width=10),
        figures(_("Matadors"), 10),
        mark(_("Hand")),
        mark(_("Schneider announced"), 12),
        mark(_("Schwarz announced"), 12),
        mark(_("ouvert")),
        mark(_("Schneider"), 10),
        mark(_("Schwarz")),
        figures(_("Bid"), 8),
        mark(_("Overbid")),
        Column(heading=_("Result"), width=10),
        figures(_("Points"), 8),
        mark(_("By a judge"), 10),
        figures(_("Corrections"), 12),
    )
    return Sheet(title=_("Deals"), columns=columns, rows=_deals(lists))


def _deals(lists: Lists) -> Iterator[tuple[Value, ...]]:
    for series, sheets in lists:
        for sheet in sheets:
            for line in sheet.lines:
                at = (series.number, sheet.row.table.number, line.number, line.dealer)
                yield (*at, *_deal(line, sheet.seats), line.deal.overruled, len(line.earlier))


def _deal(line: DealLine, seats: tuple[Seat, ...]) -> tuple[Value, ...]:
    deal, booking = line.deal, line.booking
    played = deal.played
    if deal.house is not None and (played is None or booking is None):
        # Such a deal is nobody's alone: what it gave each seat stands with its rules.
        words = [house_rules.rules_of(deal.house.profile), games.deal_entry(deal, names.short_names_at(seats))]
        return (*(None,) * 3, ": ".join(words), *(None,) * 9, games.earned(line.columns, None) or None, None)
    if played is None or booking is None or deal.declarer is None:
        return (*(None,) * 3, *(None,) * 10, _("passed in"), 0)
    entrant = seats[deal.declarer - 1].entrant
    return (
        deal.declarer,
        entrant.number,
        entrant.called,
        _game(deal, played.contract.game),
        played.matadors,
        *(getattr(played.contract, one) for one in ANNOUNCED),
        played.schneider,
        played.schwarz,
        played.bid,
        booking.overbid,
        _("won") if booking.won else _("lost"),
        booking.points if not line.columns else line.columns[deal.declarer - 1],
    )


def _game(deal: Deal, game: Game) -> str:
    """Return a game; of house rules with what they are and add to it."""
    if deal.house is None:
        return game_name(game)
    return ", ".join([f"{house_rules.rules_of(deal.house.profile)}: {game_name(game)}", *house_rules.added(deal.house)])


def corrections_sheet(lists: Lists) -> Sheet:
    """Return the entries that were corrected or taken back, with the reason."""
    columns = (
        *where(),
        figures(_("Deal"), 8),
        Column(heading=_("Entry"), width=44),
        figures(_("Points"), 8),
        Column(heading=_("Entered"), width=17),
        Column(heading=_("Corrected"), width=17),
        Column(heading=_("Because"), width=44),
    )
    return Sheet(title=_("Corrections"), columns=columns, rows=_corrections(lists))


def _corrections(lists: Lists) -> Iterator[tuple[Value, ...]]:
    for series, sheets in lists:
        for sheet in sheets:
            earlier = [version for line in sheet.lines for version in line.earlier]
            for version in (*earlier, *sheet.taken_back):
                yield (series.number, sheet.row.table.number, *_correction(version, sheet.seats))


def _correction(version: Version, seats: tuple[Seat, ...]) -> tuple[Value, ...]:
    row, deal = version.row, version.deal
    return (
        row.number,
        games.deal_entry(deal, names.names_at(seats)),
        row.points,
        _clock(row.entered_at),
        _clock(row.voided_at),
        row.voided_because,
    )


def _clock(at: datetime | None) -> datetime | None:
    """Return a moment as the clock in the hall showed it."""
    return timezone.localtime(at) if at else None
