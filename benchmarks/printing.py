"""Long runs of printing: score sheets blank and filled, a ranking; in seconds of processor time, and their memory."""

import json
import os
import subprocess
import sys
import time
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
from scoring.paper.documents.catalogue import compose
from scoring.paper.documents.kind import Links, Task
from scoring.paper.forms import WantedPaper
from scoring.paper.sheets import score_sheets
from scoring.paper.sheets.form import SheetLook
from scoring.paper.typesetting import pdf
from tables.draw import selectors as draw_seats
from tables.draw.models import Seat, Table
from tables.tournaments.models import Series, Tournament

BLANK, FILLED = 6.0, 12.0
RANKING = {60: 0.8, 200: 1.6, 1000: 10.0}
"""Seconds of processor time, everything included that is asked of the database."""

FLOOR = 3.5
"""How many times the processor time of as much plain text."""

MEMORY = 1.5
"""How many times the memory of a process that typesets as much plain text."""

ROUNDS = 3
TABLES = 250
LINKS = Links(site="http://skat.example.org")
STYLE = "@page { size: A4; margin: 10mm } pre { break-after: page; font: 8pt/1.3 monospace; margin: 0 }"


def benchmarks() -> Iterator[Benchmark]:
    """Yield the sheets of a series of 250 tables, before and after it is played, and rankings of 60, 200 and 1000."""
    series = begun_series(players=4 * TABLES)
    blank = f"{TABLES} blank sheets"
    yield _in_seconds(blank, _sheets(series), goal=BLANK)
    subject, anchor = _peak_of_sheets(series), _peak_of_text(_words(series), font="sans-serif")
    yield Benchmark(name=f"{blank}, memory", subject=subject, anchor=anchor, goal=MEMORY, unit="MB")
    series = full_series(players=4 * TABLES)
    filled = f"{TABLES} filled sheets"
    yield _in_seconds(filled, _sheets(series), goal=FILLED)
    subject, anchor = _peak_of_sheets(series), _peak_of_text(_deals(series))
    yield Benchmark(name=f"{filled}, memory", subject=subject, anchor=anchor, goal=MEMORY, unit="MB")
    for players, goal in RANKING.items():
        yield _in_seconds(f"ranking of {players}", _ranking(played_event(players=players, series=3)), goal=goal)


def sheets_beside_text(series: Series) -> Benchmark:
    """Return the blank sheets of a series against as many pages of plain text."""
    return Benchmark(
        name=f"{series.tables.count()} blank sheets",
        subject=_sheets(series),
        anchor=_as_text(_words(series), font="sans-serif"),
        goal=FLOOR,
    )


def _in_seconds(name: str, act: Callable[[], object], *, goal: float) -> Benchmark:
    """Return what holds the least of some rounds against a goal of so many seconds."""
    return Benchmark(name=name, subject=lambda: min(map(_taken, [act] * ROUNDS)), anchor=lambda: goal, goal=1, unit="s")


def _taken(act: Callable[[], object]) -> float:
    begun = time.process_time()
    act()
    return time.process_time() - begun


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
        look = SheetLook(now=timezone.now(), link=LINKS.to_list, verification=LINKS.to_verification)
        return pdf.typeset(score_sheets.score_sheets(series, sheets.sheets(series), look))

    return typeset


def _ranking(tournament: Tournament) -> Callable[[], object]:
    task = Task(tournament=tournament, wanted=WantedPaper(kind="ranking"), now=timezone.now())

    def typeset() -> bytes:
        return pdf.typeset(compose(task))

    return typeset


def _as_text(pages: list[str], *, font: str = "monospace") -> Callable[[], object]:
    return _typeset("".join(f"<pre style='font-family: {font}'>{escape(page)}</pre>" for page in pages))


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
    document = score_sheets.score_sheets(series, sheets.sheets(series), SheetLook(now=timezone.now()))
    return [page.deals for leaf in document.context["pages"] for page, _drawing in leaf]


if __name__ == "__main__":
    main(*sys.argv[1:])
