"""How a series was drawn, for everybody: the seal before, the numbers and the record after, nothing too early."""

import json
from html import unescape

import pytest
from django.core.cache import cache

from scoring.results.services.series import publish_series
from tables import seating
from tables.draw.models import Draw
from tables.draw.services import draws, reseating
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


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
    @pytest.mark.parametrize("drawn", [False, True])
    def test_only_the_seal_is_shown_to_anybody(self, client, director, drawn):
        made = factories.tournament(entrants=8)
        series = made.series.get()
        if drawn:
            draw(made, published=False)

        for visitor in (client, director):
            body = page(visitor)
            assert series.commitment in body
            assert "nobody chooses both" in body
            assert series.secret not in body
            assert "Spieler" not in body
            assert "5 2 6 1" not in body
            assert ".json" not in body

    def test_the_plan_shows_the_seal_of_every_series(self, client):
        made = factories.tournament(series=3)

        body = text(client.get("/t/cup/plan/"))

        for series in made.series.all():
            assert series.commitment in body
            assert series.secret not in body
            assert f"/t/cup/series/{series.number}/draw/" in body

    def test_a_record_that_is_not_published_is_the_directions_only(self, client, director):
        made = factories.tournament(entrants=8)
        factories.judge(made)
        draw(made, published=False)
        client.force_login(factories.user("richterin"))

        assert record(client).status_code == 404
        assert record(director).status_code == 200

    def test_checking_beforehand_says_nothing(self, client):
        made = factories.tournament(entrants=8)
        draw(made, published=False)

        assert "omputed again" not in page(client, query="?check")


@pytest.mark.slow
class TestAfter:
    def test_the_number_is_opened_and_fits_the_seal(self, client):
        made = factories.tournament(entrants=8)
        series = draw(made)

        body = page(client)

        assert "drawn" in body
        assert "5 2 6 1" in body
        assert series.commitment in body
        assert f"'tables.seating commitment:{series.secret}'" in body
        assert "It fits the seal." in body
        assert seating.record_hash(series.draw.record) in body
        assert "SC Herz Dame" in body
        assert "None." in body
        assert "python3 -m tables.seating cup-draw-1.json" in body

    def test_a_number_that_does_not_fit_is_called_so(self, client):
        made = factories.tournament(entrants=8)
        kept = draw(made).draw
        kept.record["lots"]["secret"] = "0" * 32
        kept.save()

        assert "It does not fit the seal." in page(client)

    def test_the_seats_lead_there(self, client):
        draw(factories.tournament(entrants=8))

        assert 'href="/t/cup/series/1/draw/"' in text(client.get("/t/cup/series/1/seats/"))

    @pytest.mark.thorough
    def test_weak_spots_are_named_with_what_could_not_be_avoided(self, client):
        made = factories.tournament(entrants=4, series=2)
        made.entrants.filter(number__lte=2).update(club="SC Herz")
        factories.close_series(factories.running_series(made))
        draw(made, 2)

        body = page(client, 2)

        assert "Spieler 1 (1) and Spieler 2 (2) meet again." in body
        assert "Spieler 1 (1) and Spieler 2 (2) are of one club and share a table." in body
        assert "At least 6 meetings again cannot be avoided" in body
        assert "At least 1 meeting of club mates cannot be avoided" in body

    def test_couples_are_told_from_team_mates(self, client):
        made = factories.tournament(entrants=4)
        made.entrants.filter(number__gte=3).update(team="Buben")
        made.entrants.get(number=1).apart_from.add(made.entrants.get(number=2))
        draw(made)

        body = page(client)

        assert "Spieler 1 (1) and Spieler 2 (2) are to be kept apart and share a table." in body
        assert "Spieler 3 (3) and Spieler 4 (4) are of one team and share a table." in body

    @pytest.mark.thorough
    def test_set_by_standing_is_said(self, client):
        made = factories.tournament(entrants=8, series=2)
        made.series.filter(number=2).update(seating="by-standing")
        factories.close_series(factories.running_series(made))
        draw(made, 2)

        assert "set by standing" in page(client, 2)

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
    def test_discarded_draws_are_told_with_their_reason_and_their_record(self, client):
        made = factories.tournament(entrants=8)
        draw(made, public="1 1 1 1", published=False)
        discard(made)
        draw(made)

        body = page(client)

        assert "Draw 1 was discarded, because: the dice fell off the table" in body
        assert "/t/cup/draws/1.json" in body
        assert seating.verify(record(client, 1).json()) == ()

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
    def test_nothing_gives_away_series_that_are_not_published(self, client, director):
        made = factories.tournament(entrants=16, series=2)
        series = draw(made, all_left=True)

        body = page(client)

        assert "Series 1 to 2" in body
        assert "Still closed, until the seats of series 2 are published." in body
        assert "The protocol can be downloaded when the seats of series 2 are published." in body
        assert series.secret not in body
        assert series.draw.record["seed"] not in body
        assert "/t/cup/draws/" not in body
        assert seating.record_hash(series.draw.record) in body
        assert "omputed again" not in page(client, query="?check")
        assert record(client).status_code == 404
        assert record(director).status_code == 200

    def test_all_is_open_when_all_are_published(self, client):
        made = factories.tournament(entrants=16, series=2)
        series = draw(made, all_left=True)
        publish(made, 2)

        body = page(client, 2)

        assert "Seal shown beforehand" in body
        assert series.commitment in body
        assert series.secret in body
        assert record(client).status_code == 200

    def test_a_discarded_draw_does_not_open_the_number_that_others_still_hang_on(self, client):
        made = factories.tournament(entrants=16, series=2)
        draw(made, public="1", published=False)
        discard(made)
        series = draw(made, all_left=True)

        assert record(client, 1).status_code == 404
        assert series.secret not in page(client)
        publish(made, 2)
        assert record(client, 1).status_code == 200

    def test_a_discarded_draw_of_several_does_not_keep_the_one_that_holds_closed(self, client):
        made = factories.tournament(entrants=16, series=2)
        draw(made, all_left=True, published=False)
        discard(made)
        draw(made)

        assert record(client, 2).status_code == 200
        assert record(client, 1).status_code == 404


class TestRecord:
    def test_it_recomputes_as_downloaded(self, client):
        series = draw(factories.tournament(entrants=14))

        answer = record(client)

        assert answer["Content-Type"] == "application/json"
        assert answer["Content-Disposition"] == 'attachment; filename="cup-draw-1.json"'
        assert json.loads(answer.content) == series.draw.record
        assert seating.verify(json.loads(answer.content)) == ()
        assert b"Spieler" not in answer.content

    def test_it_is_sent_again_only_when_it_changed(self, client):
        made = factories.tournament(entrants=8)
        series = draw(made)
        etag = record(client)["ETag"]

        assert record(client, headers={"if-none-match": etag}).status_code == 304
        reseating.swap_seats(series_id=series.pk, numbers=(3, 5), because="a wheelchair", **by_now())
        assert record(client, headers={"if-none-match": etag}).status_code == 200


class TestCheck:
    def test_it_says_that_the_draw_recomputes_and_computes_it_once(self, client, monkeypatch):
        draw(factories.tournament(entrants=14))
        computed = []
        real = seating.verify
        monkeypatch.setattr(seating, "verify", lambda record: computed.append(record) or real(record))

        for _ in range(3):
            assert "Everything in the protocol fits." in page(client, query="?check")

        assert len(computed) == 1

    def test_a_record_that_was_changed_is_found_out_even_after_a_check(self, client):
        series = draw(factories.tournament(entrants=14))
        page(client, query="?check")
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

    def test_without_being_asked_nothing_is_computed(self, client, monkeypatch):
        draw(factories.tournament(entrants=14))
        monkeypatch.setattr(seating, "verify", lambda _record: pytest.fail("computed"))

        assert "Let this site compute it again" in page(client)
