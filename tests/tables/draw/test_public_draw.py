"""How a series was drawn, for everybody: the seal before, the numbers and the record after, nothing too early."""

import json

import pytest
from django.core.cache import cache

from scoring.results.services.series import publish_series
from tables import seating
from tables.draw.models import Draw
from tables.draw.services import draws, reseating
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING
from tests.tables.draw.test_draw_swap import text

pytestmark = pytest.mark.django_db


def page(client, number=1, query="") -> str:
    return text(client.get(f"/t/cup/series/{number}/draw/{query}"))


def record(client, number=1, **more):
    return client.get(f"/t/cup/draws/{number}.json", **more)


def by_now():
    return {"by": factories.user(), "now": EVENING}


def draw(made, number=1, *, public="5 2 6 1", all_left=False, published=True) -> Series:
    series = draws.draw_series(
        series_id=made.series.get(number=number).pk, public=public, all_left=all_left, **by_now()
    )
    return publish(made, number) if published else series


def publish(made, number=1) -> Series:
    return publish_series(series_id=made.series.get(number=number).pk, **by_now())


def discard(made, because="the dice fell off the table", number=1):
    return draws.discard_draw(series_id=made.series.get(number=number).pk, because=because, **by_now())


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


@pytest.mark.slow
class TestBefore:
    def test_only_the_seal_is_shown_to_anybody_and_the_record_to_the_direction(self, client, director):
        made = factories.tournament(entrants=8)
        factories.judge(made)
        client.force_login(factories.user("richterin"))
        series = made.series.get()

        for drawn in (False, True):
            if drawn:
                draw(made, published=False)
            for visitor in (client, director):
                body = page(visitor)
                assert series.commitment in body
                assert "nobody chooses both" in body
                for hidden in (series.secret, "Spieler", "5 2 6 1", ".json"):
                    assert hidden not in body
        assert record(client).status_code == 404
        assert record(director).status_code == 200
        assert "omputed again" not in page(client, query="?check")

    def test_the_plan_shows_the_seal_of_every_series(self, client):
        made = factories.tournament(series=3)

        body = text(client.get("/t/cup/plan/"))

        for series in made.series.all():
            assert series.commitment in body
            assert series.secret not in body
            assert f"/t/cup/series/{series.number}/draw/" in body


@pytest.mark.slow
class TestAfter:
    def test_the_number_is_opened_and_fits_the_seal_or_is_said_not_to(self, client):
        series = draw(factories.tournament(entrants=8))
        kept = series.draw

        body = page(client)

        for shown in (
            "drawn",
            "5 2 6 1",
            series.commitment,
            f"'tables.seating commitment:{series.secret}'",
            "It fits the seal.",
            seating.record_hash(kept.record),
            "SC Herz Dame",
            "None.",
            "python3 -m tables.seating cup-draw-1.json",
        ):
            assert shown in body
        assert 'href="/t/cup/series/1/draw/"' in text(client.get("/t/cup/series/1/seats/"))

        kept.record["lots"]["secret"] = "0" * 32
        kept.save()
        assert "It does not fit the seal." in page(client)

    def test_couples_are_told_from_team_mates(self, client):
        made = factories.tournament(entrants=4)
        made.entrants.filter(number__gte=3).update(team="Buben")
        made.entrants.get(number=1).apart_from.add(made.entrants.get(number=2))
        draw(made)

        body = page(client)

        assert "Spieler 1 (1) and Spieler 2 (2) are to be kept apart and share a table." in body
        assert "Spieler 3 (3) and Spieler 4 (4) are of one team and share a table." in body

    def test_seats_drawn_by_hand_and_fixed_plans_had_nothing_sealed(self, client):
        made = factories.tournament(entrants=4)
        series = made.series.get()
        draws.set_up_tables(series_id=series.pk, players=4, **by_now())
        for place in range(1, 5):
            draws.seat_by_hand(series_id=series.pk, number=place, table=1, place=place, **by_now())
        draws.finish_by_hand(series_id=series.pk, **by_now())
        publish(made)

        body = page(client, query="?check")
        assert "drawn by hand" in body
        assert "The hall has diced" not in body
        assert "the seats keep the rules, and everything in the protocol fits them" in body

        other = factories.tournament(slug="other", entrants=4, director="anderer")
        fixed = draws.take_fixed_plan(series_id=other.series.get().pk, plan=[[[4, 3, 2, 1]]], **by_now())
        publish_series(series_id=fixed.pk, **by_now())
        assert "by a fixed plan" in text(client.get("/t/other/series/1/draw/"))

    def test_seats_without_a_draw_are_no_fault(self, client):
        made = factories.tournament(entrants=4)
        made.series.update(status="published", published_at=EVENING)

        assert "Of these seats no protocol was kept." in page(client)

    @pytest.mark.thorough
    def test_the_queries_do_not_grow_with_tables_and_draws(self, client, django_assert_num_queries):
        made = factories.tournament(entrants=80)
        for _ in range(5):
            draw(made, published=False)
            discard(made)
        draw(made)

        with django_assert_num_queries(6):
            client.get("/t/cup/series/1/draw/")


@pytest.mark.slow
class TestWhatHappened:
    def test_who_changed_seats_and_why(self, client):
        made = factories.tournament(entrants=8, series=2)
        series = draw(made, all_left=True)
        reseating.swap_seats(series_id=series.pk, numbers=(3, 5), because="a wheelchair", **by_now())

        assert "Spieler 3 (3) and Spieler 5 (5) changed seats, because: a wheelchair" in page(client)
        publish(made, 2)
        assert "a wheelchair" not in page(client, 2)

    def test_who_was_missing_and_who_was_late(self, client):
        made = factories.tournament(entrants=9)
        made.entrants.filter(number=9).update(present=False)
        series = draw(made)
        reseating.reseat_series(
            series_id=series.pk, absent=[2], late=[9], public="3 3", because="a jam on the A4", **by_now()
        )

        body = page(client)

        assert "drawn, later changed for some" in body
        assert "Missing: Spieler 2 (2). Late: Spieler 9 (9). Reason: a jam on the A4" in body
        assert "The hall has diced: 5 2 6 1." in body
        assert "The hall has diced: 3 3." in body
        assert body.count("Protocol of the draw") == 3
        assert "Everything in the protocol fits." in page(client, query="?check")


class TestTogether:
    @pytest.mark.slow
    def test_nothing_gives_away_series_that_are_not_published_and_then_all_is_open(self, client, director):
        made = factories.tournament(entrants=16, series=2)
        draw(made, public="1 1 1 1", published=False)
        discard(made)
        series = draw(made, all_left=True)

        body = page(client)
        assert "Series 1 to 2" in body
        assert "Still closed, until the seats of series 2 are published." in body
        assert "The protocol can be downloaded when the seats of series 2 are published." in body
        for hidden in (series.secret, series.draw.record["seed"], "/t/cup/draws/"):
            assert hidden not in body
        assert seating.record_hash(series.draw.record) in body
        assert "omputed again" not in page(client, query="?check")
        assert [record(client, number).status_code for number in (1, 2)] == [404, 404]
        assert record(director, 2).status_code == 200

        publish(made, 2)
        body = page(client, 2)
        assert "Seal shown beforehand" in body
        assert series.commitment in body
        assert series.secret in body
        assert "Draw 1 was discarded, because: the dice fell off the table" in page(client)
        assert "/t/cup/draws/1.json" in page(client)
        assert record(client, 2).status_code == 200
        assert seating.verify(record(client, 1).json()) == ()

    @pytest.mark.slow
    def test_a_discarded_draw_of_several_does_not_keep_the_one_that_holds_closed(self, client):
        made = factories.tournament(entrants=16, series=2)
        draw(made, all_left=True, published=False)
        discard(made)
        draw(made)

        assert record(client, 2).status_code == 200
        assert record(client, 1).status_code == 404


def test_the_record_recomputes_as_downloaded_and_is_sent_again_only_when_it_changed(client):
    series = draw(factories.tournament(entrants=8))

    answer = record(client)

    etag = {"if-none-match": answer["ETag"]}
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == 'attachment; filename="cup-draw-1.json"'
    assert json.loads(answer.content) == series.draw.record
    assert seating.verify(json.loads(answer.content)) == ()
    assert b"Spieler" not in answer.content
    assert record(client, headers=etag).status_code == 304
    reseating.swap_seats(series_id=series.pk, numbers=(3, 5), because="a wheelchair", **by_now())
    assert record(client, headers=etag).status_code == 200


class TestCheck:
    @pytest.mark.slow
    def test_asked_it_computes_the_draw_once_and_a_record_that_was_changed_is_found_out(self, client, monkeypatch):
        series = draw(factories.tournament(entrants=8))
        computed = []
        real = seating.verify
        monkeypatch.setattr(seating, "verify", lambda record: computed.append(record) or real(record))

        assert "Let this site compute it again" in page(client)
        assert computed == []
        for _ in range(2):
            assert "Everything in the protocol fits." in page(client, query="?check")
        assert len(computed) == 1

        kept = Draw.objects.get(pk=series.draw.pk)
        kept.record["entries"][0]["club"] = "SC Betrug"
        kept.save()
        body = page(client, query="?check")
        assert "The protocol does not fit the draw:" in body
        assert "“" in body

    def test_while_one_check_runs_others_do_not_start(self, client, monkeypatch):
        draw(factories.tournament(entrants=14))
        real = draws.seating.verify
        seen = []

        def slow(record):
            seen.append(page(client, query="?check"))
            return real(record)

        monkeypatch.setattr(draws.seating, "verify", slow)

        assert "Everything in the protocol fits." in page(client, query="?check")
        assert len(seen) == 1
        assert "Please load the page again in a moment." in seen[0]
