"""The money of a Preisskat through its pages: tariffs set, paid in five ways, three signed lists put right."""

import pytest

from scoring.money.selectors import accounts
from scoring.money.selectors.lines import account_of
from scoring.money.wording.amounts import reason
from tests import factories
from tests.factories import GRAND, GRAND_LOST
from tests.flows.pages import Visitor
from tests.scoring.disputes.measure_pages import mended

pytestmark = pytest.mark.django_db

MONEY = "/t/cup/office/money/"
POTS = {"pot_1": "Jackpot", "sum_1": "5,00", "pot_2": "Preise"}


@pytest.fixture
def made():
    tournament = factories.tournament(entrants=12)
    tournament.entrants.filter(number__in=[9, 10]).update(club="SC Pik Sieben")
    return tournament


@pytest.fixture
def director(made):
    visitor = Visitor()
    visitor.client.force_login(factories.user())
    return visitor


def set_up(director):
    """Set an entry fee and what lost games cost."""
    director.get(f"{MONEY}tariffs/new/", preset="entry").form("cents").send(cents="6,00")
    form = director.get(f"{MONEY}tariffs/new/", preset="lost-usual").form("each_1")
    page = form.send(values=POTS, openly=True, because="kommt dazu")
    assert not page.errors


def paid(director, number, press, **fields):
    page = director.get(MONEY, who=str(number)).form("cents").send(press, **fields)
    assert not page.errors


def in_five_ways(director):
    """Let all but no. 12 come to the desk; no. 8 pays a part only, no. 11 plays on the cuff."""
    for number in (1, 2, 3, 4):
        paid(director, number, "act=cash")
    paid(director, 5, "act=transfer", because="vom 14.5.")
    paid(director, 6, "act=voucher", because="Gutschein Nr. 3")
    paid(director, 7, "act=cash", cents="10,00")
    paid(director, 8, "act=cash", cents="2,50")
    director.get(MONEY, who="Pik Sieben").link("Somebody pays for all of them at once").form("seen").send("act=cash")
    paid(director, 11, "act=put-off")


def corrected(director, table):
    """Put deal 1 of a signed list right, with the word of the whole table: seat 2 lost it."""
    path = f"/t/cup/office/series/1/table/{table}/correct/?deal=1"
    sent = mended(witnesses=[1, 2, 3, 4])
    preview = director.forge(path, **sent)
    shown = preview.root.all("input", name="shown")[0].attrs["value"]
    answer = director.forge(path, **(sent | {"action": "order", "shown": shown}))
    assert answer.status == 200, answer.errors


def test_what_everybody_owes_and_what_is_in_the_box_is_what_was_worked_out_by_hand(made, director):
    set_up(director)
    in_five_ways(director)
    before = {7: -400, 8: 350, 11: 600, 12: 600}
    assert accounts.owed(made) == before

    series = factories.running_series(made)
    for table in (1, 2, 3):
        row = factories.list_of(series, table)
        factories.enter(row, (2, GRAND), (1, GRAND_LOST), (2, GRAND_LOST), None)
        factories.confirm_and_sign(row)
    # At each table one lost game of seat 1, one of seat 2.
    assert accounts.owed(made) == before | {1: 50, 2: 50, 5: 50, 6: 50, 9: 50, 10: 50}

    for table in (1, 2, 3):
        corrected(director, table)
    assert accounts.owed(made) == before | {1: 50, 2: 100, 5: 50, 6: 100, 9: 50, 10: 100}
    lines = account_of(made, 2).lines
    assert [(line.cents, reason(line.reason)) for line in lines if line.of_list] == [
        (50, "1 lost game"),
        (-50, "taken back"),
        (100, "2 lost games"),
    ]

    page = director.get(MONEY)
    for figure in ("20.00 € still owed, by 9 entrants", "48.50 € in the cash box", "6.00 € by transfer"):
        assert figure in page.text
    assert "6.00 € by voucher" in page.text
    assert sum(accounts.balances(made).values()) == 0
