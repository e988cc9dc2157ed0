"""What the record of the archive says was disputed, decided, drawn and done, held against the evening."""

import json
from datetime import datetime, timedelta

import pytest

from scoring.archive.packing import record
from tables.journal.models import JournalEntry
from tests.acts_watched import facts_of
from tests.evening import NUMBER, TABLES, at
from tests.exports.figures import PERSON

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


NOTHING = (None, "", False, [], {}, 0, timedelta())


ACTS = {
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
        {
            "number": 2, "deal": 3, "kind": "revoke", "place": 2, "text": "Herz nicht bedient", "raised_at": at(4, 45),
            "taken_at": None, "outcome": "", "ended_at": None, "series": 4, "table": 1, "raised_by": None,
            "taken_by": None, "ended_by": None, "statements": [],
        },
    ],
    "rulings": [
        {
            "number": 1, "stage": "judge", "deal": 2, "sentence": "So gilt das Spiel.", "facts": "Schneider angesagt",
            "reasons": "Vom Tisch bestätigt", "clauses": ["ISkO 5.2.5 (2002)"], "overruling": "",
            "dealt_again_from": None, "decided_at": at(3, 10), "series": 3, "table": 3, "objection": 1,
            "corrects": True, "decided_by": "richterin",
        },
        {
            "number": 2, "stage": "tribunal", "deal": 1, "sentence": "Der Grand zählt mit zweien.",
            "facts": "Kreuz-Bube und Pik-Bube", "reasons": "Es waren nur zwei Spitzen.",
            "clauses": ["ISkO 5.2.5 (2002)"], "overruling": "", "dealt_again_from": None, "decided_at": at(3, 53),
            "series": 3, "table": 1, "objection": None, "corrects": True, "decided_by": "richterin",
        },
        {
            "number": 3, "stage": "judge", "deal": 1, "sentence": "So gilt das Spiel.", "facts": "",
            "reasons": "Vom Tisch bestätigt", "clauses": ["ISkO 5.2.5 (2002)"],
            "overruling": "Der Geber hat mitgespielt.", "dealt_again_from": None, "decided_at": at(4, 6), "series": 4,
            "table": 1, "objection": None, "corrects": True, "decided_by": "richterin",
        },
    ],
    "corrections": [
        {
            "number": 1, "witnesses": [1, 2, 3, 4], "testified": True, "reason": "Pik war mit einem",
            "clause": "SkWO 7.2.5 (2002)", "corrected_at": at(2, 54), "lapsed_at": None, "series": 2, "table": 1,
            "deal": 4, "corrected_by": "direktor",
        },
        {
            "number": 2, "witnesses": [], "testified": False, "reason": "Pik war mit zweien",
            "clause": "SkWO 7.2.5 (2002)", "corrected_at": at(3, 54), "lapsed_at": None, "series": 3, "table": 3,
            "deal": 1, "corrected_by": "direktor",
        },
    ],
    "queries": [
        {
            "number": 1, "text": "Mir fehlt ein Spiel.", "raised_at": at(2, 56), "late": False, "verdict": "dismissed",
            "reasons": "Die Liste stimmt.", "answered_at": at(2, 57), "series": 2, "entrant": 10, "correction": None,
            "counts_from": None, "raised_by": None, "answered_by": "direktor",
        },
    ],
    "tribunal": [],
    "panels": [],
}  # fmt: skip


ORDERED = (
    ("zeroed", "Am falschen Platz", "SkWO 7.1.2", at(1, 52), (1, 1), 4, {}),
    ("warning", "Zwischenrufe", "SkWO 9.9", at(2, 51), (2, 1), 5, {}),
    ("penalty", "Zu spät", "SkWO 4.2", at(2, 52), (2, 1), 12, {"points": 30}),
    ("expulsion", "Grob ungehörig", "SkWO 4.3", at(3, 55), (None, None), 13, {}),
    ("replacement", "Unwohl", "SkWO 4.4", at(4, 46), (4, 1), 7, {"from_deal": 4, "substitute_name": "Emil Ersatz"}),
)


@pytest.mark.thorough(after=2)
@pytest.mark.parametrize("part", ACTS)
def test_it_says_what_was_disputed_and_decided(told, part):
    assert told[part] == ACTS[part]


def test_it_says_what_was_ordered(told):
    nothing = {"points": None, "from_deal": None, "substitute_name": "", "lifted_at": None, "lifted_because": ""}
    assert told["measures"] == [
        {
            "number": number, "kind": kind, "reason": reason, "clause": f"{clause} (2002)", "ordered_at": moment,
            "series": series, "table": table, "entrant": entrant, "substitute": None, "ordered_by": "direktor",
            "lifted_by": None, **nothing, **more,
        }
        for number, (kind, reason, clause, moment, (series, table), entrant, more) in enumerate(ORDERED, start=1)
    ]  # fmt: skip


def test_it_says_the_draws(told):
    plans = [draw.pop("record")["plan"] for draw in told["draws"]]

    assert told["draws"] == [
        {"number": number, "drawn_at": at(number, -9), "discarded_at": None, "discarded_because": ""}
        for number in (1, 2, 3, 4)
    ]
    assert plans == [
        [[[NUMBER[name] for name in names] for (of, _table), names in sorted(TABLES.items()) if of == number]]
        for number in (1, 2, 3, 4)
    ]


def test_it_has_every_line_of_the_journal(told, made):
    kept = JournalEntry.objects.filter(tournament=made).order_by("number").select_related("by")

    assert [(line["number"], line["hash"], line["by"], line["data"]) for line in told["journal"]] == [
        (line.number, line.hash, line.by.username if line.by else None, line.data) for line in kept
    ]
    last = told["journal"][-1]
    assert (last["at"], last["action"], facts_of(kept.last())) == (
        *(at(4, 47), "ranking.substituted", {"ranking": 2, "series": 2, "out": 3, "substitute": 10}),
    )
    # What the line seals goes with it, else nobody could hold the rows of the archive against it.
    assert {"event", "ranking 2", "entrant 10"} == last["data"]["seals"].keys()
    assert {line["by_id"] for line in told["journal"]} == {line.by_id for line in kept}


def test_it_says_the_event(told):
    found = {name: value for name, value in told["tournament"].items() if value not in NOTHING}
    found.pop("club")

    assert found == {
        "slug": "cup",
        "name": "Abend der Fünfzehn",
        "place": "Altenburg",
        "starts_on": datetime(2026, 5, 16).date(),
        "ends_on": datetime(2026, 5, 17).date(),
        "organiser": "SC Herz Dame",
        "direction": "Dora Direktorin",
        "rounds": 2,
        "time_limit": 90,
        "entry_fee": found["entry_fee"],
        "clubs_apart": True,
        "teams": "apart",
        "query_window": 15,
        "names_shown": "full",
        "created_at": at(0),
    }
    assert str(found["entry_fee"]) == "12.50"


def test_it_says_which_classes_there_were(told):
    assert [(one["code"], one["name"], one["mark"], one["oldest"], one["youngest"]) for one in told["classes"]] == [
        ("ladies", "Ladies", "L", None, None),
        ("juniors", "Juniors", "J", 20, None),
        ("seniors", "Seniors", "S", None, 64),
    ]


def test_it_says_what_was_charged_and_paid(told):
    [tariff] = told["money"]["tariffs"]
    assert (tariff["code"], tariff["kind"], tariff["amounts"]) == ("entry", "entrant", 1250)
    moved = [
        (one["source"], one["source_name"], one["target_name"], one["cents"]) for one in told["money"]["movements"]
    ]
    assert moved[:15] == [("tariff", "entry", str(number), 1250) for number in range(1, 16)]
    paid = [str(one["number"]) for one in told["entrants"] if one["paid"]]
    assert moved[15:] == [("entrant", number, "1", 1250) for number in paid]
    assert {name for name, rows in told["money"].items() if rows} == {"tariffs", "movements"}


def test_it_has_no_part_that_is_not_compared_here(told):
    assert set(told) == {
        *("format", "made_at", "tournament", "classes", "entrants", "series", "ranking", "rankings", "measures"),
        "money",
        *("draws", "journal", *ACTS),
    }
    assert (told["format"], told["made_at"]) == ("skatturnier-record-2", at(4, 50))
    assert json.loads(record.as_json({"rows": told["appeals"]}))["rows"][0]["filed_at"] == at(3, 51).isoformat()
    assert PERSON["1"]["name"] == told["entrants"][0]["name"]
