"""What the site asks of the program around it, and what came of it: two small files in the folder of the data."""

import contextlib
import enum
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from skatturnier.machine import files, processes

ORDER: Final = "laptop-order.json"
OUTCOME: Final = "laptop-outcome.json"


class Act(enum.StrEnum):
    """What the site cannot do to itself while it runs."""

    STOP = "stop"
    RESTART = "restart"
    RESTORE = "restore"
    GO_ON = "go-on"
    """Go on with the next version, which was unpacked beside this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is to be done."""

    act: Act
    backup: str = ""
    later: str = ""
    files: str = ""
    """The hash of the list of its files, which were checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a backup that was to be restored."""

    backup: str
    problem: str = ""


def give(order: Order, *, data: Path) -> None:
    """Write an order down; the site ends as soon as it finds it."""
    _write(data / ORDER, asdict(order))


def taken(data: Path) -> Order | None:
    """Return what was ordered and strike it out; None if nothing was."""
    file = data / ORDER
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
        named = {name: str(value[name]) for name in ("backup", "later", "files")}
        return Order(act=Act(value["act"]), **named)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    finally:
        file.unlink(missing_ok=True)


def note(outcome: Outcome, *, data: Path) -> None:
    """Write down what came of an order."""
    _write(data / OUTCOME, asdict(outcome))


def outcome(data: Path) -> Outcome | None:
    """Return what came of the last backup that was to be restored; None if none was."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        value = json.loads((data / OUTCOME).read_text(encoding="utf-8"))
        return Outcome(backup=str(value["backup"]), problem=str(value["problem"]))
    return None


def must_end(*, around: int, data: Path) -> bool:
    """Test whether the site has to end: something was ordered, or the program around it (its process) is gone."""
    return (data / ORDER).exists() or not processes.is_alive(around)


def _write(file: Path, values: dict[str, Any]) -> None:
    aside = file.with_suffix(f".{os.getpid()}")
    aside.write_text(json.dumps(values), encoding="utf-8")
    files.replace(aside, file)
