"""What the print desk can be told about a document: each option with the field that asks for it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.numbers import Numbers
from scoring.paper.selectors.printing import Printable

ALL: Final = ""
MOST_COPIES: Final = 100
MOST_PLACES: Final = 9999

FILLS: Final = {
    "entered": _("with the players and all that is entered"),
    "players": _("blank, with the players"),
    "nothing": _("blank, without names"),
}
ORDERS: Final = {"number": _("by start number"), "name": _("by name"), "club": _("by club")}
PAPERS: Final = {"landscape": _("landscape"), "portrait": _("portrait")}
SIGNABLE: Final = {"ranking": _("Ranking"), "sheets": _("Lists that are closed")}


class Asked(Protocol):
    """Something a document can be told."""

    @property
    def name(self) -> str:
        """What the documents call it."""

    @property
    def field(self) -> Callable[[Printable], forms.Field]:
        """What makes the field, from what there is to print."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something a document can be told, by name and field."""

    name: str
    field: Callable[[Printable], forms.Field]


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Which series a document is about."""

    offered: Callable[[Printable], tuple[int, ...]]
    """The numbers of those of which there is something to print."""

    everything: Promise | str = ""
    """In words what all of them together are; empty where each is printed by itself."""

    has_all: Callable[[Printable], bool] = bool
    starts_with_all: bool = True
    """Whether all together are meant if nobody says otherwise: of results the whole, else the latest series."""

    name: str = "series"

    def field(self, there: Printable) -> forms.Field:
        """Return the field that offers the series there are."""
        has_all = bool(self.everything) and self.has_all(there)
        choices = [(ALL, str(self.everything))] if has_all else []
        choices += [(str(number), gettext("Series %(n)s") % {"n": number}) for number in self.offered(there)]
        initial = ALL if has_all and self.starts_with_all else choices[-1][0]
        return choice(pgettext("number of a series", "Series"), choices, initial=initial, coerce=int)


def choice(
    label: Any, choices: Iterable[tuple[Any, Any]], *, initial: object = None, coerce: Callable[[str], Any] = str
) -> forms.Field:
    """Return a field that offers choices; one with the value ``ALL`` need not be chosen, and comes out as None."""
    found = [(str(value), words) for value, words in choices]
    return forms.TypedChoiceField(
        label=label,
        choices=found,
        initial=str(initial) if initial is not None else found[0][0] if found else None,
        coerce=coerce,
        empty_value=None,
        required=all(value != ALL for value, _words in found),
    )


def cards_a_sheet(*counts: int) -> Option:
    """Return the option of how many cards lie on a sheet of paper, the usual count first."""
    choices = [(count, str(count)) for count in counts]
    return Option("a_sheet", lambda there: choice(_("Cards on a sheet of paper"), choices, coerce=int))


TABLES = Option("tables", lambda there: Numbers(label=_("Tables"), help_text=_("All, unless you name some: 1-10, 14.")))
START_NUMBERS = Option(
    "tables", lambda there: Numbers(label=_("Start numbers"), help_text=_("All, unless you name some: 1-20, 35."))
)
FILL = Option("fill", lambda there: choice(_("What stands on them"), FILLS.items()))
SEATS = Option(
    "seats", lambda there: choice(_("For a"), [(4, _("Table of four")), (3, _("Table of three"))], coerce=int)
)
COPIES = Option(
    "copies", lambda there: forms.IntegerField(label=_("How many"), initial=10, min_value=1, max_value=MOST_COPIES)
)
AHEAD = Option(
    "ahead",
    lambda there: forms.BooleanField(label=_("Print seats that are drawn but not published yet"), required=False),
)
ORDER = Option("order", lambda there: choice(_("In which order"), ORDERS.items()))
BOXES = Option(
    "has_boxes",
    lambda there: forms.BooleanField(
        label=_("With boxes for present and paid, for the desk"), required=False, initial=True
    ),
)
CLASS_OF = Option("of", lambda there: choice(_("Class"), [(ALL, _("everybody")), *there.classes], initial=ALL))
RANKING = Option("ranking", lambda there: choice(_("Which ranking"), there.rankings, coerce=int))
PAPER = Option("paper", lambda there: choice(_("Paper"), PAPERS.items()))
PLACES = Option(
    "places",
    lambda there: forms.IntegerField(
        label=_("Down to place"),
        help_text=_("Leave it empty for a certificate for everybody."),
        initial=3,
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
    ),
)
SIGNED = Option("signed", lambda there: choice(_("What is to be signed"), SIGNABLE.items()))
