"""The archive: its tables are those of the office, and its record says everything that is stored."""

import csv
import io
from datetime import timedelta

import pytest

from scoring.archive.packing import contents
from scoring.lists.models import GameListRow
from tests.exports import test_office_tables as office
from tests.exports import test_rankings_tables as rankings
from tests.exports.figures import RANKING, SERIES, count, of_series
from tests.exports.reading import of_rows
from tests.exports.test_public_tables import CLUBS, LADIES, TEAMS
from tests.reference.fourteen import totals_of
from tests.support.classes_of_every_event import codes_in
from tests.support.evening import BECAUSE, ENTRANTS, NUMBER, TABLES, at, versions

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


FLAGS = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert")


def tables(made) -> dict[str, bytes]:
    """Return the tables in the archive: what it makes after the record and before the papers."""
    parts = contents.parts(made, now=at(4, 50))[1:5]
    return {name.removeprefix("tables/"): content for part in parts for name, content in part.make()}


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
    assert as_xlsx(found["results.xlsx"]) == {
        "Ranking": office.ranking(),
        **{f"Series {number}": office.series(number) for number in SERIES},
        "Damen": rankings.LADIES,
        "Mannschaften": rankings.TEAMS,
        "Vereine": rankings.CLUBS,
        "Lists": office.lists(),
    }


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
            "excluded_at": at(3, 55) if row["number"] == "13" else None,
            "registered_at": at(0, int(row["number"]) - 60),
            "chose_name": False,
            "lot": lots.get(row["number"]),
            "apart_from": [],
        }
        for row in ENTRANTS
    ]


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


@pytest.mark.thorough(after=2)
@pytest.mark.parametrize("place", TABLES, ids=str)
def test_it_says_who_sat_where_and_what_came_of_it(told, place):
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


@pytest.mark.thorough(after=2)
@pytest.mark.parametrize("place", TABLES, ids=str)
def test_it_says_every_entry_that_was_ever_made(told, place):
    series, table = place

    assert told["series"][series - 1]["tables"][table - 1]["list"]["deals"] == written(series, table)


def test_it_says_the_ranking(told):
    def by_series(row):
        return tuple(int(row[f"series_{series}"]) if row[f"series_{series}"] else None for series in SERIES)

    assert told["ranking"] == {
        "series": [1, 2, 3, 4],
        "is_official": False,
        "lines": [
            {
                "rank": int(row["rank"]),
                "shared": False,
                "entrant": int(row["number"]),
                "by_series": by_series(row),
                "total": int(row["total"]),
                "won": int(row["won"]),
                "lost": int(row["lost"]),
                "opponents_lost": int(row["others_lost"]),
            }
            for row in RANKING
            if row["rank"]
        ],
        "excluded": [{"entrant": 13, "by_series": (125, -86, 40, None), "total": 79}],
    }


HALVES = {"43.5": "87/2", "217.5": "435/2", "4.5": "9/2"}


COUNTED = {"7": (2, 3), "1": (1, 2), "11": (3, 4), "9": (1, 3), "3": (1, 3), "5": (1, 4)}


def place_line(line, competitor: str, counted):
    rank, _name, _players, *by_series, total, won, lost, remarks = line
    return {
        "rank": int(rank),
        "shared": False,
        "by_lot": False,
        "competitor": competitor,
        "by_series": [HALVES.get(points, points) for points in by_series],
        "counted": tuple(series in counted for series in (1, 2, 3, 4)),
        "total": total,
        "won": won,
        "lost": HALVES.get(lost, lost),
        "scaled": "scaled" in remarks,
    }


def test_it_says_the_rankings_beside(told):
    ladies, teams, clubs = told["rankings"]
    every = {"series": [], "drawn_from": "", "made_at": at(0, 1), "off_at": None, "made_by": "direktor", "lots": []}
    state = {"is_official": False, "over": [1, 2, 3, 4]}
    all_four = (1, 2, 3, 4)

    assert ladies == every | state | {
        "number": 1, "kind": "ladies", "name": "Damen", "best_of": 2, "size": 1, "scaled": False, "teams": [],
        "lines": [
            place_line(line, f"entrant:{number}", counted)
            for line, (number, counted) in zip(LADIES, COUNTED.items(), strict=True)
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
        "lines": [place_line(line, f"team:{number}", all_four) for number, line in enumerate(TEAMS, start=1)],
    }  # fmt: skip
    assert [line | {"competitor": ""} for line in clubs.pop("lines")] == [
        place_line(line, "", all_four) for line in CLUBS
    ]
    assert clubs == every | state | {
        "number": 3, "kind": "club", "name": "Vereine", "best_of": None, "size": 2, "scaled": False, "teams": [],
    }  # fmt: skip
