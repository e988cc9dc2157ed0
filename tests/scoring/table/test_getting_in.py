"""Getting to the list of a table: its key, its seats, its calls."""

from uuid import uuid4

import pytest

from scoring.lists.models import Call
from tests.scoring.table.pages import TABLE
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SEATED = f"{TABLE}seated/"
CALLS = f"{TABLE}calls/"


def call(**fields):
    return {"action": "call", "entry_key": uuid4(), "place": "", "text": "Wir brauchen neue Karten.", **fields}


class TestTheKeyOfASignedList:
    @pytest.fixture
    def signed(self, row):
        factories.fill(row)
        factories.confirm_and_sign(row)
        return row

    def test_opens_nothing_any_more_and_shows_the_way_to_the_standings(self, client, signed):
        response = client.get(f"/l/{signed.table.key}/")

        assert response.status_code == 403
        assert "This list is signed and closed" in response.content.decode()
        assert b'href="/t/cup/standings/"' in response.content
        assert client.get(TABLE).status_code == 403

    def test_nor_do_its_words(self, client, signed):
        assert client.post("/code/", {"words": signed.table.words}).status_code == 403
        assert client.get(TABLE).status_code == 403

    def test_phones_that_held_it_see_the_list_still(self, at_table, row):
        factories.fill(row)
        factories.confirm_and_sign(row)

        assert at_table.get(f"/l/{row.table.key}/").status_code == 302
        assert at_table.get(TABLE).status_code == 200

    def test_the_direction_gets_everywhere(self, director, signed):
        assert director.get(f"/l/{signed.table.key}/").status_code == 302

    def test_opened_again_the_list_opens_with_its_key(self, client, signed):
        signed.signed_at = None
        signed.save()

        assert client.get(f"/l/{signed.table.key}/")["Location"] == TABLE

    def test_scanned_to_sign_it_leads_there(self, client, row):
        assert client.get(f"/l/{row.table.key}/?sign")["Location"] == f"{TABLE}sign/"


class TestSeats:
    def test_everybody_is_named_by_seat(self, at_table):
        page = at_table.get(SEATED).content.decode()

        assert "1 · Spieler 1" in page
        assert "4 · Spieler 4" in page

    def test_all_confirmed_the_list_goes_on(self, at_table, row):
        response = at_table.post(SEATED, {"action": "seated", "sits": ["1", "2", "3", "4"]})

        assert response["Location"] == TABLE
        row.refresh_from_db()
        assert row.seats_confirmed_at is not None

    @pytest.mark.parametrize(
        ("sits", "said"), [([], "confirm every seat"), (["1", "2", "4"], "Not confirmed yet: Spieler 3"), (["9"], "9")]
    )
    def test_a_seat_left_out_is_named(self, at_table, row, sits, said):
        response = at_table.post(SEATED, {"action": "seated", "sits": sits})

        assert response.status_code == 422
        assert said in response.content.decode()
        row.refresh_from_db()
        assert row.seats_confirmed_at is None

    def test_somebody_wrong_is_asked_about_and_then_the_direction_is_called(self, at_table, row):
        page = at_table.post(SEATED, {"action": "wrong"}).content.decode()
        assert 'id="wrong" open' in page

        fields = {"action": "wrong", "entry_key": uuid4(), "place": "3", "text": "Heinz von Tisch 4"}
        response = at_table.post(SEATED, fields)

        assert response["Location"] == CALLS
        made = row.calls.get()
        assert (made.kind, made.place, made.text) == (Call.Kind.SEAT, 3, "Heinz von Tisch 4")
        assert made.device

    def test_the_list_of_another_table_calls_it_too(self, at_table, row):
        at_table.post(SEATED, {"action": "wrong", "entry_key": uuid4(), "place": "", "text": ""})

        assert row.calls.get().place is None

    def test_only_with_the_key(self, client, row):
        assert client.get(SEATED).status_code == 403
        assert client.post(SEATED, {"action": "seated", "sits": ["1", "2", "3", "4"]}).status_code == 403


class TestCalls:
    def test_what_was_called_for_is_shown_until_it_is_settled(self, at_table, row):
        page = at_table.post(CALLS, call(), follow=True).content.decode()

        assert "The direction has been called." in page
        assert "Wir brauchen neue Karten." in page

        page = at_table.post(CALLS, {"taken_back": row.calls.get().pk}, follow=True).content.decode()

        assert "The call was taken back." in page
        assert row.calls.get().settled_by is None

    def test_sent_twice_it_is_one_call(self, at_table, row):
        fields = call()
        at_table.post(CALLS, fields)
        at_table.post(CALLS, fields)

        assert row.calls.count() == 1

    @pytest.mark.parametrize("fields", [{"place": "9"}, {"entry_key": ""}, {"text": "x" * 501}, {"place": "x"}])
    def test_what_cannot_be_read_calls_nobody(self, at_table, row, fields):
        response = at_table.post(CALLS, call(**fields))

        assert response.status_code == 422
        assert not row.calls.exists()

    def test_an_objection_is_settled_by_its_player_alone(self, at_table, row):
        Call.objects.create(
            game_list=row, kind="objection", entry_key=uuid4(), place=2, text="Spiel 3", called_at=EVENING
        )

        page = at_table.post(CALLS, {"taken_back": row.calls.get().pk}, follow=True).content.decode()

        assert "It is settled when the player signs" in page
        assert row.calls.get().settled_at is None

    def test_a_call_of_another_table_is_not_taken_back_from_here(self, client):
        series = factories.running_series(factories.tournament(entrants=8))
        client.get(f"/l/{series.tables.get(number=1).key}/")
        other = Call.objects.create(
            game_list=factories.list_of(series, 2), kind="help", entry_key=uuid4(), called_at=EVENING
        )

        client.post(CALLS, {"taken_back": other.pk})

        other.refresh_from_db()
        assert other.settled_at is None

    def test_hostile_words_stay_text(self, at_table):
        page = at_table.post(CALLS, call(text="<script>alert(1)</script>"), follow=True).content.decode()

        assert "<script>alert" not in page

    def test_only_with_the_key(self, client, row):
        assert client.get(CALLS).status_code == 403
        assert client.post(CALLS, call()).status_code == 403
