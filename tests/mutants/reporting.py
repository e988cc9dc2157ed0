"""What became of the faults, for people: a line a file, and every fault that no test noticed."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

KILLED, SURVIVED, UNREACHED, UNTRIED, UNPLANTED = "killed", "survived", "not reached", "not tried", "not planted"
ALIVE: Final = (SURVIVED, UNREACHED)
REPORT: Final = Path("var/mutants.txt")


@dataclass
class Report:
    counts: dict[Path, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    alive: list[str] = field(default_factory=list)

    def add(self, path: Path, became: str, *, line: int, was: str, is_now: str) -> None:
        self.counts[path][became] += 1
        if became in ALIVE:
            self.alive.append(f"{path}:{line} {became}\n  - {_one_line(was)}\n  + {_one_line(is_now)}\n")

    def lines(self) -> Iterable[str]:
        for path, counts in sorted(self.counts.items()):
            yield _line(str(path), counts)
        yield _line("all", sum(self.counts.values(), Counter()))

    def show(self) -> None:
        REPORT.parent.mkdir(exist_ok=True)
        with REPORT.open("a", encoding="utf-8") as out:
            out.write("".join(self.alive))
        for line in self.lines():
            print(line)
        print(f"What no test noticed is in {REPORT}.")


def _line(name: str, counts: Counter[str]) -> str:
    tried = counts[KILLED] + counts[SURVIVED] + counts[UNREACHED]
    share = f"{counts[KILLED] / tried:.1%} killed" if tried else "nothing tried"
    left = f", {counts[UNTRIED]} not tried: the time was up" if counts[UNTRIED] else ""
    left += f", {counts[UNPLANTED]} could not be planted" if counts[UNPLANTED] else ""
    return (
        f"{name:<58} {tried:>4} tried {counts[SURVIVED]:>3} survived {counts[UNREACHED]:>3} not reached  {share}{left}"
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())[:300]
