"""What is told of one person, of a draw and of the journal: every field, as it was stored."""

import pytest
from django.urls import reverse

from scoring.lists.models import DealRow
from scoring.lists.selectors.freezing import entry_hash
from tests.exports.figures import RESULTS
from tests.exports.reading import html_tables, read
from tests.exports.test_archive import written
from tests.support.evening import NUMBER, TABLES, at

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

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
            "paid": True, "present": True, "fixed_table": None, "withdrawn_at": None,
            "excluded_at": None, "entry_key": None, "shown_as": "full", "chose_name": False, "pseudonym": "",
            "member_number": "", "birth_year": None,
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
            "entry": 4, "replaced": 4, "witnesses": [1, 2, 3, 4], "testified": True, "reason": "Pik war mit einem",
            "clause": "SkWO 7.2.5 (2002)", "corrected_at": at(2, 54).strftime(STAMP), "lapsed_at": None, "series": 2,
            "table": 1,
        },
    ],
    "scoring.TeamMember": [{"team": 1, "entrant": 1, "substitute": False}],
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


def test_a_player_reads_all_of_it(player, made):
    told = read(player.get(reverse("scoring:own-data-json", kwargs={"slug": "cup", "number": 1})))

    assert told.pop("format") == "skatturnier-person-1"
    assert is_of_anna(told)


def test_so_does_the_desk(director, made):
    told = read(director.get(reverse("scoring:entrant-data-json", kwargs={"slug": "cup", "number": 1})))

    assert told.pop("format") == "skatturnier-person-1"
    assert is_of_anna(told)


def test_the_keeper_of_a_book_reads_what_stands_there_too(director, made):
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


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_record_of_a_draw(client, made, number):
    told = read(client.get(reverse("tables:draw-record", kwargs={"slug": "cup", "number": number})))

    plan = [[NUMBER[name] for name in names] for (of, _table), names in sorted(TABLES.items()) if of == number]
    assert told["plan"] == [plan]
    seated = sorted(one for table in plan for one in table)
    assert [(one["number"], one["club"], one["apart"], one["table"]) for one in told["entries"]] == [
        (one, None, [], None) for one in seated
    ]
    assert told["method"] == "hand"
    assert told["drawn"] == {"at": at(number, -9).strftime(STAMP), "by": "Dora Direktorin"}


def test_the_journal(director, made):
    (found,) = html_tables(director.get(reverse("tables:journal", kwargs={"slug": "cup"})).content.decode())

    assert list(found[0]) == ["Line", "When", "What", "Who", "With what key"]
    latest, ordered, raised = found[:3]
    assert (latest["When"], latest["Who"], latest["With what key"]) == ("16 May 2026 23:47:00", "direktor", "–")
    assert latest["What"].startswith("Ranking 2: no. 10 counts for no. 3 in series 2")
    assert (ordered["When"], ordered["Who"]) == ("16 May 2026 23:46:00", "direktor")
    assert ordered["What"].startswith("Measure 5: a substitute plays for no. 7 in series 4 from deal 4 on")
    assert (raised["When"], raised["Who"], raised["With what key"]) == (
        *("16 May 2026 23:45:00", "–", "key of table 1, series 4"),
    )
    assert [int(line["Line"]) for line in found] == list(range(int(latest["Line"]), 60, -1))[: len(found)]
