"""The tables of years and leagues a second time, from the sentences of the program's page alone; years drawn."""

from fractions import Fraction

from hypothesis import strategies as st


def year(document):
    rule, members = document["rule"], document.get("members")
    # "earlier": by date, then as they stand.
    evenings = sorted(document["evenings"], key=lambda evening: evening["date"])
    played = {}
    for evening in evenings:
        for one in evening["lists"]:
            played.setdefault(one["number"], []).append(one)
    ranked = [number for number in played if members is None or number in members or rule.get("guests", False)]
    return placed([row_of(rule, number, played[number], evenings) for number in ranked])


def row_of(rule, number, lists, evenings):
    counting, ranked = list(lists), len(lists) >= rule.get("minimum", 0)
    if rule["count"] == "average":
        total, divisor = sum(one["total"] for one in lists), len(lists)
        while rule.get("absent") is not None and divisor < rule.get("minimum", 0):
            total, divisor, ranked = total + rule["absent"], divisor + 1, True
        value = Fraction(total, divisor)
    elif rule["count"] == "places":
        value = Fraction(sum(points(evening, number, rule["points"]) for evening in evenings))
    else:
        if rule["count"] == "best":
            counting = best_of(lists, rule["n"])
        value = Fraction(sum(one["total"] for one in counting))
    reached = [step for step in rule.get("bonus", []) if len(lists) >= step[0]]
    if reached:
        value += max(reached, key=lambda step: step[0])[1]
    won, lost = (sum(one[name] for one in counting) for name in ("won", "lost"))
    return {"number": number, "value": value, "won": won, "lost": lost, "ranked": ranked}


def best_of(lists, n):
    """The n highest; equal totals: more won, fewer lost, earlier."""
    counting, left = [], list(lists)
    while left and len(counting) < n:
        best = left[0]
        for one in left[1:]:
            if (one["total"], one["won"], -one["lost"]) > (best["total"], best["won"], -best["lost"]):
                best = one
        left.remove(best)
        counting.append(best)
    return counting


def points(evening, number, worth):
    """What an evening is worth to somebody: by the place of its sum, beyond the list 0."""
    sums = {}
    for one in evening["lists"]:
        total, won, lost = sums.get(one["number"], (0, 0, 0))
        sums[one["number"]] = (total + one["total"], won + one["won"], lost - one["lost"])
    if number not in sums:
        return 0
    better = sum(other > sums[number] for other in sums.values())
    return worth[better] if better < len(worth) else 0


def placed(rows):
    def merit(row):
        return row["value"], row["won"], -row["lost"]

    table = []
    for row in rows:
        before = [other for other in rows if other["ranked"] and merit(other) > merit(row)]
        place = 1 + len(before) if row["ranked"] else None
        table.append((not row["ranked"], [-part for part in merit(row)], row["number"], place, row))
    return [
        {"place": place, "number": number, "value": str(row["value"]), "ranked": row["ranked"]}
        for _, _, number, place, row in sorted(table, key=lambda line: line[:3])
    ]


def league(document):
    asked = document["league"]
    rows = {team: {"points": Fraction(), "against": Fraction(), "game_points": 0} for team in asked["teams"]}
    for match in asked["matches"]:
        for team, column in match["totals"].items():
            for series, own in enumerate(column):
                rows[int(team)]["game_points"] += own or 0
                for other in match["totals"].keys() - {team}:
                    got = beaten(own, match["totals"][other][series], asked.get("tie", "share"))
                    if got == "games":
                        won = [(match.get("won") or {}).get(one) for one in (team, other)]
                        mine, theirs = (games and games[series] for games in won)
                        known = mine is not None and theirs is not None and mine != theirs
                        got = Fraction(mine > theirs) if known else Fraction(1, 2)
                    rows[int(team)]["points"] += got
                    rows[int(other)]["against"] += got
    table = []
    for team, row in rows.items():
        merit = (row["points"], row["game_points"])
        place = 1 + sum((other["points"], other["game_points"]) > merit for other in rows.values())
        table.append({"place": place, "team": team, **row})
    table.sort(key=lambda row: (row["place"], row["team"]))
    return [{**row, "points": str(row["points"]), "against": str(row["against"])} for row in table]


def beaten(own, theirs, tie):
    """What one gets of another in one series."""
    if own is None:
        return Fraction(0)
    if theirs is None or own > theirs:
        return Fraction(1)
    if own < theirs or tie == "none":
        return Fraction(0)
    return "games" if tie == "won-games" else Fraction(1, 2)


SMALL = st.integers(0, 3)
# Few different totals, so that much is equal.
TOTALS = st.sampled_from([-100, 0, 400, 500, 500, 600, 900, 1200]) | st.integers(-500, 2500)
LISTS = st.fixed_dictionaries({"number": st.integers(1, 6), "total": TOTALS, "won": SMALL, "lost": SMALL})
DATES = st.dates().map(str)
EVENINGS = st.lists(
    st.fixed_dictionaries({"date": DATES | st.just("2026-01-14"), "lists": st.lists(LISTS, max_size=9)}), max_size=6
)

RULES = st.fixed_dictionaries(
    {"count": st.sampled_from(["sum", "average", "best", "places"])},
    optional={
        "absent": st.none() | st.integers(-100, 800),
        "minimum": st.integers(0, 6),
        "bonus": st.lists(
            st.tuples(st.integers(0, 6), st.integers(-50, 700)).map(list), max_size=3, unique_by=lambda step: step[0]
        ),
        "guests": st.booleans(),
    },
)

YEARS = st.fixed_dictionaries(
    {"rule": RULES, "evenings": EVENINGS}, optional={"members": st.lists(st.integers(1, 8), unique=True)}
)


@st.composite
def leagues(draw):
    """Draw a league of which some matches were played, with absences and ties."""
    teams = draw(st.lists(st.integers(1, 30), min_size=5, max_size=8, unique=True))
    matches = []
    for day in range(1, draw(st.integers(0, 4)) + 1):
        playing = draw(st.permutations(teams))[: draw(st.integers(3, 5))]
        series = draw(st.integers(1, 4))
        column = st.lists(st.none() | TOTALS, min_size=series, max_size=series)
        won = st.lists(st.none() | SMALL, min_size=series, max_size=series)
        match = {"day": day, "totals": {str(team): draw(column) for team in playing}}
        if draw(st.booleans()):
            match["won"] = {str(team): draw(won) for team in playing if draw(st.booleans())}
        matches.append(match)
    league = {"teams": teams, "matches": matches}
    tie = draw(st.sampled_from(["share", "won-games", "none", None]))
    return {"league": {**league, "tie": tie} if tie else league}
