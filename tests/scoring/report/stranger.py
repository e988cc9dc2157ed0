"""A stranger's program, written from docs/skat-report.md alone: it knows nothing of ours.

`stranger.py write` makes a report of text such as ``EVENING``; `stranger.py read` tells a ranking, or what is wrong.
"""

import hashlib
import json
import sys

BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULL = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
SUITS = {"D": "diamonds", "H": "hearts", "S": "spades", "C": "clubs", "G": "grand", "N": "null"}
EVENING = """\
1 1 5,6,7,8
- - 2H+1w 3C-2l - 1G+2w 4N0w 1D+1l
"""


def sha256(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def points(deal):
    """What the declarer gets; this program knows plain games, Hand and ouvert only."""
    if deal["game"] == "null":
        value = NULL[deal.get("hand", False), deal.get("ouvert", False)]
    else:
        levels = 1 + sum(deal.get(level, False) for level in ("hand", "schneider", "schwarz"))
        value = BASE[deal["game"]] * (abs(deal["matadors"]) + levels)
    return value if deal.get("won", False) else -2 * value


def results(numbers, deals):
    rows = [{"number": n, "game_points": 0, "won": 0, "lost": 0, "others_lost": 0} for n in numbers]
    for deal in deals:
        if not deal.get("game"):
            continue
        won = deal.get("won", False)
        for seat, row in enumerate(rows, start=1):
            if seat == deal["declarer"]:
                row["game_points"] += points(deal)
                row["won" if won else "lost"] += 1
            elif not won:
                row["others_lost"] += 1
    for row in rows:
        bonus = {3: 40, 4: 30}[len(numbers)]
        row["total"] = row["game_points"] + 50 * (row["won"] - row["lost"]) + bonus * row["others_lost"]
    return rows


def ranking(lists, out=()):
    sums = {}
    for row in (row for one in lists for row in one["results"] if row["number"] not in out):
        total = sums.setdefault(row["number"], {"number": row["number"], "total": 0, "won": 0, "lost": 0})
        total["total"] += row["total"]
        for name in ("won", "lost"):
            total[name] += row.get(f"counted_{name}", row[name])
    merit = {number: (-row["total"], -row["won"], row["lost"]) for number, row in sums.items()}
    order = sorted(sums.values(), key=lambda row: (merit[row["number"]], row["number"]))
    return [{"place": 1 + sum(m < merit[row["number"]] for m in merit.values()), **row} for row in order]


def deal_of(word):
    if word == "-":
        return {}
    deal = {"declarer": int(word[0]), "game": SUITS[word[1]], "won": word.endswith("w")}
    return deal if word[1] == "N" else {**deal, "matadors": int(word[2:-1])}


def write(text):
    lists = []
    lines = text.splitlines()
    for head, played in zip(lines[::2], lines[1::2], strict=True):
        table, series, numbers = head.split()
        seats = [int(number) for number in numbers.split(",")]
        deals = [deal_of(word) for word in played.split()]
        one = {"series": int(series), "table": int(table), "seats": seats, "rounds": len(deals) // len(seats)}
        lists.append({**one, "deals": deals, "results": results(seats, deals)})
    last = max(one["series"] for one in lists)
    report = {"format": "skat-report", "version": 2, "kind": "event", "written_by": "stranger 1"}
    report["event"] = {"name": "Evening", "date": "2026-01-14", "series": last, "rules": "isko-2002"}
    report["entrants"] = [{"number": number} for number in sorted({n for one in lists for n in one["seats"]})]
    report["lists"] = lists
    report["ranking"] = ranking(lists)
    hashes = {name: sha256(value) for name, value in report.items()}
    return {**report, "hashes": {**hashes, "report": sha256(hashes)}}


def undecided(row):
    """Return a result as it would be without decisions."""
    played = {name: value for name, value in row.items() if name not in ("deducted", "counted_won", "counted_lost")}
    return {**played, "total": row["total"] + row.get("deducted", 0)}


def read(report):
    hashes = {name: sha256(value) for name, value in report.items() if name != "hashes"}
    if report["hashes"] != {**hashes, "report": sha256(hashes)}:
        return ["the report was changed"]
    for one in report["lists"]:
        if "deals" in one and results(one["seats"], one["deals"]) != [undecided(row) for row in one["results"]]:
            return [f"table {one['table']} of series {one['series']} does not add up"]
    return [f"{row['place']}. {row['number']}: {row['total']}" for row in report["ranking"]]


if __name__ == "__main__":
    given = sys.stdin.read()
    sys.stdout.write(json.dumps(write(given)) if sys.argv[1] == "write" else "\n".join(read(json.loads(given))))
