"""What stands against joining two numbers of one person, or parting them again."""

from uuid import uuid4

import pytest

from scoring.disputes.models import Measure
from scoring.doubles.services import joining
from scoring.money.models import PrizeListRow
from scoring.results.services import rankings
from tables.acts.services import Overtaken, Refused, as_told
from tables.draw.services import draws
from tables.people.services import registration
from tests.scoring.doubles.test_joining import entrant, join, part, present, registered
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


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
