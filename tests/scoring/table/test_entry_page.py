"""The list at the table, through its page: its key, its seats, its calls, its deals."""

from uuid import uuid4

import pytest

from scoring.lists.models import Call, DealRow
from scoring.results.services.series import publish_together
from tables.draw.services.seats import renew_key, start_series
from tests.scoring.pub.evening import opened, row_of
from tests.scoring.table.phones_seen import TABLE, deal
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import read

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestTheKey:
    def test_without_it_the_list_stays_shut_with_a_sentence(self, client, row):
        response = client.get(TABLE)

        assert response.status_code == 403
        assert "key" in response.content.decode() or "QR" in response.content.decode()

    def test_of_another_table_does_not_help(self, client):
        series = factories.running_series(factories.tournament(entrants=8))
        client.get(f"/l/{factories.list_of(series, 2).table.key}/")

        assert client.get(TABLE).status_code == 403
        assert client.post(TABLE, deal()).status_code == 403
        assert not DealRow.objects.exists()

    def test_renewed_shuts_the_old_one_out(self, at_table, row):
        renew_key(table_id=row.table_id, by=factories.user(), now=EVENING)

        assert at_table.get(TABLE).status_code == 403

    def test_unknown_is_not_found(self, client, row):
        assert client.get("/l/nonsense/").status_code == 404

    def test_the_director_needs_none(self, director, row):
        assert director.get(TABLE).status_code == 200

    def test_before_publication_there_is_no_list(self, client):
        made = factories.tournament(entrants=4)
        series = made.series.get()
        table = series.tables.create(number=1, size=4)

        assert client.get(f"/l/{table.key}/").status_code == 404


class TestBeforeItsTime:
    @pytest.mark.thorough
    def test_a_later_series_takes_no_entries_and_says_why(self, client):
        made = factories.tournament(entrants=4, series=2)
        first = factories.drawn_together(made)
        publish_together(series_id=first.pk, by=factories.user(), now=EVENING)
        row = factories.list_of(made.series.get(number=2))
        later = client.get(f"/l/{row.table.key}/")["Location"]

        assert "It takes entries when series 1 is closed." in client.get(later).content.decode()
        response = client.post(later, deal())
        assert response.status_code == 422
        assert "Series 1 is not closed yet. Close it first." in response.content.decode()
        assert not DealRow.objects.exists()
        assert made.series.get(number=2).status == "published"

        start_series(series_id=first.pk, by=factories.user(), now=EVENING)
        factories.close_series(first)
        assert "It takes entries when" not in client.get(later).content.decode()
        assert client.post(later, deal()).status_code == 302
        assert made.series.get(number=2).status == "running"


class TestEntering:
    def test_without_scripts_the_page_redirects_after_entry(self, at_table):
        response = at_table.post(TABLE, deal())

        assert (response.status_code, response["Location"]) == (302, TABLE)

    def test_the_computation_and_the_next_deal_stand_there(self, at_table):
        page = at_table.post(TABLE, deal(), follow=True).content.decode()

        assert "with 2, game 3; 3 × 24 = 72" in page
        assert "Deal 2 of 4" in page
        assert "dealer: Spieler 2" in page

    def test_passed_in_takes_one_button(self, at_table, row):
        at_table.post(TABLE, {"entry_key": uuid4(), "number": 1, "outcome": "passed"})

        assert row.deals.get().declarer is None

    @pytest.mark.parametrize("announced", ["schneider_announced", "schwarz_announced"])
    def test_what_nobody_can_announce_is_refused_with_its_clause(self, at_table, row, announced):
        null = {"game": "null", "declarer": 2, "outcome": "won"}

        refused = at_table.post(TABLE, {"entry_key": uuid4(), "number": 1, announced: "on"} | null)

        assert refused.status_code == 422
        assert "Null has neither Schneider nor Schwarz. (ISkO 5.1.2)" in refused.content.decode()
        assert at_table.post(TABLE, {"entry_key": uuid4(), "number": 1} | null).status_code == 302
        assert row.deals.count() == 1

    def test_sent_twice_counts_once(self, at_table, row):
        sent = deal()

        for _again in range(2):
            assert at_table.post(TABLE, sent).status_code == 302

        assert row.deals.count() == 1

    def test_the_same_key_with_another_deal_is_refused_with_a_sentence(self, at_table, row):
        sent = deal()
        at_table.post(TABLE, sent)

        response = at_table.post(TABLE, {**sent, "matadors": 1})

        assert response.status_code == 422
        assert "sent already with something else in it" in response.content.decode()

    def test_all_reasons_are_said_with_their_clauses_and_nothing_typed_is_lost(self, at_table, row):
        response = at_table.post(TABLE, deal(declarer=1, matadors=5, schwarz="on"))
        page = response.content.decode()

        assert response.status_code == 422
        for clause in ("ISkO 3.2.7", "ISkO 2.4.3", "ISkO 5.2.4"):
            assert clause in page
        assert 'name="matadors" value="5"' in page
        assert response.context["form"]["schwarz"].value() is True
        assert not row.deals.exists()

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(
        ("fields", "clause"),
        [
            ({"game": "null", "matadors": 1}, "ISkO 5.3.1"),
            ({"matadors": ""}, "ISkO 2.4.2"),
            ({"matadors": -1, "schneider": "on", "schwarz": "on"}, "ISkO 5.2.4"),
            ({"bid": 100}, "ISkO 5.4.1"),
            ({"bid": 19, "outcome": "lost"}, "ISkO 3.3.1"),
            ({"overbid": "on", "outcome": "lost"}, "ISkO 5.4.1"),
        ],
        ids=str,
    )
    def test_what_the_rules_refuse_is_refused(self, at_table, fields, clause):
        response = at_table.post(TABLE, deal(**fields))

        assert response.status_code == 422
        assert clause in response.content.decode()
        assert not DealRow.objects.exists()

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(
        ("fields", "written"),
        [
            ({"schneider_announced": "on"}, "hand schneider schneider_announced"),
            ({"hand": "on", "schneider_announced": "on"}, "hand schneider schneider_announced"),
            ({"schwarz": "on"}, "schneider schwarz"),
            ({"ouvert": "on"}, "hand schneider schneider_announced schwarz schwarz_announced ouvert"),
            ({"schwarz_announced": "on", "outcome": "lost"}, "hand schneider_announced schwarz_announced"),
            ({"game": "null", "matadors": "", "ouvert": "on"}, "ouvert"),
        ],
        ids=str,
    )
    def test_what_is_implied_is_added_without_scripts_too(self, at_table, row, fields, written):
        response = at_table.post(TABLE, deal(**fields))
        if response.status_code == 422:
            # What is rare is asked back about; it is so.
            assert response.context["form"].asks, response.context["form"].errors
            at_table.post(TABLE, deal(**fields) | {"sure": "on"})

        entered = row.deals.get()
        levels = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert")
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

    def test_play_without_an_announcement_is_lost_by_bid_and_matadors_4_1_1(self, at_table, row):
        unannounced = deal(game="", matadors=1, bid=50, outcome="lost")

        assert "Hearts with 1: −100" in at_table.post(TABLE, unannounced).content.decode()
        at_table.post(TABLE, {**unannounced, "instead": "hearts"})

        written = row.deals.get()
        assert (written.game, written.overbid, written.points) == ("hearts", True, -100)

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("chosen", ["diamonds", "null", "tarot"])
    def test_a_reading_is_no_way_around_the_game_that_was_played(self, at_table, row, chosen):
        at_table.post(TABLE, deal(game="clubs", matadors=1, outcome="lost", instead=chosen))
        at_table.post(TABLE, deal(game="null", matadors="", bid=24, outcome="lost", instead=chosen))

        assert [one.game for one in row.deals.all()] in (["clubs"], [])

    def test_a_rare_line_is_asked_about_and_entered_when_sure(self, at_table, row):
        rare = deal(game="clubs", matadors=6)
        asked = at_table.post(TABLE, rare)

        assert asked.status_code == 422
        assert "Is this right?" in asked.content.decode()
        assert 'name="sure"' in asked.content.decode()
        at_table.post(TABLE, {**rare, "sure": "on"})

        assert row.deals.get().points == 84

    @pytest.mark.parametrize(
        "nonsense",
        [
            {},
            {"number": "abc", "entry_key": "x", "outcome": "won"},
            {"number": "9" * 40, "entry_key": "0", "outcome": "?"},
            {"number": "1", "outcome": "won"},
            {"number": "-1", "declarer": "99", "game": "poker", "matadors": "99", "bid": "1e9", "outcome": "won"},
            {"number": "1\x00", "game": "\x00", "outcome": "\ud83d"},
        ],
        ids=str,
    )
    def test_nonsense_is_answered_with_a_sentence(self, at_table, nonsense):
        response = at_table.post(TABLE, {key: value.encode("utf-8", "replace") for key, value in nonsense.items()})

        assert response.status_code == 422
        assert 'name="sure"' not in response.content.decode()
        assert "Not entered." in response.content.decode()

    def test_declarer_and_game_are_asked_for(self, at_table):
        response = at_table.post(TABLE, deal(declarer="", game=""))

        assert response.status_code == 422
        assert response.content.decode().count("Please choose.") == 2

    def test_a_played_deal_is_not_passed_in_by_a_slip(self, at_table, row):
        response = at_table.post(TABLE, deal(outcome="passed"))

        assert response.status_code == 422
        assert not row.deals.exists()

    @pytest.mark.thorough
    def test_a_signed_list_takes_nothing(self, at_table, row):
        factories.fill(row)
        factories.confirm_and_sign(row)

        response = at_table.post(TABLE, deal(5))

        assert response.status_code == 422
        assert row.deals.count() == 4

    def test_the_dealer_of_a_table_of_four_cannot_be_chosen(self, at_table):
        page = at_table.get(TABLE).content.decode()

        assert page.count("disabled") >= 1
        assert 'name="declarer" value="1"' in page.split("disabled")[1] or 'value="1"' in page

    def test_the_page_takes_the_same_number_of_queries_whatever_the_list(
        self, at_table, row, django_assert_max_num_queries
    ):
        factories.fill(row)

        with django_assert_max_num_queries(18):
            at_table.get(TABLE)

    def test_a_deal_takes_few_queries(self, at_table, django_assert_max_num_queries):
        with django_assert_max_num_queries(30):
            at_table.post(TABLE, deal())


def test_a_hostile_name_is_shown_as_text(client):
    row = factories.running_list()
    row.table.seats.get(place=2).entrant.__class__.objects.filter(number=2).update(name="<script>alert(1)</script>")
    client.get(f"/l/{row.table.key}/")

    page = client.post(TABLE, deal(), follow=True).content.decode()

    assert "<script>alert" not in page


SEATED = f"{TABLE}seated/"
CALLS = f"{TABLE}calls/"


def call(**fields):
    return {"action": "call", "entry_key": uuid4(), "place": "", "text": "Wir brauchen neue Karten.", **fields}


def cards(page):
    """Return what each player of a signed list hears."""
    return [card.text for card in read(page.content.decode()).one("ol", "last-cards").all("li")]


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

    @pytest.mark.thorough
    def test_leads_to_the_series_that_is_on(self, client):
        row = factories.running_list(series=2)
        factories.fill(row)
        factories.confirm_and_sign(row)
        assert "is on" not in client.get(f"/l/{row.table.key}/").content.decode()
        factories.close_series(row.table.series)
        following = factories.running_series(row.table.series.tournament, 2)

        page = client.get(f"/l/{row.table.key}/").content.decode()

        assert "Series 2 is on" in page
        assert 'href="/t/cup/series/2/seats/"' in page
        assert following.tables.get().key not in page

    def test_phones_that_held_it_hear_what_they_have_where_they_stand_and_where_they_sit_next(self, client):
        row = factories.running_list(series=2)
        client.get(f"/l/{row.table.key}/")
        factories.fill(row, seat=1)
        factories.confirm_and_sign(row)
        first = ["Spieler 1 366 Place 1 of 4", "Spieler 2 122 Place 2 of 4"]
        assert cards(client.get(TABLE))[:2] == first

        factories.close_series(row.table.series)
        factories.running_series(row.table.series.tournament, 2, published_only=True)

        for page in (client.get(TABLE), client.get(TABLE, headers={"HX-Request": "true"})):
            assert cards(page)[:2] == [f"{card} Table 1, seat {seat}" for seat, card in enumerate(first, start=1)]
            assert "Series 2: the seats are out" in page.content.decode()

    def test_of_a_table_nobody_ranks_what_they_have_stands_there_all_the_same(self, client):
        row = row_of(opened(3))
        client.get(f"/l/{row.table.key}/")
        factories.fill(row)
        factories.confirm_and_sign(row)

        page = client.get(f"/l/{row.table.key}/", follow=True)
        assert len(cards(page)) == 3
        assert not any("Place" in card for card in cards(page))

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

        assert "The direction has been called. Somebody will come to your table." in page
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
