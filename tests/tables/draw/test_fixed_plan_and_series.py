"""A plan of seats made elsewhere: its preview, everything that is wrong with it, and the seats that come of it.

Drawing, discarding, publishing, swapping: what the services of a series promise.
"""

import io
from html import unescape

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tables import seating
from tables.acts.services.refusals import Refused
from tables.draw.services import draws, reseating
from tables.draw.services import series as services
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.seating.verification.checks import verify
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING
from tests.tables.draw.draw_pages import discard

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


PLAN = "1 2 3 4\n5 6 7 8"


def address(series: int = 1) -> str:
    return f"/t/cup/office/series/{series}/fixed/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def check(director, plan=PLAN, series=1, **more):
    return director.post(address(series), {"act": "check", "plan": plan, **more})


def take(director, plan=PLAN, series=1):
    return director.post(address(series), {"act": "take", "plan": plan})


def seated(made, number=1) -> list[list[int]]:
    series = made.series.get(number=number)
    return [
        [seat.entrant.number for seat in table.seats.order_by("place")] for table in series.tables.order_by("number")
    ]


def workbook(*rows) -> SimpleUploadedFile:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return SimpleUploadedFile("plan.xlsx", out.getvalue())


class TestPreview:
    def test_it_shows_the_tables_by_name_and_keeps_nothing(self, director):
        made = factories.tournament(entrants=8)

        answer = check(director)

        body = text(answer)
        assert answer.status_code == 200
        assert "Series 1: 2 tables" in body
        assert "Spieler 5" in body
        assert "None: nobody meets again" in body
        assert 'name="act" value="take"' in body
        assert made.series.get().status == Series.Status.PLANNED

    def test_weak_spots_are_those_of_the_wishes_and_of_what_was_played(self, director):
        made = factories.tournament(entrants=8, series=2)
        made.entrants.filter(number__in=[1, 8]).update(club="SC Herz")
        made.entrants.filter(number=3).update(fixed_table=2)
        factories.close_series(factories.running_series(made))

        body = text(check(director, "1 2 8 5\n3 4 6 7", series=2))

        assert "Spieler 1 (1) and Spieler 2 (2) meet again." in body
        assert "Spieler 1 (1) and Spieler 8 (8) are of one club and share a table." in body
        assert "Spieler 3 (3) does not sit" not in body

    def test_all_that_is_wrong_is_said_at_once_and_what_was_typed_is_kept(self, director):
        made = factories.tournament(entrants=9)
        made.entrants.filter(number=9).update(present=False)
        plan = "1 2 3 4 9\n5 6\n\n1 2 x 3\n77 1 4 5"

        answer = check(director, plan)

        body = text(answer)
        assert "The plan cannot be taken over like this" in body
        assert "Line 4: “x” is not a start number." in body
        assert "The plan has 2 series, but only 1 are left to be seated." in body
        assert "Series 1: without a seat are Spieler 7 (7), Spieler 8 (8)." in body
        assert "Series 1, table 1: Spieler 9 (9) is not marked as present." in body
        assert "Series 1: table 1 has 5 players; three or four sit at a table." in body
        assert "Series 1: table 2 has 2 players" in body
        assert "Series 2: Spieler 1 (1) sits more than once, at tables 1, 2." in body
        assert "Series 2, table 2: nobody is registered as No. 77." in body
        assert plan in unescape(answer.content.decode()).replace("\r\n", "\n")
        assert 'value="take"' not in body
        assert made.series.get().status == Series.Status.PLANNED

    def test_of_very_many_problems_the_first_are_shown(self, director):
        factories.tournament(entrants=4)

        body = text(check(director, "\n".join(f"{n} x" for n in range(1, 100))))

        assert "more." in body
        assert body.count("<li>Line") == 50

    def test_too_many_threes_and_a_missing_table(self, director):
        factories.tournament(entrants=12)

        body = text(check(director, "1: 1 2 3\n2: 4 5 6\n3: 7 8 9\n5: 10 11 12"))

        assert "Series 1 has more than three tables of three (SkWO 7.1.1): 1, 2, 3, 5." in body
        assert "Series 1: table 4 is empty, though tables follow it." in body

    @pytest.mark.parametrize("plan", ["", "  \n ", "\u200b"])
    def test_nothing_is_refused(self, director, plan):
        factories.tournament(entrants=4)

        answer = check(director, plan)

        assert answer.status_code == 422
        assert 'class="errorlist"' in text(answer)

    def test_far_too_much_is_refused(self, director):
        factories.tournament(entrants=4)

        answer = check(director, "1 2 3 4\n" * 130_000)

        assert answer.status_code == 422
        assert "This is too big for a plan of seats." in text(answer)

    def test_names_are_shown_as_text(self, director):
        made = factories.tournament(entrants=4)
        made.entrants.filter(number=1).update(name="<b>Erna</b>")

        assert "<b>Erna" not in check(director, "1 2 3 4").content.decode()
        assert "<script>" not in check(director, "1 2 3 4 </textarea><script>").content.decode()

    def test_the_queries_do_not_grow_with_the_plan(self, director, django_assert_num_queries):
        factories.tournament(entrants=40, series=3)
        plan = "\n".join(" ".join(str(4 * table + n) for n in range(1, 5)) for table in range(10))

        check(director)
        for many in (plan, f"{plan}\n\n{plan}\n\n{plan}"):
            with django_assert_num_queries(14):
                assert check(director, many).status_code == 200


class TestFile:
    def test_a_workbook_goes_through_the_same_preview_and_comes_back_as_text(self, director):
        made = factories.tournament(entrants=8)
        rows = [[1, 1 + n // 4, 1 + n % 4, n + 1] for n in range(8)]

        answer = director.post(
            address(), {"act": "check", "file": workbook(["Serie", "Tisch", "Platz", "Startnummer"], *rows)}
        )

        assert answer.context["text"] == "1: 1 2 3 4\n2: 5 6 7 8"
        assert take(director, answer.context["text"]).status_code == 302
        assert seated(made) == [[1, 2, 3, 4], [5, 6, 7, 8]]

    @pytest.mark.parametrize(
        ("data", "said"),
        [(b"", "There is no table in this plan."), (b"%PDF-1.4", "This is a PDF"), (b"PK\x03\x04", "damaged")],
    )
    def test_what_is_no_plan_is_refused_beside_the_field(self, director, data, said):
        factories.tournament(entrants=4)

        answer = director.post(address(), {"act": "check", "file": SimpleUploadedFile("x.xlsx", data)})

        assert answer.status_code == 422
        assert said in text(answer)


class TestTake:
    def test_it_becomes_a_preview_like_any_draw(self, director):
        made = factories.tournament(entrants=8, series=3)

        answer = director.post(address(), {"act": "take", "plan": f"{PLAN}\n\n1 5 2 6\n3 7 4 8"}, follow=True)

        assert answer.redirect_chain[-1][0] == "/t/cup/office/series/1/draw/"
        body = text(answer)
        assert "The plan is taken over for 2 series." in body
        assert "preview" in body
        assert "Publish all 2 series" in body
        assert seated(made) == [[1, 2, 3, 4], [5, 6, 7, 8]]
        assert seated(made, 2) == [[1, 5, 2, 6], [3, 7, 4, 8]]
        assert list(made.series.values_list("status", "seating")) == [
            ("drawn", "fixed"),
            ("drawn", "fixed"),
            ("planned", "drawn"),
        ]
        assert verify(made.draws.get().record) == ()

    def test_a_plan_that_is_wrong_is_not_taken(self, director):
        made = factories.tournament(entrants=8)

        answer = take(director, "1 2 3 4\n5 6 7")

        assert answer.status_code == 422
        assert "without a seat are Spieler 8 (8)" in text(answer)
        assert made.series.get().status == Series.Status.PLANNED

    def test_taken_twice_it_is_taken_once(self, director):
        made = factories.tournament(entrants=8)
        take(director)

        answer = take(director, "8 7 6 5\n4 3 2 1")

        assert answer.status_code == 422
        assert "Series 1 has been drawn already" in text(answer)
        assert "8 7 6 5" in text(answer)
        assert made.draws.count() == 1

    def test_after_the_end_and_before_the_series_before_is_closed_nothing_is_taken(self, director):
        made = factories.tournament(entrants=8, series=2)
        assert "Series 1 is not closed yet." in text(director.get(address(2)))
        answer = take(director, series=2)
        assert answer.status_code == 422
        assert "Series 1 is not closed yet." in text(answer)

        made.ended_at = EVENING
        made.save()
        assert "nothing more begins" in text(director.get(address()))
        assert take(director).status_code == 422
        assert not made.draws.exists()

    def test_it_can_be_discarded_and_drawn_by_lot(self, director):
        made = factories.tournament(entrants=8)
        take(director)

        discard(director, because="the wrong file")
        director.post("/t/cup/office/series/1/draw/", {"act": "draw", "public": "3 1"})

        assert made.series.get().seating == Series.Seating.DRAWN
        assert made.series.get().status == Series.Status.DRAWN


def draw(made, number=1, *, public="42"):
    return draws.draw_series(
        series_id=made.series.get(number=number).pk, public=public, by=factories.user(), now=EVENING
    )


def swap(series, *numbers, because="wheelchair"):
    return reseating.swap_seats(series_id=series.pk, numbers=numbers, because=because, by=factories.user(), now=EVENING)


def plan_of(series) -> list[list[int]]:
    return [
        [seat.entrant.number for seat in table.seats.select_related("entrant").order_by("place")]
        for table in series.tables.order_by("number")
    ]


@pytest.mark.database
@pytest.mark.parametrize("present", [3, 4, 6, 7, 8, 9, 14, 43])
def test_everybody_present_gets_one_seat_at_four_or_three(present):
    series = draw(factories.tournament(entrants=present))

    plan = plan_of(series)

    assert [len(table) for table in plan] == seating.table_sizes(present)
    assert sorted(number for table in plan for number in table) == list(range(1, present + 1))
    assert series.status == Series.Status.DRAWN


@pytest.mark.database
@pytest.mark.parametrize("present", [0, 1, 2, 5])
def test_so_few_cannot_be_seated_and_nothing_is_left_behind(present):
    made = factories.tournament(entrants=present)

    with pytest.raises(seating.CannotSeat):
        draw(made)

    assert not made.series.get().tables.exists()
    assert made.series.get().status == Series.Status.PLANNED
    assert not JournalEntry.objects.exists()


@pytest.mark.database
def test_who_is_absent_or_has_withdrawn_gets_no_seat():
    made = factories.tournament(entrants=6)
    made.entrants.filter(number=2).update(present=False)
    made.entrants.filter(number=5).update(present=False, withdrawn_at=EVENING)

    assert sorted(plan_of(draw(made))[0]) == [1, 3, 4, 6]


@pytest.mark.database
def test_the_same_seed_gives_the_same_seats():
    made = factories.tournament(entrants=12)
    first = plan_of(draw(made, public="5 2 6 1"))
    draws.discard_draw(
        series_id=made.series.get().pk, because="the hall wanted to see it", by=factories.user(), now=EVENING
    )

    assert plan_of(draw(made, public="5 2 6 1")) == first


@pytest.mark.database
def test_a_series_is_drawn_once():
    made = factories.tournament(entrants=4)
    draw(made)

    with pytest.raises(Refused, match="already-drawn"):
        draw(made)


@pytest.mark.database
def test_a_series_waits_for_the_one_before():
    made = factories.tournament(entrants=4, series=2)

    with pytest.raises(Refused, match="previous-series-open"):
        draw(made, 2)

    factories.close_series(factories.running_series(made))
    assert draw(made, 2).status == Series.Status.DRAWN


@pytest.mark.database
def test_strictly_by_standing_the_best_sit_at_table_one():
    made = factories.tournament(entrants=8, series=2, strictly_by_standing=True)
    made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
    factories.close_series(factories.running_series(made))
    ranks = list(made.series.get(number=1).seedings.order_by("rank").values_list("entrant__number", flat=True))

    plan = plan_of(draw(made, 2))

    assert [set(table) for table in plan] == [set(ranks[:4]), set(ranks[4:])]


@pytest.mark.database
def test_by_standing_as_few_as_possible_meet_again_unless_the_event_wants_it_strictly():
    made = factories.tournament(entrants=16, series=2)
    made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
    first = plan_of(factories.running_series(made))
    factories.close_series(made.series.get(number=1))

    second = plan_of(draw(made, 2))

    assert all(len(set(one) & set(other)) <= 1 for one in first for other in second)


@pytest.mark.database
def test_nothing_is_drawn_after_the_end():
    with pytest.raises(Refused, match="event-ended"):
        draw(factories.tournament(entrants=4, ended_at=EVENING))


@pytest.mark.database
def test_a_draw_is_discarded_for_a_reason_and_only_before_it_is_published():
    made = factories.tournament(entrants=4)
    series = draw(made)
    facts = {"series_id": series.pk, "by": factories.user(), "now": EVENING}

    with pytest.raises(Refused, match="reason-missing"):
        draws.discard_draw(because="  ", **facts)
    services.publish_series(**facts)
    with pytest.raises(Refused, match="not-a-preview"):
        draws.discard_draw(because="too late", **facts)
    with pytest.raises(Refused, match="not-a-preview"):
        services.publish_series(**facts)


@pytest.mark.database
def test_two_change_seats_and_the_journal_knows_why():
    made = factories.tournament(entrants=8)
    series = draw(made)
    before = plan_of(series)
    one, other = before[0][0], before[1][2]

    swap(series, one, other)

    after = plan_of(series)
    assert (after[0][0], after[1][2]) == (other, one)
    assert JournalEntry.objects.order_by("-number").first().data["because"] == "wheelchair"
    assert journal.first_broken_line(made) is None


@pytest.mark.database
def test_a_swap_needs_two_who_are_seated_and_a_reason():
    series = draw(factories.tournament(entrants=4))

    for numbers, because, code in (
        ((1, 1), "why", "nothing-to-swap"),
        ((1, 2), " ", "reason-missing"),
        ((1, 99), "why", "not-seated"),
    ):
        with pytest.raises(Refused, match=code):
            swap(series, *numbers, because=because)


@pytest.mark.database
def test_seats_stay_where_play_has_begun():
    made = factories.tournament(entrants=8)
    series = factories.running_series(made)
    factories.enter(factories.list_of(series), None)

    with pytest.raises(Refused, match="play-began"):
        swap(series, 1, 5)


@pytest.mark.database
def test_a_series_starts_once_and_only_published():
    made = factories.tournament(entrants=4)
    series = draw(made)
    facts = {"series_id": series.pk, "by": factories.user(), "now": EVENING}

    with pytest.raises(Refused, match="not-published"):
        services.start_series(**facts)
    services.publish_series(**facts)
    services.start_series(**facts)
    services.start_series(**facts)

    assert list(JournalEntry.objects.values_list("action", flat=True)).count("series.started") == 1


@pytest.mark.database
def test_a_renewed_key_is_another():
    made = factories.tournament(entrants=4)
    table = draw(made).tables.get()
    old = table.key

    assert services.renew_key(table_id=table.pk, by=factories.user(), now=EVENING).key != old


@pytest.mark.database
class TestJournal:
    def test_a_changed_line_shows(self):
        made = factories.tournament(entrants=4)
        draw(made)
        services.publish_series(series_id=made.series.get().pk, by=factories.user(), now=EVENING)
        JournalEntry.objects.filter(number=1).update(data={"series": 1, "seed": "mine", "tables": []})

        assert journal.first_broken_line(made) == 1

    def test_a_missing_line_shows(self):
        made = factories.tournament(entrants=4)
        draw(made)
        services.publish_series(series_id=made.series.get().pk, by=factories.user(), now=EVENING)
        JournalEntry.objects.filter(number=1).delete()

        assert journal.first_broken_line(made) == 1


@pytest.mark.database
def test_a_series_added_after_the_one_before_was_closed_is_still_set_by_its_standing():
    made = factories.tournament(entrants=8, series=1, strictly_by_standing=True)
    factories.close_series(factories.running_series(made))
    Series.objects.create(tournament=made, number=2, seating=Series.Seating.BY_STANDING)
    ranks = list(made.series.get(number=1).seedings.order_by("rank").values_list("entrant__number", flat=True))

    plan = plan_of(draw(made, 2))

    assert [set(table) for table in plan] == [set(ranks[:4]), set(ranks[4:])]
