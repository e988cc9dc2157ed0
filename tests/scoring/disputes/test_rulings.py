"""What a ruling would do, does and is refused for, and a case book of disputes, each with its ruling (SkWO 7.3.2)."""

from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.disputes.models import Objection, Ruling
from scoring.disputes.selectors import rulings
from scoring.disputes.selectors.bench import known_name
from scoring.disputes.services.rulings import WrongDealer, rule, take_back
from scoring.history.selectors.verification import verified
from scoring.lists import mapping
from scoring.lists.selectors import book as phone
from scoring.lists.selectors import history, sitting
from scoring.lists.services import entry
from scoring.lists.services.lists import EntryRefused, ListSigned
from scoring.office.services.end import release_final_ranking, state_end
from scoring.results.selectors import standings
from scoring.rules.game_list.deals import GameList
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.sums import rating, tallies
from scoring.rules.register.citing import citation, meant_by
from scoring.rules.valuation import Played
from tables.acts.services import KeyReused, Refused
from tables.acts.wording import refusals
from tables.journal import chain as journal
from tables.journal.wording import journal_line
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.dispute_case_book import CASES, WON
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.objections_and_rulings import deal, draft, points, raised, ruled, seen, state
from tests.support.page_reader import Visitor
from tests.support.strategies import line, lost

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(row):
    """A full list of four: a Grand with 2 won by seat 2, then seat 1 three times."""
    factories.fill(row, seat=1)
    row.refresh_from_db()
    return row


@pytest.fixture
def cup(row):
    return row.table.series.tournament


@pytest.fixture
def judge(cup):
    return factories.judge(cup)


class TestThePreview:
    def test_shows_every_seat_and_the_places_writes_nothing_and_is_what_then_comes_of_it(self, row, cup, judge):
        before = state(row)

        shown = rulings.preview_ruling(row, deal(2, 1, GRAND_LOST))

        counted = [(one.place, one.after.tally.won, one.after.tally.lost) for one in shown.seats]
        assert counted == [(1, 2, 1), (2, 1, 0), (3, 0, 0), (4, 0, 0)]
        moves = {move.entrant.number: move for move in shown.moves}
        gained = {number: move.after.points - move.before.points for number, move in moves.items()}
        ranks = {number: (move.before.rank, move.after.rank) for number, move in moves.items()}
        assert (gained, ranks) == ({1: -316, 2: 30, 3: 30, 4: 30}, {1: (1, 2), 2: (2, 1), 3: (3, 3), 4: (3, 3)})
        assert (shown.before.played, shown.after.played, shown.refused) == (GRAND, GRAND_LOST, ())
        assert state(row) == before

        ruled(row, judge, deal(2, 1, GRAND_LOST))

        told = {number: (number, move.after.rank, move.after.points) for number, move in moves.items()}
        assert told == {number: (number, *rest) for number, *rest in ranking(cup)}

    def test_says_what_the_rules_refuse_and_who_moves_by_a_deal_that_is_not_written_down_yet(self, row, judge):
        refused = rulings.preview_ruling(row, deal(1, 1, GRAND))
        assert [one.problem.code for one in refused.refused] == ["dealer-played"]
        assert (refused.seats, refused.moves) == ((), ())

        new = factories.list_of(factories.running_series(factories.tournament(slug="new", entrants=4)))
        shown = rulings.preview_ruling(new, deal(1, 2, lost("clubs", 1)))
        assert (shown.before, shown.seen, shown.refused) == (None, None, ())
        assert [move.entrant.number for move in shown.moves] == [1, 2, 3, 4]
        assert ruled(new, judge, deal(1, 2, lost("clubs", 1))).voided is None
        assert points(new) == [30, -98, 30, 30]

    @pytest.mark.slow
    def test_takes_as_many_queries_for_many_as_for_few(self, django_assert_max_num_queries):
        for entrants, slug in ((4, "few"), (12, "many")):
            cup = factories.tournament(slug=slug, entrants=entrants)
            row = factories.list_of(factories.running_series(cup))
            factories.fill(row)
            with django_assert_max_num_queries(16):
                rulings.preview_ruling(row, deal(2, 1, GRAND_LOST))


class TestRuling:
    def test_replaces_the_line_in_both_lists_ends_its_objection_and_says_so_without_words(self, row, cup, judge):
        objection = raised(row, kind="revoke", deal=2)
        how = {"list_id": row.pk, "by": None, "now": EVENING, "device": "b" * 32, "copy": "second"}
        for number, declarer in ((1, 2), (2, 1)):
            entry.enter_deal(deal=deal(number, declarer, GRAND), entry_key=uuid4(), **how)
        said = {"facts": "Frau Meier sah es.", "reasons": "Herr Schulze bestätigt."}
        said["clauses"] = ["isko 4.2.3", "ISkO 4.1.4", "ISkO 4.2.3"]

        made = ruled(row, judge, deal(2, 1, GRAND_LOST), objection=objection, **said)

        assert (made.number, made.stage, made.deal, made.decided_by) == (1, "judge", 2, judge)
        assert made.clauses == ["ISkO 4.2.3 (2002)", "ISkO 4.1.4 (2002)"]
        because = "Das Spiel ist einfach verloren."
        assert (made.voided.voided_at, made.voided.voided_by, made.voided.voided_because) == (EVENING, judge, because)
        assert mapping.to_deal(made.entry) == deal(2, 1, GRAND_LOST)
        assert (row.deals.filter(number=2).count(), points(row)) == (2, [2 * 122 - 194, 122 + 30, 30, 30])
        objection.refresh_from_db()
        assert (objection.outcome, objection.ended_by, made.objection) == ("ruled", judge, objection)
        assert (phone.book(row).differences, [*phone.book(row).calls]) == ((), [])
        told = cup.journal.get(action="ruling.made")
        assert not [name for name in ("Meier", "Schulze") if name in str(told.data)]
        assert journal_line(told) == (
            "Decision 1 (judge): Series 1, table 1, deal 2; the list corrected; it settles objection 1 "
            "(ISkO 4.2.3 (2002), ISkO 4.1.4 (2002))"
        )
        assert journal.first_broken_line(cup) is None

    @pytest.mark.slow
    def test_of_a_signed_list_freezes_what_stands_there_then_and_seats_the_next_series_by_it(self, row, cup, judge):
        factories.confirm_and_sign(row)
        row.refresh_from_db()
        before = row.signed_hash

        ruled(row, judge, deal(2, 1, GRAND_LOST))

        row.refresh_from_db()
        assert row.signed_hash == history.list_hash(row) != before
        assert (row.confirmations.count(), verified(cup).discrepancies) == (4, ())
        series = factories.close_series(row.table.series)
        assert series.seedings.values_list("entrant__number", flat=True).last() != 1
        ruled(row, judge, deal(3, 1, GRAND_LOST))
        assert series.seedings.values_list("entrant__number", flat=True).last() == 1

    def test_without_a_correction_leaves_the_list_as_it_is_and_about_a_series_alone_orders_nothing(self, row, judge):
        before = state(row)
        said = {"entry_key": uuid4(), "by": judge, "now": EVENING, "series_id": row.table.series_id}

        made = ruled(row, judge, deal=3, sentence="Es bleibt dabei.")

        assert (made.deal, made.entry, made.voided) == (3, None, None)
        with pytest.raises(Refused, match="nothing-to-correct"):
            rule(draft=draft(row, deal(2, 1, GRAND_LOST)), **said)
        assert rule(draft=draft(row), **said).game_list is None
        assert state(row)[:4] == before[:4]

    @pytest.mark.slow
    def test_deals_are_dealt_again_as_they_were_looked_at_and_a_signed_list_gets_none_more(self, row, judge):
        before = state(row)
        for wrong, error in (
            (WrongDealer(mistake=2, last_begun=4, version=0), "list-changed"),
            (WrongDealer(mistake=3, last_begun=2, version=row.version), "no-such-deal"),
        ):
            with pytest.raises(Refused, match=error):
                ruled(row, judge, wrong_dealer=wrong)
            assert state(row) == before
        factories.confirm_and_sign(row)
        row.refresh_from_db()

        with pytest.raises(ListSigned):
            ruled(row, judge, wrong_dealer=WrongDealer(mistake=2, last_begun=4, version=row.version))
        with pytest.raises(ListSigned):
            ruled(row, judge, deal(5, 1, GRAND))

    @pytest.mark.slow
    def test_what_it_lacks_is_named_and_nothing_is_decided(self, row, judge):
        before = state(row)
        for change, code in (
            ({"wrong_dealer": WrongDealer(mistake=2, last_begun=2, version=0)}, "nothing-to-correct"),
            ({"sentence": " "}, "sentence-missing"),
            ({"reasons": ""}, "reasons-missing"),
            ({"clauses": [" "]}, "clauses-missing"),
            ({"clauses": ["ISkO 4.2.3", "ISkO 4.2.99"]}, "unknown-clause"),
            ({"deal": 3}, "nothing-to-correct"),
            ({"seen": None}, "deal-corrected"),
            ({"seen": uuid4()}, "deal-corrected"),
        ):
            with pytest.raises(Refused, match=code) as refused:
                ruled(row, judge, deal(2, 1, GRAND_LOST), **change)
            assert refusals.refusal(refused.value) != refusals.refusal(Exception())
            assert state(row) == before

    def test_a_list_of_results_has_no_deals(self, judge, row):
        row.kind = "totals"
        row.save()
        with pytest.raises(Refused, match="kept-as-totals"):
            ruled(row, judge, deal(1, 2, GRAND))


class TestAgainstTheRules:
    BELOW = line("hearts", 1, bid=50)

    def test_what_they_refuse_breaks_the_list_and_nothing_is_decided_without_a_reason(self, row, judge):
        objection, before = raised(row, kind="bidding"), state(row)

        with pytest.raises(EntryRefused):
            ruled(row, judge, deal(2, 1, self.BELOW), objection=objection)
        with pytest.raises(Refused, match="overruling-missing"):
            ruled(row, judge, deal(2, 1, self.BELOW, overruled=True))
        # Nobody is credited who is not there.
        with pytest.raises(EntryRefused):
            ruled(row, judge, deal(2, 7, GRAND, overruled=True), overruling="Doch.")

        objection.refresh_from_db()
        assert (state(row), objection.outcome) == (before, "")

    @pytest.mark.slow
    def test_it_may_stand_for_a_reason_and_what_they_allow_is_not_overruled(self, row, cup, judge):
        shown = rulings.preview_ruling(row, deal(2, 1, self.BELOW, overruled=True))
        assert [one.problem.code for one in shown.overruled] == ["won-below-bid"]
        because = "Gegenpartei hatte aufgegeben."

        made = ruled(row, judge, deal(2, 1, self.BELOW, overruled=True), overruling=because)

        assert (made.entry.overruled, made.entry.points, made.overruling) == (True, 20, because)
        assert verified(cup).discrepancies == ()
        made = ruled(row, judge, deal(2, 1, GRAND_LOST, overruled=True), overruling="Sicher ist sicher.")
        assert (made.entry.overruled, made.overruling) == (False, "")


class TestOnce:
    def test_sent_twice_it_counts_once_and_the_same_key_with_another_decision_is_refused(self, row, judge):
        sent = {"entry_key": uuid4(), "seen": seen(row, 2)}
        made = ruled(row, judge, deal(2, 1, GRAND_LOST), **sent)
        before = state(row)

        assert ruled(row, judge, deal(2, 1, GRAND_LOST), **sent) == made
        for change in ({"sentence": "Anders."}, {"reasons": "Anders."}, {"clauses": ["ISkO 4.1.4"]}):
            with pytest.raises(KeyReused):
                ruled(row, judge, deal(2, 1, GRAND_LOST), **sent, **change)
        with pytest.raises(KeyReused):
            ruled(row, judge, deal=2, entry_key=sent["entry_key"])
        assert state(row) == before

    def test_of_two_judges_one_decides_the_objection_and_who_saw_the_same_line_does_not_correct_it(self, row, judge):
        objection, first = raised(row, kind="revoke", deal=2), seen(row, 2)
        ruled(row, judge, deal(2, 1, GRAND_LOST), objection=objection)

        with pytest.raises(Refused, match="objection-over") as refused:
            ruled(row, factories.user(), objection=objection)
        with pytest.raises(Refused, match="deal-corrected"):
            ruled(row, factories.user(), deal(2, None), seen=first)

        assert "Somebody else has changed this" in refusals.refusal(refused.value)
        assert Ruling.objects.count() == 1


class TestWho:
    def test_nobody_rules_at_the_table_he_plays_at_and_at_another_one_he_does(self):
        made = factories.tournament(entrants=8)
        series = factories.running_series(made)
        player = factories.judge(made, "spielerin", plays_as=3)
        row, other = factories.list_of(series, 1), factories.list_of(series, 2)
        for objection in (raised(row), None):
            with pytest.raises(Refused, match="own-table"):
                ruled(row, player, objection=objection)

        assert ruled(other, player).number == 1
        may = [player in sitting.judges_for(one.table_id, tournament=made) for one in (row, other)]
        assert may == [False, True]

    def test_nobody_after_the_final_ranking_is_out(self, row, cup, judge):
        factories.confirm_and_sign(row)
        factories.close_series(row.table.series)
        state_end(tournament_id=cup.pk, ended_at=EVENING, by=judge, now=EVENING)
        release_final_ranking(tournament_id=cup.pk, by=judge, now=EVENING.replace(hour=19))

        with pytest.raises(Refused, match="released-before"):
            ruled(row, judge)


@pytest.mark.slow
def test_they_are_found_by_their_words(row, cup, judge):
    ruled(row, judge, sentence="Pik ist gewonnen.", clauses=["ISkO 4.3.4"], objection=raised(row, kind="claim"))
    ruled(row, judge, sentence="Herz ist verloren.", reasons="Überreizt um eine Stufe.", clauses=["ISkO 5.4.1"])

    def found(words):
        return [one.row.number for one in rulings.cases(cup, kind="decision", q=words)]

    assert found("") == [2, 1]
    assert found("pik") == found("claim") == found("4.3.4") == found("1 gewonnen") == [1]
    assert found("stufe überreizt") == found("no. 2") == [2]
    assert found("pik stufe") == found("%") == []
    assert rulings.ruling_of(cup, 2).sentence == "Herz ist verloren."


def test_the_name_of_the_account_comes_first_then_the_tribunal_then_the_list_of_entrants():
    cup, other = factories.tournament(entrants=2), factories.tournament(slug="other", entrants=2)
    cup.entrants.filter(number=2).update(name="Erna Schulz")
    judge = factories.judge(cup, plays_as=2)

    assert known_name(judge, cup) == "Erna Schulz"
    steps.named(cup, username="richterin", name="E. Schulz")
    assert known_name(judge, cup) == "E. Schulz"
    # Who has no name is called by the account, and nobody by nothing.
    factories.judge(other, plays_as=2)
    other.entrants.update(name="")
    steps.named(other, username="richterin")
    assert (known_name(judge, other), known_name(None, other)) == ("richterin", "")
    judge.last_name = "Erna Schulz-Berg"
    assert known_name(judge, cup) == "Erna Schulz-Berg"


def test_what_each_ruling_comes_to_by_the_rules():
    kinds = {"revoke", "lead", "claim", "announcement", "bidding", "dealing", "list", "conduct"}
    assert (len(CASES) >= 20, {case.kind for case in CASES.values()}) == (True, kinds)
    for name, case in CASES.items():
        played = case.ruling if isinstance(case.ruling, Played) else case.written
        ruled_list = GameList(seats=4, rounds=1, deals=(deal(1, case.declarer, played), *(deal(n) for n in (2, 3, 4))))
        assert {one.problem.severity for one in findings(ruled_list, final=True)} <= {"warning"}, name
        assert [rating(one, seats=4).performance for one in tallies(ruled_list)] == case.result, name
        assert all(meant_by(citation(cited)) for cited in case.clauses), name


@pytest.mark.thorough(after=1)
@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "an opponent's revoke, found two tricks later",
        "a revoke claimed when all cards lay together",
        "an opponent gives the game up and his partner does not agree",
        "an opponent leads out of turn and the declarer needed Schneider",
        "a false list: another was the declarer",
    ],
)
def test_the_ruling_the_rules_demand(name):
    case, row = CASES[name], factories.running_list(seats=4)
    if case.written is not None:
        factories.enter(row, (2, case.written), None, None, None)
    cup = row.table.series.tournament
    ordered = deal(1, case.declarer, case.ruling) if isinstance(case.ruling, Played) else None
    objection = raised(row, kind=case.kind, deal=1, place=3)
    said = {"facts": case.facts, "clauses": case.clauses, **({} if ordered else {"deal": 1})}

    made = ruled(row, factories.judge(cup), ordered, objection=objection, **said)

    assert (points(row), made.clauses) == (case.result, [f"{clause} (2002)" for clause in case.clauses])
    if ordered:
        assert mapping.to_deal(row.deals.get(number=1, voided_at=None)) == ordered
    else:
        assert row.deals.filter(number=1).count() == 1
    assert verified(cup).discrepancies == ()


@pytest.mark.slow
def test_a_deal_that_all_passed_was_played_after_all_3_2_16():
    row = factories.running_list(seats=4)
    factories.enter(row, None, None, None, None)
    row.refresh_from_db()

    ruled(row, factories.judge(row.table.series.tournament), deal(1, 2, line("clubs", 1)), clauses=["ISkO 3.2.16"])

    assert points(row) == WON


@pytest.mark.slow
def test_a_wrong_dealer_has_the_deals_since_then_dealt_again_3_2_12():
    row = factories.running_list(seats=4, rounds=2)
    factories.enter(row, (2, line("clubs", 1)), (1, line("grand", 2)), None)
    row.refresh_from_db()
    objection = raised(row, kind="dealing", deal=2)

    shown = rulings.preview_wrong_dealer(row, mistake=2, last_begun=3)
    assert (shown.redealing.void, shown.redealing.dealer) == ((2, 3), 2)
    assert [one.after.tally.game_points for one in shown.seats] == [0, 24, 0, 0]

    said = {"clauses": ["ISkO 3.2.11", "ISkO 3.2.12"], "sentence": "Ab Spiel 2 neu geben."}
    wrong = WrongDealer(mistake=2, last_begun=3, version=row.version)
    made = ruled(row, factories.judge(row.table.series.tournament), objection=objection, wrong_dealer=wrong, **said)

    assert (made.deal, made.dealt_again_from) == (2, 2)
    assert ([one.number for one in row.deals.filter(voided_at=None)], points(row)) == ([1], WON)


def taken_back(ruling, judge, because="falsch gehört"):
    return take_back(ruling_id=ruling.pk, because=because, by=judge, now=EVENING + timedelta(minutes=5))


def ranking(cup):
    return [(one.entrant.number, one.rank, one.total) for one in standings.standings(cup).lines]


class TestTakingBack:
    """A decision of direction or judge is taken back while nobody appealed."""

    @pytest.mark.slow
    def test_list_and_ranking_are_as_before_and_its_objection_is_open_for_another_one(self, row, cup, judge):
        factories.confirm_and_sign(row)
        row.refresh_from_db()
        objection, before = raised(row, deal=2), (points(row), ranking(cup))
        made = ruled(row, judge, deal(2, 1, GRAND_LOST), objection=objection)
        assert (points(row), ranking(cup)) != before

        taken_back(made, judge)

        assert (points(row), ranking(cup)) == before
        objection.refresh_from_db()
        assert (objection.outcome, objection.ended_at) == (Objection.Outcome.OPEN, None)
        # The bell of the table rings again.
        assert (objection.call.settled_at, objection.call.granted) == (None, False)
        assert ruled(row, judge, None, objection=objection).objection == objection
        assert verified(cup).discrepancies == ()

    def test_twice_is_once_and_without_a_reason_or_about_the_table_one_plays_at_it_is_refused(self, row, cup, judge):
        made = ruled(row, judge, deal(2, 1, GRAND_LOST))
        with pytest.raises(Refused, match="reason-missing"):
            taken_back(made, judge, because=" ")
        with pytest.raises(Refused, match="own-table"):
            taken_back(made, factories.judge(cup, "spielend", plays_as=1))

        for _twice in range(2):
            taken_back(made, judge)

        line = cup.journal.get(action="ruling.taken-back")
        assert journal_line(line) == "Decision 1 taken back, because: falsch gehört"

    @pytest.mark.slow
    def test_a_deal_that_it_entered_is_taken_out_while_it_is_the_last_and_deals_dealt_again_stay(self):
        series = factories.running_series(factories.tournament(slug="other", entrants=4, rounds=2))
        row, judge = factories.list_of(series), factories.judge(series.tournament)

        taken_back(ruled(row, judge, deal(1, 2, GRAND)), judge)

        assert not row.deals.filter(voided_at=None).exists()
        kept = ruled(row, judge, deal(1, 2, GRAND))
        factories.enter(row, (3, GRAND))
        with pytest.raises(Refused, match="not-the-last-deal"):
            taken_back(kept, judge)
        row.refresh_from_db()
        again = ruled(row, judge, wrong_dealer=WrongDealer(mistake=2, last_begun=2, version=row.version))
        with pytest.raises(Refused, match="dealt-again-since"):
            taken_back(again, judge)

    def test_what_is_corrected_since_the_release_and_an_appeal_which_is_named_stand_in_the_way(self, row, judge):
        made = ruled(row, judge, deal(2, 1, GRAND_LOST))
        Tournament.objects.update(ended_at=EVENING, released_at=EVENING)
        with pytest.raises(Refused, match="released-before"):
            taken_back(made, judge)
        Tournament.objects.update(ended_at=None, released_at=None)
        later = ruled(row, judge, deal(2, 3, GRAND))
        with pytest.raises(Refused, match="deal-corrected"):
            taken_back(made, judge)
        appeal = steps.appeal_against(later)

        with pytest.raises(Refused, match="ruling-appealed") as refused:
            taken_back(later, judge)

        assert refused.value.facts == {"ruling": later.number, "appeal": appeal.number}

    @pytest.mark.slow
    def test_nobody_can_appeal_against_it_any_more_and_its_page_says_when_and_why(self, row, judge):
        made = ruled(row, judge, deal(2, 1, GRAND_LOST))
        visitor = Visitor()
        visitor.client.force_login(judge)

        form = visitor.get("/t/cup/office/decisions/1/").form("because")
        page = form.send("act=take-back", because="falsch gehört")

        assert not [said for said in ("Saved.", "by richterin: falsch gehört") if said not in page.text]
        assert "File an appeal" not in page.text
        assert rulings.appealable(row.table.series) == []
        assert "taken back" in visitor.get("/t/cup/office/bench/?state=all").text
        made.refresh_from_db()
        assert made.taken_back_by == judge
