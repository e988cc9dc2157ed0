"""What a ruling would do, what it does, and what is refused (SkWO 7.3.2)."""

from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.disputes.models import Ruling
from scoring.disputes.selectors import rulings
from scoring.disputes.selectors.officials import known_name
from scoring.disputes.services.drafts import Draft, WrongDealer
from scoring.disputes.services.rulings import rule
from scoring.history.selectors import verification
from scoring.lists import mapping
from scoring.lists.selectors import book as phone
from scoring.lists.selectors import freezing, officials
from scoring.lists.services import entry
from scoring.lists.services.lists import EntryRefused, KeyReused, ListSigned
from scoring.office.services import release_final_ranking, state_end
from scoring.results.selectors import standings
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.journal import chain as journal
from tables.journal.wording.acts import journal_line
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.list_state import state
from tests.support.objections_and_rulings import deal, draft, points, raised, ruled, seen
from tests.support.strategies import line, lost

pytestmark = pytest.mark.django_db


class TestThePreview:
    def test_shows_every_seat_and_the_places_before_and_after_and_writes_nothing(self, row):
        before = state(row)

        shown = rulings.preview_ruling(row, deal(2, 1, GRAND_LOST))

        assert [(one.place, one.after.tally.won, one.after.tally.lost) for one in shown.seats] == [
            (1, 2, 1),
            (2, 1, 0),
            (3, 0, 0),
            (4, 0, 0),
        ]
        assert {move.entrant.number: move.after.points - move.before.points for move in shown.moves} == {
            1: -316,
            2: 30,
            3: 30,
            4: 30,
        }
        assert {move.entrant.number: (move.before.rank, move.after.rank) for move in shown.moves} == {
            1: (1, 2),
            2: (2, 1),
            3: (3, 3),
            4: (3, 3),
        }
        assert (shown.before.played, shown.after.played, shown.refused) == (GRAND, GRAND_LOST, ())
        assert state(row) == before

    def test_is_what_then_comes_of_it(self, row, judge):
        shown = rulings.preview_ruling(row, deal(2, 1, GRAND_LOST))

        ruled(row, judge, deal(2, 1, GRAND_LOST))

        ranking = {
            one.entrant.number: (one.rank, one.total) for one in standings.standings(row.table.series.tournament).lines
        }
        for move in shown.moves:
            assert ranking[move.entrant.number] == (move.after.rank, move.after.points)
        assert len(shown.seats) == 4

    def test_says_what_the_rules_refuse(self, row):
        shown = rulings.preview_ruling(row, deal(1, 1, GRAND))

        assert [one.problem.code for one in shown.refused] == ["dealer-played"]
        assert (shown.seats, shown.moves) == ((), ())

    def test_of_a_deal_that_is_not_written_down_yet(self):
        row = factories.running_list()

        shown = rulings.preview_ruling(row, deal(1, 2, GRAND))

        assert (shown.before, shown.seen, shown.refused) == (None, None, ())
        assert [move.entrant.number for move in shown.moves] == [1, 2, 3, 4]

    def test_takes_as_many_queries_for_many_as_for_few(self, django_assert_max_num_queries):
        for entrants, slug in ((4, "few"), (40, "many")):
            made = factories.tournament(slug=slug, entrants=entrants)
            row = factories.list_of(factories.running_series(made))
            factories.fill(row)
            with django_assert_max_num_queries(16):
                rulings.preview_ruling(row, deal(2, 1, GRAND_LOST))


class TestRuling:
    def test_voids_the_old_line_and_adds_the_new_one(self, row, judge):
        made = ruled(row, judge, deal(2, 1, GRAND_LOST), clauses=["isko 4.2.3", "ISkO 4.1.4", "ISkO 4.2.3"])

        assert (made.number, made.stage, made.deal, made.decided_by) == (1, "judge", 2, judge)
        assert made.clauses == ["ISkO 4.2.3 (2002)", "ISkO 4.1.4 (2002)"]
        assert (made.voided.voided_at, made.voided.voided_by) == (EVENING, judge)
        assert made.voided.voided_because == "Das Spiel ist einfach verloren."
        assert mapping.to_deal(made.entry) == deal(2, 1, GRAND_LOST)
        assert row.deals.filter(number=2).count() == 2
        assert points(row) == [2 * 122 - 194, 122 + 30, 30, 30]

    def test_of_a_signed_list_freezes_what_stands_there_then(self, row, judge):
        factories.confirm_and_sign(row)
        row.refresh_from_db()
        before = row.signed_hash

        ruled(row, judge, deal(2, 1, GRAND_LOST))

        row.refresh_from_db()
        assert row.signed_hash == freezing.list_hash(row) != before
        assert row.confirmations.count() == 4
        assert verification.verified(row.table.series.tournament).discrepancies == ()

    def test_after_the_close_seats_the_next_series_by_the_new_standing(self, judge, row):
        factories.confirm_and_sign(row)
        series = factories.close_series(row.table.series)

        for number in (2, 3):
            ruled(row, judge, deal(number, 1, GRAND_LOST))

        assert list(series.seedings.values_list("entrant__number", flat=True))[-1] == 1

    def test_without_a_correction_leaves_the_list_as_it_is(self, row, judge):
        before = state(row)

        made = ruled(row, judge, deal=3, sentence="Es bleibt dabei.")

        assert (made.deal, made.entry, made.voided) == (3, None, None)
        after = state(row)
        assert after[:4] == before[:4]

    def test_enters_a_deal_in_hand(self, judge):
        made = factories.tournament(slug="open", entrants=4, director="anna")
        row = factories.list_of(factories.running_series(made))

        ruling = ruled(row, judge, deal(1, 2, lost("clubs", 1)))

        assert ruling.voided is None
        assert points(row) == [30, -98, 30, 30]

    def test_ends_the_objection_it_decides(self, row, judge):
        objection = raised(row, kind="revoke", deal=2)

        made = ruled(row, judge, deal(2, 1, GRAND_LOST), objection=objection)

        objection.refresh_from_db()
        assert (objection.outcome, objection.ended_by, made.objection) == ("ruled", judge, objection)
        assert not phone.book(row).calls

    def test_says_so_in_one_line_without_words(self, row, judge):
        made = ruled(row, judge, deal(2, 1, GRAND_LOST), facts="Frau Meier sah es.", reasons="Herr Schulze bestätigt.")

        (entry,) = row.table.series.tournament.journal.filter(action="ruling.made")
        assert "Meier" not in str(entry.data)
        assert "Schulze" not in str(entry.data)
        assert journal_line(entry) == (
            "Decision 1 of a judge: series 1, table 1, deal 2; the list corrected (ISkO 4.2.3 (2002))"
        )
        assert journal.first_broken_line(made.tournament) is None

    def test_follows_in_the_second_list(self, judge):
        made = factories.tournament(slug="two", entrants=4, director="anna")
        row = factories.list_of(factories.running_series(made))
        factories.enter(row, (2, GRAND))
        entry.enter_deal(
            copy="second",
            list_id=row.pk,
            deal=deal(1, 2, GRAND),
            entry_key=uuid4(),
            by=None,
            now=EVENING,
            device="b" * 32,
        )

        ruled(row, judge, deal(1, 2, GRAND_LOST))

        assert phone.book(row).differences == ()

    @pytest.mark.parametrize(
        ("wrong", "error"),
        [
            (WrongDealer(mistake=2, found=4, version=0), "list-changed"),
            (WrongDealer(mistake=3, found=2, version=-1), "no-such-deal"),
        ],
    )
    def test_deals_are_dealt_again_only_as_they_were_looked_at(self, row, judge, wrong, error):
        wrong = replace(wrong, version=row.version) if wrong.version else wrong
        before = state(row)

        with pytest.raises(Refused, match=error):
            ruled(row, judge, wrong_dealer=wrong)

        assert state(row) == before

    def test_in_a_signed_list_nothing_is_dealt_again(self, row, judge):
        factories.confirm_and_sign(row)
        row.refresh_from_db()

        with pytest.raises(ListSigned):
            ruled(row, judge, wrong_dealer=WrongDealer(mistake=2, found=4, version=row.version))

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"wrong_dealer": WrongDealer(mistake=2, found=2, version=0)}, "nothing-to-correct"),
            ({"sentence": " "}, "sentence-missing"),
            ({"reasons": ""}, "reasons-missing"),
            ({"clauses": [" "]}, "clauses-missing"),
            ({"clauses": ["ISkO 4.2.3", "ISkO 4.2.99"]}, "unknown-clause"),
            ({"deal": 3}, "nothing-to-correct"),
            ({"seen": None}, "deal-corrected"),
            ({"seen": uuid4()}, "deal-corrected"),
        ],
    )
    def test_what_it_lacks_is_named_and_nothing_is_decided(self, row, judge, change, code):
        before = state(row)

        with pytest.raises(Refused, match=code) as refused:
            ruled(row, judge, deal(2, 1, GRAND_LOST), **change)

        assert refusals.refusal(refused.value) != refusals.refusal(Exception())
        assert state(row) == before

    def test_about_a_series_alone_orders_nothing_in_a_list(self, row, judge):
        said = {"entry_key": uuid4(), "by": judge, "now": EVENING, "series_id": row.table.series_id}

        with pytest.raises(Refused, match="nothing-to-correct"):
            rule(draft=draft(row, deal(2, 1, GRAND_LOST)), **said)

        assert rule(draft=draft(row), **said).game_list is None

    def test_a_list_of_results_has_no_deals(self, judge, row):
        made = factories.tournament(slug="paper", entrants=4, director="anna")
        paper = factories.list_of(factories.running_series(made))
        paper.kind = "totals"
        paper.save()

        with pytest.raises(Refused, match="kept-as-totals"):
            ruled(paper, judge, deal(1, 2, GRAND))

    def test_a_signed_list_gets_no_deal_more(self, row, judge):
        factories.confirm_and_sign(row)

        with pytest.raises(ListSigned):
            ruled(row, judge, deal(5, 1, GRAND))


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


def test_the_name_of_the_account_comes_first_then_the_tribunal_then_the_list_of_entrants():
    cup = factories.tournament(entrants=2)
    cup.entrants.filter(number=2).update(name="Erna Schulz")
    judge = factories.judge(cup, plays_as=2)

    assert known_name(judge, cup) == "Erna Schulz"
    steps.named(cup, username="richterin", name="E. Schulz")
    assert known_name(judge, cup) == "E. Schulz"
    judge.last_name = "Erna Schulz-Berg"
    assert known_name(judge, cup) == "Erna Schulz-Berg"


def test_who_has_no_name_is_called_by_the_account_and_nobody_by_nothing():
    cup = factories.tournament(entrants=2)
    judge = factories.judge(cup, plays_as=2)
    cup.entrants.update(name="")
    steps.named(cup, username="richterin")

    assert known_name(judge, cup) == "richterin"
    assert known_name(None, cup) == ""
