"""What the page of a table hands to a phone, what a phone may ask to be for its list, and the line table."""

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

from scoring.lists.models import Call, DealRow, Phone, Proposal, SecondDealRow
from scoring.lists.wording.refusals import code
from scoring.management.commands import write_line_table
from scoring.rules.codes import Code
from scoring.table.services import batches
from scoring.table.views.entry import LATER
from scoring.table.wording import phrases
from tests.scoring.table.phones_seen import TABLE, deal, sides
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


def data_of(response) -> dict:
    """Return what the page's script begins with."""
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
        assert data["list"]["names"] == [f"Spieler {place}" for place in (1, 2, 3, 4)]
        assert data["list"]["version"] == 1
        (sent,) = data["list"]["deals"]
        assert (sent["number"], sent["declarer"], sent["game"], sent["points"]) == (1, 2, "grand", 72)
        assert False not in sent.values()
        # Whoever enters the first deal keeps the list.
        assert (row.phones.get().keeps, data["list"]["keeps"]) == (Phone.Keeps.FIRST, "first")
        # With the hash that its imports have on a real site: another address would be another file.
        assert data["later"] == [static(f"skatturnier/{name}") for name in LATER]
        assert response["Cache-Control"] == "private, no-cache"
        assert at_table.post(TABLE, {"action": "sing"}).status_code == 404

    def test_cannot_be_broken_out_of_and_is_nothing_without_the_key_so_that_the_direction_uses_the_plain_page(
        self, client, director, row
    ):
        row.table.series.tournament.entrants.filter(number=2).update(name="</script><b>&amp;")
        client.get(f"/l/{row.table.key}/")

        response = client.get(TABLE)

        assert b"</script><b>" not in response.content
        assert data_of(response)["list"]["names"][1] == "</script><b>&amp;"
        plain = director.get(TABLE).content.decode()
        assert ("table-data" in plain, "page.js" in plain) == (False, False)
        assert director.post(TABLE, deal()).status_code == 302


class TestWhoKeepsTheList:
    @pytest.mark.slow
    def test_another_phone_sees_everything_and_enters_nothing_until_the_direction_granted_it(
        self, watching, at_table, row
    ):
        page = watching.get(TABLE).content.decode()
        assert "Spieler 2 wins Grand with 2: 72" in page
        assert re.search(r'data-note="watching">', page)
        assert watching.post(TABLE, deal(2, declarer=1)).status_code == 422
        assert row.deals.count() == 1

        for _again in range(2):
            assert watching.post(TABLE, {"action": "take-over"}).status_code == 302
        call = Call.objects.get()
        assert call.kind == Call.Kind.TAKE_OVER
        page = watching.get(TABLE).content.decode()
        assert re.search(r'data-note="asked">', page)
        assert re.search(r'data-note="may-ask" hidden', page)

        batches.settle_call(call_id=call.pk, granted=True, by=factories.user(), now=EVENING)
        assert watching.post(TABLE, deal(2, declarer=1)).status_code == 302
        assert at_table.post(TABLE, deal(3, declarer=1)).status_code == 422
        assert row.deals.count() == 2


@pytest.mark.slow
def test_the_second_list_is_kept_by_one_other_phone_without_scripts_too(watching, row):
    second = f"{TABLE}?copy=second"
    kept = watching.post(second, {"action": "keep-second"})
    assert (kept.status_code, kept["Location"]) == (302, second)

    response = watching.post(second, deal(1, matadors=1), follow=True)

    assert SecondDealRow.objects.get().points == 48
    page = response.content.decode()
    assert "Spieler 2 wins Grand with 1: 48" in page
    assert "Deal 2 of 4" in page
    assert "The two lists of this table differ." in page
    assert DealRow.objects.get().points == 72
    data = data_of(response)
    assert (data["copy"], data["list"]["keeps"], len(data["list"]["deals"])) == ("second", "second", 1)

    third = another_phone(row)
    page = third.post(second, {"action": "keep-second"}, follow=True).content.decode()
    assert row.phones.filter(keeps="second").count() == 1
    assert "note error" in page


class TestDealsOfAnotherPhone:
    @pytest.fixture
    def proposal(self, at_table, row) -> Proposal:
        at_table.post(TABLE, deal())
        return factories.proposed(row, 2, line={"declarer": 3, "game": "grand", "matadors": 1, "won": True})

    def test_are_shown_to_who_keeps_the_list_and_taken_or_left_but_not_by_a_phone_that_watches(
        self, at_table, row, proposal
    ):
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
        line = {"declarer": 3, "game": "grand", "matadors": 1, "won": True}
        taken = factories.proposed(row, 2, line=line, entry_key=uuid4())
        assert at_table.post(TABLE, {"action": "accept", "proposal": taken.pk}).status_code == 302
        assert list(row.deals.values_list("number", "points")) == [(1, 72), (2, 48)]
        assert "These deals came from a phone" not in at_table.get(TABLE).content.decode()


class TestWhatStandsOnThePage:
    @pytest.mark.slow
    def test_before_the_first_deal_it_asks_who_sits_here_and_struck_deals_cannot_be_entered(self, at_table, row):
        assert "Who sits here?" in at_table.get(TABLE).content.decode()
        at_table.post(f"{TABLE}seated/", {"action": "seated", "sits": [1, 2, 3, 4]})
        assert "Who sits here?" not in at_table.get(TABLE).content.decode()

        at_table.post(TABLE, deal())
        at_table.post(TABLE, deal(2, declarer=3, outcome="lost"))
        page = " ".join(at_table.get(f"{TABLE}?deals").content.decode().split())
        assert "Spieler 3: Grand with 2" in page
        assert "0 · 72 · −144 · 0" in page
        assert page.index("Spieler 3: Grand") < page.index("Spieler 2: Grand")

        row.refresh_from_db()
        row.struck_after = 2
        row.save()
        assert re.search(r'data-note="struck">', at_table.get(TABLE).content.decode())
        assert at_table.post(TABLE, deal(3, declarer=4)).status_code == 422
        assert row.deals.count() == 2


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
def test_the_command_writes_what_lies_with_the_page_and_its_codes_have_their_sentences_with_clauses(
    tmp_path, monkeypatch, capsys
):
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
