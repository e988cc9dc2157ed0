"""An evening of 23 worked out by hand, to the cent on every page, sheet, label and export.

A lady pays less, somebody was entered twice and the second entry is removed, somebody leaves after the first series,
somebody pays a part; three loss tiers, two pots that are jackpots, a gift, two jackpots won.
"""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.utils.html import strip_tags

from scoring.lists.services import entry
from scoring.money.reckon.tariffs import GoesTo, PerEntrant
from scoring.money.selectors import accounts
from scoring.money.selectors.lines import account_of
from scoring.money.services import booking, ending, paying, prizes
from scoring.money.services.booking import Count
from scoring.money.services.paying import DeskPayment, Way
from scoring.office.services.end import release_unopposed
from scoring.results.services import series as closing
from scoring.signing import services as signing
from tables.people.services import registration
from tests.scoring.money import desk
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MONEY = "/t/cup/office/money/"

BY_HAND = """
 no | fee   | lost 1, 2 | fees 1, 2   | won
  1 | 10.00 | 0 1       | 0.00  0.50  | 80.00
  2 | 10.00 | 1 0       | 0.50  0.00  | 50.00 20.00
  3 | 10.00 | 2 0       | 1.00  0.00  | 35.00
  4 | 10.00 | 3 2       | 1.50  1.00  | 20.00
  5 | 10.00 | 4 0       | 2.50  0.00  | 15.00
  6 | 10.00 | 0 3       | 0.00  1.50  |
  7 |  8.00 | 1 0       | 0.50  0.00  | 10.00
  8 | 10.00 | 0 1       | 0.00  0.50  |
  9 | 10.00 | 5 0       | 3.50  0.00  |
 10 | 10.00 | 2 0       | 1.00  0.00  |
 11 | 10.00 | 0 4       | 0.00  2.50  | 48.00
 12 | 10.00 | 1 0       | 0.50  0.00  |
 13 | 10.00 | 6 0       | 6.50  0.00  |
 14 | 10.00 | 0 2       | 0.00  1.00  |
 15 | 10.00 | 1 0       | 0.50  0.00  |
 16 | 10.00 | 0 0       | 0.00  0.00  |
 17 | 10.00 | 3 0       | 1.50  0.00  |
 18 | 10.00 | 0 1       | 0.00  0.50  |
 19 | 10.00 | 2 0       | 1.00  0.00  |
 20 | 10.00 | 0 5       | 0.00  3.50  |
 21 | 10.00 | 1 0       | 0.50  0.00  |
 22 | 10.00 | 0 -       | 0.00        |
 23 | 10.00 | 7 0       | 9.50  0.00  |
"""
"""Up to the third lost game of a list 0.50 each, the fourth and fifth 1.00, from the sixth on 3.00."""

ACCOUNT = [
    ("Entry fee", "228.00"),
    ("Loss fees", "41.50"),
    ("Charged together", "269.50"),
    ("Gifts and jackpots brought over", "25.00"),
    ("Income together", "294.50"),
    ("Prizes and jackpots", "-278.00"),
    ("Left in pots and in none", "16.50"),
    ("Debts and forfeits carried by the organiser", "-6.50"),
    ("Stays with the organiser", "10.00"),
]
"""Of every fee above nothing 1.00 goes into the jackpot; half of the loss fees into the pot of the Ouvert."""

POTS = [
    ("jackpot", "48.00", "48.00", "0.00"),
    ("prizes of the day", "225.75", "210.00", "15.75"),
    ("Ouvert", "20.75", "20.00", "0.75"),
    ("Together", "294.50", "278.00", "16.50"),
]
"""Name, came in, given, left."""

PAID_OUT = {1: "79.50", 2: "70.00", 3: "35.00", 4: "19.00", 5: "15.00", 7: "10.00", 11: "45.50"}
"""What is won less what the second series cost, in euros."""

BOX = {"Change put in": "50.00", "Taken in": "249.50", "Paid out": "259.00", "Expected": "40.50"}
"""In cash: 218.00 of fees and 4.50 of a part, 11.00 after series 1, 9.00 and 7.00 at the end."""


def cents(euros):
    return round(float(euros) * 100)


def by_hand():
    """Return for each number fee, lost games, loss fees and what they won, as they stand above."""
    lines = [[part.strip() for part in line.split("|")] for line in BY_HAND.strip().splitlines()[1:]]
    return {
        int(number): (fee, lost.replace("-", "").split(), fees.split(), won.split())
        for number, fee, lost, fees, won in lines
    }


@pytest.fixture
def visitor():
    visitor = Visitor()
    visitor.client.force_login(factories.user())
    return visitor


def test_a_usual_evening_is_two_clicks_and_says_what_it_comes_to_while_it_is_typed(visitor):
    made = factories.tournament(entrants=0, series=2, rounds=12)
    form = visitor.get(MONEY).link("Entry fee and prizes").link("A usual evening").form("jackpot")

    page = form.send("look=on")
    assert page.status == 200
    assert not made.tariffs.exists()
    said = page.root.one("div", id="ahead").text
    assert "With 23 entrants: Income together230.00 € jackpot23.00 €" in said
    assert "prizes of the day207.00 €" in said
    assert "Total103.50 €, 62.10 €, 41.40 €" in said

    typed = form.holds() | {"look": "on", "entry": "7,50", "entrants": "22"}
    page = visitor.client.post(f"{MONEY}plan/?evening", typed, headers={"HX-Request": "true"})
    said = " ".join(strip_tags(page.content.decode()).split())
    assert "With 22 entrants: Income together165.00 € jackpot22.00 € prizes of the day143.00 €" in said

    assert "Saved." in form.send().text
    assert [row.code for row in made.tariffs.all()] == ["entry", "lost"]


@pytest.fixture
def made(visitor):
    made = factories.tournament(entrants=24, series=2, rounds=12)
    made.entrants.filter(number=7).update(classes=["ladies"])
    chosen = {"loss": "lost-three", "kind": "steps", "entry": "10", "jackpot": "1"}
    form = visitor.get(f"{MONEY}plan/", evening="").form("jackpot")
    assert not form.send(values=chosen, amounts="80\n50\n35\n20\n15").errors
    fee, lost = (accounts.to_tariff(row) for row in made.tariffs.order_by("number"))
    desk.charge(
        made,
        replace(fee, kind=PerEntrant(cents=1000, cheaper={"ladies": 800})),
        replace(lost, goes_to=(GoesTo(pot="Ouvert", share=50), GoesTo(pot="prizes of the day", share=50))),
        openly=True,
        because="Damen",
    )
    page = visitor.get(f"{MONEY}plan/", kind="fixed").form("amounts")
    ladies = {"amounts": "10", "of": "class:ladies", "pot": "prizes of the day", "group": "Damen"}
    page = page.send(name="Damen", values=ladies)
    # With 24 there are six prizes, and no loss fees yet: it is asked, and the loss fees will carry it.
    assert "lacks 11.00 €" in page.text
    assert not page.form("amounts").send(openly=True).errors
    return made


def pay(made, amounts):
    payments = [DeskPayment(number=number, cents=cents) for number, cents in amounts.items()]
    paying.pay_for_several(payments=payments, entry_key=uuid4(), **desk.told(made))


def plays(made, number):
    series = factories.running_series(made, number)
    table_of = series.tables.prefetch_related("seats__entrant").order_by("number")
    for table in table_of:
        row, lines = factories.list_of(series, table.number), []
        for seat in table.seats.order_by("place"):
            who = seat.entrant.number
            points = 1500 - 100 * who if who <= 5 else 300 - who
            lines.append((points, 6, int(by_hand()[who][1][number - 1])))
        told = {"list_id": row.pk, "by": factories.user(), "now": EVENING}
        entry.enter_totals(totals=factories.totals(*lines), **told)
        signing.sign_for_paper(**told)
    closing.close_series(series_id=series.pk, lot_seed="lots", by=factories.user(), now=EVENING)


def test_every_figure_is_the_one_worked_out_by_hand(made, visitor):
    acts = {"entry_key": uuid4(), **desk.told(made)}
    booking.put_in(cents=5000, because="Wechselgeld", **acts)
    pay(made, {7: 800} | dict.fromkeys(set(range(1, 25)) - {5, 7, 9}, 1000) | {9: 450})
    registration.remove(entrant_id=made.entrants.get(number=24).pk, by=factories.user(), now=EVENING)
    ending.move_over(number=24, to=5, **acts | {"entry_key": uuid4()})
    assert desk.owed(made) == {9: 550}
    prizes.give_to_pot(pot="jackpot", cents=2500, because="Brauerei", **acts | {"entry_key": uuid4()})

    plays(made, 1)
    owed = {n: cents(fees[0]) for n, (_fee, _lost, fees, _won) in by_hand().items() if cents(fees[0])}
    assert desk.owed(made) == owed | {9: 550 + 350}
    pay(made, {number: owed[number] for number in owed.keys() - {9, 13, 23}})
    desk.pay(made, 23, owed[23], way=Way.TRANSFER)
    later = visitor.get(MONEY, who="13").form("cents").send("act=put-off")
    assert "No. 13 pays 6.50 € later" in later.text
    registration.withdraw(entrant_id=made.entrants.get(number=22).pk, by=factories.user(), now=EVENING)
    plays(made, 2)
    listed = {
        row.all("td", "place")[0].text: [cell.text for cell in row.all("td")]
        for row in visitor.get(MONEY, per="all").root.one("table", "listing").one("tbody").all("tr")
    }
    for number, (fee, _lost, fees, _won) in by_hand().items():
        charged = [line.cents for line in account_of(made, number).lines if line.tariff and line.holds]
        assert charged == [cents(one) for one in (fee, *fees) if cents(one)], number
        due = {9: 550 + 350, 13: 650}.get(number, cents(fees[1]) if len(fees) > 1 else 0)
        assert desk.owed(made).get(number, 0) == due, number
        assert listed[str(number)][-1].startswith(f"{due / 100:.2f} €"), number

    for pot, number, amount, deal in (("jackpot", 11, 4800, "Höchste Serie"), ("Ouvert", 2, 2000, "Spiel 7, geprüft")):
        won = {"pot": pot, "number": number, "cents": amount, "because": deal}
        prizes.give_jackpot(**won, **acts | {"entry_key": uuid4()})
    release_unopposed(tournament_id=made.pk, by=factories.user(), now=EVENING)
    made.refresh_from_db()
    assert [(row.prize_list.name, row.place, row.entrant, row.cents) for row in made.awards.order_by("number")] == [
        *(("Total", place, place, amount) for place, amount in enumerate((8000, 5000, 3500, 2000, 1500), start=1)),
        ("Damen", 1, 7, 1000),
    ]
    papers_before(visitor)
    pay(made, {number: desk.owed(made)[number] for number in (6, 8, 9, 14, 18, 20)})
    carry = visitor.get(f"{MONEY}account/").form("act=carry")
    assert not carry.send(number="13", because="erlassen").errors
    for number, amount in PAID_OUT.items():
        assert desk.owed(made)[number] == -cents(amount)
        if number != 5:
            ending.pay_out(number=number, **acts | {"entry_key": uuid4()})
            continue
        form = visitor.get(MONEY, who="5").form("cents")
        assert form.holds()["cents"] == [amount]
        assert f"Paid out to no. 5: {amount} €" in form.send("act=pay-transfer").text
    assert desk.owed(made) == {}
    the_account(visitor, made)


def papers_before(visitor):
    """Hold what is given out against what was worked out, on the page, the list, the receipts and the labels."""
    page = visitor.get(MONEY, only="due").text
    screen = visitor.get("/t/cup/hall/now/", scenes="prizes")
    papers = {
        paper: visitor.get(f"{MONEY}{paper}.pdf", **{"as": "page"}).text for paper in ("payout", "receipts", "labels")
    }
    for number, amount in PAID_OUT.items():
        assert f"-{amount} €" in page, number
        for paper, text in papers.items():
            assert f"{amount} €" in text, (paper, number)
    assert "80.00 €" in screen.response.content.decode()
    assert "274.00 €" in papers["payout"]
    assert all("Ouvert: 20.00 €" in papers[paper] for paper in papers)
    for asked, amounts in (
        ({}, ["80.00 €", "50.00 €", "35.00 €", "20.00 €", "15.00 €"]),
        ({"class": "ladies"}, ["10.00 €"]),
    ):
        certificates = visitor.get("/t/cup/office/certificates.pdf", **{"as": "page", "places": "5", **asked})
        assert all(amount in certificates.text for amount in amounts), certificates.text


def the_account(visitor, made):
    """Hold the account against what was worked out: page, paper, workbook, journal; and close it."""
    count = Count(pieces={2000: 2, 50: 1}, witness="Erna")
    assert booking.count_box(count=count, entry_key=uuid4(), **desk.told(made)).found == 4050
    page = visitor.get(f"{MONEY}account/")
    paper = visitor.get(f"{MONEY}account.pdf", **{"as": "page"})
    for shown in (page, paper):
        for line in (*ACCOUNT, *POTS):
            rows = [" ".join(cell.text for cell in (*row.all("th"), *row.all("td"))) for row in shown.root.all("tr")]
            name, *amounts = line
            assert " ".join((name, *(f"{amount} €" for amount in amounts))) in rows, (line, rows)
    facts = {one.one("dt").text: one.one("dd").text for one in page.root.one("dl", "facts").all("div")}
    assert BOX.items() <= {name: said.removesuffix(" €") for name, said in facts.items()}.items()
    assert "94 % of what came in is given out" in page.text
    held = {(one.purpose.value, one.name): amount for one, amount in accounts.balances(made).items() if amount}
    assert (held["box", "1"], held["transfer", ""]) == (4050, -550)
    # Box and bank less the change are what came in from people, less what was given them and what nobody pays.
    assert 4050 - 5000 - 550 == 26950 - 27800 - 650
    closed = page.form("second").send(second="Erna")
    assert "every account is at nothing" in closed.text
    assert set(accounts.balances(made).values()) == {0}
    journal = visitor.client.get(f"{MONEY}journal.csv").content.decode("utf-8-sig")
    assert len(journal.splitlines()) == made.movements.count() + 1
    carried_over(visitor)


def carried_over(visitor):
    factories.tournament(slug="next", name="Nächster Abend", starts_on="2026-05-23", ends_on="2026-05-23")
    page = visitor.get("/t/next/office/money/plan/")
    assert "Ouvert: 0.75 € Herz-Dame-Cup, " in page.text
    [*_others, form] = [one for one in page.forms("act=carry-over") if one.holds()["pot"] == ["Ouvert"]]
    page = form.send("act=carry-over")
    assert "Given to the pot “Ouvert”: 0.75 €" in page.text
    assert "Ouvert: 0.75 €" not in page.text
    form.send("act=carry-over")
    account = visitor.get("/t/next/office/money/account/").text
    assert account.count("Given to the pot “Ouvert”: 0.75 € · Herz-Dame-Cup, ") == 1
