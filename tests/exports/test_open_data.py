"""The interface for programs and the feeds: every field of every answer."""

import pytest

from tests.evening import ENTRANTS, TABLES, at, versions
from tests.exports.figures import MARKS, PERSON, RANKING, RESULTS, SERIES, number_of, of_series, ranked_in
from tests.exports.open_data_read import get, marked, shown, stamp
from tests.exports.test_public_tables import CLUBS, LADIES, TEAMS

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def whole(said: str) -> int | None:
    return int(said) if said else None


AS_OF = stamp(at(4, 47))


EVENT = {
    "slug": "cup",
    "name": "Abend der Fünfzehn",
    "place": "Altenburg",
    "organiser": "SC Herz Dame",
    "club": "sc-herz-dame",
    "starts_on": "2026-05-16",
    "ends_on": "2026-05-17",
    "when": "running",
    "entrants": 14,
    "registration_open": False,
    "released_at": None,
    "url": "http://testserver/t/cup/",
}


SERIES_SHAPES = [
    {
        "number": number,
        "status": "closed" if number < 4 else "running",
        "seating": "drawn",
        "begins_at": None,
        "started_at": stamp(at(number)),
        "closed_at": stamp(at(number, 50)) if number < 4 else None,
        "posted_at": stamp(at(2, 55)) if number == 2 else None,
        "has_results": True,
    }
    for number in (1, 2, 3, 4)
]


HEADS = [
    {"number": 1, "kind": "ladies", "name": "Damen", "series": [], "best_of": 2, "size": 1, "scaled": False},
    {"number": 2, "kind": "team", "name": "Mannschaften", "series": [], "best_of": None, "size": 3, "scaled": True},
    {"number": 3, "kind": "club", "name": "Vereine", "series": [], "best_of": None, "size": 2, "scaled": False},
]


def test_the_events(client, made):
    assert get(client, "api:tournaments") == {"count": 1, "page": 1, "pages": 1, "items": [EVENT]}


def test_the_event(client, made):
    assert get(client, "api:tournament") == EVENT | {
        "direction": "Dora Direktorin",
        "rounds": 2,
        "time_limit": 90,
        "entry_fee": 12.5,
        "entry_fee_cents": 1250,
        "ended_at": None,
        "as_of": AS_OF,
        "series": SERIES_SHAPES,
        "rankings": HEADS,
        "classes": [{"code": name.lower(), "name": name} for name in MARKS],
    }


def test_the_series(client, made):
    assert get(client, "api:series") == SERIES_SHAPES


def test_the_entrants(client, made):
    items = [marked(row["number"]) | {"excluded": row["number"] == "13"} for row in ENTRANTS if row["number"] != "14"]
    assert get(client, "api:entrants") == {"count": 14, "page": 1, "pages": 1, "items": items}


@pytest.mark.parametrize("series", [1, 2, 3, 4])
def test_the_seats(client, made, series):
    assert get(client, "api:seats", series=series) == [
        {
            "table": table,
            "seats": [{"seat": seat} | shown(number_of(name)) for seat, name in enumerate(names, start=1)],
        }
        for (of, table), names in sorted(TABLES.items())
        if of == series
    ]


TYPED, SHORT = (2, 4), (4, 3)


@pytest.mark.parametrize("series", [1, 2, 3, 4])
def test_how_far_the_lists_are(client, made, series):
    states = {row["table"]: row["state"] for row in of_series(str(series))}

    assert get(client, "api:lists", series=series) == [
        {
            "table": table,
            "seats": len(names),
            "state": states[str(table)],
            "entered": len(names) if (of, table) == TYPED else len(versions(of, table)),
            "length": len(names) * (2 if of == 4 else 1),
            "signed_at": stamp(at(series, 35 if (of, table) == TYPED else 40 + table))
            if states[str(table)] == "signed"
            else None,
            "is_void": False,
        }
        for (of, table), names in sorted(TABLES.items())
        if of == series
    ]


def mark(series: str, earned: int | None, remark: str = "") -> dict[str, object]:
    return {"series": int(series), "points": earned, "counted": True, "remark": remark}


REMARKS = {(row["series"], row["number"]): row["counts"] for row in RESULTS}


def test_the_standings(client, made):
    items = [
        {
            "rank": whole(row["rank"]),
            "shared": False,
            **marked(row["number"]),
            "total": int(row["total"]),
            "by_series": [
                mark(series, whole(row[f"series_{series}"]), REMARKS.get((series, row["number"]), ""))
                for series in SERIES
            ],
            "won": int(row["won"]),
            "lost": int(row["lost"]),
            "others_lost": int(row["others_lost"]),
            "by_lot": bool(row["by_lot"]),
            "penalty": int(row["penalty"] or 0),
        }
        for row in RANKING
    ]
    assert get(client, "api:standings") == {
        "count": 15, "page": 1, "pages": 1, "items": items, "series": [1, 2, 3, 4], "is_official": False,
        "is_final": False, "as_of": AS_OF,
    }  # fmt: skip


@pytest.mark.parametrize("series", SERIES)
def test_the_standings_of_a_series(client, made, series):
    items = [
        {
            "rank": line["rank"] or None,
            "shared": line["shared"],
            **marked(line["number"]),
            "total": line["points"],
            "by_series": [mark(series, line["points"], line["counts"])],
            "won": line["won"],
            "lost": line["lost"],
            "others_lost": line["others_lost"],
            "by_lot": line["by_lot"],
            "penalty": int(line["penalty"] or 0),
        }
        for line in ranked_in(series)
    ]
    assert get(client, "api:standings", asked=f"?series={series}") == {
        "count": len(items), "page": 1, "pages": 1, "items": items, "series": [int(series)],
        "is_official": series != "4", "is_final": False, "as_of": AS_OF,
    }  # fmt: skip


def test_the_rankings(client, made):
    assert get(client, "api:rankings") == HEADS


BEST = {"7": (2, 3), "1": (1, 2), "11": (3, 4), "9": (1, 3), "3": (1, 3), "5": (1, 4)}
"""The two series of each lady that count."""


MEMBERS = {
    "Die Reizenden": {"1": (1, 2, 3, 4), "2": (1, 2, 3, 4), "3": (1, 3, 4), "10": (2,)},
    "Schneider frei": {"5": (1, 2, 3, 4), "7": (1, 2, 3, 4), "12": (1, 2, 3, 4)},
    "Zu zweit": {"8": (1, 2, 3, 4), "11": (1, 2, 3, 4)},
    "SC Herz Dame": {"1": (1, 2, 3, 4), "2": (1, 2, 3, 4), "10": ()},
    "Grand Hand Zeitz": {"8": (1, 2, 3, 4), "9": (1, 2, 3, 4), "14": ()},
    "Skatfreunde Altenburg": {"12": (1, 2, 3, 4), "4": ()},
    "1. SC Gera": {"5": (1, 2, 3, 4), "7": (1, 2, 3, 4)},
}
"""Who counts for a team or a club, and in which series."""


TOTALS = {row["number"]: row for row in RANKING}


def exact(said: str) -> float | int | None:
    return None if not said else float(said) if "." in said else int(said)


def counted(points_in: tuple[str, ...], counts: tuple[int, ...]) -> list[dict[str, object]]:
    return [
        {"series": series, "points": exact(earned), "counted": series in counts, "remark": ""}
        for series, earned in enumerate(points_in, start=1)
    ]


def earned(number: str) -> tuple[str, ...]:
    return tuple(TOTALS[number][f"series_{series}"] for series in SERIES)


def ranking_line(line: tuple[str, ...], members: dict[str, tuple[int, ...]], counts: tuple[int, ...]):
    rank, name, _players, *by_series, total, won, lost, remarks = line
    return {
        "rank": int(rank),
        "shared": False,
        "by_lot": False,
        "name": name,
        "members": [
            {
                "number": int(number),
                "name": PERSON[number]["public_name"],
                "substitute": number == "10" and name == "Die Reizenden",
                "by_series": counted(earned(number), series),
            }
            for number, series in members.items()
        ],
        "unnamed": 1 if "not named" in remarks else 0,
        "total": float(total),
        "won": float(won),
        "lost": float(lost),
        "scaled": "scaled" in remarks,
        "by_series": counted(tuple(by_series), counts),
    }


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_ranking(client, made, number):
    if number == 1:
        lines = [
            ranking_line(line, {lady: series}, series)
            for line, (lady, series) in zip(LADIES, BEST.items(), strict=True)
        ]
    else:
        lines = [ranking_line(line, MEMBERS[line[1]], (1, 2, 3, 4)) for line in (TEAMS, CLUBS)[number - 2]]

    assert get(client, "api:ranking", number=number) == HEADS[number - 1] | {
        "shown": [1, 2, 3, 4], "is_official": False, "as_of": AS_OF, "lines": lines,
    }  # fmt: skip
