"""Lists of entrants, seats and games to be hung up, and the score sheets of a series (SkWO 4.1, 7)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.lists.selectors import sheets
from scoring.lists.selectors.boards import ListLine, lists_with_results
from scoring.lists.wording import acts as lists_states
from scoring.lists.wording import games
from scoring.paper import forms
from scoring.paper.documents.kind import FULL, Names, NothingToPrint, PaperKind, Scope, Task, hung, told_apart
from scoring.paper.forms import ListOrder, Sorted
from scoring.paper.sheets.form import SheetLook, SheetRuling
from scoring.paper.sheets.score_sheets import score_sheets, spare_sheets
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.heading import journal_note
from scoring.paper.typesetting.walls import AT_A_DESK, Columns, RowLook, Wall, WallRow
from tables.acts.wording.moments import stamp
from tables.draw import selectors as draw_seats
from tables.draw.models import Seat, Table
from tables.names import in_order
from tables.people import selectors
from tables.people.models import Entrant
from tables.tournaments import access
from tables.tournaments.models import PlayerClass
from tables.tournaments.selectors.tournaments import classes_of


def _entrants(task: Task) -> Document:
    # To be ticked at the desk are those who are still to come.
    if task.wanted.has_boxes:
        return entrant_list(task, selectors.entrants(task.tournament).filter(withdrawn_at=None))
    return entrant_list(task, selectors.participants(task.tournament))


def entrant_list(task: Task, entrants: Iterable[Entrant]) -> Document:
    """Return a list of entrants; that for the desk has boxes, everybody in full, and rows for whoever comes late."""
    wanted, has_boxes, is_by_club = task.wanted, task.wanted.has_boxes, task.wanted.order == ListOrder.CLUB
    names = FULL if has_boxes else task.names
    classes = [] if wanted.is_large else classes_of(task.tournament)
    ordered = sorted(entrants, key=lambda entrant: KEYS[wanted.order](entrant, names))
    on_list = [
        player_class for player_class in classes if any(player_class.code in entrant.classes for entrant in ordered)
    ]
    called = told_apart(ordered, names, is_sorted=wanted.order != ListOrder.NUMBER, has_club=True)
    rows = [
        _row(entrant, name, on_list, names, is_by_club=is_by_club, has_boxes=has_boxes)
        for entrant, name in zip(ordered, called, strict=True)
    ]
    heads = [_("Club"), _("Name")] if is_by_club else [_("Name"), _("Club")]
    counted = ngettext("%(count)s entrant", "%(count)s entrants", len(rows)) % {"count": len(rows)}
    legend = [f"{player_class.shown_mark}: {player_class.called}" for player_class in on_list]
    columns = Columns.of(
        rows,
        lead=[_("No.")],
        name=heads[0],
        beside=heads[1],
        figures=[_("Class")] if on_list else [],
        boxes=[_("Present"), _("Paid")] if has_boxes else [],
    )
    return hung(
        task,
        Wall(under=f"{wanted.order.label} · {counted}", columns=columns, rows=rows, has_blank_rows=has_boxes),
        title=_("Entrants"),
        sizes=AT_A_DESK if has_boxes and not wanted.is_large else None,
        notes=[" · ".join((_("As of %(at)s") % {"at": stamp(task.now)}, *legend))],
    )


def _row(
    entrant: Entrant, name: str, classes: Sequence[PlayerClass], names: Names, *, is_by_club: bool, has_boxes: bool
) -> WallRow:
    club, team = names.club(entrant), names.team(entrant)
    # "SC Herz Dame 2" tells both.
    belongs = team if team.startswith(club) else " · ".join(filter(None, (club, team)))
    first, second = (belongs, name) if is_by_club else (name, belongs)
    marks = " ".join(player_class.shown_mark for player_class in classes if player_class.code in entrant.classes)
    return WallRow(
        lead=(str(entrant.number),),
        name=first,
        beside=second,
        figures=(marks,) if classes else (),
        ticks=(entrant.present, entrant.paid) if has_boxes else (),
    )


KEYS: dict[ListOrder, Callable[[Entrant, Names], Any]] = {
    ListOrder.NUMBER: lambda entrant, _names: entrant.number,
    ListOrder.NAME: lambda entrant, names: names.order(entrant),
    ListOrder.CLUB: lambda entrant, names: (
        not names.club(entrant),
        in_order(names.club(entrant)),
        names.order(entrant),
    ),
}

ENTRANTS = PaperKind(
    name="entrants",
    title=gettext_lazy("Entrants"),
    compose=_entrants,
    options=(forms.ORDER, forms.BOXES, *forms.HANGING),
    archived=frozenset({Scope.EVENT}),
)


Seated = Sequence[tuple[Table, Seat]]


def _seats(task: Task) -> Document:
    series = task.single_series
    if series.published_at is None:
        raise NothingToPrint
    seated = [(table, seat) for table, seats in draw_seats.seating_of(series) for seat in seats]
    halves = {Sorted.TABLE: _by_table, Sorted.NAME: _by_name}
    return hung(
        task,
        *(half(seated, task.names) for order, half in halves.items() if task.wanted.sorted_by in (order, Sorted.BOTH)),
        title=_("Seats of series %(series)s") % {"series": series.number},
    )


def _by_table(seated: Seated, names: Names) -> Wall:
    called = told_apart([seat.entrant for _table, seat in seated], names)
    begins = [not at or table != seated[at - 1][0] for at, (table, _seat) in enumerate(seated)]
    rows = [
        WallRow(
            lead=(str(table.number) if is_first else "", str(seat.place)),
            name=name,
            figures=(str(seat.entrant.number),),
            is_first=is_first,
        )
        for (table, seat), name, is_first in zip(seated, called, begins, strict=True)
    ]
    columns = Columns.of(rows, lead=[_("Table"), _("Seat")], name=_("Name"), figures=[_("No.")], has_blocks=True)
    return Wall(under=_("by table"), columns=columns, rows=rows, most_columns=3)


def _by_name(seated: Seated, names: Names) -> Wall:
    ordered = sorted(seated, key=lambda pair: names.order(pair[1].entrant))
    called = told_apart([seat.entrant for _table, seat in ordered], names, is_sorted=True)
    rows = [
        WallRow(name=name, figures=(str(seat.entrant.number), str(table.number), str(seat.place)))
        for (table, seat), name in zip(ordered, called, strict=True)
    ]
    columns = Columns.of(rows, name=_("Name"), figures=[_("No."), _("Table"), _("Seat")])
    return Wall(under=_("by name"), columns=columns, rows=rows, most_columns=2)


SEATS = PaperKind(
    name="seats",
    title=gettext_lazy("Seats to hang up"),
    compose=_seats,
    options=(forms.series(lambda printable: printable.published), forms.SORTED_BY, *forms.HANGING),
    is_there=lambda printable: bool(printable.published),
    opened_by=access.public_tournament,
    archived=frozenset({Scope.SERIES}),
)


def _lists(task: Task) -> Document:
    series, is_large, tournament = task.single_series, task.wanted.is_large, task.tournament
    lists = lists_with_results(series)
    state = _("%(signed)s of %(lists)s signed, as of %(at)s") % {
        "signed": sum(line.row.signed_at is not None for line in lists),
        "lists": len(lists),
        "at": stamp(task.now),
    }
    day = tournament.starts_on if tournament.starts_on == tournament.ends_on else None
    rows = list(_lines(lists, task.names, is_large=is_large, day=day))
    few = [pgettext("head of a narrow column", "Points")]
    every = [
        pgettext("head of a narrow column", "Game points"),
        pgettext("head of a narrow column", "Won"),
        pgettext("head of a narrow column", "Lost"),
        *few,
    ]
    columns = Columns.of(
        rows,
        lead=[_("Table"), _("Seat")] if is_large else [_("Table"), _("Seat"), _("No.")],
        name=_("Name"),
        figures=few if is_large else every,
    )
    return hung(
        task,
        Wall(under=state, columns=columns, rows=rows),
        title=_("Lists of series %(series)s") % {"series": series.number},
        nothing=_("Publish the seats of a series first."),
        notes=[journal_note(tournament)],
    )


def _lines(lists: Sequence[ListLine], names: Names, *, is_large: bool, day: date | None) -> Iterator[WallRow]:
    called = iter(told_apart([seat.entrant for line in lists for seat in line.seats], names))
    for line in lists:
        for at, seat in enumerate(line.seats):
            lead, figures = (str(line.row.table.number), str(seat.place)), _figures(seat)
            yield WallRow(
                lead=lead if is_large else (*lead, str(seat.entrant.number)),
                name=next(called),
                figures=figures[-1:] if is_large else figures,
                is_first=not at,
            )
        words = " · ".join(filter(None, (_state(line, day=day), "" if is_large else line.row.signed_hash)))
        yield WallRow(name=words, look=RowLook.NOTE, is_first=False)


def _figures(seat: Seat) -> tuple[str, ...]:
    result = getattr(seat, "result", None)
    if result is None:
        return ("–",) * 4
    return games.points(result.game_points), str(result.won), str(result.lost), games.points(result.performance)


def _state(line: ListLine, *, day: date | None) -> str:
    """Of an event's only day the time alone, so that the hash has room beside it: more than a line would part the
    tables.
    """
    if line.row.signed_at is None:
        return lists_states.state_name(line.state)
    signed = timezone.localtime(line.row.signed_at)
    at = date_format(signed, "H:i") if signed.date() == day else stamp(signed)
    if line.row.signed_by_id:
        return _("from paper %(at)s") % {"at": at}
    return _("signed %(at)s") % {"at": at}


LISTS = PaperKind(
    name="lists",
    title=gettext_lazy("All lists of a series"),
    compose=_lists,
    options=(forms.series(lambda printable: printable.published), *forms.HANGING),
    is_there=lambda printable: bool(printable.published),
    opened_by=access.officiated_tournament,
    archived=frozenset({Scope.SERIES}),
    is_signed=True,
)


def _sheets(task: Task) -> Document:
    wanted = task.wanted
    chosen = [
        sheet
        for series in task.series
        if series.published_at
        for sheet in sheets.sheets(series)
        if task.has_table(sheet.row.table.number) and (sheet.row.signed_at or not wanted.signed)
    ]
    if not chosen:
        raise NothingToPrint
    look = SheetLook(
        now=task.now,
        link=task.links.to_list,
        verification=task.links.to_verification,
        fill=wanted.fill,
        ruling=SheetRuling(leaf=wanted.leaf, has_signs=wanted.has_signs),
    )
    return score_sheets(task.only or task.tournament, chosen, look)


def _spare(task: Task) -> Document:
    wanted = task.wanted
    series = task.tournament.series.filter(number=wanted.series).first() if wanted.series else None
    ruling = SheetRuling(leaf=wanted.leaf, has_signs=wanted.has_signs)
    return spare_sheets(task.tournament, series=series, seats=wanted.seats, copies=wanted.copies, ruling=ruling)


SHEETS = PaperKind(
    name="sheets",
    title=gettext_lazy("Score sheets"),
    compose=_sheets,
    options=(
        forms.series(
            lambda printable: printable.published,
            everything=gettext_lazy("all series so far"),
            has_all=lambda printable: len(printable.published) > 1,
            starts_with_all=False,
        ),
        forms.TABLES,
        forms.FILL,
        forms.LEAF,
        forms.SIGNS,
    ),
    is_there=lambda printable: bool(printable.published),
    not_yet=gettext_lazy("Publish the seats of a series first."),
    archived=frozenset({Scope.SERIES}),
    is_signed=True,
    has_codes=True,
)

SPARE = PaperKind(
    name="spare",
    title=gettext_lazy("Spare score sheets"),
    compose=_spare,
    options=(
        forms.series(
            lambda printable: tuple(series.number for series in printable.series),
            everything=gettext_lazy("left to be filled in"),
        ),
        forms.SEATS,
        forms.LEAF,
        forms.SIGNS,
        forms.COPIES,
    ),
)
