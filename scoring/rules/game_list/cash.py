"""Playing for cash: every game of a list is paid at once (ISkO 5.5.4)."""

from scoring.rules.game_list.deals import GameList, booking
from scoring.rules.results.settlement import Stake, paid_per_game


def paid_in_cash(game_list: GameList, *, stake: Stake) -> tuple[int, ...]:
    """Return what each seat of a list by the book gets (or pays, negative) if every game is paid at once (ISkO 5.5.4).

    All who are there pay the declarer, or get from them; the dealer of a table of four too (ISkO 3.5.1).

    :raises ValueError: for a negative stake.
    :raises TypeError: if the stake is a float.
    """
    balances = [0] * game_list.seats
    for deal in game_list.deals:
        seat, found_booking = deal.declarer, booking(deal)
        if found_booking is None or seat is None or not 1 <= seat <= game_list.seats:
            continue
        share = paid_per_game(found_booking.value, won=found_booking.won, stake=stake)
        for other in game_list.turn(deal.number).present:
            if other != seat:
                balances[other - 1] -= share
                balances[seat - 1] += share
    return tuple(balances)
