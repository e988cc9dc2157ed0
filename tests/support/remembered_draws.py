"""The checker makes each draw again once a session: what goes into a draw says what comes out.

A draw itself is made as ever; the first time that its record is checked, the seats are searched for anew.
"""

import copy
from collections.abc import Callable
from typing import Any

from tables.seating import checks as checking
from tables.seating.model import Plan


def pytest_configure() -> None:
    """Let the checker remember what it drew."""
    checking.draw, checking.draw_by_standing = _remembering(checking.draw), _remembering(checking.draw_by_standing)


def _remembering(draw: Callable[..., Plan]) -> Callable[..., Plan]:
    made: dict[str, Plan] = {}

    def remembered(*args: Any, **kwargs: Any) -> Plan:
        key = repr((args, kwargs))
        if key not in made:
            made[key] = draw(*args, **kwargs)
        return copy.deepcopy(made[key])

    return remembered
