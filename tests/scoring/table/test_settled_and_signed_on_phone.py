"""Two versions of a deal on two phones, and signatures that a phone brings (SkWO 7.2.3)."""

import re

import pytest

from scoring.disputes.models import Objection
from scoring.lists.models import Confirmation, DealRow, GameListRow, Proposal
from scoring.lists.services import phones, proposals
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from tables.journal.models import JournalEntry
from tests.scoring.table.phones_seen import ANNA, GRAND, LOST, NOW, OTHERWISE, PASSED, THEN, Sayer, stands, swap
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.thorough import thorough

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


@pytest.fixture
def keeper(row) -> Sayer:
    """The phone that keeps a list with one deal."""
    phone = Sayer(row)
    phone.send(phone.deal(1))
    return phone


@pytest.fixture
def other(row, keeper) -> Sayer:
    """A phone that brought the same deal otherwise."""
    phone = Sayer(row)
    assert phone.states(phone.deal(1, OTHERWISE)) == ["proposed"]
    return phone


def beside(phone: Sayer) -> dict:
    (found,) = phone.ask()["beside"]
    return found


def accepts(phone: Sayer, found: dict, **fields: object) -> dict:
    """Return the act that says that the version is right that was brought."""
    said = {"number": found["number"], "of": found["key"], "seen": found["seen"], "agreed": True, "sits": []}
    return phone.act("accept", **said | fields)


def dismisses(phone: Sayer, found: dict) -> dict:
    return phone.act("dismiss", number=found["number"], of=found["key"])


def test_both_phones_show_both_with_what_each_of_them_can_do(row, keeper, other):
    here, there = beside(keeper), beside(other)

    assert [side["does"] for side in here["sides"]] == ["dismiss", "accept"]
    assert [side["does"] for side in there["sides"]] == ["drop", "propose"]
    assert (here["mine"], there["mine"]) == (False, True)
    assert [side["lines"] for side in here["sides"]] == [side["lines"] for side in there["sides"]]
    assert here["sides"][0]["lines"][-1] == [["Result", "won", True], ["Points", "72", True]]
    assert here["sides"][1]["lines"][-1] == [["Result", "lost", True], ["Points", "−144", True]]
    written = [re.sub(r", \d\d:\d\d$", "", side["written"]) for found in (here, there) for side in found["sides"]]
    assert written == ["from this phone", "from another phone", "from the phone that keeps the list", "from this phone"]
    # A third phone is not asked, and the same deal is no conflict.
    third = Sayer(row)
    assert third.states(third.deal(1)) == ["saved"]
    told = third.ask()
    assert (told["beside"], told["decided"]) == ([], {})


def test_nothing_is_replaced_without_consent_unseen_unread_or_by_others(keeper, other):
    found = beside(keeper)

    unread = ({"of": "x"}, {"of": None}, {"seen": "x"}, {"declarer": 5}, {"declarer": "2"}, {"declarer": True})
    for fields, code in (
        *((fields, "malformed") for fields in (*unread, {"sits": "x"})),
        *(({"agreed": False}, "not-agreed"), ({"seen": keeper.key()}, "deal-corrected")),
    ):
        assert keeper.said(accepts(keeper, found, **fields)) == ("refused", code), fields
    # It leaves the deals beside it alone.
    assert keeper.states(accepts(keeper, found, agreed=False), keeper.deal(2, PASSED)) == ["refused", "saved"]
    for does in (accepts, dismisses):
        assert other.said(does(other, beside(other))) == ("refused", "kept-by-other")
        assert keeper.said(does(keeper, found | {"key": keeper.key()})) == ("refused", "no-such-deal")
    assert (stands().points, Proposal.objects.get().settled_at) == (72, None)
    # Of a signed list nothing is offered.
    GameListRow.objects.update(signed_at=EVENING)
    found = beside(keeper)
    assert [side["does"] for side in found["sides"]] == ["dismiss", ""]
    assert keeper.said(accepts(keeper, found)) == ("refused", "list-signed")


@pytest.mark.parametrize("which", ["accept", *thorough("dismiss")])
def test_after_one_is_said_to_be_right_both_phones_agree(keeper, other, which):
    found = beside(keeper)
    act = accepts(keeper, found) if which == "accept" else dismisses(keeper, found)

    answer = keeper.send(act)

    assert (answer["receipts"][0]["state"], answer["list"]["beside"]) == ("saved", [])
    heard = other.ask()
    words, points = {"accept": ("loses Grand with 2: −144", -144), "dismiss": ("wins Grand with 2: 72", 72)}[which]
    assert (heard["beside"], heard["deals"], heard["totals"][1]) == ([], keeper.ask()["deals"], points)
    told = heard["decided"][found["key"]]
    assert told.startswith(f"Deal 1 is settled: Spieler 2 {words}. Said on the phone that keeps the list, ")
    assert JournalEntry.objects.last().action == f"proposal.{which}ed"
    assert keeper.send(act)["receipts"] == answer["receipts"]
    # What was replaced stays in the history.
    assert DealRow.objects.filter(points=72).exists()


def test_what_the_direction_decided_is_told_as_such_and_who_is_second_hears_it(keeper, other):
    found = beside(keeper)
    proposals.dismiss(proposal_id=Proposal.objects.get().pk, by=factories.user(), now=EVENING)

    (told,) = other.ask()["decided"].values()
    assert re.fullmatch(r"Deal 1 is settled: Spieler 2 wins Grand with 2: 72\. Said by the direction, .+\.", told)
    assert keeper.ask()["beside"] == []
    assert keeper.said(accepts(keeper, found)) == ("refused", "proposal-settled")
    assert keeper.said(dismisses(keeper, found))[0] == "saved"
    assert stands().points == 72


def test_a_deal_that_the_list_has_nothing_of_counts_or_does_not(row, keeper):
    other = Sayer(row)
    other.send(other.deal(2, PASSED), other.deal(3, LOST))
    second, third = keeper.ask()["beside"]
    assert [(one["accepts"], one["seen"], len(one["sides"])) for one in (second, third)] == [(True, None, 1)] * 2

    assert keeper.states(accepts(keeper, second, agreed=False), dismisses(keeper, third)) == ["saved"] * 2

    assert stands(2).declarer is None
    told = list(other.ask()["decided"].values())
    assert told[0].startswith("Deal 2 is settled: passed in.")
    assert told[1].startswith("Deal 3 is settled: does not count. Said on the phone that keeps the list, ")


def test_the_keepers_own_version_is_its_to_decide(row):
    """The direction typed the deal before the phone that keeps the list had sent it."""
    keeper = Sayer(row)
    phones.keep(list_id=row.pk, device=keeper.device, copy="first", by=None, now=EVENING)
    factories.enter(row, (2, factories.GRAND))
    assert keeper.states(keeper.deal(1, OTHERWISE)) == ["conflict"]
    found = beside(keeper)
    assert [side["does"] for side in found["sides"]] == ["dismiss", "accept"]
    assert found["sides"][0]["written"].startswith("at the table, ")

    assert (keeper.said(accepts(keeper, found))[0], stands().points) == ("saved", -144)


def test_a_deal_of_others_who_sat_there_is_accepted_for_whom_it_is_said():
    series = factories.running_series(factories.tournament(entrants=8, rounds=2), published_only=True)
    row = factories.list_of(series)
    swap()
    keeper, other = Sayer(row), Sayer(row)
    phones.keep(list_id=row.pk, device=keeper.device, copy="first", by=None, now=EVENING)
    other.send(other.deal(1) | {"sits": THEN})
    found = beside(keeper)
    assert [name for _place, name in found["players"]] == ["Spieler 7", "Spieler 3", "Spieler 4"]

    assert keeper.said(accepts(keeper, found, seen=None, sits=NOW)) == ("refused", "seated-otherwise")
    assert keeper.said(accepts(keeper, found, seen=None, sits=NOW, declarer=4))[0] == "saved"

    assert stands().declarer == 4


def test_one_that_says_what_the_list_was_corrected_to_waits_no_more(row, keeper, other):
    third = Sayer(row)
    assert third.states(third.deal(1, OTHERWISE), third.deal(1, PASSED)) == ["proposed"] * 2
    assert len(keeper.ask()["beside"]) == 3

    factories.correct(row, Deal(number=1, declarer=2, played=factories.GRAND_LOST), device=keeper.device)

    (left,) = keeper.ask()["beside"]
    assert left["sides"][1]["lines"] == [[["Result", "passed in", True]]]
    assert [proposal.accepted for proposal in Proposal.objects.order_by("pk")] == [True, True, False]
    assert JournalEntry.objects.filter(action="proposal.accepted").count() == 2
    (told,) = other.ask()["decided"].values()
    assert told.startswith("Deal 1 is settled: Spieler 2 loses Grand with 2: −144.")


@pytest.fixture
def of_three() -> GameListRow:
    return factories.running_list(seats=3)


def all_three(phone: Sayer) -> list[dict]:
    return [phone.deal(number, GRAND | {"declarer": number}) for number in (1, 2, 3)]


@pytest.fixture
def phone(of_three) -> Sayer:
    """The phone that entered all deals of the list."""
    made = Sayer(of_three)
    made.send(*all_three(made))
    return made


@pytest.fixture
def another(of_three, phone) -> Sayer:
    return Sayer(of_three)


class TestUnderTheListThatWasShown:
    def test_drawn_and_said_aloud_and_closed_in_one_batch_with_the_last_deals(self, of_three):
        phone = Sayer(of_three)
        # What the page shows before the site has heard of any of it.
        others = Sayer(factories.list_of(factories.running_series(factories.tournament(entrants=3, slug="as-shown"))))
        others.send(*all_three(others))
        shown = others.shown()
        signed = [phone.signs(1, shown=shown), phone.signs(2, shown=shown, heard_by=1), phone.signs(3, shown=shown)]

        assert phone.states(*all_three(phone), *signed, phone.closes(shown=shown)) == ["saved"] * 7

        of_three.refresh_from_db()
        assert of_three.signed_hash
        found = [(one.place, one.way, one.heard_by) for one in of_three.confirmations.all()]
        assert found == [(1, "drawn", None), (2, "aloud", 1), (3, "drawn", None)]
        assert of_three.confirmations.get(place=1).drawing == ANNA

    def test_nor_one_that_the_phone_corrects_after_it(self, phone, of_three):
        deal = phone.deal(3, GRAND | {"declarer": 3})
        phone.send(phone.undo({"number": 3, "key": str(of_three.deals.get(number=3).entry_key)}))

        before = phone.shown()
        states = phone.states(deal, phone.signs(1), phone.corrects(deal, OTHERWISE | {"declarer": 3}))

        assert (before == phone.shown(), states) == (False, ["saved", "refused", "saved"])
        assert not of_three.confirmations.exists()

    def test_the_same_deals_brought_by_another_way_are_the_same_list_when_it_is_complete(self, of_three):
        phone = Sayer(of_three)
        signature = phone.act("sign", place=1, drawing=ANNA)
        factories.enter(of_three, (1, factories.GRAND), (2, factories.GRAND))
        assert phone.said(phone.signs(1))[0] == "refused"
        factories.enter(of_three, (3, factories.GRAND))
        assert phone.said(signature | {"shown": phone.shown()}) == ("saved", "")

    def test_a_list_that_changed_since_is_signed_by_nobody(self, phone, of_three):
        signature, closing = phone.signs(1), phone.closes()
        factories.correct(of_three, Deal(number=2), by=factories.user())

        answer = phone.send(signature, closing)

        assert [one["code"] for one in answer["receipts"]] == ["list-changed", "list-changed"]
        assert answer["receipts"][0]["says"].startswith("Somebody else has changed this in the meantime.")
        # With others at the table it is another list too.
        signature = phone.signs(1)
        entrant = of_three.table.seats.get(place=2).entrant
        entrant.number = 77
        entrant.save()
        assert phone.said(signature) == ("refused", "list-changed")
        assert not of_three.confirmations.exists()


class TestWhoseItIs:
    def test_what_is_no_signature_is_refused(self, phone, of_three):
        for how, code in (
            ({"drawing": ""}, "signature-missing"),
            ({"drawing": "M0 0"}, "drawing-too-short"),
            ({"drawing": "M0 0L9999 0"}, "drawing-unreadable"),
            ({"drawing": ANNA, "heard_by": 2}, "signed-two-ways"),
            ({"heard_by": 1}, "heard-by-yourself"),
            ({"heard_by": 4}, "no-such-hearer"),
            ({"place": 4, "heard_by": 1}, "no-such-seat"),
        ):
            assert phone.said(phone.signs(**{"place": 1} | how)) == ("refused", code)
        assert not of_three.confirmations.exists()

    def test_another_phone_signs_by_code_alone_and_wrong_ones_stay_counted(self, phone, another, of_three):
        of_three.refresh_from_db()
        code = signing.phone_code(of_three, 2)

        for place, how, became in (
            *((2, {}, ("refused", "only-with-code")), (2, {"heard_by": 1}, ("refused", "only-with-code"))),
            *((1, {"code": code}, ("refused", "wrong-code")), (2, {"code": f" {code} "}, ("saved", ""))),
        ):
            assert another.said(another.signs(place, **how)) == became
        assert of_three.confirmations.get().way == Confirmation.Way.PHONE
        tries = [another.signs(3, code="x") for _try in range(10)]
        assert "wrong-code" in {one["code"] for one in another.send(*tries)["receipts"]}
        assert another.said(another.signs(3, code=signing.phone_code(of_three, 3))) == ("refused", "too-many-guesses")

    def test_it_is_closed_once_when_all_have_signed_and_only_by_the_phone_that_keeps_it(self, phone, another, of_three):
        phone.send(phone.signs(1), phone.signs(2))
        (told,) = phone.send(phone.closes())["receipts"]
        assert (told["code"], told["says"]) == ("not-all-confirmed", "Not everyone has confirmed yet: seat 3.")
        phone.send(phone.signs(3))

        assert another.said(another.closes()) == ("refused", "kept-by-other")
        act = phone.closes()
        assert phone.states(act, act) == ["saved", "saved"]
        assert phone.said(phone.closes()) == ("saved", "")
        assert of_three.table.series.tournament.journal.filter(action="list.signed").count() == 1
        assert phone.said(phone.act("disagree", place=3, text="Spiel 2")) == ("refused", "list-signed")

    def test_a_phone_that_lost_the_list_meanwhile_signs_nothing(self, phone, of_three):
        acts = [phone.signs(1), phone.closes()]
        phones.hand_over(list_id=of_three.pk, device="f" * 32, copy="first", by=factories.user(), now=EVENING)
        assert [one["code"] for one in phone.send(*acts)["receipts"]] == ["only-with-code", "kept-by-other"]


class TestOnce:
    @pytest.mark.proof("sent-twice")
    def test_a_signature_sent_again_is_given_once_and_for_another_refused(self, phone, of_three, prove):
        assert phone.ask()["signatures"] == []
        act = phone.signs(1)

        assert phone.states(act, act) == phone.states(act, act) == ["saved", "saved"]

        ((place, words),) = phone.ask()["signatures"]
        assert re.fullmatch(r"Signed by Spieler 1 at .+: drawn", words)
        assert (place, of_three.confirmations.count()) == (1, 1)
        assert of_three.table.series.tournament.journal.filter(action="list.confirmed").count() == 1
        for other in ({"place": 2}, {"drawing": "M0 0L100 100"}, {"drawing": "", "heard_by": 2}):
            assert phone.said(act | other) == ("refused", "key-reused")
        assert of_three.confirmations.get().drawing == ANNA
        prove("a signature sent four times: given once")

    def test_sent_again_after_the_player_objected_it_does_not_sign_for_them(self, phone, of_three):
        act = phone.signs(2)
        phone.send(act, phone.act("disagree", place=2, text="Spiel 2 war verloren", sits=[1, 2, 3]))
        assert not of_three.confirmations.exists()

        assert phone.said(act) == ("saved", "")

        assert not of_three.confirmations.exists()
        assert (Objection.objects.get().outcome, phone.ask()["signatures"]) == ("", [])


def test_not_agreeing_says_with_what_and_calls_the_direction_until_the_same_player_signs(phone, of_three):
    for text in ("", "  ", None):
        assert phone.said(phone.act("disagree", place=3, text=text)) == ("refused", "objection-text-missing")
    assert phone.said(phone.act("disagree", place=3, text="Spiel 2", sits=[1, 2, 3])) == ("saved", "")

    made = Objection.objects.get()
    assert (made.kind, made.place, made.text) == ("list", 3, "Spiel 2")
    assert [(call["kind"], call["place"]) for call in phone.ask()["calls"]] == [("objection", 3)]
    assert phone.said(phone.signs(3)) == ("saved", "")
    assert (Objection.objects.get().outcome, of_three.confirmations.get().place) == ("withdrawn", 3)
