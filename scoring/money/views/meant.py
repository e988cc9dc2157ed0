"""Whom a number, a scanned start card or a name means (SkWO 4.1)."""

from collections.abc import Sequence
from typing import Any

from scoring.money.forms.desk import WhoForm
from tables.desk.listings import matching


def meant(entrants: Sequence[Any], form: WhoForm) -> list[Any]:
    """Return those of some entrants whom a valid form may mean: one by number or card, by words perhaps several."""
    if form.number is not None or form.key:
        return [one for one in entrants if form.number == one.number or form.key == one.key]
    return list(matching(entrants, form.cleaned_data["who"]))
