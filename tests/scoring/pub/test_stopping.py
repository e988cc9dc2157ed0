"""A table without a tournament stops before its last deal, and signs what it played."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from scoring.history.selectors.verification import verified
from scoring.lists.models import Phone
from scoring.lists.selectors import boards
from scoring.lists.selectors.settlement import settlement_of
from scoring.lists.selectors.sheets import sheet
from scoring.lists.services.lists import ListSigned
from scoring.lists.services.phones import keep
from scoring.paper.sheets.notes import notes
from scoring.pub.services import stop
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from tables.acts.services.refusals import Refused
from tests.scoring.houses.evening import deal, enter, house_list, played, ramsch
from tests.scoring.pub.evening import ENGLISH, NOW, opened, play, row_of
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def page(table, name="pub-stop"):
    slug = table.series.tournament.slug
    return reverse(f"scoring:{name}", kwargs={"slug": slug, "series": 1, "table": 1})


def said(client, table, name="pub-stop"):
    response = client.get(page(table, name))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


@pytest.fixture
def table():
    made = opened(stake=Fraction(1), rounds=12)
    play(made, [(1, GRAND), (2, GRAND_LOST)])
    return made


@pytest.fixture
def holder(table) -> Client:
    client = Client(headers=ENGLISH)
    client.get(f"/l/{table.key}/")
    return client


def stopped(table, **fields):
    row = row_of(table)
    known = {"list_id": row.pk, "version": row.version, "because": "alle wollten heim", "device": "", "now": NOW}
    return stop(**known | fields)


def play_on(table):
    enter(row_of(table), Deal(number=3))
    return row_of(table)


class TestStopping:
    def test_the_list_leads_there_and_from_there_to_the_signatures(self, table, holder):
        assert page(table) in said(holder, table, "list")
        assert "As it stands after 2 deals." in said(holder, table)

        sent = {"version": row_of(table).version, "agreed": "on"}
        answer = holder.post(page(table), sent)

        assert answer["Location"] == page(table, "sign")
        assert "Ended after deal 2 of 36" in said(holder, table, "sign")
        assert "The list ends here." in said(holder, table, "list")

    def test_signed_it_says_where_it_ended_and_who_pays_whom(self, table, holder):
        before = settlement_of(sheet(row_of(table)))
        stopped(table)
        factories.confirm_and_sign(row_of(table))

        for name in ("list", "sign", "settlement"):
            assert "Ended after deal 2 of 36" in said(holder, table, name)
        assert page(table) not in said(holder, table, "list")
        closed = sheet(row_of(table))
        assert settlement_of(closed) == before
        assert "Bernd Bube pays Anna Abend" in said(holder, table, "settlement").replace("\N{NO-BREAK SPACE}", " ")
        assert [note.full for note in notes(closed)][-1] == "Ended after deal 2 of 36: alle wollten heim"
        assert verified(table.series.tournament).discrepancies == ()

    def test_they_may_go_on_all_the_same(self, table):
        stopped(table)

        row = play_on(table)

        assert signing.not_confirmed(row) == [1, 2, 3]
        assert sheet(row).is_ready_to_sign

    def test_done_twice_it_counts_once(self, table):
        row = stopped(table)

        again = stopped(table)

        assert (again.version, table.series.tournament.journal.filter(action="list.accepted-short").count()) == (
            row.version,
            1,
        )

    def test_a_bierlachs_has_no_last_deal(self):
        table = opened(profile="bierlachs", stake=Fraction(1))
        enter(row_of(table), deal(1, 1, played(), profile="bierlachs"))
        stopped(table)
        client = Client(headers=ENGLISH)
        client.get(f"/l/{table.key}/")

        assert "<p>Ended after deal 1</p>" in said(client, table, "sign")


class TestRefused:
    def test_unless_all_agree(self, table, holder):
        answer = holder.post(page(table), {"version": row_of(table).version})

        assert answer.status_code == 422
        assert "only if all players agree" in answer.content.decode()
        assert row_of(table).short_because == ""

    def test_what_nobody_has_seen(self, table, holder):
        version = row_of(table).version
        play_on(table)

        answer = holder.post(page(table), {"version": version, "agreed": "on"})

        assert answer.status_code == 422
        assert "As it stands after 3 deals." in answer.content.decode()
        assert row_of(table).short_because == ""

    def test_a_signed_list(self, table):
        stopped(table)
        factories.confirm_and_sign(row_of(table))

        with pytest.raises(ListSigned):
            stopped(table)

    def test_by_a_phone_that_does_not_keep_it(self, table):
        keep(list_id=row_of(table).pk, device="a" * 32, copy=Phone.Keeps.FIRST, by=None, now=NOW)

        with pytest.raises(Refused) as refusal:
            stopped(table, device="b" * 32)

        assert refusal.value.code == "kept-by-other"

    def test_before_the_first_deal(self):
        table = opened()
        client = Client(headers=ENGLISH)
        client.get(f"/l/{table.key}/")

        assert "No deal is written down yet." in said(client, table)

    def test_a_table_of_a_tournament(self):
        row = factories.running_list(seats=3)
        client = Client()
        client.get(f"/l/{row.table.key}/")

        assert client.post(page(row.table), {"version": row.version, "agreed": "on"}).status_code == 404


class TestFive:
    def test_everybody_signs_on_the_page(self):
        table = opened(5, profile="kneipe")
        stopped(table)
        client = Client(headers=ENGLISH)
        client.get(f"/l/{table.key}/")

        for place in range(1, 6):
            sent = {"place": place, "version": row_of(table).version, "heard_by": place % 5 + 1, "action": "confirm"}
            assert client.post(page(table, "sign"), sent).status_code == 302
        client.post(page(table, "sign"), {"action": "sign"})

        assert row_of(table).signed_at

    def test_the_fifth_may_say_no(self):
        table = opened(5, profile="kneipe")
        stopped(table)
        client = Client(headers=ENGLISH)
        client.get(f"/l/{table.key}/")
        key = "7d0f2c52-53c2-4d6b-8ad0-7e6f1f3f4a55"

        client.post(page(table, "sign"), {"place": 5, "text": "Nein.", "entry_key": key, "action": "object"})

        assert row_of(table).objections.get().place == 5


class TestAsTheProfileSays:
    def test_a_bierlachs_ends_with_its_target(self):
        name = {"profile": "bierlachs target=50"}
        row = house_list("bierlachs target=50")
        enter(row, deal(1, 1, played(won=False), **name))
        client = Client(headers=ENGLISH)
        client.get(f"/l/{row.table.key}/")

        read = said(client, row.table, "list")
        assert 'data-note="ready"> <p><strong>All deals are entered.' in read
        assert 'id="ticks" hidden' in read
        (line,) = boards.board(row.table.series)
        assert (line.state, line.entered, line.length) == ("complete", 1, 1)
        assert boards.states(row.table.series) == {row.table_id: "complete"}
        factories.confirm_and_sign(row)
        factories.close_series(row.table.series)
        assert verified(row.table.series.tournament).discrepancies == ()

    def test_one_short_of_it_does_not(self):
        row = house_list("bierlachs target=100")
        enter(row, deal(1, 1, played(won=False), profile="bierlachs target=100"))

        assert sheet(row).next_number == 2
        assert not sheet(row).is_ready_to_sign

    def test_a_raeuberskat_ends_with_its_programme(self):
        name = {"profile": "raeuberskat"}
        row = house_list("raeuberskat", rounds=1)
        games = (Game.HEARTS, Game.GRAND, Game.NULL)
        for at, game in enumerate(games):
            matadors = None if game is Game.NULL else 2
            enter(row, *(deal(3 * at + seat, seat, played(game, matadors), **name) for seat in (1, 2, 3)))
        enter(row, *(ramsch(number, (20, 35, 65), (2, 3, 5), **name) for number in (10, 11)))
        assert (sheet(row).next_number, sheet(row).is_ready_to_sign) == (12, False)

        enter(row, ramsch(12, (20, 35, 65), (2, 3, 5), **name))

        assert sheet(row).next_number is None
        factories.confirm_and_sign(row)
