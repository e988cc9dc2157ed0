"""A site that is busy has open pages ask more rarely: whoever enters goes first."""

import pytest

from skatturnier import pace, unchanged
from skatturnier.pace import LOOKS_EVERY, PATIENCE, Pace
from tests import factories
from tests.factories import GRAND

SLOWEST = 8.0
TOTAL = "/t/cup/standings/"
ASKS = {"HX-Request": "true", "accept-encoding": "gzip"}


class Process:
    """A process whose clock and work are set by hand."""

    def __init__(self):
        self.now = self.had = 100.0
        self.entry = 0.0
        self.pace = Pace(clock=lambda: self.now, computed=lambda: self.had, longest=lambda: self.entry, slowest=SLOWEST)

    def works(self, share: float, *, seconds: int, entry: float = 0.0) -> float:
        """Let it compute so much of each second, an entry take so long; return what pages are told in the end."""
        self.entry = entry
        for _ in range(seconds):
            self.now += LOOKS_EVERY
            self.had += share * LOOKS_EVERY
            self.pace.patience()
        return self.pace.patience()


@pytest.fixture
def process():
    """A process that has been running for a while, in a quiet hall."""
    made = Process()
    assert made.works(0.1, seconds=60) == 1
    return made


def test_one_that_has_just_started_begins_slowly():
    assert Process().pace.patience() == pace.COLD


def test_a_process_with_room_keeps_the_usual_pace(process):
    assert process.works(0.6, seconds=60) == 1


def test_a_busy_one_slows_its_pages_second_by_second_but_not_without_end(process):
    told = [process.works(0.9, seconds=1) for _ in range(20)]

    assert told == sorted(told)
    assert 1 < told[0] <= pace.SLOWER
    assert told[-1] == SLOWEST


def test_once_it_has_room_again_they_come_back_to_their_pace_and_no_faster(process):
    process.works(0.9, seconds=20)

    told = [process.works(0.2, seconds=1) for _ in range(60)]

    assert told == sorted(told, reverse=True)
    assert told[-1] == 1


def test_between_the_two_nothing_changes_so_that_it_does_not_swing(process):
    was = process.works(0.9, seconds=3)

    assert process.works((pace.BUSY + pace.AT_EASE) / 2, seconds=30) == was


def test_where_entries_take_long_something_else_is_busy_and_pages_slow_down_too(process):
    was = process.works(0.2, seconds=5, entry=2 * pace.TOO_LONG)

    assert was > 1
    assert process.works(0.2, seconds=5, entry=(pace.TOO_LONG + pace.QUICK) / 2) == was
    assert process.works(0.2, seconds=5, entry=pace.QUICK / 2) < was


def test_states_are_drawn_more_rarely_too_at_moments_that_all_processes_share(process):
    assert process.pace.slower == 1
    drawn = []
    for _ in range(10):
        process.works(0.9, seconds=1)
        drawn.append(process.pace.slower)

    assert sorted(set(drawn)) == [1, 2, 4]
    assert drawn == sorted(drawn)


def test_it_looks_once_a_second_however_many_ask(process):
    process.had += 1.0
    for _ in range(100):
        process.now += LOOKS_EVERY / 1000
        assert process.pace.patience() == 1


@pytest.mark.django_db
class TestAnAnswer:
    @pytest.fixture
    def seen(self, client):
        row = factories.running_list()
        factories.enter(row, (2, GRAND))
        state = client.get(TOTAL)["X-Seen"]
        return row, state

    @pytest.fixture
    def busy(self, monkeypatch, process):
        process.works(0.9, seconds=2)
        monkeypatch.setattr(unchanged, "pace", process.pace)

    @pytest.mark.usefixtures("busy")
    def test_says_it_with_something_new_and_without(self, client, seen):
        row, state = seen
        nothing = client.get(TOTAL, headers={**ASKS, "X-Seen": state})
        factories.enter(row, None)
        something = client.get(TOTAL, headers={**ASKS, "X-Seen": state})

        assert (nothing.status_code, something.status_code) == (204, 200)
        assert nothing[PATIENCE] == something[PATIENCE] == "2.2"

    @pytest.mark.usefixtures("busy")
    def test_of_a_page_that_is_loaded_says_nothing_of_it(self, client, seen):
        assert PATIENCE not in client.get(TOTAL)

    def test_in_a_quiet_hall_says_nothing_of_it(self, client, seen, monkeypatch, process):
        monkeypatch.setattr(unchanged, "pace", process.pace)

        assert PATIENCE not in client.get(TOTAL, headers={**ASKS, "X-Seen": seen[1]})
