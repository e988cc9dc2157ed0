"""The clauses a decision rests on: picked from the rule text, or typed (ISkO 4.5.10, SkWO 7.3.2)."""

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.rules.clauses import Citation, Edition, cite
from scoring.rules.register.citing import BY_NUMBER, UnknownClause, citation
from tables.acts.services import Refused
from tables.acts.wording import refusals

BETWEEN: Final = re.compile(r"[\n,;]+")
PROPOSED: Final = "SkWO 7.3.2"
"""What a decision may rest on that rules on no deal: the direction or its judges decide."""

FIELD: Final = re.compile(r"[A-Za-z][\w-]{0,40}")
LONGEST: Final = 1_000

NUMBERS: Final = [
    (str(Edition.NOVEMBER_2002), _("Numbers of 2002")),
    (str(Edition.SINCE_2018), _("Numbers of 2018/2022")),
]


class ClausesField(forms.CharField):
    """Clauses, one a line or with commas between them; clean, it is the list of them as they are cited.

    A number without its edition is read as one of ``edition`` where that has it, else as one of 2002. What is decided
    about a deal has to name one; everything else begins with a proposal that may be struck.
    """

    widget = forms.Textarea(attrs={"rows": 2, "autocapitalize": "off", "autocomplete": "off", "spellcheck": "false"})

    def __init__(self, *, edition: Edition = Edition.NOVEMBER_2002, **kwargs: Any) -> None:
        said = {
            "label": _("Clauses"),
            "help_text": _("One per line, like “ISkO 4.2.3”."),
            "max_length": LONGEST,
            "error_messages": {"required": _("A decision names the clauses it rests on.")},
        }
        super().__init__(**{**said, **kwargs})
        self.edition = edition

    def prepare_value(self, value: Any) -> Any:
        """Return clauses as they stand in the field, one a line."""
        return "\n".join(value) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> Any:
        """Return the clauses as they are cited, each once.

        :raises ValidationError: if there is none, or one that the rule text does not have.
        """
        citations, unknown = read(super().clean(value), edition=self.edition)
        if self.required and not (citations or unknown):
            raise forms.ValidationError(self.error_messages["required"], code="required")
        if unknown:
            refused = (Refused("unknown-clause", clause=typed) for typed in unknown)
            raise forms.ValidationError([refusals.refusal(one) for one in refused])
        return [str(one) for one in citations]

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return no length: a browser would cut what is pasted without a word."""
        return {}


class ClauseSearchForm(forms.Form):
    """What is looked for in the rule text, and for which field of a form; nothing of it is ever refused."""

    q = forms.CharField(
        label=_("Words or a number"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    edition = forms.ChoiceField(label=_("Edition"), choices=NUMBERS, required=False)
    field = forms.RegexField(FIELD, required=False, widget=forms.HiddenInput)
    add = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    drop = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    @property
    def words(self) -> str:
        """What is looked for."""
        return str(self.cleaned_data.get("q", ""))

    @property
    def numbers(self) -> Edition:
        """The edition whose numbers are wanted."""
        return Edition(self.cleaned_data.get("edition") or Edition.NOVEMBER_2002)

    @property
    def into(self) -> str:
        """The name of the field that the clauses are for."""
        return self.cleaned_data.get("field") or "clauses"


class PickedForm(forms.Form):
    """The field of another form alone, with a clause more or less in it."""

    def __init__(self, *, into: str, typed: str, add: str = "", drop: str = "") -> None:
        lines = [line.strip() for line in BETWEEN.split(typed[:LONGEST]) if line.strip()]
        gone = read(drop)[0]
        kept = [line for line in lines if not gone or read(line)[0] != gone]
        if add and not set(read(add)[0]) & set(read(typed)[0]):
            kept.append(add)
        super().__init__({into: "\n".join(kept)})
        self.fields[into] = ClausesField(required=False)

    @property
    def picked(self) -> forms.BoundField:
        """The field."""
        return self[next(iter(self.fields))]


def read(typed: str, *, edition: Edition = Edition.NOVEMBER_2002) -> tuple[tuple[Citation, ...], tuple[str, ...]]:
    """Return the clauses that were typed, each once, and what the rule text does not have."""
    found: dict[Citation, None] = {}
    unknown = []
    for part in filter(None, map(str.strip, BETWEEN.split(typed))):
        try:
            found[_cited(part, edition)] = None
        except UnknownClause as refused:
            unknown.append(refused.clause)
    return tuple(found), tuple(unknown)


def _cited(typed: str, edition: Edition) -> Citation:
    """Return a clause by its number of an edition, or by the one of 2002 where that edition has no such number.

    :raises UnknownClause: if neither has it.
    """
    if edition is not Edition.NOVEMBER_2002 and "(" not in typed:
        try:
            return citation(f"{typed.rstrip('.')} ({edition})")
        except UnknownClause:
            pass
    return citation(typed)


def known_since(cited: Citation) -> Citation | None:
    """Return the number a clause of 2002 has had since 2018, where that is another one and known."""
    if cited.clause not in BY_NUMBER or cited.edition is not Edition.NOVEMBER_2002:
        return None
    since = cite(cited.clause, edition=Edition.SINCE_2018)
    return None if since == cited else since
