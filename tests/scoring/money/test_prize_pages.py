"""The plan of prizes as pages: typed as people type it, looked at ahead, each error at its field (SkWO 1.5, 6.2)."""

import pytest

from tables.tournaments.models import Role
from tests.scoring.money import desk
from tests.support import factories
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PRIZES = "/t/cup/office/money/prizes/"


@pytest.fixture
def made():
    made = factories.tournament(entrants=12, series=2)
    desk.charge(made, desk.ENTRY)
    return made


def visitor(name=None):
    found = Visitor()
    found.client.force_login(factories.user(name) if name else factories.user())
    return found


def new(kind):
    return visitor().get(f"{PRIZES}new/", kind=kind).form("name")


def errors_beside(page, name):
    """Return what is said beside a field."""
    fields = [
        one for one in page.root.all("div", "field") if any(part.attrs.get("name") == name for part in one.walk())
    ]
    return [one.text for one in fields[0].all("ul", "errorlist")]


def planned(made):
    return [(row.name, row.plan) for row in made.prize_lists.all()]


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    ("kind", "fields", "plan", "said"),
    [
        (
            "fixed",
            {"amounts": "30\n2 x 12,50"},
            {"kind": "fixed", "cents": [3000, 1250, 1250], "pot": "prizes"},
            "30.00 €, 2 × 12.50 €",
        ),
        (
            "fixed",
            {"amounts": "500\n300", "announced_for": "100"},
            {"kind": "fixed", "cents": [50000, 30000], "announced_for": 100, "pot": "prizes"},
            "500.00 €, 300.00 € with 100 entrants, with others in proportion",
        ),
        (
            "share",
            {"shares": "60 %\n40"},
            {"kind": "share", "shares": [60, 40], "pot": "prizes"},
            "60 %, 40 % of the pot “prizes”",
        ),
        (
            "steps",
            {"per": "4", "amounts": "20\n10"},
            {"kind": "steps", "per": 4, "cents": [2000, 1000], "pot": "prizes"},
            "one prize for every 4 entrants: 20.00 €, then 10.00 € each",
        ),
        (
            "steps",
            {"per": "1", "of_tables": "tables", "amounts": "10"},
            {"kind": "steps", "per": 1, "cents": [1000], "of_tables": True, "pot": "prizes"},
            "one prize for each table: 10.00 € each",
        ),
        (
            "goods",
            {"goods": "Ham; 25\n2 x Coffee"},
            {"kind": "goods", "goods": [["Ham", 2500], ["Coffee", 0], ["Coffee", 0]]},
            "Ham (25.00 €), 2 × Coffee",
        ),
    ],
)
def test_a_plan_is_typed_as_people_type_it(made, kind, fields, plan, said):
    page = new(kind).send(name="Gesamt", values=fields)

    assert not page.errors
    assert planned(made) == [("Gesamt", plan)]
    assert said in page.text
    again = page.link("Gesamt").form("name").send()
    assert not again.errors
    assert planned(made) == [("Gesamt", plan)]
    assert made.journal.filter(action="prizes.planned").count() == 1


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    ("kind", "fields", "where", "said"),
    [
        ("share", {"shares": "60\n50"}, "shares", "Shares are 100 % together at most; these are 110 %."),
        ("share", {"shares": "60,5"}, "shares", "Line 1, “60,5”: Type a whole number of per cent."),
        ("fixed", {"amounts": "10\n-5"}, "amounts", "Line 2, “-5”: An amount cannot be below zero."),
        ("fixed", {"amounts": "10\n1.000,00"}, "amounts", "Line 2, “1.000,00”: This is no amount."),
        ("fixed", {"amounts": "99999999"}, "amounts", "surely a slip of the pen"),
        ("fixed", {"amounts": "999 x 1"}, "amounts", "That is more than 500 prizes."),
        ("fixed", {"amounts": ""}, "amounts", "Type what there is to win"),
        ("fixed", {"amounts": "80\n30"}, "amounts", "The pot “prizes” lacks 14.00 € for this."),
        ("steps", {"amounts": "1", "per": "0"}, "per", "It counts from 1."),
        ("goods", {"goods": "; 5"}, "goods", "Line 1, “; 5”: What is it?"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_stays_typed(made, kind, fields, where, said):
    page = new(kind).send(name="Gesamt", values=fields)

    assert page.status == 422
    assert said in " ".join(errors_beside(page, where))
    holds = page.form("name").holds()
    assert all(holds[name][0].split() == value.split() for name, value in fields.items())
    assert planned(made) == []


def test_the_organiser_may_add_what_the_pot_lacks_but_says_so(made):
    page = new("fixed").send(name="Gesamt", values={"amounts": "80\n30"})
    page = page.form("name").send(openly=True)

    assert not page.errors
    assert planned(made)[0][1]["cents"] == [8000, 3000]


def test_it_is_looked_at_ahead_for_any_number_of_entrants(made):
    new("steps").send(name="Gesamt", values={"per": "4", "amounts": "20\n30"})

    rows = visitor().get(PRIZES, entrants="60, 12").root.all("table")[0].one("tbody").all("tr")

    assert [[cell.text for cell in row.all("td")] for row in rows] == [
        ["12 now", "3", "3", "30.00 €", "80.00 €", "prizes: 16.00 € left"],
        ["60", "15", "15", "30.00 €", "440.00 €", "prizes: 40.00 € left"],
    ]


def test_for_whom_is_chosen_and_said(made):
    form = new("fixed")
    assert {"", "class:ladies"} <= set(form.options("of"))

    page = form.send(name="Damen", values={"amounts": "10", "of": "class:ladies", "series": "2", "group": "Serie"})

    assert "Ladies, series 2" in page.text
    row = made.prize_lists.get()
    assert (row.of_class, row.series, row.group) == ("ladies", 2, "Serie")


@pytest.mark.parametrize(
    ("winners", "said"),
    [
        ("last", "from the last place on: all players, series 2"),
        ("table", "the players of the table with the most points each, series 2"),
    ],
)
def test_who_wins_is_chosen_and_said(made, winners, said):
    new("fixed").send(name="Besonderes", values={"amounts": "10", "winners": winners, "series": "2"})

    assert said in visitor().get(PRIZES).text
    again = visitor().get(f"{PRIZES}1/").form("name").send(name="Anders")
    assert not again.errors
    assert made.prize_lists.get().winners == winners


def test_a_class_has_no_best_table(made):
    page = new("fixed").send(name="Tisch", values={"amounts": "10", "winners": "table", "of": "class:ladies"})

    assert errors_beside(page, "of") == ["At a table sits who was drawn to it. Choose “all players”."]
    assert planned(made) == []


def test_the_announced_plan_stands_in_the_plan_and_on_the_public_page(made):
    new("fixed").send(name="Gesamt", values={"amounts": "30"})
    page = visitor().get(PRIZES).form("wants_start_card")
    page.send(wants_start_card=True, fetched_until="2026-06-30", unclaimed_to="club")

    for address in ("/t/cup/", "/t/cup/plan/", "/t/cup/plan.pdf?as=page"):
        text = Visitor().get(address).text
        assert "Gesamt (all players): 30.00 €." in text, address
        assert "A prize is given out against the start card (SkWO 9.13)." in text, address


def test_what_it_holds_on_is_kept_beside_where_transfers_go(made):
    visitor().get("/t/cup/office/money/tariffs/").form("iban").send(holder="SC", iban="DE89370400440532013000")

    visitor().get(PRIZES).form("wants_start_card").send(wants_presence=True)

    terms = made.money_terms
    assert (terms.iban[:4], terms.wants_presence) == ("DE89", True)


def test_prizes_are_given_no_longer(made):
    new("fixed").send(name="Gesamt", values={"amounts": "30"})

    page = visitor().get(f"{PRIZES}1/").form("act=remove").send()

    assert planned(made) == []
    assert "“Gesamt” is planned no longer." in page.text


def test_who_was_slower_sees_what_the_other_changed(made):
    new("fixed").send(name="Gesamt", values={"amounts": "30"})
    slower = visitor().get(f"{PRIZES}1/").form("name", "amounts")
    visitor().get(f"{PRIZES}1/").form("name", "amounts").send(amounts="40")

    page = slower.send(amounts="50")

    assert page.status == 409
    assert page.form("name", "amounts").holds()["amounts"] == ["50"]
    assert planned(made)[0][1]["cents"] == [4000]


def test_the_treasurer_reads_and_the_director_sets(made):
    Role.objects.create(tournament=made, user=factories.user("kassier"), kind=Role.Kind.TREASURER)
    new("fixed").send(name="Gesamt", values={"amounts": "30"})

    page = visitor("kassier").get(PRIZES)

    assert "30.00 €" in page.text
    assert not page.offers("wants_start_card")
    assert visitor("kassier").get(f"{PRIZES}1/").status == 403
