"""How long entries waited, minute by minute, as a picture: p50, p95 and the slowest of each five seconds."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles
from typing import Final

WIDE, HIGH, LEFT, BELOW = 900, 320, 50, 30
STEP: Final = 5.0
"""Seconds that make one point."""

LINES: Final = {"slowest": "#c0392b", "p95": "#d68910", "p50": "#1f618d"}


def draw(waits: Sequence[tuple[float, float]], *, seconds: float, to: Path) -> None:
    """Write an SVG; ``waits`` are seconds since the hall began and seconds that an entry waited then."""
    of_step: dict[int, list[float]] = defaultdict(list)
    for at, waited in waits:
        of_step[int(at / STEP)].append(waited)
    points: dict[str, list[tuple[float, float]]] = {name: [] for name in LINES}
    for step, several in sorted(of_step.items()):
        parts = quantiles(several, n=100, method="inclusive") if len(several) > 1 else several * 99
        for name, waited in (("slowest", max(several)), ("p95", parts[94]), ("p50", parts[49])):
            points[name].append((step * STEP, waited))
    top = max(1.0, *(waited for _at, waited in points["slowest"]))
    to.write_text(_svg(points, seconds=seconds, top=top), encoding="utf-8")


def _svg(points: dict[str, list[tuple[float, float]]], *, seconds: float, top: float) -> str:
    def place(at: float, waited: float) -> str:
        x = LEFT + at / seconds * (WIDE - LEFT)
        return f"{x:.1f},{HIGH * (1 - min(waited / top, 1)):.1f}"

    marks = [
        f'<text x="{LEFT - 6}" y="{HIGH * (1 - part / 4) + 12:.0f}" text-anchor="end">{top * part / 4:.2f} s</text>'
        for part in range(5)
    ]
    marks += [
        f'<text x="{place(60 * minute, 0).partition(",")[0]}" y="{HIGH + 20}">{minute} min</text>'
        for minute in range(int(seconds / 60) + 1)
    ]
    lines = [
        f'<polyline fill="none" stroke="{LINES[name]}" points="{" ".join(place(*point) for point in several)}"/>'
        f'<text x="{LEFT + 12 + 80 * at}" y="16" fill="{LINES[name]}">{name}</text>'
        for at, (name, several) in enumerate(points.items())
    ]
    box = f'viewBox="0 0 {WIDE + 40} {HIGH + BELOW}" font-family="sans-serif" font-size="12"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', *marks, *lines, "</svg>"])
