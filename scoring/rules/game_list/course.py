"""How the performance of a table grew, deal by deal (SkWO 5.1, 8.11)."""

from scoring.rules.game_list import house
from scoring.rules.game_list.deals import GameList, booking
from scoring.rules.results.performance import OPPONENT_LOST, OWN_GAME


def running_performance(game_list: GameList) -> tuple[tuple[int, ...], ...]:
    """Return the performance points of every seat after each deal, from seat 1 on (SkWO 5.1).

    Entries that name no seat of the table count for nobody, as in ``tallies``.
    """
    if game_list.is_of_a_house:
        return house.grown(game_list, sum)
    columns = [0] * game_list.seats
    rows = []
    for deal in game_list.deals:
        found_booking = booking(deal)
        if found_booking is not None and deal.declarer is not None and 1 <= deal.declarer <= game_list.seats:
            columns[deal.declarer - 1] += found_booking.points + (OWN_GAME if found_booking.won else -OWN_GAME)
            if not found_booking.won:
                present = game_list.turn(deal.number).present
                for other in present:
                    columns[other - 1] += OPPONENT_LOST[len(present)] if other != deal.declarer else 0
        rows.append(tuple(columns))
    return tuple(rows)
