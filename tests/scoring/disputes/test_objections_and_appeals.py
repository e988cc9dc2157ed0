"""Objections raised, taken on, completed, ended; appeals filed and decided (ISkO 4.5.10, SkWO 7.3.2, 7.3.3, 9.10)."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest

from scoring.disputes.models import Appeal, Objection
from scoring.disputes.selectors import complaints
from scoring.disputes.services import objections
from scoring.disputes.services.appeals import AlreadyDecided, clear, decide_appeal
from scoring.disputes.services.rulings import Draft
from scoring.lists.models import GameListRow
from scoring.lists.selectors import boards
from scoring.lists.selectors import book as phone
from scoring.lists.services.lists import EntryRefused
from scoring.office.services.end import state_end
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from scoring.table.services import batches
from tables.acts.services import KeyReused, Refused
from tables.acts.wording import refusals
from tables.journal.wording import journal_line
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.acts_and_their_lines import facts_of
from tests.support.factories import EVENING, GRAND
from tests.support.objections_and_rulings import PHONE, raised, ruled

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def judge(row):
    return factories.judge(row.table.series.tournament)


@pytest.fixture
def full(row):
    factories.fill(row)
    row.refresh_from_db()
    return row


def actions(row) -> list[str]:
    return list(row.table.series.tournament.journal.order_by("number").values_list("action", flat=True))


class TestRaising:
    def test_one_tap_calls_a_judge_to_the_table_and_each_has_one_line_of_the_journal_without_words(self, row):
        made = raised(row)

        assert (made.number, made.kind, made.place, made.raised_at) == (1, "", None, EVENING)
        assert [(call.kind, call.place) for call in phone.book(row).calls] == [("judge", None)]
        assert [call.kind for call in boards.board(row.table.series)[0].calls] == ["judge"]
        before = len(actions(row))
        raised(row, kind="conduct", place=2, text="Herr Schulze zählt laut.")
        (line,) = row.table.series.tournament.journal.order_by("number")[before:]
        assert line.action == "objection.raised"
        assert "Schulze" not in str(line.data)
        assert journal_line(line) == "Objection 2 raised: Series 1, table 1, by seat 2"

    def test_sent_twice_it_is_raised_once_and_two_impatient_taps_call_one_judge(self, row):
        key = uuid4()

        assert raised(row, entry_key=key, kind="claim") == raised(row, entry_key=key, kind="claim")
        assert Objection.objects.count() == row.calls.count() == 1
        with pytest.raises(KeyReused):
            raised(row, entry_key=key, kind="revoke")
        assert raised(row) == raised(row)
        assert raised(row, kind="claim") != raised(row, kind="claim")

    def test_with_everything_said_about_a_deal_in_hand_or_something_in_the_hall(self, row, judge):
        made = raised(row, kind="revoke", place=2, deal=1, text=" Platz 3 hat nicht bedient. ")
        assert (made.kind, made.place, made.deal, made.text) == ("revoke", 2, 1, "Platz 3 hat nicht bedient.")
        # Nobody wrote deal 4 down yet.
        assert raised(row, deal=4, kind="revoke").deal == 4

        made = raised(row, list_id=None, kind="conduct", text="Lärm am Buffet.", by=judge, device="")
        assert (made.game_list, made.call, made.raised_by) == (None, None, judge)
        # With the clock set back it comes after what was there.
        assert raised(row, kind="claim", now=EVENING - timedelta(hours=1)).raised_at == EVENING
        data = row.table.series.tournament.journal.order_by("number").last().data
        assert data["clock"] == (EVENING - timedelta(hours=1)).isoformat()

    def test_what_does_not_fit_is_refused(self, row):
        for fields, code in (
            ({"kind": "weather"}, "no-such-dispute"),
            ({"place": 5}, "no-such-seat"),
            ({"place": 0}, "no-such-seat"),
            ({"deal": 5}, "no-such-deal"),
            ({"deal": 0}, "no-such-deal"),
            ({"list_id": None, "deal": 1}, "no-such-deal"),
            ({"list_id": None, "place": 1}, "no-such-seat"),
        ):
            with pytest.raises(Refused, match=code) as refused:
                raised(row, **fields)
            assert refusals.refusal(refused.value)
            assert not Objection.objects.exists()

    def test_a_series_that_nobody_knows_of_is_not_objected_to(self):
        series = factories.tournament(entrants=4).series.get()
        with pytest.raises(Refused, match="not-published"):
            objections.raise_objection(series_id=series.pk, entry_key=uuid4(), by=None, now=EVENING)


class TestTheList:
    def test_stays_open_as_long_as_a_judge_is_called_and_names_the_seat_that_objects(self, full):
        def kept_open():
            with pytest.raises(Refused, match="objections-open") as refused:
                signing.sign_for_paper(list_id=full.pk, by=factories.user(), now=EVENING)
            return refused.value

        raised(full)
        assert refusals.refusal(kept_open()) == "The table asks for a judge. Settle that first."
        raised(full, kind="revoke", place=3)
        assert kept_open().facts == {"places": [3]}

    def test_whoever_objects_takes_his_word_back_and_signing_settles_what_he_said_of_the_list_but_no_revoke(self, full):
        factories.confirm(full, 3)

        revoke = raised(full, kind="revoke", place=3)

        assert not full.confirmations.exists()
        of_list = raised(full, kind="list", place=3, text="Spiel 2 fehlt.")
        factories.confirm(full, 3)
        for made in (of_list, revoke):
            made.refresh_from_db()
        assert (of_list.outcome, revoke.outcome) == ("withdrawn", "")

    @pytest.mark.slow
    def test_can_be_closed_when_each_is_over_and_after_that_the_bell_rings_as_well(self, full, judge):
        withdrawn, settled, decided, answered = (raised(full, kind="claim") for _each in range(4))

        objections.withdraw(objection_id=withdrawn.pk, by=None, now=EVENING, device=PHONE)
        objections.settle(objection_id=settled.pk, by=judge, now=EVENING)
        ruled(full, judge, objection=decided)
        batches.settle_call(call_id=answered.call_id, granted=True, by=judge, now=EVENING)

        outcomes = Objection.objects.order_by("number").values_list("outcome", flat=True)
        assert list(outcomes) == ["withdrawn", "settled", "ruled", "settled"]
        factories.confirm_and_sign(full)
        assert raised(full, kind="claim", place=1).call.settled_at is None
        assert full.confirmations.count() == 4


class TestTheJudge:
    def test_is_on_his_way_alone_and_does_nothing_at_the_table_he_plays_at(self, row, judge):
        def takes_on(who, minutes):
            return objections.take_on(objection_id=made.pk, by=who, now=EVENING + timedelta(minutes=minutes))

        made = raised(row)
        for minutes in (1, 9):
            taken = takes_on(judge, minutes)
            assert (taken.taken_by, taken.taken_at) == (judge, EVENING + timedelta(minutes=1))
        with pytest.raises(Refused, match="judge-on-the-way"):
            takes_on(factories.user(), 0)
        player = factories.judge(row.table.series.tournament, "spielerin", plays_as=3)
        for act in ACTS:
            with pytest.raises(Refused, match="own-table"):
                act(objection_id=raised(row, kind="claim").pk, by=player, now=EVENING)

    def test_completes_what_was_only_a_call_and_again_and_the_first_word_is_kept(self, row, judge):
        made = raised(row, text="Bitte kommen.")
        by = {"objection_id": made.pk, "by": judge, "now": EVENING}
        found = {"kind": "claim", "deal": 1, "place": 2, "answer": "Er hat nichts gesagt."}
        for facts in ("Erst so.", "Der Alleinspieler legte bei fünf Karten auf."):
            said = by | found | {"entry_key": uuid4()}
            assert objections.complete(**said, facts=facts) == objections.complete(**said, facts=facts)

        case = complaints.case_of(complaints.objection_of(made.tournament, 1))
        assert (case.kind, case.deal, case.place, case.claim) == ("claim", 1, 2, "Bitte kommen.")
        assert (case.facts, made.statements.count()) == ("Der Alleinspieler legte bei fünf Karten auf.", 2)
        made.refresh_from_db()
        assert (made.kind, made.text) == ("", "Bitte kommen.")
        with pytest.raises(KeyReused):
            objections.complete(**said, facts="Anders.")
        wrong = ({"kind": "x"}, "no-such-dispute"), ({"place": 9}, "no-such-seat"), ({"deal": 9}, "no-such-deal")
        for fields, code in wrong:
            with pytest.raises(Refused, match=code):
                objections.complete(**by | {"entry_key": uuid4()}, **fields)


ACTS = (objections.settle, objections.take_on, partial(objections.complete, entry_key=uuid4()))
"""What a judge does with an objection."""


class TestTheEnd:
    def test_no_phone_and_no_seat_withdraws_what_is_not_its_own(self, row, judge):
        """What the desk takes down has no device: who names none, or another, is not who raised it."""
        for device in ("", PHONE):
            made = raised(row, kind="claim", place=2, device=device, by=None if device else judge)
            for said in ({}, {"device": ""}, {"device": "b" * 32}, {"place": 1}, {"device": "b" * 32, "place": 3}):
                with pytest.raises(Refused, match="not-own-objection"):
                    objections.withdraw(objection_id=made.pk, by=None, now=EVENING, **said)
            made.refresh_from_db()
            assert made.outcome == Objection.Outcome.OPEN

    def test_who_raised_it_withdraws_it_or_a_judge_and_once(self, row, judge):
        mine, other = raised(row, kind="claim", place=2), raised(row, kind="claim", place=3)

        assert objections.withdraw(objection_id=mine.pk, by=None, now=EVENING, place=2).outcome == "withdrawn"
        assert objections.withdraw(objection_id=other.pk, by=judge, now=EVENING).ended_by == judge

        acts = len(actions(row))
        objections.withdraw(objection_id=other.pk, by=judge, now=EVENING)
        assert len(actions(row)) == acts
        for act in ACTS:
            with pytest.raises(Refused, match="objection-over"):
                act(objection_id=other.pk, by=judge, now=EVENING)

    def test_of_many_at_once_leaves_out_what_is_over(self, row, judge):
        """In whatever way it ended: that stands, and is not counted."""
        several = [raised(row, kind="claim", place=2, deal=1) for _ in range(4)]
        for one, act in zip(several[:2], (objections.settle, objections.withdraw), strict=True):
            act(objection_id=one.pk, by=judge, now=EVENING)
        made, numbers = row.table.series.tournament, [one.number for one in several]
        ending = {"tournament_id": made.pk, "objections": numbers, "appeals": (), "because": "Unfug", "by": judge}

        assert clear(**ending, entry_key=uuid4(), now=EVENING) == 2
        lines_then = len(actions(row))
        assert clear(**ending, entry_key=uuid4(), now=EVENING) == 0

        assert len(actions(row)) == lines_then
        assert [one.outcome for one in Objection.objects.order_by("number")] == ["settled", *["withdrawn"] * 3]
        assert facts_of(made.journal.get(action="disputes.cleared"))["objections"] == numbers[2:]


BERLIN = ZoneInfo("Europe/Berlin")
QUARTER = timedelta(minutes=15)
MOMENT = timedelta(milliseconds=1)


def file(row: GameListRow, *, deal: int | None = 1, **fields) -> Appeal:
    return steps.appeal_about(row, deal=deal, **fields)


def decide(appeal: Appeal, by, **fields) -> Appeal:
    return steps.decide(appeal, fields.pop("corrected", None), by=by, **fields)


@pytest.fixture
def won() -> GameListRow:
    """A full list of four, everything won by whoever may play."""
    made = factories.running_list(seats=4, series=2)
    factories.fill(made)
    return made


@pytest.fixture
def deciding(won):
    return factories.judge(won.table.series.tournament)


def test_an_appeal_in_time_sent_twice_is_logged_once_and_what_does_not_fit_or_is_of_another_table_is_not():
    series = factories.running_series(factories.tournament(entrants=8))
    row = factories.list_of(series)
    appeal = file(row, deal=None)

    assert (appeal.number, appeal.late, appeal.verdict) == (1, False, "")
    assert file(row, deal=None, entry_key=appeal.entry_key) == appeal
    with pytest.raises(KeyReused):
        file(row, deal=None, entry_key=appeal.entry_key, text="Anders.")
    for change, code in (
        ({"appellant": 99}, "no-such-entrant"),
        ({"deal": 40}, "no-such-deal"),
        ({"appellant": 5, "deal": None}, "not-at-this-table"),
    ):
        with pytest.raises(Refused, match=code):
            file(row, **change)
    assert Appeal.objects.count() == 1
    # What was raised at the tables of a player is found by his number.
    raised(row, kind="claim", place=1)
    raised(factories.list_of(series, 2), kind="lead", place=1)
    assert [one.kind for one in complaints.objections_by(series.tournament, 1)] == ["claim"]
    assert complaints.objection_of(series.tournament, 3) is None


def ended(moment: datetime) -> GameListRow:
    """Return a signed list of the last series, which is closed, of an event that ended then."""
    made = factories.running_list(seats=3)
    factories.close_series(made.table.series)
    state_end(tournament_id=made.table.series.tournament_id, ended_at=moment, by=factories.user(), now=moment)
    return made


class TestTheLastQuarterOfAnHour:
    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(
        ("clock", "late"), [((2, 4, 59, 999_000), False), ((2, 5, 0, 0), True), ((2, 5, 0, 1_000), True)]
    )
    @pytest.mark.proof("deadlines")
    def test_lasts_15_minutes_on_the_night_the_clocks_go_back(self, clock, late):
        last = ended(datetime(2026, 10, 25, 2, 50, tzinfo=BERLIN, fold=0))
        # The second time that the clocks show this.
        assert file(last, now=datetime(2026, 10, 25, *clock, tzinfo=BERLIN, fold=1)).late is late

    def test_ends_on_the_millisecond_and_is_not_begun_again_by_a_clock_set_back(self):
        last = ended(EVENING)
        for after, late in ((-MOMENT, False), (timedelta(), True), (MOMENT, True)):
            assert file(last, now=EVENING + QUARTER + after).late is late

        first, second = (file(last, now=EVENING + timedelta(minutes=minutes)) for minutes in (16, 10))

        assert (first.late, second.late, second.filed_at) == (True, True, first.filed_at)
        line = last.table.series.tournament.journal.order_by("number").last()
        assert line.data["clock"] == (EVENING + timedelta(minutes=10)).isoformat()


class TestDecidingAnAppeal:
    def test_is_done_once_and_sent_twice_it_counts_once(self, won, deciding):
        said = {"appeal_id": file(won).pk, "verdict": "dismissed", "entry_key": uuid4(), "by": deciding, "now": EVENING}
        no = Draft(sentence="Der Grand ist gewonnen.", reasons="Nein.", clauses=["ISkO 4.2.5"])
        made = decide_appeal(draft=no, **said)
        acts = len(actions(won))

        assert decide_appeal(draft=no, **said).reasons == "Nein."
        assert len(actions(won)) == acts
        with pytest.raises(AlreadyDecided):
            decide_appeal(draft=replace(no, reasons="Doch nicht."), **said)
        with pytest.raises(AlreadyDecided):
            decide(made, deciding)

    def test_what_breaks_the_list_is_dismissed_or_about_his_own_table_decides_nothing(self, won, deciding):
        appeal = file(won, appellant=1)

        with pytest.raises(EntryRefused):
            decide(appeal, deciding, corrected=Deal(number=1, declarer=1, played=GRAND))
        passed_in = Deal(number=1, declarer=None, played=None)
        with pytest.raises(Refused, match="nothing-to-correct"):
            decide(appeal, deciding, verdict=Appeal.Verdict.DISMISSED, corrected=passed_in)
        for plays_as in (1, 3):
            player = factories.judge(won.table.series.tournament, f"spieler{plays_as}", plays_as=plays_as)
            with pytest.raises(Refused, match="own-table"):
                decide(appeal, player)

        appeal.refresh_from_db()
        assert appeal.verdict == ""
