"""Two start numbers that are one person: one has everything, the other keeps its number; and the pages that say so."""

from decimal import Decimal
from html import unescape

import pytest
from django.db import transaction
from django.test import Client

from scoring.archive.packing.record import report_of
from scoring.disputes.models import Measure
from scoring.doubles import join_entrants, joining, part_entrants
from scoring.history.selectors.as_of import standings_after
from scoring.history.selectors.verification import verified
from scoring.money.models import PrizeListRow
from scoring.money.selectors.accounts import owed
from scoring.office.services.end import release_unopposed
from scoring.results.selectors.standings import standings
from tables.acts.services import Overtaken, as_told
from tables.draw.services import draws, wishes
from tables.people import selectors
from tables.people.models import Entrant
from tables.people.services import naming, registration
from tables.tournaments.models import Tournament
from tests.scoring.answers import code_of, not_taken, refusal, says
from tests.scoring.money import desk
from tests.scoring.results.ranked_event import assign, switched_on
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen
from tests.support.remembered_worlds import remembered_step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@remembered_step
def join(made, number, other, *, because="Vom Verein und von sich selbst gemeldet", **more):
    facts = {"because": because, "by": factories.user(), "now": EVENING, **more}
    return join_entrants(tournament_id=made.pk, number=number, other=other, **facts)


@remembered_step
def part(made, number, *, because="Doch zwei Leute"):
    return part_entrants(tournament_id=made.pk, number=number, because=because, by=factories.user(), now=EVENING)


def entrant(made, number) -> Entrant:
    return made.entrants.get(number=number)


def registered(made, name, **fields) -> Entrant:
    return factories.registered(made, name, present=True, **fields)


@remembered_step
def present(made, *numbers) -> None:
    made.entrants.update(present=False)
    made.entrants.filter(number__in=numbers).update(present=True)


def seats(made, number) -> list[str]:
    there = entrant(made, number).seats.order_by("series__number")
    return [f"{seat.series.number}/{seat.table.number}" for seat in there.select_related("series", "table")]


@remembered_step
def played_in_turns() -> Tournament:
    """Return an event in which no. 5 played the first series in the seat in which no. 1 played the second."""
    made = factories.tournament(entrants=5, series=2, entry_fee=Decimal(10))
    present(made, 2, 3, 4, 5)
    factories.close_series(factories.running_series(made))
    present(made, 1, 2, 3, 4)
    factories.close_series(factories.running_series(made, 2))
    return Tournament.objects.get(pk=made.pk)


def ranked(made) -> dict[int, tuple[int, ...]]:
    return {line.entrant.number: line.by_series for line in standings(made, with_hidden=True).lines}


def is_sound(made) -> bool:
    assert verified(Tournament.objects.get(pk=made.pk)).discrepancies == ()
    return True


def test_before_anything_is_drawn_the_other_number_takes_no_part_and_leaves_what_the_first_lacks():
    made = factories.tournament(entrants=3)
    made.entrants.filter(number=1).update(club="SC Gera", present=False)
    made.entrants.filter(number=3).update(club="Herz", team="Herz 1", birth_year=1961, classes=["seniors"])

    for _twice in range(2):
        join(made, 1, 3, because="")

    assert made.journal.filter(action="entrants.joined").count() == 1
    first, other = entrant(made, 1), entrant(made, 3)
    assert (first.club, first.team, first.birth_year, first.classes) == ("SC Gera", "Herz 1", 1961, ["seniors"])
    assert (first.present, other.present, other.same_as_id) == (True, False, first.pk)
    assert [one.number for one in selectors.participants(made)] == [1, 2]
    assert is_sound(made)


@pytest.mark.thorough
def test_played_by_turns_results_of_both_stand_where_they_were_played_and_a_released_ranking_is_provisional_again():
    made = played_in_turns()
    release_unopposed(tournament_id=made.pk, by=factories.user(), now=EVENING, lot_seed="lots")
    last, before = made.journal.count(), ranked(made)

    join(made, 1, 5)

    made.refresh_from_db()
    after = {number: before[number] for number in (2, 3, 4)} | {1: (before[5][0], before[1][1])}
    assert ranked(made) == after
    assert is_sound(made)
    for number, found in ((last, before), (made.journal.count(), after)):
        lines = standings_after(made, number).lines
        assert {line.entrant.number: line.by_series for line in lines} == found
    assert (made.released_at, made.under_review_since) == (None, EVENING)
    report = report_of(made)
    assert [one["number"] for one in report["entrants"]] == [1, 2, 3, 4]
    assert len(report["ranking"]) == 4


def test_it_is_not_taken_back_without_a_reason_or_when_the_seat_is_another_s_or_while_a_decision_about_it_holds():
    made = played_in_turns()
    join(made, 1, 5)
    assert code_of(part, made, 5, because=" ") == "reason-missing"
    with transaction.atomic():
        # Nothing brings this about today: a seat at which play has begun stays.
        entrant(made, 1).seats.filter(series__number=1).update(entrant=registered(made, "Spät"))
        assert refusal(part, made, 5) == ("same-moved-on", {"series": 1, "number": 1})
        transaction.set_rollback(True)
    directing.ordered(made, directing.order(Measure.Kind.PENALTY, series=1, entrant=1, points=30))

    assert refusal(part, made, 5) == ("double-has-measure", {"number": 1, "measure": 1})
    directing.ordered(made, directing.order(Measure.Kind.EXPULSION, entrant=1))
    assert code_of(part, made, 5) == "excluded"
    assert is_sound(made)


def test_what_both_paid_is_with_the_one_that_stays():
    made = factories.tournament(entrants=3, entry_fee=Decimal(10))
    made.entrants.update(paid=True)
    join(made, 1, 3)
    assert owed(made) == {1: -1000}
    assert is_sound(made)

    # Where nothing is charged the tick goes over; and whoever waits moves up.
    free = factories.tournament(entrants=4, most_entrants=4, slug="free", director="other")
    free.entrants.filter(number=4).update(paid=True)
    waits = registered(free, "Wartet Willi")
    join(free, 1, 4)
    assert (entrant(free, 1).paid, entrant(free, 4).paid) == (True, False)
    assert entrant(free, waits.number).waiting_since is None


@pytest.mark.thorough
def test_lost_games_are_paid_by_the_one_that_stays_and_what_the_other_paid_pays_for_it():
    made = factories.tournament(entrants=5, series=2)
    desk.charge(made, desk.LOSS)
    present(made, 2, 3, 4, 5)
    series = factories.running_series(made)
    row = factories.list_of(series)
    factories.fill(row, seat=4, lost=True)
    factories.confirm_and_sign(row)
    factories.close_series(series)
    lost = owed(made)[5]

    join(made, 1, 5)
    assert (owed(made)[1], 5 in owed(made)) == (lost, False)
    desk.pay(made, 1, lost)
    part(made, 5)

    assert (owed(made)[5], owed(made)[1]) == (lost, -lost)
    assert is_sound(made)


def test_taken_back_each_has_what_they_played_and_what_was_taken_over_goes():
    made = played_in_turns()
    made.entrants.filter(number=5).update(team="Herz 1")
    before = ranked(made)

    join(made, 1, 5)
    assert entrant(made, 1).team == "Herz 1"
    for _twice in range(2):
        part(made, 5)

    assert ranked(made) == before
    assert (entrant(made, 1).team, entrant(made, 5).team) == ("", "Herz 1")
    assert (entrant(made, 5).same_as, entrant(made, 5).withdrawn_at) == (None, None)
    assert made.journal.filter(action="entrants.parted").count() == 1
    join(made, 1, 5)
    assert ranked(made).keys() == {1, 2, 3, 4}
    part(made, 5)
    assert ranked(made) == before
    assert is_sound(made)


@pytest.mark.thorough
def test_whatever_names_the_number_names_the_one_that_stays_and_back():
    made = factories.tournament(entrants=8)
    judge = factories.judge(made, plays_as=5)
    wishes.keep_apart(tournament_id=made.pk, numbers=(5, 6), by=factories.user(), now=EVENING)
    team = assign(switched_on(made, size=3), ("Herz", (5, 6)))

    def named():
        apart = entrant(made, 6).apart_from.order_by("number").values_list("number", flat=True)
        members = team.members.order_by("entrant__number").values_list("entrant__number", flat=True)
        return made.roles.get(user=judge).plays_as.number, [*members], [*apart]

    for act, numbers, found in ((join, (1, 5), (1, [1, 6], [1, 5])), (part, (5,), (5, [5, 6], [5]))):
        act(made, *numbers)
        assert named() == found
        assert is_sound(made)


ENTRANTS = "/t/cup/office/entrants/"
SAME = f"{ENTRANTS}1/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def merged(director, number=5, **sent):
    path = f"{SAME}?same={number}"
    return post_seen(director, path, {"act": "join", "because": "Vom Verein gemeldet", **sent})


@pytest.mark.thorough
def test_what_it_does_is_shown_and_done(director):
    made = played_in_turns()
    registered(made, "Noch jemand", paid=True)

    again = "results of closed series are provisional again"
    says(director.get(f"{SAME}?same=5"), "Series 1, table 1: goes over", again)
    assert made.entrants.get(number=5).same_as is None
    assert "Paid: 10.00 € go over" in text(director.get(f"{SAME}?same=6")).replace("\xa0", " ")

    answer = merged(director)

    assert (answer.status_code, answer["Location"]) == (302, SAME)
    says(director.get(SAME), "No. 5 is merged into no. 1.")
    assert made.entrants.get(number=5).same_as.number == 1
    says(director.get(ENTRANTS), "is no. 1")
    says(director.get("/t/cup/office/journal/"), "No. 5 is the same person as no. 1, because: Vom Verein gemeldet")


@pytest.mark.thorough
def test_a_number_that_cannot_be_it_is_refused_with_the_reason_and_a_tick_wants_one(director):
    made = factories.tournament(entrants=9)
    made.entrants.filter(number=9).update(paid=True, present=False)
    factories.close_series(factories.running_series(made))

    for number, said in (
        ("1", "That is no. 1 already. Enter the other start number."),
        ("77", "There is no entrant with start number 77."),
        ("5", "No. 1 and no. 5 both played in series 1, so they are two people."),
        ("x", "Enter a whole number."),
    ):
        not_taken(director.get(f"{SAME}?same={number}"), said, lacks='id="becomes"')
    says(director.get(f"{SAME}?same=9"), "Paid: goes over", lacks='Reason <span class="optional">')
    not_taken(merged(director, 9, because=" "), "Please give the reason")


def test_what_changed_since_the_page_was_made_is_shown_first(director):
    made = factories.tournament(entrants=8)
    made.entrants.filter(number=5).update(name=made.entrants.get(number=1).name)
    assert 'href="?same=5#twice"' in text(director.get(SAME))
    assert "#twice" not in text(director.get(f"{ENTRANTS}2/")).replace('action="#twice"', "")
    page = director.get(f"{SAME}?same=5")
    seen, told = page.context["join"]["seen"].value(), as_told(joining(made, number=1, other=5).seen)
    factories.running_series(made, published_only=True)
    says(director.get(f"{SAME}?same=5"), "Series 1, table 2: the seat of no. 5 is given back")

    sent = {"act": "join", "because": "Beide bekannt", "seen": seen}
    assert says(director.post(f"{SAME}?same=5", sent), "Seats given back").status_code == 409
    assert made.entrants.get(number=5).same_as is None
    with pytest.raises(Overtaken):
        join(made, 1, 5, seen=told)


def test_taken_back_it_wants_a_reason(director):
    made = factories.tournament(entrants=8)
    join(made, 1, 5)
    page = f"{ENTRANTS}5/"

    says(director.get(page), "No. 5 is the same person as no. 1")
    assert director.post(page, {"act": "part", "because": ""}).status_code == 422
    assert director.post(page, {"act": "part", "because": "Vater und Sohn"})["Location"] == page
    says(director.get(page), "Saved.")
    assert made.entrants.get(number=5).same_as is None
    told = "No. 5 is another person than no. 1 after all, because: Vater und Sohn"
    says(director.get("/t/cup/office/journal/"), told)


def test_the_start_card_of_the_second_number_opens_the_pages_of_the_one_that_stays(client):
    made = played_in_turns()
    before = made.entrants.get(number=5)
    client.get(f"/p/{before.key}/")
    join(made, 1, 5)

    # Who held the card before, who scans it now, and who has neither.
    stranger = Client()
    for phone, asked, is_own in (
        (client, "/t/cup/seats/5/", True),
        (Client(), f"/p/{before.key}/", True),
        (stranger, "/t/cup/seats/5/", False),
    ):
        assert phone.get(asked)["Location"] == "/t/cup/seats/1/"
        assert ("own" in phone.get("/t/cup/seats/1/").context) is is_own, asked
    assert stranger.get("/t/cup/players/5/")["Location"] == "/t/cup/players/1/"


def test_whoever_checks_in_with_the_card_of_the_second_number_is_there_until_a_new_key_shuts_it(director):
    made = factories.tournament(entrants=3)
    present(made, 2)
    join(made, 1, 3, because="")
    first, other = entrant(made, 1), entrant(made, 3)

    for typed in ("3", f"/p/{other.key}/"):
        Entrant.objects.filter(number=1).update(present=False)
        director.post(f"{ENTRANTS}check-in/", {"who": typed})
        assert made.entrants.get(number=1).present
    naming.renew_own_key(entrant_id=first.pk, seen=first.key_mark, by=factories.user(), now=EVENING)
    assert entrant(made, 1).key != first.key
    assert entrant(made, 3).key != other.key


def closed(made):
    factories.close_series(factories.running_series(made))


def warned(made):
    directing.ordered(made, directing.order(Measure.Kind.WARNING, entrant=5))


def drawn_by_hand(made):
    acts = {"series_id": made.series.get().pk, "by": factories.user(), "now": EVENING}
    draws.set_up_tables(players=8, **acts)
    draws.seat_by_hand(number=5, table=1, place=1, **acts)


def given_a_prize(made):
    listed = PrizeListRow.objects.create(tournament=made, number=1, name="Gesamt", group="main", plan={})
    made.awards.create(number=1, prize_list=listed, place=1, entrant=5, cents=0, good="Schinken", awarded_at=EVENING)


def in_teams(made):
    assign(switched_on(made, size=3), ("Herz", (1, 2)), ("Pik", (5, 6)))


def of(number, **fields):
    return lambda made: made.entrants.filter(number=number).update(present=False, **fields)


def test_it_is_refused_and_nothing_is_changed():
    made = factories.tournament(entrants=8)
    lines = made.journal.count()
    for number, code in ((1, "same-number"), (99, "no-such-entrant")):
        assert code_of(join, made, 1, number) == code
    assert made.journal.count() == lines
    for before, code, facts in (
        (closed, "both-played", {"series": 1, "number": 1, "other": 5}),
        (lambda made: made.entrants.filter(number=5).update(paid=True), "reason-missing", {}),
        (drawn_by_hand, "still-by-hand", {"series": 1}),
        (warned, "double-has-measure", {"number": 5, "measure": 1}),
        (given_a_prize, "double-has-prize", {"number": 5, "stays": 1}),
        (in_teams, "both-in-teams", {"number": 5, "stays": 1, "name": "Team"}),
        (lambda made: join(made, 2, 5, because=""), "same-already", {"number": 5, "stays": 2}),
        (lambda made: join(made, 5, 8, because=""), "same-already", {"number": 8, "stays": 5}),
        (of(1, withdrawn_at=EVENING), "withdrawn", {"number": 1}),
        (of(1, withdrawn_at=EVENING, waiting_since=EVENING), "waiting", {"number": 1}),
        (of(1, excluded_at=EVENING), "excluded", {"number": 1}),
        (of(5, excluded_at=EVENING), "excluded", {"number": 5}),
    ):
        with transaction.atomic():
            before(Tournament.objects.get(pk=made.pk))
            lines = made.journal.count()
            assert refusal(join, made, 1, 5, because="") == (code, facts)
            assert made.journal.count() == lines
            transaction.set_rollback(True)


def test_whoever_has_two_numbers_comes_back_under_neither_by_other_ways():
    made, acts = factories.tournament(entrants=3), {"by": factories.user(), "now": EVENING}
    join(made, 1, 3, because="")

    for number, act in [(3, registration.reinstate), (3, registration.remove), (1, registration.remove)]:
        refused = refusal(act, entrant_id=entrant(made, number).pk, **acts)
        assert refused == ("same-already", {"number": 3, "stays": 1})
