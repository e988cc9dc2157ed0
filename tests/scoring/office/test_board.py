"""The board of a series, alone and with others: publishing, starting, looking after the tables, closing."""

from datetime import timedelta

import pytest
from django.template.backends.django import Template
from django.test import Client

from scoring.signing import services as signing
from tables.draw.services import draws
from tables.people.models import Entrant
from tests.support import factories
from tests.support.event_in_mid_day import BOARD, act, drawn_together, page, running
from tests.support.factories import EVENING, GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("clock")]


def refused(client: Client, action: str) -> str:
    response = act(client, action)
    assert response.status_code == 422
    return response.content.decode()


class TestBeforePlay:
    def test_a_planned_series_leads_to_the_draw_a_drawn_one_is_published_a_published_one_started_once(self, director):
        series = factories.tournament(entrants=8, time_limit=90).series.get()
        text = page(director)
        assert "Not drawn yet" in text
        assert "/t/cup/office/series/1/draw/" in text

        draws.draw_series(series_id=series.pk, public="a", by=factories.user(), now=EVENING)
        text = page(director)
        assert "Publish the seats" in text
        assert "publish-all" not in text
        assert "have not been published yet" in refused(director, "start")

        response = act(director, "publish")
        assert (response.status_code, response["Location"]) == (302, BOARD)
        assert factories.list_of(series, 2).rounds == 1
        text = page(director)
        assert "The seats of series 1 are published" in text
        assert "The time limit of 90 minutes runs from then on" in text
        assert "Series 1 has no seats that could be changed now." in refused(director, "publish")

        for _twice in range(2):
            assert act(director, "start").status_code == 302
        text = page(director)
        assert "Series 1 has started" in text
        assert "Time limit: 90 minutes, until 20:30; 90 minutes are left." in text


class TestWhilePlayed:
    @pytest.mark.thorough
    def test_shows_every_table_with_its_state_in_words_and_where_to_go_from_it(self, director):
        series = running(entrants=18)
        Entrant.objects.filter(number=2).update(name="")
        factories.enter(factories.list_of(series, 2), (2, GRAND))
        for table in (3, 4, 5):
            row = factories.list_of(series, table)
            factories.fill(row)
            row.refresh_from_db()
            if table == 4:
                factories.confirm(row, 2)
            if table == 5:
                factories.confirm_and_sign(row)

        text = page(director)

        assert text.count('class="board-table') == 5
        assert "not begun" in text
        assert "No deal is written down yet." in text
        assert "in play" in text
        assert "3 deals are missing." in text
        assert "Seats 1, 2, 3, 4 have not confirmed." in text
        assert "Seats 1, 3 have not confirmed." in text
        assert "Signed 19:00" in text
        assert "The lists of these tables are not: 1, 2, 3, 4." in text
        assert 'value="close"' not in text
        assert "the lists of these tables are not signed: 1, 2, 3, 4." in refused(director, "close")
        assert "<li>No. 2</li>" in text
        for address in (
            "/t/cup/series/1/table/2/",
            "/t/cup/office/series/1/paper/?at=2",
            "/t/cup/office/series/1/table/2/type/",
            "/t/cup/series/1/table/2/sheet.pdf",
        ):
            assert f'href="{address}"' in text

    def test_says_how_long_ago_the_last_entry_was_and_when_the_time_limit_has_passed(self, director, clock):
        series = running(time_limit=60)
        factories.enter(factories.list_of(series, 1), (2, GRAND))
        assert "last entry just now" in page(director)

        clock.move_to(EVENING + timedelta(minutes=7))
        assert "last entry 7 minutes ago" in page(director)
        assert "quiet-for-long" not in page(director)

        clock.move_to(EVENING + timedelta(minutes=25))
        assert "quiet-for-long" in page(director)

        clock.move_to(EVENING + timedelta(hours=2))
        text = page(director)
        assert "last entry 19:00" in text
        assert "The time limit ended at 20:00." in text

    def test_shows_on_request_only_what_is_not_signed_and_after_the_last_series_leads_to_the_end(self, director):
        series = running()
        factories.play_series(series, skip=[2])
        row = factories.list_of(series, 2)
        factories.enter(row, (2, GRAND))
        signing.accept_short(list_id=row.pk, because="Abbruch", by=factories.user(), now=EVENING)

        text = page(director, "?open")
        assert text.count('class="board-table') == 1
        assert "/t/cup/series/1/table/2/" in text
        assert "Not signed yet (1)" in text
        # Accepted short it is complete; a signed list is not typed any more.
        assert "Seats 1, 2, 3, 4 have not confirmed." in text
        assert "/paper/?at=2" in text
        assert "/paper/?at=1" not in page(director)

        text = page(director, "?open", **{"HX-Request": "true"})
        assert 'hx-get="/t/cup/office/series/1/?open" hx-trigger="every 10s"' in text
        assert "<title>" not in text

        factories.confirm_and_sign(row)
        factories.close_series(series)
        text = page(director)
        assert 'href="/t/cup/office/?end#end"' in text
        assert 'id="board" class="stack">' in text

    def test_a_table_that_looks_as_before_is_not_drawn_again_but_in_another_language_or_for_a_judge(
        self, client, director, monkeypatch
    ):
        series = running()
        drawn_tables: list[int] = []
        render = Template.render

        def watched(template, context=None, request=None):
            if template.template.name.endswith("_tile.html"):
                drawn_tables.append(context["tile"].number)
            return render(template, context, request)

        monkeypatch.setattr(Template, "render", watched)
        assert page(director).count("No deal is written down yet.") == 2
        assert page(director).count("No deal is written down yet.") == 2
        assert drawn_tables == [1, 2]

        factories.enter(factories.list_of(series, 2), (2, GRAND))
        drawn_tables.clear()
        assert "last entry just now" in page(director)
        assert drawn_tables == [2]

        director.cookies["django_language"] = "de"
        drawn_tables.clear()
        assert "letzter Eintrag gerade eben" in page(director)
        client.force_login(factories.judge(series.tournament))
        assert "/paper/?at=" not in page(client)
        assert drawn_tables == [1, 2] * 2

    @pytest.mark.thorough
    def test_queries_do_not_grow_with_the_tables(self, director, django_assert_num_queries):
        series = running(entrants=16)
        factories.play_series(series, skip=[1])

        with django_assert_num_queries(23):
            director.get(BOARD)


def test_an_act_nobody_knows_is_refused_and_a_judge_is_offered_none(client, director):
    series = running()
    for fields in ({}, {"action": ""}, {"action": "burn"}, {"action": ["close", "burn"]}):
        response = director.post(BOARD, fields)

        assert response.status_code == 422, fields
        assert b'role="alert"' in response.content, fields

    client.force_login(factories.judge(series.tournament))
    text = page(client)
    assert "you see it as a judge" in text
    assert 'name="action"' not in text
    assert "/paper/?at=" not in text


class TestDrawnTogether:
    def test_or_one_by_one(self, director):
        series = drawn_together()

        act(director, "publish")

        assert [one.status for one in series.tournament.series.all()] == ["published", "drawn", "drawn"]
        text = director.get("/t/cup/office/series/2/").content.decode()
        assert "Publish all of them" in text

    def test_seats_drawn_by_hand_are_finished_first_here_and_in_the_office(self, director, client):
        made = factories.tournament(entrants=8)
        draws.set_up_tables(series_id=made.series.get().pk, players=8, by=factories.user(), now=EVENING)
        drawing, office = "/t/cup/office/series/1/draw/", "/t/cup/office/"

        for text in (page(director), director.get(office).text):
            assert "The seats are being drawn by hand" in text
            assert 'value="publish"' not in text
        assert f'id="do" href="{drawing}"' in text
        assert "still being drawn by hand" in refused(director, "publish")
        assert 'id="choice"' not in director.get(drawing).text
        tried = director.post(drawing, {"act": "preview", "public": "3", "more_missing": "1"})
        assert tried.status_code == 422
        assert "Series 1 has no seats that could be changed now." in tried.text
        client.force_login(factories.judge(made))
        assert drawing not in client.get(office).text
