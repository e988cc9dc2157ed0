"""Tariffs and prizes as pages: typed as people type them, each error at its field, openly once somebody was charged."""

import pytest

from scoring.money.forms.tariffs import ANOTHER
from scoring.money.reckon.prizes import Fixed
from scoring.money.selectors import accounts
from scoring.money.selectors.statement import pots_of
from scoring.money.services.charging import TransferTerms, set_terms
from scoring.money.services.prizes import WantedPrizes
from tests.scoring.money import desk
from tests.support import factories
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def made():
    return factories.tournament(entrants=12, series=2)


@pytest.fixture
def director(made):
    visitor = Visitor()
    visitor.client.force_login(factories.user())
    return visitor


def errors_at(page, name):
    fields = [
        one for one in page.root.all("div", "field") if any(part.attrs.get("name") == name for part in one.walk())
    ]
    return [one.text for one in fields[0].all("ul", "errorlist")]


PLAN = "/t/cup/office/money/plan/"


def tariff(visitor, preset):
    return visitor.get(PLAN, preset=preset).form("name")


def test_what_clubs_publish_is_set_by_one_button(made, director):
    made.entrants.all().delete()  # while nobody is charged, tariffs just change
    presets = {
        "entry": "Entry fee 10.00 € for each entrant",
        "lists": "List money 2.00 € for each list",
        "team": "Team fee 20.00 € for each team",
        "lost-three": "games 4 to 5 of a list 1.00 € each, from lost game 6 of a list on 3.00 € each",
        "lost-half": "0.50 € for each lost game",
        "places": "by place at a table of 4, best first: 0.50 € / 1.00 € / 1.50 € / 2.00 €",
        "passed": "0.50 € for each deal passed in, paid by the table together",
    }
    for preset in presets:
        sent = director.client.post(f"{PLAN}?preset={preset}", tariff(director, preset).holds())
        assert sent.status_code == 302, preset
    page = director.get(PLAN).text
    assert [said for said in presets.values() if said not in page] == []


def test_amounts_are_typed_with_comma_or_point_and_go_where_it_is_said(director, made):
    made.entry_fee = "12.50"
    made.save(update_fields=["entry_fee"])
    form = tariff(director, "entry")
    assert form.holds()["cents"] == ["12.50"]  # it is what the plan states

    pots = {"pot_1": "jackpot", "sum_1": "1,-", "pot_2": "series prizes", "share_2": "80", "pot_3": ANOTHER}
    pots |= {"new_pot": "Verein"}
    page = form.send(cents="7,50", cheaper_ladies="5.00", free=["juniors"], values=pots)

    assert "7.50 € for each entrant" in page.text
    assert "Ladies 5.00 €; Juniors free" in page.text
    assert "Goes to: 1.00 € per person jackpot, 80 % series prizes, the rest Verein" in page.text
    assert accounts.owed(made) == dict.fromkeys(range(1, 13), 750)
    assert made.tariffs.get().goes_to[2] == {"pot": "Verein", "share": 0}
    held = {pot.name: pot.holds for pot in pots_of(made).pots}
    assert held == {"jackpot": 1200, "series prizes": 6240, "Verein": 1560}
    # A name like that of a pot there is means that pot.
    form = director.get(f"{PLAN}?tariff=1").form("cents")
    assert {name: form.holds()[name] for name in ("sum_1", "often_1")} == {"sum_1": ["1.00"], "often_1": ["each"]}
    # Once somebody was charged it changes openly only, and with a reason.
    values = {"pot_1": ANOTHER, "new_pot": "JackPot ", "often_1": "once"}
    page = form.send(values=values)
    assert page.status == 422
    assert "The tariffs can still be changed, but openly" in " ".join(errors_at(page, "openly"))
    page = page.form("cents").send(openly=True)
    assert "Please give the reason" in " ".join(errors_at(page, "because"))
    page = page.form("cents").send(because="neu")
    assert "Goes to: 1.00 € once jackpot," in page.text
    assert pots_of(made).pots[0].holds == 100


def test_each_error_stands_at_its_field_and_what_was_typed_is_kept(director, made):
    forms = {preset: tariff(director, preset) for preset in ("entry", "lost-usual")}
    for preset, typed, field, said in (
        ("entry", {"cents": "-5"}, "cents", "This is no amount. Type euros and cents like 7.50 or 7,50."),
        ("entry", {"cents": "1000000,01"}, "cents", "more than 1000000.00 €, which is surely a slip of the pen."),
        ("entry", {"cents": "1.234"}, "cents", "Type 1234.00 or 1.23."),
        ("entry", {"pot_1": "jackpot", "share_1": "9", "sum_1": "1", "name": ""}, "sum_1", "Give a share or a sum."),
        ("lost-usual", {"until_1": ""}, "until_1", "only the last one is open"),
    ):
        page = forms[preset].send(values=typed)
        assert page.status == 422, typed
        assert any(said in error for error in errors_at(page, field)), page.errors
        held = page.form("name").holds()
        assert {name: held[name] for name in typed} == {name: [value] for name, value in typed.items()}
    assert not made.tariffs.exists()


def test_a_new_one_sent_twice_is_charged_once(director, made):
    form = tariff(director, "entry")
    form.send()

    assert form.send().status == 409
    assert accounts.owed(made) == dict.fromkeys(range(1, 13), 1000)


def test_where_transfers_go_is_kept_unless_the_iban_cannot_be(director, made):
    sent = {"holder": "SC Herz Dame", "iban": "DE89 3704 0044 0532 0130 01"}
    page = director.get(PLAN).form("iban").send(**sent)
    assert page.status == 422
    assert "This IBAN cannot be right" in " ".join(errors_at(page, "iban"))

    page.form("iban").send(iban="DE89 3704 0044 0532 0130 00")
    made.refresh_from_db()
    assert made.money_terms.iban == "DE89370400440532013000"


@pytest.fixture
def charged(made):
    desk.charge(made, desk.ENTRY)
    return made


@pytest.fixture
def plan(director):
    return lambda kind: director.get(PLAN, kind=kind).form("name")


def planned(made):
    return [(row.name, row.plan) for row in made.prize_lists.all()]


def test_a_plan_is_typed_as_people_type_it(charged, plan):
    of_prizes = {"pot": "prizes"}
    for kind, fields, as_kept, said in (
        ("fixed", {"amounts": "30\n2 x 12,50"}, {"cents": [3000, 1250, 1250], **of_prizes}, "30.00 €, 2 × 12.50 €"),
        (
            "fixed",
            {"amounts": "500\n300", "announced_for": "100"},
            {"cents": [50000, 30000], "announced_for": 100, **of_prizes},
            "500.00 €, 300.00 € with 100 entrants, with others in proportion",
        ),
        ("share", {"shares": "60 %\n40"}, {"shares": [60, 40], **of_prizes}, "60 %, 40 % of the pot “prizes”"),
        (
            "steps",
            {"per": "4", "amounts": "20\n10"},
            {"per": 4, "cents": [2000, 1000], **of_prizes},
            "one prize for every 4 entrants: 20.00 €, then 10.00 € each",
        ),
        (
            "steps",
            {"per": "1", "of_tables": "tables", "amounts": "10"},
            {"per": 1, "cents": [1000], "of_tables": True, **of_prizes},
            "one prize for each table: 10.00 € each",
        ),
        (
            "goods",
            {"goods": "Ham; 25\n2 x Coffee"},
            {"goods": [["Ham", 2500], ["Coffee", 0], ["Coffee", 0]]},
            "Ham (25.00 €), 2 × Coffee",
        ),
    ):
        made, kept = charged, [("Gesamt", {"kind": kind, **as_kept})]
        page = plan(kind).send(name="Gesamt", values=fields)
        assert not page.errors, fields
        assert planned(made) == kept
        assert said in page.text
        lines, editor = made.journal.count(), page.link("Gesamt")
        again = editor.visitor.client.post(editor.url, editor.form("name").holds())
        assert again.status_code == 302, fields
        assert (planned(made), made.journal.count()) == (kept, lines)
        made.prize_lists.all().delete()


def test_what_cannot_be_is_said_at_its_field_and_stays_typed(charged, plan):
    forms = {kind: plan(kind) for kind in ("share", "fixed", "goods")}
    for kind, fields, where, said in (
        ("share", {"shares": "60\n50"}, "shares", "Shares are 100 % together at most; these are 110 %."),
        ("goods", {"goods": "; 5"}, "goods", "Line 1, “; 5”: What is it?"),
        ("fixed", {"amounts": "10", "group": ""}, "group", "This field is required."),
        ("fixed", {"amounts": "80\n30"}, "amounts", "The pot “prizes” lacks 14.00 € for this."),
    ):
        page = forms[kind].send(values={"name": "Gesamt"} | fields)
        assert page.status == 422, fields
        assert said in " ".join(errors_at(page, where))
        holds = page.form("name").holds()
        assert all(holds[name][0].split() == value.split() for name, value in fields.items())
    assert planned(charged) == []

    # What the pot lacks the organiser may add, but says so.
    assert not page.form("name").send(openly=True).errors
    assert planned(charged)[0][1]["cents"] == [8000, 3000]


def test_amounts_of_a_usual_evening_that_cannot_be_are_said_at_their_field(made, director):
    form = director.get(PLAN, evening="").form("jackpot")
    for kind, amounts, said in (
        ("fixed", "10\nzehn", "zehn"),
        ("share", "60\n50", "Shares are 100 % together at most; these are 110 %."),
    ):
        page = form.send(kind=kind, amounts=amounts)

        assert page.status == 422
        assert said in " ".join(errors_at(page, "amounts"))
    assert not made.prize_lists.exists()


def test_for_whom_and_who_wins_is_chosen_and_said(charged, plan):
    form = plan("fixed")
    assert {"", "class:ladies"} <= set(form.options("of"))
    page = form.send(name="Damen", values={"amounts": "10", "of": "class:ladies", "series": "2", "group": "Serie"})
    assert "Ladies, series 2" in page.text
    row = charged.prize_lists.get()
    assert (row.of_class, row.series, row.group) == ("ladies", 2, "Serie")

    for winners, said in (
        ("last", "from the last place on: all players, series 2"),
        ("table", "the players of the table with the most points each, series 2"),
    ):
        page = plan("fixed").send(name=winners, values={"amounts": "10", "winners": winners, "series": "2"})
        assert said in page.text
    page.link("table").form("name").send(name="table!")
    assert [*charged.prize_lists.order_by("number").values_list("name", "winners")][1:] == [
        ("last", "last"),
        ("table!", "table"),
    ]

    page = plan("fixed").send(name="Tisch", values={"amounts": "10", "winners": "table", "of": "class:ladies"})
    assert errors_at(page, "of") == ["At a table sits who was drawn to it. Choose “all players”."]
    assert charged.prize_lists.count() == 3


def test_the_announced_plan_stands_in_the_plan_and_on_the_public_page(charged, director, plan):
    set_terms(terms=TransferTerms(holder="SC", iban="DE89370400440532013000"), **desk.told(charged))
    form = plan("unknown")  # an unknown kind gets the form of the first
    assert "The first prize itself stays, even if it is below." in form.page.text
    form.send(name="Mit", values={"amounts": "30\n4", "floor": "5"})
    fixed = Fixed(cents=(3000, 400), pot="prizes")
    with_floor = WantedPrizes(name="Mit", group="Main prizes", plan=fixed, floor=500)
    desk.plan_prizes(charged, with_floor, WantedPrizes(name="Ohne", group="Main prizes", plan=fixed))
    assert "the start card" not in Visitor().get("/t/cup/plan/").text
    held = {"wants_start_card": True, "wants_presence": True, "fetched_until": "2026-06-30", "unclaimed_to": "club"}
    director.get(PLAN).form("wants_start_card").send(**held)

    for address in ("/t/cup/", "/t/cup/plan/", "/t/cup/plan.pdf?as=page"):
        text = Visitor().get(address).text
        assert "Mit (all players): 30.00 €, 4.00 €; no prize below 5.00 € but the first." in text, address
        assert "Ohne (all players): 30.00 €, 4.00 €." in text, address
        assert "A prize is given out against the start card (SkWO 9.13)." in text, address
    assert (charged.money_terms.iban[:4], charged.money_terms.wants_presence) == ("DE89", True)


def test_who_was_slower_sees_what_the_other_changed_and_a_list_is_removed(charged, director):
    desk.plan_prizes(charged, WantedPrizes(name="Gesamt", group="main", plan=Fixed(cents=(3000,), pot="prizes")))
    slower = director.get(f"{PLAN}?prizes=1").form("name", "amounts")
    slower.send(amounts="40")

    page = slower.send(amounts="50")

    assert page.status == 409
    assert page.form("name", "amounts").holds()["amounts"] == ["50"]
    assert planned(charged)[0][1]["cents"] == [4000]
    director.get(f"{PLAN}?prizes=1").form("act=remove").send()
    assert planned(charged) == []
