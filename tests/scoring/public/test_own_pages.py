"""A player's own pages: where he sits and stands, what his start card opens, and how others see his name."""

import json
import re
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.utils import timezone

from scoring.archive.packing import record
from scoring.rules.game_list.deals import Deal
from tables.draw.services.seats import start_series
from tables.journal.models import JournalEntry
from tables.people.listings import entrants_sheet
from tables.people.models import Entrant
from tables.people.services.naming import renew_own_key
from tables.tournaments.models import Shown
from tests.scoring.answers import not_taken, says
from tests.scoring.public.standings_read import own, visitor, with_card, words
from tests.support import factories
from tests.support import objections_and_rulings as disputes
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.direction_measures import PENALTY, Kind, order, ordered
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.forms_as_shown import post_seen

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


PAGES = ("series/1/", "series/1/object/", "series/1/appeal/", "query/")


@pytest.fixture
def cup():
    made = factories.tournament(entrants=8, series=2)
    factories.running_series(made)
    return made


def row_of(made, table: int = 1):
    return factories.list_of(made.series.get(number=1), table)


def seat_words(client, number: int = 1) -> str:
    response = client.get(own(number))
    assert response.status_code == 200
    return words(response)


def test_the_button_that_lets_the_seat_be_said_aloud_waits_for_a_script_and_goes_with_the_event(client, cup):
    button = re.search(r"<button [^>]*data-aloud=[^>]*>", client.get(own(1)).content.decode())[0]
    says(button, 'aria-pressed="false"', " hidden>")
    cup.ended_at = cup.released_at = EVENING
    cup.save()
    cache.clear()
    says(client.get(own(1)), lacks="data-aloud")


class TestWhoMay:
    def test_the_player_with_his_card_and_nobody_else(self, cup, director):
        other_event = factories.tournament(entrants=4, slug="other", director="zweite")
        factories.running_series(other_event)
        judge, table = visitor(), visitor()
        judge.force_login(factories.judge(cup))
        table.get(f"/l/{row_of(cup).table.key}/")
        another, family = with_card(cup, 2), with_card(cup, 2, with_card(cup, 1))
        others = (visitor(), table, director, judge, another, with_card(other_event, 1))

        for page in PAGES:
            assert [family.get(own(number, page)).status_code for number in (1, 2)] == [200, 200], page
            assert {who.get(own(1, page)).status_code for who in others} == {403}, page
        assert "Scan the QR code on your own start card" in words(another.get(own(1, page)))
        before = JournalEntry.objects.count()
        for page in PAGES[1:]:
            assert another.post(own(1, page), {"action": "call", "entry_key": uuid4()}).status_code == 403, page
        assert JournalEntry.objects.count() == before

    def test_a_renewed_key_closes_the_old_one_and_one_that_is_none_is_not_found(self, cup, client):
        phone = with_card(cup, 1)
        one = cup.entrants.get(number=1)
        renewed_to = renew_own_key(entrant_id=one.pk, seen=one.key_mark, by=factories.user(), now=EVENING)

        assert {phone.get(own(1, page)).status_code for page in PAGES} == {403}
        for key in (one.key, "", "x", "a" * 22, "a" * 500, "%00", "../t/cup"):
            assert client.get(f"/p/{key}/").status_code == 404, key
        assert with_card(cup, 1).get(own(1, PAGES[0])).status_code == 200

        # The journal of the renewal tells neither key.
        line = JournalEntry.objects.get(action="entrant.key-renewed").data
        assert (line["entrant"], line.keys(), line["seals"].keys()) == (1, {"entrant", "seals"}, {"event", "entrant 1"})
        assert one.key != renewed_to.key
        says(json.dumps(line), lacks=(one.key, renewed_to.key))

    def test_a_series_without_a_published_seat_is_not_found(self, cup):
        cup.entrants.create(number=9, name="Zuschauerin", registered_at=EVENING)
        phone = with_card(cup, 9)

        for page in ("series/1/", "series/2/", "series/9/", "series/2/object/", "series/2/appeal/"):
            assert phone.get(own(9, page)).status_code == 404, page


class TestSecrecy:
    def test_the_key_is_left_at_once_and_told_nobody_and_pages_are_neither_kept_nor_indexed(self, cup):
        phone, key = visitor(), cup.entrants.get(number=1).key
        response = phone.get(f"/p/{key}/")
        assert (response["Location"], response["Referrer-Policy"]) == (own(1), "no-referrer")
        assert "no-store" in response["Cache-Control"]
        assert "noindex" in response["X-Robots-Tag"]
        for page in ("", *PAGES):
            response = phone.get(own(1, page))
            assert {"no-store", "private"} <= set(response["Cache-Control"].split(", ")), page
            says(response, '<meta name="robots" content="noindex, nofollow">', lacks=key)

    def test_no_key_leaves_with_archive_or_workbook(self, cup):
        keys = list(Entrant.objects.values_list("key", flat=True))
        archived = json.dumps(record.record(cup, made_at=EVENING), default=str)
        sheet = entrants_sheet(cup.entrants.all(), BEGUN_WITH)
        listed = str([sheet.columns, list(sheet.rows)])

        assert not any(key in archived or key in listed for key in keys)


def test_his_page_tells_what_was_raised_decided_and_ordered_at_his_table_and_the_public_one_nothing_of_it(cup, client):
    row = row_of(cup)
    factories.enter(row, (2, GRAND), (3, GRAND))
    raised = disputes.raised(row, place=1, kind="revoke", text="Er hat nicht bedient")
    disputes.ruled(row, factories.judge(cup), disputes.deal(1, 2, GRAND_LOST), objection=raised)
    disputes.raised(row_of(cup, 2), place=1, text="Am anderen Tisch")
    ordered(cup, PENALTY)

    shown, public = words(with_card(cup, 2).get(own(2))), words(client.get(own(2)))

    raised_and_ordered = (
        *("No. 1: Revoke", "Er hat nicht bedient", "Das Spiel ist einfach verloren.", "ISkO 4.2.3"),
        *("Penalty points: 50 points", "Judge to table 1"),
        "Appeal about series 1 Appeals may come in until series 2 starts (ISkO 4.5.10).",
    )
    says(shown, *raised_and_ordered, lacks="Am anderen Tisch")
    says(public, "Table 1", lacks=raised_and_ordered)
    says(words(with_card(cup, 1).get(own(1))), lacks="Measures of the direction")
    assert words(with_card(cup, 1).get(own(2))) == public


class TestHisList:
    def test_shows_every_deal_with_its_computation_what_was_changed_why_and_by_whom(
        self, cup, django_assert_max_num_queries
    ):
        factories.enter(row_of(cup), (2, GRAND), None)
        phone = with_card(cup, 1)

        shown = words(phone.get(own(1, PAGES[0])))
        says(shown, "My list of series 1 Table 1, seat 1", "72", "The list is not signed")
        says(shown, "Nothing in this list was changed")

        lost = Deal(number=1, declarer=2, played=GRAND_LOST)
        factories.correct(row_of(cup), lost, because="verschrieben", by=factories.user())
        ordered(cup, order(Kind.WARNING, entrant=3, series=1, table=1, reason="Zu laut", clause="SkWO 9.9"))
        with django_assert_max_num_queries(24) as few:
            shown = words(phone.get(own(1, PAGES[0])))
        queries = len(few)
        # What was ordered about a neighbour is not his to read.
        says(shown, "deal 1 corrected to -144 points, because: verschrieben", "direktor", lacks="Zu laut")
        assert "Zu laut" in words(with_card(cup, 3).get(own(3, PAGES[0])))

        factories.fill(row_of(cup), seat=1)
        with django_assert_max_num_queries(queries):
            phone.get(own(1, PAGES[0]))

    @pytest.mark.thorough
    def test_says_what_came_after_his_word_and_what_counts_where_the_direction_ordered_something(self, cup):
        row = row_of(cup)
        factories.fill(row, seat=1)
        factories.confirm_and_sign(row)
        judge, phone = factories.judge(cup), with_card(cup, 1)
        before = words(phone.get(own(1, PAGES[0])))
        disputes.ruled(row, judge, disputes.deal(2, 1, GRAND_LOST))
        ordered(cup, PENALTY)

        shown = words(phone.get(own(1, PAGES[0])))

        says(before, lacks=("after you had confirmed", "50 penalty points off"))
        says(shown, "after you had confirmed", "Signed and closed", "Your signature: said aloud, heard by")
        row.refresh_from_db()
        says(shown, row.signed_hash[:12], "50 penalty points off")


@pytest.fixture
def planned():
    return factories.tournament(entrants=8, series=2, rounds=1)


def test_while_played_it_shows_table_seat_who_sits_there_points_and_place_so_far(
    client, planned, django_assert_num_queries
):
    row = factories.list_of(factories.running_series(planned), 2)
    factories.enter(row, (2, GRAND), None, (2, GRAND), (1, GRAND_LOST))
    seats = list(row.table.seats.select_related("entrant").order_by("place"))

    with django_assert_num_queries(8):
        shown = seat_words(client, seats[1].entrant.number)

    assert "Series 1 Table 2 Seat 2" in shown
    assert all(seat.entrant.name in shown for seat in seats)
    says(shown, "Points · provisional", "1 place of 8", "2 : 0 games won and lost")

    planned.__class__.objects.update(hides_live=True)
    cache.clear()
    says(seat_words(client, seats[1].entrant.number), lacks=("place of", "provisional"))


def test_whoever_has_no_seat_is_told_to_ask(client, planned):
    planned.entrants.filter(number=8).update(withdrawn_at=timezone.now(), present=False)
    factories.running_series(planned)

    says(seat_words(client, 8), "Spieler 8", "No seat in series 1", "Has left the tournament")


class TestWhenAndWhere:
    def test_when_it_begins_until_when_it_is_played_and_what_comes_next_is_told_once_known(self, client, planned):
        def now_says() -> str:
            cache.clear()
            return seat_words(client)

        assert "As soon as they are, your table appears here" in now_says()
        series = factories.running_series(planned, published_only=True)
        assert "Begins as soon as the direction says so." in now_says()
        this = type(series).objects.filter(pk=series.pk)
        this.update(begins_at=timezone.now())
        assert re.search(r"Begins at \d\d:\d\d", now_says())

        planned.__class__.objects.update(time_limit=60)
        start_series(series_id=series.pk, by=factories.user(), now=timezone.now())
        assert re.search(r"Is being played until .*\d\d:\d\d", now_says())
        this.update(paused_at=timezone.now())
        assert "the clock stands still" in now_says()
        this.update(paused_at=None)

        factories.close_series(series)
        planned.series.filter(number=2).update(begins_at=timezone.now())
        assert "Series 2 begins at" in now_says()
        factories.running_series(planned, 2)
        shown = now_says()
        assert shown.index("Series 2 Table") < shown.index("Series 1 Table")

    def test_seats_that_are_taken_back_are_not_told(self, client, planned):
        series = factories.running_series(planned, published_only=True)
        type(series).objects.update(status="drawn", published_at=None, begins_at=timezone.now())
        assert "As soon as they are, your table appears here" in seat_words(client)

    def test_where_the_table_stands_is_told_in_words_and_marked_in_the_plan(self, client, planned):
        planned.__class__.objects.update(hall_plan="Stage\n1 . 2")
        factories.running_series(planned)

        page = client.get("/t/cup/seats/5/").content.decode()

        assert "Row 1 from “Stage”, no. 1 from the right" in seat_words(client, 5)
        assert page.count("hall-table is-marked") == 1
        assert 'aria-label="Plan of the hall. Table 2: row 1' in page
        for plan in ("", "7 8"):
            planned.__class__.objects.update(hall_plan=plan)
            cache.clear()
            assert "Where table" not in seat_words(client)


def test_nothing_is_sent_by_itself_while_nothing_happens(client, planned):
    factories.running_series(planned)
    asked = {"HX-Request": "true", "X-Seen": client.get(own())["X-Seen"]}

    assert client.get(own(), headers=asked).status_code == 204
    factories.enter(factories.list_of(planned.series.get(number=1)), (2, GRAND))
    response = client.get(own(), headers=asked)
    assert response.status_code == 200
    assert response.content.decode().strip().startswith('<div id="my-seat"')
    assert response["X-Seen"] != asked["X-Seen"]


def test_who_is_found_by_name_is_led_to_his_own_page_and_several_or_hidden_are_shown(client, planned):
    planned.entrants.filter(number=3).update(name="Anna Berg")
    planned.entrants.filter(number=4).update(name="Ina Tal", shown_as="number")
    factories.running_series(planned)

    says(client.get("/t/cup/"), 'name="me"')
    assert client.get("/t/cup/series/1/seats/?me=1&q=berg").headers["Location"] == "/t/cup/seats/3/"
    for nobody in ("&q=Spieler", "&q=nobody", "", "&q=tal"):
        assert client.get(f"/t/cup/series/1/seats/?me=1{nobody}").status_code == 200, nobody


def test_names_at_the_table_are_shown_as_everybody_wants_and_his_own_to_who_holds_his_key(client, planned):
    planned.entrants.filter(number=1).update(name="Zacharias Verborgen", club="SC Geheim", shown_as="number")
    planned.entrants.filter(number=2).update(name="Yvonne Versteckt", shown_as="number")
    factories.running_series(planned)

    for number in (1, 2):
        says(client.get(own(number)), lacks=("Verborgen", "Geheim", "Versteckt"))
    says(with_card(planned, 1).get(own(1)), "Verborgen", lacks="Versteckt")


NAME = own(2, "name/")


class TestHisName:
    @pytest.fixture
    def phone(self, cup):
        cup.entrants.update(club="SC Herz Dame")
        return with_card(cup, 2)

    def test_what_he_chooses_others_see_from_then_on_until_he_goes_back(self, cup, phone):
        says(phone.get(own(2)), "Others see you as <strong>Spieler 2</strong>", f'href="{NAME}"')
        answer = post_seen(phone, NAME, {"shown_as": "pseudonym", "pseudonym": "Herzkönig"}, follow=True)
        says(answer, "Others see you as Herzkönig from now on.")
        says(visitor().get("/t/cup/series/1/seats/"), "Herzkönig", lacks="Spieler 2")
        assert JournalEntry.objects.order_by("-number").first().action == "entrant.name-chosen"

        post_seen(phone, NAME, {"shown_as": "number"})
        assert "Spieler 2" in phone.get(own(2)).content.decode()
        others = visitor().get(own(2)).content.decode()
        assert "Spieler 2" not in others
        assert "SC Herz Dame" not in others.split("<main")[1].split("Spieler")[0]

        post_seen(phone, NAME, {"shown_as": ""})
        assert cup.entrants.get(number=2).shown_as == Shown.FULL
        assert not cup.entrants.get(number=2).chose_name

    def test_what_cannot_be_is_said_and_kept(self, cup, phone):
        before = JournalEntry.objects.count()
        for sent, said in (
            ({}, "by which other name"),
            ({"pseudonym": "Spieler 3"}, "is taken here"),
            ({"pseudonym": "x" * 500}, "40 characters at most"),
            ({"pseudonym": "\u200b"}, "by which other name"),
            ({"shown_as": "nonsense", "pseudonym": "Herzdame"}, "nonsense"),
        ):
            not_taken(post_seen(phone, NAME, {"shown_as": "pseudonym"} | sent), said)
        assert JournalEntry.objects.count() == before

    def test_without_his_key_nobody_chooses_for_him(self, cup, director):
        with_card(cup, 3, director)

        for somebody in (visitor(), director):
            assert somebody.get(NAME).status_code == 403
            assert somebody.post(NAME, {"shown_as": "number"}).status_code == 403
        assert cup.entrants.get(number=2).shown_as == Shown.FULL
