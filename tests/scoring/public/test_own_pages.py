"""A player's own pages: who may open them, and what he reads there."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.archive.packing import record
from scoring.lists.services import entry
from scoring.rules.game_list.deals import Deal
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.people.services.own_keys import renew_own_key
from tables.people.workbooks import entrants_sheet
from tests.scoring.public.own_steps import own, visitor, with_card, words
from tests.support import factories
from tests.support import objections_and_rulings as disputes
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.direction_measures import PENALTY, Kind, order, ordered
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGES = ("series/1/", "series/1/object/", "series/1/appeal/", "query/")
POSTED = PAGES[1:]


@pytest.fixture
def cup():
    made = factories.tournament(entrants=8, series=2)
    factories.running_series(made)
    return made


def row_of(made, table: int = 1):
    return factories.list_of(made.series.get(number=1), table)


class TestWhoMay:
    @pytest.mark.parametrize("page", PAGES)
    def test_the_player_with_his_card(self, cup, page):
        assert with_card(cup, 1).get(own(1, page)).status_code == 200

    @pytest.mark.parametrize("page", PAGES)
    def test_not_the_player_with_the_card_of_another(self, cup, page):
        phone = with_card(cup, 2)

        response = phone.get(own(1, page))

        assert response.status_code == 403
        assert "opens with the code on their start card" in words(response)

    @pytest.mark.parametrize("page", POSTED)
    def test_nothing_can_be_sent_for_another_player(self, cup, page):
        before = JournalEntry.objects.count()

        assert with_card(cup, 2).post(own(1, page), {"action": "call", "entry_key": uuid4()}).status_code == 403
        assert JournalEntry.objects.count() == before

    @pytest.mark.parametrize("page", PAGES)
    def test_not_whoever_comes_without_a_card(self, cup, client, page):
        assert client.get(own(1, page)).status_code == 403

    @pytest.mark.parametrize("page", PAGES)
    def test_not_the_table_with_its_key(self, cup, client, page):
        client.get(f"/l/{row_of(cup).table.key}/")

        assert client.get(own(1, page)).status_code == 403

    @pytest.mark.parametrize("page", PAGES)
    def test_neither_the_director_nor_a_judge(self, cup, director, page):
        judge = visitor()
        judge.force_login(factories.judge(cup))

        assert director.get(own(1, page)).status_code == 403
        assert judge.get(own(1, page)).status_code == 403

    @pytest.mark.parametrize("page", PAGES)
    def test_not_the_same_number_of_another_event(self, cup, page):
        other = factories.tournament(entrants=4, slug="other", director="zweite")
        factories.running_series(other)

        assert with_card(other, 1).get(own(1, page)).status_code == 403

    @pytest.mark.parametrize("page", PAGES)
    def test_a_renewed_key_closes_the_old_one(self, cup, page):
        phone = with_card(cup, 1)
        one = cup.entrants.get(number=1)
        renew_own_key(entrant_id=one.pk, seen=one.key_mark, by=factories.user(), now=EVENING)

        assert phone.get(own(1, page)).status_code == 403
        assert visitor().get(f"/p/{one.key}/").status_code == 404
        assert with_card(cup, 1).get(own(1, page)).status_code == 200

    def test_two_of_a_family_share_a_phone(self, cup):
        phone = with_card(cup, 2, with_card(cup, 1))

        assert phone.get(own(1, PAGES[0])).status_code == 200
        assert phone.get(own(2, PAGES[0])).status_code == 200

    @pytest.mark.parametrize("key", ["", "x", "a" * 22, "a" * 500, "%00", "../t/cup"])
    def test_a_key_that_is_none_is_not_found(self, cup, client, key):
        assert client.get(f"/p/{key}/").status_code == 404

    @pytest.mark.parametrize("page", ["series/1/", "series/2/", "series/9/", "series/2/object/", "series/2/appeal/"])
    def test_a_series_without_a_published_seat_is_not_found(self, cup, page):
        cup.entrants.create(number=9, name="Zuschauerin", registered_at=EVENING)

        assert with_card(cup, 9).get(own(9, page)).status_code == 404

    def test_the_key_only_answers_to_get(self, cup, client):
        assert client.post(f"/p/{cup.entrants.get(number=1).key}/").status_code == 405


class TestSecrecy:
    def test_the_address_with_the_key_is_left_at_once_and_told_nobody(self, cup, client):
        response = client.get(f"/p/{cup.entrants.get(number=1).key}/")

        assert response["Location"] == own(1)
        assert response["Referrer-Policy"] == "no-referrer"
        assert "noindex" in response["X-Robots-Tag"]
        assert "no-store" in response["Cache-Control"]

    @pytest.mark.parametrize("page", ["", *PAGES])
    def test_pages_are_neither_kept_nor_indexed_and_do_not_show_the_key(self, cup, page):
        response = with_card(cup, 1).get(own(1, page))

        assert "no-store" in response["Cache-Control"]
        assert "private" in response["Cache-Control"]
        assert "noindex" in response["X-Robots-Tag"]
        assert '<meta name="robots" content="noindex, nofollow">' in response.content.decode()
        assert cup.entrants.get(number=1).key not in response.content.decode()

    def test_without_the_card_the_page_stays_the_public_one(self, cup, client):
        disputes.raised(row_of(cup), place=1, text="Er hat nicht bedient")
        public = client.get(own(1))

        assert "Table 1" in words(public)
        assert "Er hat nicht bedient" not in words(public)
        assert "Judge to table" not in words(public)
        assert words(with_card(cup, 2).get(own(1))) == words(public)

    def test_no_key_leaves_with_archive_or_workbook(self, cup):
        keys = list(Entrant.objects.values_list("key", flat=True))
        archived = json.dumps(record.record(cup, made_at=EVENING), default=str)
        sheet = entrants_sheet(cup.entrants.all(), BEGUN_WITH)
        listed = str([sheet.columns, list(sheet.rows)])

        assert not any(key in archived or key in listed for key in keys)

    def test_the_journal_of_a_renewal_tells_neither_key(self, cup):
        one = cup.entrants.get(number=1)
        renewed = renew_own_key(entrant_id=one.pk, seen=one.key_mark, by=factories.user(), now=EVENING)

        line = JournalEntry.objects.get(action="entrant.key-renewed")
        assert (line.data["entrant"], set(line.data)) == (1, {"entrant", "seals"})
        assert set(line.data["seals"]) == {"event", "entrant 1"}
        assert one.key != renewed.key
        assert not any(key in json.dumps(line.data) for key in (one.key, renewed.key))


class TestHisPage:
    def test_calls_a_judge_and_leads_to_his_list(self, cup):
        shown = words(with_card(cup, 5).get(own(5)))

        assert "Judge to table 2" in shown
        assert "Appeal about series 1 In time until series 2 starts" in shown

    def test_the_clock_runs_once_the_end_is_stated(self, cup):
        factories.close_series(cup.series.get(number=1))
        cup.series.get(number=2).delete()
        cup.__class__.objects.update(ended_at=timezone.now() - timedelta(minutes=3))

        shown = words(with_card(cup, 1).get(own(1)))

        assert "about 12 minutes left" in shown

    def test_when_it_is_over_it_says_so(self, cup):
        factories.close_series(cup.series.get(number=1))
        cup.series.get(number=2).delete()
        cup.__class__.objects.update(ended_at=timezone.now() - timedelta(minutes=15))

        assert "Appeal about series 1 Too late since" in words(with_card(cup, 1).get(own(1)))

    def test_tells_what_was_raised_decided_and_ordered(self, cup):
        row = row_of(cup)
        factories.enter(row, (2, GRAND), (3, GRAND))
        judge = factories.judge(cup)
        raised = disputes.raised(row, place=1, kind="revoke", text="Er hat nicht bedient")
        disputes.ruled(row, judge, disputes.deal(1, 2, GRAND_LOST), objection=raised)
        ordered(cup, PENALTY)

        shown = words(with_card(cup, 2).get(own(2)))

        assert "No. 1: Revoke" in shown
        assert "Er hat nicht bedient" in shown
        assert "Das Spiel ist einfach verloren." in shown
        assert "ISkO 4.2.3" in shown
        assert "Penalty points: 50 points" in shown
        assert "What the direction ordered" not in words(with_card(cup, 1).get(own(1)))

    def test_nothing_of_other_tables(self, cup):
        disputes.raised(row_of(cup, 2), place=1, text="Am anderen Tisch")

        assert "Am anderen Tisch" not in words(with_card(cup, 1).get(own(1)))

    def test_as_many_queries_for_many_things_as_for_few(self, cup, django_assert_max_num_queries):
        phone = with_card(cup, 2)
        row = row_of(cup)
        factories.enter(row, (2, GRAND), (3, GRAND))
        judge = factories.judge(cup)

        def more():
            raised = disputes.raised(row, place=2, kind="list", text="Noch eins")
            disputes.ruled(row, judge, objection=raised)
            disputes.raised(row, place=2)

        more()
        with django_assert_max_num_queries(30) as few:
            phone.get(own(2))
        for _again in range(3):
            more()
        with django_assert_max_num_queries(len(few)):
            phone.get(own(2))


class TestHisList:
    def corrected(self, made, **fields):
        row = row_of(made)
        deal = Deal(number=1, declarer=2, played=GRAND_LOST)
        sent = {"because": "verschrieben", "entry_key": uuid4(), "by": None, "now": EVENING}
        entry.correct_deal(list_id=row.pk, deal=deal, **sent | fields)

    def test_shows_every_deal_with_its_computation(self, cup):
        factories.enter(row_of(cup), (2, GRAND), None)

        shown = words(with_card(cup, 1).get(own(1, PAGES[0])))

        assert "My list of series 1 Table 1, seat 1" in shown
        assert "24 x 3 = 72" in shown or "72" in shown
        assert "The list is not signed yet" in shown
        assert "Nothing in this list was changed" in shown

    def test_shows_what_was_changed_why_and_by_whom(self, cup):
        factories.enter(row_of(cup), (2, GRAND))
        self.corrected(cup, by=factories.user())

        shown = words(with_card(cup, 1).get(own(1, PAGES[0])))

        assert "deal 1 corrected to -144 points, because: verschrieben" in shown
        assert "direktor" in shown

    def test_says_what_came_after_his_word(self, cup):
        row = row_of(cup)
        factories.fill(row, seat=1)
        factories.confirm_and_sign(row)
        judge = factories.judge(cup)
        before = words(with_card(cup, 1).get(own(1, PAGES[0])))
        disputes.ruled(row, judge, disputes.deal(2, 1, GRAND_LOST))

        shown = words(with_card(cup, 1).get(own(1, PAGES[0])))

        assert "after you had confirmed" not in before
        assert "after you had confirmed" in shown
        assert "Signed and closed" in shown
        assert "Your signature: said aloud, heard by" in shown
        row.refresh_from_db()
        assert row.signed_hash[:12] in shown

    def test_says_what_counts_where_the_direction_ordered_something(self, cup):
        row = row_of(cup)
        factories.fill(row, seat=1)
        factories.confirm_and_sign(row)
        ordered(cup, PENALTY)

        assert "50 penalty points off" in words(with_card(cup, 1).get(own(1, PAGES[0])))

    def test_what_was_ordered_about_a_neighbour_is_not_his_to_read(self, cup):
        ordered(cup, order(Kind.WARNING, entrant=3, series=1, table=1, reason="Zu laut", clause="SkWO 9.9"))

        assert "Zu laut" not in words(with_card(cup, 1).get(own(1, PAGES[0])))
        assert "Zu laut" in words(with_card(cup, 3).get(own(3, PAGES[0])))

    def test_as_many_queries_for_a_long_list_as_for_a_short_one(self, cup, django_assert_max_num_queries):
        phone = with_card(cup, 1)
        factories.enter(row_of(cup), (2, GRAND))
        self.corrected(cup)
        with django_assert_max_num_queries(24) as few:
            phone.get(own(1, PAGES[0]))
        factories.fill(row_of(cup), seat=1)
        with django_assert_max_num_queries(len(few)):
            phone.get(own(1, PAGES[0]))

    def test_what_is_written_stays_text(self, cup):
        factories.enter(row_of(cup), (2, GRAND))
        self.corrected(cup, because="<script>alert(1)</script>")

        assert "<script>alert(1)" not in with_card(cup, 1).get(own(1, PAGES[0])).content.decode()
