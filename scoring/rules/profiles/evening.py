"""A list by any profile: its order of deals, adding up deal by deal, Bock, the programme, the end, what it comes to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from scoring.rules.codes import PROBLEM, Code
from scoring.rules.contract import Game
from scoring.rules.game_list.presence import (
    Presence,
    Span,
    Turn,
    check_presence,
    not_at_the_table,
    players_beside,
    spans,
)
from scoring.rules.profiles import bock, ramsch
from scoring.rules.profiles.bock import NOTHING_QUEUED, Queue
from scoring.rules.profiles.codes import HOUSE_PROBLEM, HouseCode
from scoring.rules.profiles.games import AnyProblem, Judged, judged, refused
from scoring.rules.profiles.lines import DeclarerLine, Entered, Line, PassedLine, RamschLine, times
from scoring.rules.profiles.profile import (
    Columns,
    Declaring,
    Goal,
    Profile,
    Programme,
    ProgrammePart,
    Target,
    WhenAllPass,
)
from scoring.rules.results.performance import RatingRule
from scoring.rules.results.ranking import Result, ranked


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A problem and the number of its deal; none means the list as a whole."""

    deal: int | None = None
    problem: AnyProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSum:
    """What one seat has."""

    game_points: int = 0
    won: int = 0
    lost: int = 0
    others_lost: int = 0
    """Games the others lost while the seat was taken, whoever dealt."""

    bonus: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How many deals there are of each sort; those that are refused are in none."""

    won: int = 0
    lost: int = 0
    passed: int = 0
    ramsch: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A list added up."""

    deals: tuple[Entered, ...]
    """Each deal as it stands in the columns, one that is refused too: there it is empty."""

    seats: tuple[SeatSum, ...]
    control: Counted
    complete: bool
    losers: tuple[int, ...]
    """Who ended a list with a target below zero."""

    winners: tuple[int, ...]
    """Who ended one with a target above it."""

    notes: tuple[Note, ...]
    queue: Queue
    """What Bock there is to come."""


def places(seats: Sequence[SeatSum], rating: RatingRule) -> tuple[int, ...]:
    """Return the place of each seat, from seat 1 on; equals share theirs until a lot is drawn."""
    results = [
        Result(seat, own.total, own.won if rating.by_games else 0, own.lost if rating.by_games else 0)
        for seat, own in enumerate(seats, start=1)
    ]
    by_seat = {place.result.entrant: place.rank for place in ranked(results)}
    return tuple(by_seat[seat] for seat in sorted(by_seat))


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


def score(listed: ProfileList, queue: Queue = NOTHING_QUEUED) -> Scored:
    """Return what a list adds up to, and everything that is wrong or odd about it; ``queue`` is what it begins with."""
    evening = _Evening(listed, queue=queue)
    turns = listed.turns()
    for line in listed.deals:
        evening.enter(line, next(turns, None))
    return evening.scored()


@dataclass(slots=True)
class _Evening:
    """A list while it is being added up."""

    listed: ProfileList
    deals: list[Entered] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    columns: dict[int, int] = field(init=False)
    won: dict[int, int] = field(init=False)
    lost: dict[int, int] = field(init=False)
    others_lost: dict[int, int] = field(init=False)
    bonus: dict[int, int] = field(init=False)
    counted: dict[str, int] = field(init=False)
    queue: Queue = NOTHING_QUEUED
    played: set[tuple[int, ProgrammePart]] = field(default_factory=set)

    def __post_init__(self) -> None:
        seats = range(1, self.listed.seats + 1)
        self.columns, self.won, self.lost, self.others_lost, self.bonus = (dict.fromkeys(seats, 0) for _ in range(5))
        self.counted = dict.fromkeys(("won", "lost", "passed", "ramsch"), 0)

    def enter(self, line: Line, turn: Turn | None) -> None:
        line_judged = judged(line, self.listed.profile) if isinstance(line, DeclarerLine) else None
        problems = tuple(self._problems(line, turn, line_judged))
        self.notes += (Note(deal=len(self.deals) + 1, problem=problem) for problem in problems)
        if turn is None or refused(problems):
            self.deals.append(Entered())
            return
        entered = self._entered(line, turn, line_judged)
        self.deals.append(entered)
        self._add(line, entered, turn)

    def scored(self) -> Scored:
        if self.listed.too_few():
            self.notes.append(Note(problem=PROBLEM[Code.TOO_FEW_PLAYERS]))
        has_goal = isinstance(self.listed.profile.course, Goal)
        return Scored(
            deals=tuple(self.deals),
            seats=tuple(self._sum(seat) for seat in self.columns),
            control=Counted(**self.counted),
            complete=self._complete(),
            losers=() if has_goal else self._enders(),
            winners=self._enders() if has_goal else (),
            notes=tuple(self.notes),
            queue=self.queue,
        )

    def _problems(self, line: Line, turn: Turn | None, judged: Judged | None) -> Iterator[AnyProblem]:
        if self._enders():
            yield HOUSE_PROBLEM[HouseCode.TARGET_REACHED]
        if turn is None:
            yield PROBLEM[Code.TOO_MANY_DEALS]
            return
        if not self.queue.allows(line):
            yield HOUSE_PROBLEM[HouseCode.COMPULSORY_RAMSCH]
        if isinstance(line, DeclarerLine):
            yield from self._not_declarer(line, turn)
            yield from judged.problems if judged is not None else ()
        elif isinstance(line, RamschLine):
            codes = ramsch.problems(line, self.listed.profile, turn.players)
            yield from (HOUSE_PROBLEM[code] for code in codes)
        elif self.listed.profile.when_all_pass is WhenAllPass.NOBODY_MAY:
            yield HOUSE_PROBLEM[HouseCode.NOBODY_PASSES]
        part = self._part(line, turn)
        if part is not None and part in self.played:
            yield HOUSE_PROBLEM[HouseCode.CONTRACT_PLAYED_BEFORE]

    def _not_declarer(self, line: DeclarerLine, turn: Turn) -> Iterator[AnyProblem]:
        declaring, seat = self.listed.profile.declaring, line.declarer
        for code in not_at_the_table(seat, turn, seats=self.listed.seats):
            sits_out = code is Code.DEALER_PLAYED and seat != turn.dealer
            yield HOUSE_PROBLEM[HouseCode.SITS_OUT] if sits_out else PROBLEM[code]
        if declaring is Declaring.IN_TURN and seat != soloist(turn):
            yield HOUSE_PROBLEM[HouseCode.NOT_IN_TURN]
        if declaring is Declaring.NOT_THE_DEALER and seat == turn.dealer:
            yield PROBLEM[Code.DEALER_PLAYED]
        if line.contra_by is not None and (line.contra_by == seat or line.contra_by not in turn.players):
            yield HOUSE_PROBLEM[HouseCode.CONTRA_BY_WHO_MAY_NOT]

    def _part(self, line: Line, turn: Turn) -> tuple[int, ProgrammePart] | None:
        if self.listed.profile.declaring is not Declaring.IN_TURN or isinstance(line, PassedLine):
            return None
        if isinstance(line, RamschLine):
            return soloist(turn), ProgrammePart.RAMSCH
        if line.game is Game.NULL or line.game is Game.GRAND:
            return line.declarer, ProgrammePart(line.game.value)
        return line.declarer, ProgrammePart.SUIT

    def _entered(self, line: Line, turn: Turn, judged: Judged | None) -> Entered:
        factor = self.queue.factor
        rule = self.listed.profile.ramsch
        if isinstance(line, RamschLine) and rule is not None:
            return ramsch.entered(line, rule, players=len(turn.players), bock=factor)
        if not isinstance(line, DeclarerLine) or judged is None or judged.booking is None:
            return Entered(factor=factor, passed=True)
        booking, seat = judged.booking, line.declarer
        factor *= 2**line.stakes
        points = {seat: booking.points}
        if booking.won and self.listed.profile.columns is Columns.OPPONENTS_MINUS:
            others = turn.present if self.listed.profile.idle_pay else turn.players
            points = {other: -booking.points for other in others if other != seat}
        return Entered(
            points=times(points, factor),
            won=(seat,) if booking.won else (),
            lost=() if booking.won else (seat,),
            factor=factor,
            value=booking.value if booking.won else 0,
            booking=booking,
        )

    def _add(self, line: Line, entered: Entered, turn: Turn) -> None:
        for seat, points in entered.points.items():
            self.columns[seat] += points
        for seat in entered.won:
            self.won[seat] += 1
        for seat in entered.lost:
            self.lost[seat] += 1
            self._share(seat, turn)
        self.counted[_sort(line, entered)] += 1
        part = self._part(line, turn)
        if part is not None:
            self.played.add(part)
        rule = self.listed.profile.bock
        if rule is not None:
            self.queue = self.queue.after(line, rule, events=bock.events(line, entered, self.columns, rule))

    def _share(self, loser: int, turn: Turn) -> None:
        """Give everybody else what a lost game brings them (SkWO 5.1)."""
        rating = self.listed.profile.rating
        for other in turn.present:
            if other != loser:
                self.others_lost[other] += 1
                self.bonus[other] += rating.bonus(present=len(turn.present), plays=other in turn.players)

    def _sum(self, seat: int) -> SeatSum:
        rating, points, bonus = self.listed.profile.rating, self.columns[seat], self.bonus[seat]
        won, lost = self.won[seat], self.lost[seat]
        return SeatSum(
            game_points=points,
            won=won,
            lost=lost,
            others_lost=self.others_lost[seat],
            bonus=bonus,
            total=points + rating.own_won * won + rating.own_lost * lost + bonus,
        )

    def _enders(self) -> tuple[int, ...]:
        """Return who is at the target."""
        course = self.listed.profile.course
        if not isinstance(course, Target):
            return ()
        sign = 1 if isinstance(course, Goal) else -1
        farthest = max(sign * points for points in self.columns.values())
        if farthest < course.points:
            return ()
        return tuple(seat for seat, points in self.columns.items() if sign * points == farthest)

    def _complete(self) -> bool:
        """Test whether the list is at its end (SkWO 4.4); a deal too many does not undo that."""
        planned, course = self.listed.planned, self.listed.profile.course
        if planned is None:
            return bool(self._enders())
        if isinstance(course, Programme):
            return len(self.played) == len(course.parts) * self.listed.seats
        return sum(self.counted.values()) == planned


def _sort(line: Line, entered: Entered) -> str:
    if isinstance(line, PassedLine):
        return "passed"
    if isinstance(line, RamschLine):
        return "ramsch"
    return "won" if entered.won else "lost"
