"""The list at the table, through its page: its key, its seats, its calls, its deals."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.lists.models import Call, DealRow
from tables.draw.services.seats import start_series
from tests.scoring.pub.evening import opened, row_of
from tests.scoring.table.phones_seen import TABLE, deal
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import read

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_a_later_series_takes_no_entries_and_says_why(client):
    made = factories.tournament(entrants=4, series=2)
    factories.running_series(made)
    row = factories.list_of(factories.running_series(made, 2, published_only=True))
    later = client.get(f"/l/{row.table.key}/")["Location"]

    assert "It takes entries when series 1 is closed." in client.get(later).content.decode()
    response = client.post(later, deal())
    assert response.status_code == 422
    assert "Series 1 is not closed yet. Close it first." in response.content.decode()
    assert not DealRow.objects.exists()


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
        assert "with 2, game 3; 3 × 24 = 72" in page
        assert "Deal 2 of 4" in page
        assert "dealer: Spieler 2" in page

        response = at_table.post(TABLE, {**sent, "matadors": 1})
        assert response.status_code == 422
        assert "sent already with something else in it" in response.content.decode()

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
        for number, (fields, written) in enumerate(
            [
                ({"declarer": 2, "schneider_announced": "on"}, "hand schneider schneider_announced"),
                ({"declarer": 3, "schwarz": "on"}, "schneider schwarz"),
                ({"declarer": 4, "ouvert": "on"}, " ".join(levels)),
                ({"declarer": 1, "game": "null", "matadors": "", "ouvert": "on"}, "ouvert"),
            ],
            start=1,
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

        assert (asked.status_code, offered.status_code) == (422, 422)
        assert "With or without how many?" in asked.content.decode()
        assert "ISkO 3.4.4" in offered.content.decode()
        page = offered.content.decode()
        assert page.index("Diamonds without 4: −90") < page.index("Grand without 4: −240")
        written = row.deals.get()
        assert (written.game, written.matadors, written.won, written.points) == ("diamonds", -4, False, -90)
        assert (written.bid, written.overbid) == (24, False)

    def test_play_without_an_announcement_is_lost_by_bid_and_matadors_4_1_1_and_no_way_around_the_game_that_was_played(
        self, at_table, row
    ):
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

        assert asked.status_code == 422
        said = asked.content.decode()
        assert "Not entered yet. Is this right?" in said
        assert ('class="note warn"' in said, '<input type="checkbox" name="sure">' in said) == (True, True)
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
            assert response.status_code == 422
            assert 'name="sure"' not in response.content.decode()
            assert "Not entered." in response.content.decode(), nonsense

        response = at_table.post(TABLE, deal(declarer="", game=""))
        assert response.status_code == 422
        assert response.content.decode().count("Please choose.") == 2
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


class TestTheKeyOfASignedList:
    def test_opens_nothing_any_more_but_for_the_direction_and_shows_the_way_on(self, client, director, row):
        response = client.get(TABLE)
        assert response.status_code == 403
        assert "key" in response.content.decode() or "QR" in response.content.decode()
        factories.fill(row)
        factories.confirm_and_sign(row)
        scanned = f"/l/{row.table.key}/"

        response = client.get(scanned)
        assert response.status_code == 403
        assert "This list is signed and closed" in response.content.decode()
        assert b'href="/t/cup/standings/"' in response.content
        assert client.post("/code/", {"words": row.table.words}).status_code == 403
        assert client.get(TABLE).status_code == 403
        assert director.get(scanned).status_code == 302

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
        assert 'href="/t/cup/series/2/seats/"' in page
        assert following.tables.get().key not in page

    def test_of_a_table_nobody_ranks_what_they_have_stands_there_all_the_same(self, client):
        row = row_of(opened(3))
        client.get(f"/l/{row.table.key}/")
        factories.fill(row)
        factories.confirm_and_sign(row)

        page = client.get(f"/l/{row.table.key}/", follow=True)
        assert len(cards(page)) == 3
        assert not any("Place" in card for card in cards(page))


class TestSeats:
    def test_everybody_is_named_by_seat_and_all_confirmed_the_list_goes_on(self, at_table, row):
        page = at_table.get(SEATED).content.decode()
        assert ("1 · Spieler 1" in page, "4 · Spieler 4" in page) == (True, True)
        for sits, said in (([], "confirm every seat"), (["1", "2", "4"], "Not confirmed yet: Spieler 3"), (["9"], "9")):
            response = at_table.post(SEATED, {"action": "seated", "sits": sits})
            assert response.status_code == 422
            assert said in response.content.decode()
            row.refresh_from_db()
            assert row.seats_confirmed_at is None

        response = at_table.post(SEATED, {"action": "seated", "sits": ["1", "2", "3", "4"]})

        assert response["Location"] == TABLE
        row.refresh_from_db()
        assert row.seats_confirmed_at is not None

    def test_somebody_wrong_or_the_list_of_another_table_is_asked_about_and_then_the_direction_is_called(
        self, at_table, row
    ):
        page = at_table.post(SEATED, {"action": "wrong"}).content.decode()
        assert 'id="wrong" open' in page

        for fields in ({"place": "3", "text": "Heinz von Tisch 4"}, {"place": "", "text": ""}):
            response = at_table.post(SEATED, {"action": "wrong", "entry_key": uuid4(), **fields})
            assert response["Location"] == CALLS

        made, other = row.calls.order_by("pk")
        assert (made.kind, made.place, made.text) == (Call.Kind.SEAT, 3, "Heinz von Tisch 4")
        assert made.device
        assert other.place is None


class TestCalls:
    def test_what_was_called_for_is_one_call_and_shown_until_it_is_settled(self, at_table, row):
        for unread in ({"place": "9"}, {"entry_key": ""}, {"text": "x" * 501}, {"place": "x"}):
            assert at_table.post(CALLS, call(**unread)).status_code == 422, unread
        assert not row.calls.exists()

        fields = call()
        for _again in range(2):
            page = at_table.post(CALLS, fields, follow=True).content.decode()
        assert "The direction has been called. Somebody will come to your table." in page
        assert "Wir brauchen neue Karten." in page

        page = at_table.post(CALLS, {"taken_back": row.calls.get().pk}, follow=True).content.decode()

        assert "The call was taken back." in page
        assert row.calls.get().settled_by is None

    def test_an_objection_is_settled_by_its_player_alone_and_a_call_of_another_table_not_taken_back_from_here(
        self, client
    ):
        series = factories.running_series(factories.tournament(entrants=8))
        client.get(f"/l/{series.tables.get(number=1).key}/")
        said = {"entry_key": uuid4(), "called_at": EVENING}
        other = Call.objects.create(game_list=factories.list_of(series, 2), kind="help", **said)
        said = {"entry_key": uuid4(), "called_at": EVENING, "place": 2, "text": "Spiel 3"}
        mine = Call.objects.create(game_list=factories.list_of(series), kind="objection", **said)

        client.post(CALLS, {"taken_back": other.pk})
        page = client.post(CALLS, {"taken_back": mine.pk}, follow=True).content.decode()

        assert "It is settled when the player signs" in page
        assert not Call.objects.exclude(settled_at=None).exists()
