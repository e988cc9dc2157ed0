"""What the tables call for, answered on the board.

Codes of four words: easy to type, impossible to guess.
"""

import secrets
from datetime import timedelta
from itertools import combinations
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

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


@pytest.fixture
def help_wanted(row) -> Call:
    return factories.call_from(row, device=MINE)


@pytest.fixture
def take_over(row) -> Call:
    """A phone that asks for the list which another keeps."""
    phones.keep(list_id=row.pk, device=MINE, copy="first", by=None, now=EVENING)
    return phones.ask_to_take_over(list_id=row.pk, device=OTHER, copy="first", entry_key=uuid4(), now=EVENING)


def answer(client: Client, call: Call | int, action: str = "done"):
    return client.post(CALLS, {"call": call.pk if isinstance(call, Call) else call, "action": action}, follow=True)


def test_a_call_is_settled(director, help_wanted):
    text = answer(director, help_wanted).content.decode()

    help_wanted.refresh_from_db()
    assert help_wanted.granted
    assert help_wanted.settled_by == factories.user()
    assert "Saved." in text
    assert "The table needs help" not in page(director)


def test_settled_twice_it_counts_once(director, help_wanted):
    answer(director, help_wanted)
    acts = help_wanted.game_list.table.series.tournament.journal.count()

    assert answer(director, help_wanted).status_code == 200
    assert help_wanted.game_list.table.series.tournament.journal.count() == acts


def test_another_phone_keeps_the_list_when_the_direction_says_so(director, row, take_over):
    text = answer(director, take_over, "grant").content.decode()

    assert row.phones.get(keeps="first").device == OTHER
    assert "Saved." in text


def test_or_the_first_goes_on_keeping_it(director, row, take_over):
    text = answer(director, take_over, "no").content.decode()

    assert row.phones.get(keeps="first").device == MINE
    assert "Saved." in text


@pytest.mark.thorough
def test_a_list_that_was_signed_in_the_meantime_is_not_handed_over(director, series, row, take_over):
    factories.play_series(series)

    assert "The list is signed." in answer(director, take_over, "grant").content.decode()


@pytest.mark.parametrize("fields", [{}, {"call": "x", "action": "done"}, {"call": 1, "action": "burn"}])
def test_what_is_no_answer_is_said_to_be_none(director, series, fields):
    response = director.post(CALLS, fields, follow=True)

    assert "Somebody else has changed this in the meantime. Please look at it again." in response.content.decode()


def test_a_call_of_another_series_is_not_found(director, series):
    other = factories.running_series(factories.tournament(slug="other", entrants=4))
    foreign = factories.call_from(factories.list_of(other), device=MINE)

    assert answer(director, foreign).status_code == 404
    assert answer(director, 12345).status_code == 404


class TestAccess:
    def test_the_public_is_asked_to_sign_in(self, client, help_wanted):
        response = client.post(CALLS, {"call": help_wanted.pk, "action": "done"})

        assert response["Location"].startswith("/sign-in/")

    def test_neither_a_judge_nor_a_stranger_answers(self, client, help_wanted, series):
        factories.tournament(slug="other", director="fremd")
        for user in (factories.judge(series.tournament), factories.user("fremd")):
            client.force_login(user)
            assert answer(client, help_wanted).status_code == 403

    def test_nor_does_the_table_itself(self, client, help_wanted, row):
        client.get(f"/l/{row.table.key}/")

        assert client.post(CALLS, {"call": help_wanted.pk, "action": "done"}).status_code == 302
        help_wanted.refresh_from_db()
        assert help_wanted.settled_at is None

    def test_it_is_only_ever_posted(self, director, series):
        assert director.get(CALLS).status_code == 405

    def test_without_a_token_nothing_is_done(self, help_wanted):
        guarded = Client(enforce_csrf_checks=True)
        guarded.force_login(factories.user())

        assert answer(guarded, help_wanted).status_code == 403


@pytest.fixture
def leaves(row) -> Call:
    return factories.call_from(row, "leaves", 3, device=MINE)


def test_a_player_leaves_when_the_direction_says_so(director, row, leaves):
    shown = page(director)
    assert "A player leaves the table" in shown
    assert "It would hold from round 1 on." in shown

    text = answer(director, leaves, "grant").content.decode()

    row.refresh_from_db()
    assert row.presence == [[1, [1, 2, 4]]]
    assert "Saved." in text


def test_or_stays(director, row, leaves):
    text = answer(director, leaves, "no").content.decode()

    row.refresh_from_db()
    assert row.presence == []
    assert "Saved." in text


def test_and_is_back(director, row, leaves):
    answer(director, leaves, "grant")
    back = factories.call_from(row, "returns", 3, device=MINE)
    answer(director, back, "grant")

    row.refresh_from_db()
    assert row.presence == []


def test_the_table_alone_lets_nobody_leave(leaves):
    with pytest.raises(Refused, match="only-the-direction"):
        table_calls.settle_call(call_id=leaves.pk, granted=True, by=None, now=EVENING)


def test_that_two_are_too_few_is_said_and_the_call_stays(director, row, leaves):
    answer(director, leaves, "grant")
    second = factories.call_from(row, "leaves", 2, device=MINE)
    text = answer(director, second, "grant").content.decode()

    second.refresh_from_db()
    assert "Skat takes three" in text
    assert second.settled_at is None


def guess(typed, *, address="10.0.0.7", now=EVENING):
    return services.table_by_words(typed=typed, address=address, now=now)


def alike(one: str, other: str) -> bool:
    """Test whether one becomes the other by a letter more, less, or another."""
    if len(one) == len(other):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    short, long = sorted((one, other), key=len)
    return len(long) - len(short) == 1 and any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


class TestWords:
    def test_there_are_1024_short_ones_without_umlauts(self):
        assert len(codewords.WORDS) == len(set(codewords.WORDS)) == 1024
        assert all(3 <= len(word) <= 8 and word.isascii() and word.islower() for word in codewords.WORDS)

    def test_no_two_are_alike_but_for_a_letter(self):
        assert [pair for pair in combinations(codewords.WORDS, 2) if alike(*pair)] == []

    @pytest.mark.parametrize(
        "typed", ["baer-apfel-floete-strauss", "BÄR, Apfel Flöte Strauß", "  Ba\u0308r.apfel flo\u0308te/STRAUSS "]
    )
    def test_they_are_read_however_they_are_written(self, typed):
        assert codewords.read(typed) == "baer apfel floete strauss"

    def test_a_slip_of_the_finger_is_understood(self):
        assert codewords.meant("apffel") == "apfel"
        assert codewords.meant("xqzzy") is None


class TestGuessing:
    @pytest.fixture
    def table(self):
        return factories.running_list().table

    def test_the_words_open_their_table(self, table):
        assert guess(table.words.upper().replace(" ", "-")) == table

    def test_those_of_a_series_not_published_open_nothing(self, table):
        table.series.published_at = None
        table.series.save()

        with pytest.raises(Refused, match="no-such-words"):
            guess(table.words)

    def test_ten_wrong_ones_and_even_the_right_one_opens_nothing_for_a_quarter_of_an_hour(self, table):
        for _ in range(10):
            with pytest.raises(Refused, match="no-such-words"):
                guess("apfel apfel apfel apfel")

        with pytest.raises(Refused, match="too-many-guesses") as refused:
            guess(table.words)

        assert refused.value.facts == {"until": EVENING + timedelta(minutes=15)}
        assert "19:15" in refusal(refused.value)
        assert guess(table.words, now=EVENING + timedelta(minutes=15)) == table

    def test_only_the_place_they_came_from_has_to_wait(self, table):
        for _ in range(10):
            with pytest.raises(Refused):
                guess("apfel apfel apfel apfel")

        assert guess(table.words, address="10.0.0.8") == table

    def test_the_time_said_is_never_too_early(self, table):
        late = EVENING + timedelta(seconds=30)
        for _ in range(10):
            with pytest.raises(Refused):
                guess("apfel apfel apfel apfel", now=late)

        with pytest.raises(Refused) as refused:
            guess(table.words, now=late)

        assert guess(table.words, now=refused.value.facts["until"]) == table

    def test_what_counts_no_more_is_forgotten_and_no_address_is_kept(self, table):
        with pytest.raises(Refused):
            guess("apfel apfel apfel apfel")
        assert "10.0.0.7" not in Guess.objects.get().address_hash

        guess(table.words, now=EVENING + timedelta(minutes=15))

        assert not Guess.objects.exists()

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

    def test_with_the_key_the_words_are_renewed(self, table):
        old = table.words

        renew_key(table_id=table.pk, by=factories.user(), now=EVENING)

        with pytest.raises(Refused, match="no-such-words"):
            guess(old)
        table.refresh_from_db()
        assert guess(table.words) == table


class TestThePage:
    @pytest.fixture
    def table(self):
        return factories.running_list().table

    @pytest.mark.thorough
    def test_four_words_lead_to_the_list(self, client, table):
        response = client.post("/code/", {"words": table.words})

        assert response["Location"] == "/t/cup/series/1/table/1/"
        assert client.get(response["Location"]).status_code == 200

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("", "This field is required."),
            ("apfel apfel", "has four words"),
            ("apffel apfel apfel apfel", "Is it “apfel”?"),
            ("<b> apfel apfel apfel", "“b” is none of the words used here"),
            ("qqqqq apfel apfel apfel", "is none of the words used here"),
            ("apfel apfel apfel apfel", "No table has these four words"),
            ("x" * 5000, "120"),
        ],
    )
    def test_what_is_no_code_is_said_and_what_was_typed_stays(self, client, table, typed, said):
        response = client.post("/code/", {"words": typed})

        assert response.status_code == 422
        page = response.content.decode().replace("&lt;", "<").replace("&gt;", ">")
        assert said in page
        assert f'value="{typed}"' in page or not typed

    def test_what_can_be_no_code_is_not_counted(self, client, table):
        for _ in range(12):
            client.post("/code/", {"words": "abfel apfel apfel apfel"})

        assert not Guess.objects.exists()

    def test_after_ten_wrong_ones_it_says_when_codes_are_read_again(self, client, table):
        with time_machine.travel(EVENING, tick=False):
            for _ in range(10):
                client.post("/code/", {"words": "apfel apfel apfel apfel"})
            response = client.post("/code/", {"words": table.words})

        assert response.status_code == 422
        assert "19:15" in response.content.decode()

    def test_behind_a_proxy_the_address_it_saw_counts_and_not_what_the_visitor_claims(self, client, table, settings):
        settings.TLS, settings.SECURE_SSL_REDIRECT = True, False
        for claimed in range(10):
            forwarded = f"10.9.9.{claimed}, 203.0.113.7"
            client.post("/code/", {"words": "apfel apfel apfel apfel"}, headers={"x-forwarded-for": forwarded})

        answer = client.post("/code/", {"words": table.words}, headers={"x-forwarded-for": "203.0.113.7"})
        assert answer.status_code == 422
        answer = client.post("/code/", {"words": table.words}, headers={"x-forwarded-for": "203.0.113.8"})
        assert answer.status_code == 302

    def test_without_a_proxy_nobody_makes_an_address_up(self, client, table):
        for claimed in range(10):
            client.post(
                "/code/", {"words": "apfel apfel apfel apfel"}, headers={"x-forwarded-for": f"10.9.9.{claimed}"}
            )

        assert client.post("/code/", {"words": table.words}).status_code == 422

    def test_of_an_address_of_ipv6_only_the_network_counts(self, client, table):
        for host in range(10):
            client.post("/code/", {"words": "apfel apfel apfel apfel"}, REMOTE_ADDR=f"2001:db8::{host}")

        assert client.post("/code/", {"words": table.words}, REMOTE_ADDR="2001:db8::ffff").status_code == 422
        assert client.post("/code/", {"words": table.words}, REMOTE_ADDR="::ffff:10.0.0.1").status_code == 302

    def test_the_start_page_and_the_closed_door_lead_there(self, client, table):
        assert b'href="/code/"' in client.get("/").content
        assert b'href="/code/"' in client.get("/t/cup/series/1/table/1/").content

    def test_every_card_has_its_words(self, director, table):
        assert table.words.encode() in director.get("/t/cup/office/series/1/keys/").content
