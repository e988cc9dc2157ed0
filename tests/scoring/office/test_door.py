"""The door: a number and Enter let somebody in, paid and with a seat; who is late, and what is taken back."""

import re
from uuid import uuid4

import pytest
from django.db import transaction

from scoring.history.selectors.verification import verified
from scoring.lists.services import presence
from scoring.money.models import MovementRow
from scoring.money.selectors.lines import who_may_have_it
from scoring.office.selectors.waiting import came_in_last, waiting
from scoring.office.services import door
from tables.acts.services import Refused
from tables.draw.services import reseating
from tables.journal.wording import journal_line
from tables.people.models import Entrant
from tables.tournaments.models import Role, Series
from tests.scoring.money import desk
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor
from tests.support.remembered_worlds import remembered_step
from tests.support.reseating_acts import published, seats

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

DOOR = "/t/cup/office/door/"
LATE = "/t/cup/office/series/1/draw/"


def at_the_door(made, name="einlass"):
    """Return somebody who helps at the door, and does nothing else."""
    Role.objects.get_or_create(tournament=made, user=factories.user(name), kind=Role.Kind.DOOR)
    visitor = Visitor()
    visitor.client.force_login(factories.user(name))
    return visitor


@pytest.fixture
@remembered_step
def made():
    tournament = factories.tournament(entrants=4)
    tournament.entrants.update(present=False)
    tournament.entrants.filter(number=3).update(name="Ute Kurz", club="SC Herz Dame")
    desk.charge(tournament)
    return tournament


@pytest.fixture
def helper(made):
    return at_the_door(made)


def let_in(visitor, who, **fields):
    return visitor.get(DOOR).form("who").send(who=str(who), **fields)


def here(made) -> list[int]:
    return list(made.entrants.filter(present=True).order_by("number").values_list("number", flat=True))


def told(**more):
    return {"public": "3", "because": "kam spät", "by": factories.user(), "now": EVENING, **more}


def come(made, number, **more):
    return door.let_in(tournament_id=made.pk, number=number, **{"entry_key": uuid4(), **told(), **more})


def release(series, gives_chairs=True):
    reseating.release_chairs(series_id=series.pk, gives_chairs=gives_chairs, by=factories.user(), now=EVENING)


def free_at(series) -> int:
    """Return the table of three."""
    return series.tables.get(size=3).number


class TestLettingIn:
    def test_a_number_or_a_scanned_card_and_enter_is_present_and_paid_and_the_hand_is_at_the_next(self, made, helper):
        assert who_may_have_it(made) == ["direktor", "einlass"], "whose box the cash goes into"

        page = let_in(helper, "#3")

        assert page.status == 200
        assert "Ute Kurz, SC Herz Dame" in page.main.text
        assert "10.00 € paid in cash" in page.main.text
        assert here(made) == [3]
        assert desk.owed(made) == {1: 1000, 2: 1000, 4: 1000}
        assert page.root.one("input", id="who").attrs.get("autofocus") == ""
        # Who owes nothing is just here.
        desk.pay(made, 4, 1000)
        card = f"https://skat.example/p/{made.entrants.get(number=4).key}/"
        assert "owes nothing" in let_in(helper, card).main.text
        assert here(made) == [3, 4]

    def test_while_it_is_typed_the_page_shows_who_owes_what_and_sits_where(self, made, helper):
        made.entrants.update(present=True)
        factories.running_series(made)

        answer = helper.client.get(DOOR, {"who": "3"}, headers={"hx-request": "true"})
        text = " ".join(re.sub("<[^>]+>", " ", answer.content.decode()).split())

        assert "<html" not in answer.content.decode()
        assert "Ute Kurz, SC Herz Dame" in text
        assert "owes 10.00 €" in text
        assert "Table 1 Seat 3" in text

    def test_sent_again_it_counts_once_and_for_somebody_else_it_is_refused(self, made, helper):
        form = helper.get(DOOR).form("who")

        form.send(who="3")
        page = form.send(who="3")

        assert "10.00 € paid in cash" in page.main.text
        assert MovementRow.objects.filter(reason="paid").count() == 1
        assert made.journal.filter(action="entrants.marked").count() == 1
        page = form.send(who="4")
        assert page.status == 422
        assert "This has been sent already with something else in it." in page.errors[0]
        assert here(made) == [3]

    def test_several_are_offered_and_nobody_can_register(self, made, helper):
        made.entrants.filter(number=1).update(name="Uwe Kurz")

        several = let_in(helper, "kurz")
        chosen = several.form("who=3").send("who=3")
        nobody = let_in(helper, "Otto Neu")

        assert here(made) == [3]
        assert "Who is “kurz”?" in several.text
        assert "10.00 € paid in cash" in chosen.main.text
        assert "Nobody registered fits “Otto Neu”." in nobody.text
        form = nobody.form("name")
        assert form.holds()["name"] == ["Otto Neu"]
        # Who is registered at the door is let in at once.
        for _twice in range(2):
            page = form.send("act=register", club="SC Pik")
        assert "10.00 € paid in cash" in page.main.text
        new = made.entrants.get(number=5)
        assert (new.name, new.club, new.source, new.present) == ("Otto Neu", "SC Pik", Entrant.Source.DESK, True)
        assert made.entrants.count() == 5

    def test_an_empty_form_or_too_long_a_name_registers_nobody_and_where_all_places_are_taken_they_wait_and_pay_nothing(
        self, made, helper
    ):
        form = helper.get(DOOR).form("name")
        assert form.send("act=register").status == 200
        assert form.send("act=register", name="x" * 90).status == 422
        assert made.entrants.count() == 4
        made.most_entrants = 4
        made.save()

        page = helper.get(DOOR).form("name").send("act=register", name="Otto Neu")

        assert "on the waiting list" in page.main.text
        assert not page.offers("act=take-back")
        director = Visitor()
        director.client.force_login(factories.user())
        assert "Otto Neu waiting" in director.get("/t/cup/office/money/").text
        assert made.entrants.get(number=5).waiting_since
        assert here(made) == []

    def test_who_takes_no_part_is_said_so_and_not_let_in(self, made, helper):
        for number, columns, said in (
            (1, ["withdrawn_at"], "has withdrawn"),
            (2, ["excluded_at"], "is excluded"),
            (3, ["waiting_since", "withdrawn_at"], "waiting list"),
        ):
            made.entrants.filter(number=number).update(**dict.fromkeys(columns, EVENING))

            page = let_in(helper, number)

            assert page.status == 422, said
            assert said in page.errors[0]
            assert page.form("who").holds()["who"] == [str(number)]
        with pytest.raises(Refused, match="no-such-entrant"):
            come(made, 99)
        assert here(made) == []
        assert not MovementRow.objects.filter(reason="paid").exists()


class TestTakingBack:
    def test_payment_and_presence_go_together_of_somebody_who_is_there(self, made, helper):
        form = let_in(helper, 3).form("act=take-back")
        unknown = form.send("act=take-back", number="99")
        assert unknown.status == 422
        assert unknown.errors == ["There is no entrant with start number 99."]

        page = form.send("act=take-back")
        form.send("act=take-back")

        assert "No. 3 Ute Kurz: taken back." in page.text
        assert here(made) == []
        assert desk.owed(made)[3] == 1000
        # What somebody else took stays.
        paid = desk.pay(made, 3, 1000)
        let_in(helper, 3)
        with pytest.raises(Refused, match="no-such-payment"):
            take_back(made, 3, paid=paid.number, by=factories.user("einlass"))
        assert here(made) == [3]

    def test_the_chair_that_was_joined_at_play_is_free_again_as_long_as_nothing_is_played_and_enough_stay(self):
        series, made = _at_play(12, absent=[11, 12])
        first = series.tables.filter(size=3).order_by("number").first()
        factories.enter(factories.list_of(series, first.number), None)
        release(series)
        before = seats(series)
        come(made, 11)
        assert made.journal.filter(action=presence.JOINED).exists()

        take_back(made, 11)

        assert seats(series) == before
        assert 11 not in here(made)
        line = made.journal.get(action="list.joining-taken-back")
        assert journal_line(line).endswith("taken back that no. 11 joined as the fourth")
        come(made, 11)
        assert 11 in [number for table in seats(series) for number in table], "taken back, they come again"
        assert verified(made).discrepancies == ()
        row = factories.list_of(series, series.seats.get(entrant__number=11).table.number)
        with transaction.atomic():
            factories.enter(row, None)
            with pytest.raises(Refused, match="play-began"):
                take_back(made, 11)
            transaction.set_rollback(True)
        presence.leave(list_id=row.pk, place=1, by=factories.user(), now=EVENING)
        with pytest.raises(Refused, match="too-few-stay"):
            take_back(made, 11)

    def test_a_chair_that_was_drawn_is_kept_and_one_that_was_released_at_a_table_that_plays_not_free_again(self):
        series, made = _at_play(12, absent=[11, 12])
        drawn = seats(series)
        take_back(made, 4)
        assert seats(series) == drawn
        release(series)
        come(made, 11)
        assert not made.journal.filter(action=presence.JOINED).exists()
        factories.enter(factories.list_of(series, series.seats.get(entrant__number=11).table.number), None)

        with pytest.raises(Refused, match="play-began"):
            take_back(made, 11)

        assert 11 in here(made)


def take_back(made, number, *, paid=0, **more):
    door.take_back(tournament_id=made.pk, number=number, paid=paid, entry_key=uuid4(), **told(**more))


class TestLate:
    def test_a_chair_that_was_released_is_given_at_once_and_nobody_moves(self):
        series = published(8, absent=[8])
        table, before = free_at(series), seats(series)
        release(series)

        page = let_in(at_the_door(series.tournament), 8)

        after = seats(series)
        assert f"Table{table} Seat4" in page.main.text
        assert after[table - 1] == [*before[table - 1], 8]
        assert [one for one in after if 8 not in one] == [one for at, one in enumerate(before, 1) if at != table]

    def test_one_that_was_not_released_is_waited_for_and_the_direction_gives_it(self, director):
        series = published(8, absent=[8])
        release(series)
        release(series, gives_chairs=False)

        page = let_in(at_the_door(series.tournament), 8)
        assert "Waits for a seat in series 1; the direction sees it." in page.main.text

        assert (waiting(series.tournament).unseated, waiting(series.tournament).unseated_in) == (1, 1)
        office = director.get("/t/cup/office/").content.decode()
        assert "1 entrant waits for a seat" in office
        assert "Came in last: no. 8 Spieler 8" in office
        assert "at-the-door" not in director.get("/t/cup/office/waiting/").content.decode()
        at_office = {"HX-Current-URL": "http://testserver/t/cup/office/"}
        polled = director.get("/t/cup/office/waiting/", headers=at_office).content.decode()
        assert 'id="at-the-door" hx-swap-oob="true"' in polled
        assert "Still without a seat: 1" in polled

        late = director.get(LATE).content.decode()
        assert 'form="chair" name="number" value="8"' in late
        answer = director.post(LATE, {"act": "chair", "number": "8"}, follow=True)
        assert "Saved." in answer.content.decode()
        director.post(LATE, {"act": "chair", "number": "8"})
        assert 8 in seats(series)[series.seats.select_related("table").get(entrant__number=8).table.number - 1]
        assert waiting(series.tournament).unseated == 0
        factories.registered(series.tournament, "Ida Noch", present=True)
        late = director.get(LATE).content.decode()
        assert 'name="late" value="9"' in late
        assert "Give a free chair" not in late

    def test_the_direction_releases_the_chairs_on_the_page_for_who_is_late(self, director):
        series = published(8, absent=[8])

        assert "Saved." in _sent(director, gives_chairs="yes")
        assert Series.objects.get(pk=series.pk).gives_chairs
        assert "Saved." in _sent(director, gives_chairs="no")
        assert not Series.objects.get(pk=series.pk).gives_chairs
        assert director.post(LATE, {"act": "release", "gives_chairs": "perhaps"}).status_code == 422
        assert director.post(LATE, {"act": "chair", "number": "x"}).status_code == 422
        lines = series.tournament.journal.filter(action__startswith="series.chairs")
        assert list(lines.order_by("number").values_list("action", flat=True)) == [
            "series.chairs-released",
            "series.chairs-kept",
        ]

    def test_in_a_series_at_play_the_fourth_joins_a_table_that_has_not_begun(self):
        series, made = _at_play(12, absent=[11, 12])
        first, second = series.tables.filter(size=3).order_by("number")
        factories.enter(factories.list_of(series, first.number), None)
        release(series)

        come(made, 11)

        seat = series.seats.select_related("table").get(entrant__number=11)
        assert (seat.table.number, seat.place) == (second.number, 4)
        assert first.number != second.number

    def test_where_every_table_of_three_plays_they_wait_and_are_present_all_the_same(self):
        series, made = _at_play(8, absent=[8])
        factories.enter(factories.list_of(series, free_at(series)), None)
        release(series)

        come(made, 8)

        assert 8 in here(made)
        assert not series.seats.filter(entrant__number=8).exists()
        with pytest.raises(Refused, match="no-chair-free"):
            door.give_chair(series_id=series.pk, number=8, **told())

    def test_a_chair_is_given_once(self):
        series = published(12, absent=[11, 12])
        made = series.tournament
        presence_free = series.tables.filter(size=3).count()
        release(series)

        for number in (11, 12):
            come(made, number)
        extra = factories.registered(made, "Drei")
        come(made, extra.number)

        assert presence_free == 2
        assert sorted(number for table in seats(series) for number in table) == list(range(1, 13))
        assert extra.number in here(made)

    def test_chairs_of_a_series_without_seats_are_not_released(self):
        made = factories.tournament(entrants=4)
        with pytest.raises(Refused, match="not-drawn"):
            release(made.series.get())

    def test_who_joined_before_does_not_keep_others_from_a_chair(self):
        series, made = _at_play(12, absent=[11, 12])
        first = series.tables.filter(size=3).order_by("number").first()
        presence.join(list_id=factories.list_of(series, first.number).pk, number=11, by=factories.user(), now=EVENING)
        release(series)

        come(made, 12)

        assert series.seats.get(entrant__number=12).place == 4


class TestWhoSeesIt:
    def test_the_helper_begins_at_the_door_and_sees_no_other_page_of_the_office(self, made, client, helper):
        page = helper.get(DOOR)
        ways = [one.attrs["href"] for one in page.root.one("nav", "site-nav").all("a")]

        assert ways == [DOOR]
        for other in ("/t/cup/office/", "/t/cup/office/money/", "/t/cup/office/entrants/", LATE):
            assert helper.client.get(other).status_code == 403
        sent = {"username": "einlass", "password": "einlass" * 2}
        assert client.post("/sign-in/", sent)["Location"] == DOOR
        assert helper.get("/").root.all("a", href=DOOR)
        # Whoever has another office begins where all do.
        Role.objects.create(tournament=made, user=factories.user("einlass"), kind=Role.Kind.TREASURER)
        client.logout()
        assert client.post("/sign-in/", sent)["Location"] == "/"

    def test_who_came_in_last_is_somebody_still_here(self, made):
        come(made, 3)
        come(made, 4)
        assert came_in_last(made)[0].number == 4

        made.entrants.filter(number=4).update(present=False)

        assert came_in_last(made)[0].number == 3


def _sent(director, **fields) -> str:
    return director.post(LATE, {"act": "release", **fields}, follow=True).content.decode()


def _at_play(entrants, *, absent):
    """Return a series at play, with its event, some of whose entrants are not there."""
    made = factories.tournament(entrants=entrants)
    made.entrants.filter(number__in=absent).update(present=False)
    return factories.running_series(made), made


@pytest.mark.thorough
def test_what_one_enter_asks_does_not_grow_with_the_hall(django_assert_num_queries):
    """Doors take turns, so what one Enter costs is waited for by all others (``benchmarks/door.py``)."""
    series = published(24, absent=[24])
    desk.charge(series.tournament)
    release(series)
    form = at_the_door(series.tournament).get(DOOR).form("who")

    with django_assert_num_queries(114):
        page = form.send(who="24")

    assert "paid in cash" in page.main.text
