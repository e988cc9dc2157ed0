"""What people write is text wherever it comes out: pages, paper, workbooks, tables, feeds, calendars, data."""

import gzip
import json
import re
from collections import defaultdict

import icalendar
import pytest

from tables.sheets import html
from tests.flows.crawling import content, plain, read
from tests.flows.pages import addresses
from tests.hostile import planted, reading, world
from tests.hostile.payloads import FORMULAS, PAYLOADS
from tests.hostile.planted import written

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STYLE = f"<style>{html.STYLE}</style>"
"""What a page to upload brings along of its own."""

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
ROLES = ("director", "judge", "table", "player", "visitor")
MORE = (
    "/t/cup/standings/?q=Herz",
    "/t/cup/office/entrants/2/",
    "/t/cup/office/objections/2/",
    "/t/cup/office/queries/2/",
)
MORE += (
    "/t/cup/office/appeals/2/",
    "/t/cup/rankings/2/",
    "/t/cup/series/1/draw/",
    "/t/cup/standings/1/",
    "/api/v1/tournaments/",
)
MORE += ("/t/cup/office/series/1/lists.pdf", "/api/v1/tournaments/cup/standings/", "/api/v1/tournaments/cup/entrants/")


@pytest.fixture
def answers(is_thorough):
    """What the site answers to each who may ask, by address and role; papers are typeset in a thorough run."""
    _made, used = planted.plant()
    assert used >= {*PAYLOADS, *FORMULAS}
    found = {}
    every = [*dict.fromkeys([*addresses(**world.places()).values(), *MORE])]
    if not is_thorough:
        every = [address for address in every if not address.endswith((".pdf", ".zip"))]
    for role in ROLES:
        client = world.client(role)
        for address in every:
            if (address, "director") in found and not re.search("/t/cup/(seats|series)|/p/|/l/|bench|rule", address):
                continue
            answer = client.get(address)
            if answer.status_code == 200:
                found[address, role] = (answer["Content-Type"].partition(";")[0], content(answer), read(answer)[1])
    return found


@pytest.mark.proof("escaped", "formulas")
def test_every_text_is_text_wherever_it_comes_out(answers, prove, is_thorough):
    """Nothing of it runs, and all of it can be read as it was written: escaped once, not twice and not away."""
    wrong = [
        f"{role} {address}: {one}"
        for (address, role), (kind, body, _words) in answers.items()
        for one in RUNS.get(kind, lambda _body: ["of a kind nobody checks"])(body)
        if not (address.endswith(("/list.xlsx", "/list.ods")) and OF_THE_FORM.match(one))
    ]
    words = defaultdict(str)
    for kind, _body, said in answers.values():
        words[kind] += said
    read_again = {one for one in (*PAYLOADS, *FORMULAS) if any(plain(one) in said for said in words.values())}

    assert wrong == []
    assert read_again == {*PAYLOADS, *FORMULAS}
    assert {kind for kind in RUNS if any(plain(one) in words[kind] for one in PAYLOADS)} >= (
        READ if is_thorough else READ - PAPER
    )
    prove(f"{len(answers)} answers of {len(words)} kinds, {len(read_again)} payloads: 0 run, all can be read")


FIRST = "IFERROR|IF|SUMIF|COUNTIFS|SUMPRODUCT"
OF_THE_FORM = re.compile(rf"[A-Z]+\d+='=(({FIRST})\([^@]*(Rules|\$C)|\(?\[?\.?[K-N]\d+\]?[-+])")
"""The list as a workbook computes itself what may be chosen and what it comes to; no other file computes anything."""

PAPER = {"application/pdf", "application/zip"}
READ = {
    "text/html",
    "application/pdf",
    "text/csv",
    "application/json",
    "application/atom+xml",
    "text/calendar",
    XLSX,
    ODS,
}
"""Kinds of answers in which somebody's words stand."""

RUNS = {
    "text/html": lambda body: reading.runs_in_html(body.decode().replace(STYLE, "")),
    "text/csv": reading.runs_in_csv,
    "application/pdf": reading.runs_in_pdf,
    "application/json": lambda body: json.loads(body) and [],
    "application/gzip": lambda body: json.loads(gzip.decompress(body)) and [],
    "application/atom+xml": lambda body: reading.text_of_xml(body) and [],
    "text/calendar": lambda body: [
        name for event in icalendar.Calendar.from_ical(body).walk() for name in event if name in ("ATTACH", "ACTION")
    ],
    XLSX: reading.runs_in_workbook,
    ODS: reading.runs_in_opendocument,
    "text/plain": lambda _body: [],
    "text/javascript": lambda body: [one for one in PAYLOADS if one.encode() in body],
}
RUNS["application/javascript"] = RUNS["text/javascript"]


def test_every_text_that_anybody_writes_is_planted():
    assert len({f"{model.__name__}.{field.name}" for model, field in written()}) > 40
