"""Two who change seats, and a plan of seats made elsewhere: first what it would mean, then the change."""

import io
import re
from html import unescape

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tables.seating.checks import verify
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen, seen_in
from tests.support.page_reader import Visitor


def address(series: int = 1) -> str:
    return f"/t/cup/office/series/{series}/draw/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def draw(director, series=1, *, public="5 2 6 1", **more):
    return director.post(address(series), {"act": "draw", "public": public, **more})


def discard(director, series=1, *, because, **more):
    return post_seen(director, address(series), {"act": "discard", "because": because}, **more)


def ready_to_swap(director, series=1) -> dict[str, str]:
    """Tick any two who may be ticked, and return what the form that is shown then says was seen of the seats."""
    ticks = re.findall(r'name="swap" value="([0-9]+)"', director.get(address(series)).content.decode())[:2]
    shown = director.post(address(series), {"act": "look", "swap": ticks})
    return seen_in(shown, {"act": "swap"})


def seated(made, number=1) -> list[list[int]]:
    series = made.series.get(number=number)
    return [
        [seat.entrant.number for seat in table.seats.order_by("place")] for table in series.tables.order_by("number")
    ]


pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestSwap:
    def swap(self, director, *numbers, because="wheelchair"):
        sent = {"act": "swap", "swap": [str(n) for n in numbers], "because": because}
        return director.post(address(), {**ready_to_swap(director), **sent})

    def look(self, director, *numbers, series=1):
        return director.post(address(series), {"act": "look", "swap": [str(n) for n in numbers]})

    def test_what_is_no_swap_is_neither_shown_nor_done_and_the_ticks_are_kept(self, director):
        factories.tournament(entrants=8)
        assert self.look(director, 1, 2).status_code == 422
        draw(director)
        seen = ready_to_swap(director)

        two, nobody = "Choose two different start numbers.", "Nobody with this start number sits in series 1: 99."
        for numbers, because, said in (
            *(([], "why", two), ([1], "why", two), ([1, 1], "why", two), (["x", 2], "why", two)),
            *(([1, 99], "why", nobody), ([1, 2], " ", "Please give the reason; it is kept in the journal.")),
        ):
            answer = director.post(address(), {**seen, "act": "swap", "swap": numbers, "because": because})
            assert answer.status_code == 422, said
            assert said in text(answer)
            assert text(answer).count(" checked") == len({n for n in numbers if n in range(1, 9)})
        assert "If Spieler 1 (1) and Spieler 2 (2) change seats" in text(answer)
        for numbers, said in (([], two), ([1, 2, 3], two), ([1, 99], nobody)):
            answer = self.look(director, *numbers)
            assert answer.status_code == 422, said
            assert said in text(answer)
            assert "Swap the two seats" not in text(answer)

    @pytest.mark.thorough
    def test_the_first_step_says_in_words_what_changes_and_changes_nothing(self, director):
        made = factories.tournament(entrants=8, series=2)
        made.entrants.filter(number__in=[1, 5]).update(club="SC Herz")
        factories.close_series(factories.running_series(made))
        factories.running_series(made, 2, published_only=True)
        made.series.filter(number=2).update(seating="drawn")
        before = seated(made, 2)

        answer = self.look(director, 4, 5, series=2)

        body, shown = text(answer), answer.context["swap_shown"]
        assert answer.status_code == 200
        assert "If Spieler 4 (4) and Spieler 5 (5) change seats" in body
        assert "Spieler 1 (1) and Spieler 5 (5) are of one club and share a table." in shown.comes
        assert "Spieler 1 (1) and Spieler 4 (4) meet again." in shown.goes
        assert not {*shown.comes} & {*shown.goes}
        assert "Spieler 4 (4) moves from table 1, seat 4 to table 2, seat 1." in body
        assert "Spieler 1 (1) keeps the seat and plays with Spieler 5 (5) instead of Spieler 4 (4)." in shown.concerned
        assert len(shown.concerned) == 8
        assert seated(made, 2) == before

    @pytest.mark.thorough
    def test_the_second_step_does_it_in_the_preview_and_after_it_was_published(self, director):
        made = factories.tournament(entrants=8)
        draw(director)
        before = seated(made)
        two = before[0][0], before[1][0]
        body = text(self.look(director, *two))
        assert f'<input type="hidden" name="swap" value="{two[0]}">' in body
        assert "Swap the two seats" in body

        done = self.swap(director, *two)
        assert (seated(made)[0][0], seated(made)[1][0]) == two[::-1]
        assert "Swap the two seats" not in text(director.get(address()))

        undone = Visitor(client=director).get(done["Location"]).form("because", "swap").send("act=swap")
        assert "Done." in undone.text
        assert seated(made) == before

        director.post("/t/cup/office/series/1/", {"action": "publish"})
        made.series.update(status="published", published_at=EVENING)
        assert self.swap(director, *two).status_code == 302
        assert (seated(made)[0][0], seated(made)[1][0]) == two[::-1]

    def test_in_one_of_several_series_the_others_count(self, director):
        made = factories.tournament(entrants=16, series=3)
        draw(director, scope="all")
        first, second = seated(made, 1)[0], seated(made, 2)
        other = next(table for table in second if first[0] not in table and first[1] in table)
        # first[0] comes to the table of first[1], whom he meets in series 1.
        leaves = next(number for number in other if number != first[1])

        shown = self.look(director, first[0], leaves, series=2).context["swap_shown"]

        one, two = sorted(first[:2])
        assert f"Spieler {one} ({one}) and Spieler {two} ({two}) meet again. (Series 1, 2)" in shown.comes

    def test_where_play_has_begun_nobody_can_be_ticked_and_after_the_close_nowhere(self, director):
        made = factories.tournament(entrants=8)
        series = factories.running_series(made)
        factories.enter(factories.list_of(series), None)

        body = text(director.get(address()))
        assert 'name="swap" value="1"' not in body
        assert 'name="swap" value="5"' in body
        answer = self.swap(director, 1, 5)
        assert answer.status_code == 422
        assert "Play has begun at table 1" in text(answer)

        made.series.update(status="closed", closed_at=EVENING)
        body = text(director.get(address()))
        assert "Swap the two seats" not in body
        assert 'name="swap"' not in body


PLAN = "1 2 3 4\n5 6 7 8"


def check(director, plan=PLAN, series=1, **more):
    return director.post(address(series), {"act": "check", "plan": plan, **more})


def take(director, plan=PLAN, series=1):
    return director.post(address(series), {"act": "take", "plan": plan})


def workbook(*rows) -> SimpleUploadedFile:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return SimpleUploadedFile("plan.xlsx", out.getvalue())


class TestPreviewOfAPlan:
    def test_it_shows_the_tables_by_name_keeps_nothing_and_refuses_what_is_no_plan(self, director):
        made = factories.tournament(entrants=8)

        answer = check(director)
        body = text(answer)
        assert answer.status_code == 200
        for said in ("Series 1: 2 tables", "Spieler 5", "None.", 'name="act" value="take"'):
            assert said in body

        for plan in ("", " \n\u200b"):
            answer = check(director, plan)
            assert answer.status_code == 422, plan
            assert 'class="errorlist"' in text(answer)
        for plan, said in (
            ("1 2 3 4\n" * 130_000, "This file is too big. Files may have up to 5 MB."),
            ("1 2 3 4\n5 6 7", "without a seat are Spieler 8 (8)"),
        ):
            answer = take(director, plan)
            assert answer.status_code == 422
            assert said in text(answer)
        assert made.series.get().status == Series.Status.PLANNED

        take(director)
        answer = take(director, "8 7 6 5\n4 3 2 1")
        assert answer.status_code == 422
        assert "Series 1 has been drawn already" in text(answer)
        assert "8 7 6 5" in text(answer)
        assert made.draws.count() == 1
        discard(director, because="the wrong file")
        draw(director)
        assert made.series.get().seating == Series.Seating.DRAWN
        assert made.series.get().status == Series.Status.DRAWN

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

    def test_too_many_threes_a_missing_table_and_of_very_many_problems_the_first(self, director):
        factories.tournament(entrants=12)

        body = text(check(director, "1: 1 2 3\n2: 4 5 6\n3: 7 8 9\n5: 10 11 12"))
        many = text(check(director, "\n".join(f"{n} x" for n in range(1, 100))))

        assert "Series 1 has more than three tables of three (SkWO 7.1.1): 1, 2, 3, 5." in body
        assert "Series 1: table 4 is empty, though tables follow it." in body
        assert "more" in many
        assert many.count("<li>Line") == 50

    def test_the_queries_do_not_grow_with_the_plan(self, director, django_assert_num_queries):
        factories.tournament(entrants=40, series=3)
        plan = "\n".join(" ".join(str(4 * table + n) for n in range(1, 5)) for table in range(10))

        check(director)
        for many in (plan, f"{plan}\n\n{plan}\n\n{plan}"):
            with django_assert_num_queries(16):
                assert check(director, many).status_code == 200


class TestFile:
    def test_a_workbook_goes_through_the_same_preview_and_what_is_no_plan_is_refused(self, director):
        made = factories.tournament(entrants=8)
        rows = [[1, 1 + n // 4, 1 + n % 4, n + 1] for n in range(8)]

        for data, said in (
            (b"", "There is no table in this plan."),
            (b"%PDF-1.4", "A PDF cannot be read safely."),
            (b"PK\x03\x04", "damaged"),
        ):
            answer = director.post(address(), {"act": "check", "file": SimpleUploadedFile("x.xlsx", data)})
            assert answer.status_code == 422, said
            assert said in text(answer)
        plan = workbook(["Serie", "Tisch", "Platz", "Startnummer"], *rows)
        answer = director.post(address(), {"act": "check", "file": plan})

        assert answer.context["text"] == "1: 1 2 3 4\n2: 5 6 7 8"
        assert take(director, answer.context["text"]).status_code == 302
        assert seated(made) == [[1, 2, 3, 4], [5, 6, 7, 8]]


class TestTake:
    def test_it_becomes_a_preview_like_any_draw(self, director):
        made = factories.tournament(entrants=8, series=3)

        answer = director.post(address(), {"act": "take", "plan": f"{PLAN}\n\n1 5 2 6\n3 7 4 8"}, follow=True)

        assert answer.redirect_chain[-1][0] == "/t/cup/office/series/1/draw/"
        body = text(answer)
        assert "Saved. Only the direction sees the seats until they are published." in body
        assert "Preview: only the direction sees this." in body
        assert "Publish all 2 series" in body
        assert seated(made) == [[1, 2, 3, 4], [5, 6, 7, 8]]
        assert seated(made, 2) == [[1, 5, 2, 6], [3, 7, 4, 8]]
        states = list(made.series.values_list("status", "seating"))
        assert states == [("drawn", "fixed"), ("drawn", "fixed"), ("planned", "drawn")]
        assert verify(made.draws.get().record) == ()

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
