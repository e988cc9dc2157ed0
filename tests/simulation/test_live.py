"""A running series that plays itself through the pages of a site."""

from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command

from scoring.history.selectors import verification
from scoring.lists.models import DealRow
from scoring.lists.selectors import boards
from scoring.lists.services.clock import end_clock
from simulation import live
from simulation.live import Browser
from tables.draw.services.seats import start_series
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.slow, pytest.mark.database]

NOWHERE = "http://127.0.0.1:9"


class HallClock:
    """A clock that only goes on while somebody sleeps."""

    def __init__(self) -> None:
        self.at = 0.0

    def now(self) -> float:
        return self.at

    def sleep(self, seconds: float) -> None:
        self.at += seconds


def running(**fields: object) -> Series:
    return factories.running_series(factories.tournament(**{"entrants": 8, "rounds": 2, **fields}))


@pytest.fixture
def played(live_server, tmp_path):
    """Return a function that lets a series play, and returns what was said."""

    def run(series: Series, **fields: object) -> list[str]:
        said: list[str] = []
        hall = HallClock()
        tables = live.live_tables(
            series, **{"site": live_server.url, "most": None, "seed": "1", "phones": tmp_path, **fields}
        )
        live.play_live(tables, speed=60, say=said.append, clock=hall.now, sleep=hall.sleep)
        return said

    return run


@pytest.mark.django_db
class TestWhatIsPlayed:
    def test_is_the_series_that_runs_or_the_one_that_starts_with_its_first_deal_or_nothing(self):
        made = factories.tournament(entrants=8, series=2)
        for slug in ("", "other"):
            with pytest.raises(live.NothingToPlay, match="is being played"):
                live.series_to_play(slug)

        series = factories.running_series(made, published_only=True)
        assert live.series_to_play("cup") == series
        start_series(series_id=series.pk, by=factories.user(), now=EVENING)
        assert live.series_to_play() == series

    def test_nothing_is_left_without_a_site_and_when_all_is_signed(self, tmp_path):
        series = running()
        with pytest.raises(live.NothingToPlay, match="does not answer"):
            live.live_tables(series, site=NOWHERE, most=None, seed="1", phones=tmp_path)
        factories.play_series(series)

        with pytest.raises(live.NothingToPlay, match="nothing is left to play"):
            live.live_tables(series, site=NOWHERE, most=None, seed="1", phones=tmp_path)

        with pytest.raises(ValueError, match="ftp"):
            Browser("ftp://example.org")


@pytest.mark.django_db(transaction=True)
class TestPlaying:
    @pytest.mark.thorough
    def test_goes_on_until_every_list_is_signed(self, played):
        series = running()
        factories.enter(factories.list_of(series), None, None)

        said = played(series)

        assert sorted(said) == ["Table 1 is done.", "Table 2 is done."]
        assert all(row.signed_at for row in boards.lists_of(series))
        assert all(row.seats_confirmed_at for row in boards.lists_of(series))
        assert DealRow.objects.filter(voided_at=None).count() == 16
        assert list(verification.verified(series.tournament).discrepancies) == []

    @pytest.mark.thorough
    def test_brings_late_what_was_written_without_network_and_takes_back_what_was_miswritten(self, played, monkeypatch):
        monkeypatch.setattr("simulation.live.SPELLS", 1000)
        monkeypatch.setattr("simulation.course.WRONG_AT_FIRST", 1000)

        assert len(played(running())) == 2
        assert DealRow.objects.filter(voided_at=None).count() == 16
        assert DealRow.objects.filter(voided_at__isnull=False).exists()

    @pytest.mark.thorough
    def test_stops_where_the_time_struck_the_rest(self, played):
        series = running(strikes_at_limit=True)
        factories.enter(factories.list_of(series), None)
        end_clock(series_id=series.pk, by=factories.user(), now=EVENING)

        played(series, most=1)

        row = factories.list_of(series)
        assert row.signed_at
        assert row.deals.count() == 2

    def test_is_stopped_with_a_key(self, live_server, settings, tmp_path, capsys, monkeypatch):
        settings.DATA_DIR = tmp_path
        running()

        def interrupt(*_args: object, **_fields: object) -> Iterator[None]:
            raise KeyboardInterrupt

        monkeypatch.setattr("skatturnier.management.commands.simulate.play_live", interrupt)
        call_command("simulate", live=True, site=live_server.url)

        assert "0 deals were entered." in capsys.readouterr().out


@pytest.mark.django_db
class TestTheCommand:
    def test_says_what_it_cannot_do_and_where_no_site_is(self, settings, tmp_path):
        settings.DATA_DIR = tmp_path
        for options, said in (
            ({}, "No series is being played"),
            ({"event": "cup"}, "No series of “cup”"),
            ({"speed": 0}, "The speed has to be more than nothing"),
        ):
            with pytest.raises(CommandError, match=said):
                call_command("simulate", live=True, **options)

        running()
        for site, said in ((NOWHERE, "does not answer at"), ("example.org", "begins with http:// or https://")):
            with pytest.raises(CommandError, match=said):
                call_command("simulate", live=True, site=site)
