"""What a correction makes of a list, before it is made: what the rules say to it, what every seat gets (SkWO 7.3.2)."""

from dataclasses import dataclass, replace

from scoring.rules.breaches import decided
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.game_list.sums import Tally, rating, tallies


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """What a correction means for one seat."""

    seat: int
    before: Tally
    after: Tally
    performance_before: int
    """In points, with 50 for each game and the bonus (SkWO 5.2)."""

    performance_after: int

    @property
    def change(self) -> int:
        """Points gained, or lost where it is negative."""
        return self.performance_after - self.performance_before


def ended_by_breach(deal: Deal, *, won_by_declarer: bool, opponents_points: int = 0, opponents_tricks: int = 0) -> Deal:
    """Return an entry as a breach decided it: the same announcement, at the simple level (ISkO 4.1.3 to 4.1.5).

    ``opponents_points`` in ``opponents_tricks`` are what the opponents had by then: it may have denied the declarer
    a level they needed.

    :raises ValueError: if nobody played.
    """
    if deal.played is None:
        raise ValueError("nobody played this deal")
    played = decided(
        deal.played.contract,
        matadors=deal.played.matadors,
        bid=deal.played.bid,
        won_by_declarer=won_by_declarer,
        opponents_points=opponents_points,
        opponents_tricks=opponents_tricks,
    )
    # Stakes stand, also in a game that a breach ended; what would have come of it without one was not played.
    house = deal.house and replace(deal.house, schenken=0, has_sixty=False)
    return Deal(number=deal.number, declarer=deal.declarer, played=played, house=house)


def corrected(game_list: GameList, deal: Deal) -> GameList:
    """Return the list with a deal in place of the one of its number, or after the last one where there is none."""
    if any(old.number == deal.number for old in game_list.deals):
        deals = tuple(deal if old.number == deal.number else old for old in game_list.deals)
    else:
        deals = (*game_list.deals, deal)
    return replace(game_list, deals=deals)


def refused(game_list: GameList, deal: Deal) -> tuple[Finding, ...]:
    """Return why the rules refuse a list corrected by a deal; empty where they do not."""
    return tuple(finding for finding in findings(corrected(game_list, deal)) if finding.problem.severity == "error")


def as_it_stands(game_list: GameList, deal: Deal) -> Deal:
    """Return a judge's entry as it is written: overruled only where the rules refuse it otherwise."""
    plain = replace(deal, overruled=False, ruling=None)
    return deal if deal.overruled and refused(game_list, plain) else plain


def changes(before: GameList, after: GameList) -> tuple[SeatChange, ...]:
    """Return what every seat gains or loses from one list to the other, from seat 1 on.

    :raises ValueError: if the two are not of the same table.
    """
    if before.seats != after.seats:
        raise ValueError(f"a list of {before.seats} seats cannot become one of {after.seats}")
    return tuple(
        SeatChange(
            seat=seat,
            before=tally,
            after=other,
            performance_before=rating(tally, seats=before.seats).performance,
            performance_after=rating(other, seats=after.seats).performance,
        )
        for seat, (tally, other) in enumerate(zip(tallies(before), tallies(after), strict=True), start=1)
    )
