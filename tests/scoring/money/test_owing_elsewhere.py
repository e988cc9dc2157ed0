"""What is owed is told elsewhere too: the own page, the bill, before signing, the sheet, the plan, the event's page."""

import io

import pypdf
import pytest

from scoring.money.models import MoneyTerms
from scoring.money.reckon.presets import LOST_GAMES
from scoring.money.services.tariffs import Wanted
from tests import factories
from tests.flows.pages import Visitor
from tests.scoring.money import desk

pytestmark = pytest.mark.django_db

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

    @pytest.mark.thorough
    def test_its_printed_sheet_too(self, director, row):
        pdf = director.client.get("/t/cup/series/1/table/1/sheet.pdf")
        body = b"".join(pdf.streaming_content) if pdf.streaming else pdf.content

        assert "0.50" in pypdf.PdfReader(io.BytesIO(body)).pages[0].extract_text()


@pytest.mark.parametrize("address", ["/t/cup/", "/t/cup/plan/", "/t/cup/plan.pdf?as=page"])
def test_tariffs_stand_where_the_event_is_announced(made, address):
    assert "no entry fee" in Visitor().get(address).text
    desk.charge(made)

    page = Visitor().get(address)

    assert "Startgeld: 10.00 € for each entrant (Ladies 8.00 €; Juniors free)" in page.text
    assert "Goes to: 80 % prizes, the rest club." in page.text
    assert "no entry fee" not in page.text
