"""The outline of a draw by docs/draw-steps.md: designs, who is packed where, exchanges."""

from collections import Counter, defaultdict
from math import gcd

from tests.tables.seating.stranger.event import APART, FIXED, REPEAT, UNFAIR, up
from tests.tables.seating.stranger.searches import Points


class Design:
    def __init__(self, series, columns, empty=()):
        self.series, self.columns, self.empty = series, columns, list(empty)
        self.company = defaultdict(list)
        for tables in series:
            for table in tables:
                for point in table:
                    self.company[point] += [other for other in table if other != point]


def shifts(tables, stored, s):
    rings, triples = [tables], [(r, 2 * r % tables, 3 * r % tables) for r in range(s)]
    if s > multiples(tables):
        rings, triples = stored["rings"], stored["triples"]
    return [
        [[t, *((c + 1) * tables + plus(t, more, rings) for c, more in enumerate(triple))] for t in range(tables)]
        for triple in triples
    ]


def multiples(tables):
    return tables // max(gcd(tables, 2), gcd(tables, 3))


def plus(a, b, rings):
    total, worth = 0, 1
    for ring in reversed(rings):
        total += worth * ((a + b) % ring)
        a, b, worth = a // ring, b // ring, worth * ring
    return total


def designs(tables, s, stored, chance):
    shift, starter = stored["shifts"].get(str(tables)), stored["starters"].get(str(tables))
    k = min(s, max(multiples(tables), len(shift["triples"]) if shift else 0))
    for _ in range(3):
        if k == s or (k and starter is None):
            chosen = chance.shuffled(shifts(tables, shift, k))[:k]
            yield Design(chosen, [list(range(c * tables, (c + 1) * tables)) for c in range(4)])
        if starter is not None:
            every = chance.shuffled(starter["series"])
            yield Design(every[:s], every[s] if s < len(every) else strangers(every[:s]))


def strangers(series):
    met = Design(series, []).company
    groups = []
    for point in range(4 * len(series[0])):
        group = next((group for group in groups if not set(group) & set(met[point])), None)
        if group is None:
            groups.append([point])
        else:
            group.append(point)
    return groups


def outline(event, series, stored, chance):
    """Return series and cost of the outline, or nothing."""
    nothing = [], 0
    text = stored["written"].get(f"{event.n} {series}")
    if text and not event.history and not is_tied_up(event):
        every = chance.shuffled(text["series"])
        found = on_design(event, Design(every, strangers(every), range(event.n, 4 * event.tables)), chance)
        if found and found[1] < UNFAIR:
            return found
    if series < 2 or is_tied_up(event):
        return nothing
    for s in range(series, max(1, series - 3), -1):
        best = best_of(event, designs(event.tables, s, stored, chance), chance)
        if best is not None:
            return nothing if best[1] >= too_much(event) else best
    return nothing


def too_much(event):
    return REPEAT if event.played else APART


def best_of(event, tried, chance):
    """Return the best outline, the first that costs nothing, or the first that costs too much."""
    best = None
    for design in tried:
        found = on_design(event, design, chance)
        if found is None:
            continue
        if found[1] >= too_much(event):
            return found
        if best is None or (-len(found[0]), found[1]) < (-len(best[0]), best[1]):
            best = found
        if best[1] == 0:
            break
    return best


def is_tied_up(event):
    tied = [t for t in event.fixed if t is not None]
    return len(set(tied)) < len(tied) or any(event.sizes[t] == 3 for t in tied)


def on_design(event, design, chance):
    who = packed(event, design, groups_of(event, chance), chance)
    if who is None:
        return None
    people = Points(event, design, who, chance)
    goal = len(design.series) * (event.mate * event.club_bound + event.parted * event.apart_bound)
    if design.empty:
        goal += people.least()
    cost = people.exchange(event.steps // 8, goal)
    if cost >= FIXED:
        return None
    series = [arranged(event, tables, people.who) for tables in design.series]
    if not event.policy["vary_tables"]:
        series = [chance.shuffled(tables) for tables in series]
    return series, cost - goal


def arranged(event, tables, who):
    given, others = {}, []
    for table in tables:
        people = [who[point] for point in table if who[point] is not None]
        tied = [event.fixed[p] for p in people if event.fixed[p] is not None]
        if tied:
            given[tied[0]] = people
        else:
            others.append(people)
    others = iter(sorted(others, key=len, reverse=True))
    return [given[t] if t in given else next(others) for t in range(event.tables)]


def groups_of(event, chance):
    groups, many = defaultdict(list), Counter(event.club)
    for p in chance.shuffled(range(event.n)):
        if event.fixed[p] is not None:
            groups["fixed"].append(p)
        elif event.mate and many[event.club[p]] > 1:
            groups["club", event.club[p]].append(p)
        elif event.parted and event.groups[p]:
            groups["apart", min(event.groups[p])].append(p)
    return [group for group in groups.values() if len(group) > 1]


def packed(event, design, groups, chance):
    """Return who is on each point, None where nobody is; None if there is no packing."""
    empty = 4 * event.tables - event.n
    share = up(3 * empty * len(design.series), event.n)
    empty -= len(design.empty)
    best = None
    for reserved in [0] * 4 + [empty] * 4:
        columns = [
            chance.shuffled([point for point in column if point not in design.empty])
            for column in chance.shuffled(design.columns)
        ]
        members, empties = rooms_given(columns, groups, empty, reserved)
        gaps = gaps_drawn(design, columns, empties, share, chance)
        if gaps is None:
            continue
        gaps = gaps + design.empty
        over = excess(design, gaps, share)
        if best is None or over < best[0]:
            best = over, columns, members, gaps
        if not over:
            break
    return None if best is None else filled(event, *best[1:], chance)


def rooms_given(columns, groups, empty, reserved):
    rooms = [len(column) for column in columns]
    empties, members = [0] * len(columns), [[] for _ in columns]

    def leave(many):
        while many:
            at = rooms.index(max(rooms))
            take = min(many, rooms[at])
            empties[at] += take
            rooms[at] -= take
            many -= take

    leave(reserved)
    for group in sorted(groups, key=len, reverse=True):
        rest = list(group)
        while rest:
            holding = [room for room in rooms if room >= len(rest)]
            at = rooms.index(min(holding) if holding else max(rooms))
            take = min(rooms[at], len(rest))
            members[at] += rest[:take]
            rest = rest[take:]
            rooms[at] -= take
    leave(empty - reserved)
    return members, empties


def gaps_drawn(design, columns, empties, share, chance):
    if not any(empties):
        return []
    best = None
    for _ in range(60):
        gaps = []
        for column, many in zip(columns, empties, strict=True):
            rest = list(column)
            gaps += [rest.pop(chance.below(len(rest))) for _ in range(many)]
        if any(set(design.company[gap]) & set(gaps) for gap in gaps):
            continue
        over = excess(design, gaps, share)
        if best is None or over < best[0]:
            best = over, gaps
        if not over:
            break
    return best and best[1]


def excess(design, gaps, share):
    visits = Counter(point for gap in gaps for point in design.company[gap])
    return sum(max(0, times - share) for times in visits.values())


def filled(event, columns, members, gaps, chance):
    grouped = {p for group in members for p in group}
    others = iter(chance.shuffled(p for p in range(event.n) if p not in grouped))
    who = [None] * (4 * event.tables)
    for column, group in zip(columns, members, strict=True):
        group = iter(group)
        for point in column:
            if point not in gaps:
                p = next(group, None)
                who[point] = next(others) if p is None else p
    return who
