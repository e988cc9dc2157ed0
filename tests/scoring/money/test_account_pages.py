"""The pages of the account: pots, refunds, what is taken back, its end; and giving out what was won (SkWO 3.3, 7.4)."""

import re
from uuid import uuid4

import pytest
from django.utils.html import strip_tags

from scoring.money.selectors.lines import account_of
from scoring.money.services import booking, charging, ending
from scoring.money.services.charging import TransferTerms
from tables.acts.services import values_of
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Role
from tables.tournaments.selectors.tournaments import series_promised
from tables.tournaments.services import tournaments
from tables.tournaments.services.tournaments import Details
from tests.scoring.money import desk
from tests.scoring.money.desk import balance, owed, told
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


MONEY = PAYOUT = "/t/cup/office/money/"


@pytest.fixture
def made():
    return desk.played_and_paid()


@pytest.fixture
def director(made):
    visitor = Visitor()
    visitor.client.force_login(factories.user())
    return visitor


def taken_back(director, page, because="vertippt"):
    way = next(link for link in page.root.all("a") if link.text == "Take it back")
    return director.get(way.attrs["href"]).form("because").send(because=because)


def test_a_jackpot_is_brought_over_won_with_deal_and_witnesses_and_both_are_taken_back(made, director):
    form = director.get(f"{MONEY}account/").form("because", "act=gift")
    gift = {"pot": "jackpot", "cents": "50", "because": "vom April"}
    for fields in ({"cents": "0"}, {"because": ""}):
        assert form.send(**gift | fields).status == 422, fields
    assert balance(made, "pot", "jackpot") == 0
    page = form.send(**gift)
    assert "Given to the pot “jackpot”: 50.00 €" in page.text
    won = {"pot": "jackpot", "number": "2", "cents": "30", "won_by": "grand-ouvert", "of_list": "1-1"}
    for fields, said in (
        ({}, "A Grand ouvert is given with its deal and its witnesses."),
        ({"cents": "51", "won_by": "highest-series"}, "There are only 50.00 € in the pot “jackpot”."),
        ({"number": "99", "won_by": "highest-series"}, "99"),
        ({"won_by": "other"}, "Please give the reason; it is kept in the journal."),
    ):
        refused = page.form("witnesses").send(**won | fields)
        assert refused.status == 422, fields
        assert said in " ".join(refused.errors), fields
    assert owed(made) == {}

    page = page.form("witnesses").send(**won, deal="Spiel 7, Karten geprüft", witnesses="1 und 3")

    assert "Grand ouvert won, and it could not be lost; Spiel 7, Karten geprüft; Witnesses: 1 und 3" in page.text
    assert (owed(made), balance(made, "pot", "jackpot")) == ({2: -3000}, -2000)
    refused = taken_back(director, page)
    assert refused.status == 422
    assert "There are only 20.00 € in the pot “jackpot”." in " ".join(refused.errors)
    page = director.get(f"{MONEY}account/?back={made.movements.get(reason='jackpot').number}")
    assert page.form("because").send(because=" ").status == 422
    page = page.form("because").send(because="doch verloren")
    assert "of 30.00 € taken back" in page.text
    assert "of 50.00 € taken back" in taken_back(director, director.get(f"{MONEY}account/")).text
    assert (owed(made), balance(made, "pot", "jackpot"), balance(made, "organiser")) == ({}, 0, 0)


def test_change_a_payment_and_a_pay_out_are_taken_back_from_where_they_are_told(made, director):
    booking.put_in(cents=5000, entry_key=uuid4(), **told(made))
    assert "of 50.00 € taken back" in taken_back(director, director.get(f"{MONEY}account/")).text

    desk.pay(made, 1, 300)
    page = director.get(PAYOUT, who="1").form("cents").send("act=pay-cash")
    assert "of 3.00 € taken back" in taken_back(director, page).text
    assert owed(made) == {1: -300}
    row = made.movements.get(reason="paid", cents=300)
    assert f'account/?back={row.number}"' in director.get(MONEY, who="1").response.content.decode()
    page = director.get(f"{MONEY}account/?back={row.number}").form("because").send(because="vertippt")
    assert "of 3.00 € taken back" in page.text
    assert (owed(made), balance(made, "box", "1")) == ({}, 4000)
    assert director.get(f"{MONEY}account/?back=1").status == 404  # a charge


def test_what_was_promised_is_the_longest_plan_since_it_began():
    made = factories.close_series(factories.running_list(series=2).table.series).tournament
    other = factories.tournament(entrants=4, series=3, slug="other", director="andere")
    for event, count, promised in ((made, 1, 2), (made, 3, 3), (made, 2, 3), (made, 1, 3), (other, 2, 2)):
        event.refresh_from_db()
        details, seating = Details(**values_of(event, Details)), event.series.get(number=1).seating
        acts = {"by": factories.user(), "now": EVENING}
        tournaments.change_tournament(tournament_id=event.pk, details=details, seatings=[seating] * count, **acts)
        assert series_promised(event) == promised


def test_called_off_everybody_gets_it_back_after_it_was_looked_at(made, director):
    form = director.get(f"{MONEY}account/").form("series_played")
    assert form.send(because="").status == 422

    page = form.send(series_played="0", because="Unwetter", act="look")
    rows = page.root.one("table", id="due").one("tbody").all("tr")
    assert [[cell.text for cell in row.all("td")][2:] for row in rows] == [["10.00 €", "10.00 €"]] * 4
    assert "40.00 €" in page.root.one("table", id="due").one("tfoot").text
    assert owed(made) == {}

    done = page.form("series_played").send(act="refund")
    assert "Saved." in done.text
    assert owed(made) == {1: -1000, 2: -1000, 3: -1000, 4: -1000}
    assert not done.offers("series_played")


def test_what_is_missing_is_said_and_closing_refused(made, director):
    page = director.get(f"{MONEY}account/")
    assert "Box 1 was not counted since money last went in or out." in page.text

    assert page.form("second").send(second="Erna").status == 422
    assert "Say who the second one is." in page.form("second").send(second="").text
    assert made.closings.count() == 0
    counting = director.get(f"{MONEY}?box=").form("act=count")
    assert counting.send("act=count", of_50000="9999", because="so", witness="Erna").status == 422
    assert not made.box_counts.exists()


@pytest.fixture
def treasurer(db):
    visitor = Visitor()
    visitor.client.force_login(factories.user("kassier"))
    return visitor


def appointed(made):
    Role.objects.create(tournament=made, user=factories.user("kassier"), kind=Role.Kind.TREASURER)
    return made


def test_cards_that_come_back_are_scanned_one_after_another_and_one_of_nobody_is_said(treasurer):
    won = appointed(desk.won())
    assert not treasurer.get(PAYOUT).forms("act=card")  # where none is demanded
    charging.set_terms(terms=TransferTerms(wants_start_card=True), **told(won))
    entrant = won.entrants.get(number=won.awards.get(place=1, good="").entrant)
    page = treasurer.get(PAYOUT, who=str(entrant.number))
    assert "Not yet: the start card is not given back (SkWO 9.13)." in page.text
    for typed, said in (("99", "Nobody registered has this card."), ("Spieler", "That may be several")):
        refused = page.form("act=card").send("act=card", who=typed)
        assert refused.status == 422, typed
        assert said in refused.text
        assert refused.form("act=card").holds()["who"] == [typed]
    assert not won.card_returns.exists()

    page = page.form("act=card").send("act=card", who=f"https://skat.example/p/{entrant.key}/")
    assert f"Start card given back: no. {entrant.number}" in page.text
    assert page.root.one("input", id="card").attrs.get("autofocus") == ""
    assert "Not yet: the start card" not in treasurer.get(PAYOUT, who=str(entrant.number)).text
    loser = next(number for number in range(1, 5) if number not in won.awards.values_list("entrant", flat=True))
    page = page.form("act=card").send("act=card", who=str(loser))

    assert f"Start card given back: no. {loser}" in page.text
    assert set(won.card_returns.values_list("entrant", flat=True)) == {entrant.number, loser}


def test_what_a_removed_double_paid_is_paid_out_or_goes_over_and_the_account_closes(treasurer):
    prized = appointed(desk.prized())
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
    page = treasurer.get(PAYOUT, who=str(double))
    assert "gets 10.00 €" in page.text
    assert "20.00 € still to be given out, to 2 entrants" in page.text
    assert "Won something" not in page.text

    for to, said in (("", "Type a start number."), (str(double), "two different"), ("99", "99")):
        refused = page.form("cents").send("act=move-over", to=to)
        assert refused.status == 422, to
        assert said in " ".join(refused.errors), to
    page = page.form("cents").send("act=move-over", to=str(right))
    assert f"Of no. {double} to no. {right}: 10.00 €" in page.text
    back = page.link("Take it back").form("because").send(because="falsche Nummer")
    assert "of 10.00 € taken back" in back.text
    assert owed(prized) == {double: -1000, right: 1000, mistake: -1000}
    ending.move_over(number=double, to=right, entry_key=uuid4(), **told(prized))
    assert owed(prized) == {mistake: -1000}
    assert prized.entrants.get(number=right).paid

    assert (
        "Paid out to no. 7: 10.00 €" in treasurer.get(PAYOUT, who=str(mistake)).form("cents").send("act=pay-cash").text
    )
    assert (owed(prized), balance(prized, "box", "1"), balance(prized, "organiser")) == ({}, 5000, 0)
    assert sum(line.cents for line in account_of(prized, right).lines) == 0


def test_the_screen_of_the_hall_shows_prizes_one_by_one_from_the_last_to_the_first(client):
    won = desk.won()
    first, second = (won.awards.get(place=place, good="").entrant for place in (1, 2))
    won.entrants.filter(number=second).update(shown_as="number")

    page = client.get("/t/cup/hall/now/", {"scenes": "prizes"}, headers={"Accept-Language": "en"}).content.decode()

    found = re.findall(r'data-key="prize-[^"]+"[^>]*>(.*?)</section>', page, re.DOTALL)
    assert [" ".join(strip_tags(words.replace("<", " <")).split()) for words in found] == [
        f"Sachpreise prize 1 1. Schinken Spieler {first}",
        f"Gesamt prize 2 2. 9.00 € No. {second}",
        f"Gesamt prize 1 1. 15.00 € Spieler {first}",
    ]
