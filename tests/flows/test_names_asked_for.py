"""Nobody finds out by asking who is hidden: what is hidden is answered as what does not exist."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tables.tournaments.models import Shown, Tournament
from tests.access_matrix import addresses
from tests.access_matrix.rows import EVERYBODY, ROWS
from tests.flows.test_names_hidden import CLUBS, INITIALS, NEVER_SHOWN, NUMBER, PSEUDONYM, played
from tests.seen import post_seen

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HIDDEN = (
    INITIALS[0],
    PSEUDONYM[0],
    NUMBER[0],
    NEVER_SHOWN,
    CLUBS[Shown.PSEUDONYM],
    CLUBS[Shown.NUMBER],
    "Quillfederer",
)
NOBODY = "Zyprian Unbekannt"
"""A name, or club, that is nobody's."""

TEXT = frozenset({"text", "search", None})
MADE_ANEW = re.compile(r'(name="csrfmiddlewaretoken"|name="entry_key"|nonce)[^>]*>|\b\d\d:\d\d:\d\d\b')
GIVEN = re.compile(r"(?<=number=)\d+|(?<=/)\d+(?=/)|\b\d+\b")


class Inputs(HTMLParser):
    """Collects the fields to type into of every form of a page, by how it is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[tuple[str, str]] = set()
        self._method = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a form or a field in it."""
        told = dict(attrs)
        if tag == "form":
            self._method = (told.get("method") or "get").lower()
        elif tag in {"input", "textarea", "select"} and told.get("type") in TEXT and told.get("name"):
            self.found.add((self._method, str(told["name"])))


@pytest.fixture
def event() -> Tournament:
    return played()


@pytest.fixture
def visitor(event) -> Client:
    return Client(headers={"accept-language": "en"})


def public_pages() -> Iterator[str]:
    """Yield an address of every page that everybody may look at."""
    places = {"slug": "cup", "series": 2, "table": 1, "number": 8, "club": "none", "hash": "0" * 64, "line": 1}
    for name, row in ROWS.items():
        wanted = addresses.parts(name)
        if row.reads == EVERYBODY and wanted <= places.keys() and not name.startswith("api:openapi"):
            yield reverse(name, kwargs={part: places[part] for part in wanted})


def inputs(client: Client) -> list[tuple[str, str]]:
    """Return everything that can be asked for by an address: the page, and the name of the question."""
    found = set()
    for page in public_pages():
        answer = client.get(page)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html") and not answer.streaming:
            fields = Inputs()
            fields.feed(answer.content.decode())
            found |= {(page, name) for method, name in fields.found if method == "get"}
    return sorted(found)


def told(answer: HttpResponse, word: str) -> tuple[int, str]:
    """Return what an answer says whatever was asked for: without the words it repeats, and what is made anew."""
    body = answer.content.decode() + str(answer.headers.get("Location", ""))
    for one in (word, word.replace(" ", "+"), word.replace(" ", "%20")):
        body = body.replace(one, "§")
    return answer.status_code, MADE_ANEW.sub("", body)


def test_no_question_of_an_address_tells_what_is_hidden(visitor, is_thorough):
    asked = inputs(visitor)
    assert {name for _page, name in asked} >= {"q"}
    given_away = []

    words = HIDDEN if is_thorough else (PSEUDONYM[0], CLUBS[Shown.NUMBER])
    # Names that no form has as well: what a page reads beside them is asked for all the same.
    more = [(page, name) for page in {page for page, _name in asked} for name in ("player", "club")]
    for page, name in sorted({*asked, *more}):
        nothing = told(visitor.get(page, {name: NOBODY}), NOBODY)
        given_away += [
            f"{page}?{name}={word}" for word in words if told(visitor.get(page, {name: word}), word) != nothing
        ]

    assert given_away == []


def register(client: Client, **typed: str) -> HttpResponse:
    sent = {"name": NOBODY, "club": "", "team": "", "shown_as": "", "pseudonym": "", "entry_key": str(uuid4())}
    return client.post("/t/cup/register/", {**sent, "sure": "on", **typed})


@pytest.mark.parametrize("field", ["name", "club", "team", "pseudonym"])
def test_no_registration_tells_what_is_hidden(visitor, event, field):
    shown = {"shown_as": Shown.PSEUDONYM} if field == "pseudonym" else {}
    nothing = register(visitor, **{field: "Wanda Niemand"}, **shown)
    assert nothing.status_code == 302

    page = GIVEN.sub("", told(visitor.get(nothing["Location"]), "Wanda Niemand")[1])

    for word in HIDDEN:
        answer = register(visitor, **{field: word}, **shown)

        assert answer.status_code == 302, f"asked for, {word} is taken"
        assert GIVEN.sub("", told(visitor.get(answer["Location"]), word)[1]) == page, word


def test_ones_own_page_does_not_tell_what_is_hidden(visitor, event):
    own = event.entrants.get(number=1)
    visitor.get(f"/p/{own.key}/")

    for word in HIDDEN:
        answer = post_seen(visitor, "/t/cup/seats/1/name/", {"shown_as": Shown.PSEUDONYM, "pseudonym": word})

        assert answer.status_code == 302, word


@pytest.mark.parametrize("word", ["Offenhold Sichtbarsen", "herzkoenig 8", "X Q"])
def test_what_everybody_sees_is_taken(visitor, event, word):
    answer = register(visitor, shown_as=Shown.PSEUDONYM, pseudonym=word)

    assert answer.status_code == 422
    assert "This other name is taken here." in answer.content.decode()


def test_who_withdrew_before_he_was_seated_is_shown_nowhere_and_asked_for_in_vain(visitor, event):
    event.entrants.filter(number=1).update(withdrawn_at=event.created_at, present=False)
    late = event.entrants.create(
        number=90, name="Offenhold Nichtgesetzt", withdrawn_at=event.created_at, registered_at=event.created_at
    )

    assert register(visitor, shown_as=Shown.PSEUDONYM, pseudonym=late.name).status_code == 302
    assert register(visitor, shown_as=Shown.PSEUDONYM, pseudonym="Offenhold Sichtbarsen").status_code == 422
