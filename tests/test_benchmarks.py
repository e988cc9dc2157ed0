"""The benchmarks measure what they say, and none stops the others."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from benchmarks import entry, kept, measure, world
from benchmarks.__main__ import _measured
from scoring.lists.models import DealRow
from tests.durability.site import OURS


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
    assert list(_measured(["nowhere"])) == [None]
    assert kept.verdict(None)
    assert capsys.readouterr().out.startswith("nowhere")


@pytest.mark.parametrize(
    ("goal", "reached", "ratio", "is_slower"),
    [
        (3, 2, 2.39, False),
        (3, 2, 2.41, True),
        (3, 2.9, 3.47, False),
        (3, 2.9, 3.49, True),
        (3, 6, 7.19, False),
        (3, 6, 7.21, True),
    ],
)
def test_a_line_that_grew_is_named_with_what_is_allowed(goal, reached, ratio, is_slower, monkeypatch):
    """The smaller of 1.25 times the goal and 1.2 times the kept figure; that figure alone where the goal was missed."""
    monkeypatch.setattr(kept, "kept", lambda: {"a page": reached})
    line = measure.Measurement(name="a page", subject=1, anchor=1, ratio=ratio, goal=goal)

    assert bool(kept.verdict(line)) == is_slower
    assert "has no figure" in kept.verdict(replace(line, name="another"))


@pytest.mark.django_db
def test_the_entry_that_is_measured_enters_deals():
    series = world.begun_series(players=8)
    one, other = series.tables.order_by("number")
    bring, bring_all = entry.bringing(series, [one], at_once=1), entry.bringing(series, [other], at_once=48)

    for _ in range(10):
        bring()
    bring_all()

    assert DealRow.objects.count() == 58


ONE_AFTER_ANOTHER = """
import sys
from types import SimpleNamespace
import django
django.setup()
from django.core.management import call_command
from django.db import connection
from tests.support import migrated_database as migrated
migrated.copied(connection.settings_dict["NAME"]) or call_command("migrate", verbosity=0)
from benchmarks import __main__, growth, measure

growth.FEW, growth.MANY, growth.EVENTS, growth.SERIES = 8, 12, 1, 1
place, found = connection.settings_dict["NAME"], set()


def measured(benchmark):
    for act in (benchmark.subject, benchmark.anchor):
        act()
        found.add(str(connection.settings_dict["NAME"]))
        if benchmark.name.startswith(sys.argv[1]):
            raise RuntimeError("it breaks down")
    return SimpleNamespace(line=benchmark.name)


measure.measured = measured
list(__main__._measured(["growth"]))
assert len(found) == 2, found
assert connection.settings_dict["NAME"] == place, connection.settings_dict["NAME"]
print("as before")
"""


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("breaking", ["nothing", "a deal"])
def test_what_is_measured_next_finds_the_database_it_began_with(breaking):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    done = subprocess.run(
        [sys.executable, "-c", ONE_AFTER_ANOTHER, breaking],
        env={**kept, "DJANGO_SETTINGS_MODULE": "benchmarks.settings"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.splitlines()[-1:] == ["as before"], done.stdout + done.stderr
    assert ("could not be measured" in done.stdout) == (breaking != "nothing")
