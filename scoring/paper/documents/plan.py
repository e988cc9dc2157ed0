"""The tournament plan to be hung up, with everything SkWO 6.2 names, and lines to sign on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.paper.documents.kind import Kind, Reader, Scope
from scoring.paper.documents.task import Task
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.heading import heading
from tables.qr_codes import qr_code
from tables.tournaments.listings import Point, plan_of
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors import tournaments

ROOM: Final = 150.0
"""Width of the event's name beside the QR code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One of the two parts of the plan."""

    letter: str
    title: str
    points: tuple[Point, ...]


def plan(tournament: Tournament, series: Sequence[Series], *, link: str | None) -> Document:
    """Return the plan; ``link`` leads from a QR code to the tournament's page, where phones get there."""
    found = plan_of(tournament, series)
    return Document(
        template="scoring/paper/documents/plan.html",
        title=_("Tournament plan"),
        author=tournament.organiser,
        filename="-".join((tournament.slug, pgettext("file name", "plan"))),
        context={
            "tournament": tournament,
            **heading(tournament, room=ROOM, largest=0, is_organiser_named=True),
            "parts": [
                Part(
                    letter=letter,
                    title=part.title,
                    points=tuple(point for point in part.points if not _is_signed(point)),
                )
                for letter, part in zip("AB", found, strict=True)
            ],
            "seals": [(one.number, one.commitment) for one in series],
            "code": qr_code(link) if link else None,
        },
    )


def _is_signed(point: Point) -> bool:
    """Test whether a point names who signs: on paper they do it under the plan."""
    return point.title == _("Signatures")


def _compose(task: Task) -> Document:
    return plan(
        task.tournament, list(tournaments.series_of(task.tournament)), link=task.links.event_page(task.tournament)
    )


PLAN = Kind(
    name="plan",
    title=gettext_lazy("Tournament plan"),
    about=gettext_lazy("to be signed and hung up"),
    compose=_compose,
    reader=Reader.EVERYBODY,
    archived=frozenset({Scope.EVENT}),
    has_codes=True,
)
