"""Subject against anchor, in alternating rounds of CPU time, or once in peak memory."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

ROUNDS = 9
ROUND_TAKES = 0.6
"""Seconds of CPU for each round of each side."""

Act = Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """Something that costs, and what it is held against."""

    name: str
    subject: Act
    anchor: Act
    goal: float
    """How many times the anchor the subject may cost."""

    rounds: int = ROUNDS
    unit: str = "ms"
    """CPU time; or MB: then the acts return what they needed, and are asked once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What came out: CPU milliseconds a call, or megabytes, and the median ratio."""

    name: str
    subject: float
    anchor: float
    ratio: float
    goal: float
    unit: str = "ms"

    @property
    def line(self) -> str:
        """One line for people and for grep; the verdict stands last."""
        verdict = "ok" if self.ratio <= self.goal else "SHORT"
        return (
            f"{self.name:<28} subject {self.subject:>9.2f} {self.unit}  anchor {self.anchor:>9.2f} {self.unit}  "
            f"ratio {self.ratio:>6.2f}  goal {self.goal:>5.2f}  {verdict}"
        )


def measured(benchmark: Benchmark) -> Measurement:
    """Run both sides in turn and return the medians; the first calls only warm up."""
    if benchmark.unit != "ms":
        return _weighed(benchmark)
    benchmark.anchor()
    benchmark.subject()
    calls = (_calls(benchmark.subject), _calls(benchmark.anchor))
    subjects, anchors = zip(*(_round(benchmark, calls) for _ in range(benchmark.rounds)), strict=True)
    ratios = [subject / anchor for subject, anchor in zip(subjects, anchors, strict=True)]
    return Measurement(
        name=benchmark.name,
        subject=median(subjects) * 1000,
        anchor=median(anchors) * 1000,
        ratio=median(ratios),
        goal=benchmark.goal,
    )


def _weighed(benchmark: Benchmark) -> Measurement:
    """Return what both sides say they needed."""
    subject, anchor = float(str(benchmark.subject())), float(str(benchmark.anchor()))
    return Measurement(
        name=benchmark.name,
        subject=subject,
        anchor=anchor,
        ratio=subject / anchor,
        goal=benchmark.goal,
        unit=benchmark.unit,
    )


def _calls(act: Act) -> int:
    """Return how many calls make a round."""
    once = _cost(act, 1)
    return 1 if once > ROUND_TAKES else max(1, round(3 * ROUND_TAKES / max(_cost(act, 3), 1e-6)))


def _round(benchmark: Benchmark, calls: tuple[int, int]) -> tuple[float, float]:
    """Return the CPU seconds of a call of the subject and of the anchor, which take turns as often as they can.

    So both find the machine's caches and its other work alike: of an anchor of a millisecond that ran alone for half a
    second, one round in three cost twice as much as the others.
    """
    gc.collect()
    turns, subject, anchor = min(calls), 0.0, 0.0
    subject_calls, anchor_calls = (many // turns for many in calls)
    for _turn in range(turns):
        subject += _cost(benchmark.subject, subject_calls)
        anchor += _cost(benchmark.anchor, anchor_calls)
    return subject / (turns * subject_calls), anchor / (turns * anchor_calls)


def _cost(act: Act, calls: int) -> float:
    """Return the CPU seconds of some calls, all threads of this process counted."""
    begun = time.process_time()
    for _ in range(calls):
        act()
    return time.process_time() - begun
