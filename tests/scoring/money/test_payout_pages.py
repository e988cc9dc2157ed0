"""Giving out what was won, as pages (SkWO 3.3, 7.4)."""

import re
from datetime import date
from uuid import uuid4

import pytest
from django.utils.html import strip_tags

from scoring.money.reckon.prizes import Fixed, Good, Goods
from scoring.money.reckon.tariffs import PerEntrant
from scoring.money.reckon.tariffs import Tariff as Wanted
from scoring.money.selectors.lines import account_of
from scoring.money.services import charging
from scoring.money.services.charging import TransferTerms
from scoring.money.services.prizes import WantedPrizes
from scoring.office.services.end import release_unopposed
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Role
from tests.scoring.money import desk
from tests.scoring.money.desk import balance, owed, told
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor
from tests.support.remembered_worlds import remembered_step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


PAYOUT = "/t/cup/office/money/"

CARDS = Wanted(code="cards", name="Kartengeld", kind=PerEntrant(cents=200))


@pytest.fixture
def prized():
    """Four who played and paid; the best one wins 15 euros and a ham."""
    prized = desk.played_and_paid()
    desk.plan_prizes(
        prized,
        WantedPrizes(name="Gesamt", group="main", plan=Fixed(cents=(1500, 900), pot="prizes")),
        WantedPrizes(name="Sachpreise", group="goods", plan=Goods(goods=(Good(name="Schinken", cents=2500),))),
    )
    return prized


@pytest.fixture
@remembered_step
def won(prized):
    release_unopposed(tournament_id=prized.pk, by=factories.user(), now=EVENING)
    prized.refresh_from_db()
    return prized


@pytest.fixture
def treasurer(prized):
    Role.objects.create(tournament=prized, user=factories.user("kassier"), kind=Role.Kind.TREASURER)
    visitor = Visitor()
    visitor.client.force_login(factories.user("kassier"))
    return visitor


def best(prized):
    return prized.awards.get(place=1, good="").entrant


def fetches(visitor, who):
    return visitor.get(PAYOUT, who=str(who))


@pytest.mark.thorough
def test_enter_pays_out_all_of_it_in_cash_once_less_what_was_owed(won, treasurer):
    desk.charge(won, desk.ENTRY, CARDS, openly=True, because="Beschluss")
    page = fetches(treasurer, best(won))
    form = page.form("cents")
    assert form.holds()["cents"] == ["13.00"]
    assert "Gesamt, prize 1: 15.00 €" in page.text
    assert "less what was owed: 2.00 €" in page.text

    page = form.send()
    form.send()

    assert f"Paid out to no. {best(won)}: 13.00 €" in page.text
    assert balance(won, "box", "1") == 4000 - 1300
    assert page.root.one("input", id="who").attrs.get("autofocus") == ""

    # What gives a prize out never has the focus by itself.
    assert not [one for one in fetches(treasurer, best(won)).root.all("button") if "autofocus" in one.attrs]
    page = fetches(treasurer, best(won)).form("act=hand-over").send("act=hand-over")
    assert f"Handed over to no. {best(won)}: Schinken" in page.text
    assert won.awards.get(good="Schinken").handed_over_at


@pytest.mark.thorough
def test_a_wrong_amount_is_said_and_stays_typed(won, treasurer):
    form = fetches(treasurer, best(won)).form("cents")
    for cents, said in (
        ("16", "15.00 € are due to no."),
        ("", "This field is required."),
        ("-1", "This is no amount. Type euros and cents like 7.50 or 7,50."),
        ("1.500", "Type 1500.00 or 1.50."),
    ):
        page = form.send(cents=cents)
        assert page.status == 422, cents
        assert said in " ".join(page.errors)
        assert page.form("cents").holds()["cents"] == [cents]

    assert treasurer.post(PAYOUT, {**form.holds(), "act": "nonsense"}).status == 422
    assert balance(won, "box", "1") == 4000

    charging.set_terms(terms=TransferTerms(fetched_until=date(2026, 5, 1), unclaimed_to="club"), **told(won))
    fetches(treasurer, best(won)).forms("act=fall-back")[0].send("act=fall-back")
    assert balance(won, "pot", "club") == -800 - 1500


@pytest.mark.thorough
def test_why_not_yet_is_said_in_a_word_and_the_start_card_is_ticked(won, treasurer):
    charging.set_terms(terms=TransferTerms(wants_start_card=True), **told(won))
    page = fetches(treasurer, best(won))
    assert "Not yet: the start card is not given back (SkWO 9.13)." in page.text
    assert "is not given back" in page.form("cents").send("act=pay-cash").errors[0]

    page = fetches(treasurer, best(won)).form("act=card-back").send("act=card-back")
    assert "Start card given back" in page.text
    assert not fetches(treasurer, best(won)).form("cents").send().errors


def test_cards_that_come_back_are_scanned_one_after_another(won, treasurer):
    charging.set_terms(terms=TransferTerms(wants_start_card=True), **told(won))
    entrant = won.entrants.get(number=best(won))
    page = treasurer.get(PAYOUT)

    page = page.form("act=card").send("act=card", who=f"https://skat.example/p/{entrant.key}/")
    assert f"Start card given back: no. {entrant.number}" in page.text
    assert page.root.one("input", id="card").attrs.get("autofocus") == ""
    assert "Not yet: the start card" not in fetches(treasurer, entrant.number).text
    loser = next(number for number in range(1, 5) if number not in won.awards.values_list("entrant", flat=True))
    page = page.form("act=card").send("act=card", who=str(loser))

    assert f"Start card given back: no. {loser}" in page.text
    assert set(won.card_returns.values_list("entrant", flat=True)) == {entrant.number, loser}


def test_a_card_of_nobody_is_said_and_what_was_typed_stays(won, treasurer):
    assert not treasurer.get(PAYOUT).forms("act=card")  # where none is demanded
    charging.set_terms(terms=TransferTerms(wants_start_card=True), **told(won))
    form = treasurer.get(PAYOUT).form("act=card")

    for typed, said in (
        ("99", "Nobody registered has this card."),
        ("Spieler", "That may be several"),
        ("", "This field is required."),
    ):
        page = form.send("act=card", who=typed)
        assert page.status == 422, typed
        assert said in page.text
        assert page.form("act=card").holds()["who"] == [typed]
    assert not won.card_returns.exists()


@pytest.mark.thorough
def test_prizes_of_a_closed_series_are_given_before_the_release(prized, treasurer, client):
    page = treasurer.get(PAYOUT).form("act=award").send("act=award")
    assert page.status == 422
    assert "the places are not settled" in " ".join(page.errors)
    assert scenes(client) == []

    desk.plan_prizes(prized, WantedPrizes(name="Serie", group="s", series=1, plan=Fixed(cents=(500,), pot="prizes")))
    page = treasurer.get(PAYOUT).form("act=award").send("act=award")
    assert "Saved." in page.text
    assert "Serie, prize 1: 5.00 €" in page.text


def test_what_a_removed_double_paid_is_paid_out_or_goes_over_and_the_account_closes(prized, treasurer):
    entrants = registration.register_many(
        registrations=[Registration(name=name) for name in ("Zoe Zahn", "Zoe Zahn", "Karl Kurz")],
        source=Entrant.Source.DESK,
        entry_key=uuid4(),
        **told(prized),
    )
    double, right, mistake = (one.number for one in entrants)
    for number in (double, mistake):
        desk.pay(prized, number, 1000)
    for number in (double, mistake):
        registration.remove(entrant_id=prized.entrants.get(number=number).pk, by=factories.user(), now=EVENING)
    page = treasurer.get("/t/cup/office/money/", who=str(double))
    assert "gets 10.00 €" in page.text
    assert "20.00 € still to be given out, to 2 entrants" in page.text
    assert "Won something" not in page.text

    page = fetches(treasurer, double)
    for to, said in (("", "Type a start number."), (str(double), "two different"), ("99", "99")):
        refused = page.form("cents").send("act=move-over", to=to)
        assert refused.status == 422, to
        assert said in " ".join(refused.errors), to
    page = page.form("cents").send("act=move-over", to=str(right))
    assert f"Of no. {double} to no. {right}: 10.00 €" in page.text
    back = page.link("Take it back").form("because").send(because="falsche Nummer")
    assert "of 10.00 € taken back" in back.text
    assert owed(prized) == {double: -1000, right: 1000, mistake: -1000}
    fetches(treasurer, double).form("cents").send("act=move-over", to=str(right))
    assert owed(prized) == {mistake: -1000}
    assert prized.entrants.get(number=right).paid

    assert "Paid out to no. 7: 10.00 €" in fetches(treasurer, mistake).form("cents").send("act=pay-cash").text
    assert (owed(prized), balance(prized, "box", "1"), balance(prized, "organiser")) == ({}, 5000, 0)
    assert sum(line.cents for line in account_of(prized, right).lines) == 0


def test_a_name_that_fits_several_asks_which(won, treasurer):
    assert "Nobody registered fits “Nobody”." in fetches(treasurer, "Nobody").text
    won.entrants.update(club="SC Herz Dame")

    page = fetches(treasurer, "Herz Dame")

    assert "Who is “Herz Dame”?" in page.text


def scenes(client):
    """Return the words of every scene of prizes on the hall's screen, in their order."""
    page = client.get("/t/cup/hall/now/", {"scenes": "prizes"}, headers={"Accept-Language": "en"}).content.decode()
    found = re.findall(r'data-key="prize-[^"]+"[^>]*>(.*?)</section>', page, re.DOTALL)
    return [" ".join(strip_tags(words.replace("<", " <")).split()) for words in found]


def test_the_screen_of_the_hall_shows_prizes_one_by_one_from_the_last_to_the_first(won, client):
    first, second = (won.awards.get(place=place, good="").entrant for place in (1, 2))
    won.entrants.filter(number=second).update(shown_as="number")

    assert scenes(client) == [
        f"Sachpreise prize 1 1. Schinken Spieler {first}",
        f"Gesamt prize 2 2. 9.00 € No. {second}",
        f"Gesamt prize 1 1. 15.00 € Spieler {first}",
    ]


def test_the_page_costs_the_same_however_many_won(won, treasurer, django_assert_max_num_queries):
    with django_assert_max_num_queries(28):
        treasurer.get(PAYOUT)
