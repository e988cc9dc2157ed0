"""Widgets of the entry form."""

from collections.abc import Collection
from typing import Any

from django import forms

from scoring.rules.contract import MAX_MATADORS, Game


class SeatSelect(forms.RadioSelect):
    """Seats as radio buttons, some of which cannot be chosen: the dealer of a table of four."""

    def __init__(self, *args: Any, barred: Collection[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.barred = frozenset(barred)

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return an option, disabled where nobody may choose it."""
        option = super().create_option(name, value, *args, **kwargs)
        if str(value) in self.barred:
            option["attrs"]["disabled"] = True
        return option


class GameSelect(forms.RadioSelect):
    """The games as radio buttons; each says how many matadors it can have, for the page's script."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return an option with the most matadors of its game."""
        option = super().create_option(name, value, *args, **kwargs)
        # What house rules play beside is a Null.
        option["attrs"]["data-most"] = MAX_MATADORS[Game(value) if value in list(Game) else Game.NULL]
        return option
