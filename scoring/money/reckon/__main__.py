"""Reckon an event with nothing but Python: ``python -m scoring.money.reckon < EVENT``, JSON in and JSON out."""

import sys
from typing import Any, Final

from scoring.money.reckon.awards import Award, PrizeList
from scoring.money.reckon.event import reckoned
from scoring.money.reckon.reading import as_refused, read_event
from scoring.rules.fields import Part, run

LARGEST: Final = 10**18
"""No amount, count or number in an event is beyond it."""


def answer(document: Any) -> dict[str, Any]:
    """Return what an event comes to.

    :raises CannotRead: if there is something that cannot be read, or cannot be so.
    """
    sent = Part(document, most=LARGEST)
    event = read_event(sent)
    with as_refused(sent):
        found = reckoned(event)
    said = {
        "charges": found.charges,
        "owed": found.owed,
        "pots": found.pots,
        "over": found.over,
        "prizes": [_award(event.prizes[award.prize.of_list], award) for award in found.awards],
    }
    return said if found.refunds is None else {**said, "refunds": found.refunds}


def _award(one: PrizeList, award: Award) -> dict[str, Any]:
    return {
        "number": award.number,
        "group": one.group,
        "class": one.of_class,
        "place": award.prize.place,
        "cents": award.prize.cents,
    }


if __name__ == "__main__":
    sys.exit(run(answer))
