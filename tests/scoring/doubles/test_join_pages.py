"""Two start numbers that are one person, through the pages: what is proposed, shown before, done and taken back."""

from decimal import Decimal
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client

from scoring.disputes.models import Measure
from scoring.doubles import joining
from scoring.money.models import PrizeListRow
from scoring.results.services import rankings
from tables.acts.services import Overtaken, Refused, as_told
from tables.draw.services import draws
from tables.people.models import Entrant
from tables.people.services import registration
from tests.scoring.doubles.test_joining import entrant, join, part, played_in_turns, present, registered
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.factories import EVENING
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


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_a_number_under_which_nothing_happened_needs_no_reason(director):
    made = factories.tournament(entrants=8)

    assert "Nothing was seated, played or paid under it." in text(director.get(f"{SAME}?same=5"))
    assert merged(director, because="").status_code == 302
    assert made.entrants.get(number=5).same_as.number == 1


@pytest.mark.thorough
def test_a_tick_is_shown_and_wants_a_reason(director):
    made = factories.tournament(entrants=8)
    made.entrants.filter(number=5).update(paid=True)

    page = text(director.get(f"{SAME}?same=5"))
    assert "Paid: goes over" in page
    assert 'Reason <span class="optional">' not in page
    answer = merged(director, because=" ")

    assert answer.status_code == 422
    assert "Please give the reason" in text(answer)


@pytest.mark.thorough
def test_a_number_that_cannot_be_it_is_refused_with_the_reason(director):
    factories.close_series(factories.running_series(factories.tournament(entrants=8)))

    for number, said in (
        ("1", "That is no. 1 already. Enter the other start number."),
        ("77", "There is no entrant with start number 77."),
        ("5", "No. 1 and no. 5 both played in series 1, so they are two people."),
        ("x", "Enter a whole number."),
    ):
        answer = director.get(f"{SAME}?same={number}")

        assert answer.status_code == 422, number
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
    assert "Saved." in text(director.get(answer["Location"]))
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


def both_began(made):
    factories.close_series(factories.running_series(made))


def with_a_reason_missing(made):
    made.entrants.filter(number=5).update(paid=True)


def drawn_by_hand(made):
    acts = {"series_id": made.series.get().pk, "by": factories.user(), "now": EVENING}
    draws.set_up_tables(players=8, **acts)
    draws.seat_by_hand(number=5, table=1, place=1, **acts)


def measured(made):
    directing.ordered(made, directing.order(Measure.Kind.WARNING, entrant=5))


def given_a_prize(made):
    listed = PrizeListRow.objects.create(tournament=made, number=1, name="Gesamt", group="main", plan={})
    made.awards.create(number=1, prize_list=listed, place=1, entrant=5, cents=0, good="Schinken", awarded_at=EVENING)


def in_teams(made):
    acts = {"by": factories.user(), "now": EVENING}
    terms = rankings.Terms(kind="team", name="Mannschaften", size=3)
    team = rankings.switch_on(tournament_id=made.pk, terms=terms, entry_key=uuid4(), **acts)
    teams = [rankings.Assigned(name="Herz", members=(1, 2)), rankings.Assigned(name="Pik", members=(5, 6))]
    rankings.assign_teams(ranking_id=team.pk, teams=teams, **acts)


def joined_to_another(made):
    join(made, 2, 5, because="")


def with_a_double(made):
    join(made, 5, 8, because="")


def of_the_first(**fields):
    return lambda made: made.entrants.filter(number=1).update(present=False, **fields)


def of_the_second(**fields):
    return lambda made: made.entrants.filter(number=5).update(present=False, **fields)


@pytest.mark.parametrize(
    ("before", "code", "facts"),
    [
        (both_began, "both-played", {"series": 1, "number": 1, "other": 5}),
        (with_a_reason_missing, "reason-missing", {}),
        (drawn_by_hand, "still-by-hand", {"series": 1}),
        (measured, "double-has-measure", {"number": 5, "measure": 1}),
        (given_a_prize, "double-has-prize", {"number": 5, "stays": 1}),
        (in_teams, "both-in-teams", {"number": 5, "stays": 1, "name": "Mannschaften"}),
        (joined_to_another, "same-already", {"number": 5, "stays": 2}),
        (with_a_double, "same-already", {"number": 8, "stays": 5}),
        (of_the_first(withdrawn_at=EVENING), "withdrawn", {"number": 1}),
        (of_the_first(withdrawn_at=EVENING, waiting_since=EVENING), "waiting", {"number": 1}),
        (of_the_first(excluded_at=EVENING), "excluded", {"number": 1}),
        (of_the_second(excluded_at=EVENING), "excluded", {"number": 5}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_it_is_refused_and_nothing_is_changed(before, code, facts):
    made = factories.tournament(entrants=8)
    before(made)
    lines = made.journal.count()

    with pytest.raises(Refused) as refused:
        join(made, 1, 5, because="")

    assert (refused.value.code, refused.value.facts) == (code, facts)
    assert made.journal.count() == lines


@pytest.mark.parametrize(("number", "code"), [(1, "same-number"), (99, "no-such-entrant")])
def test_it_takes_two_numbers(number, code):
    with pytest.raises(Refused) as refused:
        join(factories.tournament(entrants=3), 1, number)

    assert refused.value.code == code


def test_what_somebody_else_changed_meanwhile_is_looked_at_again():
    made = factories.tournament(entrants=8)
    seen = as_told(joining(made, number=1, other=5).seen)
    factories.running_series(made, published_only=True)

    with pytest.raises(Overtaken):
        join(made, 1, 5, seen=seen)


def test_whoever_has_two_numbers_comes_back_under_neither_by_other_ways():
    made = factories.tournament(entrants=3)
    join(made, 1, 3, because="")

    for number, act in [(3, registration.reinstate), (3, registration.remove), (1, registration.remove)]:
        with pytest.raises(Refused) as refused:
            act(entrant_id=entrant(made, number).pk, by=factories.user(), now=EVENING)
        assert (refused.value.code, refused.value.facts) == ("same-already", {"number": 3, "stays": 1})


def test_it_is_not_taken_back_without_a_reason_or_when_the_seat_is_another_s():
    made = factories.tournament(entrants=5)
    present(made, 2, 3, 4, 5)
    series = factories.running_series(made)
    factories.enter(factories.list_of(series), (2, factories.GRAND))
    join(made, 1, 5)

    with pytest.raises(Refused) as refused:
        part(made, 5, because=" ")
    assert refused.value.code == "reason-missing"

    # Nothing brings this about today: a seat at which play has begun stays.
    entrant(made, 1).seats.update(entrant=registered(made, "Spät"))
    with pytest.raises(Refused) as refused:
        part(made, 5)
    assert (refused.value.code, refused.value.facts) == ("same-moved-on", {"series": 1, "number": 1})
