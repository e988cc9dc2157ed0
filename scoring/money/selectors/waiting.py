"""What a prize waits for before it is paid out, and what is missing before the account is closed (SkWO 3.3, 7.4.1)."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import Max

from scoring.disputes.models import Appeal, Objection
from scoring.lists.models import GameListRow
from scoring.money.models import BoxCount, MoneyTerms
from scoring.money.reckon.ledger import Purpose
from scoring.money.selectors.accounts import balances
from tables.draw.models import Seat
from tables.tournaments.models import Tournament


class Why(StrEnum):
    """Why a prize is not paid out yet."""

    LIST_OPEN = "list-open"
    """A list of theirs was not handed in, or is not signed (SkWO 7.4.1)."""

    OBJECTION_OPEN = "objection-open"
    """At a table of theirs something is not decided yet."""

    START_CARD = "start-card"
    """Their start card has to be given back (SkWO 9.13)."""

    ABSENT = "absent"
    TOO_LATE = "too-late"
    """The day until which prizes can be fetched is over."""


class Missing(StrEnum):
    """What is missing before the account can be closed."""

    LISTS_OPEN = "lists-open"
    """Lists are at play: what they cost is not known."""

    ENTRANTS_OPEN = "entrants-open"
    """Somebody owes something, or something is due to them."""

    BOX_UNCOUNTED = "box-uncounted"
    """A box was not counted since money went in or out."""

    PRIZES_HELD = "prizes-held"
    """A thing that somebody won was not handed over."""

    PRIZES_OPEN = "prizes-open"
    """There is a plan of prizes, and they were not given yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lack:
    """One thing that is missing, and of what."""

    what: Missing
    numbers: tuple[int, ...] = ()
    """Start numbers, or the numbers of awards."""

    boxes: tuple[str, ...] = ()
    cents: int = 0
    """What entrants owe altogether; below nothing, what is due to them."""


def waits(tournament: Tournament, *, on: date) -> Mapping[int, tuple[Why, ...]]:
    """Return why those who won something do not get it yet, by start number, in a fixed number of queries."""
    winners = set(tournament.awards.filter(off_at=None).values_list("entrant", flat=True))
    found: dict[int, list[Why]] = defaultdict(list)
    if not winners:
        return {}
    terms = MoneyTerms.objects.filter(tournament=tournament).first()
    seats = Seat.objects.filter(series__tournament=tournament, entrant__number__in=winners)
    unsigned = GameListRow.objects.filter(table__series__tournament=tournament, signed_at=None, void_at=None)
    disputed = {
        *Objection.objects.filter(tournament=tournament, outcome=Objection.Outcome.OPEN).values_list(
            "game_list__table", flat=True
        ),
        *Appeal.objects.filter(tournament=tournament, verdict="").values_list("game_list__table", flat=True),
    }
    open_tables = set(unsigned.values_list("table", flat=True))
    for number, table in seats.values_list("entrant__number", "table"):
        for why, tables in ((Why.LIST_OPEN, open_tables), (Why.OBJECTION_OPEN, disputed)):
            if table in tables and why not in found[number]:
                found[number].append(why)
    if terms and terms.wants_start_card:
        _each(found, winners - set(tournament.card_returns.values_list("entrant", flat=True)), Why.START_CARD)
    if terms and terms.wants_presence:
        _each(
            found, winners - set(tournament.entrants.filter(present=True).values_list("number", flat=True)), Why.ABSENT
        )
    if terms and terms.fetched_until and on > terms.fetched_until:
        _each(found, winners, Why.TOO_LATE)
    return {number: tuple(whys) for number, whys in found.items() if whys}


def lacking(tournament: Tournament) -> list[Lack]:
    """Return what is missing before the account can be closed; nothing, when it can."""
    there = balances(tournament)
    found = []
    if GameListRow.objects.filter(
        table__series__tournament=tournament, table__series__started_at__isnull=False, signed_at=None, void_at=None
    ).exists():
        found.append(Lack(what=Missing.LISTS_OPEN))
    given = tournament.awards.filter(off_at=None)
    if tournament.prize_lists.exists() and not given.exists():
        found.append(Lack(what=Missing.PRIZES_OPEN))
    if held := tuple(given.exclude(good="").filter(handed_over_at=None).values_list("number", flat=True)):
        found.append(Lack(what=Missing.PRIZES_HELD, numbers=held))
    open_ones = {account: cents for account, cents in there.items() if account.purpose == Purpose.ENTRANT and cents}
    if open_ones:
        numbers = tuple(sorted(int(account.name) for account in open_ones))
        found.append(Lack(what=Missing.ENTRANTS_OPEN, numbers=numbers, cents=sum(open_ones.values())))
    boxes = [account.name for account in there if account.purpose == Purpose.BOX]
    if uncounted := tuple(box for box in boxes if not is_counted(tournament, box)):
        found.append(Lack(what=Missing.BOX_UNCOUNTED, boxes=uncounted))
    return found


def is_counted(tournament: Tournament, box: str) -> bool:
    """Test whether a box was counted after the last movement of it."""
    last = BoxCount.objects.filter(tournament=tournament, box=box).order_by("number").last()
    if last is None:
        return False
    of_box = tournament.movements.filter(target=Purpose.BOX, target_name=box) | tournament.movements.filter(
        source=Purpose.BOX, source_name=box
    )
    # What booked the difference came with the count.
    moved = of_box.exclude(pk=last.movement_id or 0).aggregate(last=Max("at"))["last"]
    return moved is None or moved <= last.counted_at


def _each(found: dict[int, list[Why]], numbers: set[int], why: Why) -> None:
    for number in sorted(numbers):
        found[number].append(why)
