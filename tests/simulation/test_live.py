"""A running series that plays itself through the pages of a site."""

from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command

from scoring.history.selectors import verification
from scoring.lists.models import DealRow
from scoring.lists.selectors import boards
from scoring.lists.services import phones
from scoring.lists.services.clock import end_clock
from simulation import live
from simulation.live import Browser
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
    def test_is_the_series_that_runs(self):
        made = factories.tournament(entrants=8, series=2)
        first = factories.running_series(made)

        assert live.series_to_play() == first

    def test_or_the_one_that_starts_with_its_first_deal(self):
        series = factories.running_series(factories.tournament(entrants=8), published_only=True)

        assert live.series_to_play("cup") == series

    @pytest.mark.parametrize("slug", ["", "other"])
    def test_or_nothing(self, slug):
        factories.tournament(entrants=8)

        with pytest.raises(live.NothingToPlay, match="is being played"):
            live.series_to_play(slug)

    def test_nothing_is_left_when_all_is_signed(self, tmp_path):
        series = running()
        factories.play_series(series)

        with pytest.raises(live.NothingToPlay, match="nothing is left to play"):
            live.live_tables(series, site=NOWHERE, most=None, seed="1", phones=tmp_path)

    def test_nothing_without_a_site(self, tmp_path):
        with pytest.raises(live.NothingToPlay, match="does not answer"):
            live.live_tables(running(), site=NOWHERE, most=None, seed="1", phones=tmp_path)

    def test_an_address_that_is_none_is_refused(self):
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
    def test_takes_back_what_was_miswritten(self, played, monkeypatch):
        monkeypatch.setattr("simulation.course.WRONG_AT_FIRST", 1000)

        played(running(entrants=4))

        assert DealRow.objects.filter(voided_at__isnull=False).exists()

    @pytest.mark.thorough
    def test_brings_late_what_was_written_without_network(self, played, monkeypatch):
        monkeypatch.setattr("simulation.live.SPELLS", 1000)

        assert len(played(running())) == 2
        assert DealRow.objects.filter(voided_at=None).count() == 16

    @pytest.mark.thorough
    def test_plays_some_tables_only(self, played):
        assert played(running(), most=1) == ["Table 1 is done."]

    @pytest.mark.thorough
    def test_another_time_the_same_phones_go_on(self, played, live_server, tmp_path):
        series = running()
        tables = live.live_tables(series, site=live_server.url, most=1, seed="1", phones=tmp_path)
        course = tables[0].course()
        for _ in range(4):
            next(course)
        assert tables[0].entered

        assert played(series, most=1) == ["Table 1 is done."]
        assert factories.list_of(series).phones.count() == 1

    @pytest.mark.thorough
    def test_leaves_a_table_alone_whose_list_somebody_keeps(self, played):
        series = running()
        phones.keep(list_id=factories.list_of(series).pk, device="a" * 32, copy="first", by=None, now=EVENING)

        assert "Table 1 is left alone: another phone keeps its list." in played(series)

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
    @pytest.mark.parametrize(
        ("options", "said"),
        [
            ({}, "No series is being played"),
            ({"event": "cup"}, "No series of “cup”"),
            ({"speed": 0}, "The speed has to be more than nothing"),
        ],
    )
    def test_says_what_it_cannot_do(self, options, said):
        with pytest.raises(CommandError, match=said):
            call_command("simulate", live=True, **options)

    @pytest.mark.parametrize(
        ("site", "said"), [(NOWHERE, "does not answer at"), ("example.org", "begins with http:// or https://")]
    )
    def test_says_where_no_site_is(self, site, said, settings, tmp_path):
        settings.DATA_DIR = tmp_path
        running()

        with pytest.raises(CommandError, match=said):
            call_command("simulate", live=True, site=site)
