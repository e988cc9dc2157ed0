"""Deciding an appeal through its page: what it does is shown first, then it is decided once."""

import pytest
from django.test import Client

from scoring.disputes.models import Appeal, Ruling
from scoring.results.selectors import standings
from tests import factories
from tests.factories import GRAND, GRAND_LOST
from tests.scoring.disputes.appealing import APPEALS, decision, file, lost
from tests.scoring.disputes.raising import deal, points, ruled

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    made = factories.running_list(seats=4, rounds=1)
    factories.enter(made, (2, GRAND))
    return made


@pytest.fixture
def judge(row) -> Client:
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.judge(row.table.series.tournament))
    return made


def test_a_judge_decides_and_corrects_the_deal(client, judge, row):
    file(client, row)

    page = judge.post(f"{APPEALS}1/", lost(row), follow=True).content.decode()

    assert "The appeal is upheld" in page
    assert row.deals.get(voided_at=None).points == -144


def test_decided_twice_is_answered_with_a_sentence(client, judge, row):
    file(client, row)
    judge.post(f"{APPEALS}1/", decision())

    response = judge.post(f"{APPEALS}1/", decision(verdict="dismissed"))

    assert response.status_code == 422
    assert "the decision is final" in response.content.decode()
    assert Appeal.objects.get().verdict == "upheld"


def test_a_director_reads_but_does_not_decide_where_a_judge_is_named(client, director, judge, row):
    file(client, row)

    assert director.get(f"{APPEALS}1/").status_code == 200
    assert director.post(f"{APPEALS}1/", decision()).status_code == 403
    assert not Appeal.objects.get().verdict


def test_an_order_the_rules_refuse_decides_nothing(client, judge, row):
    file(client, row)
    ordered = {"number": 1, "declarer": 1, "game": "grand", "matadors": 9, "outcome": "won", "corrects": "on"}

    response = judge.post(f"{APPEALS}1/", decision(**ordered))

    assert response.status_code == 422
    assert "ISkO 3.2.7" in response.content.decode()
    assert not Appeal.objects.get().verdict


class TestPreview:
    def test_shows_what_it_does_and_writes_nothing(self, client, judge, row):
        file(client, row)
        before = points(row)

        response = judge.post(f"{APPEALS}1/", lost(row, action="preview"))
        page = response.content.decode()

        assert response.status_code == 200
        assert "This would be decided" in page
        assert all(said in page for said in ("Der Grand ist verloren.", "60 Augen.", "ISkO 4.2.5 (2002)", "−194"))
        assert (points(row), Appeal.objects.get().verdict, Ruling.objects.count()) == (before, "", 0)

    def test_is_what_is_decided_then(self, client, judge, row):
        file(client, row)
        shown = judge.post(f"{APPEALS}1/", lost(row, action="preview"))
        hidden = dict(shown.context["typed"]) | {"seen": shown.context["seen"]}

        judge.post(f"{APPEALS}1/", hidden | {"action": "decide"})

        assert points(row) == [30, -194, 30, 30]
        made = Appeal.objects.get().decision
        assert (made.sentence, made.clauses) == ("Der Grand ist verloren.", ["ISkO 4.2.5 (2002)"])

    def test_may_be_changed_with_everything_kept(self, client, judge, row):
        file(client, row)

        response = judge.post(f"{APPEALS}1/", lost(row, action="edit", facts="Es lagen 60 Augen."))

        assert response.status_code == 200
        assert "Es lagen 60 Augen." in response.content.decode()
        assert not Appeal.objects.get().verdict

    def test_of_half_a_decision_says_what_is_missing(self, client, judge, row):
        file(client, row)

        response = judge.post(f"{APPEALS}1/", decision(sentence="", clauses="ISkO 99", action="preview"))
        page = response.content.decode()

        assert response.status_code == 422
        assert "Say in one sentence what is decided." in page
        assert "no clause “ISkO 99”" in page
        assert "60 Augen." in page

    def test_a_correction_by_a_dismissal_is_refused(self, client, judge, row):
        file(client, row)

        response = judge.post(f"{APPEALS}1/", lost(row, action="decide", verdict="dismissed"))

        assert response.status_code == 422
        assert "Only an appeal that is upheld" in response.content.decode()

    def test_without_a_word_of_what_to_do_nothing_is_decided(self, client, judge, row):
        file(client, row)

        assert judge.post(f"{APPEALS}1/", decision(action="")).status_code == 200
        assert not Appeal.objects.get().verdict


class TestDeciding:
    def test_a_list_that_has_changed_meanwhile_decides_nothing(self, client, judge, row):
        file(client, row)
        sent = lost(row)
        ruled(row, factories.judge(row.table.series.tournament, "schiri"), deal(1, 2, GRAND_LOST))

        response = judge.post(f"{APPEALS}1/", sent | {"matadors": 3})

        assert response.status_code == 422
        assert "Deal 1 was corrected in the meantime" in response.content.decode()
        assert not Appeal.objects.get().verdict

    def test_the_second_of_two_judges_reads_what_the_first_decided(self, client, judge, row):
        file(client, row)
        second = Client(headers={"accept-language": "en"})
        second.force_login(factories.judge(row.table.series.tournament, "schiri"))
        judge.post(f"{APPEALS}1/", lost(row))

        for action in ("preview", "decide"):
            response = second.post(f"{APPEALS}1/", decision(verdict="dismissed", action=action))
            page = response.content.decode()
            assert response.status_code == 422
            assert "the decision is final (SkWO 9.10)" in page
            assert "The appeal is upheld" in page

    def test_sent_twice_it_is_decided_once(self, client, judge, row):
        file(client, row)
        sent = lost(row)

        answers = [judge.post(f"{APPEALS}1/", sent).status_code for _again in range(2)]

        assert answers == [302, 302]
        assert Ruling.objects.count() == 1

    def test_a_player_of_the_table_does_not_decide_even_as_a_judge(self, client, row):
        file(client, row)
        player = Client(headers={"accept-language": "en"})
        player.force_login(factories.judge(row.table.series.tournament, "spielerin", plays_as=1))

        assert "Nobody decides about their own table" in player.get(f"{APPEALS}1/").content.decode()
        assert player.post(f"{APPEALS}1/", decision()).status_code == 422

    def test_what_the_rules_refuse_stands_with_a_reason(self, client, judge, row):
        file(client, row)
        ordered = lost(row, declarer=1)
        refused = judge.post(f"{APPEALS}1/", ordered)
        assert refused.status_code == 422

        judge.post(f"{APPEALS}1/", ordered | {"overruling": "Seat 1 played although he dealt."}, follow=True)

        assert Appeal.objects.get().decision.overruling == "Seat 1 played although he dealt."
        assert points(row)[0] == -194

    def test_the_ranking_is_another_one_then(self, client, judge, row):
        file(client, row)
        factories.fill(row, seat=2)
        factories.confirm_and_sign(row)
        first = standings.standings(row.table.series.tournament).lines[0]

        judge.post(f"{APPEALS}1/", lost(row))

        lines = standings.standings(row.table.series.tournament).lines
        assert (first.entrant.number, first.total) == (2, 3 * 122)
        assert [line.total for line in lines if line.entrant.number == 2] == [2 * 122 - 194]
