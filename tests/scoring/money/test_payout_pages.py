"""Giving out what was won as pages: by Enter behind a name, why not yet, things, what nobody fetched (SkWO 7.4)."""

import re
from datetime import date

import pytest
from django.utils.html import strip_tags

from scoring.money.reckon.plans import Fixed, Good, Goods
from scoring.money.reckon.tariffs import PerEntrant
from scoring.money.services import tariffs
from scoring.money.services.prizes import WantedPrizes
from scoring.money.services.tariffs import Terms, Wanted
from scoring.office.services import release_unopposed
from tables.tournaments.models import Role
from tests.scoring.money import desk
from tests.scoring.money.desk import balance, told
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAYOUT = "/t/cup/office/money/payout/"
CARDS = Wanted(code="cards", name="Kartengeld", kind=PerEntrant(cents=200))


@pytest.fixture
def made():
    """Four who played and paid; the best one wins 15 euros and a ham."""
    series = factories.close_series(factories.running_list().table.series)
    made = series.tournament
    desk.charge(made, desk.ENTRY)
    for number in range(1, 5):
        desk.pay(made, number, 1000)
    desk.plan_prizes(
        made,
        WantedPrizes(name="Gesamt", group="main", plan=Fixed(cents=(1500, 900), pot="prizes")),
        WantedPrizes(name="Sachpreise", group="goods", plan=Goods(goods=(Good(name="Schinken", cents=2500),))),
    )
    return made


@pytest.fixture
def won(made):
    release_unopposed(tournament_id=made.pk, by=factories.user(), now=EVENING)
    made.refresh_from_db()
    return made


@pytest.fixture
def treasurer(made):
    Role.objects.create(tournament=made, user=factories.user("kassier"), kind=Role.Kind.TREASURER)
    visitor = Visitor()
    visitor.client.force_login(factories.user("kassier"))
    return visitor


def best(made):
    return made.awards.get(place=1, good="").entrant


def fetches(visitor, who):
    return visitor.get(PAYOUT, who=str(who))


def test_enter_pays_out_all_of_it_in_cash(won, treasurer):
    page = fetches(treasurer, best(won))
    assert page.form("cents").holds()["cents"] == ["15.00"]
    assert "Gesamt, prize 1: 15.00 €" in page.text

    page = page.form("cents").send()

    assert f"15.00 € paid out to no. {best(won)}." in page.text
    assert balance(won, "box", "1") == 4000 - 1500
    assert page.root.one("input", id="who").attrs.get("autofocus") == ""


def test_a_form_sent_twice_counts_once(won, treasurer):
    form = fetches(treasurer, best(won)).form("cents")

    for _ in range(2):
        form.send()

    assert balance(won, "box", "1") == 4000 - 1500


@pytest.mark.parametrize(
    ("cents", "said"),
    [
        ("16", "15.00 € are due to no."),
        ("", "Type an amount"),
        ("-1", "An amount cannot be below zero."),
        ("1.500,00", "This is no amount."),
    ],
)
def test_a_wrong_amount_is_said_and_stays_typed(won, treasurer, cents, said):
    page = fetches(treasurer, best(won)).form("cents").send(cents=cents)

    assert page.status == 422
    assert said in " ".join(page.errors)
    assert page.form("cents").holds()["cents"] == [cents]


def test_a_thing_is_handed_over(won, treasurer):
    page = fetches(treasurer, best(won)).form("act=hand-over").send("act=hand-over")

    assert "Schinken handed over to no." in page.text
    assert won.awards.get(good="Schinken").handed_over_at


def test_why_not_yet_is_said_in_a_word_and_the_start_card_is_ticked(won, treasurer):
    tariffs.set_terms(terms=Terms(wants_start_card=True), **told(won))
    page = fetches(treasurer, best(won))
    assert "Not yet: the start card is not given back (SkWO 9.13)." in page.text
    assert "is not given back" in page.form("cents").send("act=pay-cash").errors[0]

    page = fetches(treasurer, best(won)).form("act=card-back").send("act=card-back")
    assert "gave the start card back." in page.text
    assert not fetches(treasurer, best(won)).form("cents").send().errors


def test_cards_that_come_back_are_scanned_one_after_another(won, treasurer):
    tariffs.set_terms(terms=Terms(wants_start_card=True), **told(won))
    entrant = won.entrants.get(number=best(won))
    page = treasurer.get(PAYOUT)

    page = page.form("act=card").send("act=card", who=f"https://skat.example/p/{entrant.key}/")
    assert f"No. {entrant.number} gave the start card back." in page.text
    assert page.root.one("input", id="card").attrs.get("autofocus") == ""
    assert "Not yet: the start card" not in fetches(treasurer, entrant.number).text
    loser = next(number for number in range(1, 5) if number not in won.awards.values_list("entrant", flat=True))
    page = page.form("act=card").send("act=card", who=str(loser))

    assert f"No. {loser} gave the start card back." in page.text
    assert set(won.card_returns.values_list("entrant", flat=True)) == {entrant.number, loser}


@pytest.mark.parametrize(
    ("typed", "said"),
    [("99", "Nobody registered has this card."), ("Spieler", "That may be several"), ("", "This field is required.")],
)
def test_a_card_of_nobody_is_said_and_what_was_typed_stays(won, treasurer, typed, said):
    tariffs.set_terms(terms=Terms(wants_start_card=True), **told(won))

    page = treasurer.get(PAYOUT).form("act=card").send("act=card", who=typed)

    assert page.status == 422
    assert said in page.text
    assert page.form("act=card").holds()["who"] == [typed]
    assert not won.card_returns.exists()


def test_no_card_is_asked_for_where_none_is_demanded(won, treasurer):
    assert not treasurer.get(PAYOUT).forms("act=card")


def test_what_nobody_fetched_goes_where_the_plan_says(won, treasurer):
    tariffs.set_terms(terms=Terms(fetched_until=date(2026, 5, 1), unclaimed_to="club"), **told(won))
    number = best(won)

    fetches(treasurer, number).forms("act=fall-back")[0].send("act=fall-back")

    assert balance(won, "pot", "club") == -800 - 1500


def test_prizes_of_a_closed_series_are_given_before_the_release(made, treasurer):
    desk.plan_prizes(made, WantedPrizes(name="Serie", group="s", series=1, plan=Fixed(cents=(500,), pot="prizes")))

    page = treasurer.get(PAYOUT).form("act=award").send("act=award")

    assert "The prizes that are settled are given." in page.text
    assert "Serie, prize 1: 5.00 €" in page.text


def test_nothing_settled_is_said(made, treasurer):
    page = treasurer.get(PAYOUT).form("act=award").send("act=award")

    assert page.status == 422
    assert "the places are not settled" in " ".join(page.errors)


def test_a_name_that_fits_several_asks_which(won, treasurer):
    assert "Nothing is there for “Nobody”." in fetches(treasurer, "Nobody").text
    won.entrants.update(club="SC Herz Dame")

    page = fetches(treasurer, "Herz Dame")

    assert "Who is “Herz Dame”?" in page.text


def test_nonsense_is_refused(won, treasurer):
    holds = fetches(treasurer, best(won)).form("cents").holds()

    page = treasurer.post(PAYOUT, {**holds, "act": "nonsense"})

    assert page.status == 422
    assert balance(won, "box", "1") == 4000


def scenes(client):
    """Return the words of every scene of prizes on the hall's screen, in their order."""
    page = client.get("/t/cup/hall/now/", {"scenes": "prizes"}, headers={"Accept-Language": "en"}).content.decode()
    found = re.findall(r'data-key="prize-[^"]+"[^>]*>(.*?)</section>', page, re.DOTALL)
    return [" ".join(strip_tags(words.replace("<", " <")).split()) for words in found]


def test_the_screen_of_the_hall_shows_prizes_one_by_one_from_the_last_to_the_first(won, client):
    first, second = (won.awards.get(place=place, good="").entrant for place in (1, 2))
    won.entrants.filter(number=second).update(shown_as="number")

    assert scenes(client) == [
        f"Sachpreise prize 1 Spieler {first} Schinken",
        f"Gesamt prize 2 No. {second} 9.00 €",
        f"Gesamt prize 1 Spieler {first} 15.00 €",
    ]


def test_before_the_release_the_screen_shows_no_prize(made, client):
    assert scenes(client) == []


def test_the_page_costs_the_same_however_many_won(won, treasurer, django_assert_max_num_queries):
    with django_assert_max_num_queries(22):
        treasurer.get(PAYOUT)


def test_what_was_owed_stands_between_the_prize_and_the_amount(won, treasurer):
    desk.charge(won, desk.ENTRY, CARDS, openly=True, because="Beschluss")

    page = fetches(treasurer, best(won))

    assert page.form("cents").holds()["cents"] == ["13.00"]
    assert "less what was owed: 2.00 €" in page.text
