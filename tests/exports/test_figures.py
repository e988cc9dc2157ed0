"""The figures of the evening hold against a computation that shares nothing with the site."""

from collections import defaultdict

import pytest

from tests.exports.figures import RANKING, RESULTS, SERIES, count, counting_deals, points, seated
from tests.reference.files import totals_of
from tests.support.evening import TABLES, versions
from tests.support.scores_second_way import column, scores

pytestmark = pytest.mark.slow
FLAGS = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert")
LOWER = (3, 3)
"""The table of whose list the lower score counts; its deals give more."""


def line(row):
    """Return a deal as the independent computation wants it."""
    if row["result"] == "passed":
        return {"declarer": None}
    return {
        "declarer": seated(row)[row["declarer"]],
        "game": row["game"],
        "matadors": int(count(row) or 0),
        "won": row["result"] == "won",
        "bid": int(row["bid"]) if row["bid"] else None,
        **{name: bool(row[name]) for name in FLAGS},
    }


def test_the_points_of_each_deal():
    for row in counting_deals():
        found = line(row)
        assert int(row["points"]) == (column(found)[0] if found["declarer"] else 0), row


def test_the_results_of_each_list():
    for place in (place for place in TABLES if not totals_of(*place)):
        written = [row for row in RESULTS if (row["series"], row["table"]) == tuple(map(str, place))]
        found = scores((line(entered[-1]) for entered in versions(*place).values()), seats=len(written))
        if place == LOWER:
            assert (found[1].points, found[1].total) == (33, 83)
        for row, score in zip(written, found, strict=True):
            if row["state"] != "waiting" and not row["counts"]:
                figures = tuple(int(row[name]) for name in ("game_points", "won", "lost", "others_lost", "performance"))
                assert figures == score, place


def test_the_ranking_is_the_sum_of_the_results():
    sums = defaultdict(lambda: defaultdict(int))
    for row in RESULTS:
        mine = sums[row["number"]]
        mine[f"series_{row['series']}"] += int(points(row))
        mine["total"] += int(points(row))
        for name in ("won", "lost", "others_lost", "penalty"):
            mine[name] += int(row[name] or 0)
    assert {row["number"] for row in RANKING} == set(sums)
    for row in RANKING:
        played = {f"series_{series}" for series in SERIES if row[f"series_{series}"]}
        assert {name: int(row[name] or 0) for name in (*played, "total", "won", "lost", "others_lost", "penalty")} == {
            "penalty": 0
        } | dict(sums[row["number"]])


def test_the_ranking_is_in_order():
    placed = [row for row in RANKING if row["rank"]]
    merits = [(-int(row["total"]), -int(row["won"]), int(row["lost"]), int(row["lot"] or 0)) for row in placed]
    assert merits == sorted(merits)
    assert [int(row["rank"]) for row in placed] == list(range(1, 15))
    assert {row["number"] for row in placed if merits.count(merits[placed.index(row)]) > 1} == set()
