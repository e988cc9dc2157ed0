"""Nobody who wants to be named otherwise is named in full, or found out by asking."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.lists.models import GameListRow
from scoring.results.models import Ranking
from scoring.results.services import rankings
from scoring.results.services import series as lists_series
from tables.clubs.services import books
from tables.draw.services import draws
from tables.draw.services import seats as hall
from tables.names import in_order, sort_key
from tables.people.models import Entrant
from tables.people.services import naming
from tables.people.services.naming import NameChoice
from tables.tournaments.models import Shown, Tournament
from tests.access_matrix import addresses
from tests.access_matrix.checks import faults_of_page
from tests.access_matrix.rows import EVERYBODY, ROWS
from tests.hostile.reading import noted
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.everything_public import CLUB, SEASON, season
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.forms_as_shown import post_seen
from tests.support.page_reader import read
from tests.support.remembered_worlds import remembered
from tests.support.site_crawler import Crawl, plain
from tests.support.thorough import thorough
from tests.support.tribunal_acts import judged
from tests.tables.clubs import club_books

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FULL = ("Offenhold Sichtbarsen", "Klaradine Sichtbarsen", "Gerlinde Sichtbarsen", "Wunibald Sichtbarsen")

INITIALS = ("Xaverius Quillfederer", "Xenobia Qyggdrasilowa", "Xottokarine Quexierbild")

PSEUDONYM = ("Theophrast Nimmersehen", "Walpurgis Hinterbühler", "Eusebius Maskenzwang")

NUMBER = ("Kunigunde Ungenanntin", "Balthasar Schweigmann", "Hildegunde Tarnowitz")

CLUBS = {
    Shown.FULL: "SC Offenherz",
    Shown.INITIALS: "SC Anfangsbuchstabe",
    Shown.PSEUDONYM: "SC Larvenstadt",
    Shown.NUMBER: "SC Schattenreich",
}

NEVER_SHOWN = "Pikmeisterin Unbenutzt"
"""The other name of somebody who shows his number alone."""

HIDDEN = [
    *(word for name in (*INITIALS, *PSEUDONYM, *NUMBER, NEVER_SHOWN) for word in name.split()),
    "Larvenstadt",
    "Schattenreich",
]


@pytest.fixture
def event() -> Tournament:
    """The event as it is played through once."""
    return played()


@remembered
def played() -> Tournament:
    """Return an event with series 1 closed and posted, 2 at play, judges busy, rankings and teams switched on."""
    made = factories.tournament(series=3, rounds=3, registration_open=True)
    _register(made)
    factories.judge(made, "direktor")
    _draw(made, 1)
    factories.close_series(_start(made, 1))
    _draw(made, 2)
    running = _start(made, 2)
    row = factories.list_of(running)
    factories.enter(row, (2, GRAND), None, (1, GRAND_LOST))
    factories.fill(factories.list_of(running, 2), seat=1)
    _appeal(row)
    judged(made)
    _rank(made)
    _counts_in_a_season(made)
    return made


def _register(made: Tournament) -> None:
    everybody = [
        (shown, name)
        for shown, names in zip(Shown.values, (FULL, INITIALS, PSEUDONYM, NUMBER), strict=True)
        for name in names
    ]
    for number, (shown, name) in enumerate(everybody, start=1):
        club = CLUBS[Shown(shown)]
        entrant = Entrant.objects.create(
            tournament=made,
            number=number,
            name=name,
            club=club,
            team=f"{club} {number % 2 + 1}",
            classes=[code for code, of in (("ladies", 2), ("seniors", 3)) if number % of == 0],
            present=True,
            registered_at=EVENING,
        )
        pseudonym = f"Herzkönig {number}" if shown == Shown.PSEUDONYM else NEVER_SHOWN if number == 13 else ""
        choice = NameChoice(shown_as=shown, pseudonym=pseudonym)
        naming.choose_name(entrant_id=entrant.pk, choice=choice, by=None, now=EVENING)
    pairs = made.entrants.filter(number__in=[1, 8, 11])
    pairs[0].apart_from.add(*pairs[1:])


def _counts_in_a_season(made: Tournament) -> None:
    club = made.club = club_books.club()
    made.save(update_fields=["club"])
    books.take_over(club_id=club.pk, tournament_id=made.pk, by=factories.user(), now=EVENING)
    season(made, club)


def _draw(made: Tournament, number: int) -> None:
    draws.draw_series(series_id=made.series.get(number=number).pk, public="4", by=factories.user(), now=EVENING)


def _start(made: Tournament, number: int):
    series = made.series.get(number=number)
    lists_series.publish_series(series_id=series.pk, by=factories.user(), now=EVENING)
    hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
    series.refresh_from_db()
    return series


def _appeal(row: GameListRow) -> None:
    number = row.table.seats.get(place=1).entrant.number
    steps.appeal_about(row, appellant=number, deal=1, text="Es war Schneider.")


def _rank(made: Tournament) -> None:
    acts = {"by": factories.user(), "now": EVENING}
    for kind, size in (("ladies", 1), (Ranking.Kind.CLUB, 4), (Ranking.Kind.TEAM, 4)):
        terms = rankings.Terms(kind=kind, name=f"Wertung {kind}", size=size)
        switched = rankings.switch_on(tournament_id=made.pk, terms=terms, entry_key=uuid4(), **acts)
    teams = [rankings.Assigned(name=f"Mannschaft {at}", members=tuple(range(at, 13, 3))) for at in (1, 2, 3)]
    rankings.assign_teams(ranking_id=switched.pk, teams=teams, **acts)


@pytest.fixture
def places(event, is_thorough) -> dict[str, list[object]]:
    signed = GameListRow.objects.exclude(signed_hash="").values_list("signed_hash", flat=True)
    # One who is shown in each way, and all of them in a thorough run.
    numbers = list(range(1, 14)) if is_thorough else [1, 5, 8, 11, 13]
    in_the_book = event.entrants.filter(number__in=numbers).order_by("person").values_list("person", flat=True)
    return {
        "slug": [event.slug],
        "series": [1, 2, 3],
        "table": [1, 2, 3, 4] if is_thorough else [1, 2],
        "number": [*dict.fromkeys([*numbers, 2, *in_the_book])],
        "player": numbers,
        "ranking": [1, 2, 3],
        "deal": [1],
        "line": [1],
        "appeal": [1],
        "run": ["0" * 32],
        "key": ["0" * 32],
        "hash": list(signed) or ["0" * 64],
        "club": [CLUB],
        "season": [SEASON],
        "division": [1],
        "rest": ["nowhere"],
        "language": ["de"],
    }


@pytest.mark.parametrize(("language", "depth"), [("de", 0), *thorough(("de", 2), ("en", 2), ("es", 2))])
@pytest.mark.proof("names-shown")
def test_no_name_and_no_club_is_given_away_and_no_two_names_are_alike(event, places, language, depth, prove, request):
    crawl = Crawl(language)
    if not depth:
        # What is on paper is read as it was drawn.
        request.getfixturevalue("untypeset")

    crawl.everything(places, depth=depth)

    hidden = [plain(word) for word in HIDDEN]
    told = {(address, word) for address, (_kind, words) in crawl.seen.items() for word in hidden if word in words}
    assert told == set()
    told_apart = _with_number(event)
    several = {address: page for address, page in crawl.pages.items() if page.count("Q.") > 1}
    assert several
    alike = {one: _alike(page, told_apart) for one, page in several.items() if not _is_of_one(event, one)}
    assert {address: found for address, found in alike.items() if found} == {}
    assert_looked_everywhere(crawl)
    # Tables to keep, for another page, are none of the site's pages.
    drawn = {one: page for one, page in crawl.pages.items() if "<html" in page and not one.endswith(".html")}
    assert {(address, fault) for address, page in drawn.items() for fault in faults_of_page(page)} == set()
    prove(f"{len(crawl.seen)} addresses in {language}: 0 full names")


def _with_number(event: Tournament) -> re.Pattern[str]:
    """Return how those who are shown as "X. Q." are told apart: by start number, over a year by number in the book."""
    alike = event.entrants.filter(shown_as=Shown.INITIALS)
    numbers = "|".join(str(number) for pair in alike.values_list("number", "person") for number in pair)
    return re.compile(rf"X\. Q\.(?: \((?:Persona? )?(?:{numbers})\)|[^,;X]{{0,60}}?\b(?:Nr|No|Núm)\. (?:{numbers}))")


def _is_of_one(event: Tournament, address: str) -> bool:
    """Tell whether a page is about a table at which one of them sits alone: whoever is named there is that one."""
    found = re.search(r"/series/(\d+)/table/(\d+)/", address)
    seated = event.entrants.filter(shown_as=Shown.INITIALS)
    return bool(found) and seated.filter(seats__table__number=found[2], seats__series__number=found[1]).count() == 1


def _alike(page: str, told_apart: re.Pattern[str]) -> list[str]:
    """Return the tables, lists and drawings that name two of the three who are shown as "X. Q.", and not which."""
    columns = [one.text for one in read(page).walk() if one.tag in {"table", "ol", "ul", "p", "svg"}]
    return [text for text in columns if text.count("X. Q.") > max(1, len(told_apart.findall(text)))]


LOOKED_AT = (
    *("", "entrants/", "series/2/seats/", "series/1/draw/", "standings/", "standings/1/", "rankings/2/", "statistics/"),
    *("seats/8/", "players/11/", "series/1/table/1/statistics/", "hall/", "hall/now/", "embed/"),
    *("draws/1.json", "standings.pdf", "series/1/seats.pdf", "plan.pdf", "standings.xlsx", "standings.csv"),
    *("series/1/seats.csv", "results.atom", "event.ics"),
)

OF_THE_SEASON = ("", "events.ics", "table.csv", "table.xlsx", "released/1.json")


def assert_looked_everywhere(crawl: Crawl) -> None:
    """The walk saw those who hide nothing, in every kind of page and file that names anybody."""
    name = plain("Sichtbarsen")
    naming_kinds = {kind for kind, words in crawl.seen.values() if name in words}
    assert {"text/html", "application/pdf", "application/json"} <= naming_kinds
    assert {kind for kind, _words in crawl.seen.values() if "csv" in kind or "sheet" in kind} <= naming_kinds
    assert crawl.seen.keys() >= {f"/t/cup/{place}" for place in LOOKED_AT}
    assert crawl.seen.keys() >= {f"/seasons/{SEASON}/{place}" for place in OF_THE_SEASON}
    assert sum(address.startswith(f"/seasons/{SEASON}/players/") for address in crawl.pages) >= len(FULL)
    assert name in crawl.seen[f"/seasons/{SEASON}/"][1]
    assert any(address.startswith("/api/") and name in words for address, (_kind, words) in crawl.seen.items())
    assert plain("Herzkönig 8") in crawl.seen["/t/cup/standings/"][1]
    assert plain("X. Q.") in crawl.seen["/t/cup/series/2/seats/"][1]


SEARCHED = ("/t/cup/entrants/", "/t/cup/series/2/seats/", "/t/cup/standings/")


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("address", SEARCHED)
def test_a_search_finds_what_is_shown_and_nothing_else(client, event, address):
    not_shown = ("Quillfederer", "Nimmersehen", "Tarnowitz", "Schattenreich", "Larven", "Unbenutzt")
    shown = {"Sichtbarsen": {1, 2, 3, 4}, "Herzkönig 8": {8}, "13": {13}, "Anfangsbuch": {5, 6, 7}}

    assert {word: _found(client, event, address, word) for word in not_shown} == {word: set() for word in not_shown}
    assert {word: _found(client, event, address, word) for word in shown} == shown


def _found(client: Client, event: Tournament, address: str, word: str) -> set[int]:
    """Return the start numbers that a search shows or marks."""
    answer = client.get(address, {"q": word})
    if "seats" in address:
        return set(answer.context["found"].marked)
    rows = "".join(re.findall(r"<tbody.*?</tbody>", answer.content.decode(), flags=re.DOTALL))
    # In cells of their own: "No. 1" stands in "No. 13" too.
    return {
        one.number
        for one in event.entrants.all()
        if re.search(rf">{re.escape(one.public_name)}(?: \({one.number}\))?\s*<", rows)
    }


def _looked_for(entrant):
    shown = entrant.public_name
    return sort_key(shown)[:2] if entrant.shown_as == Shown.FULL else (in_order(shown), "")


def test_a_list_sorted_by_name_is_sorted_by_what_is_shown(client, event):
    rows = client.get("/t/cup/entrants/?sort=name").context["listing"].page.object_list.data
    shown = [(not row.shown_name, _looked_for(row)) for row in rows]

    assert shown == sorted(shown)
    assert {row.shown_as for row in rows} == set(Shown.values)


ASKED_FOR = (
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
    """Return everything that can be asked for by an address: the page, and the name of the question.

    A form asks for it, or the page reads who is meant all the same.
    """
    found = set()
    for page in public_pages():
        with noted() as read_names:
            answer = client.get(page)
        found |= {(page, name) for name in ("player", "club") if name in read_names}
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


@pytest.mark.thorough
def test_no_question_of_an_address_tells_what_is_hidden(visitor):
    asked = inputs(visitor)
    assert {name for _page, name in asked} >= {"q"}
    given_away = []

    for page, name in asked:
        nothing = told(visitor.get(page, {name: NOBODY}), NOBODY)
        given_away += [
            f"{page}?{name}={word}" for word in ASKED_FOR if told(visitor.get(page, {name: word}), word) != nothing
        ]

    assert given_away == []


def register(client: Client, **typed: str) -> HttpResponse:
    sent = {"name": NOBODY, "club": "", "team": "", "shown_as": "", "pseudonym": "", "entry_key": str(uuid4())}
    return client.post("/t/cup/register/", {**sent, "sure": "on", **typed})


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("field", ["name", "club", "pseudonym"])
def test_no_registration_tells_what_is_hidden(visitor, event, field, is_thorough):
    shown = {"shown_as": Shown.PSEUDONYM} if field == "pseudonym" else {}
    nothing = register(visitor, **{field: "Wanda Niemand"}, **shown)
    assert nothing.status_code == 302

    page = GIVEN.sub("", told(visitor.get(nothing["Location"]), "Wanda Niemand")[1])

    for word in ASKED_FOR[:: 1 if is_thorough else 3]:
        answer = register(visitor, **{field: word}, **shown)

        assert answer.status_code == 302, f"asked for, {word} is taken"
        assert GIVEN.sub("", told(visitor.get(answer["Location"]), word)[1]) == page, word


@pytest.mark.thorough
def test_ones_own_page_does_not_tell_what_is_hidden(visitor, event):
    own = event.entrants.get(number=1)
    visitor.get(f"/p/{own.key}/")

    for word in ASKED_FOR:
        answer = post_seen(visitor, "/t/cup/seats/1/name/", {"shown_as": Shown.PSEUDONYM, "pseudonym": word})

        assert answer.status_code == 302, word


def test_what_everybody_sees_is_taken(visitor, event):
    for word in ("Offenhold Sichtbarsen", "herzkoenig 8", "X Q"):
        answer = register(visitor, shown_as=Shown.PSEUDONYM, pseudonym=word)

        assert answer.status_code == 422, word
        assert "This other name is taken here." in answer.content.decode()


def test_who_withdrew_before_he_was_seated_is_shown_nowhere_and_asked_for_in_vain(visitor, event):
    event.entrants.filter(number=1).update(withdrawn_at=event.created_at, present=False)
    late = event.entrants.create(
        number=90, name="Offenhold Nichtgesetzt", withdrawn_at=event.created_at, registered_at=event.created_at
    )

    assert register(visitor, shown_as=Shown.PSEUDONYM, pseudonym=late.name).status_code == 302
    assert register(visitor, shown_as=Shown.PSEUDONYM, pseudonym="Offenhold Sichtbarsen").status_code == 422
