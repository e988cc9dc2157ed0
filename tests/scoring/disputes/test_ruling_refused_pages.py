"""What a judge's page refuses, and whom: twice, meanwhile, incomplete, at his own table (SkWO 4.5, 7.3.2)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from scoring.disputes.models import Objection, Ruling
from scoring.disputes.services.objections import withdraw
from scoring.lists.models import DealRow
from scoring.lists.services.entry import enter_totals
from scoring.office.services import release_final_ranking, state_end
from tests import factories
from tests.factories import EVENING, GRAND_LOST
from tests.scoring.disputes.raising import deal, ruled
from tests.scoring.disputes.ruling_forms import AT_TABLE, BOTH, ON_OBJECTION, disputed, looked, said, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(row):
    return disputed(row)


@pytest.fixture
def judge(row) -> Client:
    return signed_in(factories.judge(row.table.series.tournament))


class TestNotSo:
    @BOTH
    def test_what_was_not_shown_is_not_decided(self, judge, row, url):
        response = judge.post(url, said(action="decide"))

        assert response.status_code == 422
        assert "Nothing was done yet" in response.content.decode()
        assert not Ruling.objects.exists()

    def test_what_was_changed_after_it_was_shown_is_shown_again(self, judge, row):
        sent = looked(judge, ON_OBJECTION, said()) | {"orders": "stays"}

        response = judge.post(ON_OBJECTION, sent)

        assert (response.status_code, Ruling.objects.count()) == (422, 0)
        assert judge.post(ON_OBJECTION, looked(judge, ON_OBJECTION, sent)).status_code == 302

    def test_a_list_that_changed_meanwhile_is_shown_as_it_is_now(self, judge, row):
        sent = looked(judge, AT_TABLE, said(deal="3"))
        ruled(row, factories.user("richterin"), deal(3, 1, GRAND_LOST))

        response = judge.post(AT_TABLE, sent)

        assert response.status_code == 422
        assert "Nothing is different: deal 3 stays" in response.content.decode()
        assert Ruling.objects.count() == 1

    def test_the_same_effect_on_another_entry_is_not_decided_either(self, judge, row):
        sent = looked(judge, AT_TABLE, said(deal="3")) | {"seen": uuid4()}

        response = judge.post(AT_TABLE, sent)

        assert response.status_code == 422
        assert "Deal 3 was corrected in the meantime" in response.content.decode()

    def test_sent_twice_it_is_decided_once(self, judge, row):
        sent = looked(judge, ON_OBJECTION, said())

        places = [judge.post(ON_OBJECTION, sent)["Location"] for _again in range(2)]

        assert places == ["/t/cup/office/decisions/1/"] * 2
        assert (Ruling.objects.count(), DealRow.objects.filter(number=2).count()) == (1, 2)

    def test_the_same_form_with_something_else_in_it_is_refused(self, judge, row):
        sent = looked(judge, ON_OBJECTION, said())
        judge.post(ON_OBJECTION, sent)

        response = judge.post(ON_OBJECTION, sent | {"sentence": "Doch gewonnen."})

        assert response.status_code == 422
        assert Ruling.objects.get().sentence == "Der Grand ist einfach verloren."

    def test_a_second_judge_hears_that_it_is_decided(self, judge, row):
        other = signed_in(factories.judge(row.table.series.tournament, "zweiter"))
        sent = looked(other, ON_OBJECTION, said(orders="stays"))
        judge.post(ON_OBJECTION, looked(judge, ON_OBJECTION, said()))

        response = other.post(ON_OBJECTION, sent)

        assert response.status_code == 422
        assert "settled already, perhaps by another judge" in response.content.decode()
        assert "/t/cup/office/decisions/1/" in response.content.decode()
        assert Ruling.objects.count() == 1

    def test_of_two_judges_at_once_one_decides(self, judge, row, monkeypatch):
        other = signed_in(factories.judge(row.table.series.tournament, "zweiter"))
        mine, yours = looked(judge, ON_OBJECTION, said()), looked(other, ON_OBJECTION, said(orders="stays"))
        judge.post(ON_OBJECTION, mine)
        # The other one's page had been read before the first decision was written.
        monkeypatch.setattr("scoring.disputes.views.rulings._barred", lambda *_args: "")

        response = other.post(ON_OBJECTION, yours)

        assert (response.status_code, Ruling.objects.count()) == (422, 1)
        assert "settled already" in response.content.decode()

    def test_nothing_is_decided_about_what_was_taken_back(self, judge, row):
        withdraw(objection_id=Objection.objects.get().pk, by=None, place=3, now=EVENING)

        assert judge.get(ON_OBJECTION).status_code == 200
        assert judge.post(ON_OBJECTION, said(action="decide")).status_code == 422
        assert not Ruling.objects.exists()

    @BOTH
    @pytest.mark.parametrize("action", ["preview", "decide"])
    def test_a_judge_does_not_decide_at_his_own_table(self, row, url, action):
        player = signed_in(factories.judge(row.table.series.tournament, "spieler", plays_as=2))

        page = player.get(url)
        response = player.post(url, said(action=action))

        assert "Nobody decides about their own table" in page.content.decode()
        assert (response.status_code, Ruling.objects.count()) == (422, 0)

    @BOTH
    def test_nothing_is_decided_when_the_ranking_is_released(self, judge, row, url):
        cup = row.table.series.tournament
        withdraw(objection_id=Objection.objects.get().pk, by=None, place=3, now=EVENING)
        factories.confirm_and_sign(row)
        factories.close_series(row.table.series)
        state_end(tournament_id=cup.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
        release_final_ranking(tournament_id=cup.pk, by=factories.user(), now=EVENING + timedelta(hours=3))

        response = judge.post(url, said(action="decide"))

        assert response.status_code == 422
        assert "The final ranking has been released" in response.content.decode()

    NOT_SO = (
        ({"sentence": "  "}, "Say in one sentence"),
        ({"reasons": ""}, "needs its reasons"),
        ({"clauses": ""}, "names the clauses"),
        ({"clauses": "ISkO 99"}, "no clause “ISkO 99”"),
        ({"deal": ""}, "Which deal is it?"),
        ({"deal": "99"}, "Select a valid choice"),
        ({"deal": "x"}, "Select a valid choice"),
        ({"orders": "tuesday"}, "Select a valid choice"),
        ({"orders": ""}, "required"),
        ({"orders": "stated"}, "This is deal 2 now"),
        ({"orders": "stated", "number": "2"}, "cannot count as stated"),
        ({"orders": "won"}, "Nothing is different: deal 2 stays"),
        ({"orders": "again", "mistake": ""}, "Please choose"),
        ({"orders": "again", "mistake": "77"}, "Select a valid choice"),
        ({"entry_key": "x"}, "did not arrive completely"),
        ({"opponents_points": "500"}, "less than or equal to 120"),
        ({"seen": "x"}, "valid UUID"),
    )

    def test_what_is_missing_is_said_and_what_was_typed_kept(self, judge, row):
        for fields, sentence in self.NOT_SO:
            response = judge.post(ON_OBJECTION, said(facts="Mein Befund") | fields)

            assert response.status_code == 422, fields
            assert sentence in response.content.decode(), fields
            assert "Mein Befund" in response.content.decode(), fields

    def test_nobody_played_a_deal_that_was_passed_in(self, judge, row):
        ruled(row, factories.user("richterin"), deal(2))

        response = judge.post(ON_OBJECTION, said())

        assert response.status_code == 422
        assert "No game is written down for deal 2" in response.content.decode()

    def test_of_results_alone_no_deal_is_corrected(self, judge, row):
        made = factories.tournament(slug="vier", entrants=3, rounds=1)
        there = factories.list_of(factories.running_series(made))
        lines = factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0))
        enter_totals(list_id=there.pk, totals=lines, by=factories.user(), now=EVENING)
        client, url = signed_in(factories.judge(made, "richter4")), "/t/vier/office/series/1/table/1/rule/"

        assert 'name="orders"' not in client.get(url).content.decode()
        client.post(url, looked(client, url, said()))
        assert Ruling.objects.get().entry is None

    def test_a_text_that_does_not_exist_fills_in_nothing(self, judge, row):
        for start in ("revoke-99", "x-1", "revoke-x", "-0", "revoke--1", "²-²", "revoke-²"):
            assert judge.post(ON_OBJECTION, said(start=start)).status_code == 200, start

    def test_a_deal_that_does_not_exist_is_left_out(self, judge, row):
        for asked in ("x", "99", "²", "-1", "2" * 400):
            assert judge.get(AT_TABLE, {"deal": asked}).status_code == 200, asked


class TestWho:
    @BOTH
    @pytest.mark.parametrize("method", ["get", "post"])
    def test_a_judge_alone(self, client, director, judge, at_table, row, url, method):
        factories.tournament(slug="other", director="anders")
        stranger = signed_in(factories.user("anders"))
        there = signed_in(factories.judge(stranger_cup := factories.tournament(slug="third"), "fremd"))
        data = said()

        assert stranger_cup.slug == "third"
        assert getattr(judge, method)(url, data).status_code == 200
        assert {getattr(one, method)(url, data).status_code for one in (director, stranger, there)} == {403}
        for one in (client, at_table):
            assert getattr(one, method)(url, data).status_code in {302, 403}

    @pytest.mark.parametrize(
        "url",
        [
            "/t/cup/office/objections/9/rule/",
            "/t/nix/office/objections/1/rule/",
            "/t/cup/office/series/9/table/1/rule/",
            "/t/cup/office/series/1/table/9/rule/",
        ],
    )
    def test_what_is_not_there_is_not_found(self, judge, url):
        assert judge.get(url).status_code == 404

    def test_the_page_asks_as_much_for_many_tables_as_for_few(self, judge, django_assert_max_num_queries):
        for entrants, slug in ((4, "few"), (40, "many")):
            made = factories.tournament(slug=slug, entrants=entrants)
            there = factories.list_of(factories.running_series(made))
            factories.fill(there)
            client = signed_in(factories.judge(made, f"richter-{slug}"))
            url = f"/t/{slug}/office/series/1/table/1/rule/"
            with django_assert_max_num_queries(45):
                client.post(url, said())
