"""The board of a series: publishing, starting, looking after the tables, closing."""

from datetime import timedelta

import pytest
import time_machine

from scoring.signing import services as signing
from tables.people.models import Entrant
from tests import factories
from tests.factories import EVENING, GRAND
from tests.scoring.office.board_read import BOARD, act, drawn, page, running

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(EVENING, tick=False) as clock:
        yield clock


class TestBeforePlay:
    def test_a_planned_series_leads_to_the_draw(self, director):
        factories.tournament(entrants=8)

        text = page(director)

        assert "Not drawn yet" in text
        assert "/t/cup/office/series/1/draw/" in text

    def test_a_drawn_series_is_published_with_a_list_for_every_table(self, director):
        series = drawn()
        assert "Publish the seats" in page(director)

        response = act(director, "publish")

        assert (response.status_code, response["Location"]) == (302, BOARD)
        assert factories.list_of(series, 2).rounds == 1
        assert "The seats of series 1 are published" in page(director)

    def test_a_published_series_is_started(self, director):
        factories.running_series(factories.tournament(entrants=8, time_limit=90), published_only=True)
        assert "The time limit of 90 minutes runs from then on" in page(director)

        act(director, "start")

        text = page(director)
        assert "Series 1 has started" in text
        assert "Time limit: 90 minutes, until 20:30; 90 minutes are left." in text

    def test_the_start_of_a_later_series_warns_about_appeals(self, director):
        made = factories.tournament(entrants=8, series=2)
        factories.close_series(factories.running_series(made))
        factories.running_series(made, 2, published_only=True)

        text = director.get("/t/cup/office/series/2/").content.decode()

        assert "appeals about the series before are too late" in text


class TestWhilePlayed:
    def test_shows_every_table_with_its_state_in_words(self, director):
        series = running(entrants=18)
        factories.enter(factories.list_of(series, 2), (2, GRAND))
        factories.fill(factories.list_of(series, 3))
        row = factories.list_of(series, 4)
        factories.fill(row)
        row.refresh_from_db()
        factories.confirm(row, 2)
        row = factories.list_of(series, 5)
        factories.fill(row)
        factories.confirm_and_sign(row)

        text = page(director)

        assert text.count('class="board-table') == 5
        assert "not begun" in text
        assert "No deal has been entered yet." in text
        assert "in play" in text
        assert "3 deals are missing." in text
        assert "Seats 1, 2, 3, 4 have not confirmed." in text
        assert "Seats 1, 3 have not confirmed." in text
        assert "Signed 19:00" in text
        assert "The lists of these tables are not: 1, 2, 3, 4." in text
        assert 'value="close"' not in text

    def test_leads_to_list_typing_and_sheet_of_a_table(self, director):
        running()

        text = page(director)

        for address in (
            "/t/cup/series/1/table/2/",
            "/t/cup/office/series/1/paper/?at=2",
            "/t/cup/office/series/1/table/2/type/",
            "/t/cup/series/1/table/2/sheet.pdf",
        ):
            assert f'href="{address}"' in text

    def test_a_signed_list_is_not_typed_any_more(self, director):
        series = running()
        factories.play_series(series)

        assert "/paper/?at=" not in page(director)

    def test_says_how_long_ago_the_last_entry_was(self, director, clock):
        series = running()
        factories.enter(factories.list_of(series, 1), (2, GRAND))
        assert "last entry just now" in page(director)

        clock.move_to(EVENING + timedelta(minutes=7))
        assert "last entry 7 minutes ago" in page(director)
        assert "quiet-for-long" not in page(director)

        clock.move_to(EVENING + timedelta(minutes=25))
        assert "quiet-for-long" in page(director)

        clock.move_to(EVENING + timedelta(hours=2))
        assert "last entry 19:00" in page(director)

    def test_shows_on_request_only_what_is_not_signed(self, director):
        series = running()
        factories.play_series(series, skip=[2])

        text = page(director, "?open")

        assert text.count('class="board-table') == 1
        assert "/t/cup/series/1/table/2/" in text
        assert "Not signed yet (1)" in text

    def test_says_when_the_time_limit_has_passed(self, director, clock):
        running(time_limit=60)
        clock.move_to(EVENING + timedelta(minutes=60))

        assert "The time limit ended at 20:00." in page(director)

    def test_a_list_accepted_short_is_complete(self, director):
        row = factories.list_of(running())
        factories.enter(row, (2, GRAND))
        signing.accept_short(list_id=row.pk, because="Abbruch", by=factories.user(), now=EVENING)

        assert "Seats 1, 2, 3, 4 have not confirmed." in page(director)

    def test_asks_again_by_itself_for_the_tables_alone(self, director):
        running()

        text = page(director, "?open", **{"HX-Request": "true"})

        assert 'hx-get="/t/cup/office/series/1/?open" hx-trigger="every 10s"' in text
        assert "<title>" not in text

    @pytest.mark.parametrize("entrants", [8, 40])
    def test_queries_do_not_grow_with_the_tables(self, director, django_assert_num_queries, entrants):
        series = running(entrants=entrants)
        factories.play_series(series, skip=[1])

        with django_assert_num_queries(23):
            director.get(BOARD)

    def test_names_stay_text(self, director):
        running()
        Entrant.objects.filter(number=1).update(name='<img src=x onerror="x()">')
        Entrant.objects.filter(number=2).update(name="")

        text = page(director)

        assert "<img" not in text
        assert "<li>No. 2</li>" in text
