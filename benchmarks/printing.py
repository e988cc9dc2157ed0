"""Blank score sheets of a series as a PDF, against pages with nothing but what is each sheet's own, as plain text."""

from collections.abc import Callable, Iterator
from html import escape

from django.urls import reverse

from benchmarks.measure import Benchmark
from benchmarks.world import begun_series, directors_client
from tables import selectors
from tables.models import Seat, Series, Table

GOAL = 1.5
PLAYERS = 200
STYLE = "@page { size: A4; margin: 10mm } pre { break-after: page; font: 9pt/1.3 sans-serif; margin: 0 }"


def benchmarks() -> Iterator[Benchmark]:
    """Yield the sheets of a whole series."""
    series = begun_series(players=PLAYERS)
    name = f"blank sheets, {series.tables.count()} tables"
    yield Benchmark(name=name, subject=_printing(series), anchor=_words_alone(series), goal=GOAL)


def _printing(series: Series) -> Callable[[], None]:
    client = directors_client()
    address = reverse("scoring:sheets-pdf", kwargs={"slug": series.tournament.slug, "series": series.number})

    def typeset() -> None:
        answer = client.get(address)
        assert answer.getvalue().startswith(b"%PDF"), f"no PDF at {address} (status {answer.status_code})"

    return typeset


def _words_alone(series: Series) -> Callable[[], object]:
    import weasyprint  # loading Pango takes half a second, and is not there everywhere

    pages = "".join(
        f"<pre>{escape(_words(series, table, seats))}</pre>" for table, seats in selectors.seating_of(series)
    )
    document = f"<html lang='de'><head><title>Text</title><style>{STYLE}</style></head><body>{pages}</body></html>"
    return lambda: weasyprint.HTML(string=document).write_pdf()


def _words(series: Series, table: Table, seats: list[Seat]) -> str:
    tournament = series.tournament
    lines = [tournament.name, tournament.place, str(tournament.starts_on), f"Serie {series.number}", str(table.number)]
    for seat in seats:
        entrant = seat.entrant
        lines += [str(seat.place), str(entrant.number), entrant.name, entrant.team or entrant.club]
    return "\n".join([*lines, " ".join(seat.entrant.name.split(" ")[0] for seat in seats)])
