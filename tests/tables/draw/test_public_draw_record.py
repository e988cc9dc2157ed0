"""The protocol of a draw: when it is open, what it gives away, whether it recomputes."""

import json

import pytest
from django.core.cache import cache

from tables import seating
from tables.draw.models import Draw
from tables.draw.services import checks, reseating
from tests import factories
from tests.tables.draw.public_draws import by_now, discard, draw, page, publish, record

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


class TestTogether:
    def test_nothing_gives_away_series_that_are_not_published(self, client, director):
        made = factories.tournament(entrants=16, series=2)
        series = draw(made, all_left=True)

        body = page(client)

        assert "Series 1 to 2" in body
        assert "It is opened when those of series 2 are published." in body
        assert "It can be downloaded when those of series 2 are." in body
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

        assert "Seal shown beforehand, of series 1" in body
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

    def test_the_record_of_another_tournament_is_not_found_here(self, client):
        draw(factories.tournament(entrants=8))
        factories.tournament(slug="other", director="anderer")

        assert client.get("/t/other/draws/1.json").status_code == 404


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
        real = checks.seating.verify
        seen = []

        def slow(record):
            seen.append(page(client, query="?check"))
            return real(record)

        monkeypatch.setattr(checks.seating, "verify", slow)

        assert "Everything in the protocol fits." in page(client, query="?check")
        assert len(seen) == 1
        assert "Please load the page again in a moment." in seen[0]

    def test_without_being_asked_nothing_is_computed(self, client, monkeypatch):
        draw(factories.tournament(entrants=14))
        monkeypatch.setattr(seating, "verify", lambda _record: pytest.fail("computed"))

        assert "Let this site compute it again" in page(client)
