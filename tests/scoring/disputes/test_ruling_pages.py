"""A decision on one screen: filled in, shown, made once, or refused; and where no judge is named (SkWO 4.5, 7.3.2)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from scoring.disputes.models import Objection, Ruling
from scoring.disputes.services.objections import complete, withdraw
from scoring.lists.services.entry import enter_totals
from scoring.office.services.end import release_final_ranking, state_end
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.objections_and_rulings import raised
from tests.support.ruling_pages import AT_TABLE, BOTH, ON_OBJECTION, disputed, looked, said, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def row(row):
    return disputed(row)


@pytest.fixture
def judge(row) -> Client:
    return signed_in(factories.judge(row.table.series.tournament))


class TestAMinuteAtTheTable:
    def test_one_tap_fills_everything_in_and_shows_what_it_would_do(self, judge, row):
        start = {**said(orders="stays", sentence="", reasons="", clauses="", facts="Pik lag noch da."), "action": ""}

        response = judge.post(ON_OBJECTION, start | {"start": "revoke-0"})
        page = response.content.decode()

        assert response.status_code == 200
        assert 'id="rule"' in page
        assert "The game is lost at the simple level." in page
        assert "ISkO 4.2.3\nISkO 4.1.4</textarea>" in page
        assert "Pik lag noch da." in page
        assert response.context["shown"].after.played == GRAND_LOST
        assert "Decide" in page
        assert not Ruling.objects.exists()

    def test_deals_of_the_wrong_dealer_are_dealt_again(self, judge, row):
        wrong = said(orders="again", deal="", mistake="3", clauses="ISkO 3.2.11")
        made = factories.tournament(slug="drei", entrants=4, rounds=2)
        there = factories.list_of(factories.running_series(made))
        factories.enter(there, (2, GRAND), (1, GRAND), (1, GRAND))
        client, url = signed_in(factories.judge(made, "richter3")), "/t/drei/office/series/1/table/1/rule/"

        sent = looked(client, url, wrong)
        for _again in range(2):
            assert client.post(url, sent).status_code == 302

        assert Ruling.objects.get().dealt_again_from == 3
        assert list(there.deals.filter(voided_at=None).values_list("number", flat=True)) == [1, 2]

    def test_the_facts_the_judge_wrote_down_are_there_and_another_deal_is_looked_at_without_losing_any(
        self, judge, row
    ):
        facts = {"kind": "revoke", "deal": 2, "facts": "Im siebten Stich.", "claim": "Verloren", "answer": "Gewonnen"}
        by = {"by": factories.user("richterin"), "now": EVENING}
        complete(objection_id=Objection.objects.get().pk, entry_key=uuid4(), **by, **facts)

        page = judge.get(ON_OBJECTION).content.decode()
        other = judge.post(ON_OBJECTION, said(action="deal", deal="3")).content.decode()

        assert "Im siebten Stich." in page
        assert "Gewonnen" in page
        assert "Spieler 3" in page
        assert "Der Grand ist einfach verloren." in other
        assert "Deal 3 as it will be" in other
        assert "Nothing was saved" not in other

    def test_an_objection_about_no_list_is_decided_in_words_and_the_clause_proposed_may_be_struck(self, judge, row):
        raised(row, list_id=None)
        url = "/t/cup/office/objections/2/"
        assert "SkWO 7.3.2</textarea>" in judge.get(url).content.decode()

        judge.post(url, looked(judge, url, said(clauses="")))

        made = Ruling.objects.get()
        assert (made.game_list, made.clauses) == (None, [])


class TestNotSo:
    def test_nothing_is_decided_about_what_was_taken_back(self, judge, row):
        withdraw(objection_id=Objection.objects.get().pk, by=None, place=3, now=EVENING)

        page = judge.get(ON_OBJECTION).content.decode()
        assert 'id="rule"' not in page
        for action in ("preview", "decide"):
            sent = judge.post(ON_OBJECTION, said(action=action))
            assert (sent.status_code, sent.context["shown"]) == (422, None)
            assert "Somebody else has changed this in the meantime." in sent.content.decode()
        assert not Ruling.objects.exists()

    def test_nothing_is_decided_when_the_ranking_is_released(self, judge, row):
        cup = row.table.series.tournament
        withdraw(objection_id=Objection.objects.get().pk, by=None, place=3, now=EVENING)
        factories.confirm_and_sign(row)
        factories.close_series(row.table.series)
        state_end(tournament_id=cup.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
        release_final_ranking(tournament_id=cup.pk, by=factories.user(), now=EVENING + timedelta(hours=3))

        for url in (ON_OBJECTION, AT_TABLE):
            response = judge.post(url, said(action="decide"))

            assert response.status_code == 422, url
            assert "The final ranking has been released" in response.content.decode()
            assert "office/?end#take-back" in response.content.decode()

    NOT_SO = (
        ({"sentence": " ", "reasons": "", "clauses": ""}, "Say in one sentence", "its reasons", "names the clauses"),
        ({"clauses": "ISkO 99", "entry_key": "x", "deal": ""}, "no clause “ISkO 99”", "not arrive", "Please choose."),
        ({"deal": "99", "orders": ""}, "Select a valid choice", "required"),
        ({"orders": "stated"}, "This is deal 2 now"),
        ({"orders": "stated", "number": "2"}, "cannot count as stated"),
        ({"orders": "won"}, "Nothing is different"),
        ({"orders": "again", "mistake": ""}, "Please choose"),
        ({"orders": "again", "mistake": "77"}, "Select a valid choice"),
        ({"opponents_points": "500", "seen": "x"}, "less than or equal to 120", "valid UUID"),
    )

    def test_what_is_missing_is_said_and_what_was_typed_kept(self, judge, row):
        for fields, *sentences in self.NOT_SO:
            response = judge.post(ON_OBJECTION, said(facts="Mein Befund") | fields)

            assert response.status_code == 422, fields
            for sentence in (*sentences, "Mein Befund"):
                assert sentence in response.content.decode(), fields

    def test_a_deal_that_was_not_played_yet_is_none_the_next_one_is(self, judge):
        begun = factories.tournament(slug="begun", entrants=4, rounds=1)
        row = factories.list_of(factories.running_series(begun))
        factories.enter(row, (2, factories.GRAND))
        at_table = AT_TABLE.replace("cup", "begun")
        factories.judge(row.table.series.tournament)

        sentences = [judge.post(at_table, said(deal=deal)).content.decode() for deal in ("3", "2")]

        assert "There is no deal 3 in this list." in sentences[0]
        assert "No game is written down for deal 2. State it below." in sentences[1]
        # Nor did anybody play a deal that was passed in.
        factories.enter(row, None)
        response = judge.post(at_table, said())
        assert response.status_code == 422
        assert "No game is written down for deal 2" in response.content.decode()

    def test_of_results_alone_no_deal_is_corrected(self, judge, row):
        made = factories.tournament(slug="vier", entrants=3, rounds=1)
        there = factories.list_of(factories.running_series(made))
        lines = factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0))
        enter_totals(list_id=there.pk, totals=lines, by=factories.user(), now=EVENING)
        client, url = signed_in(factories.judge(made, "richter4")), "/t/vier/office/series/1/table/1/rule/"

        assert 'name="orders"' not in client.get(url).content.decode()
        assert 'value="3"' in client.get(url).content.decode()
        client.post(url, looked(client, url, said(deal="3")))
        made_there = Ruling.objects.get()
        assert (made_there.entry, made_there.deal) == (None, 3)

    @pytest.mark.thorough
    def test_a_text_or_a_deal_that_does_not_exist_fills_in_nothing(self, judge, row):
        for start in ("revoke-99", "x-1", "revoke-x", "-0", "revoke--1", "²-²", "revoke-²"):
            assert judge.post(ON_OBJECTION, said(start=start)).status_code == 200, start
        for asked in ("x", "99", "²", "-1", "2" * 400):
            assert judge.get(AT_TABLE, {"deal": asked}).status_code == 200, asked


OBJECTION = "/t/cup/office/objections/1/"
BENCH = "/t/cup/office/bench/"
STANDS_IN = "No judge is named for this event, so the direction decides: you (SkWO 7.3.2)."


@pytest.mark.thorough
@BOTH
def test_where_no_judge_is_named_the_direction_rules_without_appointing_itself(director, row, url):
    for path in (OBJECTION, BENCH):
        assert STANDS_IN in director.get(path).content.decode()

    response = director.post(url, looked(director, url, said()))

    assert response.status_code == 302
    assert Ruling.objects.get().decided_by.username == "direktor"
