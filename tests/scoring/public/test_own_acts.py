"""What a player does from his own page: call a judge, object, appeal, report a mistake; and what becomes of it."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.disputes.models import Appeal, Objection, ResultQuery
from scoring.disputes.services import objections
from tables.tournaments.models import Tournament
from tests.scoring.answers import not_taken, says
from tests.scoring.public.standings_read import appeal, call, own, query, with_card, words
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support import objections_and_rulings as disputes
from tests.support import tribunal_acts as steps
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


OBJECT, APPEAL, QUERY = "series/1/object/", "series/1/appeal/", "query/"


@pytest.fixture
def cup():
    made = factories.tournament(entrants=8, series=1)
    factories.running_series(made)
    return made


@pytest.fixture
def row(cup):
    found = factories.list_of(cup.series.get(number=1))
    factories.enter(found, (2, GRAND), (3, GRAND))
    return found


def refused_and_kept(phone, address, sent, *wrong) -> None:
    """Send a form with each of these values, and see it again with the words that were typed."""
    for fields in wrong:
        not_taken(phone.post(address, sent | fields), *([] if "text" in fields else [sent["text"]]))


class TestObjecting:
    def test_one_tap_calls_one_judge_to_his_table_however_often_and_by_whom_it_is_tapped(self, cup, row):
        judge, phone, sent = factories.judge(cup), with_card(cup, 3), call()
        shown = words(phone.post(own(3, OBJECT), sent, follow=True))
        says(shown, "A judge is called to table 1.", "A judge has been called at", lacks="Judge to table 1")
        raised = Objection.objects.get()
        assert (raised.game_list, raised.kind, raised.place) == (row, "", None)

        for fields in (sent, call()):
            phone.post(own(3, OBJECT), fields)
        with_card(cup, 4).post(own(4, OBJECT), call())
        assert Objection.objects.count() == 1

        objections.take_on(objection_id=raised.pk, by=judge, now=timezone.now())
        assert "richterin is on the way" in words(phone.get(own(3)))
        objections.settle(objection_id=raised.pk, by=judge, now=timezone.now())
        assert "Settled at the table" in words(phone.get(own(3)))
        # The tap of a call that is over calls nobody.
        assert "This call was over already" in words(phone.post(own(3, OBJECT), sent, follow=True))
        assert Objection.objects.count() == 1

    def test_he_takes_back_his_own_and_nothing_that_another_seat_or_table_raised(self, cup, row):
        disputes.raised(row, place=2, text="Falsch")
        disputes.raised(factories.list_of(cup.series.get(number=1), 2), place=1, text="Anderer Tisch")
        phone = with_card(cup, 3)

        def withdrawn(number) -> str:
            return words(phone.post(own(3, OBJECT), {"action": "withdraw", "objection": number}, follow=True))

        assert "Only whoever raised an objection can withdraw it" in withdrawn(1)
        for number in ("", "x", "2", "-1", "9" * 30, "٣"):
            assert "no such objection" in withdrawn(number), number
        assert not Objection.objects.exclude(outcome="").exists()

        phone.post(own(3, OBJECT), call())
        assert "Objection no. 3 is withdrawn." in withdrawn(3)
        assert Objection.objects.get(number=3).outcome == "withdrawn"

    def test_he_says_what_it_is_about_and_what_cannot_be_is_refused_and_kept(self, cup, row):
        phone = with_card(cup, 1)
        sent, wrong = {"entry_key": uuid4(), "text": "Meine Worte"}, ({"kind": "x"}, {"deal": "40"}, {"entry_key": "x"})
        refused_and_kept(phone, own(1, OBJECT), sent, *wrong, {"text": "x" * 9999})
        assert "did not arrive completely" in words(phone.post(own(1, OBJECT), {"action": "call"}, follow=True))
        assert not Objection.objects.exists()

        fields = {"entry_key": uuid4(), "kind": "revoke", "deal": "2", "text": "Kreuz nicht bedient"}
        shown = words(phone.post(own(1, OBJECT), fields, follow=True))
        raised = Objection.objects.get()
        assert (raised.kind, raised.deal, raised.place, raised.text) == ("revoke", 2, 1, "Kreuz nicht bedient")
        says(shown, "Objection no. 1 is logged.", "Revoke · series 1, table 1, deal 2")

    def test_after_the_release_nothing_is_raised(self, cup, row):
        phone = with_card(cup, 1)
        assert "Raise an objection" in words(phone.get(own(1)))
        Tournament.objects.update(ended_at=timezone.now(), released_at=timezone.now())

        assert "has been released" in words(phone.post(own(1, OBJECT), call(), follow=True))
        assert phone.post(own(1, OBJECT), {"entry_key": uuid4(), "text": "Doch"}).status_code == 422
        says(words(phone.get(own(1))), lacks=("Judge to table", "Raise an objection"))


class TestAppealing:
    def test_against_an_entry_in_his_list_logged_once_and_read_how_it_was_decided(self, cup, row):
        phone, sent = with_card(cup, 1), appeal(deal="1")
        shown = words(phone.post(own(1, APPEAL), sent, follow=True))

        filed = Appeal.objects.get()
        assert (filed.appellant.number, filed.deal, filed.ruling, filed.late) == (1, 1, None, False)
        says(shown, "No. 1 is logged, in time.", "not decided yet")
        assert phone.post(own(1, APPEAL), sent).status_code == 302
        assert Appeal.objects.count() == 1

        lost, judge = disputes.deal(1, 2, GRAND_LOST), factories.judge(cup)
        steps.decide(filed, lost, by=judge, now=timezone.now(), reasons="60 Augen.")
        says(words(phone.get(own(1))), "Appeal 1 upheld", "60 Augen.")
        assert "deal 1 corrected to -144 points" in words(phone.get(own(1, "series/1/")))

    def test_against_a_decision_about_his_table_not_about_another(self, cup, row):
        judge = factories.judge(cup)
        ruling = disputes.ruled(row, judge, disputes.deal(1, 2, GRAND_LOST))
        disputes.ruled(factories.list_of(cup.series.get(number=1), 2), factories.judge(cup, "zweiter"))

        assert with_card(cup, 5).post(own(5, APPEAL), appeal(ruling=str(ruling.number))).status_code == 422
        phone = with_card(cup, 2)
        refused_and_kept(phone, own(2, APPEAL), appeal(), {"text": "  "}, {"deal": "4"}, {"deal": "x"}, {"ruling": "9"})
        assert not Appeal.objects.exists()

        says(phone.get(own(2, APPEAL), {"ruling": ruling.number}), "Das Spiel ist einfach verloren.")
        phone.post(own(2, APPEAL), appeal(ruling=str(ruling.number)))
        assert Appeal.objects.get().ruling == ruling

    @pytest.mark.thorough
    def test_a_late_one_is_kept_and_marked_late(self, cup, row):
        factories.close_series(cup.series.get(number=1))
        Tournament.objects.update(ended_at=timezone.now() - timedelta(minutes=16))
        phone = with_card(cup, 1)

        assert "still kept, and marked late" in words(phone.get(own(1, APPEAL)))
        assert "after the deadline and marked late" in words(phone.post(own(1, APPEAL), appeal(), follow=True))
        assert Appeal.objects.get().late

    def test_before_the_series_begins_there_is_nothing_to_appeal_against(self):
        made = factories.tournament(entrants=4)
        factories.running_series(made, published_only=True)

        not_taken(with_card(made, 1).post(own(1, APPEAL), appeal()), "has not begun")


def test_about_a_closed_series_or_the_final_result_he_asks_in_his_own_name(cup, row):
    phone = with_card(cup, 1)
    assert "No series is closed yet" in words(phone.get(own(1, QUERY)))
    assert phone.post(own(1, QUERY), query()).status_code == 422

    factories.close_series(cup.series.get(number=1))
    refused_and_kept(phone, own(1, QUERY), query(), {"text": " "}, {"series": "9"}, {"series": ""}, {"entry_key": "x"})
    sent = query(entrant="2")
    shown = words(phone.post(own(1, QUERY), sent, follow=True))
    phone.post(own(1, QUERY), sent)
    asked = ResultQuery.objects.get()
    assert (asked.entrant.number, asked.series.number, asked.late, asked.raised_by) == (1, 1, False, None)
    says(shown, "No. 1 is logged, in time.", "not answered yet")

    Tournament.objects.update(posted_at=timezone.now() - timedelta(days=1))
    assert "marked late" in words(phone.post(own(1, QUERY), query(series="final"), follow=True))
    assert ResultQuery.objects.get(number=2).series is None


def test_an_excluded_player_still_reads_and_appeals(cup, row):
    directing.ordered(cup, directing.EXPULSION, now=EVENING)
    phone = with_card(cup, 2)

    assert "Expulsion" in words(phone.get(own(2)))
    assert phone.post(own(2, APPEAL), appeal()).status_code == 302
