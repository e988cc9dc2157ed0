"""Late and missing through the page: the change, who may make it, and the way there."""

import re

import pytest
from django.test import Client

from tables.draw.services import reseating
from tables.draw.services import series as hall
from tables.people.models import Entrant
from tests import factories
from tests.factories import EVENING
from tests.scoring.office.reseat_pages import BOARD, PAGE, change, hidden, published, seats, show, text

pytestmark = pytest.mark.django_db


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
        published(16, preview=True)

        assert change(director, show(director, more_missing="1"))["Location"] == "/t/cup/office/series/1/draw/"

    def test_without_a_reason_the_page_asks_for_it(self, director):
        series = published(16)
        before = seats(series)

        answer = change(director, show(director, more_missing="1"), because=" ")

        assert answer.status_code == 422
        assert "Please give the reason; it is kept in the journal." in text(answer)
        assert hidden(answer)["missing"] == ["1"]
        assert seats(series) == before

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

    @pytest.mark.parametrize("fields", [{}, {"act": "burn"}, {"act": "change"}, {"act": ["change", "preview"]}])
    def test_a_post_without_sense_changes_nothing(self, director, fields):
        series = published(16)
        before = seats(series)

        assert director.post(PAGE, fields).status_code == 422
        assert seats(series) == before


class TestAccess:
    @pytest.mark.parametrize("method", ["get", "post"])
    def test_only_the_director_opens_it(self, client, method):
        series = published(16)
        assert getattr(client, method)(PAGE)["Location"].startswith("/sign-in/")
        client.force_login(factories.judge(series.tournament))
        assert getattr(client, method)(PAGE).status_code == 403
        factories.tournament(slug="andere", director="fremd")
        client.force_login(factories.user("fremd"))
        assert getattr(client, method)(PAGE).status_code == 403

    def test_an_unknown_series_is_not_found(self, director):
        published(16)

        assert director.get("/t/cup/office/series/7/changes/").status_code == 404
        assert director.get("/t/cup/office/series/99999999999999999999/changes/").status_code == 404

    def test_without_a_token_nothing_is_posted(self):
        published(16)
        guarded = Client(enforce_csrf_checks=True)
        guarded.force_login(factories.user())

        assert show(guarded, more_missing="1").status_code == 403

    def test_nothing_else_is_done_here(self, director):
        published(16)

        assert director.delete(PAGE).status_code == 405


class TestWayThere:
    def test_the_board_says_when_somebody_is_late_or_missing(self, director):
        published(16, absent=[15, 16])
        Entrant.objects.filter(number=16).update(present=True)
        Entrant.objects.filter(number__in=[1, 2]).update(present=False)

        body = text(director.get(BOARD))

        assert "1 entrant present has no seat." in body
        assert "2 seats wait for somebody who is not marked as present." in body
        assert f'id="reseat" href="{PAGE}"' in body

    def test_it_is_silent_when_play_has_begun_everywhere(self, director):
        series = published(8)
        Entrant.objects.create(tournament=series.tournament, number=77, present=True, registered_at=EVENING)
        assert 'id="reseat"' in text(director.get(BOARD))
        hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
        for table in (1, 2):
            factories.enter(factories.list_of(series, table), None)

        assert 'id="reseat"' not in text(director.get(BOARD))

    def test_a_judge_is_not_led_there(self, client):
        series = published(16)
        Entrant.objects.filter(number=1).update(present=False)
        client.force_login(factories.judge(series.tournament))

        assert PAGE not in text(client.get(BOARD))
