"""Places and the waiting list: who comes when all are taken waits in order, owes nothing, and moves up.

Wishes for the draw: the policy, pairs kept apart, fixed tables; as services and through their page.
"""

from uuid import uuid4

import pytest

from scoring.history.selectors.verification import verified
from tables.acts.services import Refused
from tables.acts.wording.refusals import refusal
from tables.draw import selectors as draw_wishes
from tables.draw.services import draws, wishes
from tables.draw.services.seats import taking_part
from tables.journal.models import JournalEntry
from tables.journal.wording import journal_line
from tables.people import selectors
from tables.people.services import registration
from tables.seating.sizes import CannotSeat
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.acts_and_their_lines import facts_of
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen
from tests.tables.draw.test_draw_swap import text

pytestmark = pytest.mark.django_db


DESK = "/t/cup/office/entrants/"


def full(*, waiting=0, **fields):
    """Return an event of four places, all of them taken; who comes later waits."""
    made = factories.tournament(entrants=4, most_entrants=4, **fields)
    for at in range(waiting):
        register(made, f"Wartet {chr(65 + at)}")
    return made


def register(made, name, **fields):
    return factories.registered(made, name, present=True, **fields)


def waiting(made) -> list[int]:
    return [entrant.number for entrant in selectors.waiting(made)]


def cancel(made, number):
    registration.withdraw(entrant_id=made.entrants.get(number=number).pk, by=factories.user(), now=EVENING)


@pytest.mark.slow
def test_whoever_comes_when_all_places_are_taken_waits_in_order_and_is_neither_here_nor_has_paid():
    made = factories.tournament(entrants=3, most_entrants=4)
    assert register(made, "Vierte").waiting_since is None

    first, second = register(made, "Uwe Sieben", paid=True), register(made, "Rita Acht")

    assert waiting(made) == [5, 6]
    assert [selectors.waits_as(one) for one in (first, second)] == [1, 2]
    assert (first.paid, first.present, selectors.places_left(made)) == (False, False, 0)
    assert [one.number for one in selectors.participants(made)] == [1, 2, 3, 4]
    assert verified(made).discrepancies == ()


@pytest.mark.slow
def test_the_next_moves_up_by_themselves_when_somebody_cancels_is_removed_or_there_are_more_places():
    made = full(waiting=3)

    cancel(made, 2)
    assert waiting(made) == [6, 7]
    with pytest.raises(Refused, match="waiting"):
        taking_part(made, [7])

    registration.remove(entrant_id=made.entrants.get(number=3).pk, by=factories.user(), now=EVENING)
    assert waiting(made) == [7]
    assert [one.number for one in selectors.participants(made)] == [1, 4, 5, 6]
    assert verified(made).discrepancies == ()


def test_nobody_moves_up_by_themselves_once_seats_are_drawn():
    made = factories.tournament(entrants=9, most_entrants=9)
    factories.running_series(made, published_only=True)
    register(made, "Wartet A")
    gone = made.entrants.get(number=9)
    gone.seats.all().delete()

    cancel(made, gone.number)

    assert waiting(made) == [10]


def test_whoever_waits_and_cancels_is_gone_and_nobody_moves_up_where_the_plan_does_not_say_so():
    made = full(waiting=2, moves_up=False)

    cancel(made, 5)

    assert waiting(made) == [6]
    assert made.entrants.get(number=5).is_gone
    cancel(made, 5)
    assert JournalEntry.objects.filter(action="entrant.withdrawn").count() == 1
    cancel(made, 2)
    assert waiting(made) == [6]


@pytest.mark.slow
def test_a_list_longer_than_the_places_is_taken_whole_and_its_last_ones_wait():
    made = factories.tournament(entrants=2, most_entrants=4)

    factories.registered_list(made, *(f"Liste {letter}" for letter in "ABC"))

    assert waiting(made) == [5]
    assert verified(made).discrepancies == ()


@pytest.mark.slow
def test_who_is_registered_at_the_desk_when_all_is_taken_is_said_to_wait_and_one_button_lets_in(director):
    made = full()

    sent = director.post(DESK, {"name": "Uwe Sieben", "entry_key": str(uuid4()), "paid": "on", "present": "on"})
    answer = text(director.get(sent["Location"]))

    assert "on the waiting list" in answer
    assert "Take money" not in answer

    answer = director.post(f"{DESK}check-in/", {"who": "5"}, follow=True)

    assert ": waiting." in text(answer)

    listed = text(director.get(DESK))
    answer = director.post(f"{DESK}5/", {"act": "reinstate"}, follow=True)

    assert "Registered / 4" in listed
    assert '<span class="stat-number">1</span><span class="stat-label">waiting</span>' in listed
    assert answer.status_code == 200
    assert waiting(made) == []
    assert selectors.participants(made).count() == 5
    line = JournalEntry.objects.get(action="entrant.reinstated")
    assert line.data["waited"] is True


def test_the_public_form_says_that_all_is_taken_and_afterwards_how_one_waits_and_when_one_is_in(client):
    made = full(registration_open=True)
    address = "/t/cup/register/"

    before = text(client.get(address))
    sent = client.post(address, {"name": "Uwe Sieben", "entry_key": str(uuid4())})
    waits = text(client.get(sent["Location"]))
    again = client.post(address, {"name": "Uwe Sieben", "entry_key": str(uuid4())})
    cancel(made, 1)
    is_in = text(client.get(sent["Location"]))

    assert "All 4 places are taken" in before
    assert "You are on the waiting list" in waits
    assert "You wait as number 1." in waits
    assert again.status_code == 422  # the same person is asked about also while they wait
    assert "You are registered" in is_in

    assert "4 places. Whoever registers later stands on the waiting list and moves up in its order" in text(
        client.get("/t/cup/plan/")
    )


@pytest.mark.thorough
def test_more_places_in_the_plan_let_those_in_who_wait(director):
    made = full(waiting=3)
    form = director.get("/t/cup/office/settings/?at=plan").context["form"]
    sent = {field.html_name: field.value() if field.value() is not None else "" for field in form}
    sent = {name: value for name, value in sent.items() if value is not False}

    answer = director.post(
        "/t/cup/office/settings/?at=plan", {**sent, "seen": form["seen"].value(), "most_entrants": "6"}
    )

    assert answer.status_code == 302, text(answer)
    assert waiting(made) == [7]
    assert verified(made).discrepancies == ()


ADDRESS = "/t/cup/office/settings/?at=wishes"


def by_now():
    return {"by": factories.user(), "now": EVENING}


def apart(made, *numbers):
    return wishes.keep_apart(tournament_id=made.pk, numbers=numbers, **by_now())


def pairs(made):
    return [(one.number, other.number) for one, other in draw_wishes.apart_pairs(made)]


def lines(made):
    return [journal_line(line) for line in made.journal.order_by("number")]


@pytest.mark.slow
class TestServices:
    def test_two_are_kept_apart_both_ways_and_once_however_often_it_is_said_and_taken_back_once(self):
        made = factories.tournament(entrants=4)
        factories.tournament(slug="other", entrants=9)

        for numbers, code in (
            ((1, 1), "apart-from-oneself"),
            ((1, 9), "no-such-entrants"),
            ((77, 99), "no-such-entrants"),
        ):
            with pytest.raises(Refused, match=code):
                apart(made, *numbers)
        apart(made, 4, 2)
        apart(made, 2, 4)
        assert pairs(made) == [(2, 4)]
        assert draw_wishes.apart_numbers(made.entrants.get(number=2)) == (4,)
        assert lines(made) == ["No. 2 and no. 4 are kept apart"]
        assert facts_of(JournalEntry.objects.get()) == {"entrants": [2, 4]}

        for _ in range(2):
            wishes.let_meet(tournament_id=made.pk, numbers=(4, 2), **by_now())
        assert pairs(made) == []
        assert lines(made)[1:] == ["No. 2 and no. 4 are not kept apart any more"]

    def test_a_fixed_table_and_the_policy_are_changed_once(self):
        made = factories.tournament(entrants=4)
        wanted = wishes.Wishes(clubs_apart=False, teams=Tournament.Teams.IGNORED, strictly_by_standing=False)

        for table in (7, 7, None, None):
            wishes.fix_table(tournament_id=made.pk, number=3, table=table, **by_now())
        for _ in range(2):
            wishes.change_wishes(tournament_id=made.pk, wishes=wanted, **by_now())

        made.refresh_from_db()
        assert made.entrants.get(number=3).fixed_table is None
        assert (made.clubs_apart, made.teams) == (False, "ignored")
        assert lines(made) == [
            "No. 3 sits at table 7 in every series drawn",
            "No. 3 has no fixed table any more",
            "Wishes for the draw changed: Club mates are kept apart, Members of a team are",
        ]

    def test_the_next_draw_keeps_to_them(self):
        made = factories.tournament(entrants=16)
        for other in (2, 3, 4):
            apart(made, 1, other)
        wishes.fix_table(tournament_id=made.pk, number=1, table=3, **by_now())

        series = draws.draw_series(series_id=made.series.get().pk, public="1", **by_now())

        company = [seat.entrant.number for seat in series.tables.get(number=3).seats.select_related("entrant")]
        assert 1 in company
        assert not {2, 3, 4} & set(company)


@pytest.mark.slow
class TestPage:
    def test_policy_pairs_and_tables_are_saved_and_taken_back(self, director):
        made = factories.tournament(entrants=8)
        assert f'href="{ADDRESS}#wishes"' in text(director.get(DESK))

        assert post_seen(director, ADDRESS, {"act": "policy", "teams": "enemies"}).status_code == 422
        policy = {"act": "policy", "teams": "together", "strictly_by_standing": "on"}
        assert "Saved." in text(post_seen(director, ADDRESS, policy, follow=True))
        made.refresh_from_db()
        assert (made.clubs_apart, made.teams, made.strictly_by_standing) == (False, "together", True)

        done = text(director.post(ADDRESS, {"act": "apart", "one": "4", "other": "1"}, follow=True))
        assert "Saved." in done
        assert 'value="meet"' in done
        assert director.post(ADDRESS, {"act": "meet", "one": "1", "other": "4"}).status_code == 302
        assert pairs(made) == []

        done = text(post_seen(director, ADDRESS, {"act": "table", "number": "3", "table": "2"}, follow=True))
        assert "Saved." in done
        assert "nothing can be drawn" not in done
        assert post_seen(director, ADDRESS, {"act": "no-table", "number": "3"}).status_code == 302
        assert made.entrants.get(number=3).fixed_table is None

    def test_what_cannot_be_is_refused_and_kept(self, director):
        made = factories.tournament(entrants=4)

        for one, other, said in (
            ("1", "1", "Choose two different start numbers."),
            ("1", "99", "There is no entrant with start number 99."),
            ("Anna", "9" * 40, "Enter a whole number."),
        ):
            answer = director.post(ADDRESS, {"act": "apart", "one": one, "other": other})

            assert answer.status_code == 422, said
            assert said in text(answer)
            assert f'name="other" value="{other}"' in text(answer)
            assert pairs(made) == []
        assert "Ensure this value is less than or equal to 999999." in text(answer)
        for sent, said in (
            ({"act": "meet", "one": "1", "other": "9"}, "no entrant with start number 9"),
            ({"act": "no-table", "number": "x"}, ""),
            ({"act": "marry", "one": "1", "other": "2"}, ""),
            ({"act": "table", "number": "3", "table": "0"}, "greater than or equal to 1."),
        ):
            answer = director.post(ADDRESS, sent)
            assert answer.status_code == 422, sent
            assert said in text(answer)
        assert not JournalEntry.objects.exists()

    @pytest.mark.thorough
    def test_a_table_that_those_present_do_not_make_is_pointed_out_and_the_draw_says_so(self, director):
        made = factories.tournament(entrants=8)
        made.entrants.filter(number=3).update(fixed_table=3)

        assert "Those present now make fewer tables" in text(director.get(ADDRESS))
        with pytest.raises(CannotSeat) as refused:
            draws.draw_series(series_id=made.series.get().pk, public="1", **by_now())
        assert refusal(refused.value) == "There is no table 3, where these are to sit: 3."

        made.entrants.filter(number=3).update(present=False)
        assert "Those present now make fewer tables" not in text(director.get(ADDRESS))
