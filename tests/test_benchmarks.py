"""The benchmarks measure what they say, and none stops the others."""

import pytest

from benchmarks import entry, measure, world
from benchmarks.__main__ import _run
from scoring.models import DealRow


def spin(turns):
    def act():
        return sum(range(turns))

    return act


@pytest.fixture(autouse=True)
def short_rounds(monkeypatch):
    monkeypatch.setattr(measure, "ROUND_TAKES", 0.01)
    # All the other tests' objects are no part of the measurement.
    monkeypatch.setattr(measure.gc, "collect", lambda: 0)


@pytest.mark.parametrize(("goal", "verdict"), [(100.0, "ok"), (0.01, "SHORT")])
def test_the_line_ends_in_the_verdict(goal, verdict):
    found = measure.measured(measure.Benchmark(name="sums", subject=spin(20_000), anchor=spin(10_000), goal=goal))

    assert found.line.startswith("sums")
    assert found.line.split()[-1] == verdict
    assert 1 < found.ratio < 4


def test_one_that_cannot_run_is_said_and_stops_nothing(capsys):
    _run("nowhere")

    assert capsys.readouterr().out.startswith("nowhere")


@pytest.mark.django_db
def test_the_entry_that_is_measured_enters_deals():
    series = world.begun_series(players=8)
    one, other = series.tables.order_by("number")
    bring, bring_all = entry.bringing(series, [one], at_once=1), entry.bringing(series, [other], at_once=48)

    for _ in range(10):
        bring()
    bring_all()

    assert DealRow.objects.count() == 58
