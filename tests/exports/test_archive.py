"""What the archive has, held against the evening: tables of the office, who took part, what was decided.

No column leaves the site without somebody who compares it: every address that hands out a table names its test.
"""

import json
import re
import zipfile
from datetime import datetime, timedelta
from html import unescape
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.archive.packing import contents, record
from scoring.lists.models import GameListRow
from scoring.report.checks import check
from tables.draw.models import Table
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.access_matrix import addresses
from tests.access_matrix.rows import ROWS
from tests.exports import test_office_tables as office
from tests.exports.reading import RANKING, RESULTS, SERIES, csv_table, get, html_tables, read, xlsx_tables
from tests.support import factories
from tests.support.acts_and_their_lines import facts_of
from tests.support.classes_of_every_event import codes_in
from tests.support.evening import ENTRANTS, NUMBER, TABLES, at, versions

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def tables(made) -> dict[str, bytes]:
    """Return the tables in the archive: what it makes after the record and before the papers."""
    parts = contents.parts(made, now=at(4, 50))[1:5]
    return {name.removeprefix("tables/"): content for part in parts for name, content in part()}


def as_csv(content: bytes):
    return csv_table(HttpResponse(content))


@pytest.mark.thorough
def test_its_tables_are_those_of_the_office(made):
    found = tables(made)

    of_text = {"entrants": office.entrants, "seats": office.seats, "results": office.ranking, "deals": office.deals}
    for name, expected in of_text.items():
        assert as_csv(found[f"{name}.csv"]) == expected(), name
    assert [{**line, "Entered": f"{line['Entered']}:00", "Corrected": f"{line['Corrected']}:00"}
            for line in as_csv(found["corrections.csv"])] == office.corrections()  # fmt: skip
    books = {name: HttpResponse(content) for name, content in found.items() if name.endswith(".xlsx")}
    assert {name: xlsx_tables(book) for name, book in books.items()} == {
        "entrants.xlsx": {"Entrants": office.entrants()},
        "seats.xlsx": {"Seats": office.seats()},
        "deals.xlsx": {"Deals": office.deals(), "Corrections": office.corrections()},
        "results.xlsx": office.results(),
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
        "series": [1, 2, 3, 4], "is_official": False, "lines": [line(row) for row in RANKING if row["rank"]],
        "excluded": [line(row) for row in RANKING if not row["rank"]],
    }  # fmt: skip


def test_the_record_of_each_draw(client, made):
    for number in (1, 2, 3, 4):
        told = read(get(client, "tables:draw-record", number=number))

        plan = [[NUMBER[name] for name in names] for (of, _table), names in sorted(TABLES.items()) if of == number]
        seated = sorted(one for table in plan for one in table)
        entries = [(one["number"], one["club"], one["apart"], one["table"]) for one in told["entries"]]
        assert (told["plan"], entries) == ([plan], [(one, None, [], None) for one in seated])
        drawn = {"at": at(number, -9).strftime("%Y-%m-%dT%H:%M:%S+00:00"), "by": "Dora Direktorin"}
        assert (told["method"], told["drawn"]) == ("hand", drawn)


NOTHING = (None, "", False, [], {}, 0, timedelta())

NOT_TAKEN_BACK = {"taken_back_at": None, "taken_back_by": None, "taken_back_because": ""}

ACTS: dict[str, list[dict[str, object]]] = {
    "officials": [
        {"user": "direktor", "office": "director", "plays_as": None},
        {"user": "richterin", "office": "judge", "plays_as": None},
    ],
    "appeals": [
        {
            "number": 1, "deal": 1, "text": "Es waren zwei.", "filed_at": at(3, 51), "late": False, "verdict": "upheld",
            "reasons": "Es waren nur zwei Spitzen.", "decided_at": at(3, 53), "series": 3, "table": 1, "appellant": 6,
            "filed_by": None, "decided_by": "richterin", "ruling": None, "decision": 2,
        },
    ],
    "objections": [
        {
            "number": 1, "deal": 2, "kind": "announcement", "place": 1, "text": "Angesagt war mehr.",
            "raised_at": at(3, 9), "taken_at": None, "outcome": "ruled", "ended_at": at(3, 10), "series": 3, "table": 3,
            "raised_by": None, "taken_by": None, "ended_by": "richterin", "statements": [],
        },
    ],
    "rulings": [
        {
            "number": 1, "stage": "judge", "deal": 2, "sentence": "So gilt das Spiel.", "facts": "Schneider angesagt",
            "reasons": "Vom Tisch bestätigt", "clauses": ["ISkO 5.2.5 (2002)"], "overruling": "",
            "dealt_again_from": None, "decided_at": at(3, 10), "series": 3, "table": 3, "objection": 1,
            "corrects": True, "decided_by": "richterin", **NOT_TAKEN_BACK,
        },
    ],
    "corrections": [
        {
            "number": 1, "witnesses": [1, 2, 3, 4], "testified": True, "reason": "Pik war mit einem",
            "clause": "SkWO 7.2.5 (2002)", "corrected_at": at(2, 54), "lapsed_at": None, "series": 2, "table": 1,
            "deal": 4, "corrected_by": "direktor",
        },
    ],
    "queries": [
        {
            "number": 1, "text": "Mir fehlt ein Spiel.", "raised_at": at(2, 56), "late": False, "verdict": "dismissed",
            "reasons": "Die Liste stimmt.", "answered_at": at(2, 57), "series": 2, "entrant": 10, "correction": None,
            "counts_from": None, "raised_by": None, "answered_by": "direktor",
        },
    ],
    "tribunal": [], "panels": [], "announcements": [],
}  # fmt: skip
"""The first rows of each part."""

ORDERED = (
    ("zeroed", "Am falschen Platz", "SkWO 7.1.2", at(1, 52), (1, 1), 4, {}),
    ("warning", "Zwischenrufe", "SkWO 9.9", at(2, 51), (2, 1), 5, {}),
    ("penalty", "Zu spät", "SkWO 4.2", at(2, 52), (2, 1), 12, {"points": 30}),
    ("expulsion", "Grob ungehörig", "SkWO 4.3", at(3, 55), (None, None), 13, {}),
    ("replacement", "Unwohl", "SkWO 4.4", at(4, 46), (4, 1), 7, {"from_deal": 4, "substitute_name": "Emil Ersatz"}),
)


@pytest.mark.thorough
def test_it_says_what_was_disputed_decided_and_ordered(told):
    assert {part: told[part][: len(rows)] for part, rows in ACTS.items()} == ACTS
    assert [len(told[part]) for part in ("objections", "rulings", "corrections")] == [2, 3, 2]
    nothing = {"points": None, "from_deal": None, "substitute_name": "", "lifted_at": None, "lifted_because": ""}
    assert told["measures"] == [
        {
            "number": number, "kind": kind, "reason": reason, "clause": f"{clause} (2002)", "ordered_at": moment,
            "series": series, "table": table, "entrant": entrant, "substitute": None, "ordered_by": "direktor",
            "lifted_by": None, **nothing, **more,
        }
        for number, (kind, reason, clause, moment, (series, table), entrant, more) in enumerate(ORDERED, start=1)
    ]  # fmt: skip


@pytest.mark.thorough
def test_it_says_the_draws_and_has_every_line_of_the_journal(told, made):
    assert told["draws"] == [
        {
            "number": number, "drawn_at": at(number, -9), "discarded_at": None, "discarded_because": "",
            "record": told["draws"][number - 1]["record"],
        }
        for number in (1, 2, 3, 4)
    ]  # fmt: skip
    kept = JournalEntry.objects.filter(tournament=made).order_by("number").select_related("by")
    assert [(line["number"], line["hash"], line["by"], line["by_id"], line["data"]) for line in told["journal"]] == [
        (line.number, line.hash, line.by.username if line.by else None, line.by_id, line.data) for line in kept
    ]
    last, said = told["journal"][-1], {"ranking": 2, "series": 2, "out": 3, "substitute": 10}
    assert (last["at"], last["action"], facts_of(kept.last())) == (at(4, 47), "ranking.substituted", said)
    # What the line seals goes with it, else nobody could hold the rows of the archive against it.
    assert {"event", "ranking 2", "entrant 10"} == last["data"]["seals"].keys()


@pytest.mark.thorough
def test_it_says_the_event_and_its_classes_and_has_no_part_that_is_not_compared_here(told):
    found = {name: value for name, value in told["tournament"].items() if value not in NOTHING and name != "club"}

    assert found == {
        "slug": "cup", "name": "Abend der Fünfzehn", "place": "Altenburg",
        "starts_on": datetime(2026, 5, 16).date(), "ends_on": datetime(2026, 5, 17).date(),
        "organiser": "SC Herz Dame", "direction": "Dora Direktorin", "rounds": 2, "time_limit": 90,
        "entry_fee": found["entry_fee"], "clubs_apart": True, "teams": "apart", "query_window": 15,
        "moves_up": True, "names_shown": "full", "created_at": at(0),
    }  # fmt: skip
    assert str(found["entry_fee"]) == "12.50"

    parts = "format made_at report tournament classes entrants series ranking rankings measures money draws journal"
    assert set(told) == {*parts.split(), *ACTS}
    assert [(one["code"], one["name"], one["mark"], one["oldest"], one["youngest"]) for one in told["classes"]] == [
        ("ladies", "Ladies", "L", None, None), ("juniors", "Juniors", "J", 20, None),
        ("seniors", "Seniors", "S", None, 64),
    ]  # fmt: skip
    assert (told["format"], told["made_at"]) == ("skatturnier-record-3", at(4, 50))
    assert json.loads(record.as_json({"rows": told["appeals"]}))["rows"][0]["filed_at"] == at(3, 51).isoformat()
    assert check(told["report"]) == ()
    assert told["report"] == record.report_of(Tournament.objects.get())


def test_it_says_what_was_charged_and_paid(told):
    [tariff] = told["money"]["tariffs"]
    assert (tariff["code"], tariff["kind"], tariff["amounts"]) == ("entry", "entrant", 1250)
    names = ("source", "source_name", "target_name", "cents")
    moved = [tuple(one[name] for name in names) for one in told["money"]["movements"]]
    assert moved[:15] == [("tariff", "entry", str(number), 1250) for number in range(1, 16)]
    paid = [str(one["number"]) for one in told["entrants"] if one["paid"]]
    assert moved[15:] == [("entrant", number, "1", 1250) for number in paid]
    assert {name for name, rows in told["money"].items() if rows} == {"tariffs", "movements"}


BEFORE = Path(__file__).with_name("archive-2.zip")
"""An archive of the evening as it was packed before the record had the report in it."""


def fields(value, at=""):
    """Yield the way to every field of a record, whichever row it is in."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield f"{at}.{name}"
            yield from fields(part, f"{at}.{name}")
    elif isinstance(value, list | tuple):
        for part in value:
            yield from fields(part, at)


@pytest.mark.thorough
def test_an_archive_of_before_is_whole_and_has_no_field_that_is_gone(told):
    with BEFORE.open("rb") as file:
        assert contents.check_archive(file).is_whole
        record_before = json.loads(zipfile.ZipFile(file).read("record.json"))

    assert record_before["format"] == "skatturnier-record-2"
    by_act = (".journal.data", ".draws.record")
    gone = {way for way in set(fields(record_before)) - set(fields(told)) if not way.startswith(by_act)}
    # Standings and rankings are told as the interface for programs tells them.
    assert gone == {f".ranking.{name}" for name in ("lines.entrant", "lines.opponents_lost", "excluded.entrant")} | {
        ".rankings.lines.counted"
    }


COMPARED = frozenset(
    f"{app}:{name}"
    for app, names in {
        "api": "entrants lists player ranking rankings seats series standings statistics tournament tournaments",
        "scoring": """
            account-pdf account-xlsx appeal-pdf certificates-pdf deals-csv deals-xlsx decisions-pdf embed entrants-pdf
            feed goods-list-pdf lists-pdf money-account money-desk money-journal-csv money-journal-pdf
            money-journal-xlsx money-plan own-list own-money payout-list-pdf plan-pdf player prize-labels-pdf
            public-entrants-csv public-entrants-xlsx ranking ranking-office receipts-pdf refund-list-pdf results-csv
            results-xlsx ruling-pdf seats-csv seats-pdf seats-xlsx settings series-seats-csv series-seats-xlsx
            sheet-pdf sheets-pdf site-feed standings standings-csv standings-html standings-pdf standings-series
            standings-xlsx start-cards-pdf statistics table-cards-pdf table-statistics
        """,
        "tables": """
            book book-person calendar club-calendar clubs add desk draw-record entrants
            entrants-csv entrants-xlsx event-calendar
        """,
    }.items()
    for name in names.split()
)
"""Where the columns of an address are compared, by the module."""

TOLD_WHY = {
    "describes the interface": "api:api-root api:openapi-view api:openapi-json",
    "tells a machine that the site is there, or how it does": "health ready metrics tables:robots",
    "says what acts did; tests/support/acts_and_their_lines.py compares that": "tables:journal tables:site-journal",
    "says what is stored of one; tests/privacy compares it field by field": """
        scoring:own-data-json scoring:entrant-data-json scoring:book-data-json
    """,
    "is a program, or answers one; tests/scoring/table compares that": "scoring:worker scoring:phone",
    "is the handbook, or shows what a phone sees": "handbook-pdf secure secure-authority secure-card phone-came phones",
    "answers while something is being typed; tests/scoring/lists, paper_desk and houses compare that": """
        scoring:worth-json scoring:list-worth scoring:read-lines scoring:reckon scoring:paper-desk scoring:type-totals
    """,
    "is read by another laptop; tests/scoring/venues joins it and compares all that counts": "scoring:venue-file",
    "is the sheet of rules of a table; tests/scoring/houses compares it with the rules": "scoring:house-pdf",
    "is of a table without a tournament; tests/scoring/pub opens it": """
        scoring:pub-others scoring:pub-players scoring:pub-stop scoring:pub-xlsx scoring:pub-json scoring:settlement
    """,
    "is held against the lists and the ranking by tests/scoring/report": "scoring:report-json",
    "leads elsewhere": """
        scoring:ods scoring:season-ods scoring:share scoring:find api:nothing-here too-much demo login first-account
        laptop language scoring:list-key scoring:own-key scoring:season-key scoring:captain-key
    """,
    "shows, or hands out with a certificate, what is compared; tests/paper reads it": """
        scoring:book-data scoring:print-run scoring:print-preview scoring:print-file scoring:sheet-signed
        scoring:standings-signed scoring:verify scoring:verify-file
    """,
    "draws what embed shows; tests/scoring/public/test_after_the_end.py looks at it": "scoring:standings-picture",
    "is a picture of the direction's own; tests/paper/test_own.py looks at it": "scoring:event-logo",
    "is of a club, not of this event; tests/scoring/season compares what a year hands out": """
        scoring:season scoring:season-player scoring:season-calendar scoring:season-released-json scoring:season-pdf
        scoring:season-html scoring:season-embed scoring:season-picture scoring:season-csv scoring:season-xlsx
        scoring:seasons scoring:season-strength scoring:season-days scoring:season-new scoring:season-office
        scoring:season-shared scoring:season-earlier scoring:competition-new scoring:competition api:seasons api:season
        api:season-table scoring:season-report scoring:league scoring:division scoring:division-report
        scoring:league-team scoring:match scoring:league-office scoring:level scoring:division-office
        scoring:division-table-pdf scoring:division-fixtures-pdf scoring:division-statistics-pdf
        scoring:match-invitation-pdf scoring:match-papers-pdf
    """,
}
NO_FIGURES = {name: why for why, names in TOLD_WHY.items() for name in names.split()}
NO_FIGURES["scoring:case correction"] = "is compared by test_pages.py under its shorter name"
"""Whatever else is no page or not always there, and why there is nothing to compare."""

PLACES = {"slug": "cup", "series": 3, "table": 3, "deal": 2, "number": 2, "line": 60, "club": "sc-herz-dame"}

ASKED = {"scoring:certificates-pdf": "?series=3"}
"""What has to be asked for, so that there is anything."""

WHO = ("director", "judge", "keeper", "table", "player", "visitor")

ONES = {
    "tables:book-person",
    "scoring:book-data",
    *(f"scoring:case {kind}" for kind in ("objection", "appeal", "query")),
}
"""Of these there is a first only."""


@pytest.fixture
def readers(made) -> dict[str, Client]:
    """Return those who together may read everything."""
    browsers = {role: Client(headers={"accept-language": "en"}) for role in WHO}
    browsers["director"].force_login(factories.user())
    browsers["keeper"] = browsers["director"]
    browsers["judge"].force_login(factories.user("richterin"))
    browsers["table"].get(f"/l/{Table.objects.get(series__number=3, number=3).key}/")
    browsers["player"].get(f"/p/{Entrant.objects.get(number=2).key}/")
    return browsers


def hands_out(readers: dict[str, Client], name: str) -> bool:
    """Tell whether an address answers with anything but a page, or with a table on a page."""
    role = next(role for role in WHO if role in (ROWS[name].reads or ()))
    given = PLACES | {"hash": GameListRow.objects.exclude(signed_hash="").earliest("pk").signed_hash}
    about = given | ({"number": 1} if name in ONES else {})
    answer = readers[role].get(addresses.path(name, about) + ASKED.get(name, ""))
    assert answer.status_code == 200, f"{name} has to answer here, or to be in NO_FIGURES: {answer.status_code}"
    return "html" not in answer["Content-Type"] or bool(html_tables(answer.content.decode()))


@pytest.mark.usefixtures("as_page")
@pytest.mark.thorough
def test_every_address_that_hands_out_figures_is_compared(readers):
    only_act = {name for name, row in ROWS.items() if row.reads is None}
    asked = ROWS.keys() - COMPARED - NO_FIGURES.keys() - only_act
    found = {name for name in asked if hands_out(readers, name)}

    assert found == set(), "nobody compares the columns of these"
    assert ROWS.keys() >= COMPARED
    assert not COMPARED & NO_FIGURES.keys()


def decimals(text: str, mark: str) -> list[str]:
    """Return the cells of a file of text, or of tables on a page, that are a number with decimals after this mark."""
    return re.findall(rf"(?:^|[;>])([-−]?\d+{re.escape(mark)}\d+)(?=[;<\r])", text, flags=re.MULTILINE)


@pytest.mark.thorough
@pytest.mark.parametrize(("language", "mark", "other"), [("de", ",", "."), ("es", ",", "."), ("en", ".", ",")])
def test_every_file_of_text_has_the_decimals_of_its_language(readers, made, language, mark, other):
    asked = [(name, "") for name in sorted(COMPARED) if name.endswith(("-csv", "-html"))]
    asked += [("scoring:standings-csv", "?ranking=2"), ("scoring:share", "?what=ranking:2&rows=9")]
    files = {}
    for name, chosen in asked:
        about = {part: PLACES[part] for part in addresses.parts(name)}
        answer = readers["director"].get(reverse(name, kwargs=about) + chosen, headers={"accept-language": language})
        files[name + chosen] = unescape(answer.content.decode("utf-8-sig"))
    with override(language):
        kept = dict(file for part in contents.parts(made, now=at(4, 50))[1:5] for file in part())
    files |= {name: content.decode("utf-8-sig") for name, content in kept.items() if name.endswith(".csv")}

    assert {name: found for name, text in files.items() if (found := decimals(text, other))} == {}
    with_decimals = ("money-journal-csv", "standings-csv?ranking=2", "standings-html", "share?what=ranking:2&rows=9")
    found = {name for name, text in files.items() if decimals(text, mark)}
    assert found == {f"scoring:{name}" for name in with_decimals}
    assert len(files) == len(asked) + 5


def test_whatever_is_said_to_be_compared_is_asked_for():
    files = Path(__file__).parent.glob("test_*.py")
    text = "\n".join(file.read_text(encoding="utf-8").partition("COMPARED = ")[0] for file in files)
    for name in COMPARED:
        asked = {f'"{name}"', f'"{name.partition(":")[2]}"', name.rpartition("-")[0] + "-{ending}"}
        assert any(one in text for one in asked), f"nobody asks for {name}"
