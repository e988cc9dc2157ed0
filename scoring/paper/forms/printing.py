"""What the print desk asks before it prints: for every kind of document what it can be told."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.numbers import Numbers
from scoring.paper.selectors.printing import Printable
from scoring.results.wording.classes import CLASS
from tables.acts.forms.fields import EntryKey

ALL: Final = ""
SHEETS: Final = "sheets"
SPARE: Final = "spare"
SEATS: Final = "seats"
TABLE_CARDS: Final = "table-cards"
START_CARDS: Final = "start-cards"
ENTRANTS: Final = "entrants"
PLAN: Final = "plan"
RANKING: Final = "ranking"
RANKINGS: Final = "rankings"
CERTIFICATES: Final = "certificates"
LISTS: Final = "lists"
DECISIONS: Final = "decisions"
SIGNED: Final = "signed"
ARCHIVE: Final = "archive"
"""The kinds of documents, as the documents call them."""

MOST_COPIES: Final = 100
MOST_PLACES: Final = 9999

KINDS: Final = {
    SHEETS: (_("Score sheets"), _("for every table, blank or with all that is entered")),
    SPARE: (_("Spare score sheets"), _("without table and names")),
    SEATS: (_("Seats to hang up"), _("by table and by name")),
    TABLE_CARDS: (_("Table cards"), _("number, code and words of each table")),
    START_CARDS: (_("Start cards"), _("for every entrant, with their seats")),
    ENTRANTS: (_("List of entrants"), _("for the desk or the wall")),
    PLAN: (_("Tournament plan"), _("to be signed and hung up")),
    RANKING: (_("Ranking"), _("of a series or of the event, all or a class")),
    RANKINGS: (_("Teams and other rankings"), _("teams, pairs, clubs, chosen series: what is switched on")),
    LISTS: (_("All lists of a series"), _("who played what, since when it is signed")),
    CERTIFICATES: (_("Certificates"), _("one for each place")),
    DECISIONS: (_("Decisions"), _("of the judges and of the tribunal")),
    SIGNED: (_("Signed PDF"), _("results or closed lists; every change to the file shows")),
    ARCHIVE: (_("The whole record"), _("everything in one file, to be kept for six months")),
}
"""What can be printed, in the order of the day, and in a few words what it is."""

FILLS: Final = {
    "entered": _("with the players and all that is entered"),
    "players": _("blank, with the players"),
    "nothing": _("blank, without names"),
}
ORDERS: Final = {"number": _("by start number"), "name": _("by name"), "club": _("by club")}
PAPERS: Final = {"landscape": _("landscape"), "portrait": _("portrait")}
SIGNABLE: Final = {RANKING: _("Ranking"), SHEETS: _("Lists that are closed")}
FORMATS: Final = {"pdf": _("PDF file"), "page": _("page for the print command of the browser")}


class PrintForm(forms.Form):
    """What is to be printed of one kind. Clean, it ends in what was ``told``."""

    entry_key = EntryKey()

    def __init__(self, *args: Any, kind: str, there: Printable, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind, self.there = kind, there
        for make in FIELDS.get(kind, ()):
            name, field = make(kind, there)
            self.fields[name] = field
        self.fields["language"] = _choice(_("Language"), settings.LANGUAGES, initial=(get_language() or "")[:2])
        if kind not in (SIGNED, ARCHIVE):
            self.fields["format"] = _choice(_("As"), FORMATS.items(), initial="pdf")

    def clean(self) -> dict[str, Any]:
        """Demand tables that exist."""
        data = super().clean() or {}
        wanted = data.get("tables")
        if wanted and self.kind != START_CARDS and "series" in data:
            there = self.there.tables
            known = there.get(data["series"], frozenset()) if data["series"] else frozenset().union(*there.values())
            if strange := sorted(set(wanted) - known):
                words = ", ".join(map(str, strange[:5]))
                self.add_error("tables", gettext("There is no such table: %(words)s.") % {"words": words})
        return data

    @property
    def told(self) -> dict[str, Any]:
        """What the document is told, in the words of the documents."""
        return {name: value for name, value in self.cleaned_data.items() if name != "entry_key"}

    @property
    def key(self) -> str:
        """The key of the run this form begins."""
        return str(self.cleaned_data["entry_key"].hex)


Named = tuple[str, forms.Field]


def _choice(
    label: Any, choices: Iterable[tuple[Any, Any]], *, initial: object = None, coerce: Callable[[str], Any] = str
) -> forms.Field:
    found = [(str(value), words) for value, words in choices]
    return forms.TypedChoiceField(
        label=label,
        choices=found,
        initial=str(initial) if initial is not None else found[0][0] if found else None,
        coerce=coerce,
        empty_value=None,
        required=all(value != ALL for value, _words in found),
    )


def _series(kind: str, there: Printable) -> Named:
    numbers = OFFERED[kind](there)
    choices = [(ALL, str(SERIES_ALL[kind]))] if has_all(kind, there) else []
    choices += [(str(number), gettext("Series %(n)s") % {"n": number}) for number in numbers]
    # Of what is about one series the latest is meant, of results the whole.
    initial = ALL if kind in (RANKING, CERTIFICATES, SPARE, SIGNED) and choices[0][0] == ALL else choices[-1][0]
    return "series", _choice(pgettext("number of a series", "Series"), choices, initial=initial, coerce=int)


SERIES_ALL: Final = {
    SHEETS: _("all series whose seats are published"),
    SPARE: _("left to be filled in"),
    RANKING: _("all series so far"),
    CERTIFICATES: _("the whole event"),
    SIGNED: _("all series so far"),
}


OFFERED: Final[dict[str, Callable[[Printable], tuple[int, ...]]]] = {
    SHEETS: lambda there: there.published,
    SPARE: lambda there: tuple(one.number for one in there.series),
    SEATS: lambda there: there.published,
    TABLE_CARDS: lambda there: there.seated,
    RANKING: lambda there: there.begun,
    LISTS: lambda there: there.published,
    CERTIFICATES: lambda there: there.closed,
    SIGNED: lambda there: there.closed,
}
"""The series of which there is something to print, for documents about series."""


def is_there(kind: str, there: Printable) -> bool:
    """Test whether there is anything of a kind to print."""
    if kind == DECISIONS:
        return there.decisions > 0
    if kind == RANKINGS:
        return bool(there.rankings)
    return kind == SPARE or kind not in OFFERED or bool(OFFERED[kind](there))


def has_all(kind: str, there: Printable) -> bool:
    """Test whether all series together can be printed."""
    if kind == CERTIFICATES:
        return there.is_all_closed
    if kind == SIGNED:
        return there.begun == there.closed
    return kind in SERIES_ALL and (kind != SHEETS or len(there.published) > 1)


def _signed(_kind: str, _there: Printable) -> Named:
    return "signed", _choice(_("What is to be signed"), SIGNABLE.items())


def _tables(kind: str, _there: Printable) -> Named:
    if kind == START_CARDS:
        return "tables", Numbers(label=_("Start numbers"), help_text=_("All, unless you name some: 1-20, 35."))
    return "tables", Numbers(label=_("Tables"), help_text=_("All, unless you name some: 1-10, 14."))


def _fill(_kind: str, _there: Printable) -> Named:
    return "fill", _choice(_("What stands on them"), FILLS.items())


def _seats(_kind: str, _there: Printable) -> Named:
    sizes = [(4, _("Table of four")), (3, _("Table of three"))]
    return "seats", _choice(_("For a"), sizes, coerce=int)


def _copies(_kind: str, _there: Printable) -> Named:
    return "copies", forms.IntegerField(label=_("How many"), initial=10, min_value=1, max_value=MOST_COPIES)


def _a_sheet(kind: str, _there: Printable) -> Named:
    counts = (8, 4) if kind == START_CARDS else (2, 1, 4)
    choices = [(count, str(count)) for count in counts]
    return "a_sheet", _choice(_("Cards on a sheet of paper"), choices, coerce=int)


def _ahead(_kind: str, _there: Printable) -> Named:
    return "ahead", forms.BooleanField(label=_("Print seats that are drawn but not published yet"), required=False)


def _order(_kind: str, _there: Printable) -> Named:
    return "order", _choice(_("In which order"), ORDERS.items())


def _boxes(_kind: str, _there: Printable) -> Named:
    label = _("With boxes for present and paid, for the desk")
    return "has_boxes", forms.BooleanField(label=label, required=False, initial=True)


def _class(_kind: str, _there: Printable) -> Named:
    return "of", _choice(_("Class"), [(ALL, _("everybody")), *CLASS.items()], initial=ALL)


def _which(_kind: str, there: Printable) -> Named:
    return "ranking", _choice(_("Which ranking"), there.rankings, coerce=int)


def _paper(_kind: str, _there: Printable) -> Named:
    return "paper", _choice(_("Paper"), PAPERS.items())


def _places(_kind: str, _there: Printable) -> Named:
    return "places", forms.IntegerField(
        label=_("Down to place"),
        help_text=_("Leave it empty for a certificate for everybody."),
        initial=3,
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
    )


FIELDS: Final[dict[str, tuple[Callable[[str, Printable], Named], ...]]] = {
    SHEETS: (_series, _tables, _fill),
    SPARE: (_series, _seats, _copies),
    SEATS: (_series,),
    TABLE_CARDS: (_series, _tables, _a_sheet),
    START_CARDS: (_tables, _a_sheet, _ahead),
    ENTRANTS: (_order, _boxes),
    RANKING: (_series, _class),
    RANKINGS: (_which,),
    CERTIFICATES: (_series, _class, _places, _paper),
    LISTS: (_series,),
    SIGNED: (_signed, _series),
}
"""What each kind of document can be told. The others are told nothing but the language."""
