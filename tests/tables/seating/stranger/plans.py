"""Plans by lot and by standing, and those kept, by docs/draw-steps.md."""

from collections import defaultdict
from itertools import accumulate, permutations

from tests.tables.seating.stranger.event import TOGETHER, Chance, Event
from tests.tables.seating.stranger.kept import kept
from tests.tables.seating.stranger.searches import Floor, outline


def drawn(record, stored):
    """Return the plan that follows from a record, by the numbers of its entries; ``stored`` are the designs."""
    event = Event(record)
    if record["method"] == "lot":
        series = by_lot(event, record["options"]["series"], stored)
    elif record["method"] == "standing":
        series = by_standing(event, record["ranking"])
    else:
        series = kept(event, record)
    return [[[event.numbers[p] for p in table] for table in tables] for tables in series]


def by_lot(event, many, stored):
    chance = Chance("company", event.seed)
    series, lacking = outline(event, many, stored, chance)
    if len(series) < many or lacking:
        steps = min(event.steps, 3_000_000 // many)
        most = event.repeat_bound(many)
        if event.n == 20 and many == 6 and not event.played:
            most = max(most, 6)
        if text := stored["written"].get(f"{event.n} {many}"):
            most = max(most, text["repeats"] if not event.history else 0)
        rest_of(event, series, lacking, (many, steps, most + event.repeats()), chance)
    places = Chance("places", event.seed)
    placed = []
    for tables in series:
        placed.append(varied(event, tables, places) if event.policy["vary_tables"] else tables)
        for t, table in enumerate(placed[-1]):
            for p in table:
                event.known[p][t] += 1
    return seated(event, placed, places)


def rest_of(event, series, lacking, how, chance):
    many, steps, most = how
    for tables in series:
        event.count(tables)
    while len(series) < many:
        tables, more = searched(event, dealt(event, chance), steps // 8, chance)
        series.append(tables)
        lacking += more
    if not lacking or is_settled(event, lacking, most):
        return
    turn = max(1500, 4 * event.n)
    least, worse = None, 0
    for _round in range((steps - steps // 8) // turn):
        lacking = 0
        for at in chance.shuffled(range(many)):
            event.count(series[at], by=-1)
            series[at], more = searched(event, series[at], turn, chance)
            lacking += more
        if lacking < (10**4 if many > 1 else 1) or (many > 1 and is_settled(event, lacking, most)):
            return
        worse = 0 if least is None or lacking < least else worse + 1
        least = lacking if least is None else min(least, lacking)
        if worse == 4:
            return


def is_settled(event, lacking, most):
    return lacking % 10**9 < 10**4 and lacking < 10**15 and event.repeats() <= most


def searched(event, tables, steps, chance):
    floor = Floor(event, tables, chance)
    least = floor.least()
    above = floor.search(steps, least) - least
    event.count(floor.tables)
    return floor.tables, above


def dealt(event, chance):
    tables = [[] for _ in event.sizes]
    clubs = defaultdict(list)
    for p in chance.shuffled(range(event.n)):
        (clubs[event.club[p]] if event.fixed[p] is None else tables[event.fixed[p]]).append(p)
    waiting = iter([p for club in chance.shuffled(clubs.values()) for p in club])
    for row in range(4):
        for table, size in zip(tables, event.sizes, strict=True):
            if len(table) == row < size:
                table.append(next(waiting))
    return tables


def varied(event, tables, chance):
    placed = list(tables)
    for size in (4, 3):
        places = [
            t for t, table in enumerate(tables) if len(table) == size and all(event.fixed[p] is None for p in table)
        ]
        companies = [tables[t] for t in chance.shuffled(places)]
        settle(event, places, companies, chance)
        for t, company in zip(places, companies, strict=True):
            placed[t] = company
    return placed


def settle(event, places, companies, chance):
    def known(company, at):
        return sum(event.known[p][places[at]] for p in companies[company])

    unhappy = [at for at in range(len(places)) if known(at, at)]
    for _ in range(30 * len(unhappy)):
        if not unhappy:
            return
        i = chance.below(len(unhappy))
        one, other = unhappy[i], chance.below(len(places))
        before = known(one, one) + known(other, other)
        if before and known(one, other) + known(other, one) <= before:
            companies[one], companies[other] = companies[other], companies[one]
        if not known(one, one):
            unhappy[i] = unhappy[-1]
            unhappy.pop()
        if other not in unhappy and known(other, other):
            unhappy.append(other)


# Seats


def seated(event, series, chance):
    tables = [table for one in series for table in one]
    best, gap = given_out(event, tables, chance)
    for _ in range(8 if gap > 2 and len(tables) <= 500 else 0):
        other, other_gap = given_out(event, tables, chance)
        if other_gap < gap:
            best, gap = other, other_gap
        if gap <= 2:
            break
    best = iter(best)
    return [[next(best) for _ in one] for one in series]


def given_out(event, tables, chance):
    drawn_orders = []
    for table in tables:
        order = chance.one_of(list(permutations(range(len(table)))))
        drawn_orders.append([table[at] for at in order])
    edges = [(p, at) for at, table in enumerate(drawn_orders) for p in table]
    quarters = [quarter for half in split(edges) for quarter in split(half)]
    given = [[] for _ in tables]
    for quarter in chance.shuffled(quarters):
        for p, at in quarter:
            given[at].append(p)
    times = [list(seats) for seats in event.times]
    for table in given:
        counted(times, table, 1)
    for _round in range(12 if len(tables) <= 500 else 4):
        changed = [reseated(times, table, chance) for table in given]
        if not any(changed):
            break
    return given, max(max(seats) - min(seats) for seats in times)


def counted(times, table, by):
    for seat, p in enumerate(table):
        times[p][seat] += by


def reseated(times, table, chance):
    if all(max(times[p]) - min(times[p]) <= 1 for p in table):
        return False
    before = list(table)
    counted(times, table, -1)
    company = chance.shuffled(table)
    table[:] = min(
        ([company[at] for at in order] for order in permutations(range(len(company)))),
        key=lambda order: sum(times[p][seat] for seat, p in enumerate(order)),
    )
    counted(times, table, 1)
    return table != before


def split(edges):
    couples = [coupled([edge[by] for edge in edges]) for by in (0, 1)]
    half = {}
    for start in range(len(edges)):
        if start in half:
            continue
        half[start] = 0
        for first in (0, 1):
            by, put = first, 1
            at = couples[by].get(start)
            while at is not None and at not in half:
                half[at] = put
                by, put = 1 - by, 1 - put
                at = couples[by].get(at)
    return [[edge for at, edge in enumerate(edges) if half[at] == which] for which in (0, 1)]


def coupled(ends):
    couple, waiting = {}, {}
    for at, end in enumerate(ends):
        if end in waiting:
            other = waiting.pop(end)
            couple[at], couple[other] = other, at
        else:
            waiting[end] = at
    return couple


# By standing


def by_standing(event, ranking):
    chance = Chance("standing", event.seed)
    order = [event.numbers.index(number) for number in ranking if number in event.numbers]
    order += chance.shuffled(p for p in range(event.n) if p not in order)
    place = {p: at for at, p in enumerate(order)}
    event.attracts = event.policy["together_by_standing"]
    floor = Floor(event, cut(event, gathered(event, order) if event.attracts else order), chance)
    goal = -6 * event.tables * TOGETHER if event.attracts else floor.least()
    for reach in (2, 6, 20, None):
        floor = Floor(event, floor.tables, chance)
        if floor.search(event.steps // 4, goal, reach) <= goal:
            break
    if sum(spread(place, table) for table in floor.tables) > event.n - event.tables and floor.free and event.tables > 1:
        line_up(event, floor, place, chance)
        narrow(floor, place, chance, event.steps * (1 if event.tables > 100 else 2))
    return seated(event, [floor.tables], chance)


def cut(event, order):
    tables = [[] for _ in event.sizes]
    for p in order:
        if event.fixed[p] is not None:
            tables[event.fixed[p]].append(p)
    waiting = iter([p for p in order if event.fixed[p] is None])
    for table, size in zip(tables, event.sizes, strict=True):
        while len(table) < size:
            table.append(next(waiting))
    return tables


def gathered(event, order):
    found, rest = [], list(order)
    while rest:
        block = [rest[0]]
        for other in rest:
            if len(block) < 4 and all(event.are_unmet_mates(other, one) for one in block):
                block.append(other)
        found += block if len(block) > 1 or len(found) % 4 == 0 else block[:1]
        rest = [p for p in rest if p not in block]
    return found


def spread(place, table):
    places = [place[p] for p in table]
    return max(places) - min(places)


def line_up(event, floor, place, chance):
    steps = event.steps
    middles = [2 * end - size - 1 for end, size in zip(accumulate(event.sizes), event.sizes, strict=True)]
    highest = min(200, 200 * steps // (600 * event.n))
    order = best = 0
    since = []
    for step in range(steps):
        p = chance.one_of(floor.free)
        away = floor.at[p] + (1 + chance.below(3)) * (1 - 2 * chance.below(2))
        other = partner_at(event, floor, away, chance)
        if other is None:
            continue
        worse = 4 * (place[p] - place[other]) * (middles[floor.at[p]] - middles[away])
        if worse > highest * max(0, 3 * steps - 4 * step) // (3 * steps):
            continue
        rise = floor.rise(p, other)
        if rise > 0 or (rise == 0 and worse == 0):
            continue
        floor.swap(p, other)
        since.append((p, other))
        order += worse
        if rise < 0 or order < best:
            best, since = order, []
    for a, b in reversed(since):
        floor.swap(a, b)


def partner_at(event, floor, away, chance):
    if not 0 <= away < event.tables:
        return None
    other = chance.one_of(floor.tables[away])
    return other if event.fixed[other] is None else None


def narrow(floor, place, chance, steps):
    event = floor.event
    total = sum(spread(place, table) for table in floor.tables)
    mean = max(3, total // event.tables)
    reach = min(event.tables - 1, 2 + mean // 3)
    cost = sum(map(floor.table_cost, range(event.tables)))
    best, since = (cost, total), []
    for step in range(steps):
        if step % 64 == 0:
            highest = mean * 1000 * (steps - step) ** 2 // (2 * steps**2)
            price = mean * 1000 * (steps + step) // steps
        p, d = chance.one_of(floor.free), chance.below(2 * reach)
        other = partner_at(event, floor, floor.at[p] + (d + 1 if d < reach else reach - d - 1), chance)
        if other is None:
            continue
        change = grown(floor, place, p, other)
        if cost <= 0 and change * 1000 > highest:
            continue
        rise = floor.rise(p, other)
        worse = change * 1000 + rise * price // 10**9
        if worse > 0 and worse > highest * chance.below(1024) // 1024:
            continue
        floor.swap(p, other)
        cost, total = cost + rise, total + change
        since.append((p, other))
        if (cost, total) < best:
            best, since = (cost, total), []
    for a, b in reversed(since):
        floor.swap(a, b)


def grown(floor, place, p, other):
    """Return what the spreads of both tables grow by if two change places."""
    both = floor.tables[floor.at[p]], floor.tables[floor.at[other]]
    changed = [[{p: other, other: p}.get(one, one) for one in table] for table in both]
    return sum(spread(place, table) for table in changed) - sum(spread(place, table) for table in both)
