"""What every form shares: fields, what was seen of a row, and files that are brought."""

import enum
import io
import uuid
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, ClassVar, Final

from django import forms
from django.core import signing
from django.utils.formats import date_format, localize, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.acts.services import Overtaken, as_told
from tables.intake.text import NoAmount, clean_text, read_cents

LONGEST_TEXT = 2_000
"""Characters of a paragraph of the plan; the plan shall be short (SkWO 6.1)."""

MOST_CENTS: Final = 1_000_000_00
"""Nothing in an event is above a million euros."""

MOST_IN_PLAN: Final = 99_999_99
"""Cents: as much as the plan of an event has room for."""


class TextLine(forms.CharField):
    """One line of text, stored without invisible characters and surplus white space."""

    def to_python(self, value: Any) -> str:
        """Return the cleaned text."""
        return clean_text(super().to_python(value) or "")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return no length: a browser would cut what is pasted without a word."""
        return {}


class TakeBackForm(forms.Form):
    """Why something that was done is taken back."""

    beside: ClassVar = {"reason-missing": "because"}

    because = TextLine(label=_("Reason"), max_length=300)


class Paragraphs(forms.CharField):
    """Some lines of text, each cleaned, with single empty lines kept between them."""

    widget = forms.Textarea(attrs={"rows": 4})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "max_length": LONGEST_TEXT, **kwargs})

    def to_python(self, value: Any) -> str:
        """Return the cleaned lines; what is too long by far as it is, for its length refuses it."""
        typed = super().to_python(value) or ""
        if len(typed) > 10 * (self.max_length or LONGEST_TEXT):
            return typed
        lines = [clean_text(line) for line in typed.splitlines()]
        texts = [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]
        return "\n".join(texts).strip()

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return no length: a browser would cut what is pasted without a word."""
        return {}


class Cents(forms.Field):
    """An amount in euros as people write it: "7,5", "7.50", "30,-", "1.250,00". It ends in whole cents; None: empty."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "class": "short", "autocomplete": "off"})
    default_error_messages = {
        "invalid": _("This is no amount. Type euros and cents like 7.50 or 7,50."),
        "in-doubt": _("“%(typed)s” can be read in two ways. Type %(large)s or %(small)s."),
        "negative": _("This is no amount. Type euros and cents like 7.50 or 7,50."),
        "too-large": _("That is more than %(most)s €, which is surely a slip of the pen."),
    }

    def __init__(self, *, most: int = MOST_CENTS, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.most = most

    def to_python(self, value: Any) -> Any:
        """Return the amount in cents.

        :raises ValidationError: if it is none, can be read as two, is below zero or above ``most``.
        """
        typed = clean_text(str(value or ""))
        if not typed:
            return None
        try:
            cents = read_cents(typed)
        except NoAmount as wrong:
            code = "in-doubt" if wrong.readings else "negative" if wrong.negative else "invalid"
            large, small = map(_in_euros, wrong.readings or (0, 0))
            facts = {"typed": typed[:60], "large": large, "small": small}
            raise forms.ValidationError(self.error_messages[code], code=code, params=facts) from wrong
        if cents > self.most:
            facts = {"most": _in_euros(self.most)}
            raise forms.ValidationError(self.error_messages["too-large"], code="too-large", params=facts)
        return cents

    def prepare_value(self, value: Any) -> Any:
        """Return cents as they are typed; what somebody typed stays as it is."""
        return _in_euros(value) if isinstance(value, int) else value


class Money(Cents):
    """An amount of money, read as ``Cents`` are; it ends in euros."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"most": MOST_IN_PLAN, **kwargs})

    def to_python(self, value: Any) -> Decimal | None:
        """Return the amount, or None when there is none."""
        cents = super().to_python(value)
        return None if cents is None else Decimal(cents).scaleb(-2)

    def prepare_value(self, value: Any) -> Any:
        """Return an amount as it is typed; what somebody typed stays as it is."""
        return number_format(value, decimal_pos=2) if isinstance(value, Decimal) else value


def _in_euros(cents: int) -> str:
    return number_format(Decimal(cents).scaleb(-2), decimal_pos=2)


class EntryKey(forms.UUIDField):
    """The key of a form, fixed when it is opened: the same form sent twice counts once."""

    def __init__(self) -> None:
        incomplete = _("This form did not arrive completely. Please reload the page and try again.")
        errors = {"required": incomplete, "invalid": incomplete}
        super().__init__(initial=uuid.uuid4, widget=_unnamed(), error_messages=errors)


class ActName(forms.CharField):
    """Which of the forms of its page it is: what was sent is asked of that one alone."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__(initial=name, required=False, widget=_unnamed())


def _unnamed() -> forms.HiddenInput:
    """Return a hidden field without an id, of which a page with several forms would have several."""
    return forms.HiddenInput(attrs={"id": False})


def offer(field: forms.Field, choices: Sequence[tuple[object, str]]) -> None:
    """Give a choice field of one form what it offers there."""
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"{field} offers no choices")
    field.choices = list(choices)


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
        self.add_error(None, _("Somebody else has changed this in the meantime. Please look at it again."))

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
            return ", ".join(labels.get(str(choice), str(choice)) for choice in chosen) or NOTHING
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


class FileKind(enum.StrEnum):
    """What a file is, whatever its name says."""

    PDF = "pdf"
    PNG = "png"
    JPEG = "jpeg"
    PICTURE = "picture"
    SVG = "svg"
    OLD_OFFICE = "old-office"
    """An old Excel or Word file, or a new one under a password."""

    EXCEL = "excel"
    WORD = "word"
    SLIDES = "slides"
    CALC = "calc"
    WRITER = "writer"
    ZIP = "zip"
    GZIP = "gzip"
    PACKED = "packed"
    PAGE = "page"
    RICH_TEXT = "rich-text"


CALLED: Final = {
    FileKind.PDF: ".pdf",
    FileKind.PNG: ".png",
    FileKind.JPEG: ".jpg",
    FileKind.PICTURE: ".gif, .tif, .webp",
    FileKind.SVG: ".svg",
    FileKind.OLD_OFFICE: _(".xls, .doc, or with a password"),
    FileKind.EXCEL: ".xlsx",
    FileKind.WORD: ".docx",
    FileKind.SLIDES: ".pptx",
    FileKind.CALC: ".ods",
    FileKind.WRITER: ".odt",
    FileKind.ZIP: ".zip",
    FileKind.GZIP: ".gz",
    FileKind.PACKED: ".rar, .7z",
    FileKind.PAGE: ".html, .xml",
    FileKind.RICH_TEXT: ".rtf",
}

BEGINS: Final = (
    (b"%PDF-", FileKind.PDF),
    (b"\x89PNG\r\n\x1a\n", FileKind.PNG),
    (b"\xff\xd8\xff", FileKind.JPEG),
    (b"GIF8", FileKind.PICTURE),
    (b"II*\x00", FileKind.PICTURE),
    (b"MM\x00*", FileKind.PICTURE),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", FileKind.OLD_OFFICE),
    (b"\x1f\x8b", FileKind.GZIP),
    (b"Rar!\x1a\x07", FileKind.PACKED),
    (b"7z\xbc\xaf\x27\x1c", FileKind.PACKED),
    (b"{\\rtf", FileKind.RICH_TEXT),
)

IN_IT: Final = (
    (b"xl/workbook.xml", FileKind.EXCEL),
    (b"word/document.xml", FileKind.WORD),
    (b"ppt/presentation.xml", FileKind.SLIDES),
)
"""What stands in the directory of a zip, at its end."""

OF_OFFICE: Final = b"mimetypeapplication/vnd.oasis.opendocument."
ARCHIVE: Final = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
LOOKED_AT: Final = 1 << 20
"""Bytes at the end of a zip, more than the directory of any file of an office has."""

END: Final = b"PK\x05\x06"
"""How the last record of a zip begins, which says how many bytes the directory before it has."""

TABLES: Final = frozenset({FileKind.EXCEL, FileKind.CALC})
SAID_BY_READER: Final = frozenset({FileKind.PDF, FileKind.OLD_OFFICE})
"""Kinds of which the reader of a table says more: how to make a table of them, or that there is a password."""


def kind_of(file: Any) -> FileKind | None:
    """Return what a file is by its first bytes, of a zip by its directory too; None for text and what nobody knows."""
    file.seek(0)
    start = bytes(file.read(1024))
    file.seek(0)
    if start.startswith(ARCHIVE):
        return _of_zip(file, start)
    if kind := next((kind for begin, kind in BEGINS if start.startswith(begin)), None):
        return kind
    if (start[:4], start[8:12]) == (b"RIFF", b"WEBP") or start[4:8] == b"ftyp":
        return FileKind.PICTURE
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if text.startswith((b"<svg", b"<?xml")) and b"<svg" in text:
        return FileKind.SVG
    return FileKind.PAGE if text.startswith((b"<!doctype html", b"<html", b"<?xml", b"<table")) else None


def _of_zip(file: Any, start: bytes) -> FileKind | None:
    if OF_OFFICE in start:
        return FileKind.CALC if OF_OFFICE + b"spreadsheet" in start else FileKind.WRITER
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - LOOKED_AT))
    last = bytes(file.read())
    file.seek(0)
    at = last.rfind(END)
    if at < 0:
        # Without an end it is damaged, and may have been anything.
        return None
    # Only there: an archive may have workbooks in it.
    directory = last[max(0, at - int.from_bytes(last[at + 12 : at + 16], "little")) : at]
    return next((kind for name, kind in IN_IT if name in directory), FileKind.ZIP)


class Upload(forms.FileField):
    """A file of some kinds; of another, its refusal says which. ``asked`` says in words what is asked for."""

    def __init__(self, *, kinds: frozenset[FileKind], asked: Any, **more: Any) -> None:
        super().__init__(**more)
        self.kinds, self.asked = kinds, asked

    def to_python(self, data: Any) -> Any:
        """Return the file.

        :raises ValidationError: if its first bytes say that it is something else.
        """
        file = super().to_python(data)
        if file is not None and (kind := kind_of(file)) is not None and kind not in self.kinds:
            values = {"kind": CALLED[kind], "asked": self.asked}
            raise forms.ValidationError(
                _("This file is of another kind (%(kind)s). Needed: %(asked)s"), code="other-kind", params=values
            )
        return file


A_TABLE: Final = _("A workbook of Excel (.xlsx) or LibreOffice (.ods), or a table as text (.csv).")


class TableFile(Upload):
    """A workbook or a table as text. An empty one is taken, so that its reader can say that nothing is in it."""

    widget = forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.txt"})

    def __init__(self, **kwargs: Any) -> None:
        missing = {"required": _("Please choose a file.")}
        given = {"label": _("File"), "allow_empty_file": True, "error_messages": missing, **kwargs}
        super().__init__(kinds=TABLES | SAID_BY_READER, asked=A_TABLE, **given)
