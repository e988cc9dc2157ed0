"""Two versions of a deal on two phones: both are shown on both, one is said to be right, and after it both agree."""

import re
from uuid import uuid4

import pytest

from scoring.lists.models import DealRow, GameListRow, Proposal
from scoring.lists.services import phones, proposals
from scoring.lists.services.entry import correct_deal
from scoring.rules.game_list.deals import Deal
from tables.journal.models import JournalEntry
from tests.scoring.table.phones_seen import GRAND, LOST, PASSED, Phone
from tests.scoring.table.seated import NOW, THEN, swap
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
OTHERWISE = GRAND | {"won": False}


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


@pytest.fixture
def keeper(row) -> Phone:
    """The phone that keeps a list with one deal."""
    phone = Phone(row)
    phone.send(phone.deal(1))
    return phone


@pytest.fixture
def other(row, keeper) -> Phone:
    """A phone that brought the same deal otherwise."""
    phone = Phone(row)
    assert phone.states(phone.deal(1, OTHERWISE)) == ["proposed"]
    return phone


def beside(phone: Phone) -> dict:
    (found,) = phone.ask()["beside"]
    return found


def accepts(phone: Phone, found: dict, **fields: object) -> dict:
    """Return the act that says that the version is right that was brought."""
    said = {"key": phone.key(), "do": "accept", "number": found["number"], "of": found["key"], "seen": found["seen"]}
    return said | {"agreed": True, "sits": [], **fields}


def dismisses(phone: Phone, found: dict) -> dict:
    return {"key": phone.key(), "do": "dismiss", "number": found["number"], "of": found["key"]}


def said(phone: Phone, act: dict) -> tuple[str, str]:
    (receipt,) = phone.send(act)["receipts"]
    return receipt["state"], receipt["code"]


def stands(number: int = 1) -> DealRow:
    return DealRow.objects.get(number=number, voided_at=None)


def test_both_phones_show_both_with_what_each_of_them_can_do(keeper, other):
    here, there = beside(keeper), beside(other)

    assert [side["does"] for side in here["sides"]] == ["dismiss", "accept"]
    assert [side["does"] for side in there["sides"]] == ["drop", "propose"]
    assert (here["mine"], there["mine"]) == (False, True)
    assert [side["lines"] for side in here["sides"]] == [side["lines"] for side in there["sides"]]
    assert here["sides"][0]["lines"][-1] == [["result", "won", True], ["points", "72", True]]
    assert here["sides"][1]["lines"][-1] == [["result", "lost", True], ["points", "−144", True]]
    written = [re.sub(r", \d\d:\d\d$", "", side["written"]) for found in (here, there) for side in found["sides"]]
    assert written == [
        "from this phone",
        "from another phone",
        "from the phone that keeps the list",
        "from this phone",
    ]


def test_a_third_phone_is_not_asked(row, keeper, other):
    third = Phone(row)

    assert third.ask()["beside"] == []
    assert third.ask()["decided"] == {}


@pytest.mark.parametrize("which", ["accept", "dismiss"])
def test_after_one_is_said_to_be_right_both_phones_agree(keeper, other, which):
    found = beside(keeper)
    act = accepts(keeper, found) if which == "accept" else dismisses(keeper, found)

    answer = keeper.send(act)

    assert answer["receipts"][0]["state"] == "saved"
    assert answer["list"]["beside"] == []
    heard = other.ask()
    assert heard["beside"] == []
    assert heard["deals"] == keeper.ask()["deals"]
    assert heard["totals"][1] == (-144 if which == "accept" else 72)
    words = "Spieler 2 loses Grand with 2: −144" if which == "accept" else "Spieler 2 wins Grand with 2: 72"
    told = heard["decided"][found["key"]]
    assert told.startswith(f"Deal 1 is settled: {words}. Said on the phone that keeps the list, ")
    assert JournalEntry.objects.last().action == f"proposal.{which}ed"
    assert keeper.send(act)["receipts"] == answer["receipts"]


def test_what_was_replaced_stays_in_the_history(keeper, other):
    keeper.send(accepts(keeper, beside(keeper)))

    assert [(row.points, row.voided_at is None) for row in DealRow.objects.order_by("entered_at")] == [
        (72, False),
        (-144, True),
    ]


def test_what_the_direction_decided_is_told_as_such(keeper, other):
    proposals.dismiss(proposal_id=Proposal.objects.get().pk, by=factories.user(), now=EVENING)

    (told,) = other.ask()["decided"].values()
    assert re.fullmatch(r"Deal 1 is settled: Spieler 2 wins Grand with 2: 72\. Said by the direction, .+\.", told)
    assert keeper.ask()["beside"] == []


def test_a_deal_that_the_list_has_nothing_of_counts_or_does_not(row, keeper):
    other = Phone(row)
    other.send(other.deal(2, PASSED), other.deal(3, LOST))
    second, third = keeper.ask()["beside"]
    assert [(one["accepts"], one["seen"], len(one["sides"])) for one in (second, third)] == [(True, None, 1)] * 2

    assert keeper.states(accepts(keeper, second, agreed=False), dismisses(keeper, third)) == ["saved"] * 2

    assert stands(2).declarer is None
    told = list(other.ask()["decided"].values())
    assert told[0].startswith("Deal 2 is settled: passed in.")
    assert told[1].startswith("Deal 3 does not count: said on the phone that keeps the list, ")


def test_without_the_consent_of_the_players_nothing_is_replaced(keeper, other):
    assert said(keeper, accepts(keeper, beside(keeper), agreed=False)) == ("refused", "not-agreed")
    assert stands().points == 72


def test_what_others_look_at_is_not_theirs_to_decide(keeper, other):
    found = beside(other)

    assert said(other, accepts(other, found)) == ("refused", "kept-by-other")
    assert said(other, dismisses(other, found)) == ("refused", "kept-by-other")
    assert (stands().points, Proposal.objects.get().settled_at) == (72, None)


def test_who_is_second_hears_that_it_is_settled(keeper, other):
    found = beside(keeper)
    proposals.dismiss(proposal_id=Proposal.objects.get().pk, by=factories.user(), now=EVENING)

    assert said(keeper, accepts(keeper, found)) == ("refused", "proposal-settled")
    assert said(keeper, dismisses(keeper, found))[0] == "saved"
    assert stands().points == 72


def test_the_other_one_is_not_replaced_where_it_was_corrected_meanwhile(keeper, other):
    found = beside(keeper)
    assert said(keeper, accepts(keeper, found, seen=keeper.key())) == ("refused", "deal-corrected")
    assert stands().points == 72


def test_a_refused_one_leaves_the_deals_beside_it_alone(keeper, other):
    found = beside(keeper)

    assert keeper.states(accepts(keeper, found, agreed=False), keeper.deal(2, PASSED)) == ["refused", "saved"]
    assert keeper.states(accepts(keeper, found), keeper.deal(3, PASSED)) == ["saved", "saved"]
    assert (stands().points, DealRow.objects.filter(voided_at=None).count()) == (-144, 3)


def test_the_keepers_own_version_is_its_to_decide(row):
    """The direction typed the deal before the phone that keeps the list had sent it."""
    keeper = Phone(row)
    phones.keep(list_id=row.pk, device=keeper.device, copy="first", by=None, now=EVENING)
    factories.enter(row, (2, factories.GRAND))
    assert keeper.states(keeper.deal(1, OTHERWISE)) == ["conflict"]
    found = beside(keeper)
    assert [side["does"] for side in found["sides"]] == ["dismiss", "accept"]
    assert found["sides"][0]["written"].startswith("at the table, ")

    assert said(keeper, accepts(keeper, found))[0] == "saved"

    assert stands().points == -144


def test_the_same_deal_is_no_conflict(row, keeper):
    other = Phone(row)

    assert other.states(other.deal(1)) == ["saved"]
    assert keeper.ask()["beside"] == []


def test_a_deal_of_others_who_sat_there_is_accepted_for_whom_it_is_said():
    series = factories.running_series(factories.tournament(entrants=8, rounds=2), published_only=True)
    row = factories.list_of(series)
    swap()
    keeper, other = Phone(row), Phone(row)
    phones.keep(list_id=row.pk, device=keeper.device, copy="first", by=None, now=EVENING)
    other.send(other.deal(1) | {"sits": THEN})
    found = beside(keeper)
    assert [name for _place, name in found["players"]] == ["Spieler 7", "Spieler 3", "Spieler 4"]

    assert said(keeper, accepts(keeper, found, seen=None, sits=NOW)) == ("refused", "seated-otherwise")
    assert said(keeper, accepts(keeper, found, seen=None, sits=NOW, declarer=4))[0] == "saved"

    assert stands().declarer == 4


def test_one_that_says_what_the_list_was_corrected_to_waits_no_more(row, keeper, other):
    third = Phone(row)
    assert third.states(third.deal(1, OTHERWISE), third.deal(1, PASSED)) == ["proposed"] * 2
    assert len(keeper.ask()["beside"]) == 3

    correct_deal(
        list_id=row.pk,
        deal=Deal(number=1, declarer=2, played=factories.GRAND_LOST),
        because="",
        entry_key=uuid4(),
        by=None,
        device=keeper.device,
        now=EVENING,
    )

    (left,) = keeper.ask()["beside"]
    assert left["sides"][1]["lines"] == [[["result", "passed in", True]]]
    assert [proposal.accepted for proposal in Proposal.objects.order_by("pk")] == [True, True, False]
    assert JournalEntry.objects.filter(action="proposal.accepted").count() == 2
    (told,) = other.ask()["decided"].values()
    assert told.startswith("Deal 1 is settled: Spieler 2 loses Grand with 2: −144.")


@pytest.mark.parametrize(
    "fields",
    [{"of": "x"}, {"of": None}, {"seen": "x"}, {"declarer": 5}, {"declarer": "2"}, {"declarer": True}, {"sits": "x"}],
)
def test_what_cannot_be_read_is_refused(keeper, other, fields):
    assert said(keeper, accepts(keeper, beside(keeper), **fields)) == ("refused", "malformed")
    assert stands().points == 72


def test_what_nobody_brought_here_is_refused(keeper, other):
    found = beside(keeper) | {"key": keeper.key()}

    assert said(keeper, accepts(keeper, found)) == ("refused", "no-such-deal")
    assert said(keeper, dismisses(keeper, found)) == ("refused", "no-such-deal")


def test_a_signed_list_offers_nothing_to_accept(row, keeper, other):
    row.refresh_from_db()
    row.signed_at = EVENING
    row.save()

    found = beside(keeper)

    assert [side["does"] for side in found["sides"]] == ["dismiss", ""]
    assert said(keeper, accepts(keeper, found)) == ("refused", "list-signed")
