"""The list at the table, through its page: its key, its seats, its calls, its deals.

What the page hands to a phone, what a phone may ask to be for its list, and the line table.
"""

import json
import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import call_command
from django.templatetags.static import static
from django.test import Client
from django.utils.translation import override
from pytest_django.asserts import assertContains

from scoring.lists.models import Call, DealRow, Phone, SecondDealRow
from scoring.lists.wording.refusals import code
from scoring.management.commands import write_line_table
from scoring.rules.codes import Code
from scoring.table.services import batches
from scoring.table.views.entry import LATER
from scoring.table.wording import phrases
from tables.draw.services.seats import start_series
from tests.scoring.pub.evening import opened, row_of
from tests.scoring.table.phones_seen import TABLE, deal, sides
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import read

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_a_later_series_takes_no_entries_and_says_why(client):
    made = factories.tournament(entrants=4, series=2)
    factories.running_series(made)
    row = factories.list_of(factories.running_series(made, 2, published_only=True))
    later = client.get(f"/l/{row.table.key}/")["Location"]

    assertContains(client.get(later), "It takes entries when series 1 is closed.")
    assertContains(client.post(later, deal()), "Series 1 is not closed yet. Close it first.", status_code=422)
    assert not DealRow.objects.exists()


@pytest.mark.slow
class TestEntering:
    def test_without_scripts_a_deal_counts_once_and_the_next_one_stands_there(self, at_table, row):
        page = at_table.get(TABLE).content.decode()
        # The dealer of a table of four cannot be chosen.
        choices = read(page).all("input", name="declarer")
        assert [one.attrs["value"] for one in choices if "disabled" in one.attrs] == ["1"]

        sent = deal()
        for _again in range(2):
            response = at_table.post(TABLE, sent)
            assert (response.status_code, response["Location"]) == (302, TABLE)
        assert row.deals.count() == 1
        page = at_table.get(TABLE).content.decode()
        for said in ("with 2, game 3; 3 × 24 = 72", "Deal 2 of 4", "dealer: Spieler 2"):
            assert said in page

        response = at_table.post(TABLE, {**sent, "matadors": 1})
        assertContains(response, "sent already with something else in it", status_code=422)

        # Passed in takes one button.
        at_table.post(TABLE, {"entry_key": uuid4(), "number": 2, "outcome": "passed"})
        assert row.deals.get(number=2).declarer is None

    def test_all_reasons_are_said_with_their_clauses_and_nothing_typed_is_lost(self, at_table, row):
        for announced in ("schneider_announced", "schwarz_announced"):
            refused = at_table.post(TABLE, deal(game="null", matadors="", **{announced: "on"}))
            assert refused.status_code == 422
            said = refused.content.decode()
            assert ("Not entered." in said, 'class="note wrong"' in said, 'name="sure"' in said) == (True, True, False)
            assert "Null has neither Schneider nor Schwarz. (ISkO 5.1.2)" in said
        for fields, clauses in (
            ({"matadors": ""}, ["ISkO 2.4.2"]),
            ({"bid": 100}, ["ISkO 5.4.1"]),
            ({"bid": 19, "outcome": "lost"}, ["ISkO 3.3.1"]),
            ({"overbid": "on", "outcome": "lost"}, ["ISkO 5.4.1"]),
            ({"declarer": 1, "matadors": 5, "schwarz": "on"}, ["ISkO 3.2.7", "ISkO 2.4.3", "ISkO 5.2.4"]),
        ):
            response = at_table.post(TABLE, deal(**fields))
            page = response.content.decode()
            assert response.status_code == 422
            assert [clause for clause in clauses if clause not in page] == [], fields

        assert 'name="matadors" value="5"' in page
        assert response.context["form"]["schwarz"].value() is True
        assert not row.deals.exists()

    def test_what_is_implied_is_added_without_scripts_too(self, at_table, row):
        levels = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert")
        for number, fields, written in (
            (1, {"declarer": 2, "schneider_announced": "on"}, "hand schneider schneider_announced"),
            (2, {"declarer": 3, "schwarz": "on"}, "schneider schwarz"),
            (3, {"declarer": 4, "ouvert": "on"}, " ".join(levels)),
            (4, {"declarer": 1, "game": "null", "matadors": "", "ouvert": "on"}, "ouvert"),
        ):
            response = at_table.post(TABLE, deal(number, **fields))
            if response.status_code == 422:
                # What is rare is asked back about; it is so.
                assert response.context["form"].asks, response.context["form"].errors
                at_table.post(TABLE, deal(number, **fields) | {"sure": "on"})
            entered = row.deals.get(number=number)
            assert " ".join(level for level in levels if getattr(entered, level)) == written

    def test_a_null_below_its_bid_is_asked_for_its_matadors_and_lost_as_another_game_3_4_4(self, at_table, row):
        null = deal(game="null", matadors="", bid=24, outcome="lost")

        asked = at_table.post(TABLE, null)
        offered = at_table.post(TABLE, {**null, "matadors": -4})
        at_table.post(TABLE, {**null, "matadors": -4, "instead": "diamonds"})

        assertContains(asked, "With or without how many?", status_code=422)
        assertContains(offered, "ISkO 3.4.4", status_code=422)
        page = offered.content.decode()
        assert page.index("Diamonds without 4: −90") < page.index("Grand without 4: −240")
        written = row.deals.get()
        assert (written.game, written.matadors, written.won, written.points) == ("diamonds", -4, False, -90)
        assert (written.bid, written.overbid) == (24, False)

    def test_play_without_an_announcement_is_lost_by_bid_and_matadors_and_no_other_game_is_4_1_1(self, at_table, row):
        unannounced = deal(game="", matadors=1, bid=50, outcome="lost")

        assert "Hearts with 1: −100" in at_table.post(TABLE, unannounced).content.decode()
        at_table.post(TABLE, {**unannounced, "instead": "hearts"})

        written = row.deals.get()
        assert (written.game, written.overbid, written.points) == ("hearts", True, -100)
        at_table.post(TABLE, deal(2, game="clubs", declarer=3, matadors=1, outcome="lost", instead="diamonds"))
        at_table.post(TABLE, deal(3, game="null", matadors="", bid=24, outcome="lost", instead="tarot"))
        assert [one.game for one in row.deals.order_by("number")] == ["hearts", "clubs"]

    def test_a_rare_line_is_asked_about_and_entered_when_sure(self, at_table, row):
        rare = deal(game="clubs", matadors=6)
        asked = at_table.post(TABLE, rare)

        for said in ("Not entered yet. Is this right?", 'class="note warn"', '<input type="checkbox" name="sure">'):
            assertContains(asked, said, status_code=422)
        at_table.post(TABLE, {**rare, "sure": "on"})

        assert row.deals.get().points == 84

    def test_nonsense_is_answered_with_a_sentence(self, at_table, row):
        for nonsense in (
            {},
            {"number": "abc", "entry_key": "x", "outcome": "won"},
            {"number": "9" * 40, "entry_key": "0", "outcome": "?"},
            {"number": "-1", "declarer": "99", "game": "poker", "matadors": "99", "bid": "1e9", "outcome": "won"},
            {"number": "1\x00", "game": "\x00", "outcome": "\ud83d"},
        ):
            sent = {key: value.encode("utf-8", "replace") for key, value in nonsense.items()}
            response = at_table.post(TABLE, sent)
            assertContains(response, "Not entered.", status_code=422, msg_prefix=str(nonsense))
            assert 'name="sure"' not in response.content.decode()

        response = at_table.post(TABLE, deal(declarer="", game=""))
        assert (response.status_code, response.content.decode().count("Please choose.")) == (422, 2)
        # A played deal is not passed in by a slip.
        assert at_table.post(TABLE, deal(outcome="passed")).status_code == 422
        assert not row.deals.exists()

    def test_page_and_deal_take_few_queries_whatever_the_list(self, at_table, row, django_assert_max_num_queries):
        with django_assert_max_num_queries(30):
            at_table.post(TABLE, deal())
        factories.fill(row)
        with django_assert_max_num_queries(18):
            at_table.get(TABLE)


SEATED = f"{TABLE}seated/"
CALLS = f"{TABLE}calls/"


def call(**fields):
    return {"action": "call", "entry_key": uuid4(), "place": "", "text": "Wir brauchen neue Karten.", **fields}


def cards(page):
    """Return what each player of a signed list hears."""
    return [card.text for card in read(page.content.decode()).one("ol", "last-cards").all("li")]


@pytest.mark.slow
class TestTheKeyOfASignedList:
    def test_opens_nothing_any_more_but_for_the_direction_and_shows_the_way_on(self, client, director, row):
        assertContains(client.get(TABLE), "QR", status_code=403)
        factories.fill(row)
        factories.confirm_and_sign(row)
        scanned = f"/l/{row.table.key}/"

        response = client.get(scanned)
        assertContains(response, "This list is signed and closed", status_code=403)
        assertContains(response, 'href="/t/cup/standings/"', status_code=403)
        answers = client.post("/code/", {"words": row.table.words}), client.get(TABLE), director.get(scanned)
        assert [answer.status_code for answer in answers] == [403, 403, 302]

        # Opened again, it opens with its key.
        row.refresh_from_db()
        row.signed_at = None
        row.save()
        assert client.get(scanned)["Location"] == TABLE
        assert client.get(f"{scanned}?sign")["Location"] == f"{TABLE}sign/"

    def test_phones_that_held_it_hear_what_they_have_where_they_stand_and_where_they_sit_next(self, client):
        row = factories.running_list(series=2)
        client.get(f"/l/{row.table.key}/")
        factories.fill(row, seat=1)
        factories.confirm_and_sign(row)
        first = ["Spieler 1 366 Place 1 of 4", "Spieler 2 122 Place 2 of 4"]
        assert cards(client.get(TABLE))[:2] == first
        assert "is on" not in Client().get(f"/l/{row.table.key}/").content.decode()

        factories.close_series(row.table.series)
        following = factories.running_series(row.table.series.tournament, 2, published_only=True)

        for page in (client.get(TABLE), client.get(TABLE, headers={"HX-Request": "true"})):
            assert cards(page)[:2] == [f"{card} Table 1, seat {seat}" for seat, card in enumerate(first, start=1)]
            assert "Series 2: the seats are out" in page.content.decode()

        # Whoever scans it now is led to the series that is on, not into it.
        start_series(series_id=following.pk, by=factories.user(), now=EVENING)
        page = Client(headers={"accept-language": "en"}).get(f"/l/{row.table.key}/").content.decode()
        assert "Series 2 is on" in page
        assert ('href="/t/cup/series/2/seats/"' in page, following.tables.get().key in page) == (True, False)

    def test_of_a_table_nobody_ranks_what_they_have_stands_there_all_the_same(self, client):
        row = row_of(opened(3))
        client.get(f"/l/{row.table.key}/")
        factories.fill(row)
        factories.confirm_and_sign(row)

        assert ["Place" in card for card in cards(client.get(f"/l/{row.table.key}/", follow=True))] == [False] * 3


@pytest.mark.slow
class TestSeats:
    def test_everybody_is_named_by_seat_and_all_confirmed_the_list_goes_on(self, at_table, row):
        page = at_table.get(SEATED).content.decode()
        assert ("1 · Spieler 1" in page, "4 · Spieler 4" in page) == (True, True)
        for sits, said in (([], "confirm every seat"), (["1", "2", "4"], "Not confirmed yet: Spieler 3"), (["9"], "9")):
            response = at_table.post(SEATED, {"action": "seated", "sits": sits})
            assertContains(response, said, status_code=422)
            row.refresh_from_db()
            assert row.seats_confirmed_at is None

        assert at_table.post(SEATED, {"action": "seated", "sits": ["1", "2", "3", "4"]})["Location"] == TABLE

        row.refresh_from_db()
        assert row.seats_confirmed_at is not None

    def test_somebody_wrong_or_the_list_of_another_table_is_asked_about_and_calls_the_direction(self, at_table, row):
        assert 'id="wrong" open' in at_table.post(SEATED, {"action": "wrong"}).content.decode()

        for fields in ({"place": "3", "text": "Heinz von Tisch 4"}, {"place": "", "text": ""}):
            sent = {"action": "wrong", "entry_key": uuid4(), **fields}
            assert at_table.post(SEATED, sent)["Location"] == CALLS

        made, other = row.calls.order_by("pk")
        assert (made.kind, made.place, made.text) == (Call.Kind.SEAT, 3, "Heinz von Tisch 4")
        assert (made.device != "", other.place) == (True, None)


@pytest.mark.slow
class TestCalls:
    def test_what_was_called_for_is_one_call_and_shown_until_it_is_settled(self, at_table, row):
        for unread in ({"place": "9"}, {"entry_key": ""}, {"text": "x" * 501}, {"place": "x"}):
            assert at_table.post(CALLS, call(**unread)).status_code == 422, unread
        assert not row.calls.exists()

        fields = call()
        for _again in range(2):
            page = at_table.post(CALLS, fields, follow=True).content.decode()
        called = "The direction has been called. Somebody will come to your table."
        assert not [said for said in (called, "Wir brauchen neue Karten.") if said not in page]

        taken_back = at_table.post(CALLS, {"taken_back": row.calls.get().pk}, follow=True)

        assertContains(taken_back, "The call was taken back.")
        assert row.calls.get().settled_by is None

    def test_an_objection_is_settled_by_its_player_alone_and_a_call_of_another_table_stays(self, client):
        series = factories.running_series(factories.tournament(entrants=8))
        client.get(f"/l/{series.tables.get(number=1).key}/")

        def called(table, **said):
            row = factories.list_of(series, table)
            return Call.objects.create(game_list=row, entry_key=uuid4(), called_at=EVENING, **said)

        other, mine = called(2, kind="help"), called(1, kind="objection", place=2, text="Spiel 3")

        client.post(CALLS, {"taken_back": other.pk})
        page = client.post(CALLS, {"taken_back": mine.pk}, follow=True)

        assertContains(page, "It is settled when the player signs")
        assert not Call.objects.exclude(settled_at=None).exists()


def data_of(response) -> dict:
    found = re.search(r'<script id="table-data" type="application/json">(.*?)</script>', response.content.decode())
    return json.loads(found[1])


def another_phone(row) -> Client:
    """Return a phone that showed the same table's code later."""
    made = Client(headers={"accept-language": "en"})
    made.get(f"/l/{row.table.key}/")
    return made


@pytest.fixture
def watching(at_table, row) -> Client:
    """A second phone at a table where the first has entered a deal."""
    at_table.post(TABLE, deal())
    return another_phone(row)


class TestWhatTheScriptBeginsWith:
    def test_is_the_list_the_key_and_the_way_to_send(self, at_table, row):
        at_table.post(TABLE, deal())

        response = at_table.get(TABLE)

        data = data_of(response)
        assert (data["path"], data["phone"], data["table_key"]) == (TABLE, f"{TABLE}phone/", row.table.key)
        assert (data["copy"], data["seats"], data["rounds"]) == ("first", 4, 1)
        assert (data["list"]["names"], data["list"]["version"]) == ([f"Spieler {place}" for place in (1, 2, 3, 4)], 1)
        (sent,) = data["list"]["deals"]
        assert (sent["number"], sent["declarer"], sent["game"], sent["points"]) == (1, 2, "grand", 72)
        assert False not in sent.values()
        # Whoever enters the first deal keeps the list.
        assert (row.phones.get().keeps, data["list"]["keeps"]) == (Phone.Keeps.FIRST, "first")
        # With the hash that its imports have on a real site: another address would be another file.
        assert data["later"] == [static(f"skatturnier/{name}") for name in LATER]
        assert response["Cache-Control"] == "private, no-cache"
        assert at_table.post(TABLE, {"action": "sing"}).status_code == 404

    def test_cannot_be_broken_out_of_and_without_the_key_the_page_is_plain(self, client, director, row):
        row.table.series.tournament.entrants.filter(number=2).update(name="</script><b>&amp;")
        client.get(f"/l/{row.table.key}/")

        response = client.get(TABLE)

        assert b"</script><b>" not in response.content
        assert data_of(response)["list"]["names"][1] == "</script><b>&amp;"
        plain = director.get(TABLE).content.decode()
        assert not [said for said in ("table-data", "page.js") if said in plain]
        assert director.post(TABLE, deal()).status_code == 302


@pytest.mark.slow
def test_another_phone_sees_everything_and_enters_nothing_until_the_direction_granted_it(watching, at_table, row):
    page = watching.get(TABLE).content.decode()
    assert not [said for said in ("Spieler 2 wins Grand with 2: 72", 'data-note="watching">') if said not in page]
    assert (watching.post(TABLE, deal(2, declarer=1)).status_code, row.deals.count()) == (422, 1)

    for _again in range(2):
        assert watching.post(TABLE, {"action": "take-over"}).status_code == 302
    call = Call.objects.get()
    assert call.kind == Call.Kind.TAKE_OVER
    page = watching.get(TABLE).content.decode()
    assert not [said for said in ('data-note="asked">', 'data-note="may-ask" hidden') if said not in page]

    batches.settle_call(call_id=call.pk, granted=True, by=factories.user(), now=EVENING)
    assert watching.post(TABLE, deal(2, declarer=1)).status_code == 302
    assert (at_table.post(TABLE, deal(3, declarer=1)).status_code, row.deals.count()) == (422, 2)


@pytest.mark.slow
def test_the_second_list_is_kept_by_one_other_phone_without_scripts_too(watching, row):
    second = f"{TABLE}?copy=second"
    kept = watching.post(second, {"action": "keep-second"})
    assert (kept.status_code, kept["Location"]) == (302, second)

    response = watching.post(second, deal(1, matadors=1), follow=True)

    assert (SecondDealRow.objects.get().points, DealRow.objects.get().points) == (48, 72)
    page = response.content.decode()
    for said in ("Spieler 2 wins Grand with 1: 48", "Deal 2 of 4", "The two lists of this table differ."):
        assert said in page
    data = data_of(response)
    assert (data["copy"], data["list"]["keeps"], len(data["list"]["deals"])) == ("second", "second", 1)

    page = another_phone(row).post(second, {"action": "keep-second"}, follow=True).content.decode()
    assert (row.phones.filter(keeps="second").count(), "note error" in page) == (1, True)


def test_deals_of_another_phone_are_shown_to_who_keeps_the_list_and_taken_or_left_there_alone(at_table, row):
    line = {"declarer": 3, "game": "grand", "matadors": 1, "won": True}
    at_table.post(TABLE, deal())
    proposal = factories.proposed(row, 2, line=line)
    (brought,) = sides(at_table.get(TABLE).content.decode())
    assert brought.endswith("Declarer: Spieler 3 Game: Grand, Matadors: with 1 Result: won, Points: 48")
    for chosen in ("", "0", "x", "999999999999999999999"):
        assert at_table.post(TABLE, {"action": "accept", "proposal": chosen}).status_code == 404
    other = another_phone(row)
    assert "These deals came from a phone" not in other.get(TABLE).content.decode()
    other.post(TABLE, {"action": "accept", "proposal": proposal.pk})
    assert row.deals.count() == 1

    at_table.post(TABLE, {"action": "dismiss", "proposal": proposal.pk})

    proposal.refresh_from_db()
    assert (proposal.settled_at is not None, proposal.accepted, row.deals.count()) == (True, False, 1)
    taken = factories.proposed(row, 2, line=line, entry_key=uuid4())
    assert at_table.post(TABLE, {"action": "accept", "proposal": taken.pk}).status_code == 302
    assert list(row.deals.values_list("number", "points")) == [(1, 72), (2, 48)]
    assert "These deals came from a phone" not in at_table.get(TABLE).content.decode()


@pytest.mark.slow
def test_before_the_first_deal_the_page_asks_who_sits_here_and_struck_deals_cannot_be_entered(at_table, row):
    assert "Who sits here?" in at_table.get(TABLE).content.decode()
    at_table.post(f"{TABLE}seated/", {"action": "seated", "sits": [1, 2, 3, 4]})
    assert "Who sits here?" not in at_table.get(TABLE).content.decode()

    for sent in (deal(), deal(2, declarer=3, outcome="lost")):
        at_table.post(TABLE, sent)
    page = " ".join(at_table.get(f"{TABLE}?deals").content.decode().split())
    assert "0 · 72 · −144 · 0" in page
    assert page.index("Spieler 3: Grand with 2") < page.index("Spieler 2: Grand")

    row.refresh_from_db()
    row.struck_after = 2
    row.save()
    assert 'data-note="struck">' in at_table.get(TABLE).content.decode()
    assert (at_table.post(TABLE, deal(3, declarer=4)).status_code, row.deals.count()) == (422, 2)


STATIC = Path(settings.BASE_DIR) / "skatturnier" / "static" / "skatturnier"
AT_ONCE = re.compile(r'^(?:import|export) [^;]*? from "(\.[^"]+)";', re.MULTILINE)
WHEN_NEEDED = re.compile(r'import\("(\.[^"]+)"\)')


def reached(names: set[str], *patterns: re.Pattern[str]) -> set[str]:
    """Return these modules and all that they import, by the names of their files."""
    found, open_ones = set(names), set(names)
    while open_ones:
        name = open_ones.pop()
        text = (STATIC / name).read_text(encoding="utf-8")
        for said in (said for pattern in patterns for said in pattern.findall(text)):
            other = (STATIC / name).parent.joinpath(said).resolve().relative_to(STATIC).as_posix()
            open_ones |= {other} - found
            found.add(other)
    return found


def test_all_that_is_imported_when_it_is_needed_is_kept_beforehand():
    at_once = reached({"table/page.js"}, AT_ONCE)
    ever = reached({"table/page.js"}, AT_ONCE, WHEN_NEEDED)

    assert {name for name in LATER if name.endswith(".js")} == ever - at_once
    assert all((STATIC / name).is_file() for name in LATER)
    assert len(at_once) > 15


@pytest.mark.slow
def test_the_command_writes_what_lies_there_and_its_codes_have_their_sentences(tmp_path, monkeypatch, capsys):
    lies_there = write_line_table.LINE_TABLE.read_bytes()
    monkeypatch.setattr(write_line_table, "LINE_TABLE", tmp_path / "lines.json")

    call_command("write_line_table")

    assert (tmp_path / "lines.json").read_bytes() == lies_there
    assert capsys.readouterr().out == f"lines.json: {len(lies_there)} bytes\n"
    codes = json.loads(lies_there)["codes"]
    for language, _name in settings.LANGUAGES:
        with override(language):
            words = phrases()
            assert [words[f"code.{one}"] for one in codes] == [code(Code(one)) for one in codes]
            assert all("ISkO" in words[f"code.{one}"] for one in codes)
