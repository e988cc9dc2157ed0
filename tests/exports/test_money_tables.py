"""The tables of money, prizes and the account: pages, papers, workbooks and text say the same of the same event."""

from uuid import uuid4

import pytest
from django.test import Client
from django.utils.html import strip_tags

from scoring.money.services import booking
from scoring.money.services.booking import Count
from tests.exports.reading import csv_table, get, tables, xlsx_tables
from tests.paper.every_kind import whole_event
from tests.scoring.money import desk
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def made():
    """Two who were charged, of whom one paid a part; her box was counted, and 50 cents were missing."""
    tournament = factories.tournament(entrants=2)
    tournament.entrants.filter(number=1).update(club="SC Herz Dame")
    desk.charge(tournament)
    desk.pay(tournament, 1, 450, because="Rest morgen")
    count = Count(pieces={200: 2}, because="verzählt", to="direktor")
    booking.count_box(count=count, entry_key=uuid4(), **desk.told(tournament))
    return tournament


MOVED = [
    ("4", "Cash box 1", "Organiser", "0.50", "difference at the count: verzählt", "direktor"),
    ("3", "No. 1 Spieler 1", "Cash box 1", "4.50", "Paid: Rest morgen", "direktor"),
    ("2", "No. 2 Spieler 2", "Startgeld", "10.00", "for entering", "direktor"),
    ("1", "No. 1 Spieler 1", "Startgeld", "10.00", "for entering", "direktor"),
]
"""Number, from, to, euros, what for, by: the newest first."""


def test_the_journal_has_every_movement_as_text_as_a_workbook_and_as_a_page(made, director):
    heads = ("No.", "When", "From", "To", "Amount in euros", "What for", "Takes back", "Taken back by", "By")
    assert [(*row, *row.values()) for row in csv_table(get(director, "scoring:money-journal-csv"))] == [
        (*heads, one[0], "2026-05-16 19:00", *one[1:5], "", "", one[5]) for one in MOVED
    ]
    (rows,) = xlsx_tables(get(director, "scoring:money-journal-xlsx")).values()
    told = [(*(row[name] for name in ("No.", "From", "To")), float(row["Amount in euros"])) for row in rows]
    assert told == [(number, source, target, float(amount)) for number, source, target, amount, _for, _by in MOVED]
    assert [(row["What for"], row["By"]) for row in rows] == [one[4:] for one in MOVED]
    rows = tables(director, "scoring:money-account")[-1]
    assert [(row["No."], row["From"], row["To"], row["Amount"], row["What for"], row["By"]) for row in rows] == [
        (number, source, target, f"{amount} €", reason + (" Take it back" if number == "3" else ""), by)
        for number, source, target, amount, reason, by in MOVED
    ]


def test_what_everybody_owes_stands_at_the_desk_and_on_a_bill_with_every_line(made, director):
    (rows,) = tables(director, "scoring:money-desk")
    assert [(row["No."], row["Name"], row["Club"], row["Owes"]) for row in rows] == [
        ("1", "Spieler 1 SC Herz Dame", "SC Herz Dame", "5.50 €"),
        ("2", "Spieler 2", "", "10.00 €"),
    ]
    (rows,) = tables(director, "scoring:money-desk", "?several&n=1&n=2")
    assert [(row["No."], row["Owes"]) for row in rows] == [("1", "5.50 €"), ("2", "10.00 €"), ("", "15.50 €")]
    (rows,) = tables(director, "scoring:money-desk", "?box=")
    assert [(row["Counted"], row["Expected"], row["By"], row["Handed over to"]) for row in rows] == [
        ("4.00 €", "4.50 €", "direktor verzählt", "direktor")
    ]
    player = Client(headers={"accept-language": "en"})
    player.get(f"/p/{made.entrants.get(number=1).key}/")
    (rows,) = tables(player, "scoring:own-money", number=1)
    owed = {"Startgeld: for entering": "10.00 €", "Paid: Rest morgen": "-4.50 €", "Owes": "5.50 €"}
    assert rows == [{"What for": reason, "Amount": amount} for reason, amount in owed.items()]


@pytest.fixture
def refunded():
    """Eleven who were charged, ten who paid; two prizes of a series, a ham, all called off, a box that lacks money."""
    return whole_event()


def winners(made):
    """Return who won the first and the second prize of the series."""
    return [str(row.entrant) for row in made.awards.filter(good="").order_by("place")]


def test_who_gets_what_stands_on_page_and_paper_for_each_size_of_the_field(refunded, director):
    first, second = winners(refunded)
    page = {row["No."]: row for row in tables(director, "scoring:money-desk", "?only=due")[0]}
    won = {row["No."] for row in tables(director, "scoring:money-desk", "?only=won")[0]}
    paper = {row["No."]: row for row in tables(director, "scoring:payout-list-pdf", "?as=page")[0]}

    assert page[second]["Owes"].split()[0] == "-" + paper[second]["Amount"].split()[0]
    assert paper[first]["Won"].startswith("Serie 1, prize 1: 9.00 €")
    assert page[first]["Prizes"].startswith(paper[first]["Won"])
    assert page.keys() == paper.keys() - {""}
    assert won == {first, second}
    plan = get(director, "scoring:money-plan", "?entrants=60").text
    said = " ".join(strip_tags(plan.partition('id="ahead"')[2].partition("</section>")[0]).split())
    wanted = ("With 11 entrants: now Income together", "With 60 entrants: Income together")
    assert (said.count("Serie 19.00 €, 5.00 €"), [one in said for one in wanted]) == (2, [True, True])


def test_receipts_labels_and_things_have_who_won_what(refunded, director):
    papers = ("scoring:receipts-pdf", "scoring:prize-labels-pdf")
    receipts, labels = (get(director, name, "?as=page").text for name in papers)
    [(row,)] = tables(director, "scoring:goods-list-pdf", "?as=page")

    assert receipts.count('<p class="amount">') == 10
    assert ["Serie 1, prize 2: 5.00 €" in said for said in (receipts, labels)] == [True, True]
    assert [f"<b>{number}</b>" in labels for number in winners(refunded)] == [True, True]
    assert (row["Place"], row["Prizes"], row["Thing"], row["Worth"]) == ("1", "Sachpreise", "Schinken", "25.00 €")
    assert row["Name"].split()[0] == str(refunded.awards.exclude(good="").get().entrant)


def test_the_account_and_its_journal_say_the_same_on_page_and_paper_and_in_the_workbook(refunded, director):
    page, pots, *more = tables(director, "scoring:money-account")
    account, paper_pots, report, protocol = tables(director, "scoring:account-pdf", "?as=page")
    book = xlsx_tables(get(director, "scoring:account-xlsx"))

    # The organiser pays the prizes and what is missing in the box; all was given back, so nothing is in the pots.
    assert [tuple(row.values()) for row in account] == [
        ("Startgeld", "0.00 €"), ("Charged together", "0.00 €"), ("Prizes and jackpots", "-14.00 €"),
        ("Left in pots and in none", "-14.00 €"), ("Differences of cash boxes", "-9.00 €"),
        ("Stays with the organiser", "-23.00 €"),
    ]  # fmt: skip
    assert [tuple(row.values()) for row in pots] == [
        ("prizes", "0.00 €", "14.00 €", "-14.00 €"), ("club", "0.00 €", "0.00 €", "0.00 €"),
        ("Together", "0.00 €", "14.00 €", "-14.00 €"),
    ]  # fmt: skip
    assert (page, pots) == (account, paper_pots)
    assert [tuple(row.values()) for row in (report[-1], *protocol)] == [
        ("Taken in", "91.00 €"), ("20.00 €", "4", "80.00 €"), ("2.00 €", "1", "2.00 €"), ("Together", "", "82.00 €"),
    ]  # fmt: skip
    assert list(book) == ["Account", "Pots", "Cash box 1", "Journal of money"]
    assert [float(row["Amount in euros"]) for row in book["Account"]] == [0, 0, -14, -14, -9, -23]
    assert [float(row["Left"]) for row in book["Pots"]] == [-14, 0, -14]
    box = {row["Piece"]: row["Amount in euros"] for row in book["Cash box 1"]}
    assert [float(box[name]) for name in ("Taken in", "Taken in by the journal", "Difference")] == [91, 100, -9]
    # What is given back.
    (paper,) = tables(director, "scoring:refund-list-pdf", "?as=page")
    back = [(row["No."], row["Gets back"]) for row in paper]
    assert [(row["No."], row["Gets back"]) for row in next(rows for rows in more if "Gets back" in rows[0])] == back
    assert back[-1] == ("", "106.00 €")
    # Every movement is in the journal, with the cash after it.
    (moved,) = tables(director, "scoring:money-journal-pdf", "?as=page")
    assert [row["No."] for row in moved] == [str(number) for number in range(1, refunded.movements.count() + 1)]
    assert (moved[0]["To"], moved[0]["Amount"], moved[0]["Cash"]) == ("Startgeld", "10.00", "0.00")
    assert moved[-1]["Cash"] == "82.00"
