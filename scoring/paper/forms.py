"""What is to be printed, what each kind of document can be told, and pictures of one's own for certificates."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final

from django import forms
from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.fields import Numbers
from scoring.paper.pictures import MOST_BYTES, Picture, RefusedPicture, looked_at
from scoring.paper.selectors import Printable
from scoring.paper.typesetting.walls import Size
from tables.acts.forms import FileKind, Upload


class Fill(TextChoices):
    """What stands on score sheets."""

    ENTERED = "entered", _("with the players and all that is entered")
    PLAYERS = "players", _("blank, with the players")
    NOTHING = "nothing", _("blank, without names")


class Leaf(TextChoices):
    """The paper of score sheets: rows are as high on A5 as on A4."""

    A4 = "a4", "A4"
    A5 = "a5", _("A5, as a pad: a long list goes on on the back")
    TWO = "two", _("A4 with two A5 sheets side by side, to be cut")


class ListOrder(TextChoices):
    """What a list is sorted by."""

    NUMBER = "number", _("by start number")
    NAME = "name", _("by name")
    CLUB = "club", _("by club")


class Paper(TextChoices):
    """How the paper of a certificate lies."""

    LANDSCAPE = "landscape", _("landscape")
    PORTRAIT = "portrait", _("portrait")


class Sorted(TextChoices):
    """Which halves of a seat plan."""

    BOTH = "both", _("by table and by name")
    TABLE = "table", _("by table")
    NAME = "name", _("by name")


class Format(TextChoices):
    """What is made of a document: where nothing makes PDF files there is the page alone."""

    PDF = "pdf", _("PDF file")
    PAGE = "page", _("page for the print command of the browser")


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedPaper:
    """What is to be printed. What a kind of document does not know is left alone."""

    kind: str  # the name of a kind of document
    language: str = ""
    format: Format = Format.PDF
    series: int | None = None  # None for all of them
    tables: tuple[int, ...] = ()  # numbers of tables, or start numbers on start cards; none for all
    fill: Fill = Fill.ENTERED
    leaf: Leaf = Leaf.A4
    has_signs: bool = False
    seats: int = 4
    copies: int = 1
    a_sheet: int | None = None  # how many lie on a sheet of paper
    order: ListOrder = ListOrder.NUMBER
    has_boxes: bool = True
    of: str | None = None  # the code of a class
    paper: Paper = Paper.LANDSCAPE
    places: int | None = None  # None for everybody
    prizes: tuple[str, ...] = ()  # what each place wins, the first one first
    logo: str | None = None
    background: str | None = None  # keys of pictures in the album of the event
    pages: int | None = None  # that what hangs on a wall has to fit; None for as many as it takes
    size: Size = Size.A4
    is_large: bool = False  # whether what hangs on a wall is read across a hall
    sorted_by: Sorted = Sorted.BOTH
    ranking: int | None = None  # the number of a ranking beside the individual one
    signed: str | None = None  # of a signed file: the ranking, or the lists that are closed
    ahead: bool = False  # whether seats may be told that are not published yet

    def as_json(self) -> dict[str, Any]:
        """Return it as it is written to a file."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "WantedPaper":
        """Return what was written by ``as_json``, or told a form; what is not told is as usual."""
        usual = {name: type(value) for name, value in cls(kind="").as_json().items()}
        typed = (TextChoices, tuple)
        return cls(
            **{name: usual[name](value) if issubclass(usual[name], typed) else value for name, value in data.items()}
        )


MOST_CHARACTERS: Final = 4000


class Prizes(forms.CharField):
    """A line for each place, the first one first; a line left empty wins nothing."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Prizes"),
            help_text=_(
                "Empty: what each was given. Else a line for each place, the first one first: 500 euros and a cup."
            ),
            required=False,
            max_length=MOST_CHARACTERS,
            widget=forms.Textarea(attrs={"rows": 4}),
        )

    def clean(self, value: Any) -> tuple[str, ...]:
        """Return what each place wins."""
        return tuple(" ".join(line.split()) for line in str(super().clean(value)).splitlines())


ALL: Final = ""
MOST_COPIES: Final = 100
MOST_PLACES: Final = 9999
MOST_PAGES: Final = 99


@dataclass(frozen=True, slots=True)
class Option:
    """Something a document can be told."""

    name: str
    field: Callable[[Printable], forms.Field | None]  # makes the field; None where there is nothing to be asked


def series(
    offered: Callable[[Printable], tuple[int, ...]],
    *,
    everything: Promise | str = "",
    has_all: Callable[[Printable], bool] = bool,
    starts_with_all: bool = True,
) -> Option:
    """Return the option of which series a document is about: those ``offered``, which have something to print."""

    def field(printable: Printable) -> forms.Field:
        whole = bool(everything) and has_all(printable)
        choices = [(ALL, str(everything))] if whole else []
        choices += [(str(number), gettext("Series %(n)s") % {"n": number}) for number in offered(printable)]
        # What comes next is printed next: the first that is not closed, and the last once all are.
        ahead = (str(number) for number in offered(printable) if number not in printable.closed)
        initial = ALL if whole and starts_with_all else next(ahead, choices[-1][0])
        return choice(pgettext("number of a series", "Series"), choices, initial=initial, coerce=int)

    return Option("series", field)


def choice(
    label: Any,
    choices: Iterable[tuple[Any, Any]],
    *,
    initial: object = None,
    coerce: Callable[[str], Any] = str,
    help_text: Any = "",
) -> forms.Field:
    """Return a field that offers choices; one with the value ``ALL`` need not be chosen, and comes out as None."""
    pairs = [(str(value), words) for value, words in choices]
    return forms.TypedChoiceField(
        label=label,
        choices=pairs,
        initial=str(initial) if initial is not None else pairs[0][0] if pairs else None,
        coerce=coerce,
        help_text=help_text,
        empty_value=None,
        required=all(value != ALL for value, _words in pairs),
    )


def one_of(name: str, label: Any, choices: Iterable[tuple[Any, Any]], **more: Any) -> Option:
    """Return the option to choose one of a few."""
    return Option(name, lambda printable: choice(label, choices, **more))


def flag(name: str, label: Any, *, initial: bool = False) -> Option:
    """Return the option to say yes to something."""
    return Option(name, lambda printable: forms.BooleanField(label=label, required=False, initial=initial))


def number(name: str, label: Any, **more: Any) -> Option:
    """Return the option to say a number from 1 on."""
    return Option(name, lambda printable: forms.IntegerField(label=label, min_value=1, **more))


def cards_a_sheet(*counts: int) -> Option:
    """Return the option of how many cards lie on a sheet of paper, the usual count first."""
    return one_of("a_sheet", _("Cards on a sheet of paper"), [(count, str(count)) for count in counts], coerce=int)


TABLES = Option(
    "tables", lambda printable: Numbers(label=_("Tables"), help_text=_("All, unless you name some: 1-10, 14."))
)
START_NUMBERS = Option(
    "tables", lambda printable: Numbers(label=_("Start numbers"), help_text=_("All, unless you name some: 1-10, 14."))
)
FILL = one_of("fill", _("Content"), Fill.choices)
LEAF = Option(
    "leaf",
    # A page that was open before it was asked means A4.
    lambda printable: forms.TypedChoiceField(
        label=_("Paper"), choices=Leaf.choices, initial=Leaf.A4, empty_value=Leaf.A4, required=False
    ),
)
SIGNS = flag("has_signs", _("“With” and “without”, “+” and “−” as columns of their own"))
SEATS = one_of("seats", _("For a"), [(4, _("Table of four")), (3, _("Table of three"))], coerce=int)
COPIES = number("copies", _("How many"), initial=10, max_value=MOST_COPIES)
AHEAD = flag("ahead", _("Print seats that are drawn but not published yet"))
ORDER = one_of("order", _("In which order"), ListOrder.choices)
BOXES = flag("has_boxes", _("With boxes for present and paid, for the desk"), initial=True)
CLASS_OF = Option("of", lambda printable: choice(_("Class"), [(ALL, _("everybody")), *printable.classes], initial=ALL))
RANKING = Option("ranking", lambda printable: choice(_("Ranking"), printable.rankings, coerce=int))
PAPER = one_of("paper", _("Paper"), Paper.choices)
PLACES = number(
    "places",
    _("Down to place"),
    help_text=_("Leave it empty for a certificate for everybody."),
    initial=3,
    max_value=MOST_PLACES,
    required=False,
)
SORTED_BY = one_of("sorted_by", _("In which order"), Sorted.choices)
HANGING = (
    one_of("size", _("Size of the paper"), Size.choices),
    number(
        "pages",
        _("On how many pages"),
        help_text=_("Leave it empty for letters that are read from two metres, on as many pages as that takes."),
        max_value=MOST_PAGES,
        required=False,
    ),
    flag("is_large", _("Large, to be read across the hall: nothing but the most important columns")),
)
CERTIFIED = Option(
    "ranking",
    lambda printable: (
        choice(
            _("For"),
            [(ALL, _("the players")), *printable.rankings],
            coerce=int,
            help_text=_("Teams, pairs and clubs have series of their own: those below are not asked then."),
        )
        if printable.rankings
        else None
    ),
)
PRIZES = Option("prizes", lambda printable: Prizes())
SIGNED = one_of("signed", _("Signature for"), [("ranking", _("Ranking")), ("sheets", _("Lists that are closed"))])


USES: Final = ("logo", "background")
REFUSED: Final = {
    **dict.fromkeys(
        ("too-big", "too-many-dots", "svg-large"),
        _("This picture is too large: 4 MB, 40 million dots, 20,000 parts at most. Please save it smaller."),
    ),
    **dict.fromkeys(
        ("no-picture", "jpeg"), _("This is neither a PNG nor an SVG file. Please save the picture as one of them.")
    ),
    **dict.fromkeys(("broken-png", "svg-broken"), _("This picture is damaged. Please save it again.")),
    **dict.fromkeys(
        ("svg-entities", "svg-does"), _("This SVG file contains more than a drawing. Please save it as plain SVG.")
    ),
    "svg-outside": _("This SVG file needs something from outside: %(what)s. Please put it in, pictures as PNG."),
    "svg-without-size": _("This SVG file does not say how large it is. Please save it with a size."),
}


class PictureField(Upload):
    """A picture that may stand on paper."""

    def __init__(self, label: Any, help_text: Any) -> None:
        super().__init__(
            # Of a JPEG file and of XML that may be a drawing its reader says more.
            kinds=frozenset({FileKind.PNG, FileKind.SVG, FileKind.JPEG, FileKind.PAGE}),
            asked=_("a PNG or SVG file"),
            label=label,
            help_text=help_text,
            required=False,
            allow_empty_file=True,
            widget=forms.FileInput(attrs={"accept": ".png,.svg"}),
        )

    def clean(self, data: Any, initial: Any = None) -> Picture | None:
        """Return the picture, or None if there is none, or raise ValidationError if it may not stand on paper."""
        upload = super().clean(data, None)
        if not upload:
            return None
        try:
            return looked_at(upload.read(MOST_BYTES + 1))
        except RefusedPicture as wrong:
            raise forms.ValidationError(REFUSED[wrong.code], params={"what": wrong.what}) from None


def _again(use: str, label: Any) -> Option:
    asked = flag(f"{use}_again", label, initial=True)
    return Option(asked.name, lambda printable: asked.field(printable) if use in printable.pictures else None)


PICTURES: Final = (
    Option(
        "logo", lambda printable: PictureField(_("Logo"), _("A PNG or SVG file. It stands in place of the four suits."))
    ),
    _again("logo", _("Without a new one: the logo of the last time")),
    Option(
        "background",
        lambda printable: PictureField(
            _("Background"), _("A PNG or SVG file of the shape of the paper. It stands in place of the frame.")
        ),
    ),
    _again("background", _("Without a new one: the background of the last time")),
)
