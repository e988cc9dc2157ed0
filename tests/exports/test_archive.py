"""The archive has the tables of the office and all that is stored; what is told of one person, a draw, the journal."""

import csv
import io
from datetime import timedelta

import pytest
from django.urls import reverse

from scoring.archive.packing import contents
from scoring.lists.models import DealRow, GameListRow
from scoring.lists.selectors.history import entry_hash
from tests.exports import test_office_tables as office
from tests.exports.reading import RANKING, RESULTS, SERIES, count, html_tables, of_rows, of_series, read
from tests.exports.test_public_tables import CLUBS, LADIES, TEAMS
from tests.reference.files import totals_of
from tests.support.classes_of_every_event import codes_in
from tests.support.evening import BECAUSE, ENTRANTS, NUMBER, TABLES, at, versions

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
FLAGS = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert")


def tables(made) -> dict[str, bytes]:
    """Return the tables in the archive: what it makes after the record and before the papers."""
    parts = contents.parts(made, now=at(4, 50))[1:5]
    return {name.removeprefix("tables/"): content for part in parts for name, content in part()}


def as_csv(content: bytes):
    headings, *rows = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";")
    return of_rows(headings, rows)


def as_xlsx(content: bytes):
    return office.xlsx_tables(type("Answer", (), {"content": content}))


@pytest.mark.thorough
def test_its_tables_are_those_of_the_office(made):
    found = tables(made)

    assert as_csv(found["entrants.csv"]) == office.entrants()
    assert as_csv(found["seats.csv"]) == office.seats()
    assert as_csv(found["results.csv"]) == office.ranking()
    assert as_csv(found["deals.csv"]) == office.deals()
    assert [{**line, "Entered": f"{line['Entered']}:00", "Corrected": f"{line['Corrected']}:00"}
            for line in as_csv(found["corrections.csv"])] == office.corrections()  # fmt: skip
    assert as_xlsx(found["entrants.xlsx"]) == {"Entrants": office.entrants()}
    assert as_xlsx(found["seats.xlsx"]) == {"Seats": office.seats()}
    assert as_xlsx(found["deals.xlsx"]) == {"Deals": office.deals(), "Corrections": office.corrections()}
    assert as_xlsx(found["results.xlsx"]) == office.results()


@pytest.mark.thorough
def test_it_says_who_took_part(told):
    lots = {row["number"]: int(row["lot"]) for row in RANKING if row["lot"]}
    # Whoever is expelled keeps the lot drawn before.
    (lots["13"],) = (one["lot"] for one in told["entrants"] if one["number"] == 13)
    assert lots["13"] not in (None, lots["5"])
    assert told["entrants"] == [
        {
            "number": int(row["number"]),
            **{name: row[name] for name in ("name", "club", "team", "source", "shown_as", "pseudonym")},
            "classes": codes_in(row),
            **{name: bool(row[name]) for name in ("paid", "present")},
            "member_number": "",
            "birth_year": None,
            "fixed_table": None,
            "withdrawn_at": at(1, 53) if row["number"] == "14" else None,
            "waiting_since": None,
            "fills_in": False,
            "excluded_at": at(3, 55) if row["number"] == "13" else None,
            "registered_at": at(0, int(row["number"]) - 60),
            "chose_name": False,
            "lot": lots.get(row["number"]),
            "apart_from": [],
            # Who stands in the book of a club.
            **({"person": row["name"]} if row["number"] == "1" else {}),
        }
        for row in ENTRANTS
    ]


@pytest.mark.thorough
def test_it_says_how_the_series_went(told):
    assert [{name: value for name, value in series.items() if name != "tables"} for series in told["series"]] == [
        {
            "number": number,
            "seating": "drawn",
            "status": "closed" if number < 4 else "running",
            "drawn_as": 0,
            "drawn_at": at(number, -9),
            "published_at": at(number, -6),
            "started_at": at(number),
            "closed_at": at(number, 50) if number < 4 else None,
            "posted_at": at(2, 55) if number == 2 else None,
            "paused_at": None,
            "paused_for": timedelta(),
            "time_over_at": None,
            "begins_at": None,
            "draw": number,
        }
        for number in (1, 2, 3, 4)
    ]


@pytest.mark.thorough
def test_it_says_who_sat_where_and_what_came_of_it(told):
    for place in TABLES:
        is_told(told, place)


def is_told(told, place):
    series, table = place
    found = told["series"][series - 1]["tables"][table - 1]
    stored = GameListRow.objects.get(table__series__number=series, table__number=table)
    results = [row for row in of_series(str(series)) if row["table"] == str(table)]
    signed = results[0]["state"] == "signed"
    then = at(series, 40 + table)
    typed = totals_of(series, table)
    begins = 31 + table if typed else None

    assert {name: value for name, value in found.items() if name not in ("list", "play_began_at")} == {
        "number": table,
        "size": len(TABLES[place]),
        "seats": [{"place": at, "entrant": NUMBER[name]} for at, name in enumerate(TABLES[place], start=1)],
    }
    deals = found["list"].pop("deals")
    assert found["play_began_at"] == (deals[0]["entered_at"] if deals else at(series, 30) if typed else None)
    assert found["list"] == {
        "table": table,
        "kind": "totals" if typed else "deals",
        "rounds": 2 if series == 4 else 1,
        "presence": [],
        "version": stored.version,
        "seats_confirmed_at": None,
        "struck_after": None,
        "short_because": "Saal muss schließen" if place == (4, 3) else "",
        "signed_at": at(series, begins or 40 + table) if signed else None,
        "signed_hash": stored.signed_hash,
        "void_at": None,
        "signed_by": "direktor" if typed else None,
        "second_deals": [],
        "totals": [
            {
                "place": int(row["seat"]),
                "game_points": int(row["game_points"]),
                "won": int(row["won"]),
                "lost": int(row["lost"]),
                "entered_at": at(series, 30),
                "entered_by": "direktor",
                "voided_at": None,
                "correction": None,
                "replaced_by": None,
            }
            for row in typed
        ],
        "confirmations": [
            {"place": seat, "name": name, "way": "aloud", "heard_by": 1 if seat > 1 else 2, "drawing": "", "at": then}
            for seat, name in enumerate(TABLES[place] if signed and not typed else (), start=1)
        ],
        "results": [
            {
                "place": int(row["seat"]),
                **{name: int(row[name]) for name in ("game_points", "won", "lost", "performance")},
                "opponents_lost": int(row["others_lost"]),
                "counts": row["counts"],
                "penalty": int(row["penalty"] or 0),
            }
            for row in results
            if row["performance"]
        ],
    }


MOMENTS = {
    # Who changed what when, beside the table's own first entries.
    (1, 2, 3): [(None, None), (12, "direktor")],
    (2, 1, 4): [(None, None), (54, "direktor")],
    (3, 1, 1): [(None, None), (53, "richterin")],
    (3, 3, 1): [(None, None), (54, "direktor")],
    (3, 3, 2): [(None, None), (10, "richterin")],
    (4, 1, 1): [(None, None), (5, "direktor"), (6, "richterin")],
}

SENTENCES = {"before the appeal": "Der Grand zählt mit zweien.", "before the ruling": "So gilt das Spiel."}


def written(series: int, table: int):
    """Return every entry of a list, in the order in which they were made."""
    found = []
    for deal, entered in versions(series, table).items():
        first = (3 * deal + table, "direktor" if table == 2 else None)
        moments = MOMENTS.get((series, table, deal), [first])
        moments = [first, *moments[1:]]
        for row, (minute, who), after in zip(entered, moments, [*moments[1:], None], strict=True):
            found.append(
                {
                    "number": deal,
                    "declarer": TABLES[series, table].index(row["declarer"]) + 1 if row["declarer"] else None,
                    "game": row["game"],
                    "matadors": int(count(row)) if count(row) else None,
                    **{name: bool(row[name]) for name in FLAGS},
                    "won": row["result"] == "won",
                    "bid": int(row["bid"]) if row["bid"] else None,
                    "overbid": row["result"] == "overbid",
                    "overruled": (series, table, deal) == (4, 1, 1) and after is None,
                    "points": int(row["points"]),
                    "entered_at": at(series, minute),
                    "voided_at": at(series, after[0]) if after else None,
                    "voided_because": SENTENCES.get(row["entry"], BECAUSE.get(row["entry"], "")) if after else "",
                    "entered_by": who,
                    "voided_by": after[1] if after else None,
                }
            )
    return sorted(found, key=lambda one: one["entered_at"])


@pytest.mark.thorough
def test_it_says_every_entry_that_was_ever_made(told):
    for series, table in TABLES:
        entries = told["series"][series - 1]["tables"][table - 1]["list"]["deals"]
        assert entries == written(series, table), (series, table)


def test_it_says_the_ranking(told):
    remarks = {(row["series"], row["number"]): row["counts"] for row in RESULTS}

    def line(row):
        points = {series: row[f"series_{series}"] for series in SERIES}
        return {
            "rank": int(row["rank"]) if row["rank"] else None,
            "shared": False,
            "by_lot": bool(row["by_lot"]),
            "number": int(row["number"]),
            "by_series": [
                {
                    "series": int(series),
                    "points": int(earned) if earned else None,
                    "counted": True,
                    "remark": remarks.get((series, row["number"]), ""),
                }
                for series, earned in points.items()
            ],
            **{name: int(row[name] or 0) for name in ("total", "won", "lost", "others_lost", "penalty")},
            "brought": 0,
        }

    assert told["ranking"] == {
        "series": [1, 2, 3, 4],
        "is_official": False,
        "lines": [line(row) for row in RANKING if row["rank"]],
        "excluded": [line(row) for row in RANKING if not row["rank"]],
    }


HALVES = {"43.5": "87/2", "217.5": "435/2", "4.5": "9/2"}
COUNTED = {"7": (2, 3), "1": (1, 2), "11": (3, 4), "9": (1, 3), "3": (1, 3), "5": (1, 4)}


def place_line(line, competitor: str, counted, members):
    rank, _name, _players, *by_series, total, won, lost, remarks = line
    return {
        "rank": int(rank),
        "shared": False,
        "by_lot": False,
        "competitor": competitor,
        "members": members,
        "unnamed": 1 if "not named" in remarks else 0,
        "by_series": [
            {"series": series, "points": HALVES.get(points, points), "counted": series in counted}
            for series, points in enumerate(by_series, start=1)
        ],
        "total": total,
        "won": won,
        "lost": HALVES.get(lost, lost),
        "scaled": "scaled" in remarks,
        "brought": 0,
    }


def members_of(lines):
    """Return the start numbers of the members of lines."""
    return [[member["number"] for member in line["members"]] for line in lines]


@pytest.mark.thorough
def test_it_says_the_rankings_beside(told):
    ladies, teams, clubs = told["rankings"]
    every = {"series": [], "drawn_from": "", "made_at": at(0, 1), "off_at": None, "made_by": "direktor", "lots": []}
    state = {"is_official": False, "over": [1, 2, 3, 4]}
    all_four = (1, 2, 3, 4)

    assert ladies == every | state | {
        "number": 1, "kind": "ladies", "name": "Damen", "best_of": 2, "size": 1, "scaled": False, "teams": [],
        "lines": [
            place_line(line, f"entrant:{number}", counted, said["members"])
            for line, (number, counted), said in zip(LADIES, COUNTED.items(), ladies["lines"], strict=True)
        ],
    }  # fmt: skip
    assert teams == every | state | {
        "number": 2, "kind": "team", "name": "Mannschaften", "best_of": None, "size": 3, "scaled": True,
        "teams": [
            {"number": 1, "name": "Die Reizenden", "members": [1, 2, 3], "substitutes": [10],
             "substitutions": [{"series": 2, "out": 3, "substitute": 10, "reported_at": at(4, 47)}]},
            {"number": 2, "name": "Schneider frei", "members": [5, 7, 12], "substitutes": [], "substitutions": []},
            {"number": 3, "name": "Zu zweit", "members": [8, 11], "substitutes": [], "substitutions": []},
        ],
        "lines": [
            place_line(line, f"team:{number}", all_four, said["members"])
            for number, (line, said) in enumerate(zip(TEAMS, teams["lines"], strict=True), start=1)
        ],
    }  # fmt: skip
    assert members_of(ladies["lines"]) == [[int(number)] for number in COUNTED]
    assert members_of(teams["lines"]) == [[1, 2, 3, 10], [5, 7, 12], [8, 11]]
    # No. 3 for one series, whose substitute counts in it.
    assert [
        (member["substitute"], [mark["counted"] for mark in member["by_series"]])
        for member in teams["lines"][0]["members"][2:]
    ] == [(False, [True, False, True, True]), (True, [False, True, False, False])]
    assert members_of(clubs["lines"]) == [[1, 2, 10], [8, 9, 14], [12, 4], [5, 7]]
    assert [line | {"competitor": ""} for line in clubs["lines"]] == [
        place_line(line, "", all_four, said["members"]) for line, said in zip(CLUBS, clubs.pop("lines"), strict=True)
    ]
    assert clubs == every | state | {
        "number": 3, "kind": "club", "name": "Vereine", "best_of": None, "size": 2, "scaled": False, "teams": [],
    }  # fmt: skip


STAMP = "%Y-%m-%dT%H:%M:%S+00:00"


def own(series: int, table: int, deal: int, version: int) -> dict[str, object]:
    """Return an entry as it is told: without who typed it, with the table."""
    entered = [one for one in written(series, table) if one["number"] == deal][version]
    told = {name: value for name, value in entered.items() if name not in ("entered_by", "voided_by")}
    for moment in ("entered_at", "voided_at"):
        told[moment] = told[moment] and told[moment].strftime(STAMP)
    return told | {"series": series, "table": table}


ANNA = {
    "event": {
        "name": "Abend der Fünfzehn",
        "place": "Altenburg",
        "starts_on": "2026-05-16",
        "ends_on": "2026-05-17",
        "organiser": "SC Herz Dame",
        "direction": "Dora Direktorin",
    },
    "tables.Entrant": [
        {
            "number": 1, "name": "Anna Berg", "club": "SC Herz Dame", "team": "Herz 1", "classes": ["ladies"],
            "paid": True, "present": True, "fixed_table": None, "withdrawn_at": None, "waiting_since": None,
            "same_as": None, "excluded_at": None, "fills_in": False, "brought": 0, "source": "desk",
            "shown_as": "full", "chose_name": False, "pseudonym": "", "member_number": "", "birth_year": None,
            "district": "", "email": "",
            "person": "Anna Berg", "registered_at": at(0, -59).strftime(STAMP), "apart_from": [],
        },
    ],
    "tables.Seat": [
        {"series": series, "table": 1, "place": place, "entrant": 1} for series, place in enumerate((1, 3, 1, 3), 1)
    ],
    "tables.Seeding": [
        {"series": series, "entrant": 1, "rank": rank} for series, rank in enumerate((7, 1, 1), start=1)
    ],
    "scoring.DealRow": [own(1, 1, 4, 0), own(2, 1, 1, 0), own(2, 1, 4, 0), own(2, 1, 4, 1), own(3, 1, 4, 0)],
    "scoring.SeatResult": [
        {
            "seat": f"Abend der Fünfzehn, series {row['series']}, table 1, seat {row['seat']}",
            **{name: int(row[name]) for name in ("game_points", "won", "lost", "performance")},
            "opponents_lost": int(row["others_lost"]),
            "counts": "",
            "penalty": 0,
            "series": int(row["series"]),
            "table": 1,
        }
        for row in RESULTS
        if row["number"] == "1"
    ],
    "scoring.Confirmation": [
        {
            "place": place, "name": "Anna Berg", "way": "aloud", "heard_by": heard_by, "drawing": "",
            "at": at(series, 41).strftime(STAMP), "series": series, "table": 1,
        }
        for series, place, heard_by in ((1, 1, 2), (2, 3, 1), (3, 1, 2))
    ],
    "scoring.Correction": [
        {
            "number": 1, "entry": 4, "replaced": 4, "witnesses": [1, 2, 3, 4], "testified": True,
            "reason": "Pik war mit einem", "clause": "SkWO 7.2.5 (2002)", "series": 2, "table": 1,
            "corrected_at": at(2, 54).strftime(STAMP), "lapsed_at": None,
        },
    ],
    "scoring.TeamMember": [{"ranking": 2, "team": 1, "entrant": 1, "substitute": False}],
    "tables.Draw": [{"draw": draw, "number": 1, "club": None, "apart": [], "table": None} for draw in (1, 2, 3, 4)],
}  # fmt: skip

RULINGS = [
    ("tribunal", 3, "Der Grand zählt mit zweien.", "Kreuz-Bube und Pik-Bube", "Es waren nur zwei Spitzen.", ""),
    ("judge", 4, "So gilt das Spiel.", "", "Vom Tisch bestätigt", "Der Geber hat mitgespielt."),
]


def is_of_anna(told):
    lines = told.pop("tables.JournalEntry")
    rulings = [
        tuple(one[name] for name in ("stage", "series", "sentence", "facts", "reasons", "overruling"))
        for one in told.pop("scoring.Ruling")
    ]
    moved = [(one["source"], one["target"], one["cents"], one["reason"]) for one in told.pop("scoring.MovementRow")]
    assert moved == [("tariff", "entrant", 1250, "entry 1"), ("entrant", "box", 1250, "ticked")]
    assert told == ANNA
    assert rulings == RULINGS
    entered = DealRow.objects.get(number=1, game_list__table__number=1, game_list__table__series__number=1)
    assert lines[0] == {
        "number": lines[0]["number"],
        "at": at(1, 4).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "action": "list.deal-entered",
        "data": {"series": 1, "table": 1, "deal": 1, "points": 20, "entry": entry_hash(entered)},
    }
    return True


@pytest.mark.thorough
def test_a_player_and_the_desk_read_all_of_it_the_keeper_of_a_book_what_stands_there_too(player, director, made):
    for browser, name in ((player, "own-data-json"), (director, "entrant-data-json")):
        told = read(browser.get(reverse(f"scoring:{name}", kwargs={"slug": "cup", "number": 1})))
        assert told.pop("format") == "skatturnier-person-1"
        assert is_of_anna(told)
    anna = made.entrants.get(number=1).person_id
    told = read(director.get(reverse("scoring:book-data-json", kwargs={"club": "sc-herz-dame", "number": anna})))

    (event,) = told.pop("events")
    (person,) = told.pop("tables.Person")
    assert is_of_anna(event)
    assert told == {"format": "skatturnier-person-1", "book": "SC Herz Dame"}
    named = ("name", "plays_for", "team", "classes", "contact", "shown_as", "pseudonym")
    assert tuple(person[name] for name in named) == (
        *("Anna Berg", "Herz Dame", "Herz 1", ["ladies"], "anna@example.org", "initials", "Herzass"),
    )


def test_the_record_of_each_draw(client, made):
    for number in (1, 2, 3, 4):
        told = read(client.get(reverse("tables:draw-record", kwargs={"slug": "cup", "number": number})))

        plan = [[NUMBER[name] for name in names] for (of, _table), names in sorted(TABLES.items()) if of == number]
        assert told["plan"] == [plan]
        seated = sorted(one for table in plan for one in table)
        assert [(one["number"], one["club"], one["apart"], one["table"]) for one in told["entries"]] == [
            (one, None, [], None) for one in seated
        ]
        assert told["method"] == "hand"
        assert told["drawn"] == {"at": at(number, -9).strftime(STAMP), "by": "Dora Direktorin"}


@pytest.mark.thorough
def test_the_journal(director, made):
    (found,) = html_tables(director.get(reverse("tables:journal", kwargs={"slug": "cup"})).content.decode())

    assert list(found[0]) == ["Line", "When", "What", "Who", "With what key"]
    latest, ordered, raised = found[:3]
    assert (latest["When"], latest["Who"], latest["With what key"]) == ("16 May 2026 23:47:00", "direktor", "–")
    assert latest["What"].startswith("Ranking 2: no. 10 counts for no. 3 in series 2")
    assert (ordered["When"], ordered["Who"]) == ("16 May 2026 23:46:00", "direktor")
    assert ordered["What"].startswith("Measure 5: Replacement, No. 7, Series 4")
    assert (raised["When"], raised["Who"], raised["With what key"]) == (
        *("16 May 2026 23:45:00", "–", "key of table 1, series 4"),
    )
    assert [int(line["Line"]) for line in found] == list(range(int(latest["Line"]), 60, -1))[: len(found)]
