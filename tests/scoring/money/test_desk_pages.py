"""The desk and its boxes as pages, and where else is told what is owed: the own page, the bill, the list, the plan."""

import io
from uuid import uuid4

import pypdf
import pytest

from scoring.money.models import BoxCount, MoneyTerms, MovementRow
from scoring.money.services import booking
from tables.people.models import Entrant
from tables.tournaments.models import Role
from tests.scoring.money import desk
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor
from tests.support.remembered_worlds import remembered_step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def signed_in(made, name="kassier"):
    """Return somebody at the desk: the treasurer, or the direction."""
    if name == "kassier":
        Role.objects.create(tournament=made, user=factories.user(name), kind=Role.Kind.TREASURER)
    visitor = Visitor()
    visitor.client.force_login(factories.user(name))
    return visitor


DESK = "/t/cup/office/money/"


@pytest.fixture
@remembered_step
def made():
    tournament = factories.tournament(entrants=4)
    tournament.entrants.filter(number__in=[1, 2]).update(club="SC Herz Dame")
    desk.charge(tournament)
    return tournament


@pytest.fixture
def treasurer(made):
    return signed_in(made)


def due(visitor, who):
    """Ask the desk for somebody, as Enter behind a name does."""
    return visitor.get(DESK, who=str(who))


def paid(visitor, who, press="act=cash", **fields):
    return due(visitor, who).form("cents").send(press, **fields)


class TestPaying:
    @pytest.mark.thorough
    def test_enter_pays_what_is_owed_in_cash_once(self, made, treasurer):
        form = due(treasurer, 3).form("cents")
        assert form.holds()["cents"] == ["10.00"]

        page = form.send()
        form.send()

        assert "No. 3 paid 10.00 € (Cash)" in page.text
        assert desk.owed(made) == {1: 1000, 2: 1000, 4: 1000}
        assert page.root.one("input", id="who").attrs.get("autofocus") == ""

    def test_a_number_or_a_name_and_one_enter_take_what_is_owed_and_say_whose_it_was(self, made, treasurer):
        made.entrants.filter(number=2).update(name="Ute Kurz")
        form = treasurer.get(DESK).form("who")

        by_number = form.send("act=at-once", who="3")
        form.send("act=at-once", who="3")
        by_name = by_number.form("who").send("act=at-once", who="kurz")

        assert "No. 3 " in by_number.text
        assert "paid 10.00 € (Cash) Take it back" in by_number.text
        assert "No. 2 Ute Kurz paid 10.00 € (Cash)" in by_name.text
        assert by_name.root.one("input", id="who").attrs.get("autofocus") == ""
        assert desk.owed(made) == {1: 1000, 4: 1000}

    def test_enter_takes_nothing_of_whom_it_is_not_clear_who_owes_nothing_or_is_nobody(self, made, treasurer):
        made.entrants.filter(number__in=[1, 2]).update(name="Hans Meier")
        paid(treasurer, 4)

        several = treasurer.get(DESK).form("who").send("act=at-once", who="Meier")
        nothing = treasurer.get(DESK).form("who").send("act=at-once", who="4")
        nobody = treasurer.get(DESK).form("who").send("act=at-once", who="99")
        looked_at = treasurer.get(DESK).form("who").send("act=show", who="3")

        assert "Who is “Meier”?" in several.text
        assert "owes nothing" in nothing.text
        assert "Nobody registered fits “99”." in nobody.text
        assert nobody.root.one("input", id="who").attrs.get("aria-invalid") == "true"
        assert looked_at.form("cents").holds()["cents"] == ["10.00"]
        assert desk.owed(made) == {1: 1000, 2: 1000, 3: 1000}

    @pytest.mark.thorough
    def test_part_more_by_other_ways_or_later(self, made, treasurer):
        for number, press, fields, owes in (
            (1, "act=cash", {"cents": "4,50"}, 550),
            (2, "act=transfer", {"cents": "15.00", "because": "vom 14.5."}, -500),
            (3, "act=voucher", {}, 0),
            (4, "act=put-off", {}, 1000),
        ):
            page = paid(treasurer, number, press, **fields)
            if page.errors:
                page = page.form("cents").send(f"{press}-as-typed")
            assert not page.errors, press
            assert desk.owed(made).get(number, 0) == owes, press

        later = treasurer.get(DESK, only="cuff")
        assert [row.all("td", "place")[0].text for row in later.root.one("tbody").all("tr")] == ["4"]

    def test_another_amount_than_is_owed_asks_what_is_meant(self, made, treasurer):
        for number, typed, press, said, done, owes in (
            (1, "20", "cash-back", "Take 10.00 €, 10.00 € back", "No. 1 paid 10.00 € (Cash); 10.00 € back", 0),
            (2, "20", "cash-as-typed", "Take 20.00 €, 10.00 € are due to them", "No. 2 paid 20.00 € (Cash)", -1000),
            (3, "4", "cash-as-typed", "Take 4.00 €, 6.00 € stay open", "No. 3 paid 4.00 € (Cash)", 600),
        ):
            page = paid(treasurer, number, cents=typed)
            assert page.status == 422, typed
            assert "10.00 € are owed. What is meant?" in page.text
            assert said in page.text
            page = page.form("cents").send(f"act={press}")
            assert done in page.text
            assert desk.owed(made).get(number, 0) == owes

        # By transfer nothing goes back, and where nothing is owed neither.
        for number, press in ((4, "act=transfer"), (1, "act=cash")):
            page = paid(treasurer, number, press, cents="12,00")
            assert page.status == 422
            assert not any("€ back" in one.text for one in page.root.all("button"))
        assert "owed. What is meant?" not in paid(treasurer, 4, cents="10,-").text

    @pytest.mark.thorough
    def test_what_is_no_amount_is_said_at_its_field_and_kept(self, made, treasurer):
        form = due(treasurer, 3).form("cents")
        for typed, said in (
            ("-3", "This is no amount. Type euros and cents like 7.50 or 7,50."),
            ("1.000", "“1.000” can be read in two ways. Type 1000.00 or 1.00."),
            ("7 50", "“7 50” can be read in two ways. Type 750.00 or 7.50."),
            ("zehn", "This is no amount."),
            ("99999999", "That is more than 1000000.00 €"),
            ("", "This field is required."),
            ("0", "Say how much: an amount above zero."),
        ):
            page = form.send("act=cash", cents=typed)
            assert page.status == 422, typed
            assert said in page.text
            assert page.form("cents").holds()["cents"] == [typed]
        assert desk.owed(made)[3] == 1000

    def test_who_paid_at_the_other_desk_meanwhile_is_not_charged_twice(self, made, treasurer):
        page = due(treasurer, 3)
        desk.pay(made, 3, 1000)

        page = page.form("cents").send()

        assert page.status == 422
        assert "No. 3 owes 0.00 € now, not 10.00 €" in page.text
        assert desk.owed(made).get(3, 0) == 0


class TestWho:
    @pytest.mark.thorough
    def test_a_start_card_or_words_that_may_fit_several_who_can_be_paid_for_at_once(self, made, treasurer):
        key = made.entrants.get(number=2).key
        assert due(treasurer, f"https://skat.example/p/{key}/").form("cents").holds()["number"] == ["2"]
        nobody = due(treasurer, "Xaver")
        assert "Nobody registered fits “Xaver”." in nobody.text
        assert nobody.root.one("input", id="who").attrs["value"] == "Xaver"

        page = due(treasurer, "Herz Dame")
        assert "Who is “Herz Dame”?" in page.text
        page = page.link("Somebody pays for several").form("seen").send("act=cash")
        assert "20.00 € taken for 2 entrants." in page.text
        assert desk.owed(made) == {3: 1000, 4: 1000}


class TestSeveral:
    def test_a_table_pays_at_once(self, made, treasurer):
        assert "Nobody of these owes anything" in treasurer.get(f"{DESK}?several").text
        factories.running_series(made)

        page = treasurer.get(DESK, table="1").link("Somebody pays for all of these")
        page = page.form("seen").send("act=transfer")

        assert "40.00 € taken for 4 entrants." in page.text
        assert desk.owed(made) == {}

        page = page.link("Take it back")
        assert "All 4 payments of this act, 40.00 € together" in page.text
        page = page.form("because").send(because="vom Vortag")
        assert "of 40.00 € taken back" in page.text
        assert desk.owed(made) == {1: 1000, 2: 1000, 3: 1000, 4: 1000}

    def test_who_paid_meanwhile_is_taken_out_and_nothing_was_booked(self, made, treasurer):
        page = treasurer.get(f"{DESK}?several&n=1&n=2")
        desk.pay(made, 1, 1000)

        page = page.form("seen").send("act=cash")
        assert page.status == 422
        assert desk.owed(made) == {2: 1000, 3: 1000, 4: 1000}

        page.form("seen").send("act=cash")
        assert desk.owed(made) == {3: 1000, 4: 1000}


class TestTakingBack:
    @pytest.mark.thorough
    def test_needs_a_reason_and_leaves_both_in_the_journal(self, made, treasurer, django_assert_max_num_queries):
        page = paid(treasurer, 3).link("Take it back")
        lines = treasurer.client.get(f"{DESK}journal.csv").content.decode("utf-8-sig").splitlines()
        assert len(lines) == 1 + 5
        assert "10.00" in lines[1]
        assert "No. 3 Spieler 3" in lines[1]
        refused = page.form("because").send()
        assert refused.status == 422
        assert "Please give the reason" in refused.text

        page = page.form("because").send(because="falsche Nummer")

        assert "of 10.00 € taken back" in page.text
        assert desk.owed(made)[3] == 1000
        with django_assert_max_num_queries(34):
            journal = treasurer.get(f"{DESK}account/")
        assert "falsche Nummer" in journal.text
        assert "taken back by no." in journal.text
        charge = MovementRow.objects.filter(source="tariff").first()
        assert treasurer.get(f"{DESK}account/?back={charge.number}").status == 404


def test_the_treasurer_comes_to_the_money_from_the_first_page_and_sees_nothing_of_disputes(made, treasurer):
    assert DESK in [card.attrs["href"] for card in treasurer.get("/").root.all("a", "tournament-card")]
    assert "Disputes" not in treasurer.get(DESK).text


@pytest.mark.thorough
def test_the_desk_costs_as_many_queries_for_many_as_for_few(made, treasurer, django_assert_max_num_queries):
    desk.pay(made, 2, 1100)
    with django_assert_max_num_queries(27) as few:
        treasurer.client.get(DESK, {"who": "1"})
    Entrant.objects.bulk_create(
        Entrant(tournament=made, number=n, name=f"Spieler {n}", present=True, registered_at=EVENING)
        for n in range(5, 65)
    )
    desk.pay(made, 5, 100)

    with django_assert_max_num_queries(len(few)):
        treasurer.client.get(DESK, {"who": "1"})


BOX = f"{DESK}?box="

IBAN = "DE89370400440532013000"


class TestTheBox:
    @pytest.fixture
    def treasurer(self, made):
        desk.pay(made, 1, 1000)
        return signed_in(made)

    @pytest.mark.thorough
    def test_it_is_counted_and_handed_over_a_difference_with_its_reason(self, made, treasurer):
        page = treasurer.get(BOX)
        assert "10.00 € Expected" in page.text
        page = page.form("act=count").send("act=count", of_500="2", to="direktor", witness="Erna")
        assert "counted: 10.00 €; from now on direktor has it" in page.text
        row = BoxCount.objects.get()
        assert (row.found, row.expected, row.to, row.witness) == (1000, 1000, factories.user(), "Erna")

        page = treasurer.get(BOX).form("act=count").send("act=count", of_500="1", of_200="2")
        assert page.status == 422
        assert page.form("act=count").holds()["of_200"] == ["2"]
        page = page.form("act=count").send("act=count", because="falsch herausgegeben")
        assert "counted: 9.00 €" in page.text
        assert "9.00 € Expected" in page.text

    def test_what_cannot_be_counted_is_said(self, treasurer):
        form = treasurer.get(BOX).form("act=count")
        for typed, said in (
            ("-1", "There cannot be less than none."),
            ("zwei", "Type a whole number."),
            ("99999999", "That is surely a slip of the pen."),
        ):
            page = form.send("act=count", of_500=typed)
            assert page.status == 422, typed
            assert said in page.text
        assert not BoxCount.objects.exists()

    def test_another_box_is_opened_and_each_takes_money_into_their_own(self, made, treasurer):
        moved = made.movements.count()
        assert treasurer.get(DESK, who="2").form("cents").send(box="7").status == 422
        assert made.movements.count() == moved
        for named in ("3", "0", "x", "1 2"):
            assert treasurer.client.get(DESK, {"box": named}).status_code == 404, named
        assert "in all boxes together" not in treasurer.get(BOX).text
        page = treasurer.get(f"{BOX}2")
        page = page.form("act=put-in").send("act=put-in", cents="50")
        assert "Cash box 2, kassier 50.00 €" in page.text
        assert "60.00 € in all boxes together" in page.text

        page = treasurer.get(DESK, who="2").form("cents").send()
        assert "No. 2 paid 10.00 € (Cash)" in page.text
        assert (desk.balance(made, "box", "1"), desk.balance(made, "box", "2")) == (1000, 6000)
        paid(treasurer, 2, cents="3", box="1").form("cents").send("act=cash-as-typed")
        assert (desk.balance(made, "box", "1"), desk.balance(made, "box", "2")) == (1300, 6000)

    def test_each_box_is_counted_and_handed_over_by_itself(self, made, treasurer):
        treasurer.get(f"{BOX}2").form("act=count").send("act=count", to="direktor")
        booking.put_in(cents=5000, box="2", entry_key=uuid4(), **desk.told(made))

        page = treasurer.get(f"{BOX}2").form("act=count").send("act=count", of_5000="1", to="kassier")

        assert "counted: 50.00 €; from now on kassier has it" in page.text
        counts = list(BoxCount.objects.values_list("box", "found", "to__username"))
        assert counts == [("2", 0, "direktor"), ("2", 5000, "kassier")]
        account = treasurer.get(f"{DESK}account/").text
        assert "60.00 € in all boxes together" in account
        assert "Box 1 was not counted" in account
        paper = treasurer.get(f"{DESK}account.pdf", **{"as": "page"}).text
        assert "Cashbox110.00€Cashbox250.00€Together60.00€" in "".join(paper.split())

    @pytest.mark.thorough
    def test_change_goes_in_and_money_out(self, treasurer):
        page = treasurer.get(BOX).form("act=put-in").send("act=put-in", cents="100,00", because="Wechselgeld")
        assert "110.00 € Expected" in page.text
        page = page.form("act=take-out").send("act=take-out", cents="500")
        assert page.status == 422
        assert "50.00 € Expected" in page.form("act=take-out").send("act=take-out", cents="60").text


class TestTheOwnPage:
    @pytest.fixture
    def player(self, made):
        visitor = Visitor()
        visitor.get(f"/p/{made.entrants.get(number=3).key}/")
        return visitor

    def test_says_what_is_owed_or_due_and_leads_to_the_bill_and_is_nobody_elses(self, made, player):
        page = player.get("/t/cup/seats/3/")
        assert "You owe 10.00 €." in page.text
        bill = page.link("Items and payment")
        assert "Startgeld: for entering" in bill.text
        assert "Or by transfer" not in bill.text
        assert "owe" not in Visitor().get("/t/cup/seats/3/").main.text
        assert Visitor().get("/t/cup/seats/3/money/").status == 403
        assert player.get("/t/cup/seats/2/money/").status == 403

        MoneyTerms.objects.create(tournament=made, holder="SC Herz Dame", iban=IBAN)
        bill = player.get("/t/cup/seats/3/money/")
        assert bill.root.all("svg")
        assert IBAN in bill.text
        assert "No. 3 Herz-Dame-Cup" in bill.text

        desk.pay(made, 3, 1500)
        assert "You get 5.00 €." in player.get("/t/cup/seats/3/").text


@pytest.mark.thorough
def test_a_list_says_before_it_is_signed_what_it_costs_and_its_sheet_has_the_fee_of_each():
    made = factories.tournament(entrants=4)
    desk.charge(made, desk.LOSS)
    row = factories.list_of(factories.running_series(made))
    factories.enter(row, (2, factories.GRAND_LOST), (1, factories.GRAND), (4, factories.GRAND_LOST), None)
    table = Visitor()
    table.get(f"/l/{row.table.key}/")
    signing = table.get("/t/cup/series/1/table/1/sign/")
    assert signing.text.count("To pay for this list: 1 lost game: 0.50 €") == 2

    director = signed_in(made, "direktor").client
    sheet = director.get("/t/cup/series/1/table/1/sheet.pdf", {"as": "page"}).content.decode()
    sums = sheet.partition('class="sums"')[2].partition("</div>")[0]
    assert sums.splitlines()[-1].split() == ["0.00", "0.50", "0.00", "0.50"]
    pdf = director.get("/t/cup/series/1/table/1/sheet.pdf")
    body = b"".join(pdf.streaming_content) if pdf.streaming else pdf.content
    assert "0.50" in pypdf.PdfReader(io.BytesIO(body)).pages[0].extract_text()


@pytest.mark.thorough
def test_the_loss_fees_of_a_table_stand_beside_its_sums_on_the_paper_desk_and_are_collected_there():
    made = factories.tournament(entrants=4)
    desk.charge(made, desk.LOSS)
    factories.running_series(made)
    director = signed_in(made, "direktor")
    paper = "/t/cup/office/series/1/paper/"
    form = director.get(paper).form("s1-won")
    lines = {"game_points": "0", "won": "0", "lost": "0"}
    typed = {f"s{place}-{name}": value for place in range(1, 5) for name, value in lines.items()}
    page = form.send(values=typed | {"s1-lost": "1", "s1-game_points": "-96", "s2-lost": "0", "passed": "3"})
    assert "is closed as signed on paper" in page.text
    assert desk.owed(made) == {1: 50}

    page = director.get(paper)
    assert "Loss fees open: 0.50 €" in page.text
    form = page.form("collect-seen")
    page = form.send("act=collect")
    form.send("act=collect")

    assert "Table 1: 0.50 € collected in cash." in page.text
    assert "Loss fees open" not in director.get(paper).text
    assert desk.owed(made) == {}


@pytest.mark.thorough
def test_what_somebody_else_took_at_the_table_meanwhile_is_not_collected_twice():
    made = factories.tournament(entrants=4)
    desk.charge(made, desk.LOSS)
    factories.running_series(made)
    director = signed_in(made, "direktor")
    paper = "/t/cup/office/series/1/paper/"
    lines = {"game_points": "0", "won": "0", "lost": "0"}
    typed = {f"s{place}-{name}": value for place in range(1, 5) for name, value in lines.items()}
    director.get(paper).form("s1-won").send(values=typed | {"s1-lost": "1", "s1-game_points": "-96", "passed": "3"})
    form = director.get(paper).form("collect-seen")
    director.get("/t/cup/office/money/").form("who").send("act=at-once", who="1")

    page = form.send("act=collect")

    assert "No. 1 owes 0.00 € now, not 0.50 €" in page.text
    assert desk.owed(made) == {}


def test_tariffs_stand_where_the_event_is_announced():
    made, addresses = factories.tournament(entrants=4), ("/t/cup/", "/t/cup/plan/", "/t/cup/plan.pdf?as=page")
    before = [Visitor().get(address).text for address in addresses]
    assert all("no entry fee" in text for text in before)
    desk.charge(made)

    for address in addresses:
        text = Visitor().get(address).text
        assert "Startgeld: 10.00 € for each entrant (Ladies 8.00 €; Juniors free)" in text, address
        assert "Goes to: 80 % prizes, the rest club." in text, address
        assert "no entry fee" not in text, address


def test_the_own_page_says_nothing_where_nothing_is_charged():
    made = factories.tournament(entrants=4)
    player = Visitor()
    player.get(f"/p/{made.entrants.get(number=3).key}/")

    assert "owe" not in player.get("/t/cup/seats/3/").main.text
