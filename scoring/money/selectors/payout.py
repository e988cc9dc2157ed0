"""Who gets what, what they wait for, and what they have already (SkWO 7.4.1, 7.4.3, 9.13)."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from django.db.models import Sum

from scoring.money.models import AwardRow, MoneyTerms
from scoring.money.reckon.ledger import Purpose
from scoring.money.selectors.accounts import owed, standing
from scoring.money.selectors.lines import with_removed
from scoring.money.selectors.pots import JACKPOT
from scoring.money.selectors.statement import Why, waits
from tables.people.models import Entrant
from tables.tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """Somebody to whom something is due, or was."""

    entrant: Entrant
    awards: tuple[AwardRow, ...]
    due: int
    """What is to be paid out to them, in cents: prizes less what they owe."""

    owes: int
    paid_out: int
    whys: tuple[Why, ...]
    """What it waits for; nothing, where it can be given out."""

    jackpots: tuple[tuple[str, int], ...]
    """What they won of pots: the pot and cents."""

    is_card_back: bool

    @property
    def things(self) -> tuple[AwardRow, ...]:
        """The things that wait to be handed over."""
        return tuple(row for row in self.awards if row.good and not row.handed_over_at)

    @property
    def has_won(self) -> bool:
        """Whether they won a prize or a jackpot."""
        return bool(self.awards or self.jackpots)

    @property
    def beside(self) -> int:
        """What they get besides what they won, in cents: what they paid too much; below 0: owed."""
        won = sum(row.cents for row in self.awards if not row.good) + sum(cents for _pot, cents in self.jackpots)
        return self.due + self.paid_out - won

    @property
    def is_open(self) -> bool:
        """Whether something is still to be given out."""
        return bool(self.due or self.things)

    @property
    def waits_only_too_long(self) -> bool:
        """Whether nothing but the day until which it was to be fetched speaks against it."""
        return set(self.whys) <= {Why.TOO_LATE}

    @property
    def is_too_late(self) -> bool:
        """Whether the day until which prizes can be fetched is over."""
        return Why.TOO_LATE in self.whys


@dataclass(frozen=True, slots=True, kw_only=True)
class Payout:
    """All to whom something is due, or was."""

    winners: tuple[Winner, ...]
    wants_start_card: bool

    @property
    def has_won(self) -> bool:
        """Whether anybody won anything."""
        return any(winner.has_won for winner in self.winners)

    @property
    def open(self) -> tuple[Winner, ...]:
        """Those who have not everything yet."""
        return tuple(winner for winner in self.winners if winner.is_open)

    @property
    def due(self) -> int:
        """What is still to be paid out, in cents."""
        return sum(winner.due for winner in self.winners)

    @property
    def paid_out(self) -> int:
        """What was paid out, in cents."""
        return sum(winner.paid_out for winner in self.winners)

    @property
    def things(self) -> int:
        """How many things wait to be handed over."""
        return sum(len(winner.things) for winner in self.winners)


def payout_of(tournament: Tournament, *, on: date) -> Payout:
    """Return to whom something is due, by start number, in a fixed number of queries."""
    awards: dict[int, list[AwardRow]] = defaultdict(list)
    for row in awards_of(tournament):
        awards[row.entrant].append(row)
    jackpots: dict[int, list[tuple[str, int]]] = defaultdict(list)
    won = standing(tournament).filter(reason=JACKPOT).order_by("number")
    for number, pot, cents in won.values_list("entrant", "target_name", "cents"):
        jackpots[number or 0].append((pot, cents))
    open_ones, paid = owed(tournament), _paid_out(tournament)
    whys = waits(tournament, on=on)
    back = set(tournament.card_returns.values_list("entrant", flat=True))
    terms = MoneyTerms.objects.filter(tournament=tournament).first()
    numbers = {*awards, *jackpots, *paid, *(number for number, cents in open_ones.items() if cents < 0)}
    return Payout(
        winners=tuple(
            Winner(
                entrant=entrant,
                awards=tuple(awards.get(entrant.number, ())),
                due=max(0, -open_ones.get(entrant.number, 0)),
                owes=max(0, open_ones.get(entrant.number, 0)),
                paid_out=paid.get(entrant.number, 0),
                whys=whys.get(entrant.number, ()),
                jackpots=tuple(jackpots.get(entrant.number, ())),
                is_card_back=entrant.number in back,
            )
            for entrant in with_removed(tournament, tournament.entrants.filter(number__in=numbers), numbers)
        ),
        wants_start_card=bool(terms and terms.wants_start_card),
    )


def awards_of(tournament: Tournament) -> list[AwardRow]:
    """Return the prizes that hold, by list and place, the first one first."""
    held = tournament.awards.filter(off_at=None).select_related("prize_list__ranking")
    return list(held.order_by("prize_list__number", "place"))


def fallen_back(tournament: Tournament) -> list[AwardRow]:
    """Return the prizes that nobody fetched and that went where the event said."""
    told = tournament.journal.filter(action="prize.fell-back").values_list("data__award", "at")
    when = dict(told.order_by("number"))
    rows = tournament.awards.filter(number__in=when, off_at__isnull=False).select_related("prize_list")
    return [row for row in rows if row.off_at == when[row.number]]


def _paid_out(tournament: Tournament) -> dict[int, int]:
    # What an act pays out goes from a box, the bank or vouchers to an entrant.
    moved = standing(tournament).filter(target=Purpose.ENTRANT, reason="paid-out").order_by()
    return dict(moved.values_list("entrant").annotate(cents=Sum("cents")))
