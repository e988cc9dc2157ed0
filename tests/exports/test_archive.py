"""The archive has the tables of the office and all that is stored; the record of a draw has its plan."""

import csv
import io
from datetime import timedelta

import pytest
from django.urls import reverse

from scoring.archive.packing import contents
from tests.exports import test_office_tables as office
from tests.exports.reading import RANKING, RESULTS, SERIES, of_rows, read
from tests.support.classes_of_every_event import codes_in
from tests.support.evening import ENTRANTS, NUMBER, TABLES, at, versions

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


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
            "classes": codes_in(row), **{name: bool(row[name]) for name in ("paid", "present")},
            "member_number": "", "birth_year": None, "fixed_table": None,
            "withdrawn_at": at(1, 53) if row["number"] == "14" else None, "waiting_since": None,
            "fills_in": False, "excluded_at": at(3, 55) if row["number"] == "13" else None,
            "registered_at": at(0, int(row["number"]) - 60), "chose_name": False,
            "lot": lots.get(row["number"]), "apart_from": [],
            # Who stands in the book of a club.
            **({"person": row["name"]} if row["number"] == "1" else {}),
        }
        for row in ENTRANTS
    ]  # fmt: skip


@pytest.mark.thorough
def test_it_says_how_the_series_went_and_every_entry_that_was_ever_made(told):
    assert [{name: value for name, value in series.items() if name != "tables"} for series in told["series"]] == [
        {
            "number": number, "seating": "drawn", "status": "closed" if number < 4 else "running",
            "drawn_as": 0, "drawn_at": at(number, -9), "published_at": at(number, -6), "started_at": at(number),
            "closed_at": at(number, 50) if number < 4 else None,
            "posted_at": at(2, 55) if number == 2 else None,
            **dict.fromkeys(("paused_at", "time_over_at", "begins_at")), "paused_for": timedelta(),
            "draw": number,
        }
        for number in (1, 2, 3, 4)
    ]  # fmt: skip
    for series, table in TABLES:
        entries = told["series"][series - 1]["tables"][table - 1]["list"]["deals"]
        entered = [(deal, row) for deal, rows in versions(series, table).items() for row in rows]
        assert sorted((one["number"], one["game"], one["bid"], one["points"], one["won"]) for one in entries) == sorted(
            (deal, row["game"], int(row["bid"]) if row["bid"] else None, int(row["points"]), row["result"] == "won")
            for deal, row in entered
        ), (series, table)
        replaced = [row["entry"] for rows in versions(series, table).values() for row in rows[:-1]]
        assert sum(one["voided_at"] is not None for one in entries) == len(replaced)


def test_it_says_the_ranking(told):
    remarks = {(row["series"], row["number"]): row["counts"] for row in RESULTS}

    def line(row):
        points = {series: row[f"series_{series}"] for series in SERIES}
        return {
            "rank": int(row["rank"]) if row["rank"] else None, "shared": False, "by_lot": bool(row["by_lot"]),
            "number": int(row["number"]),
            "by_series": [
                {
                    "series": int(series), "points": int(earned) if earned else None, "counted": True,
                    "remark": remarks.get((series, row["number"]), ""),
                }
                for series, earned in points.items()
            ],
            **{name: int(row[name] or 0) for name in ("total", "won", "lost", "others_lost", "penalty")},
            "brought": 0,
        }  # fmt: skip

    assert told["ranking"] == {
        "series": [1, 2, 3, 4],
        "is_official": False,
        "lines": [line(row) for row in RANKING if row["rank"]],
        "excluded": [line(row) for row in RANKING if not row["rank"]],
    }


STAMP = "%Y-%m-%dT%H:%M:%S+00:00"


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
