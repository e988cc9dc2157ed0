"""All lists of a series: who played where, what they got, since when the list is a document, its hash (SkWO 7.2.3)."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.lists.selectors.boards import ListLine, lists_with_results
from scoring.lists.wording import acts as lists_states
from scoring.lists.wording import games
from scoring.paper import forms
from scoring.paper.documents.hung import Foot, Hanging, hung
from scoring.paper.documents.kind import Kind, Reader, Scope
from scoring.paper.documents.task import Task
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.journal_foot import journal_note
from scoring.paper.typesetting.naming import FULL, Names, told_apart
from scoring.paper.typesetting.walls import Columns, Look, Row, Wall
from tables.acts.wording.moments import stamp
from tables.draw.models import Seat
from tables.tournaments.models import Series


def lists_overview(
    series: Series,
    found: Sequence[ListLine],
    *,
    as_of: datetime,
    names: Names = FULL,
    hanging: Hanging | None = None,
) -> Document:
    """Return all lists of a series, table by table."""
    hanging = hanging or Hanging()
    signed = sum(line.row.signed_at is not None for line in found)
    state = _("%(signed)s of %(lists)s signed, as of %(at)s") % {
        "signed": signed,
        "lists": len(found),
        "at": stamp(as_of),
    }
    tournament = series.tournament
    day = tournament.starts_on if tournament.starts_on == tournament.ends_on else None
    rows = list(_rows(found, names, is_large=hanging.is_large, day=day))
    few = [pgettext("head of a narrow column", "Points")]
    every = [
        pgettext("head of a narrow column", "Game points"),
        pgettext("head of a narrow column", "Won"),
        pgettext("head of a narrow column", "Lost"),
        *few,
    ]
    columns = Columns.of(
        rows,
        lead=[_("Table"), _("Seat")] if hanging.is_large else [_("Table"), _("Seat"), _("No.")],
        name=_("Name"),
        figures=few if hanging.is_large else every,
    )
    return hung(
        tournament,
        [Wall(under=state, columns=columns, rows=rows)],
        title=_("Lists of series %(series)s") % {"series": series.number},
        filename=_("lists-%(series)s") % {"series": series.number},
        nothing=_("The series has no lists yet: they come with the published seats."),
        hanging=hanging,
        foot=Foot(notes=[journal_note(tournament)]),
    )


def _rows(found: Sequence[ListLine], names: Names, *, is_large: bool, day: date | None) -> Iterator[Row]:
    entrants = [seat.entrant for line in found for seat in line.seats]
    called = iter(told_apart(entrants, names))
    for line in found:
        for at, seat in enumerate(line.seats):
            lead, figures = (str(line.row.table.number), str(seat.place)), _figures(seat)
            yield Row(
                lead=lead if is_large else (*lead, str(seat.entrant.number)),
                name=next(called),
                figures=figures[-1:] if is_large else figures,
                is_first=not at,
            )
        said = " · ".join(filter(None, (_state(line, day=day), "" if is_large else line.row.signed_hash)))
        yield Row(name=said, look=Look.NOTE, is_first=False)


def _figures(seat: Seat) -> tuple[str, ...]:
    """Return game points, won, lost and performance; dashes while nothing is entered."""
    result = getattr(seat, "result", None)
    if result is None:
        return ("–",) * 4
    return games.points(result.game_points), str(result.won), str(result.lost), games.points(result.performance)


def _state(line: ListLine, *, day: date | None) -> str:
    """Return how far a list is; of an event's only ``day``, which stands above, the time alone.

    So the hash has room beside it: more than a line would part the tables.
    """
    if line.row.signed_at is None:
        return lists_states.state_name(line.state)
    signed = timezone.localtime(line.row.signed_at)
    at = date_format(signed, "H:i") if signed.date() == day else stamp(signed)
    if line.row.signed_by_id:
        return _("from paper %(at)s") % {"at": at}
    return _("signed %(at)s") % {"at": at}


def _compose(task: Task) -> Document:
    return lists_overview(
        task.one, lists_with_results(task.one), as_of=task.now, names=task.names, hanging=Hanging.of(task.wanted)
    )


LISTS = Kind(
    name="lists",
    title=gettext_lazy("All lists of a series"),
    about=gettext_lazy("who played what, since when it is signed"),
    compose=_compose,
    options=(forms.Series(offered=lambda there: there.published), *forms.HANGING),
    is_there=lambda there: bool(there.published),
    reader=Reader.OFFICIALS,
    archived=frozenset({Scope.SERIES}),
    is_signed=True,
)
