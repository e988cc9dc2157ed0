"""A judge's decision on one screen: filled in by a tap, shown before it is made, made once (SkWO 7.3.2)."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.disputes.models import Objection, Ruling
from scoring.disputes.services.objections import complete
from scoring.lists import mapping
from scoring.results.selectors import standings
from tests import factories
from tests.factories import EVENING, GRAND, GRAND_LOST
from tests.scoring.disputes.raising import deal, points, raised
from tests.scoring.disputes.ruling_forms import AT_TABLE, BOTH, ON_OBJECTION, disputed, looked, said, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(row):
    return disputed(row)


@pytest.fixture
def judge(row) -> Client:
    return signed_in(factories.judge(row.table.series.tournament))


def ranking(row) -> dict[int, int]:
    """Return the places by start number."""
    found = standings.standings(row.table.series.tournament).lines
    return {line.entrant.number: line.rank for line in found}


class TestAMinuteAtTheTable:
    def test_one_tap_fills_everything_in_and_shows_what_it_would_do(self, judge, row):
        start = {**said(orders="stays", sentence="", reasons="", clauses="", facts="Pik lag noch da."), "action": ""}

        response = judge.post(ON_OBJECTION, start | {"start": "revoke-0"})
        page = response.content.decode()

        assert response.status_code == 200
        assert "The game is lost at the simple level." in page
        assert "ISkO 4.2.3\nISkO 4.1.4</textarea>" in page
        assert "Pik lag noch da." in page
        assert response.context["shown"].after.played == GRAND_LOST
        assert "Decide: it counts now" in page
        assert not Ruling.objects.exists()

    def test_what_was_shown_is_decided_and_the_ranking_follows(self, judge, row):
        before, places = points(row), ranking(row)

        page = judge.post(ON_OBJECTION, looked(judge, ON_OBJECTION, said()), follow=True).content.decode()

        assert "Decision no. 1 is made." in page
        made = Ruling.objects.get()
        assert (made.objection.outcome, made.deal, made.clauses) == ("ruled", 2, ["ISkO 4.2.3 (2002)"])
        assert mapping.to_deal(made.entry) == deal(2, 1, GRAND_LOST)
        assert [after - there for there, after in zip(before, points(row), strict=True)] == [-316, 30, 30, 30]
        assert (places, ranking(row)) == ({1: 1, 2: 2, 3: 3, 4: 3}, {1: 2, 2: 1, 3: 3, 4: 3})

    def test_nothing_is_written_by_looking(self, judge, row):
        lines = row.table.series.tournament.journal.count()

        page = judge.post(ON_OBJECTION, said()).content.decode()

        assert "What this decision would do" in page
        assert (Ruling.objects.count(), row.table.series.tournament.journal.count()) == (0, lines)

    @BOTH
    def test_the_list_may_stay_as_it_is(self, judge, row, url):
        before = points(row)

        judge.post(url, looked(judge, url, said(orders="stays")))

        made = Ruling.objects.get()
        assert (made.entry, made.deal, bool(made.objection)) == (None, 2, url == ON_OBJECTION)
        assert points(row) == before

    def test_a_deal_is_corrected_as_it_is_stated(self, judge, row):
        stated = {"number": 2, "declarer": 3, "game": "hearts", "matadors": -1, "outcome": "won"}

        judge.post(AT_TABLE, looked(judge, AT_TABLE, said(orders="stated", **stated)))

        entry = Ruling.objects.get().entry
        assert (entry.declarer, entry.points) == (3, 20)

    def test_an_impossible_null_is_stated_as_the_game_it_is_lost_as_3_4_4(self, judge, row):
        null = {"number": 2, "declarer": 3, "game": "null", "bid": 24, "outcome": "lost"}

        asked = judge.post(AT_TABLE, said(orders="stated", **null))
        offered = judge.post(AT_TABLE, said(orders="stated", **null, matadors=-4))
        stated = said(orders="stated", **null, matadors=-4, instead="diamonds")
        judge.post(AT_TABLE, looked(judge, AT_TABLE, stated))

        assert "With or without how many?" in asked.content.decode()
        assert "Diamonds without 4: −90" in offered.content.decode()
        entry = Ruling.objects.get().entry
        assert (entry.game, entry.matadors, entry.points) == ("diamonds", -4, -90)

    def test_an_impossible_null_that_a_judge_lets_stand_is_charged_by_its_matadors_3_4_4(self, judge, row):
        null = {"number": 2, "declarer": 3, "game": "null", "bid": 24, "outcome": "lost", "matadors": -4}

        stated = said(orders="stated", **null, overruling="Es bleibt beim angesagten Null.")
        judge.post(AT_TABLE, looked(judge, AT_TABLE, stated))

        entry = Ruling.objects.get().entry
        assert (entry.game, entry.matadors, entry.points, entry.overruled) == ("null", -4, -90, True)

    def test_what_the_rules_refuse_stands_with_a_reason(self, judge, row):
        stated = {"number": 1, "declarer": 1, "game": "grand", "matadors": 2, "outcome": "won"}
        refused = judge.post(AT_TABLE, said(orders="stated", deal="1", **stated))
        why = {"overruling": "Der Geber hat aus Versehen mitgespielt, alle stimmen zu."}

        assert refused.status_code == 422
        assert "the dealer sits out" in refused.content.decode()
        judge.post(AT_TABLE, looked(judge, AT_TABLE, said(orders="stated", deal="1", **stated, **why)))

        made = Ruling.objects.get()
        assert (made.overruling, made.entry.overruled) == (why["overruling"], True)

    def test_a_deal_that_is_not_written_down_yet_is_stated(self, judge):
        made = factories.tournament(slug="zwei", entrants=4, rounds=1)
        there = factories.list_of(factories.running_series(made))
        client, url = signed_in(factories.judge(made, "richter2")), "/t/zwei/office/series/1/table/1/rule/"
        stated = {"number": 1, "declarer": 2, "game": "grand", "matadors": 2, "outcome": "lost"}

        begun = client.post(url, said(deal="1", start="revoke-0"))
        client.post(url, looked(client, url, said(deal="1", orders="stated", **stated)))

        assert begun.context["form"].ordered == "stated"
        assert 'value="lost"' in begun.content.decode()
        assert [entry.points for entry in there.deals.all()] == [-144]

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

    def test_another_deal_is_looked_at_without_losing_what_was_typed(self, judge, row):
        page = judge.post(ON_OBJECTION, said(action="deal", deal="3")).content.decode()

        assert "Der Grand ist einfach verloren." in page
        assert "Deal 3 as it will be" in page
        assert "Nothing was saved" not in page

    def test_the_facts_the_judge_wrote_down_are_there_already(self, judge, row):
        complete(
            objection_id=Objection.objects.get().pk,
            entry_key=uuid4(),
            by=factories.user("richterin"),
            now=EVENING,
            kind="revoke",
            deal=2,
            facts="Im siebten Stich.",
            claim="Verloren",
            answer="Gewonnen",
        )

        page = judge.get(ON_OBJECTION).content.decode()

        assert "Im siebten Stich." in page
        assert "Gewonnen" in page
        assert "Spieler 3" in page

    def test_an_objection_about_no_list_is_decided_in_words(self, judge, row):
        raised(row, list_id=None)
        url = "/t/cup/office/objections/2/rule/"

        judge.post(url, looked(judge, url, said()))

        assert Ruling.objects.get().game_list is None
