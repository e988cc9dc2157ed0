"""What the tables call for, answered on the board.

Codes of four words: easy to type, impossible to guess.
"""

import secrets
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from pytest_django.asserts import assertContains

from scoring.lists.models import Call
from scoring.lists.services import phones
from scoring.table.services import batches as table_calls
from tables.accounts.models import Guess
from tables.acts.services import Refused
from tables.acts.wording.refusals import refusal
from tables.draw import codewords
from tables.draw.services.seats import renew_key
from tables.hall import services
from tests.support import factories
from tests.support.event_in_mid_day import BOARD, page, running
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

CALLS = f"{BOARD}calls/"
MINE, OTHER = "a" * 32, "b" * 32


@pytest.fixture
def series():
    return running()


@pytest.fixture
def row(series):
    return factories.list_of(series)


def test_another_phone_keeps_the_list_when_the_direction_says_so_and_only_then(director, row):
    phones.keep(list_id=row.pk, device=MINE, copy="first", by=None, now=EVENING)
    for action, keeper in (("no", MINE), ("grant", OTHER)):
        asks = phones.ask_to_take_over(list_id=row.pk, device=OTHER, copy="first", entry_key=uuid4(), now=EVENING)
        assertContains(answer(director, asks, action), "Saved.")
        assert row.phones.get(keeps="first").device == keeper


def answer(client: Client, call: Call | int, action: str = "done"):
    return client.post(CALLS, {"call": call.pk if isinstance(call, Call) else call, "action": action}, follow=True)


def test_a_call_is_settled_and_twice_it_counts_once(director, series, row):
    wanted = factories.call_from(row, device=MINE)
    assertContains(answer(director, wanted), "Saved.")

    wanted.refresh_from_db()
    assert (wanted.granted, wanted.settled_by) == (True, factories.user())
    assert "The table needs help" not in page(director)
    acts = series.tournament.journal.count()
    assert (answer(director, wanted).status_code, series.tournament.journal.count()) == (200, acts)


def test_what_is_no_answer_is_said_to_be_none_and_a_call_of_another_series_is_not_found(director, series):
    for fields in ({}, {"call": "x", "action": "done"}, {"call": 1, "action": "burn"}):
        said = director.post(CALLS, fields, follow=True)
        late = "Somebody else has changed this in the meantime. Please look at it again."
        assertContains(said, late, msg_prefix=str(fields))

    other = factories.running_series(factories.tournament(slug="other", entrants=4))
    foreign = factories.call_from(factories.list_of(other), device=MINE)
    assert [answer(director, call).status_code for call in (foreign, 12345)] == [404, 404]


def test_a_player_leaves_and_is_back_when_the_direction_says_so(director, row):
    def asks(kind: str, place: int, action: str) -> tuple[Call, str]:
        call = factories.call_from(row, kind, place, device=MINE)
        text = answer(director, call, action).content.decode()
        row.refresh_from_db()
        call.refresh_from_db()
        return call, text

    assert ("Saved." in asks("leaves", 3, "no")[1], row.presence) == (True, [])

    waiting = factories.call_from(row, "leaves", 3, device=MINE)
    with pytest.raises(Refused, match="only-the-direction"):
        table_calls.settle_call(call_id=waiting.pk, granted=True, by=None, now=EVENING)
    shown = page(director)
    assert ("A player leaves the table" in shown, "It would hold from round 1 on." in shown) == (True, True)
    assertContains(answer(director, waiting, "grant"), "Saved.")
    row.refresh_from_db()
    assert row.presence == [[1, [1, 2, 4]]]

    second, text = asks("leaves", 2, "grant")
    assert ("Skat takes three" in text, second.settled_at) == (True, None)

    asks("returns", 3, "grant")
    assert row.presence == []


def guess(typed, *, address="10.0.0.7", now=EVENING):
    return services.table_by_words(typed=typed, address=address, now=now)


def test_there_are_1024_short_words_of_which_no_two_are_alike_but_for_a_letter():
    words = codewords.WORDS

    assert len(words) == len(set(words)) == 1024
    assert all(3 <= len(word) <= 8 and word.isascii() and word.islower() for word in words)
    other_letter = [word[:at] + "?" + word[at + 1 :] for word in words for at in range(len(word))]
    assert len(set(other_letter)) == len(other_letter)
    assert {word[:at] + word[at + 1 :] for word in words for at in range(len(word))}.isdisjoint(words)


def test_words_are_read_however_they_are_written_and_a_slip_of_the_finger_is_understood():
    for typed in ("baer-apfel-floete-strauss", "BÄR, Apfel Flöte Strauß", "  Ba\u0308r.apfel flo\u0308te/STRAUSS "):
        assert codewords.read(typed) == "baer apfel floete strauss", typed
    assert [codewords.meant(typed) for typed in ("apffel", "xqzzy")] == ["apfel", None]


WRONG = "apfel apfel apfel apfel"


def guess_wrong(**fields) -> None:
    for _ten in range(10):
        with pytest.raises(Refused, match="no-such-words"):
            guess(WRONG, **fields)


@pytest.fixture
def table():
    return factories.running_list().table


class TestGuessing:
    def test_the_words_open_their_table_until_they_are_renewed_with_the_key_or_its_series_is_not_published(self, table):
        old = table.words
        assert guess(old.upper().replace(" ", "-")) == table
        renew_key(table_id=table.pk, by=factories.user(), now=EVENING)
        with pytest.raises(Refused, match="no-such-words"):
            guess(old)
        table.refresh_from_db()
        assert guess(table.words) == table
        table.series.published_at = None
        table.series.save()

        with pytest.raises(Refused, match="no-such-words"):
            guess(table.words)

    def test_ten_wrong_ones_and_even_the_right_one_opens_nothing_for_a_quarter_of_an_hour(self, table):
        guess_wrong()

        with pytest.raises(Refused, match="too-many-guesses") as refused:
            guess(table.words)

        until = EVENING + timedelta(minutes=15)
        assert (refused.value.facts, "19:15" in refusal(refused.value)) == ({"until": until}, True)
        assert guess(table.words, address="10.0.0.8") == guess(table.words, now=until) == table

    def test_the_time_said_is_never_too_early_what_counts_no_more_is_forgotten_and_no_address_is_kept(self, table):
        late = EVENING + timedelta(seconds=30)
        guess_wrong(now=late)
        assert not Guess.objects.filter(address_hash__contains="10.0.0.7").exists()

        with pytest.raises(Refused) as refused:
            guess(table.words, now=late)

        assert guess(table.words, now=refused.value.facts["until"]) == table
        assert not Guess.objects.filter(at__lte=late).exists()

    @pytest.mark.thorough
    @pytest.mark.proof("keys")
    def test_a_thousand_guesses_hit_nothing(self, prove, is_thorough):
        factories.running_series(factories.tournament(entrants=200 if is_thorough else 8))
        hits = reads = 0
        for at in range(1000 if is_thorough else 100):
            try:
                guess(codewords.code(secrets.randbelow), now=EVENING + timedelta(seconds=at))
                hits += 1
            except Refused as refused:
                reads += refused.code == "no-such-words"

        assert hits == 0
        # 1000 seconds are a quarter of an hour and a bit: ten are read in the first, ten in the second.
        assert reads == (20 if is_thorough else 10)
        prove(f"1,000 guessed words in 1,000 s: {reads} looked at, {hits} hits")


class TestThePage:
    def test_four_words_lead_to_the_list_and_cards_and_doors_lead_to_them(self, client, director, table):
        shut = "/t/cup/series/1/table/1/"
        assertContains(director.get("/t/cup/office/series/1/keys/"), table.words)
        assert [b'href="/code/"' in client.get(page).content for page in ("/", shut)] == [True, True]

        assert client.post("/code/", {"words": table.words})["Location"] == shut
        assert client.get(shut).status_code == 200

    def test_what_is_no_code_is_said_what_was_typed_stays_and_what_can_be_none_is_not_counted(self, client, table):
        for typed, said in (
            ("", "This field is required."),
            ("apfel apfel", "has four words"),
            ("apffel apfel apfel apfel", "Is it “apfel”?"),
            ("<b> apfel apfel apfel", "“b” is none of the words used here"),
            ("qqqqq apfel apfel apfel", "is none of the words used here"),
            ("x" * 5000, "120"),
            (WRONG, "No table has these four words"),
        ):
            response = client.post("/code/", {"words": typed})
            page = response.content.decode().replace("&lt;", "<").replace("&gt;", ">")
            assert (response.status_code, said in page) == (422, True), typed
            assert f'value="{typed}"' in page or not typed
            assert Guess.objects.exists() == (typed == WRONG)

    def test_after_ten_wrong_ones_it_says_when_codes_are_read_again_and_nobody_makes_an_address_up(self, client, table):
        with time_machine.travel(EVENING, tick=False):
            for claimed in range(10):
                client.post("/code/", {"words": WRONG}, headers={"x-forwarded-for": f"10.9.9.{claimed}"})
            response = client.post("/code/", {"words": table.words})
        assertContains(response, "19:15", status_code=422)

    def test_behind_a_proxy_the_address_it_saw_counts_and_not_what_the_visitor_claims(self, client, table, settings):
        settings.TLS, settings.SECURE_SSL_REDIRECT = True, False
        for claimed in range(10):
            client.post("/code/", {"words": WRONG}, headers={"x-forwarded-for": f"10.9.9.{claimed}, 203.0.113.7"})
        for seen, status in (("203.0.113.7", 422), ("203.0.113.8", 302)):
            answer = client.post("/code/", {"words": table.words}, headers={"x-forwarded-for": seen})
            assert answer.status_code == status

    def test_of_an_address_of_ipv6_only_the_network_counts(self, client, table):
        for host in range(10):
            client.post("/code/", {"words": WRONG}, REMOTE_ADDR=f"2001:db8::{host}")
        for address, status in (("2001:db8::ffff", 422), ("::ffff:10.0.0.1", 302)):
            assert client.post("/code/", {"words": table.words}, REMOTE_ADDR=address).status_code == status
