"""Every code of the hall has its sentence, and every act of the journal too; a refusal leads to what it names."""

import re
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest

from scoring.money.reckon.tariffs import MoneyFault
from scoring.money.selectors.statement import Lack, Missing, Why
from scoring.office.views import office
from scoring.signing import views as lists
from scoring.venues.reading import ListAct
from tables import intake, seating
from tables.acts.services import Refused
from tables.acts.wording import refusals
from tables.acts.wording.intake import PROBLEM, intake_problem, intake_refused
from tables.acts.wording.intake import REFUSED as UNREADABLE
from tables.acts.wording.refusals import CANNOT_SEAT, REFUSED, refusal, ways_out, with_ways
from tables.draw.models import Table
from tables.draw.services.seats import renew_key
from tables.draw.wording import weak_spots
from tables.intake.outcome import IntakeRefused
from tables.intake.registration import RowProblem
from tables.journal import chain
from tables.journal.models import JournalEntry
from tables.journal.wording import PLAIN, TOLD, journal_line
from tables.people.wording import who
from tables.seating.sizes import CannotSeat
from tests.support import factories
from tests.support.every_act_and_refusal_provoked import told
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[3]
ACT = ListAct(at=EVENING, action="list.signed", by="", data={"series": 1, "table": 2, "by_players": True})

NUMBERS = (
    *("line", "players", "left", "open", "number", "rounds", "series", "table", "place", "due", "expected", "found"),
    *("has", "owed", "seen", "most", "position"),
)
FACTS = {
    **dict.fromkeys(("at", "until"), EVENING),
    **dict.fromkeys(("starts", "ends", "day"), date(2026, 5, 17)),
    **{many: [3, 4] for many in ("seats", "entrants", "numbers", "places")},
    **dict.fromkeys(("here", "there"), ACT),
    **dict.fromkeys(NUMBERS, 3),
    "pot": "prizes",
    "event": "Cup",
    "name": "SC Herz",
    "username": "anna",
    "biased": (),
    "biased_in": {},
    "fault": MoneyFault.NEGATIVE,
    "why": [Why.LIST_OPEN],
    "lacks": [Lack(what=Missing.BOX_UNCOUNTED, boxes=("1",))],
}


def codes_in(app: str, pattern: str) -> set[str]:
    files = [*ROOT.glob(f"{app}/*/services.py"), *ROOT.glob(f"{app}/*/services/*.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return set(re.findall(pattern, text))


def line(action: str, **data: object) -> str:
    return journal_line(JournalEntry(action=action, data=data), users={5: "anna"})


@pytest.mark.slow
def test_every_code_the_services_refuse_with_has_a_sentence():
    raised = r'(?:Refused|TooMany|super\(\).__init__)\(\s*"([a-z-]+)"'
    files = [path for app in ("tables", "scoring", "skatturnier") for path in (ROOT / app).rglob("*.py")]
    elsewhere = "\n".join(path.read_text(encoding="utf-8") for path in files if "wording" not in str(path))

    assert codes_in("tables", raised) | codes_in("scoring", raised) <= set(REFUSED)
    assert {code for code in REFUSED if f'"{code}"' not in elsewhere} == set()


@pytest.mark.slow
def test_a_refusal_is_a_sentence_without_gaps():
    for code, said in REFUSED.items():
        named = dict.fromkeys(re.findall(r"%\((\w+)\)s", str(said)), 1)

        assert is_sentence(refusal(Refused(code, **{**named, **FACTS}))), code


def is_sentence(said: str) -> bool:
    return said.endswith(".") and "%(" not in said


def test_no_topic_can_give_a_code_a_second_sentence_and_what_has_no_words_is_still_one():
    with pytest.raises(ValueError, match="no-such-entrant"):
        refusals.register_sentences(SimpleNamespace(__name__="twice", REFUSED={"no-such-entrant": "Nobody."}))
    assert refusal(ValueError("strange")) == "This is not possible in the present state of the tournament."


def test_every_reason_against_a_seating_has_a_sentence_that_names_whom_it_is_about():
    assert set(CANNOT_SEAT) == {str(code) for code in seating.Refusal}
    for code in seating.Refusal:
        assert is_sentence(refusal(CannotSeat(code, entrants=5, numbers=[8, 9], pairs=[(8, 9)], table=3))), code
    for present in (0, 1, 2, 5):
        with pytest.raises(CannotSeat) as refused:
            seating.table_sizes(present)
        assert is_sentence(str(refusal(refused.value))), present


def test_every_problem_of_a_line_and_every_reason_against_a_list_has_a_sentence():
    assert set(PROBLEM) == {str(code) for code in intake.Code}
    assert all(is_sentence(intake_problem(RowProblem(code, "90 %"))) for code in intake.Code)
    assert set(UNREADABLE) == {str(code) for code in intake.Refusal}
    for code in intake.Refusal:
        assert "%(" not in intake_refused(IntakeRefused(code)), code
        assert refusal(IntakeRefused(code)) == intake_refused(IntakeRefused(code))


@pytest.mark.slow
def test_every_act_of_the_journal_has_words():
    acts = told()

    assert acts >= {"series.drawn", "list.deal-entered", "club.founded", "match.team-absent", "account.changed"}
    assert acts | {chain.BEGUN} <= {*PLAIN, *TOLD}


AT_TABLE, AT_ONCE = {"series": 1, "table": 2}, {"series": 1, "all_series": [1], "draw": 1}
TOLD_IN_WORDS = (
    ("entrants.registered", {"source": "desk", "first": 7, "count": 1}, "No. 7 registered at the desk"),
    ("entrants.registered", {"source": "paste", "first": 7, "count": 3}, "No. 7–9 registered pasted"),
    ("entrants.marked", {"entrants": [3, 5], "marks": {"paid": False}}, "No. 3, 5 marked as not paid"),
    ("entrants.marked", {"entrants": list(range(1, 44)), "marks": {"present": True}}, "43 entrants marked as present"),
    ("entrant.changed", {"entrant": 3, "changed": ["club", "name"]}, "No. 3 changed: Club, Name"),
    ("tournament.created", {"seatings": ["drawn"] * 3}, "Tournament created with 3 series"),
    ("tournament.changed", {"changed": ["place"], "seatings": []}, "Plan of the tournament changed: Place"),
    ("series.drawn", {"series": 1, "all_series": [1], "draw": 2, "record": "9f"}, "Series 1 drawn: draw 2"),
    ("series.drawn", {"series": 2, "all_series": [2, 3], "draw": 1}, "Series 2, 3 drawn: draw 1"),
    ("series.drawn", {"series": 1, "seed": "42", "tables": [[1, 2, 3, 4]]}, "Series 1 drawn: draw “42”"),
    (
        "series.draw-discarded",
        {"series": 1, "all_series": [1, 2], "because": "the dice fell"},
        "Draw of series 1, 2 discarded, because: the dice fell",
    ),
    (
        "series.reseated",
        {"series": 2, "all_series": [2], "draw": 4, "absent": [7], "late": [9, 12], "because": "a flat tyre"},
        "Series 2: seats changed (Missing: 7. Late: 9, 12.), draw 4, because: a flat tyre",
    ),
    ("series.reseated", AT_ONCE, "Series 1: the seats drawn by hand are complete, draw 1"),
    ("series.set-up-by-hand", {"series": 1, "players": 43}, "Series 1: tables set up for 43 players who draw by hand"),
    ("series.room-added", {"series": 1, "chairs": 16}, "Series 1: more chairs set up, 16 in all"),
    ("series.seated-by-hand", {**AT_TABLE, "entrant": 7, "place": 3}, "Series 1: no. 7 drew table 2, seat 3 by hand"),
    ("series.unseated", {"series": 1, "entrant": 7}, "Series 1: the seat that no. 7 drew by hand is free again"),
    (
        "series.seats-swapped",
        {"series": 2, "entrants": [4, 9], "because": "wheelchair"},
        "No. 4 and No. 9 changed seats, because: wheelchair (Series 2)",
    ),
    ("series.closed", {"series": 1, "lots": {"12": 5, "3": 9}}, "Series 1 closed; lots drawn for no. 3, 12"),
    ("series.closed", {"series": 1, "lots": {}}, "Series 1 closed"),
    ("role.given", {"user": 5, "kind": "judge", "plays_as": 3}, "anna appointed: Judge, plays as no. 3"),
    ("role.given", {"user": 6, "kind": "director", "plays_as": None}, "Account 6 appointed: Director"),
    ("role.taken", {"user": 5, "kind": "judge"}, "anna dismissed: Judge"),
    (
        "appeal.filed",
        {"appeal": 2, "series": 1, "entrant": 9, "deal": None, "late": True},
        "Appeal 2 about series 1 filed by no. 9, too late",
    ),
    ("appeal.decided", {"appeal": 2, "verdict": "upheld", "corrected": 14}, "Appeal 2: upheld; the list corrected"),
    ("event.ended", {"ended_at": "2026-05-16T19:30:00+00:00"}, "End of the event stated: 16 May 2026, 21:30"),
    ("list.signed", {**AT_TABLE, "version": 9}, "Series 1, table 2: the list signed"),
    (
        "list.signed",
        {**AT_TABLE, "hash": "0123456789abcdef"},
        "Series 1, table 2: the list signed, fingerprint 0123456789ab",
    ),
    ("list.deal-entered", {**AT_TABLE, "deal": 3, "points": -48}, "Series 1, table 2: deal 3 entered, -48 points"),
    (
        "second.settled",
        {**AT_TABLE, "deal": 3, "right": "second", "points": -48},
        "Series 1, table 2: deal 3 settled as in the second list, -48 points",
    ),
    ("announcement.made", {"announcement": 2, "because": "Buffet!"}, "Announcement 2: Buffet!"),
    ("announcement.taken-down", {"announcement": 2}, "Announcement 2 taken down"),
    ("hall.plan-changed", {"tables": 12}, "Plan of the hall changed"),
    ("hall.plan-changed", {"tables": 0}, "Plan of the hall taken away"),
    (
        "series.begin-announced",
        {"series": 2, "begins_at": "2026-05-16T11:00:00+00:00"},
        "Begin of series 2 announced: 16 May 2026, 13:00",
    ),
    ("series.begin-announced", {"series": 2, "begins_at": None}, "Series 2: no begin announced any more"),
)


def test_an_act_is_told_in_words_and_one_of_which_facts_are_missing_is_still_readable():
    for action, data, said in TOLD_IN_WORDS:
        assert line(action, **data) == said
    assert line("series.drawn", series=1) == "series.drawn (series: 1)"
    assert line("some.thing") == "some.thing"


def test_weak_spots_are_told_by_name_worst_first():
    entrants = [seating.Entrant(number=n, club="SC Herz" if n < 3 else None) for n in range(1, 5)]
    plan = seating.draw(entrants, series=1, seed="1", history=[[[3, 4, 1]]])

    told = weak_spots(plan.report, lambda number: who(number, {3: "Anna"}.get(number, "")))

    assert "No. 1 and Anna (3) meet again." in told
    assert told[-1] == "No. 1 and No. 2 are of one club and share a table."


LIST = "/t/cup/office/series/1/table/1/"


def test_an_act_on_a_list_that_went_with_other_seats_is_said(director, monkeypatch):
    row = factories.running_list()
    before = row.table.series.tournament.journal.count()

    def too_late(*, table_id, **told):
        # The other director lays new seats between the look at the table and the act on it.
        row.delete()
        Table.objects.filter(pk=table_id).delete()
        return renew_key(table_id=table_id, **told)

    monkeypatch.setattr(lists, "renew_key", too_late)
    answer = post_seen(director, LIST, {"action": "renew-key"}, page="/t/cup/series/1/table/1/")

    assert answer.status_code == 404
    assert "Somebody else changed or deleted it in the same moment." in answer.content.decode()
    assert row.table.series.tournament.journal.count() == before


def test_a_page_that_only_shows_has_no_such_excuse(director, monkeypatch):
    factories.tournament()

    def fail(*_args, **_how):
        raise Table.DoesNotExist("a fault of the program")

    monkeypatch.setattr(office.office_selectors, "day", fail)
    with pytest.raises(Table.DoesNotExist):
        director.get("/t/cup/office/")


def test_an_address_that_only_takes_acts_says_so_to_a_browser(director):
    factories.tournament()

    shown = director.get("/t/cup/office/entrants/marks/", headers={"accept": "text/html,*/*"})
    assert (shown.status_code, shown["Allow"]) == (405, "POST")
    assert "There is nothing to show at this address" in shown.content.decode()
    assert director.get("/t/cup/office/entrants/marks/", headers={"accept": "application/json"}).content == b""


def test_a_refusal_leads_to_everything_it_names_and_what_is_said_is_escaped():
    for refused, addresses in (
        (Refused("appeals-open", appeals=[1, 2, 3, 4]), ["appeals/1/", "appeals/2/", "appeals/3/"]),
        (Refused("queries-raised", queries=[7]), ["queries/7/"]),
        (Refused("objection-over", objection=5), ["objections/5/"]),
        (Refused("measure-at-table", measure=2), ["measures/2/"]),
        (Refused("has-a-seat", number=2, series=3, table=4), ["series/3/"]),
        (Refused("series-before-open", series=2, open=1), ["series/1/"]),
        (Refused("reason-missing"), []),
        (ValueError("anything"), []),
    ):
        found = [address for address, _label in ways_out(refused, "cup")]
        assert found == [f"/t/cup/office/{address}" for address in addresses], refused
    assert with_ways("<b>", Refused("reason-missing"), "cup") == "&lt;b&gt;"
    led = with_ways("Nein.", Refused("x", series=1), "cup")
    assert led == 'Nein. <a href="/t/cup/office/series/1/">To series 1</a>'
