"""The outline of a draw: as many of its series as a design gives, with everybody put where wishes are kept best."""

from collections import Counter
from dataclasses import dataclass

from tables.seating.chance import Chance
from tables.seating.designs.design import Design, designs
from tables.seating.designs.packing import packed
from tables.seating.designs.people_on_points import FIXED, Labels, exchange
from tables.seating.designs.written import Written
from tables.seating.field import Field, Tables, Tally
from tables.seating.model import Policy, Wish
from tables.seating.reports.bounds import least_apart_pairs, least_club_pairs
from tables.seating.weights import APART, REPEAT, UNFAIR

FEWER = 3
"""Series by which a design may stop early: with tables of three, full ones have too few points that never meet."""


PART = 8
"""Part of a series' steps spent on each design: one in so many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """The first series of a draw, and what they cost more than they must; at 0 there are no better ones."""

    series: list[Tables]
    cost: int


def written_out(field: Field, tally: Tally, policy: Policy, written: Written, *, chance: Chance) -> Outline | None:
    """Return a written event; None where it cannot be, or where wishes would cost more than club mates who meet."""
    outline = _put_on(field, tally, policy, written.design(chance), chance) if _suits(field) else None
    return outline if outline is not None and outline.cost < UNFAIR else None


def outlined(field: Field, tally: Tally, policy: Policy, *, series: int, chance: Chance) -> Outline:
    """Return as many series as a design gives, up to ``series``; none where nothing suits."""
    best = Outline(series=[], cost=0)
    if series < 2 or not _suits(field):
        return best
    played = any(tally.met)
    for many in range(series, max(1, series - FEWER), -1):
        for design in designs(len(field.sizes), many, chance):
            outline = _put_on(field, tally, policy, design, chance)
            if outline is not None and outline.cost >= (REPEAT if played else APART):
                # Wishes as dense as these are met better one series after the other.
                return Outline(series=[], cost=0)
            if outline is not None and _key(outline) < _key(best):
                best = outline
            if best.series and not best.cost:
                return best
        if best.series:
            return best
    return best


def _key(outline: Outline) -> tuple[int, int]:
    return -len(outline.series), outline.cost


def _suits(field: Field) -> bool:
    """Test whether fixed tables leave everybody free: each has its own, and none is a table of three."""
    fixed = [pin for pin in field.pin if pin >= 0]
    return len(set(fixed)) == len(fixed) and all(field.sizes[pin] == 4 for pin in fixed)


def _put_on(field: Field, tally: Tally, policy: Policy, design: Design, chance: Chance) -> Outline | None:
    who = packed(design, _mates(field, policy, chance), people=field.size, chance=chance)
    if who is None:
        return None
    labels = Labels(field, tally, policy, design, who)
    goal = len(design.series) * (
        labels.club_price * least_club_pairs(field) + labels.apart_price * least_apart_pairs(field)
    )
    if design.empty:
        # Nobody can share out the tables of three of a written event more evenly than it does.
        goal += labels.least()
    cost = exchange(labels, chance, steps=policy.steps // PART, goal=goal)
    if cost >= FIXED:
        return None
    company = labels.company()
    if not policy.vary_tables:
        # Else the tables of the hall are drawn later.
        company = [chance.shuffled(tables) for tables in company]
    return Outline(series=company, cost=cost - goal)


def _mates(field: Field, policy: Policy, chance: Chance) -> list[list[int]]:
    """Return groups to pack into columns: those at fixed tables, clubs, and apart groups of people without a club."""
    groups: dict[tuple[str, int], list[int]] = {}
    clubs = Counter(field.club)
    for person in chance.shuffled(range(field.size)):
        if field.pin[person] >= 0:
            key = ("", 0)
        elif policy.clubs is not Wish.IGNORED and clubs[field.club[person]] > 1:
            key = ("club", field.club[person])
        elif policy.apart is not Wish.IGNORED and field.apart[person]:
            key = ("apart", field.apart[person] & -field.apart[person])
        else:
            continue
        groups.setdefault(key, []).append(person)
    return [group for group in groups.values() if len(group) > 1]
