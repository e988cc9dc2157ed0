"""The print desk: what it offers, what comes out of it, how far its runs are, what goes wrong and what is kept."""

import io
import pickle
import re
from html import unescape
from uuid import uuid4

import pypdfium2
import pytest
from django.test import Client
from PIL import Image

from scoring.paper.documents.catalogue import KINDS, compose
from scoring.paper.documents.kind import NOTHING, Task
from scoring.paper.forms import WantedPaper
from scoring.paper.runs import runs, working
from scoring.paper.typesetting import pdf
from scoring.results.services import series as lists_series
from tables.acts.services import Refused
from tables.acts.wording import refusals
from tables.draw.services import draws
from tables.draw.services.seats import start_series
from tables.tournaments.models import Tournament
from tests.paper.printed import FROM_OUTSIDE, NASTY, SHEETS
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("asked")]
DESK = "/t/cup/office/print/"


@pytest.mark.thorough
def test_the_series_that_comes_next_is_offered_and_the_last_once_all_are_closed(director):
    made = factories.tournament(entrants=8, series=3)
    first = made.series.get(number=1)
    draws.draw_series(series_id=first.pk, public="", all_left=True, by=factories.user(), now=EVENING)
    lists_series.publish_together(series_id=first.pk, by=factories.user(), now=EVENING)

    for number in (1, 2, 3):
        page = director.get(DESK, {"kind": "sheets"}).text
        assert f'<option value="{number}" selected>' in page
        start_series(series_id=made.series.get(number=number).pk, by=factories.user(), now=EVENING)
        factories.close_series(made.series.get(number=number))

    assert '<option value="3" selected>' in director.get(DESK, {"kind": "sheets"}).text


@pytest.fixture
def _at_once(asked, monkeypatch):
    """Runs work within the request, so that a test sees what comes of them."""
    monkeypatch.setattr(runs, "spawn", lambda key: working.work(runs.by_key(key)))


def ask(client, kind, **told):
    form = {"entry_key": uuid4(), "language": "en", "format": "pdf", "size": "a4", "sorted_by": "both", **told}
    return client.post(f"{DESK}?kind={kind}", form, headers=FROM_OUTSIDE)


def made(client, kind, **told):
    """Return the file that comes of asking."""
    answer = ask(client, kind, **told)
    assert answer.status_code == 302, answer.text
    page = client.get(answer["Location"]).text
    assert "is ready" in page, page
    file = client.get(f"{answer['Location']}file/")
    file.content_read = b"".join(file.streaming_content)
    return file


@remembered
def event() -> Tournament:
    cup = factories.tournament(entrants=8, series=2)
    first = factories.running_series(cup)
    row = factories.list_of(first)
    factories.fill(row, seat=1)
    steps.appeal_about(row, deal=1)
    factories.close_series(first)
    factories.running_series(cup, 2)
    return cup


@pytest.fixture
def played():
    """A closed series with an appeal, and a second one that was drawn and published."""
    return event()


@pytest.mark.slow
@pytest.mark.usefixtures("_at_once", "played")
class TestWhatComesOut:
    @pytest.mark.thorough
    def test_is_what_was_asked_for(self, director, monkeypatch):
        monkeypatch.setattr(pdf, "_tagged", lambda *told: b"%PDF-" + told[-2].encode())
        for kind, told, words, others in (
            ("sheets", {"series": 1, "fill": "entered"}, "Control: 4 won", "_____ won"),
            ("sheets", {"series": 1, "fill": "entered", "tables": "2"}, "Spieler 5", "Spieler 1"),
            ("sheets", {"series": "", "fill": "entered"}, "Control: 4 won", "_____ won"),
            ("sheets", {"series": 1, "fill": "nothing", "language": "de"}, 'lang="de"', "Spieler 1"),
            ("sheets", {"series": 1, "fill": "players", "leaf": "two", "has_signs": "on"}, "leaf two has-signs", "×"),
            ("spare", {"series": "", "seats": 3, "copies": 2}, "score-sheet", "Spieler"),
            ("seats", {"series": 2}, "Spieler 5", "on-a3"),
            ("seats", {"series": 2, "size": "a3", "sorted_by": "name", "is_large": "on"}, "by name", "by table"),
            ("table-cards", {"series": 2, "a_sheet": 2}, "tables-2", "Spieler"),
            ("start-cards", {"a_sheet": 4}, "Spieler 8", "on-8"),
            ("entrants", {"order": "name"}, "Spieler 1", "Withdrawn"),
            ("plan", {}, "Herz-Dame-Cup", "Spieler 1"),
            ("ranking", {"series": 1}, "Ranking of series 1", "Series 2"),
            ("certificates", {"series": 1, "places": 2, "paper": "portrait"}, "is-portrait", "Place 3"),
            ("lists", {"series": 1}, "Lists of series 1", "Lists of series 2"),
            ("decisions", {}, "Appeal 1", "Decision 1"),
        ):
            said = " ".join(made(director, kind, **told).content_read.decode().split())
            assert (words in said, others in said) == (True, False), (kind, told)

    def test_is_a_page_for_the_browser_if_that_is_wanted_or_nothing_makes_pdf_files(self, director, monkeypatch):
        def missing(*_args, **_kwargs):
            raise working.CannotTypeset

        wanted = made(director, "sheets", series=1, fill="entered", format="page")
        monkeypatch.setattr(working, "typeset", missing)
        instead = made(director, "sheets", series=1, fill="entered")

        for file in (wanted, instead):
            assert file["Content-Type"].startswith("text/html")
            assert [b'class="print-hint"' in file.content_read, b"<script" in file.content_read] == [True, False]
        assert "cannot make PDF files" in director.get(DESK + instead.wsgi_request.path.split("/")[-3] + "/").text

    def test_holds_hostile_names(self, director, played):
        for number, name in enumerate(NASTY, start=1):
            played.entrants.filter(number=number).update(name=name)

        file = made(director, "sheets", series=1, fill="entered")

        text = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file.content_read))
        assert '=HYPERLINK("http://x","y")' in text


@pytest.mark.usefixtures("played")
class TestAsking:
    def test_twice_counts_once_and_too_often_is_refused_in_words(self, director):
        key = uuid4()

        answers = [ask(director, "plan", entry_key=key) for _again in range(2)]

        assert answers[0]["Location"] == answers[1]["Location"] == f"{DESK}{key.hex}/"
        assert len(runs.of_tournament("cup")) == 1
        for _again in range(runs.MOST_WAITING - 1):
            assert ask(director, "plan").status_code == 302
        answer = ask(director, "plan")
        assert (answer.status_code, refusals.refusal(Refused("printing-busy")) in answer.text) == (422, True)

    @pytest.mark.slow
    def test_for_what_there_is_not_is_refused_in_words(self, director):
        for told, sentence in (
            ({"tables": "Tisch 3"}, "Numbers only, like 1-10, 14. This is none: Tisch 3."),
            ({"tables": "5-1"}, "This is none: 5-1."),
            ({"tables": "0"}, "This is none: 0."),
            ({"tables": "1-999999"}, "This is none: 1-999999."),
            ({"tables": "²"}, "This is none: ²."),
            ({"tables": "1, 7-9"}, "There is no such table: 7, 8, 9."),
            ({"tables": "1," * 400}, "at most 500 characters"),
            ({"series": "9"}, "Select a valid choice"),
            ({"language": "tlh"}, "Select a valid choice"),
            ({"fill": "everything"}, "Select a valid choice"),
            ({"entry_key": "x"}, "did not arrive completely"),
        ):
            answer = ask(director, "sheets", **{"series": 1, "fill": "entered", **told})
            assert (answer.status_code, sentence in answer.text) == (422, True), told
        for copies in ("0", "101", "viele", ""):
            assert ask(director, "spare", series="", seats=4, copies=copies).status_code == 422, copies
        assert not runs.of_tournament("cup")

    @pytest.mark.slow
    def test_begins_with_what_a_link_says_and_warns_where_no_phone_gets_to_this_machine(self, director):
        assert director.get(f"{DESK}?kind=money").status_code == 404
        assert '<option value="1" selected>Series 1' in director.get(f"{DESK}?kind=sheets&series=1").text
        for headers, warns in (({"host": "127.0.0.1:8000"}, True), (FROM_OUTSIDE, False)):
            assert ("no phone gets to" in director.get(DESK, headers=headers).text) is warns
        # Nothing is said to be gone while it is there.
        for kind in ("sheets", "ranking", "seats"):
            assert str(NOTHING) not in unescape(director.get(DESK, {"kind": kind}).text)


def test_every_kind_has_a_picture_and_stands_where_it_is_needed(director, django_assert_max_num_queries, monkeypatch):
    factories.running_series(factories.tournament(entrants=8))

    with django_assert_max_num_queries(13):
        page = director.get(DESK).text

    assert set(re.findall(r'<symbol id="paper-([\w-]+)"', page)) == set(KINDS)
    groups = {part.partition("<")[0]: part for part in re.split(r"<h3>|<details", page)}
    assert 'href="?kind=start-cards"' in groups["Before the first series"]
    assert 'href="?kind=sheets" aria-current="page"' in groups["For each series"]
    assert 'href="?kind=archive"' in groups["To be kept"]
    # Many sheets are left to it.
    monkeypatch.setattr("scoring.paper.views.documents.MOST_AT_ONCE", 1)
    assert director.get(SHEETS)["Location"] == f"{DESK}?kind=sheets&series=1"


@pytest.mark.slow
def test_what_is_not_there_yet_says_so(director):
    factories.tournament(entrants=8)

    for kind, sentence in (
        *((kind, "Publish the seats") for kind in ("sheets", "seats", "lists")),
        ("table-cards", "Draw the seats"),
        ("ranking", "No series has begun"),
        ("certificates", "until then places may change"),
        ("decisions", "Nothing has been decided yet, and no appeal waits"),
    ):
        assert sentence in director.get(f"{DESK}?kind={kind}").text, kind
        assert ask(director, kind).status_code == 422, kind


@pytest.mark.usefixtures("played")
def test_a_run_of_another_tournament_is_not_found(director):
    run = ask(director, "plan")["Location"]
    factories.tournament(slug="other", director="zweite")
    other = Client()
    other.force_login(factories.user("zweite"))
    elsewhere = run.replace("/cup/", "/other/")

    assert other.get(elsewhere)["Location"] == "/t/other/office/print/"
    assert other.get(f"{elsewhere}file/").status_code == 404


class TestTheFirstPageBesideTheOptions:
    @pytest.fixture(autouse=True)
    def _as_sent_to_a_process(self, monkeypatch):
        """What is made beside goes there and comes back as it does between two processes."""

        def sent(act, *values):
            act, values = pickle.loads(pickle.dumps((act, values)))
            return pickle.loads(pickle.dumps(act(*values)))

        monkeypatch.setattr(pdf, "_set", sent)

    def address(self, client, kind):
        page = client.get(DESK, {"kind": kind}, headers=FROM_OUTSIDE).text
        return unescape(re.search(r'class="print-preview"[^>]* src="([^"]+)"', page)[1])

    @pytest.mark.thorough
    @pytest.mark.usefixtures("played")
    def test_follows_what_is_chosen_and_is_made_once_while_nothing_changes(self, director, monkeypatch):
        typeset, counted = pdf.typeset, []
        monkeypatch.setattr(pdf, "typeset", lambda document: counted.append(document) or typeset(document))
        address = self.address(director, "sheets")

        answers = [director.get(one) for one in (address, address, address.replace("leaf=a4", "leaf=two"))]

        assert {answer["Content-Type"] for answer in answers} == {"image/png"}
        pictures = [Image.open(io.BytesIO(answer.content)) for answer in answers]
        assert [image.width < image.height for image in pictures] == [True, True, False]
        assert len(counted) == 2

    def test_is_the_first_of_many_nothing_where_the_options_are_not_whole_and_no_page_waits_for_another(
        self, director, played
    ):
        document = compose(Task(tournament=played, wanted=WantedPaper(kind="sheets", series=1), now=EVENING))
        assert len(document.under) > len(document.first_page.under) == len(document.first_page.context["pages"]) == 1
        address = self.address(director, "sheets")

        for asked, status in (({"kind": "sheets", "series": "99"}, 204), ({"kind": "archive"}, 404)):
            assert director.get(f"{DESK}preview.png", asked).status_code == status
        with runs.alone("officials"):
            assert [director.get(one).status_code for one in (address, DESK)] == [503, 200]
