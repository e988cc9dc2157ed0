"""What there is to win as somebody types it: amounts, shares or things, the first prize first (SkWO 1.5)."""

import re
from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.money.models.tariffs import LONGEST_NAME
from scoring.money.reckon.plans import Good
from scoring.money.wording.amounts import plain_euros
from tables.acts.forms import Cents
from tables.intake.text import clean_text

MOST: Final = 500
"""Prizes of a list."""

REPEATED: Final = re.compile(r"(\d{1,3})\s*[x×*]\s*(.+)", re.IGNORECASE)
"""How several prizes alike are typed: "10 x 25,00"."""


class Prizes(forms.CharField):
    """A line for each prize, or for several alike: "10 x 25"."""

    widget = forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"})
    default_error_messages = {
        "required": gettext_lazy("Type what there is to win, the first prize first."),
        "too-many": gettext_lazy("That is more than %(most)s prizes."),
        "line": gettext_lazy("Line %(line)s, “%(typed)s”: %(said)s"),
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 20_000, **kwargs})

    def clean(self, value: Any) -> Any:
        """Return the prizes, each read by ``read``.

        :raises ValidationError: naming the line that cannot be read.
        """
        found: list[Any] = []
        for number, line in _lines(str(super().clean(value))):
            repeated = REPEATED.fullmatch(line)
            times, one = (int(repeated[1]), repeated[2]) if repeated else (1, line)
            try:
                found += [self.read(one)] * times
            except forms.ValidationError as wrong:
                facts = {"line": number, "typed": line[:60], "said": " ".join(wrong.messages)}
                raise forms.ValidationError(self.error_messages["line"], code="line", params=facts) from wrong
            if len(found) > MOST:
                raise forms.ValidationError(self.error_messages["too-many"], code="too-many", params={"most": MOST})
        return tuple(found)

    def prepare_value(self, value: Any) -> Any:
        """Return prizes as they are typed, those alike in one line; what somebody typed stays as it is."""
        if not isinstance(value, list | tuple):
            return value
        runs: list[list[Any]] = []
        for one in value:
            if runs and runs[-1][0] == one:
                runs[-1][1] += 1
            else:
                runs.append([one, 1])
        return "\n".join(f"{times} x {self.write(one)}" if times > 1 else self.write(one) for one, times in runs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return no length: a browser would cut what is pasted without a word."""
        return {}

    def read(self, typed: str) -> Any:
        """Return one prize.

        :raises ValidationError: if it is none.
        """
        raise NotImplementedError

    def write(self, prize: Any) -> str:
        """Return one prize as it is typed."""
        raise NotImplementedError


class Amounts(Prizes):
    """Amounts in euros; they end in whole cents."""

    def read(self, typed: str) -> int:
        """Return an amount in cents."""
        return int(Cents().clean(typed))

    def write(self, prize: int) -> str:
        """Return an amount as it is typed."""
        return plain_euros(prize)


class Shares(Prizes):
    """Shares of a pot in whole per cent."""

    def read(self, typed: str) -> int:
        """Return a share in per cent."""
        share = "".join(typed.replace("%", "").split())
        if share.startswith(("-", "−")):
            raise forms.ValidationError(_("A share cannot be below zero."))
        if not (share.isdecimal() and len(share) < 5):
            raise forms.ValidationError(_("Type a whole number of per cent."))
        return int(share)

    def write(self, prize: int) -> str:
        """Return a share as it is typed."""
        return f"{prize} %"


class Things(Prizes):
    """Things to win, behind ``;`` what each is worth in euros, if that is said."""

    def read(self, typed: str) -> Good:
        """Return a thing and what it is worth in cents."""
        name, _sign, worth = typed.partition(";")
        if not name.strip():
            raise forms.ValidationError(_("What is it?"))
        if len(name.strip()) > LONGEST_NAME:
            raise forms.ValidationError(_("Its name has at most %(most)s characters.") % {"most": LONGEST_NAME})
        return Good(name=name.strip(), cents=int(Cents(required=False).clean(worth) or 0))

    def write(self, prize: Good) -> str:
        """Return a thing as it is typed."""
        return f"{prize.name}; {plain_euros(prize.cents)}" if prize.cents else prize.name


def whole(*, required: bool = False, **kwargs: Any) -> forms.IntegerField:
    """Return a field for a small number from 1 on."""
    return forms.IntegerField(
        required=required,
        min_value=1,
        max_value=10_000,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short", "autocomplete": "off"}),
        error_messages={
            "required": _("Type a whole number."),
            "invalid": _("Type a whole number."),
            "min_value": _("It counts from 1."),
            "max_value": _("That is surely a slip of the pen."),
        },
        **kwargs,
    )


def _lines(typed: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(typed.splitlines(), start=1):
        if cleaned := clean_text(line):
            yield number, cleaned
