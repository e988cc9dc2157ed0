"""The wrong player dealt: which deals are void, and from where to deal again (ISkO 3.2.11 to 3.2.13)."""

from dataclasses import dataclass

from scoring.rules.game_list.deals import GameList


@dataclass(frozen=True, slots=True, kw_only=True)
class Redealing:
    """How a table goes on after deals out of turn."""

    void: tuple[int, ...]
    """Numbers of the deals that do not count, finished or not, rising."""

    number: int | None
    """The deal to be dealt next; None when the series is over."""

    dealer: int | None
    """The seat that deals it."""


def void_deals(game_list: GameList, *, mistake: int | None, last_begun: int, signed: bool = False) -> Redealing:
    """Return what is void after a player dealt out of turn (ISkO 3.2.11 to 3.2.13).

    ``mistake`` is the deal with which the order went wrong, or None if that can
    no longer be shown; ``last_begun`` the last deal that had begun, by its announcement
    (ISkO 4.1.1), when it was noticed. Within a round all deals since the mistake
    are void. From an earlier round, or from nobody knows where, the rounds that
    are finished stay and the one in hand begins again with its first dealer.

    A round is finished when its last deal is written down, which ``game_list``
    shows; the last one of a series also when the list is signed.

    :raises ValueError: if the series has no such deals, or the mistake was made after it was found.
    """
    if not 1 <= (last_begun if mistake is None else mistake) <= last_begun <= game_list.length:
        raise ValueError(f"deal {mistake} went wrong, found with deal {last_begun} of {game_list.length}")
    in_hand = _round_of(game_list, last_begun)
    last = in_hand[-1]
    written = any(deal.number == last for deal in game_list.deals)
    if last_begun == last and (written or (signed and last == game_list.length)):
        return _from(game_list, last + 1, void=range(0))
    first = max(in_hand[0], mistake or 0)
    return _from(game_list, first, void=range(first, last_begun + 1))


def _round_of(game_list: GameList, number: int) -> range:
    """Return the numbers of the deals in the round of a deal."""
    this = game_list.turn(number).round
    numbers = [at for at, turn in enumerate(game_list.turns, start=1) if turn.round == this]
    return range(numbers[0], numbers[-1] + 1)


def _from(game_list: GameList, number: int, *, void: range) -> Redealing:
    over = number > game_list.length
    return Redealing(
        void=tuple(void),
        number=None if over else number,
        dealer=None if over else game_list.dealer_of(number),
    )
