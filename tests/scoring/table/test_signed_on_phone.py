"""Signatures that a phone brings: under the list that it showed and no other, each once (SkWO 7.2.3)."""

from uuid import uuid4

import pytest

from scoring.disputes.models import Objection
from scoring.lists.models import Confirmation, GameListRow
from scoring.lists.services import phones
from scoring.lists.services.entry import correct_deal
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from tests.scoring.table.phones_seen import GRAND
from tests.scoring.table.said import ANNA, OTHERWISE, Sayer
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(seats=3)


@pytest.fixture
def phone(row) -> Sayer:
    """The phone that entered all deals of the list."""
    made = Sayer(row)
    made.send(*(made.deal(number, GRAND | {"declarer": number}) for number in (1, 2, 3)))
    return made


@pytest.fixture
def other(row, phone) -> Sayer:
    """Another phone at the table."""
    return Sayer(row)


def corrected_by_direction(row: GameListRow) -> None:
    deal = Deal(number=2)
    correct_deal(list_id=row.pk, deal=deal, because="", entry_key=uuid4(), by=factories.user(), now=EVENING)


class TestUnderTheListThatWasShown:
    def test_drawn_and_said_aloud_and_closed_in_one_batch_with_the_last_deals(self, row):
        phone = Sayer(row)
        deals = [phone.deal(number, GRAND | {"declarer": number}) for number in (1, 2, 3)]
        # What the page shows before the site has heard of any of it.
        others = Sayer(factories.list_of(factories.running_series(factories.tournament(entrants=3, slug="as-shown"))))
        others.send(*(others.deal(number, GRAND | {"declarer": number}) for number in (1, 2, 3)))
        shown = others.shown()

        states = phone.states(
            *deals,
            phone.signs(1, shown=shown),
            phone.signs(2, shown=shown, heard_by=1),
            phone.signs(3, shown=shown),
            phone.closes(shown=shown),
        )

        assert states == ["saved"] * 7
        row.refresh_from_db()
        assert row.signed_hash
        assert [(one.place, one.way, one.heard_by) for one in row.confirmations.all()] == [
            (1, "drawn", None),
            (2, "aloud", 1),
            (3, "drawn", None),
        ]
        assert row.confirmations.get(place=1).drawing == ANNA

    def test_who_signed_is_told_until_the_list_is_signed(self, phone):
        assert phone.ask()["signatures"] == []

        told = phone.send(phone.signs(2))["list"]["signatures"]

        ((place, words),) = told
        assert place == 2
        assert words.startswith("Signed by Spieler 2 at ")
        assert words.endswith(": drawn")

    def test_a_list_that_changed_since_is_signed_by_nobody(self, phone, row):
        signature, closing = phone.signs(1), phone.closes()
        corrected_by_direction(row)

        answer = phone.send(signature, closing)

        assert [one["code"] for one in answer["receipts"]] == ["list-changed", "list-changed"]
        assert answer["receipts"][0]["says"].startswith("The list has changed since")
        assert not row.confirmations.exists()

    def test_nor_one_that_the_phone_corrects_after_it(self, phone, row):
        deal = phone.deal(3, GRAND | {"declarer": 3})
        phone.send(phone.undo({"number": 3, "key": str(row.deals.get(number=3).entry_key)}))

        before = phone.shown()
        states = phone.states(deal, phone.signs(1), phone.corrects(deal, OTHERWISE | {"declarer": 3}))

        assert before != phone.shown()
        assert states == ["saved", "refused", "saved"]
        assert not row.confirmations.exists()

    def test_the_same_deals_brought_by_another_way_are_the_same_list(self, row):
        phone = Sayer(row)
        signature = phone.act("sign", place=1, drawing=ANNA)
        factories.enter(row, (1, factories.GRAND), (2, factories.GRAND), (3, factories.GRAND))
        assert phone.said(signature | {"shown": phone.shown()}) == ("saved", "")

    def test_with_others_at_the_table_it_is_another_list(self, phone, row):
        signature = phone.signs(1)
        entrant = row.table.seats.get(place=2).entrant
        entrant.number = 77
        entrant.save()

        assert phone.said(signature) == ("refused", "list-changed")

    def test_an_incomplete_list_is_signed_by_nobody(self):
        phone = Sayer(factories.running_list(seats=3))
        phone.send(phone.deal(1))

        assert phone.said(phone.signs(1))[0] == "refused"
        assert not Confirmation.objects.exists()


class TestWhoseItIs:
    @pytest.mark.parametrize(
        ("how", "code"),
        [
            ({"drawing": ""}, "signature-missing"),
            ({"drawing": "M0 0"}, "drawing-too-short"),
            ({"drawing": "M0 0L9999 0"}, "drawing-unreadable"),
            ({"drawing": ANNA, "heard_by": 2}, "signed-two-ways"),
            ({"heard_by": 1}, "heard-by-yourself"),
            ({"heard_by": 4}, "no-such-hearer"),
            ({"place": 4, "heard_by": 1}, "no-such-seat"),
        ],
    )
    def test_what_is_no_signature_is_refused(self, phone, row, how, code):
        assert phone.said(phone.signs(**{"place": 1} | how)) == ("refused", code)
        assert not row.confirmations.exists()

    def test_another_phone_signs_by_code_alone(self, phone, other, row):
        row.refresh_from_db()
        code = signing.phone_code(row, 2)

        assert other.said(other.signs(2)) == ("refused", "only-with-code")
        assert other.said(other.signs(2, heard_by=1)) == ("refused", "only-with-code")
        assert other.said(other.signs(1, code=code)) == ("refused", "wrong-code")
        assert other.said(other.signs(2, code=f" {code} ")) == ("saved", "")
        assert row.confirmations.get().way == Confirmation.Way.PHONE

    def test_wrong_codes_stay_counted(self, phone, other, row):
        row.refresh_from_db()
        tries = [other.signs(2, code="x") for _try in range(10)]
        assert {one["code"] for one in other.send(*tries)["receipts"]} == {"wrong-code"}

        assert other.said(other.signs(2, code=signing.phone_code(row, 2))) == ("refused", "too-many-guesses")

    def test_it_is_closed_only_by_the_phone_that_keeps_it(self, phone, other, row):
        phone.send(*(phone.signs(place) for place in (1, 2, 3)))

        assert other.said(other.closes()) == ("refused", "kept-by-other")
        assert phone.said(phone.closes()) == ("saved", "")

    def test_and_only_when_all_have_signed(self, phone, row):
        phone.send(phone.signs(1), phone.signs(2))

        answer = phone.send(phone.closes())

        assert answer["receipts"][0]["code"] == "not-all-confirmed"
        assert answer["receipts"][0]["says"] == "Not everyone has confirmed yet: seat 3."

    def test_a_phone_that_lost_the_list_meanwhile_signs_nothing(self, phone, row):
        acts = [phone.signs(1), phone.closes()]
        phones.hand_over(list_id=row.pk, device="f" * 32, copy="first", by=factories.user(), now=EVENING)

        assert [one["code"] for one in phone.send(*acts)["receipts"]] == ["only-with-code", "kept-by-other"]


class TestOnce:
    @pytest.mark.proof("sent-twice")
    def test_a_signature_sent_again_is_given_once(self, phone, row, prove):
        act = phone.signs(1)

        assert phone.states(act, act) == phone.states(act, act) == ["saved", "saved"]

        assert row.confirmations.count() == 1
        assert row.table.series.tournament.journal.filter(action="list.confirmed").count() == 1
        prove("a signature sent four times: given once")

    @pytest.mark.parametrize("other", [{"place": 2}, {"drawing": "M0 0L100 100"}, {"drawing": "", "heard_by": 2}])
    def test_the_same_key_for_another_is_refused(self, phone, row, other):
        act = phone.signs(1)
        phone.send(act)

        assert phone.said(act | other) == ("refused", "key-reused")
        assert row.confirmations.get().drawing == ANNA

    def test_sent_again_after_the_player_objected_it_does_not_sign_for_them(self, phone, row):
        act = phone.signs(2)
        phone.send(act, phone.act("disagree", place=2, text="Spiel 2 war verloren", sits=[1, 2, 3]))
        assert not row.confirmations.exists()

        assert phone.said(act) == ("saved", "")

        assert not row.confirmations.exists()
        assert Objection.objects.get().outcome == ""
        assert phone.ask()["signatures"] == []

    def test_a_list_closed_twice_is_closed_once(self, phone, row):
        phone.send(*(phone.signs(place) for place in (1, 2, 3)))
        act = phone.closes()

        assert phone.states(act, act) == ["saved", "saved"]
        assert phone.said(phone.closes()) == ("saved", "")
        assert row.table.series.tournament.journal.filter(action="list.signed").count() == 1


class TestNotAgreeing:
    def test_it_says_with_what_and_calls_the_direction(self, phone, row):
        assert phone.said(phone.act("disagree", place=3, text="Spiel 2", sits=[1, 2, 3])) == ("saved", "")

        made = Objection.objects.get()
        assert (made.kind, made.place, made.text) == ("list", 3, "Spiel 2")
        assert [(call["kind"], call["place"]) for call in phone.ask()["calls"]] == [("objection", 3)]

    @pytest.mark.parametrize("text", ["", "  ", None])
    def test_without_a_word_it_is_refused(self, phone, text):
        assert phone.said(phone.act("disagree", place=3, text=text)) == ("refused", "objection-text-missing")

    def test_of_a_signed_list_it_is_refused(self, phone, row):
        factories.confirm_and_sign(row)

        assert phone.said(phone.act("disagree", place=3, text="Spiel 2")) == ("refused", "list-signed")

    def test_the_signature_of_the_same_player_after_it_settles_it(self, phone, row):
        states = phone.states(phone.act("disagree", place=3, text="Spiel 2"), phone.signs(3))

        assert states == ["saved", "saved"]
        assert Objection.objects.get().outcome == "withdrawn"
        assert row.confirmations.get().place == 3
