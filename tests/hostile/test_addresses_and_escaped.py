"""Every address of the site, asked with what nobody types: an answer each time, quickly, and never a 500.

What people write is text wherever it comes out: pages, paper, workbooks, tables, feeds, calendars, data.
"""

import gzip
import json
import re
from collections import defaultdict
from urllib.parse import quote, unquote_to_bytes

import icalendar
import pytest
from django.urls import Resolver404, resolve

from tables import sheets as html
from tests.access_matrix.checks import faults_of_page
from tests.hostile import planted, reading, world
from tests.hostile.payloads import BODIES, COOKIES, FORMULAS, HEADERS, METHODS, NUMBERS, PAYLOADS, VALUES
from tests.hostile.planted import written
from tests.hostile.reading import Asking, noted, some
from tests.support.page_reader import addresses
from tests.support.site_crawler import content, plain, read
from tests.support.thorough import thorough

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PART = re.compile(r"<(?:(\w+):)?(\w+)>")

NAMES = (
    *("q", "page", "sort", "order", "given", "only", "player", "club", "since", "from", "to", "rows", "series"),
    *("ranking", "scenes", "me", "number", "kind", "table", "deal", "entrant", "version", "unsent", "copy"),
    *("as", "places", "for", "person", "mistake", "packed", "game", "matadors", "bid", "day", "time", "line"),
    *("when", "place", "size", "next", "aim", "competition", "show", "field", "add", "drop", "edition"),
    *("clauses", "lang", "close", "back", "class", "sides", "state", "who"),
)
"""What addresses of the site ask for behind their question mark."""

HOSTILE_PARTS = {
    "int": ("99999", "2147483648", "9223372036854775808", "9" * 4301, "00", "-1", "%D9%A3"),
    "slug": ("x" * 5_000, "-", "%00", "%C3%A9", "cup%0a", "..%2f"),
    "": ("%00", "%ED%A0%80", "%FF%FE", "x" * 5_000, "..%2f..%2fetc", "%F0%9F%92%A3", "0" * 31 + "%00"),
}
"""What stands in a part of an address of each kind."""


@pytest.fixture
def asking():
    """A count of what is asked about the busy day."""
    world.busy()
    return Asking()


def filled(route, places):
    return PART.sub(lambda part: quote(str(places[part[2]])), route)


def is_read(address):
    """Return whether any page gets to see what stands in an address; what is no address at all is the same for all."""
    try:
        resolve(unquote_to_bytes(address).decode(errors="surrogateescape"))
    except Resolver404:
        return False
    return True


@pytest.mark.proof("fuzzed")
@pytest.mark.usefixtures("untypeset")
@pytest.mark.thorough
def test_no_part_of_an_address_breaks_a_page(asking, prove):
    places, director, unread = world.places(), world.client("director"), set()
    for route in world.patterns():
        for part in PART.finditer(route):
            kind = part[1] or ""
            for hostile in HOSTILE_PARTS.get(kind, HOSTILE_PARTS[""]):
                address = filled(route[: part.start()], places) + hostile + filled(route[part.end() :], places)
                if is_read(address) or (kind, hostile) not in unread:
                    asking.ask(director, "GET", address)
                    unread |= set() if is_read(address) else {(kind, hostile)}
    prove(asking.held("addresses"))


@pytest.mark.proof("fuzzed")
@pytest.mark.usefixtures("untypeset")
@pytest.mark.thorough
@pytest.mark.parametrize("role", ["director", *thorough("visitor", "player")])
def test_no_question_breaks_a_page(asking, prove, role):
    places, client = world.places(), world.client(role)
    for at, route in enumerate(world.patterns()):
        address = filled(route, places)
        value, other = (quote(one, errors="surrogatepass") for one in (VALUES * 2)[at % len(VALUES) :][:8:7])
        everything = "&".join(f"{name}={value}" for name in NAMES)
        with noted() as looked_at:
            asking.ask(client, "GET", f"{address}?{everything}", slow=".pdf" in route)
        if asked := sorted(looked_at & {*NAMES}):
            name = asked[at % len(asked)]
            asking.ask(client, "GET", f"{address}?{name}={other}", slow=".pdf" in route)
        if role == "visitor":
            asking.ask(client, "GET", f"{address}?%ff=%fe&%00=%00&&=&a[b][]=1&" + "x=1&" * 3_000, slow=".pdf" in route)
    prove(asking.held(f"questions of a {role}"))


@pytest.mark.proof("fuzzed")
@pytest.mark.usefixtures("untypeset")
@pytest.mark.thorough
def test_no_value_breaks_what_searches(asking, prove):
    client = world.client("director")
    asked = [(address, name) for address, names in SEARCHING.items() for name in names.split()]
    for at, (address, name) in enumerate(asked):
        for value in ("\x00", "\ud800", *some(VALUES, at, 16)):
            asking.ask(client, "GET", f"{address}?{name}={quote(value, errors='surrogatepass')}")
    prove(asking.held("searches"))


SEARCHING = {
    "/": "q page from to",
    "/clubs/": "q page",
    "/seasons/klubmeisterschaft/": "competition",
    "/seasons/klubmeisterschaft/players/1/": "aim competition",
    "/t/cup/standings/": "q sort page player",
    "/t/cup/series/2/seats/": "q",
    "/t/cup/office/entrants/": "q given sort",
    "/t/cup/office/journal/": "page",
    "/api/v1/tournaments/": "q page size from to club",
    "/worth/": "bid matadors profile",
    "/house-rules/sheet/": "profile spitze bock_events leaf",
    "/t/cup/handover/": "packed",
}
"""What the pages that look something up look for."""


@pytest.mark.proof("fuzzed")
@pytest.mark.usefixtures("untypeset")
@pytest.mark.thorough
def test_no_address_is_too_long_to_come_back_to(asking):
    for length in (1_000, 2_000, 20_000):
        assert asking.ask(world.client("visitor"), "GET", f"/t/cup/office/?q={'%' * length}") == 302


@pytest.mark.proof("fuzzed")
@pytest.mark.usefixtures("untypeset")
@pytest.mark.thorough
@pytest.mark.parametrize("role", ["table", *thorough("director")])
def test_no_body_breaks_a_page(asking, prove, role):
    places, client = world.places(), world.client(role)
    key = {"HTTP_X_TABLE_KEY": places["key"], "HTTP_X_DEVICE": "0" * 32}
    for at, route in enumerate(world.patterns()):
        bodies = BODIES if route.endswith("phone/") else some(BODIES, at, 5)
        for kind, body in bodies:
            asking.ask(client, "POST", filled(route, places), data=body, content_type=kind, **key)
    prove(asking.held(f"bodies of a {role}"))


@pytest.mark.proof("fuzzed")
@pytest.mark.usefixtures("untypeset")
@pytest.mark.thorough
def test_no_head_no_cookie_and_no_method_breaks_a_page(asking, prove, is_thorough):
    places, client, often = world.places(), world.client("visitor"), 2 if is_thorough else 1
    for at, route in enumerate(world.patterns()):
        if ".pdf" in route:
            continue
        address = filled(route, places)
        for head in some(HEADERS, at, 2 * often):
            asking.ask(client, "GET", address, **head)
        for cookie in some(COOKIES, at, often):
            asking.ask(client, "GET", address, HTTP_COOKIE=cookie)
        for method in some(METHODS, at, often):
            asking.ask(
                client, method, address, data=b"_method=DELETE", content_type="application/x-www-form-urlencoded"
            )
    prove(asking.held("heads, cookies and methods"))


@pytest.mark.proof("fuzzed")
@pytest.mark.usefixtures("untypeset")
@pytest.mark.thorough
def test_no_head_breaks_a_page_that_looks_at_it(asking, prove):
    key, client = world.places()["key"], world.client("visitor")
    for head in (*HEADERS, *({"HTTP_X_SEEN": number} for number in NUMBERS)):
        for address in ("/", "/t/cup/", "/t/cup/standings/", "/sign-in/", "/api/v1/tournaments/", f"/l/{key}/"):
            asking.ask(client, "GET", address, **head)
            asking.ask(client, "POST", address, **head)
    prove(asking.held("heads"))


STYLE = f"<style>{html.STYLE}</style>"
"""What a page to upload brings along of its own."""

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

ROLES = ("director", "judge", "table", "player", "visitor")

MORE = (
    *("/t/cup/standings/?q=Herz", "/t/cup/office/entrants/2/", "/t/cup/office/objections/2/"),
    *("/t/cup/office/queries/2/", "/t/cup/office/appeals/2/", "/t/cup/rankings/2/", "/t/cup/series/1/draw/"),
    *("/t/cup/standings/1/", "/api/v1/tournaments/", "/t/cup/office/series/1/lists.pdf"),
    *("/api/v1/tournaments/cup/standings/", "/api/v1/tournaments/cup/entrants/", "/t/cup/office/money/?who=pwned"),
)


@pytest.fixture
def answers(is_thorough):
    """What the site answers to each who may ask, by address and role; papers are typeset in a thorough run."""
    _made, used = planted.plant()
    assert used >= {*PAYLOADS, *FORMULAS}
    found = {}
    every = [*dict.fromkeys([*addresses(**world.places()).values(), *MORE])]
    if not is_thorough:
        every = [address for address in every if not address.endswith((".pdf", ".zip"))]
        # All workbooks are written by the same few lines.
        books = [address for address in every if address.endswith((".xlsx", ".ods")) and "list." not in address]
        every = [address for address in every if address not in books[4:]]
    for role in ROLES:
        client = world.client(role)
        for address in every:
            # To table and player much is shown in another way; to judge and visitor less, in the same.
            is_otherwise = is_thorough or role in {"table", "player"}
            is_shared = not re.search("/t/cup/(seats|series)|/p/|/l/|bench|rule", address)
            if (address, "director") in found and (is_shared or not is_otherwise):
                continue
            answer = client.get(address)
            if answer.status_code == 200:
                found[address, role] = (answer["Content-Type"].partition(";")[0], content(answer), read(answer)[1])
    return found


@pytest.mark.proof("escaped", "formulas")
def test_every_text_is_text_wherever_it_comes_out(answers, prove, is_thorough):
    """Nothing of it runs, and all of it can be read as it was written: escaped once, not twice and not away.

    And whatever stands in it, a page has a language, one heading and all that it names.
    """
    pages = {asked: body.decode() for asked, (kind, body, _words) in answers.items() if kind == "text/html"}
    whole = {asked: page for asked, page in pages.items() if "<html" in page and not asked[0].endswith(".html")}
    # What people typed may look like a place that was left unfilled.
    faults = {(*asked, fault) for asked, page in whole.items() for fault in faults_of_page(page)}
    assert {one for one in faults if not one[-1].startswith("unfilled")} == set()
    assert len(whole) > 100
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

READ = {"text/html", "application/pdf", "text/csv", "application/json", "application/atom+xml", "text/calendar", XLSX}
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
    "text/plain": lambda _body: [],
    "image/png": lambda _body: [],
    "text/javascript": lambda body: [one for one in PAYLOADS if one.encode() in body],
}


def test_every_text_that_anybody_writes_is_planted():
    assert len({f"{model.__name__}.{field.name}" for model, field in written()}) > 40
