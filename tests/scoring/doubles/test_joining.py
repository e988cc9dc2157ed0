"""Two start numbers that are one person: one has everything, the other keeps its number alone."""

from collections import Counter
from decimal import Decimal
from uuid import uuid4

import pytest

from scoring.archive.packing.record import report_of
from scoring.disputes.models import Measure
from scoring.doubles import join_entrants, joining, part_entrants
from scoring.history.selectors.as_of import standings_after
from scoring.history.selectors.verification import verified
from scoring.lists.services import entry
from scoring.money.selectors.accounts import owed, owed_by_kind
from scoring.office.services.end import drop_unplayed, release_unopposed, take_drop_back
from scoring.results.selectors.standings import standings
from scoring.results.services import rankings
from scoring.results.services import series as lists_series
from scoring.rules.game_list.deals import Deal
from scoring.season.selectors.played import year_of
from scoring.signing import services as signing
from tables import seating
from tables.acts.services import Refused
from tables.clubs.services import books
from tables.draw.services import draws, reseating, wishes
from tables.draw.services import seats as hall
from tables.people import selectors
from tables.people.models import Entrant
from tables.people.services import naming, registration
from tables.tournaments.models import Series, Tournament
from tests.scoring.money import desk
from tests.scoring.season import club_years
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step

pytestmark = pytest.mark.django_db


@remembered_step
def join(made, number, other, *, because="Vom Verein und von sich selbst gemeldet", **more):
    facts = {"because": because, "by": factories.user(), "now": EVENING, **more}
    return join_entrants(tournament_id=made.pk, number=number, other=other, **facts)


@remembered_step
def part(made, number, *, because="Doch zwei Leute"):
    return part_entrants(tournament_id=made.pk, number=number, because=because, by=factories.user(), now=EVENING)


def entrant(made, number) -> Entrant:
    return made.entrants.get(number=number)


@remembered_step
def present(made, *numbers) -> None:
    made.entrants.update(present=False)
    made.entrants.filter(number__in=numbers).update(present=True)


def seats(made, number) -> list[str]:
    there = entrant(made, number).seats.order_by("series__number")
    return [f"{seat.series.number}/{seat.table.number}" for seat in there.select_related("series", "table")]


@remembered_step
def played_in_turns(**fields) -> Tournament:
    """Return an event in which no. 5 played the first series in the seat in which no. 1 played the second."""
    made = factories.tournament(entrants=5, series=2, **fields)
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

    join(made, 1, 3, because="")
    # Sent twice it counts once.
    join(made, 1, 3, because="")

    assert made.journal.filter(action="entrants.joined").count() == 1
    first, other = entrant(made, 1), entrant(made, 3)
    assert (first.club, first.team, first.birth_year, first.classes) == ("SC Gera", "Herz 1", 1961, ["seniors"])
    assert (first.present, other.present, other.same_as_id) == (True, False, first.pk)
    assert [one.number for one in selectors.participants(made)] == [1, 2]
    assert is_sound(made)


@pytest.mark.thorough
def test_where_both_have_a_seat_nobody_has_begun_at_that_of_the_other_is_given_back():
    made = factories.tournament(entrants=8)
    factories.running_series(made, published_only=True)

    join(made, 1, 5)

    assert (seats(made, 1), seats(made, 5)) == (["1/1"], [])
    assert sorted(made.series.get().tables.values_list("size", flat=True)) == [3, 4]
    assert is_sound(made)


@pytest.mark.thorough
def test_where_only_the_other_has_a_seat_it_goes_over():
    made = factories.tournament(entrants=5, series=2)
    present(made, 2, 3, 4, 5)
    for number in (1, 2):
        factories.running_series(made, number, published_only=True)

    join(made, 1, 5)

    assert (seats(made, 1), seats(made, 5)) == (["1/1", "2/1"], [])
    assert entrant(made, 1).present
    assert is_sound(made)


@pytest.mark.thorough
def test_series_drawn_together_follow_where_one_of_them_is_played_already():
    made = factories.tournament(entrants=9, series=3)
    present(made, *range(2, 10))
    acts = {"by": factories.user(), "now": EVENING}
    first = draws.draw_series(series_id=made.series.get(number=1).pk, public="a", all_left=True, **acts)
    lists_series.publish_together(series_id=first.pk, **acts)
    factories.close_series(hall.start_series(series_id=first.pk, **acts))

    join(made, 1, 5)

    assert [seat[0] for seat in seats(made, 1)] == ["1", "2", "3"]
    assert seats(made, 5) == []
    assert is_sound(made)


@pytest.mark.thorough
def test_who_never_came_to_their_own_seat_gives_it_back_for_the_one_played_under_the_other_number():
    made = factories.tournament(entrants=12, series=2)
    acts = {"by": factories.user(), "now": EVENING}
    first = draws.draw_series(series_id=made.series.get(number=1).pk, public="a", all_left=True, **acts)
    lists_series.publish_together(series_id=first.pk, **acts)
    hall.start_series(series_id=first.pk, **acts)
    table = entrant(made, 5).seats.get(series=first).table
    one = next(n for n in range(1, 13) if not entrant(made, n).seats.filter(table=table).exists())
    factories.fill(factories.list_of(first, table.number))

    join(made, one, 5)

    assert seats(made, one)[0] == f"1/{table.number}"
    assert [len(seats(made, number)) for number in (one, 5)] == [2, 0]
    assert is_sound(made)


@pytest.mark.thorough
def test_played_by_turns_results_of_both_stand_where_they_were_played_and_a_released_ranking_is_provisional_again():
    made = played_in_turns()
    release_unopposed(tournament_id=made.pk, by=factories.user(), now=EVENING, lot_seed="lots")
    last = made.journal.count()
    before, alone = ranked(made), ranked(made)[2]

    join(made, 1, 5)

    made.refresh_from_db()
    assert ranked(made)[1] == (before[5][0], before[1][1])
    assert ranked(made)[2] == alone
    assert 5 not in ranked(made)
    assert is_sound(made)
    then = {line.entrant.number: line.by_series for line in standings_after(made, last).lines}
    now = {line.entrant.number: line.by_series for line in standings_after(made, made.journal.count()).lines}
    assert (then, now) == (before, ranked(made))
    assert (made.released_at, made.under_review_since) == (None, EVENING)
    report = report_of(made)
    assert [one["number"] for one in report["entrants"]] == [1, 2, 3, 4]
    assert len(report["ranking"]) == 4


@pytest.mark.thorough
def test_a_list_at_play_goes_on_with_whoever_it_showed():
    made = factories.tournament(entrants=4)
    made_series = factories.running_series(made)
    late = registered(made, "Spieler 4")
    row = factories.list_of(made_series)
    factories.enter(row, (2, factories.GRAND))

    join(made, late.number, 4)

    deal = Deal(number=2, declarer=3, played=factories.GRAND)
    facts = {"list_id": row.pk, "by": None, "now": EVENING, "entry_key": uuid4()}
    entry.enter_deal(deal=deal, sits=[1, 2, 3, 4], **facts)
    factories.fill(row)
    factories.confirm_and_sign(row)
    assert seats(made, late.number) == ["1/1"]
    assert is_sound(made)


@remembered_step
def mid_play(made) -> Series:
    """Return a running series at the first table of which no. 1 was seated as no. 5 when play had begun."""
    present(made, *range(2, 10))
    series = factories.running_series(made)
    table = entrant(made, 5).seats.get().table
    factories.fill(factories.list_of(series, table.number))
    join(made, 1, 5)
    return series


@pytest.mark.thorough
def test_who_is_missing_elsewhere_is_reseated_when_one_was_drawn_by_the_other_number():
    made = factories.tournament(entrants=9)
    series = mid_play(made)
    plan = reseating.reseated(series, absent=[9], late=[], public="")

    lists_series.reseat_series(
        series_id=series.pk,
        absent=[9],
        late=[],
        public="",
        shown=seating.record_hash(plan.record),
        because="Ging heim",
        by=factories.user(),
        now=EVENING,
    )

    assert (seats(made, 1), seats(made, 9)) == (["1/1"], [])
    assert is_sound(made)

    part(made, 5)

    assert (seats(made, 1), seats(made, 5)) == ([], ["1/1"])
    assert is_sound(made)


@pytest.mark.thorough
def test_who_sat_on_another_s_chair_changes_with_whoever_was_drawn_by_the_other_number():
    made = factories.tournament(entrants=9)
    series = mid_play(made)
    place = entrant(made, 1).seats.get().place
    row = factories.list_of(series)

    told = {"because": "Saßen falsch", "by": factories.user(), "now": EVENING}
    signing.exchange(list_id=row.pk, place=place, number=9, **told)

    assert (seats(made, 1), seats(made, 9)) == (["1/2"], ["1/1"])
    assert is_sound(made)


@pytest.mark.thorough
def test_a_series_given_up_before_is_drawn_anew_when_it_comes_back():
    made = factories.tournament(entrants=8, series=2)
    told = {"because": "Zu spät", "by": factories.user(), "now": EVENING}
    factories.close_series(factories.running_series(made))
    late = registered(made, "Doppelt")
    acts = {"by": factories.user(), "now": EVENING}
    registration.mark_entrants(tournament_id=made.pk, numbers=[8], present=False, **acts)
    factories.running_series(made, 2, published_only=True)
    drop_unplayed(tournament_id=made.pk, **told)

    join(made, 1, late.number, because="Derselbe")
    take_drop_back(tournament_id=made.pk, **told)

    assert made.series.get(number=2).status == Series.Status.PLANNED
    assert is_sound(made)


@pytest.mark.thorough
def test_who_wants_to_be_called_otherwise_is_also_under_the_number_that_stays():
    made = factories.tournament(entrants=3)
    choice = naming.NameChoice(shown_as="pseudonym", pseudonym="Herzass")
    naming.choose_name(entrant_id=entrant(made, 3).pk, choice=choice, by=None, now=EVENING)

    join(made, 1, 3, because="")
    assert entrant(made, 1).public_name == "Herzass"
    part(made, 3)

    assert (entrant(made, 1).public_name, entrant(made, 3).public_name) == ("Spieler 1", "Herzass")
    assert is_sound(made)


def test_it_is_not_taken_back_while_a_decision_about_it_holds():
    made = played_in_turns()
    join(made, 1, 5)
    directing.ordered(made, directing.order(Measure.Kind.PENALTY, series=1, entrant=1, points=30))

    with pytest.raises(Refused) as refused:
        part(made, 5)

    assert (refused.value.code, refused.value.facts) == ("double-has-measure", {"number": 1, "measure": 1})
    directing.ordered(made, directing.order(Measure.Kind.EXPULSION, entrant=1))
    with pytest.raises(Refused) as refused:
        part(made, 5)
    assert refused.value.code == "excluded"
    assert is_sound(made)


def registered(made, name, **fields) -> Entrant:
    return factories.registered(made, name, present=True, **fields)


@pytest.mark.thorough
def test_what_both_paid_is_with_the_one_that_stays():
    made = factories.tournament(entry_fee=Decimal(10))
    for name in ("Anna Ast", "Bert Bär", "Anna Ast"):
        registered(made, name, paid=True)
    assert owed(made) == {}

    join(made, 1, 3)

    # One of the two fees is due to her.
    assert owed(made) == {1: -1000}
    assert (entrant(made, 1).paid, owed_by_kind(made)[3].owes) == (True, 0)
    assert is_sound(made)


@pytest.mark.thorough
def test_what_the_other_paid_pays_for_the_one_that_stays():
    made = factories.tournament(entry_fee=Decimal(10))
    registered(made, "Anna Ast")
    registered(made, "Anna Ast", paid=True)
    assert joining(made, number=1, other=2).paid == 1000

    join(made, 1, 2)

    assert (owed(made), entrant(made, 1).paid) == ({}, True)
    assert is_sound(made)

    part(made, 2)

    assert (owed(made), entrant(made, 1).paid, entrant(made, 2).paid) == ({1: 1000}, False, True)
    assert is_sound(made)


def test_an_account_that_begins_with_it_begins_with_what_each_of_them_paid():
    made = factories.tournament(entrants=3, entry_fee=Decimal(10))
    made.entrants.update(paid=True)

    join(made, 1, 3)

    assert owed(made) == {1: -1000}
    assert is_sound(made)


def test_the_tick_goes_over_where_nothing_is_charged():
    made = factories.tournament(entrants=3)
    made.entrants.filter(number=3).update(paid=True)

    join(made, 1, 3)

    assert (entrant(made, 1).paid, entrant(made, 3).paid) == (True, False)


@pytest.mark.thorough
def test_lost_games_are_paid_by_the_one_that_stays():
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

    assert owed(made)[1] == lost
    assert 5 not in owed(made)
    assert is_sound(made)

    part(made, 5)

    assert owed(made)[5] == lost
    assert 1 not in owed(made)
    assert is_sound(made)


def test_taken_back_each_has_what_they_played_and_what_was_taken_over_goes():
    made = played_in_turns(entry_fee=Decimal(10))
    made.entrants.filter(number=5).update(team="Herz 1")
    before = ranked(made)

    join(made, 1, 5)
    assert entrant(made, 1).team == "Herz 1"
    part(made, 5)
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
def test_a_number_that_had_withdrawn_is_withdrawn_when_it_is_taken_back():
    made = factories.tournament(entrants=3)
    registration.withdraw(entrant_id=entrant(made, 3).pk, by=factories.user(), now=EVENING)

    join(made, 1, 3, because="")
    part(made, 3)

    assert entrant(made, 3).is_gone
    assert is_sound(made)


@pytest.mark.thorough
def test_a_year_has_both_results_of_one_player():
    season = club_years.season()
    evening = played_in_turns(slug="eins", club=season.club)
    books.take_over(club_id=season.club.pk, tournament_id=evening.pk, by=factories.user(), now=EVENING)
    club_years.with_events(season, evening)
    lists = Counter(one.player for one in year_of(season).played)
    one, other = entrant(evening, 1), entrant(evening, 5)
    assert (lists[one.person_id], lists[other.person_id]) == (1, 1)

    join(evening, 1, 5)

    lists = Counter(one.player for one in year_of(season).played)
    assert (lists[one.person_id], lists[other.person_id]) == (2, 0)
    assert is_sound(evening)


def test_whoever_waits_moves_up():
    made = factories.tournament(entrants=4, most_entrants=4)
    waits = registered(made, "Wartet Willi")

    join(made, 1, 4, because="")

    assert entrant(made, waits.number).waiting_since is None


@pytest.mark.thorough
def test_whatever_names_the_number_names_the_one_that_stays_and_back():
    made = factories.tournament(entrants=8)
    judge = factories.judge(made, plays_as=5)
    acts = {"by": factories.user(), "now": EVENING}
    wishes.keep_apart(tournament_id=made.pk, numbers=(5, 6), **acts)
    team = rankings.switch_on(
        tournament_id=made.pk, terms=rankings.Terms(kind="team", name="Mannschaften", size=3), entry_key=uuid4(), **acts
    )
    rankings.assign_teams(ranking_id=team.pk, teams=[rankings.Assigned(name="Herz", members=(5, 6))], **acts)

    def named():
        role = made.roles.get(user=judge)
        apart = entrant(made, 6).apart_from.order_by("number").values_list("number", flat=True)
        members = team.members.order_by("entrant__number").values_list("entrant__number", flat=True)
        return role.plays_as.number, list(members), list(apart)

    join(made, 1, 5)
    assert named() == (1, [1, 6], [1, 5])
    assert is_sound(made)

    part(made, 5)
    assert named() == (5, [5, 6], [5])
    assert is_sound(made)


def test_a_new_key_shuts_the_card_of_the_second_number_too():
    made = factories.tournament(entrants=3)
    join(made, 1, 3, because="")
    first, other = entrant(made, 1), entrant(made, 3)

    naming.renew_own_key(entrant_id=first.pk, seen=first.key_mark, by=factories.user(), now=EVENING)

    assert entrant(made, 1).key != first.key
    assert entrant(made, 3).key != other.key
