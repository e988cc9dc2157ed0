"""A list by any profile, and in which order it is dealt: by rounds, to a target, or through a programme."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from scoring.rules.game_list.presence import Presence, Span, Turn, check_presence, players_beside, spans
from scoring.rules.profiles.lines import Line
from scoring.rules.profiles.profile import Profile, Programme, Target


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileList:
    """The lines of one table in the order of play; a line that is refused keeps its place in the order of dealers.

    :raises ValueError: if the profile has no such table, there are no rounds, or ``presence`` fits neither.
    """

    profile: Profile
    seats: int
    rounds: int = 12
    """Rounds that were agreed; a target and a programme know their own end."""

    presence: tuple[Presence, ...] = ()
    deals: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a table that cannot be."""
        if self.seats not in self.profile.seats:
            raise ValueError(f"{self.profile.code} is not played at a table of {self.seats}")
        if self.rounds < 1:
            raise ValueError(f"a list has at least one round, not {self.rounds}")
        check_presence(self.presence, seats=self.seats, rounds=self.last_round)

    @property
    def last_round(self) -> int:
        """Number of the last round; of a list to a target, one that it will not reach."""
        course = self.profile.course
        if isinstance(course, Programme):
            return len(course.parts)
        if isinstance(course, Target):
            return max((part.from_round for part in self.presence), default=0) + len(self.deals) + 1
        return self.rounds

    @property
    def planned(self) -> int | None:
        """How many deals there will be; None where nobody can know."""
        if isinstance(self.profile.course, Target):
            return None
        return sum(span.deals for span in self._spans())

    def turns(self) -> Iterator[Turn]:
        """Yield who deals and who plays, deal by deal."""
        turns = chain.from_iterable(span.turns() for span in self._spans())
        return map(_with_the_dealer_before, turns) if isinstance(self.profile.course, Programme) else turns

    def too_few(self) -> bool:
        """Test whether there are rounds without a deal, for want of players (ISkO 1.1.1)."""
        return any(len(part.seats) < self.profile.at_least for part in self.presence)

    def _spans(self) -> Iterator[Span]:
        at_least = self.profile.at_least
        return spans(seats=self.seats, rounds=self.last_round, presence=self.presence, at_least=at_least)


def soloist(turn: Turn) -> int:
    """Return whose turn it is in a programme: the seat to the dealer's left."""
    return turn.present[(turn.present.index(turn.dealer) + 1) % len(turn.present)]


def _with_the_dealer_before(turn: Turn) -> Turn:
    """Return the turn of a soloist: at a table of four the dealer, who cannot play, is the seat before."""
    dealer = turn.present[turn.present.index(turn.dealer) - 1]
    return replace(turn, dealer=dealer, players=players_beside(dealer, turn.present))
