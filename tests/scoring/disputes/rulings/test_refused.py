"""Rulings against the rules, twice, by the wrong judge, or incomplete."""

from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.disputes.models import Ruling
from scoring.disputes.selectors import rulings
from scoring.disputes.services.drafts import Draft
from scoring.history.selectors import verification
from scoring.lists.selectors import officials
from scoring.lists.services.lists import EntryRefused, KeyReused
from scoring.office.services import release_final_ranking, state_end
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tests import factories
from tests.factories import EVENING, GRAND, GRAND_LOST
from tests.scoring.disputes.raising import deal, raised, ruled, seen
from tests.scoring.disputes.rulings.states import state
from tests.strategies import line

pytestmark = pytest.mark.django_db


class TestAgainstTheRules:
    BELOW = line("hearts", 1, bid=50)

    def test_what_they_refuse_breaks_the_list_and_nothing_is_decided(self, row, judge):
        objection = raised(row, kind="bidding")
        before = state(row)

        with pytest.raises(EntryRefused):
            ruled(row, judge, deal(2, 1, self.BELOW), objection=objection)

        assert state(row) == before
        objection.refresh_from_db()
        assert objection.outcome == ""

    def test_it_may_stand_for_a_reason(self, row, judge):
        shown = rulings.preview_ruling(row, deal(2, 1, self.BELOW, overruled=True))
        assert [one.problem.code for one in shown.overruled] == ["won-below-bid"]

        made = ruled(row, judge, deal(2, 1, self.BELOW, overruled=True), overruling="Gegenpartei hatte aufgegeben.")

        assert (made.entry.overruled, made.entry.points) == (True, 20)
        assert made.overruling == "Gegenpartei hatte aufgegeben."
        assert verification.verified(made.tournament).discrepancies == ()

    def test_but_not_without_one(self, row, judge):
        with pytest.raises(Refused, match="overruling-missing"):
            ruled(row, judge, deal(2, 1, self.BELOW, overruled=True))

    def test_what_they_allow_is_not_overruled(self, row, judge):
        made = ruled(row, judge, deal(2, 1, GRAND_LOST, overruled=True), overruling="Sicher ist sicher.")

        assert (made.entry.overruled, made.overruling) == (False, "")

    def test_nobody_is_credited_who_is_not_there(self, row, judge):
        with pytest.raises(EntryRefused):
            ruled(row, judge, deal(2, 7, GRAND, overruled=True), overruling="Doch.")


class TestOnce:
    def test_sent_twice_it_counts_once(self, row, judge):
        key, first = uuid4(), seen(row, 2)
        sent = {"entry_key": key, "seen": first}
        made = ruled(row, judge, deal(2, 1, GRAND_LOST), **sent)
        before = state(row)

        assert ruled(row, judge, deal(2, 1, GRAND_LOST), **sent) == made
        assert state(row) == before

    @pytest.mark.parametrize("change", [{"sentence": "Anders."}, {"reasons": "Anders."}, {"clauses": ["ISkO 4.1.4"]}])
    def test_the_same_key_with_another_decision_is_refused(self, row, judge, change):
        key = uuid4()
        ruled(row, judge, deal=2, entry_key=key)

        with pytest.raises(KeyReused):
            ruled(row, judge, deal=2, entry_key=key, **change)
        with pytest.raises(KeyReused):
            ruled(row, judge, deal(2, 1, GRAND_LOST), entry_key=key)

    def test_of_two_judges_one_decides_the_objection(self, row, judge):
        objection = raised(row, kind="revoke", deal=2)
        ruled(row, judge, objection=objection)

        with pytest.raises(Refused, match="objection-over") as refused:
            ruled(row, factories.user(), objection=objection)

        assert "perhaps by another judge just now" in refusals.refusal(refused.value)
        assert Ruling.objects.count() == 1

    def test_of_two_judges_who_saw_the_same_line_one_corrects_it(self, row, judge):
        first = seen(row, 2)
        ruled(row, judge, deal(2, 1, GRAND_LOST), seen=first)

        with pytest.raises(Refused, match="deal-corrected"):
            ruled(row, factories.user(), deal(2, None), seen=first)


class TestWho:
    @pytest.mark.parametrize("with_objection", [True, False])
    def test_nobody_rules_at_the_table_he_plays_at(self, row, with_objection):
        player = factories.judge(row.table.series.tournament, "spielerin", plays_as=3)

        with pytest.raises(Refused, match="own-table"):
            ruled(row, player, objection=raised(row) if with_objection else None)

    def test_at_another_table_he_does(self):
        made = factories.tournament(entrants=8)
        series = factories.running_series(made)
        player = factories.judge(made, "spielerin", plays_as=3)

        assert ruled(factories.list_of(series, 2), player).number == 1
        assert player not in officials.judges_for(factories.list_of(series, 1).table_id, tournament=made)
        assert player in officials.judges_for(factories.list_of(series, 2).table_id, tournament=made)

    def test_nobody_after_the_final_ranking_is_out(self, row, judge):
        factories.confirm_and_sign(row)
        tournament = row.table.series.tournament
        factories.close_series(row.table.series)
        tournament.series.filter(number__gt=1).delete()
        state_end(tournament_id=tournament.pk, ended_at=EVENING, by=judge, now=EVENING)
        release_final_ranking(tournament_id=tournament.pk, by=judge, now=EVENING.replace(hour=19))

        with pytest.raises(Refused, match="released-before"):
            ruled(row, judge)


class TestReading:
    def test_they_are_found_by_their_words(self, row, judge):
        ruled(row, judge, sentence="Pik ist gewonnen.", clauses=["ISkO 4.3.4"], objection=raised(row, kind="claim"))
        ruled(row, judge, sentence="Herz ist verloren.", reasons="Überreizt um eine Stufe.", clauses=["ISkO 5.4.1"])

        def found(words):
            return [one.number for one in rulings.rulings_found(row.table.series.tournament, words)]

        assert found("") == [1, 2]
        assert found("pik") == found("claim") == found("4.3.4") == found("1 gewonnen") == [1]
        assert found("stufe überreizt") == found("no. 2") == [2]
        assert found("pik stufe") == found("%") == []
        assert rulings.ruling_of(row.table.series.tournament, 2).sentence == "Herz ist verloren."

    def test_each_is_printed_with_what_it_did(self, row, judge):
        made = ruled(row, judge, deal(2, 1, GRAND_LOST))

        printed = rulings.ruling_document(rulings.ruling_of(made.tournament, 1))

        assert (printed.before.played, printed.after.played) == (GRAND, GRAND_LOST)
        assert [change for _seat, change in printed.seats] == [-316, 30, 30, 30]
        assert printed.panel == ()

    def test_one_that_corrects_nothing_as_well(self, row, judge):
        made = ruled(row, judge)

        assert rulings.ruling_document(made).seats == ()


def test_a_draft_is_about_the_deal_it_corrects():
    assert Draft(sentence="", reasons="", clauses=(), correction=deal(3, None)).number == 3
    assert replace(Draft(sentence="", reasons="", clauses=()), deal=2).number == 2
