"""People of an event as they are entered; meanwhile the rows of a list travel through the page."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.acts.forms import ActName, EntryKey, SeesRow, TableFile, TextLine, offer
from tables.acts.wording.intake import intake_refused
from tables.intake.classes import NO_CLASSES, Classes
from tables.intake.headings import SEARCHED, TICKED, Field
from tables.intake.layout import blocks, layout_of
from tables.intake.optional import EARLIEST, LATEST, OPTIONAL, Holds, OptionalField
from tables.intake.outcome import ASKED, MOST_ENTRANTS, ColumnDoubt, Entry, IntakeRefused, Refusal, SheetRows
from tables.intake.sources import files
from tables.intake.sources.lines import rows_of
from tables.intake.table import Reading, read
from tables.intake.text import clean_text
from tables.people.models import Entrant
from tables.people.services.naming import NameChoice, chosen
from tables.tournaments.forms.plan import EXAMPLE, looks_like
from tables.tournaments.models import Shown, Tournament


class ClassesForm(forms.Form):
    """A form that asks in which classes somebody is; those that are not ``offered`` stay as they are."""

    classes = forms.MultipleChoiceField(label=_("Classes"), required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, offered: Classes, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offered = offered
        self.fields["classes"].choices = [(player_class.code, player_class.name) for player_class in offered]  # type: ignore[attr-defined]

    def clean_classes(self) -> list[str]:
        """Return the codes in a fixed order."""
        return sorted(self.cleaned_data["classes"])


COLUMNS_UNKNOWN = frozenset({Refusal.NO_NAME_COLUMN, Refusal.NOT_A_TABLE})
"""What somebody who looks at the columns can put right."""


def refuse(form: forms.Form, field: str, error: IntakeRefused) -> None:
    """Say why a list is not taken; where rows were read, and only their columns are not understood, they stay."""
    if error.code in COLUMNS_UNKNOWN and "read" in form.cleaned_data:
        form.cleaned_data["because"] = intake_refused(error)
    else:
        form.add_error(field, intake_refused(error))


class ListForm(forms.Form):
    """A list as text. Clean, it has its rows under ``cleaned_data["read"]``."""

    act = ActName("paste")
    lines = forms.CharField(
        label=_("One person a line"),
        strip=False,
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "none", "class": "list-text"}
        ),
    )

    def __init__(self, *args: Any, classes: Classes = NO_CLASSES, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.classes = classes

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        try:
            lines = rows_of(data.get("lines", ""), limit=MOST_ENTRANTS)
            data["read"] = files.File(sheet=SheetRows(lines=tuple(lines)))
            read(layout_of(lines, self.classes), limit=MOST_ENTRANTS)
        except IntakeRefused as error:
            refuse(self, "lines", error)
        return data


class FileForm(forms.Form):
    """A workbook or a text with a table. Clean, it has its rows under ``cleaned_data["read"]``."""

    act = ActName("file")
    file = TableFile(
        help_text=_(
            "A workbook of Excel (.xlsx, .xls) or LibreOffice (.ods), a table as text (.csv), or the cards of an"
            " address book (.vcf)."
        ),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.xls,.ods,.csv,.txt,.vcf"}),
    )

    def __init__(self, *args: Any, classes: Classes = NO_CLASSES, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.classes = classes

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        upload = data.get("file")
        if upload is not None:
            self._read(data, upload)
        return data

    def _read(self, data: dict[str, Any], upload: Any) -> None:
        content = upload.read(files.MOST_BYTES + 1)
        try:
            data["read"] = files.read_file(content, most_rows=MOST_ENTRANTS + SEARCHED)
            lines = data["read"].sheet.lines
            read(files.layout_in(lines, content, upload.name or "", self.classes), limit=MOST_ENTRANTS)
        except IntakeRefused as error:
            refuse(self, "file", error)


BESIDE_NAMES = dict.fromkeys(
    (
        "pseudonym-like-a-number",
        "pseudonym-missing",
        "pseudonym-taken",
        "pseudonym-too-long",
        "pseudonym-without-letters",
    ),
    "pseudonym",
)


class NameChoiceForm(forms.Form):
    """How one entrant wants to be named. Under ``cleaned_data["choice"]`` it ends in a ``NameChoice``."""

    beside: ClassVar = BESIDE_NAMES

    shown_as = forms.ChoiceField(
        label=_("Public display of your name"), required=False, widget=forms.RadioSelect, choices=Shown.choices
    )
    pseudonym = TextLine(
        label=_("Other name"), required=False, help_text=_("Needed for another name; nobody else here may have it.")
    )

    def __init__(self, *args: Any, tournament: Tournament, entrant: Entrant | None = None, **kwargs: Any) -> None:
        values = {}
        name, number = EXAMPLE
        if entrant:
            name, number = entrant.name or name, entrant.number
            values = asdict(chosen(entrant))
            values["seen"] = values.copy()
        super().__init__(*args, **{"initial": values, **kwargs})
        offer(self.fields["shown_as"], choices(tournament, name=name, number=number))
        self.fields["pseudonym"].widget.attrs.update(autocomplete="nickname")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        data["choice"] = NameChoice(shown_as=data.get("shown_as", ""), pseudonym=data.get("pseudonym", ""))
        return data


class OwnNameForm(SeesRow, NameChoiceForm):
    """How somebody registered wants to be named: they say so themselves, on the page of their start card."""


class DeskNameForm(OwnNameForm):
    """The same at the desk, for somebody who asks for it there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["shown_as"].label = _("Public display of your name")
        self.fields["pseudonym"].help_text = _("Needed for another name; nobody else here may have it.")


def choices(tournament: Tournament, *, name: str, number: int) -> list[tuple[str, str]]:
    """Return how somebody can be named here: as the event has it, or one of the four ways, each with an example."""
    event = looks_like(tournament.names_shown, name=name, number=number)
    as_event = gettext("as the event has it: %(how)s") % {"how": event}
    return [("", as_event), *((value, looks_like(value, name=name, number=number)) for value in Shown.values)]


class OptionalFieldsForm(forms.Form):
    """A form that has the optional fields behind its own; the public sees those that are asked for in public."""

    is_public = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        wanted = {
            name: optional_field
            for name, optional_field in OPTIONAL.items()
            if (optional_field.is_asked_in_public or not self.is_public)
            and (settings.MAIL or not optional_field.needs_mail)
        }
        self.fields |= {name: _field(optional_field) for name, optional_field in wanted.items()}

    @property
    def optional(self) -> list[forms.BoundField]:
        return [self[name] for name in OPTIONAL if name in self.fields]

    @property
    def is_optional_used(self) -> bool:
        """Test whether one of them says something, or is wrong."""
        return any(bound_field.value() or bound_field.errors for bound_field in self.optional)


def optional_values(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a form says of the optional fields that it has."""
    return {name: data[name] for name in OPTIONAL if name in data}


def _field(optional_field: OptionalField) -> forms.Field:
    label = _(optional_field.words)
    if optional_field.holds is Holds.YEAR:
        widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        return forms.IntegerField(label=label, required=False, min_value=EARLIEST, max_value=LATEST, widget=widget)
    if optional_field.holds is Holds.EMAIL:
        return forms.EmailField(
            label=label,
            required=False,
            max_length=optional_field.longest,
            help_text=_(optional_field.help),
            widget=forms.EmailInput({"autocomplete": "email"}),
        )
    return TextLine(
        label=label, required=False, max_length=optional_field.longest, widget=forms.TextInput({"autocomplete": "off"})
    )


MOST_KEYS = 10_000
KEPT = {"gone": "left_out", "taken": "taken", "done": "done", "wanted": "wanted", "split": "split"}
"""What the page brings back about lines, by the names it has in the review."""

MOST_SHEETS = 5
MOST_OF_A_NAME = 80
MOST_CARRIED = 500_000
"""Characters of another sheet that travel through the page; a larger one is opened from a file of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review(Reading):
    """How far somebody has come with a list. What was said of its lines is known by their keys."""

    read_from: files.File
    columns: tuple[str | None, ...]
    offered: Sequence[str]
    wanted: frozenset[str] = frozenset()
    """Those in order that somebody wants to change, and has not yet."""

    at: Mapping[str, str] = field(default_factory=dict)
    """For each part of the page the key of the line it begins with; from the beginning where there is none."""

    is_file: bool = False

    @classmethod
    def of(cls, file: files.File, *, offered: Sequence[Field], classes: Classes, is_file: bool) -> "Review":
        """Return a list nobody has looked at yet."""
        layout = layout_of(file.sheet.lines, classes)
        possible = with_classes(offered, classes)
        texts = tuple(column if column in possible or column is Field.COUNT else None for column in layout.columns)
        return cls(read_from=file, layout=layout, columns=texts, offered=possible, is_file=is_file)

    @classmethod
    def sent(cls, data: QueryDict, *, offered: Sequence[Field], classes: Classes) -> "Review":
        """Return the list as it came back from a page. Raise IntakeRefused if it is no list any more."""
        sheet = SheetRows(
            name=clean_text(data.get("sheet", ""))[:MOST_OF_A_NAME], lines=tuple(files.from_text(data.get("cells", "")))
        )
        others = [_other(text) for text in data.getlist("other")[:MOST_SHEETS]]
        is_file = data.get("source") == "file"
        if (chosen := data.get("sheet.to", "")) in {str(at) for at in range(len(others))}:
            sheet, others[int(chosen)] = others[int(chosen)], sheet
            data = QueryDict()
        if not sheet.lines:
            raise IntakeRefused(Refusal.EMPTY)
        file = files.File(sheet=sheet, others=tuple(others), knows_looks="blind" not in data)
        begun = cls.of(file, offered=offered, classes=classes, is_file=is_file)
        values = {name: frozenset(data.get(name, "").split()[:MOST_KEYS]) for name in KEPT}
        taken = frozenset(data.getlist("take"))
        corrected = _corrected(data, classes)
        return replace(
            begun,
            columns=_columns(data, begun),
            mended=files.mended_from_text(data.get("mended", ""), classes) | corrected,
            left_out=(values["gone"] | frozenset(data.getlist("out"))) - taken,
            taken=values["taken"] | taken,
            done=values["done"],
            split=values["split"] | frozenset(data.getlist("split")),
            wanted=(values["wanted"] - corrected.keys()) | frozenset(data.getlist("change")),
            at={name: data.get(f"{name}.to") or data.get(f"{name}.at", "") for name in ("bad", "marked", "good")},
        )

    @property
    def twice(self) -> list[int]:
        settled = [text for block in blocks(self.columns) for text in block]
        return [at for at, text in enumerate(self.columns) if text is not None and settled[at] is None]

    @property
    def source(self) -> Entrant.Source:
        return Entrant.Source.FILE if self.is_file else Entrant.Source.PASTE

    @property
    def asks(self) -> bool:
        return bool(ASKED.intersection(self.layout.doubts.values()))

    def with_counts(self, given: Mapping[int, str]) -> "Review":
        """Return the list with a column "Nr." counting its lines, where somebody has one of these numbers already."""
        counted = {at for at, doubt in self.layout.doubts.items() if doubt is ColumnDoubt.START_NUMBERS}
        cells = {line.cells[at].rstrip(".)") for line in self.layout.lines for at in counted if at < len(line.cells)}
        if not cells & {str(number) for number in given}:
            return self
        columns = tuple(Field.COUNT if at in counted else text for at, text in enumerate(self.columns))
        return replace(self, columns=columns)

    def carried(self) -> dict[str, str]:
        return {
            "cells": files.as_text(self.read_from.sheet.lines),
            "sheet": self.read_from.sheet.name,
            "mended": files.mended_as_text(self.mended),
            "source": "file" if self.is_file else "paste",
            **{name: " ".join(sorted(getattr(self, own))) for name, own in KEPT.items()},
        }

    @property
    def others(self) -> list[tuple[str, str]]:
        """Return the names of the other sheets, each with the text that brings it back."""
        texts = [(sheet.name, f"{sheet.name}\n{files.as_text(sheet.lines)}") for sheet in self.read_from.others]
        return [(name, text) for name, text in texts if len(text) <= MOST_CARRIED]


def _other(text: str) -> SheetRows:
    name, _, rows = text.replace("\r\n", "\n").partition("\n")
    return SheetRows(name=clean_text(name)[:MOST_OF_A_NAME], lines=tuple(files.from_text(rows)))


def with_classes(offered: Sequence[Field], classes: Classes) -> list[str]:
    """Return what columns can hold: the fields offered, and the classes among the marks."""
    codes = [player_class.code for player_class in classes]
    return [
        code for each_field in offered for code in ([*codes, each_field] if each_field is Field.MARKS else [each_field])
    ]


class LetInBecause(TextLine):
    """Why the direction lets in somebody to whom the event is not open."""

    def __init__(self) -> None:
        super().__init__(label=_("Let in nevertheless, because"), max_length=300, required=False)


class ReviewForm(forms.Form):
    """What is said about a list as a whole."""

    because = LetInBecause()
    entry_key = EntryKey()
    leave_out = forms.BooleanField(label=_("Leave out those who are there already"), required=False, initial=True)
    sure = forms.BooleanField(label=_("The columns are right like this"), required=False)


def _columns(data: QueryDict, begun: Review) -> tuple[str | None, ...]:
    texts = [data.get(f"c{at}") for at in range(len(begun.columns))]
    values = {str(text): text for text in (*begun.offered, Field.COUNT)}
    return tuple(was if now is None else values.get(now) for was, now in zip(begun.columns, texts, strict=True))


def _corrected(data: QueryDict, classes: Classes) -> dict[str, Entry]:
    """Return what was typed for lines in order, where it changed, and for those that were asked about."""
    values = {}
    for key, was in files.mended_from_text("\n".join(data.getlist("typed")), classes).items():
        texts = {part: clean_text(data.get(f"{key}.{part}", text)) for part, text in was.texts.items()}
        if texts != was.texts:
            values[key] = Entry.of(texts, marks=was.marks)
    for key in data.getlist("row")[:MOST_KEYS]:
        texts = {part: clean_text(data.get(f"{key}.{part}", "")) for part in files.PARTS}
        marks = frozenset(
            str(mark)
            for mark in (*TICKED, *(player_class.code for player_class in classes))
            if data.get(f"{key}.{mark}")
        )
        entry = Entry.of(texts, marks=marks)
        if (
            data.get("act") == "mend"
            or key in data.getlist("right")
            or files.mended_as_text({key: entry}) != data.get(f"{key}.was")
        ):
            values[key[:20]] = entry
    return values
