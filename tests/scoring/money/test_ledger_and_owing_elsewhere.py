"""Accounts: amounts are moved, never changed, and all accounts together hold nothing.

What is owed is told elsewhere too: the own page, the bill, before signing, the sheet, the plan, the event's page.
"""

import io
import random
from datetime import UTC, datetime

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.money.models import MoneyTerms
from scoring.money.reckon.faults import Fault, Impossible
from scoring.money.reckon.ledger import Account, Ledger, Movement, Purpose
from scoring.money.reckon.presets import LOST_GAMES
from scoring.money.services.tariffs import Wanted
from tests.scoring.money import desk
from tests.support import factories
from tests.support.page_reader import Visitor

NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)


LATER = datetime(2026, 11, 20, 18, 5, tzinfo=UTC)


ANNA = Account(Purpose.ENTRANT, "1")


ENTRY = Account(Purpose.TARIFF, "entry")


PRIZES = Account(Purpose.POT, "prizes")


BOX = Account(Purpose.BOX, "desk")


ACCOUNTS = [ANNA, Account(Purpose.ENTRANT, "2"), ENTRY, PRIZES, BOX, Account(Purpose.ORGANISER)]


def movement(key="a", *, source=ENTRY, target=ANNA, cents=1000, at=NOW, **further):
    return Movement(key=key, at=at, source=source, target=target, cents=cents, reason="entry", **further)


def refused(act, *args, **further):
    with pytest.raises(Impossible) as found:
        act(*args, **further)
    return found.value.fault


@pytest.mark.database
class TestAnEvening:
    def test_is_a_claim_then_cash_then_a_prize(self):
        charged = Ledger().moved(movement())
        assert charged.balances() == {ENTRY: -1000, ANNA: 1000}

        paid = charged.moved(movement("b", source=ANNA, target=BOX))
        assert paid.balances() == {ENTRY: -1000, ANNA: 0, BOX: 1000}

        in_pot = paid.moved(movement("c", source=PRIZES, target=ENTRY))
        given = in_pot.moved(movement("d", source=BOX, target=PRIZES, cents=600))
        assert given.balances() == {ENTRY: 0, ANNA: 0, BOX: 400, PRIZES: -400}

    def test_takes_back_by_a_movement_against_it(self):
        ledger = Ledger().moved(movement()).reversed("a", by_key="b", at=LATER, reason="entered by mistake")

        assert set(ledger.balances().values()) == {0}
        assert ledger.movements["b"] == Movement(
            key="b", at=LATER, source=ANNA, target=ENTRY, cents=1000, reason="entered by mistake", reverses="a"
        )
        assert ledger.movements["a"] == movement()


@pytest.mark.database
class TestWhatIsAskedTwice:
    def test_moves_once(self):
        ledger = Ledger().moved(movement())

        assert ledger.moved(movement(at=LATER)) is ledger

    def test_is_reversed_once(self):
        ledger = Ledger().moved(movement()).reversed("a", by_key="b", at=NOW, reason="mistake")

        assert ledger.reversed("a", by_key="b", at=LATER, reason="mistake") is ledger
        assert refused(ledger.reversed, "a", by_key="c", at=NOW, reason="mistake") is Fault.REVERSED_BEFORE

    @pytest.mark.parametrize("other", [{"cents": 1001}, {"target": BOX}, {"source": PRIZES}])
    def test_with_other_content_is_refused(self, other):
        assert refused(Ledger().moved(movement()).moved, movement(**other)) is Fault.KEY_TAKEN


@pytest.mark.database
class TestRefused:
    @pytest.mark.parametrize("cents", [0, -1])
    def test_is_to_move_nothing(self, cents):
        assert refused(movement, cents=cents) is Fault.NO_AMOUNT

    def test_is_to_move_to_the_same_account(self):
        assert refused(movement, target=ENTRY) is Fault.SAME_ACCOUNT

    def test_is_a_moment_of_no_zone(self):
        assert refused(movement, at=datetime(2026, 11, 20)) is Fault.NO_TIME_ZONE

    def test_is_to_reverse_what_was_not_moved(self):
        assert refused(Ledger().reversed, "x", by_key="y", at=NOW, reason="") is Fault.NOT_MOVED
        assert refused(Ledger().moved, movement(reverses="x")) is Fault.NOT_MOVED

    def test_is_to_reverse_a_reversal(self):
        ledger = Ledger().moved(movement()).reversed("a", by_key="b", at=NOW, reason="")

        assert refused(ledger.reversed, "b", by_key="c", at=NOW, reason="") is Fault.IS_REVERSAL

    @pytest.mark.parametrize("other", [{"cents": 999}, {"target": BOX}, {"source": BOX}])
    def test_is_to_reverse_something_else_than_was_moved(self, other):
        ledger = Ledger().moved(movement())
        back = {"source": ANNA, "target": ENTRY} | other

        assert refused(ledger.moved, movement("b", reverses="a", **back)) is Fault.NOT_MOVED


@pytest.mark.database
@given(st.lists(st.tuples(st.sampled_from(ACCOUNTS), st.sampled_from(ACCOUNTS), st.integers(-1, 10**7)), max_size=30))
def test_all_accounts_together_hold_nothing_after_every_act(acts):
    ledger = Ledger()

    for key, (source, target, cents) in enumerate(acts):
        try:
            ledger = ledger.moved(movement(str(key), source=source, target=target, cents=cents))
        except Impossible:
            assert source == target or cents < 1
        assert sum(ledger.balances().values()) == 0


@pytest.mark.database
@pytest.mark.parametrize("seed", range(10))
def test_all_accounts_together_hold_nothing_over_thousands_of_acts(seed):
    walked(seed, acts=200)


@pytest.mark.database
@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(500))
def test_all_accounts_together_hold_nothing_over_a_hundred_thousand_acts(seed):
    walked(seed, acts=200)


def walked(seed, *, acts):
    """Move, repeat and reverse at random: the balances are those of what was moved and not reversed."""
    chance = random.Random(seed)
    ledger, open_ones = Ledger(), {}
    for number in range(acts):
        act = chance.choice(["move", "move", "move", "repeat", "reverse"])
        if act == "move" or not open_ones:
            source, target = chance.sample(ACCOUNTS, 2)
            made = movement(str(number), source=source, target=target, cents=chance.randint(1, 10**6))
            ledger, open_ones[made.key] = ledger.moved(made), made
        elif act == "repeat":
            key = chance.choice(list(ledger.movements))
            assert ledger.moved(ledger.movements[key]) is ledger
        else:
            key = chance.choice(list(open_ones))
            del open_ones[key]
            ledger = ledger.reversed(key, by_key=f"{number}", at=LATER, reason="mistake")
        balances = ledger.balances()
        assert sum(balances.values()) == 0
        assert {name: cents for name, cents in balances.items() if cents} == held(open_ones.values())


def held(movements):
    found = dict.fromkeys(ACCOUNTS, 0)
    for one in movements:
        found[one.source] -= one.cents
        found[one.target] += one.cents
    return {name: cents for name, cents in found.items() if cents}


IBAN = "DE89370400440532013000"


@pytest.fixture
def made():
    return factories.tournament(entrants=4)


@pytest.fixture
def player(made):
    visitor = Visitor()
    visitor.get(f"/p/{made.entrants.get(number=3).key}/")
    return visitor


@pytest.fixture
def director(made):
    visitor = Visitor()
    visitor.client.force_login(factories.user())
    return visitor


@pytest.mark.django_db
class TestTheOwnPage:
    def test_says_what_is_owed_and_leads_to_the_bill(self, made, player):
        desk.charge(made)

        page = player.get("/t/cup/seats/3/")
        assert "You owe 10.00 €." in page.text

        bill = page.link("What for, and how to pay")
        assert "Startgeld: for entering" in bill.text
        assert "Or by transfer" not in bill.text

    def test_the_bill_has_the_code_of_a_transfer_once_an_account_is_announced(self, made, player):
        desk.charge(made)
        MoneyTerms.objects.create(tournament=made, holder="SC Herz Dame", iban=IBAN)

        bill = player.get("/t/cup/seats/3/money/")

        assert bill.root.all("svg")
        assert IBAN in bill.text
        assert "No. 3 Herz-Dame-Cup" in bill.text

    def test_who_paid_more_is_told_what_they_get(self, made, player):
        desk.charge(made)
        desk.pay(made, 3, 1500)

        assert "You get 5.00 €." in player.get("/t/cup/seats/3/").text

    def test_says_nothing_where_nothing_is_charged(self, made, player):
        assert "owe" not in player.get("/t/cup/seats/3/").main.text

    def test_is_nobody_elses(self, made, player):
        desk.charge(made)

        assert "owe" not in Visitor().get("/t/cup/seats/3/").main.text
        assert Visitor().get("/t/cup/seats/3/money/").status == 403
        assert player.get("/t/cup/seats/2/money/").status == 403


@pytest.mark.django_db
class TestTheList:
    @pytest.fixture
    def row(self, made):
        desk.charge(made, Wanted(code="loss", name="Verlustspielgeld", kind=LOST_GAMES["usual"]))
        row = factories.list_of(factories.running_series(made))
        factories.enter(row, (2, factories.GRAND_LOST), (1, factories.GRAND), (4, factories.GRAND_LOST), None)
        return row

    def test_says_before_it_is_signed_what_it_costs(self, row):
        table = Visitor()
        table.get(f"/l/{row.table.key}/")

        page = table.get("/t/cup/series/1/table/1/sign/")

        assert page.text.count("To pay for this list: 1 lost game: 0.50 €") == 2

    def test_its_sheet_has_the_fee_of_each(self, director, row):
        sheet = director.client.get("/t/cup/series/1/table/1/sheet.pdf", {"as": "page"}).content.decode()
        sums = sheet.partition('class="sums"')[2].partition("</div>")[0]

        assert sums.splitlines()[-1].split() == ["0.00", "0.50", "0.00", "0.50"]

    def test_its_printed_sheet_too(self, director, row):
        pdf = director.client.get("/t/cup/series/1/table/1/sheet.pdf")
        body = b"".join(pdf.streaming_content) if pdf.streaming else pdf.content

        assert "0.50" in pypdf.PdfReader(io.BytesIO(body)).pages[0].extract_text()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/t/cup/", "/t/cup/plan/", "/t/cup/plan.pdf?as=page"])
def test_tariffs_stand_where_the_event_is_announced(made, address):
    assert "no entry fee" in Visitor().get(address).text
    desk.charge(made)

    page = Visitor().get(address)

    assert "Startgeld: 10.00 € for each entrant (Ladies 8.00 €; Juniors free)" in page.text
    assert "Goes to: 80 % prizes, the rest club." in page.text
    assert "no entry fee" not in page.text
