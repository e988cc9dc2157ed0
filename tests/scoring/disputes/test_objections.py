"""Objections: raised with one tap, taken on, completed, withdrawn, settled (ISkO 4.5.10, SkWO 7.3.2)."""

from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.disputes.models import Objection
from scoring.disputes.selectors import objections as disputes_objections
from scoring.disputes.services import clearing, objections
from scoring.lists.selectors import boards
from scoring.lists.selectors import book as phone
from scoring.lists.services.lists import KeyReused
from scoring.signing import services as signing
from scoring.table.services import calls
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.journal.wording.acts import journal_line
from tests.support import factories
from tests.support.acts_and_their_lines import facts_of
from tests.support.factories import EVENING
from tests.support.objections_and_rulings import PHONE, raised, ruled

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def judge(row):
    return factories.judge(row.table.series.tournament)


@pytest.fixture
def full(row):
    """The list with every deal entered."""
    factories.fill(row)
    row.refresh_from_db()
    return row


def lines(row) -> list[str]:
    return list(row.table.series.tournament.journal.order_by("number").values_list("action", flat=True))


class TestRaising:
    def test_one_tap_calls_a_judge_to_the_table(self, row):
        made = raised(row)

        assert (made.number, made.kind, made.place, made.raised_at) == (1, "", None, EVENING)
        assert [(call.kind, call.place) for call in phone.book(row).calls] == [("judge", None)]
        assert [call.kind for call in boards.board(row.table.series)[0].calls] == ["judge"]

    def test_with_everything_said(self, row):
        made = raised(row, kind="revoke", place=2, deal=1, text=" Platz 3 hat nicht bedient. ")

        assert (made.kind, made.place, made.deal, made.text) == ("revoke", 2, 1, "Platz 3 hat nicht bedient.")

    def test_each_has_one_line_of_the_journal_and_no_words_in_it(self, row):
        before = len(lines(row))
        raised(row, kind="conduct", place=2, text="Herr Schulze zählt laut.")

        (line,) = row.table.series.tournament.journal.order_by("number")[before:]
        assert line.action == "objection.raised"
        assert "Schulze" not in str(line.data)
        assert journal_line(line) == "Objection 1 raised: series 1, table 1, by seat 2"

    def test_sent_twice_it_is_raised_once(self, row):
        key = uuid4()

        assert raised(row, entry_key=key, kind="claim") == raised(row, entry_key=key, kind="claim")

        assert Objection.objects.count() == row.calls.count() == 1

    def test_the_same_key_with_other_content_is_refused(self, row):
        key = uuid4()
        raised(row, entry_key=key, kind="claim")

        with pytest.raises(KeyReused):
            raised(row, entry_key=key, kind="revoke")

    def test_two_impatient_taps_call_one_judge(self, row):
        assert raised(row) == raised(row)
        assert raised(row, kind="claim") != raised(row, kind="claim")

    def test_about_something_in_the_hall_it_is_about_no_table(self, row, judge):
        made = raised(row, list_id=None, kind="conduct", text="Lärm am Buffet.", by=judge, device="")

        assert (made.game_list, made.call, made.raised_by) == (None, None, judge)

    def test_about_a_deal_in_hand_that_nobody_wrote_down_yet(self, row):
        assert raised(row, deal=4, kind="revoke").deal == 4

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ({"kind": "weather"}, "no-such-dispute"),
            ({"place": 5}, "no-such-seat"),
            ({"place": 0}, "no-such-seat"),
            ({"deal": 5}, "no-such-deal"),
            ({"deal": 0}, "no-such-deal"),
            ({"list_id": None, "deal": 1}, "no-such-deal"),
            ({"list_id": None, "place": 1}, "no-such-seat"),
        ],
    )
    def test_what_does_not_fit_is_refused(self, row, fields, code):
        with pytest.raises(Refused, match=code) as refused:
            raised(row, **fields)

        assert refusals.refusal(refused.value)
        assert not Objection.objects.exists()

    def test_a_series_that_nobody_knows_of_is_not_objected_to(self):
        series = factories.tournament(entrants=4).series.get()

        with pytest.raises(Refused, match="not-published"):
            objections.raise_objection(series_id=series.pk, entry_key=uuid4(), by=None, now=EVENING)

    def test_with_the_clock_set_back_it_comes_after_what_was_there(self, row):
        raised(row, kind="claim")

        made = raised(row, kind="claim", now=EVENING - timedelta(hours=1))

        assert made.raised_at == EVENING
        data = row.table.series.tournament.journal.order_by("number").last().data
        assert data["clock"] == (EVENING - timedelta(hours=1)).isoformat()


class TestTheList:
    def test_stays_open_as_long_as_a_judge_is_called(self, full):
        raised(full)

        with pytest.raises(Refused, match="objections-open") as refused:
            signing.sign_for_paper(list_id=full.pk, by=factories.user(), now=EVENING)
        assert refusals.refusal(refused.value) == "The table asks for a judge. Settle that first."

    def test_and_names_the_seat_that_objects(self, full):
        raised(full, kind="revoke", place=3)

        with pytest.raises(Refused, match="objections-open") as refused:
            signing.sign_for_paper(list_id=full.pk, by=factories.user(), now=EVENING)
        assert refused.value.facts == {"places": [3]}

    def test_whoever_objects_takes_his_word_back(self, full):
        factories.confirm(full, 3)

        raised(full, kind="revoke", place=3)

        assert not full.confirmations.exists()

    def test_signing_settles_what_he_said_of_the_list_but_no_revoke(self, full):
        of_list = raised(full, kind="list", place=3, text="Spiel 2 fehlt.")
        revoke = raised(full, kind="revoke", place=3)

        factories.confirm(full, 3)

        for made in (of_list, revoke):
            made.refresh_from_db()
        assert (of_list.outcome, revoke.outcome) == ("withdrawn", "")

    @pytest.mark.parametrize("way", ["withdraw", "settle", "rule", "board"])
    def test_can_be_closed_when_it_is_over(self, full, judge, way):
        made = raised(full)
        match way:
            case "withdraw":
                objections.withdraw(objection_id=made.pk, by=None, now=EVENING, device=PHONE)
            case "settle":
                objections.settle(objection_id=made.pk, by=judge, now=EVENING)
            case "rule":
                ruled(full, judge, objection=made)
            case _:
                calls.settle_call(call_id=made.call_id, granted=True, by=judge, now=EVENING)

        factories.confirm_and_sign(full)
        made.refresh_from_db()
        outcomes = {"withdraw": "withdrawn", "settle": "settled", "rule": "ruled", "board": "settled"}
        assert made.outcome == outcomes[way]

    def test_objected_to_after_it_was_signed_the_bell_rings_as_well(self, full):
        factories.confirm_and_sign(full)

        made = raised(full, kind="claim", place=1)

        assert made.call.settled_at is None
        assert full.confirmations.count() == 4


class TestTheJudge:
    def test_is_on_his_way(self, row, judge):
        made = objections.take_on(objection_id=raised(row).pk, by=judge, now=EVENING + timedelta(minutes=1))

        assert (made.taken_by, made.taken_at) == (judge, EVENING + timedelta(minutes=1))
        assert objections.take_on(objection_id=made.pk, by=judge, now=EVENING + timedelta(minutes=9)).taken_at == (
            EVENING + timedelta(minutes=1)
        )

    def test_is_one_alone(self, row, judge):
        made = raised(row)
        objections.take_on(objection_id=made.pk, by=judge, now=EVENING)

        with pytest.raises(Refused, match="judge-on-the-way"):
            objections.take_on(objection_id=made.pk, by=factories.user(), now=EVENING)

    @pytest.mark.parametrize("act", ["take_on", "settle", "complete"])
    def test_does_nothing_at_the_table_he_plays_at(self, row, act):
        player = factories.judge(row.table.series.tournament, "spielerin", plays_as=3)
        made = raised(row)
        more = {"entry_key": uuid4()} if act == "complete" else {}

        with pytest.raises(Refused, match="own-table"):
            getattr(objections, act)(objection_id=made.pk, by=player, now=EVENING, **more)

    def test_completes_what_was_only_a_call(self, row, judge):
        made = raised(row, text="Bitte kommen.")

        objections.complete(
            objection_id=made.pk,
            entry_key=uuid4(),
            by=judge,
            now=EVENING,
            kind="claim",
            deal=1,
            place=2,
            facts="Der Alleinspieler legte bei fünf Karten auf.",
            answer="Er hat nichts gesagt.",
        )

        case = disputes_objections.case_of(disputes_objections.objection_of(made.tournament, 1))
        assert (case.kind, case.deal, case.place, case.claim) == ("claim", 1, 2, "Bitte kommen.")
        assert case.facts.startswith("Der Alleinspieler")
        made.refresh_from_db()
        assert (made.kind, made.text) == ("", "Bitte kommen.")

    def test_completes_it_again_and_the_first_word_is_kept(self, row, judge):
        made = raised(row)
        for facts in ("Erst so.", "Dann so."):
            objections.complete(objection_id=made.pk, entry_key=uuid4(), by=judge, now=EVENING, facts=facts)

        assert disputes_objections.case_of(disputes_objections.objection_of(made.tournament, 1)).facts == "Dann so."
        assert [one.facts for one in made.statements.all()] == ["Erst so.", "Dann so."]

    def test_a_statement_sent_twice_is_written_once(self, row, judge):
        said = {"objection_id": raised(row).pk, "entry_key": uuid4(), "by": judge, "now": EVENING}

        assert objections.complete(**said, facts="So.") == objections.complete(**said, facts="So.")
        with pytest.raises(KeyReused):
            objections.complete(**said, facts="Anders.")

    @pytest.mark.parametrize(
        ("fields", "code"),
        [({"kind": "x"}, "no-such-dispute"), ({"place": 9}, "no-such-seat"), ({"deal": 9}, "no-such-deal")],
    )
    def test_a_statement_fits_the_table(self, row, judge, fields, code):
        with pytest.raises(Refused, match=code):
            objections.complete(objection_id=raised(row).pk, entry_key=uuid4(), by=judge, now=EVENING, **fields)


class TestTheEnd:
    @pytest.mark.parametrize("said", [{}, {"device": ""}, {"device": "b" * 32}, {"place": 1}])
    @pytest.mark.parametrize("device", ["", PHONE])
    def test_no_phone_and_no_seat_withdraws_what_is_not_its_own(self, row, judge, device, said):
        """What the desk takes down has no device: who names none, or another, is not who raised it."""
        made = raised(row, kind="claim", place=2, device=device, by=None if device else judge)

        with pytest.raises(Refused, match="not-own-objection"):
            objections.withdraw(objection_id=made.pk, by=None, now=EVENING, **said)

        made.refresh_from_db()
        assert made.outcome == Objection.Outcome.OPEN

    def test_only_who_raised_it_withdraws_it_or_a_judge(self, row, judge):
        mine, other = raised(row, kind="claim", place=2), raised(row, kind="claim", place=3)

        with pytest.raises(Refused, match="not-own-objection"):
            objections.withdraw(objection_id=mine.pk, by=None, now=EVENING, device="b" * 32, place=3)
        with pytest.raises(Refused, match="not-own-objection"):
            objections.withdraw(objection_id=mine.pk, by=None, now=EVENING)

        assert objections.withdraw(objection_id=mine.pk, by=None, now=EVENING, place=2).outcome == "withdrawn"
        assert objections.withdraw(objection_id=other.pk, by=judge, now=EVENING).ended_by == judge

    def test_of_many_at_once_leaves_out_what_is_over(self, row, judge):
        """In whatever way it ended: that stands, and is not counted."""
        made = row.table.series.tournament
        several = [raised(row, kind="claim", place=2, deal=1) for _ in range(4)]
        objections.settle(objection_id=several[0].pk, by=judge, now=EVENING)
        objections.withdraw(objection_id=several[1].pk, by=judge, now=EVENING)
        numbers = [one.number for one in several]
        ending = {"tournament_id": made.pk, "objections": numbers, "appeals": (), "because": "Unfug", "by": judge}

        assert clearing.clear(**ending, entry_key=uuid4(), now=EVENING) == 2
        lines_then = len(lines(row))
        assert clearing.clear(**ending, entry_key=uuid4(), now=EVENING) == 0

        assert len(lines(row)) == lines_then
        assert [one.outcome for one in Objection.objects.order_by("number")] == ["settled", *["withdrawn"] * 3]
        assert facts_of(made.journal.get(action="disputes.cleared"))["objections"] == numbers[2:]

    def test_is_there_once(self, row, judge):
        made = raised(row)
        objections.withdraw(objection_id=made.pk, by=judge, now=EVENING)
        acts = len(lines(row))

        objections.withdraw(objection_id=made.pk, by=judge, now=EVENING)

        assert len(lines(row)) == acts
        for act, more in (
            (objections.settle, {}),
            (objections.take_on, {}),
            (objections.complete, {"entry_key": uuid4()}),
        ):
            with pytest.raises(Refused, match="objection-over"):
                act(objection_id=made.pk, by=judge, now=EVENING, **more)


def test_what_a_player_raised_at_his_tables_is_found_by_his_number():
    made = factories.tournament(entrants=8)
    series = factories.running_series(made)
    raised(factories.list_of(series, 1), kind="claim", place=1)
    raised(factories.list_of(series, 2), kind="lead", place=1)

    assert [one.kind for one in disputes_objections.objections_by(made, 1)] == ["claim"]
    assert disputes_objections.objection_of(made, 3) is None
