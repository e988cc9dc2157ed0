"""Two start numbers that are one person, through the pages: what is proposed, shown before, done and taken back."""

from decimal import Decimal
from html import unescape

import pytest
from django.test import Client

from tables.people.models import Entrant
from tests.scoring.doubles.test_joining import join, played_in_turns, present, registered
from tests.support import factories
from tests.support.forms_as_shown import post_seen

pytestmark = pytest.mark.django_db
ENTRANTS = "/t/cup/office/entrants/"
SAME = f"{ENTRANTS}1/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def merged(director, number=5, **sent):
    path = f"{SAME}?same={number}"
    return post_seen(director, path, {"act": "join", "because": "Vom Verein gemeldet", **sent})


def test_the_page_of_an_entrant_proposes_whoever_has_the_same_name(director):
    made = factories.tournament(entrants=3)
    made.entrants.filter(number=1).update(name="Hans Meier")
    made.entrants.filter(number=3).update(name="Meier, Hans")

    assert 'href="?same=3#twice"' in text(director.get(SAME))
    assert "#twice" not in text(director.get(f"{ENTRANTS}2/")).replace('action="#twice"', "")


def test_what_it_does_is_shown_and_done(director):
    made = played_in_turns(entry_fee=Decimal(10))
    registered(made, "Noch jemand", paid=True)

    shown = text(director.get(f"{SAME}?same=5"))
    assert "Series 1, table 1: goes over" in shown
    assert "results of closed series are provisional again" in shown
    assert made.entrants.get(number=5).same_as is None
    assert "Paid: 10.00 € go over" in text(director.get(f"{SAME}?same=6")).replace("\xa0", " ")

    answer = merged(director)

    assert answer.status_code == 302
    assert answer["Location"] == f"{ENTRANTS}1/"
    assert "No. 5 is merged into no. 1." in text(director.get(answer["Location"]))
    assert made.entrants.get(number=5).same_as.number == 1
    assert "is no. 1" in text(director.get(ENTRANTS))
    journal = text(director.get("/t/cup/office/journal/"))
    assert "No. 5 is the same person as no. 1, because: Vom Verein gemeldet" in journal


def test_seats_given_back_are_shown(director):
    factories.running_series(factories.tournament(entrants=8), published_only=True)

    assert "Series 1, table 2: the seat of no. 5 is given back" in text(director.get(f"{SAME}?same=5"))


def test_a_number_under_which_nothing_happened_needs_no_reason(director):
    made = factories.tournament(entrants=8)

    assert "Nothing was seated, played or paid under it." in text(director.get(f"{SAME}?same=5"))
    assert merged(director, because="").status_code == 302
    assert made.entrants.get(number=5).same_as.number == 1


def test_a_tick_is_shown_and_wants_a_reason(director):
    made = factories.tournament(entrants=8)
    made.entrants.filter(number=5).update(paid=True)

    assert "Paid: goes over" in text(director.get(f"{SAME}?same=5"))
    answer = merged(director, because=" ")

    assert answer.status_code == 422
    assert "Please give the reason" in text(answer)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("1", "That is no. 1 already. Enter the other start number."),
        ("77", "There is no entrant with start number 77."),
        ("5", "No. 1 and no. 5 both played in series 1, so they are two people."),
        ("x", "Enter a whole number."),
    ],
)
def test_a_number_that_cannot_be_it_is_refused_with_the_reason(director, number, said):
    factories.close_series(factories.running_series(factories.tournament(entrants=8)))

    answer = director.get(f"{SAME}?same={number}")

    assert answer.status_code == 422
    assert said in text(answer)
    assert 'id="becomes"' not in text(answer)


def test_what_changed_since_the_page_was_made_is_shown_first(director):
    made = factories.tournament(entrants=8)
    page = director.get(f"{SAME}?same=5")
    seen = page.context["join"]["seen"].value()
    factories.running_series(made, published_only=True)

    answer = director.post(f"{SAME}?same=5", {"act": "join", "because": "Beide bekannt", "seen": seen})

    assert answer.status_code == 409
    assert "Seats given back" in text(answer)
    assert made.entrants.get(number=5).same_as is None


def test_taken_back_it_wants_a_reason(director):
    made = factories.tournament(entrants=8)
    join(made, 1, 5)
    page = f"{ENTRANTS}5/"

    assert "No. 5 is the same person as no. 1" in text(director.get(f"{ENTRANTS}5/"))
    assert director.post(page, {"act": "part", "because": ""}).status_code == 422
    answer = director.post(page, {"act": "part", "because": "Vater und Sohn"})

    assert answer["Location"] == f"{ENTRANTS}5/"
    assert "No. 5 takes part for themselves again, without no. 1." in text(director.get(answer["Location"]))
    assert made.entrants.get(number=5).same_as is None
    journal = text(director.get("/t/cup/office/journal/"))
    assert "No. 5 is another person than no. 1 after all, because: Vater und Sohn" in journal


def test_the_start_card_of_the_second_number_opens_the_pages_of_the_one_that_stays(client):
    made = played_in_turns()
    before = made.entrants.get(number=5)
    client.get(f"/p/{before.key}/")
    join(made, 1, 5)

    # Who held the card before, who scans it now, and who has neither.
    held = client.get("/t/cup/seats/5/")
    assert held["Location"] == "/t/cup/seats/1/"
    assert "own" in client.get("/t/cup/seats/1/").context
    fresh = Client()
    assert fresh.get(f"/p/{before.key}/")["Location"] == "/t/cup/seats/1/"
    assert "own" in fresh.get("/t/cup/seats/1/").context
    stranger = Client()
    assert stranger.get("/t/cup/seats/5/")["Location"] == "/t/cup/seats/1/"
    assert "own" not in stranger.get("/t/cup/seats/1/").context
    assert stranger.get("/t/cup/players/5/")["Location"] == "/t/cup/players/1/"


def test_whoever_checks_in_with_the_card_of_the_second_number_is_there(director):
    made = factories.tournament(entrants=3)
    present(made, 2)
    join(made, 1, 3, because="")

    for typed in ("3", f"/p/{made.entrants.get(number=3).key}/"):
        Entrant.objects.filter(number=1).update(present=False)
        director.post(f"{ENTRANTS}check-in/", {"who": typed})
        assert made.entrants.get(number=1).present
