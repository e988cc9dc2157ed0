"""The ratios that were reached, in ``figures.toml``, and whether one that is measured anew has grown."""

import tomllib
from pathlib import Path
from typing import Final

from benchmarks.measure import Measurement

FIGURES: Final = Path(__file__).with_name("figures.toml")
OVER_GOAL, OVER_KEPT = 1.25, 1.2
"""How much more than its goal, and than the kept figure, a ratio may be: busy machines differ by so much."""


def kept() -> dict[str, float]:
    """Return the ratios that were reached, by the names of their lines."""
    return {name: float(ratio) for name, ratio in tomllib.loads(FIGURES.read_text(encoding="utf-8")).items()}


def limit(*, goal: float, reached: float) -> float:
    """Return what a ratio may be at most: where the goal was missed, the kept figure alone counts.

    >>> round(limit(goal=3, reached=2), 2), round(limit(goal=3, reached=3), 2), round(limit(goal=3, reached=6), 2)
    (2.4, 3.6, 7.2)
    """
    return OVER_KEPT * reached if reached > goal else min(OVER_GOAL * goal, OVER_KEPT * reached)


def verdict(found: Measurement | None) -> str:
    """Return what is wrong with a line; empty if nothing is."""
    if found is None:
        return "FAILED: a line could not be measured."
    reached = kept().get(found.name)
    if reached is None:
        return f"FAILED: {found.name} has no figure in {FIGURES.name}; measured today: {found.ratio:.2f}."
    most = limit(goal=found.goal, reached=reached)
    if found.ratio <= most:
        return ""
    return (
        f"FAILED: {found.name} costs {found.ratio:.2f} times its anchor, at most {most:.2f} are allowed. "
        f"Whoever raises its figure in {FIGURES.name} says there why."
    )
