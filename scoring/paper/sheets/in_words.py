"""A list in plain lines: what is printed of it where its sheet cannot be made as it should."""

import logging
from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording import games, house_rules
from scoring.lists.wording.names import names_at
from scoring.paper.sheets.form import Form
from scoring.paper.sheets.look import Fill, Look
from scoring.paper.sheets.measures import measures_of
from scoring.paper.sheets.notes import Note, by_page
from scoring.paper.sheets.pages import NotesPage, Page, pages_of
from scoring.paper.sheets.sheet_form import draw
from scoring.paper.typesetting.drawing import Drawing

logger = logging.getLogger(__name__)


def pages_for_sure(sheet: Sheet, look: Look) -> list[Page | NotesPage]:
    """Return the pages of a table's sheet; where one cannot be made, its list in words, and the log says why.

    A list of house rules is printed in words always: the form's columns are those of the book.
    """
    if sheet.row.profile:
        return _in_words(sheet, look)
    try:
        return list(pages_of(sheet, look))
    except Exception:
        table = sheet.row.table
        logger.exception("Series %s, table %s is printed in its words alone", table.series.number, table.number)
        return _in_words(sheet, look)


def _in_words(sheet: Sheet, look: Look) -> list[Page | NotesPage]:
    table = sheet.row.table
    title = _("Series %(series)s, table %(table)s") % {"series": table.series.number, "table": table.number}
    said = [house_rules.rules_of(sheet.row.profile)] if sheet.row.profile else []
    lines = [Note(short=line, full=line) for line in (*said, *_lines(sheet, look))]
    parts = by_page(lines, measures_of(look.ruling.leaf))
    return [NotesPage(title=title, notes=part, hash=sheet.row.signed_hash) for part in parts]


def drawn_for_sure(form: Form) -> Drawing | None:
    """Return the lines and words of a form, or None where they cannot be drawn, and the log says why."""
    try:
        return draw(form)
    except Exception:
        logger.exception("The form of a sheet of %s deals is printed without its lines", form.length)
        return None


def _lines(sheet: Sheet, look: Look) -> Iterator[str]:
    if look.fill is Fill.NOTHING:
        return
    for seat in sheet.seats:
        belongs = ", ".join(filter(None, (seat.entrant.club, seat.entrant.team)))
        yield f"{seat.place}   {seat.entrant.number}   {seat.entrant.called}   {belongs}"
    if look.fill is Fill.PLAYERS:
        return
    names = names_at(sheet.seats)
    for line in sheet.lines:
        points = games.earned(line.columns, line.booking)
        yield f"{line.number}   {line.dealer}   {games.deal_entry(line.deal, names)}   {points}"
    for score in sheet.scores:
        tally = score.tally
        sums = games.sum_line(
            game_points=tally.game_points,
            own_games=score.own_games,
            bonus=score.bonus,
            performance=score.performance,
        )
        yield f"{score.seat.entrant.called}: {tally.won} / {tally.lost}, {sums}"
