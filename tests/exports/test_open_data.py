"""The interface for programs and the feeds: every field of every answer, held against the evening."""

from xml.etree import ElementTree

import pytest
from django.urls import reverse

from tests.exports import reading
from tests.exports.reading import (
    GAME,
    MARKS,
    PERSON,
    RANKING,
    RESULTS,
    SERIES,
    number_of,
    of_series,
    points,
    ranked_in,
    read,
)
from tests.exports.test_public_tables import CLUBS, LADIES, TEAMS
from tests.support.classes_of_every_event import codes_in
from tests.support.evening import ENTRANTS, TABLES, at, versions

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def get(client, name: str, asked: str = "", **about: int):
    return read(reading.get(client, name, asked, **about))


def stamp(moment) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def shown(number: str) -> dict[str, object]:
    person = PERSON[number]
    return {"number": int(number), "name": person["public_name"], "club": person["public_club"]}


def marked(number: str) -> dict[str, object]:
    return shown(number) | {"classes": codes_in(PERSON[number])}


def whole(said: str) -> int | None:
    return int(said) if said else None


AS_OF = stamp(at(4, 47))

EVENT = {
    "slug": "cup", "name": "Abend der Fünfzehn", "place": "Altenburg", "organiser": "SC Herz Dame",
    "club": "sc-herz-dame", "starts_on": "2026-05-16", "ends_on": "2026-05-17", "when": "running",
    "entrants": 15, "registration_open": False, "released_at": None, "url": "http://testserver/t/cup/",
}  # fmt: skip

SERIES_SHAPES = [
    {
        "number": number, "status": "closed" if number < 4 else "running", "seating": "drawn", "rounds": 2,
        "time_limit": 90, "begins_at": None, "started_at": stamp(at(number)),
        "closed_at": stamp(at(number, 50)) if number < 4 else None,
        "posted_at": stamp(at(2, 55)) if number == 2 else None, "has_results": True,
    }
    for number in (1, 2, 3, 4)
]  # fmt: skip

HEADS = [
    {"number": 1, "kind": "ladies", "name": "Damen", "series": [], "best_of": 2, "size": 1, "scaled": False},
    {"number": 2, "kind": "team", "name": "Mannschaften", "series": [], "best_of": None, "size": 3, "scaled": True},
    {"number": 3, "kind": "club", "name": "Vereine", "series": [], "best_of": None, "size": 2, "scaled": False},
]


def test_the_event_and_its_entrants(client, made):
    assert read(client.get(reverse("api:tournaments"))) == {"count": 1, "page": 1, "pages": 1, "items": [EVENT]}
    assert get(client, "api:series") == SERIES_SHAPES
    assert get(client, "api:rankings") == HEADS
    assert get(client, "api:tournament") == EVENT | {
        "direction": "Dora Direktorin", "rounds": 2, "time_limit": 90, "entry_fee": 12.5,
        "entry_fee_cents": 1250, "ended_at": None, "ended_early": "", "as_of": AS_OF, "series": SERIES_SHAPES,
        "rankings": HEADS, "classes": [{"code": name.lower(), "name": name} for name in MARKS],
    }  # fmt: skip

    items = [marked(row["number"]) | {"excluded": row["number"] == "13", "fills_in": False} for row in ENTRANTS]
    assert get(client, "api:entrants") == {"count": 15, "page": 1, "pages": 1, "items": items}


TYPED = (2, 4)


def test_the_seats_of_each_series_and_how_far_its_lists_are(client, made):
    for series in (1, 2, 3, 4):
        tables = [(table, names) for (of, table), names in sorted(TABLES.items()) if of == series]
        states = {row["table"]: row["state"] for row in of_series(str(series))}

        seats = {table: [shown(number_of(name)) for name in names] for table, names in tables}
        assert get(client, "api:seats", series=series) == [
            {"table": table, "seats": [{"seat": seat} | one for seat, one in enumerate(there, start=1)]}
            for table, there in seats.items()
        ]
        assert get(client, "api:lists", series=series) == [
            {
                "table": table, "seats": len(names), "state": states[str(table)], "is_void": False,
                "entered": len(names) if (series, table) == TYPED else len(versions(series, table)),
                "length": len(names) * (2 if series == 4 else 1),
                "signed_at": stamp(at(series, 35 if (series, table) == TYPED else 40 + table))
                             if states[str(table)] == "signed" else None,
            }
            for table, names in tables
        ]  # fmt: skip


def mark(series: str, earned: int | None, remark: str = "") -> dict[str, object]:
    return {"series": int(series), "points": earned, "counted": True, "remark": remark}


REMARKS = {(row["series"], row["number"]): row["counts"] for row in RESULTS}


def test_the_standings_of_the_event_and_of_each_series(client, made):
    items = [
        {
            "rank": whole(row["rank"]), "shared": False, **marked(row["number"]), "total": int(row["total"]),
            "by_series": [mark(series, whole(row[f"series_{series}"]), REMARKS.get((series, row["number"]), ""))
                          for series in SERIES],
            "won": int(row["won"]), "lost": int(row["lost"]), "others_lost": int(row["others_lost"]),
            "by_lot": bool(row["by_lot"]), "penalty": int(row["penalty"] or 0), "brought": 0,
        }
        for row in RANKING
    ]  # fmt: skip
    assert get(client, "api:standings") == {
        "count": 15, "page": 1, "pages": 1, "items": items, "series": [1, 2, 3, 4], "is_official": False,
        "is_final": False, "as_of": AS_OF,
    }  # fmt: skip

    for series in SERIES:
        items = [
            {
                "rank": line["rank"] or None, "shared": line["shared"], **marked(line["number"]),
                "total": line["points"], "by_series": [mark(series, line["points"], line["counts"])],
                "won": line["won"], "lost": line["lost"], "others_lost": line["others_lost"],
                "by_lot": line["by_lot"], "penalty": int(line["penalty"] or 0), "brought": 0,
            }
            for line in ranked_in(series)
        ]  # fmt: skip
        assert get(client, "api:standings", f"?series={series}") == {
            "count": len(items), "page": 1, "pages": 1, "items": items, "series": [int(series)],
            "is_official": series != "4", "is_final": False, "as_of": AS_OF,
        }  # fmt: skip


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
        "rank": int(rank), "shared": False, "by_lot": False, "name": name,
        "members": [
            {
                "number": int(number), "name": PERSON[number]["public_name"],
                "substitute": number == "10" and name == "Die Reizenden",
                "by_series": counted(earned(number), series),
            }
            for number, series in members.items()
        ],
        "unnamed": 1 if "not named" in remarks else 0, "total": float(total), "won": float(won),
        "lost": float(lost), "scaled": "scaled" in remarks, "brought": 0,
        "by_series": counted(tuple(by_series), counts),
    }  # fmt: skip


def test_each_ranking(client, made):
    ladies = [
        ranking_line(line, {one: series}, series) for line, (one, series) in zip(LADIES, BEST.items(), strict=True)
    ]
    teams, clubs = ([ranking_line(line, MEMBERS[line[1]], (1, 2, 3, 4)) for line in lines] for lines in (TEAMS, CLUBS))

    for head, lines in zip(HEADS, (ladies, teams, clubs), strict=True):
        assert get(client, "api:ranking", number=head["number"]) == head | {
            "shown": [1, 2, 3, 4], "is_official": False, "as_of": AS_OF, "lines": lines,
        }  # fmt: skip


def kinds(**said: tuple[int, int, int, int]) -> list[dict[str, object]]:
    nothing = (0, 0, 0, 0)
    names = ("won", "lost", "hand", "points")
    return [{"game": game, **dict(zip(names, said.get(game, nothing), strict=True))} for game in GAME]


LIST = ("series", "table", "seat", "points", "won", "lost", "others_lost", "deals", "totals_only", "is_void")


def test_a_player(client, made):
    """Places after each series, from the totals then; one list typed as results, one game overbid."""
    course = ((1, 0, 10), (2, 138, 6), (3, 110, 7), (4, -140, 11))
    lists = [
        (1, 1, 4, 0, 0, 0, 0, 4, False, False), (2, 4, 1, 138, 1, 0, 1, 0, True, False),
        (3, 3, 3, 110, 1, 0, 0, 3, False, False), (4, 3, 1, -140, 0, 1, 0, 2, False, False),
    ]  # fmt: skip

    assert get(client, "api:player", number=4) == marked("4") | {
        "excluded": False, "fills_in": False, "brought": 0,
        "rank": 11, "shared": False, "ranked": 14, "total": 108, "won": 2, "lost": 1, "is_official": False,
        "course": [dict(zip(("series", "points", "rank"), one, strict=True)) for one in course],
        "lists": [dict(zip(LIST, one, strict=True)) for one in lists],
        "games": {
            "kinds": kinds(diamonds=(0, 1, 0, -90), clubs=(1, 0, 1, 60), null=(0, 1, 0, -46)),
            "passed": 0, "overbid": 1,
        },
        "defended": 5, "beaten": 0,
    }  # fmt: skip


def named(series: int, table: int, deal: int, number: int, game: str, points: int):
    return {
        "series": series, "table": table, "deal": deal, "number": number, "name": PERSON[str(number)]["public_name"],
        "game": game, "points": points, "won": points > 0,
    }  # fmt: skip


def test_the_statistics(client, made):
    signed = [
        row for row in RESULTS if row["state"] == "signed" and row["number"] != "13" and row["counts"] != "zeroed"
    ]

    assert get(client, "api:statistics") == {
        "series": [1, 2, 3, 4],
        "games": {
            # Counted off the list of the deals, game by game.
            "kinds": kinds(
                diamonds=(3, 3, 0, -90), hearts=(8, 1, 2, 240), spades=(3, 3, 1, -88), clubs=(7, 2, 1, 120),
                grand=(7, 1, 2, 624), null=(4, 3, 3, 1),
            ),
            "passed": 5, "overbid": 2,
        },
        "dearest": [
            named(4, 1, 2, 15, "grand", 264), named(3, 2, 1, 7, "grand", 120), named(2, 3, 1, 7, "grand", 96),
            named(4, 2, 1, 12, "hearts", 80), named(1, 1, 2, 3, "grand", 72), named(3, 1, 1, 9, "grand", 72),
            named(3, 3, 2, 4, "clubs", 60), named(3, 2, 4, 15, "null", 59), named(3, 4, 1, 11, "hearts", 50),
            named(2, 1, 1, 1, "grand", 48),
        ],
        "dearest_lost": [
            named(1, 4, 2, 14, "grand", -96), named(4, 3, 2, 4, "diamonds", -90), named(1, 2, 4, 7, "clubs", -72),
            named(3, 4, 3, 5, "null", -70), named(1, 3, 3, 11, "spades", -66),
        ],
        "open_grands": [named(4, 1, 2, 15, "grand", 264)],
        "results": [
            {"series": int(series), "points": sorted(int(points(row)) for row in signed if row["series"] == series)}
            for series in SERIES
        ],
        "totals_only": 1,
    }  # fmt: skip


ATOM = "{http://www.w3.org/2005/Atom}"


def entries(client, name: str, *about: str):
    response = client.get(reverse(name, args=about))
    assert response.status_code == 200
    found = ElementTree.fromstring(response.content)
    names = ("title", "published", "updated", "summary")
    return [
        {"link": one.find(f"{ATOM}link").attrib["href"]} | {name: one.findtext(f"{ATOM}{name}") for name in names}
        for one in found.findall(f"{ATOM}entry")
    ]


WINNERS = {
    1: "1. Karo Sieben 152, 2. Inge Möller 136, 3. Ludwig Fuchs 130",
    2: "1. Anna Berg 200, 2. Gerda Weiß 186, 3. Bernd Krause 140",
    3: "1. No. 11 235, 2. Gerda Weiß 200, 3. Olga Petrowa 139",
}


def fed(series: int, title: str, summary: str) -> dict[str, str]:
    moment = stamp(at(series, 50)).replace("Z", "+00:00")
    return {
        "title": title, "link": f"http://testserver/t/cup/standings/{series}/", "published": moment,
        "updated": moment, "summary": summary,
    }  # fmt: skip


def test_the_feeds_of_the_event_and_of_the_site(client, made):
    of_event, of_site = (entries(client, *named) for named in (("scoring:feed", "cup"), ("scoring:site-feed",)))
    title, told = "Abend der Fünfzehn: result of series", "Altenburg, SC Herz Dame"
    assert of_event == [fed(series, f"Result of series {series}", WINNERS[series]) for series in (3, 2, 1)]
    assert of_site == [fed(series, f"{title} {series}", told) for series in (3, 2, 1)]


WANTED = {
    "SUMMARY": "Abend der Fünfzehn", "DTSTART;VALUE=DATE": "20260516", "DTEND;VALUE=DATE": "20260518",
    "LOCATION": "Altenburg", "DESCRIPTION": "Organiser: SC Herz Dame\\nhttp://testserver/t/cup/",
    "URL": "http://testserver/t/cup/", "LAST-MODIFIED": at(4, 47).strftime("%Y%m%dT%H%M%SZ"),
}  # fmt: skip


def test_the_calendars(client, made):
    for name, about in (
        ("tables:calendar", {}),
        ("tables:club-calendar", {"club": "sc-herz-dame"}),
        ("tables:event-calendar", {"slug": "cup"}),
    ):
        response = client.get(reverse(name, kwargs=about))
        event = response.content.decode().split("BEGIN:VEVENT")[1].split("END:VEVENT")[0]
        found = dict(line.split(":", 1) for line in event.splitlines() if ":" in line)

        assert {field: found.get(field) for field in WANTED} == WANTED, name
