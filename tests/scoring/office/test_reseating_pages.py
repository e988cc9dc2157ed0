"""Late and missing, through the page: who is proposed, what it would mean, the change, who may make it."""

import re
from html import unescape

import pytest
from django.test import Client

from tables.draw.services import reseating
from tables.draw.services import seats as hall
from tables.people.models import Entrant
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.reseating_acts import drawn, published, seats

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGE = "/t/cup/office/series/1/draw/"
BOARD = "/t/cup/office/series/1/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def show(director: Client, **fields):
    return director.post(PAGE, {"act": "preview", "public": "3", **fields})


def hidden(answer) -> dict[str, list[str]]:
    """Return what the form that changes the seats would send."""
    form = answer.content.decode().split('id="change"')[1].split("</form>")[0]
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form):
        fields.setdefault(name, []).append(value)
    return fields


def change(director: Client, shown, *, because="flat tyre"):
    return director.post(PAGE, {**hidden(shown), "because": because})


class TestProposal:
    def test_whoever_is_missing_and_whoever_is_late_is_ticked(self, director):
        series = published(16, absent=[15, 16])
        Entrant.objects.filter(number__in=[2]).update(present=False, club="SC Herz")
        Entrant.objects.filter(number=16).update(present=True)
        Entrant.objects.filter(number=15).update(withdrawn_at=EVENING)
        seat = series.seats.select_related("table").get(entrant__number=2)

        answer = director.get(PAGE)
        body = text(answer)

        assert 'name="missing" value="2" checked' in body
        assert f"Table {seat.table.number}, seat {seat.place} · SC Herz" in body
        assert 'name="late" value="16" checked' in body
        assert body.split('id="choice"')[1].split("</form>")[0].count(" checked") == 2
        # Whoever has withdrawn is not late.
        assert 'name="late" value="15"' not in body
        # Another number is proposed every time; ticks taken away stay away.
        again = [one.context["reseating"]["public"].value() for one in (answer, director.get(PAGE), director.get(PAGE))]
        assert len({*again}) == 3
        assert 'name="late" value="16">' in text(show(director))

    def test_a_series_whose_seats_cannot_change_says_so(self, director):
        made = factories.tournament(entrants=4)

        for is_closed in (False, True):
            if is_closed:
                factories.close_series(factories.running_series(made))
            answer = director.get(PAGE)
            assert answer.status_code == 200
            assert 'id="choice"' not in text(answer)
            tried = show(director, more_missing="1")
            assert tried.status_code == 422
            assert "Series 1 has no seats that could be changed now." in text(tried)

    def test_the_queries_do_not_grow_with_the_entrants(self, director, django_assert_num_queries):
        published(32, series=3, absent=[32])
        Entrant.objects.filter(number__lte=4).update(present=False)

        with django_assert_num_queries(17):
            director.get(PAGE)
        with django_assert_num_queries(24):
            show(director, more_missing="1", more_late="32")


class TestPreview:
    def test_it_tells_who_is_disturbed_and_writes_nothing(self, director):
        series = published(16, absent=[16])
        before, lines = seats(series), series.tournament.journal.count()
        gone = before[1][2]

        answer = show(director, more_missing=str(gone), more_late="16")

        assert answer.status_code == 200
        body = text(answer)
        assert f"Spieler 16 (16) takes the chair of Spieler {gone} ({gone}): table 2, seat 3." in body
        assert "3 keep their seats and get other company" in body
        assert "No weak spot comes with it." in body
        assert seats(series) == before
        assert series.tournament.journal.count() == lines
        assert hidden(answer)["missing"] == [str(gone)]
        assert hidden(answer)["late"] == ["16"]
        assert hidden(answer)["public"] == ["3"]

    def test_if_nobody_is_missing_that_is_said_and_ticked_and_typed_go_together_and_count_once(self, director):
        published(16)
        assert text(director.get(PAGE)).count('<p class="quiet">Nobody</p>') == 2

        answer = show(director, missing=["3", "1"], more_missing="3, 5;7")

        assert hidden(answer)["missing"] == ["1", "3", "5", "7"]

    def test_where_play_has_begun_the_change_is_not_offered(self, director):
        series = published(16)
        hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
        factories.enter(factories.list_of(series, 2), None)

        body = text(show(director, more_missing=str(seats(series)[1][0])))

        assert "Play has begun at table 2, so its seats stay as they are (SkWO 7.1.3)." in body
        assert 'id="change"' not in body
        assert 'id="choice"' in body

    def test_too_few_left_are_told_why(self, director):
        published(6)

        answer = show(director, more_missing="1")

        assert answer.status_code == 422
        assert "Present: 5. Tables of four and three need" in text(answer)
        assert 'value="1"' in text(answer)

    @pytest.mark.thorough
    def test_what_is_typed_wrongly_is_said_and_kept(self, director):
        series = published(16, absent=[15, 16])
        series.tournament.entrants.filter(number=16).update(withdrawn_at=EVENING)
        for fields, said in (
            ({}, "Nobody is missing and nobody is late: there is nothing to change."),
            ({"more_missing": "٣"}, "No start number: ٣."),
            ({"more_missing": "15"}, "Nobody with this start number sits in series 1: 15."),
            ({"missing": ["x", "99"]}, "Nobody with this start number sits in series 1: 99."),
            ({"more_late": "1"}, "These have a seat in series 1 already: 1."),
            ({"more_late": "99"}, "There is no entrant with start number 99."),
            ({"more_late": "16"}, "No. 16 has withdrawn."),
            ({"more_missing": "1", "more_late": "1"}, "No. 1 cannot be both missing and late."),
            ({"more_missing": "1", "public": " "}, "This field is required."),
            ({"more_missing": "1", "public": "6" * 65}, "at most 64 characters"),
            ({"more_missing": "1 " * 400}, "At most 100 start numbers."),
        ):
            answer = show(director, **fields)

            assert answer.status_code == 422, fields
            assert said in text(answer)
            assert fields.get("more_missing", "").strip() in text(answer)


class TestChange:
    def test_exactly_what_was_shown_is_done(self, director):
        series = published(17, absent=[17])
        shown = show(director, more_late="17")

        answer = change(director, shown)

        assert (answer.status_code, answer["Location"]) == (302, BOARD)
        body = text(director.get(BOARD))
        assert "The seats of series 1 are changed; other sheets are needed at table" in body
        assert body.count('class="board-table') == 5
        for sentence in re.findall(r"\((\d+)\) moves from table \d+, seat \d+ to table (\d+), seat (\d+)", text(shown)):
            number, table, place = map(int, sentence)
            assert seats(series)[table - 1][place - 1] == number

    def test_a_preview_leads_back_to_its_draw(self, director):
        drawn()

        assert change(director, show(director, more_missing="1"))["Location"] == "/t/cup/office/series/1/draw/"

    def test_when_another_changed_seats_meanwhile_the_new_effect_is_shown(self, director):
        series = published(16, absent=[16])
        shown = show(director, more_missing="1", more_late="16")
        before = seats(series)
        other = before[1][0] if 1 not in before[1] else before[2][0]
        reseating.swap_seats(series_id=series.pk, numbers=(1, other), because="chair", by=factories.user(), now=EVENING)
        swapped = seats(series)

        answer = change(director, shown)

        assert answer.status_code == 409
        assert "Something has changed in the meantime, so nothing was done." in text(answer)
        assert "flat tyre" in text(answer)
        assert seats(series) == swapped
        assert change(director, answer).status_code == 302
        assert seats(series) != swapped

    def test_sent_twice_it_is_done_once(self, director):
        series = published(16)
        shown = show(director, more_missing="1")
        change(director, shown)
        after = seats(series)

        again = change(director, shown)

        assert again.status_code == 422
        assert "Nobody with this start number sits in series 1: 1." in text(again)
        assert seats(series) == after

    def test_play_that_began_meanwhile_stops_it(self, director):
        series = published(16)
        number = seats(series)[0][0]
        shown = show(director, more_missing=str(number))
        hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
        factories.enter(factories.list_of(series, 1), None)

        answer = change(director, shown)

        assert answer.status_code == 409
        assert text(answer).count("Play has begun at table 1") == 1
        assert series.seats.filter(entrant__number=number).exists()


class TestWayThere:
    def test_the_board_says_when_somebody_is_late_or_missing_but_leads_no_judge_there(self, director, client):
        series = published(16, absent=[15, 16])
        Entrant.objects.filter(number=16).update(present=True)
        Entrant.objects.filter(number__in=[1, 2]).update(present=False)

        body = text(director.get(BOARD))

        assert "1 entrant present has no seat." in body
        assert "2 seats wait for somebody who is not marked as present." in body
        assert f'id="reseat" href="{PAGE}#late"' in body
        client.force_login(factories.judge(series.tournament))
        assert PAGE not in text(client.get(BOARD))

    def test_it_is_silent_when_play_has_begun_everywhere(self, director):
        series = published(8)
        Entrant.objects.create(tournament=series.tournament, number=77, present=True, registered_at=EVENING)
        assert 'id="reseat"' in text(director.get(BOARD))
        hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
        for table in (1, 2):
            factories.enter(factories.list_of(series, table), None)

        assert 'id="reseat"' not in text(director.get(BOARD))
