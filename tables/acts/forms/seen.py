"""Forms about a row that somebody else may change meanwhile: they carry what was seen of it."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django import forms
from django.core import signing
from django.utils.formats import date_format, localize
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.acts.services.seen import Overtaken, as_told


class SeenField(forms.CharField):
    """What a page showed of a row, signed: what comes back is what the site has said there, and in this very form."""

    def __init__(self) -> None:
        incomplete = _("This form did not arrive completely. Please reload the page and try again.")
        # Several forms of a page have one: it needs no mark that others could have as well.
        hidden = forms.HiddenInput(attrs={"id": False})
        super().__init__(widget=hidden, error_messages={"required": incomplete, "invalid": incomplete})
        self.signer = signing.Signer()

    def prepare_value(self, value: Any) -> Any:
        """Pack the values of a row."""
        return self.signer.sign_object(as_told(value), compress=True) if isinstance(value, Mapping) else value

    def to_python(self, value: Any) -> Any:
        """Return the values that were packed; None where there are none."""
        packed = super().to_python(value)
        try:
            return self.signer.unsign_object(packed) if packed else None
        except (signing.BadSignature, ValueError, zlib.error):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None

    def validate(self, value: Any) -> None:
        """Refuse a form that does not say what was seen."""
        if value is None and self.required:
            raise forms.ValidationError(self.error_messages["required"], code="required")


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """One value that somebody else changed since a page was made, in words."""

    label: str
    saw: str
    now: str
    typed: str
    is_taken_on: bool
    """Whether whoever sent the form had not touched it, so that the form has what stands there now."""


class SeesRow(forms.Form):
    """A form about a row: it says what was seen of it, and shows what somebody else made of it meanwhile.

    It begins with the values that were ``seen``.
    """

    seen = SeenField()

    conflicts: tuple[Conflict, ...] = ()
    """What was changed in between, where that is why the form was refused."""

    def __init__(self, *args: Any, seen: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        if seen is not None:
            kwargs["initial"] = {**seen, "seen": seen, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        # What another form has said does not fit this one.
        field: Any = self.fields["seen"]
        field.signer = signing.Signer(salt=f"tables.seen.{type(self).__name__}")

    def overtake(self, refused: Overtaken) -> None:
        """Keep what was typed, take on what only others changed, and say both: sent once more it is meant so."""
        saw, now, wanted = self.cleaned_data["seen"], as_told(refused.now), as_told(refused.wanted)
        data: Any = self.data
        self.data = data.copy()
        conflicts = []
        for name in sorted(refused.changed, key=self._place):
            is_taken_on = wanted.get(name) == saw.get(name) and self._take_on(name, refused.now.get(name))
            conflicts.append(
                Conflict(
                    label=self.label_of(name),
                    saw=self.words_of(name, saw.get(name)),
                    now=self.words_of(name, now.get(name)),
                    typed=self.words_of(name, wanted.get(name)),
                    is_taken_on=is_taken_on,
                )
            )
        self.conflicts = tuple(conflicts)
        self.see(refused.now)
        self.add_error(
            None, _("Somebody else has changed this while you had the page open. Nothing of yours is saved yet.")
        )

    def see(self, values: Mapping[str, Any]) -> None:
        """Let the form, shown again, say that these values were seen."""
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        self.data = data
        data[self.add_prefix("seen")] = self.fields["seen"].prepare_value(values)

    def label_of(self, name: str) -> str:
        """Return what a value is called on the page."""
        return str(self.fields[name].label or name) if name in self.fields else name

    def words_of(self, name: str, value: Any) -> str:
        """Return a value, as a page brings it back, in words."""
        field = self.fields.get(name)
        if isinstance(field, forms.ChoiceField):
            chosen = value if isinstance(value, list) else ["" if value is None else value]
            choices: Any = field.choices
            labels = {str(key): str(label) for key, label in choices}
            return ", ".join(labels.get(str(one), str(one)) for one in chosen) or NOTHING
        if isinstance(field, forms.DateField | forms.DateTimeField) and value:
            return _moment(field.to_python(value))
        return in_words(value)

    def _place(self, name: str) -> tuple[int, str]:
        names = list(self.fields)
        return (names.index(name) if name in self.fields else len(names), name)

    def _take_on(self, name: str, value: Any) -> bool:
        """Let a field that was not touched show what stands there now; tell whether there is such a field."""
        if name not in self.fields:
            return False
        field, key = self.fields[name], self.add_prefix(name)
        data: Any = self.data
        shown = field.prepare_value(value)
        if isinstance(field.widget, forms.CheckboxInput):
            data.pop(key, None)
            if shown:
                data[key] = "on"
        elif isinstance(field.widget, forms.widgets.ChoiceWidget):
            data.setlist(key, field.widget.format_value(shown))
        else:
            data[key] = field.widget.format_value(shown) or ""
        return True


NOTHING = "–"


def in_words(value: Any) -> str:
    """Return a value that no choice of a form names in words."""
    if value is None or value in ("", []):
        return NOTHING
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        return ", ".join(map(in_words, value))
    return str(localize(value)) if isinstance(value, Decimal | float) else str(value)


def _moment(value: date | datetime | None) -> str:
    if isinstance(value, datetime):
        return date_format(localtime(value), "SHORT_DATETIME_FORMAT")
    return date_format(value, "SHORT_DATE_FORMAT") if value else NOTHING
