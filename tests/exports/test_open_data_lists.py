"""Rankings, players, statistics, feeds and calendars of the open data, held against the evening."""

from xml.etree import ElementTree

import pytest
from django.urls import reverse

from tests.evening import at
from tests.exports.figures import PERSON, RESULTS, SERIES, points
from tests.exports.open_data_read import get, marked, stamp

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


GAMES = ("diamonds", "hearts", "spades", "clubs", "grand", "null")


def kinds(**said: tuple[int, int, int, int]) -> list[dict[str, object]]:
    nothing = (0, 0, 0, 0)
    names = ("won", "lost", "hand", "points")
    return [{"game": game, **dict(zip(names, said.get(game, nothing), strict=True))} for game in GAMES]


PLAYERS = {
    # Series 1: spades; 2: hearts Hand; 3: clubs; in the fourth none. Places after each series, from the totals then.
    12: {
        "rank": 7, "shared": False, "ranked": 14, "total": 268, "won": 3, "lost": 1, "is_official": False,
        "course": [
            {"series": 1, "points": 130, "rank": 3},
            {"series": 2, "points": 0, "rank": 7},
            {"series": 3, "points": 104, "rank": 8},
            {"series": 4, "points": 34, "rank": 7},
        ],
        "lists": [
            (1, 4, 1, 130, 1, 0, 1, 3, False), (2, 1, 4, 0, 0, 0, 1, 4, False),
            (3, 2, 1, 104, 1, 0, 1, 4, False), (4, 2, 3, 34, 1, 1, 0, 6, False),
        ],
        "games": {
            "kinds": kinds(hearts=(2, 0, 1, 120), clubs=(1, 0, 0, 24), null=(0, 1, 0, -46)), "passed": 0, "overbid": 0,
        },
        "defended": 7, "beaten": 3,
    },
    4: {
        "rank": 11, "shared": False, "ranked": 14, "total": 108, "won": 2, "lost": 1, "is_official": False,
        "course": [
            {"series": 1, "points": 0, "rank": 10},
            {"series": 2, "points": 138, "rank": 6},
            {"series": 3, "points": 110, "rank": 7},
            {"series": 4, "points": -140, "rank": 11},
        ],
        "lists": [
            (1, 1, 4, 0, 0, 0, 0, 4, False), (2, 4, 1, 138, 1, 0, 1, 0, True),
            (3, 3, 3, 110, 1, 0, 0, 3, False), (4, 3, 1, -140, 0, 1, 0, 2, False),
        ],
        "games": {
            "kinds": kinds(diamonds=(0, 1, 0, -90), clubs=(1, 0, 1, 60), null=(0, 1, 0, -46)),
            "passed": 0, "overbid": 1,
        },
        "defended": 5, "beaten": 0,
    },
}  # fmt: skip


LIST = ("series", "table", "seat", "points", "won", "lost", "others_lost", "deals", "totals_only")


@pytest.mark.parametrize("number", PLAYERS)
def test_a_player(client, made, number):
    lists = [dict(zip(LIST, one, strict=True)) | {"is_void": False} for one in PLAYERS[number]["lists"]]

    assert get(client, "api:player", number=number) == marked(str(number)) | {"excluded": False} | PLAYERS[number] | {
        "lists": lists
    }


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
            "passed": 5,
            "overbid": 2,
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


def entries(client, name: str, **about: str):
    response = client.get(reverse(name, kwargs=about))
    assert response.status_code == 200
    found = ElementTree.fromstring(response.content)
    return [
        {
            "title": one.findtext(f"{ATOM}title"),
            "link": one.find(f"{ATOM}link").attrib["href"],
            "published": one.findtext(f"{ATOM}published"),
            "updated": one.findtext(f"{ATOM}updated"),
            "summary": one.findtext(f"{ATOM}summary"),
        }
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


def test_the_feed_of_the_event(client, made):
    assert entries(client, "scoring:feed", slug="cup") == [
        fed(series, f"Result of series {series}", WINNERS[series]) for series in (3, 2, 1)
    ]


def test_the_feed_of_the_site(client, made):
    assert entries(client, "scoring:site-feed") == [
        fed(series, f"Abend der Fünfzehn: result of series {series}", "Altenburg, SC Herz Dame") for series in (3, 2, 1)
    ]


WANTED = {
    "SUMMARY": "Abend der Fünfzehn",
    "DTSTART;VALUE=DATE": "20260516",
    "DTEND;VALUE=DATE": "20260518",
    "LOCATION": "Altenburg",
    "DESCRIPTION": "Organiser: SC Herz Dame\\nhttp://testserver/t/cup/",
    "URL": "http://testserver/t/cup/",
    "LAST-MODIFIED": at(4, 47).strftime("%Y%m%dT%H%M%SZ"),
}


@pytest.mark.parametrize(
    ("name", "about"),
    [("tables:calendar", {}), ("tables:club-calendar", {"club": "sc-herz-dame"}),
     ("tables:event-calendar", {"slug": "cup"})],
)  # fmt: skip
def test_the_calendars(client, made, name, about):
    response = client.get(reverse(name, kwargs=about))
    event = response.content.decode().split("BEGIN:VEVENT")[1].split("END:VEVENT")[0]
    found = dict(line.split(":", 1) for line in event.splitlines() if ":" in line)

    assert {field: found.get(field) for field in WANTED} == WANTED
