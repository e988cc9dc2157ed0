"""The names others program against, and what the rules may lean on."""

import dataclasses
import subprocess
import sys

import pytest

import scoring.rules

VALUES = [value for name in scoring.rules.__all__ if dataclasses.is_dataclass(value := getattr(scoring.rules, name))]

FIXED = {
    "Game",
    "Contract",
    "IllegalContract",
    "Played",
    "judge",
    "book",
    "Booking",
    "Step",
    "problems",
    "Problem",
    "Code",
    "CONTRACTS",
    "BIDS",
    "different_games",
    "performance",
    "settle",
    "Deal",
    "GameList",
    "Finding",
    "Tally",
    "ControlSums",
    "Totals",
    "TotalsList",
    "findings",
    "booked",
    "running",
    "tallies",
    "control_sums",
    "totals_findings",
    "totals_tallies",
    "Result",
    "Place",
    "ranked",
    "tied",
    "appeals_close_at",
    "may_appeal",
    "AFTER_THE_EVENT",
}


def test_the_agreed_names_are_there():
    assert set(scoring.rules.__all__) >= FIXED
    assert all(hasattr(scoring.rules, name) for name in scoring.rules.__all__)


@pytest.mark.parametrize("value", VALUES)
def test_a_value_object_is_frozen_slotted_and_keyword_only(value):
    assert value.__dataclass_params__.frozen
    assert "__slots__" in vars(value)
    assert all(field.kw_only for field in dataclasses.fields(value))


def test_no_name_is_listed_twice():
    assert len(set(scoring.rules.__all__)) == len(scoring.rules.__all__)


def test_the_rules_load_nothing_but_the_standard_library():
    script = (
        "import sys; before = set(sys.modules); import scoring.rules;"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}"
        " - set(sys.stdlib_module_names)))"
    )

    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert loaded.stdout.split() == ["scoring"]
