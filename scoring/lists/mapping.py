"""Rows to rules and back: the one place that knows both spellings. Rules never see a row, rows never compute."""

from collections.abc import Iterable
from typing import Any, Final, TypeVar

from scoring.lists.models import DealRow, EntryRow, GameListRow, SecondDealRow, TotalsRow
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal, GameList, booked, house_turns
from scoring.rules.game_list.presence import Presence, Turn, turns
from scoring.rules.game_list.sums import Chair
from scoring.rules.game_list.totals import Totals, TotalsList
from scoring.rules.notation.messages import house_written, read_house, written
from scoring.rules.valuation import Played
from tables.accounts.models import User
from tables.prepared import new

MOST_DEALS: Final = 99
"""More deals no list to a target is thought to have."""

Entry = TypeVar("Entry", DealRow, SecondDealRow)


def to_deal(row: EntryRow) -> Deal:
    """Return the deal a row stands for."""
    house = None if row.house is None else read_house(row.house)
    if row.declarer is None:
        return Deal(number=row.number, declarer=None, played=None, overruled=row.overruled, house=house)
    contract = Contract(
        game=Game(row.game),
        hand=row.hand,
        schneider_announced=row.schneider_announced,
        schwarz_announced=row.schwarz_announced,
        ouvert=row.ouvert,
    )
    played = Played(
        contract=contract,
        matadors=row.matadors,
        won=row.won,
        schneider=row.schneider,
        schwarz=row.schwarz,
        bid=row.bid,
        overbid=row.overbid,
    )
    return Deal(number=row.number, declarer=row.declarer, played=played, overruled=row.overruled, house=house)


def to_row(
    deal: Deal, of: type[Entry], *, game_list: GameListRow | None = None, entered_by: User | None = None, **facts: Any
) -> Entry:
    """Return the row, not yet saved, that stands for a deal in a list or its second one; ``facts`` say the rest."""
    house = None if deal.house is None else house_written(deal.house)
    facts |= {"number": deal.number, "overruled": deal.overruled, "house": house}
    if (played := deal.played) is not None:
        contract = played.contract
        facts |= {
            "declarer": deal.declarer,
            "game": contract.game.value,
            "matadors": played.matadors,
            "hand": contract.hand,
            "schneider": played.schneider,
            "schneider_announced": contract.schneider_announced,
            "schwarz": played.schwarz,
            "schwarz_announced": contract.schwarz_announced,
            "ouvert": contract.ouvert,
            "won": played.won,
            "bid": played.bid,
            "overbid": played.overbid,
            "points": booked(deal),
        }
    return new(of, belonging_to={"game_list": game_list, "entered_by": entered_by}, **facts)


def to_line(row: EntryRow) -> dict[str, Any]:
    """Return an entry as it is written to a phone, with what it is worth."""
    return written(to_deal(row)) | {"points": row.points, "overruled": row.overruled}


def presence_of(row: GameListRow) -> tuple[Presence, ...]:
    """Return who joined or left at the table of a list."""
    return tuple(Presence(from_round=from_round, seats=tuple(seats)) for from_round, seats in row.presence)


def presence_written(presence: Iterable[Presence]) -> list[list[Any]]:
    """Return who joined or left as it is stored and told in the journal."""
    return [[part.from_round, list(part.seats)] for part in presence]


def chairs_of(row: GameListRow) -> tuple[Chair, ...]:
    """Return who of a table sat on another chair from some deal on."""
    return tuple(
        Chair(seat=seat, from_deal=from_deal, table=table, seat_there=seat_there, from_deal_there=from_deal_there)
        for seat, from_deal, table, seat_there, from_deal_there in row.chairs
    )


def turns_of(row: GameListRow) -> tuple[Turn, ...]:
    """Return the deals of a list as they are to be dealt; of one to a target, as many as it will hardly have."""
    if row.profile:
        return house_turns(row.profile, row.table.size, row.rounds, presence_of(row), MOST_DEALS)
    return turns(seats=row.table.size, rounds=row.rounds, presence=presence_of(row))


def length_of(row: GameListRow) -> int:
    """Return how many deals the list of a table has: 48 or 36 in twelve rounds, if nobody joins or leaves."""
    return len(turns_of(row))


def to_game_list(game_list: GameListRow, deals: Iterable[EntryRow]) -> GameList:
    """Return a list of the rules from its valid entries, in order of play."""
    return GameList(
        seats=game_list.table.size,
        rounds=game_list.rounds,
        deals=tuple(to_deal(row) for row in sorted(deals, key=lambda row: row.number)),
        presence=presence_of(game_list),
        profile=game_list.profile,
    )


def to_totals_list(game_list: GameListRow, totals: Iterable[TotalsRow]) -> TotalsList:
    """Return a totals-only list of the rules from its valid lines, from seat 1 on."""
    return TotalsList(
        seats=game_list.table.size, rounds=game_list.rounds, totals=to_totals(totals), passed=game_list.passed
    )


def to_totals(totals: Iterable[TotalsRow]) -> tuple[Totals, ...]:
    """Return the results of the rules from the lines of a totals-only list, from seat 1 on."""
    return tuple(
        Totals(game_points=row.game_points, won=row.won, lost=row.lost)
        for row in sorted(totals, key=lambda row: row.place)
    )
