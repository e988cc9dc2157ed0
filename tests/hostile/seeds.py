"""What readers are meant for: damage begins there."""

import io
import zipfile
from typing import Final

HEADINGS: Final = b"Deal;Declarer;Game;Matadors;Announced;Result;Level;Bid\n3;1;Grand;2;;won;;\n4;;passed in;;;;;\n"
BROUGHT: Final = (
    b'{"copy": "first", "unsent": 1, "version": 2, "seated": true, "clock": "2026-05-16T19:00:00+02:00", "acts": ['
    b'{"do": "enter", "key": "00000000-0000-4000-8000-000000000001", "number": 1, "line": {"declarer": 1, "game":'
    b' "grand", "matadors": 2, "won": true}}, {"do": "take-back", "key": "00000000-0000-4000-8000-000000000002",'
    b' "number": 1, "of": "00000000-0000-4000-8000-000000000001"}, {"do": "correct", "key":'
    b' "00000000-0000-4000-8000-000000000003", "number": 1, "of": "00000000-0000-4000-8000-000000000001", "line":'
    b' {"declarer": null, "game": ""}, "agreed": true, "because": "x", "sits": [1, 2, 3]}, {"do": "call", "key":'
    b' "00000000-0000-4000-8000-000000000004", "kind": "help", "place": 1, "text": "x"}, {"do": "object", "key":'
    b' "00000000-0000-4000-8000-000000000005", "kind": "claim", "number": 1, "text": "x"}, {"do": "sign", "key":'
    b' "00000000-0000-4000-8000-000000000006", "place": 1, "shown": "AgAB", "drawing": "M0 0L99 99", "heard_by": null},'
    b' {"do": "close", "key": "00000000-0000-4000-8000-000000000007", "shown": "AgAB"}]}'
)

BROUGHT_BY_HOUSE: Final = (
    b'{"copy": "first", "unsent": 2, "version": 0, "seated": true, "acts": [{"do": "enter", "key":'
    b' "00000000-0000-4000-8000-000000000001", "number": 1, "line": {"said": "x", "form": {"declarer": "1", "game":'
    b' "hearts", "matadors": "2", "stakes": "1", "outcome": "won"}}}, {"do": "enter", "key":'
    b' "00000000-0000-4000-8000-000000000002", "number": 2, "line": {"form": {"outcome": "ramsch", "points_1": "40",'
    b' "points_2": "50", "points_3": "30"}, "declarer": 2}}]}'
)


VENUE: Final = (
    b'{"format": "skatturnier-venue-1", "event": {"name": "Cup", "first": "00"}, "made_at": "2026-05-16T17:00:00Z",'
    b' "lists": [{"series": 1, "table": 1, "seats": [[1, ""], [2, ""], [3, ""]], "agreed": [12, "", ""], "row": {},'
    b' "deals": [{"number": 1, "entry_key": "00000000-0000-4000-8000-000000000001"}], "second_deals": [], "totals": [],'
    b' "confirmations": [], "acts": [{"at": "2026-05-16T17:00:00+00:00", "action": "list.deal-entered", "by": "",'
    b' "data": {"series": 1, "table": 1, "deal": 1}}]}]}'
)


def archive() -> bytes:
    """Return an archive with one file."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        packed.writestr("SHA256SUMS", "0" * 64 + "  a.txt\n")
        packed.writestr("a.txt", "a")
    return made.getvalue()


def book(*rows: tuple[str, ...]) -> bytes:
    """Return a workbook with these rows."""
    from openpyxl import Workbook

    workbook, made = Workbook(), io.BytesIO()
    for row in rows:
        workbook.active.append(row)  # type: ignore[union-attr]
    workbook.save(made)
    return made.getvalue()
