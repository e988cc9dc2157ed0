"""What hangs on a wall as a document: tables in the largest letters that fit, and a line to sign on below."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.paper.documents.print_order import Wanted
from scoring.paper.typesetting.attached import Attached
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.papers import Size
from scoring.paper.typesetting.walls import IN_A_HALL, ON_A_WALL, Sizes, Wall, sized
from tables.tournaments.models import Tournament
from tables.tournaments.wording import when_and_where


@dataclass(frozen=True, slots=True, kw_only=True)
class Hanging:
    """How somebody wants it to hang."""

    size: Size = Size.A4
    pages: int | None = None
    """On how many pages it has to fit, if that matters more than that it is read from afar."""

    is_large: bool = False
    """Whether it is read across a hall."""

    @classmethod
    def of(cls, wanted: Wanted) -> "Hanging":
        """Return what somebody wants."""
        return cls(size=wanted.size, pages=wanted.pages, is_large=wanted.is_large)


@dataclass(frozen=True, slots=True, kw_only=True)
class Foot:
    """What stands below the last row."""

    notes: Sequence[str] = ()
    is_signed: bool = False
    """Whether the direction signs there."""


def hung(
    tournament: Tournament,
    walls: Sequence[Wall],
    *,
    title: str,
    filename: str,
    nothing: str = "",
    hanging: Hanging,
    sizes: Sizes | None = None,
    foot: Foot | None = None,
    attached: Sequence[Attached] = (),
) -> Document:
    """Return a document whose rows are as large as they fit; ``nothing`` is said where there are none."""
    foot = foot or Foot()
    direction = f"{_('Direction')}: {tournament.direction}" if tournament.direction else _("Direction")
    sizes = sizes or (IN_A_HALL if hanging.is_large else ON_A_WALL)
    return Document(
        template="scoring/paper/documents/wall.html",
        title=title,
        author=tournament.organiser,
        filename=f"{tournament.slug}-{filename}",
        context={
            "tournament": tournament,
            "when": when_and_where(tournament),
            "nothing": nothing,
            "direction": direction if foot.is_signed else "",
            "notes": [note for note in foot.notes if note],
            "is_large": hanging.is_large,
        },
        walls=[replace(wall, sizes=sizes, pages=hanging.pages, layout=sized(hanging.size)) for wall in walls],
        attached=attached,
    )
