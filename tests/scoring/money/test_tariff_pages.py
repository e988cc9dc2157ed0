"""Tariffs as pages: presets, amounts as people type them, each error at its field, openly once somebody was charged."""

import pytest

from scoring.money.selectors import accounts
from tables.tournaments.models import Role
from tests.scoring.money import desk
from tests.support import factories
from tests.support.page_reader import Visitor

pytestmark = pytest.mark.django_db

TARIFFS = "/t/cup/office/money/tariffs/"


@pytest.fixture
def made():
    return factories.tournament(entrants=3)


@pytest.fixture
def director(made):
    visitor = Visitor()
    visitor.client.force_login(factories.user())
    return visitor


def new(visitor, preset):
    return visitor.get(f"{TARIFFS}new/", preset=preset).form("name")


def errors_at(page, name):
    """Return what is said beside a field."""
    field, *_ = [one for one in page.root.all("div", "field") if one.all("input", name=name)]
    return [one.text for one in field.all("ul", "errorlist")]


@pytest.mark.thorough(after=2)
@pytest.mark.parametrize(
    ("preset", "said"),
    [
        ("entry", "Entry fee 10.00 € for each entrant"),
        ("cards", "Card money 1.00 € for each entrant"),
        ("lists", "List money 2.00 € for each list"),
        ("deposit", "Deposit for cards 5.00 € for each entrant"),
        ("team", "Team fee 20.00 € for each team"),
        ("lost-usual", "lost games 1 to 3 of a list 0.50 € each, from lost game 4 of a list on 1.00 € each"),
        ("lost-cheap", "lost games 1 to 3 of a list 0.30 € each, from lost game 4 of a list on 1.00 € each"),
        ("lost-dear", "lost games 1 to 3 of a list 1.00 € each, from lost game 4 of a list on 2.00 € each"),
        ("lost-three", "lost games 4 to 5 of a list 1.00 € each, from lost game 6 of a list on 3.00 € each"),
        ("lost-half", "0.50 € for each lost game"),
        ("lost-one", "1.00 € for each lost game"),
        ("places", "by place at a table of 4, best first: 0.50 € / 1.00 € / 1.50 € / 2.00 €"),
        ("passed", "0.50 € for each deal passed in, paid by the table together"),
    ],
)
def test_what_clubs_publish_is_set_by_one_button(director, preset, said):
    page = new(director, preset).send()

    assert not page.errors
    assert said in page.text


def test_an_entry_fee_stated_in_the_plan_is_what_it_begins_with(director, made):
    made.entry_fee = "12.50"
    made.save(update_fields=["entry_fee"])

    assert new(director, "entry").holds()["cents"] == ["12.50"]


def test_amounts_are_typed_with_comma_or_point_and_go_where_it_is_said(director, made):
    pots = {"pot_1": "Jackpot", "sum_1": "5,00", "pot_2": "Preise", "share_2": "80", "pot_3": "Verein"}
    page = new(director, "entry").send(cents="7,50", cheaper_ladies="5.00", free=["juniors"], values=pots)

    assert "7.50 € for each entrant" in page.text
    assert "Ladies 5.00 €; Juniors free" in page.text
    assert "Goes to: 5.00 € Jackpot, 80 % Preise, the rest Verein" in page.text
    assert accounts.owed(made) == {1: 750, 2: 750, 3: 750}
    assert made.tariffs.get().goes_to[2] == {"pot": "Verein", "share": 0}


@pytest.mark.thorough(after=3)
@pytest.mark.parametrize(
    ("preset", "typed", "field", "said"),
    [
        ("entry", {"cents": "-5"}, "cents", "An amount cannot be below zero."),
        (
            "entry",
            {"cents": "1000000,01"},
            "cents",
            "That is more than 1000000.00 €, which is surely a slip of the pen.",
        ),
        ("entry", {"cents": "1.234,50"}, "cents", "This is no amount."),
        ("entry", {"cents": ""}, "cents", "Type an amount, for example 7.50."),
        ("entry", {"name": ""}, "name", "What is it called?"),
        ("entry", {"share_1": "80"}, "pot_1", "Which pot?"),
        ("entry", {"pot_1": "A", "share_1": "80", "pot_2": "B", "share_2": "30"}, "share_2", "these are 110 %"),
        ("entry", {"pot_1": "A", "share_1": "-1"}, "share_1", "A share cannot be below zero."),
        ("entry", {"pot_1": "A", "share_1": "1/2"}, "share_1", "Type a whole number of per cent."),
        ("entry", {"pot_1": "A", "share_1": "9", "sum_1": "1"}, "sum_1", "Give either a share or a fixed sum."),
        ("entry", {"pot_1": "A", "pot_2": "B"}, "share_1", "Only the last pot can do without: it takes the rest."),
        ("lost-usual", {"until_1": ""}, "until_1", "only the last one is open"),
        ("lost-usual", {"until_2": "2"}, "until_2", "each step reaches further than the one before"),
        ("lost-usual", {"until_3": "9"}, "each_3", "How much does each of them cost?"),
        ("lost-usual", {"until_1": "drei"}, "until_1", "Type a whole number."),
        ("places", {"place_4_2": ""}, "place_4_2", "Each place needs an amount; 0 costs nothing."),
    ],
)
def test_each_error_stands_at_its_field_and_what_was_typed_is_kept(director, made, preset, typed, field, said):
    page = new(director, preset).send(values=typed)

    assert page.status == 422
    assert any(said in error for error in errors_at(page, field)), page.errors
    held = page.form("name").holds()
    assert {name: held[name] for name in typed} == {name: [value] for name, value in typed.items()}
    assert not made.tariffs.exists()


class TestOnceSomebodyWasCharged:
    def test_it_changes_openly_only_and_with_a_reason(self, director, made):
        desk.charge(made)
        page = director.get(TARIFFS).link("Startgeld")
        assert page.form("cents").holds()["share_1"] == ["80"]

        page = page.form("cents").send(cents="12.00")
        assert page.status == 422
        assert "The tariffs can still be changed, but openly" in " ".join(errors_at(page, "openly"))
        page = page.form("cents").send(openly=True)
        assert "Please give the reason" in " ".join(errors_at(page, "because"))
        page = page.form("cents").send(because="Saal teurer")

        assert "“Startgeld” is saved." in page.text
        assert accounts.owed(made) == {1: 1200, 2: 1200, 3: 1200}

    def test_it_is_charged_no_longer(self, director, made):
        desk.charge(made)
        page = director.get(f"{TARIFFS}1/")

        page = page.form("act=remove").send(openly=True, because="Sponsor")

        assert "is charged no longer" in page.text
        assert accounts.owed(made) == {}
        assert [row.code for row in made.tariffs.all()] == ["loss"]

    def test_what_somebody_else_changed_meanwhile_is_said_and_sent_once_more_it_is_meant_so(self, director, made):
        desk.charge(made)
        page = director.get(f"{TARIFFS}1/")
        director.get(f"{TARIFFS}1/").form("cents").send(cents="11", openly=True, because="eins")

        page = page.form("cents").send(cents="12", openly=True, because="zwei")
        assert page.status == 409
        assert "Somebody else has changed this while you had the page open" in page.text
        assert "Startgeld: 11.00 € for each entrant" in page.text
        page.form("cents").send()

        assert accounts.owed(made)[1] == 1200


def test_a_new_one_sent_twice_is_charged_once(director, made):
    form = new(director, "entry")
    form.send()

    assert form.send().status == 409
    assert accounts.owed(made) == {1: 1000, 2: 1000, 3: 1000}


class TestTransfers:
    def test_an_iban_that_cannot_be_is_said_at_its_field(self, director):
        page = director.get(TARIFFS).form("iban").send(holder="SC Herz Dame", iban="DE89 3704 0044 0532 0130 01")

        assert page.status == 422
        assert "This IBAN cannot be right" in " ".join(errors_at(page, "iban"))

    def test_are_kept(self, director, made):
        director.get(TARIFFS).form("iban").send(holder="SC Herz Dame", iban="DE89 3704 0044 0532 0130 00")

        made.refresh_from_db()
        assert made.money_terms.iban == "DE89370400440532013000"


def test_the_treasurer_sees_and_does_not_set(made):
    desk.charge(made)
    Role.objects.create(tournament=made, user=factories.user("kassier"), kind=Role.Kind.TREASURER)
    treasurer = Visitor()
    treasurer.client.force_login(factories.user("kassier"))

    page = treasurer.get(TARIFFS)
    assert "10.00 € for each entrant" in page.text
    assert not page.offers("iban")
    assert treasurer.get(f"{TARIFFS}1/").status == 403
    assert treasurer.forge(TARIFFS, holder="x").status == 403
