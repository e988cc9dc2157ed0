"""Long runs of printing: score sheets blank and filled, a ranking; against plain text, and against tables of cells."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

import django
from django.utils import timezone

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    django.setup()

from benchmarks.measure import Benchmark
from benchmarks.world import begun_series, full_series, played_event
from scoring.lists.selectors import sheets
from scoring.paper.documents import rankings
from scoring.paper.documents.task import Links
from scoring.paper.sheets import score_sheets
from scoring.paper.sheets.form import DEAL, PLAYER
from scoring.paper.typesetting import pdf
from scoring.results.selectors import standings
from tables.draw.models import Seat, Table
from tables.draw.selectors import seats as draw_seats
from tables.tournaments.models import Series, Tournament

BLANK = 1.5
PRE = 2.0
TABLE = 15
"""How many times as fast a page is as one that is a table of the same cells."""

TABLES = 250
PAGES_OF_CELLS = 2
"""Pages that are typeset as tables; 250 would take minutes."""

LINKS = Links(site="http://skat.example.org")
STYLE = (
    "@page { size: A4; margin: 10mm } pre { break-after: page; font: 8pt/1.3 monospace; margin: 0 }"
    "table { break-after: page; border-collapse: collapse; font: 7pt sans-serif }"
    "td { border: 0.2pt solid; padding: 0 1pt }"
)


def benchmarks() -> Iterator[Benchmark]:
    """Yield the sheets of a series of 250 tables, before and after it is played, and a ranking of 1000."""
    series = begun_series(players=4 * TABLES)
    blank = f"{TABLES} blank sheets"
    yield Benchmark(
        name=blank, subject=_sheets(series), anchor=_as_text(_words(series), font="sans-serif"), goal=BLANK, rounds=5
    )
    subject, anchor = _peak_of_sheets(series), _peak_of_text(_words(series), font="sans-serif")
    yield Benchmark(name=f"{blank}, memory", subject=subject, anchor=anchor, goal=BLANK, unit="MB")
    series = full_series(players=4 * TABLES)
    filled, deals = f"{TABLES} filled sheets", _deals(series)
    yield Benchmark(name=f"{filled}, as pre", subject=_sheets(series), anchor=_as_text(deals), goal=PRE, rounds=3)
    cells = _as_cells(deals[:PAGES_OF_CELLS])
    goal = TABLES / PAGES_OF_CELLS / TABLE
    name = f"{filled}, {PAGES_OF_CELLS} as tables"
    yield Benchmark(name=name, subject=_sheets(series), anchor=cells, goal=goal, rounds=1)
    subject, anchor = _peak_of_sheets(series), _peak_of_text(deals)
    yield Benchmark(name=f"{filled}, memory", subject=subject, anchor=anchor, goal=PRE, unit="MB")
    event = played_event(players=1000, series=3)
    ranks = _as_text(_ranks(event))
    yield Benchmark(name="ranking of 1000, as pre", subject=_ranking(event), anchor=ranks, goal=PRE, rounds=3)


def _peak_of_sheets(series: Series) -> Callable[[], object]:
    """Return what says how many MB a fresh process needs for the sheets of a series."""
    return lambda: _peak("sheets", str(series.pk))


def _peak_of_text(pages: list[str], *, font: str = "monospace") -> Callable[[], object]:
    """Return the same for pages of plain text, which are handed over: it shall not compose the sheets as well."""
    return lambda: _peak("text", font, handed_over=json.dumps(pages))


def _peak(*what: str, handed_over: str = "") -> float:
    command = [sys.executable, "-m", "benchmarks.printing", *what]
    # What goes wrong there is said on the screen.
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, input=handed_over)
    return float(done.stdout)


def main(what: str, which: str) -> None:
    """Typeset once, and print the MB this process needed at most."""
    if what == "sheets":
        _sheets(Series.objects.select_related("tournament").get(pk=which))()
    else:
        _as_text(json.load(sys.stdin), font=which)()
    # What getrusage tells begins with the process that started this one.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    print(int(status.split("VmHWM:")[1].split()[0]) / 1024)


def _sheets(series: Series) -> Callable[[], object]:
    def typeset() -> bytes:
        document = score_sheets.score_sheets(
            series,
            sheets.sheets(series),
            now=timezone.now(),
            link=LINKS.to_list,
            verification=LINKS.to_verification,
        )
        return pdf.typeset(document)

    return typeset


def _ranking(tournament: Tournament) -> Callable[[], object]:
    def typeset() -> bytes:
        found = standings.standings(tournament)
        return pdf.typeset(rankings.ranking(tournament, found, only=None, as_of=timezone.now()))

    return typeset


def _as_text(pages: list[str], *, font: str = "monospace") -> Callable[[], object]:
    return _typeset("".join(f"<pre style='font-family: {font}'>{escape(page)}</pre>" for page in pages))


def _as_cells(pages: list[str]) -> Callable[[], object]:
    """Return what typesets each character column of some pages as cells of a table."""
    return _typeset("".join(f"<table>{''.join(map(_row, page.splitlines()))}</table>" for page in pages))


def _row(line: str) -> str:
    cells, start = [], 0
    for width in [column.characters for column in DEAL] + [*PLAYER[4]] * 4:
        cells.append(f"<td>{escape(line[start : start + width].strip())}</td>")
        start += width
    return f"<tr>{''.join(cells)}</tr>"


def _typeset(body: str) -> Callable[[], object]:
    import weasyprint  # loading Pango takes half a second, and is not there everywhere

    document = f"<html lang='de'><head><title>Text</title><style>{STYLE}</style></head><body>{body}</body></html>"
    return lambda: weasyprint.HTML(string=document).write_pdf()


def _words(series: Series) -> list[str]:
    return [_at_table(series, table, seats) for table, seats in draw_seats.seating_of(series)]


def _at_table(series: Series, table: Table, seats: list[Seat]) -> str:
    tournament = series.tournament
    lines = [tournament.name, tournament.place, str(tournament.starts_on), f"Serie {series.number}", str(table.number)]
    for seat in seats:
        entrant = seat.entrant
        lines += [str(seat.place), str(entrant.number), entrant.name, entrant.team or entrant.club]
    return "\n".join([*lines, " ".join(seat.entrant.name.split(" ")[0] for seat in seats)])


def _deals(series: Series) -> list[str]:
    """Return what is entered in each list, as it stands on its sheet."""
    document = score_sheets.score_sheets(series, sheets.sheets(series), now=timezone.now(), link=None)
    return [page.deals for page, _drawing in document.context["pages"]]


def _ranks(tournament: Tournament) -> list[str]:
    found = standings.standings(tournament)
    rows = [
        f"{line.rank:>5} {line.entrant.number:>5} {line.entrant.name:<40} {line.entrant.club:<40}"
        for line in found.lines
    ]
    return ["\n".join(rows[start : start + 48]) for start in range(0, len(rows), 48)]


if __name__ == "__main__":
    main(*sys.argv[1:])
