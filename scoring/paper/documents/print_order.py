"""What somebody wants printed: which document, of what, in which language."""

import enum
from dataclasses import asdict, dataclass
from typing import Any

from scoring.paper.sheets.look import Fill, Leaf
from scoring.paper.typesetting.papers import Size


class Paper(enum.StrEnum):
    """How the paper lies."""

    LANDSCAPE = "landscape"
    PORTRAIT = "portrait"


class Order(enum.StrEnum):
    """What a list is sorted by."""

    NUMBER = "number"
    NAME = "name"
    CLUB = "club"


class Sorted(enum.StrEnum):
    """Which halves of a seat plan."""

    BOTH = "both"
    TABLE = "table"
    NAME = "name"


class Format(enum.StrEnum):
    """What is made of a document."""

    PDF = "pdf"
    PAGE = "page"
    """A page for the browser to print: where nothing makes PDF files there is this alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be printed. What a kind of document does not know is left alone."""

    kind: str
    """The name of a kind of document."""

    language: str
    format: Format = Format.PDF
    series: int | None = None
    """None for all of them."""

    tables: tuple[int, ...] = ()
    """Numbers of tables, or start numbers on start cards; none for all."""

    fill: Fill = Fill.ENTERED
    leaf: Leaf = Leaf.A4
    has_signs: bool = False
    """On which paper score sheets are, and whether with and without, plus and minus have a column each."""

    seats: int = 4
    copies: int = 1
    a_sheet: int | None = None
    """How many lie on a sheet of paper."""

    order: Order = Order.NUMBER
    has_boxes: bool = True
    of: str | None = None
    """The code of a class."""

    paper: Paper = Paper.LANDSCAPE
    places: int | None = None
    """None for everybody."""

    prizes: tuple[str, ...] = ()
    """What each place wins, the first one first."""

    logo: str | None = None
    background: str | None = None
    """Keys of pictures in the album of the event."""

    pages: int | None = None
    """On how many pages what hangs on a wall has to fit; None for as many as it takes in large letters."""

    size: Size = Size.A4
    """How large the paper is that hangs on a wall."""

    is_large: bool = False
    """Whether what hangs on a wall is read across a hall."""

    sorted_by: Sorted = Sorted.BOTH

    ranking: int | None = None
    """The number of a ranking beside the individual one."""

    signed: str | None = None
    """Of a signed file: the ranking, or the lists that are closed."""

    ahead: bool = False
    """Whether seats may be told that are not published yet."""

    def as_json(self) -> dict[str, Any]:
        """Return it as it is written to a file."""
        return asdict(self)

    @classmethod
    def of_form(cls, kind: str, told: dict[str, Any]) -> "Wanted":
        """Return what somebody told a form; the rest is as usual."""
        return cls.from_json(cls(kind=kind, language="").as_json() | told)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Wanted":
        """Return what was written by ``as_json``."""
        return cls(
            **{
                **data,
                "format": Format(data["format"]),
                "tables": tuple(data["tables"]),
                "prizes": tuple(data["prizes"]),
                "fill": Fill(data["fill"]),
                "leaf": Leaf(data["leaf"]),
                "order": Order(data["order"]),
                "paper": Paper(data["paper"]),
                "size": Size(data["size"]),
                "sorted_by": Sorted(data["sorted_by"]),
            }
        )
