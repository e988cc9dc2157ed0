"""An event that ends early, on every page and paper that says how many series it has."""

import io
from uuid import uuid4

import pypdf
import pytest
import time_machine
from django.test import Client

from scoring.history.selectors.verification import verified
from scoring.office.services.end import drop_unplayed
from scoring.results.models import Ranking
from scoring.results.services.series import publish_series, publish_together
from tables.acts.services import Refused
from tables.draw.services.draws import draw_series
from tables.draw.services.seats import start_series
from tables.journal.wording import journal_line
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.tournaments import series_promised
from tests.scoring.office.test_end import NOW, PAGE, played_out, text_of
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def night():
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def played() -> Tournament:
    return played_out()


CUT = "The tournament ended early, after series 1 of 3."
OFF = "The tournament was called off: no series was played."


def cut_short(*, seated: str = "") -> Tournament:
    """One series of three is played; of the others no seats are given, they are drawn, or the next is published."""
    made = factories.tournament(entrants=8, series=3)
    if seated == "together":
        draw_series(series_id=made.series.get(number=1).pk, public="", all_left=True, by=factories.user(), now=EVENING)
        publish_together(series_id=made.series.get(number=1).pk, by=factories.user(), now=EVENING)
        first = start_series(series_id=made.series.get(number=1).pk, by=factories.user(), now=EVENING)
    else:
        first = factories.running_series(made)
    factories.close_series(first)
    if seated in {"drawn", "published"}:
        draw_series(series_id=made.series.get(number=2).pk, public="", by=factories.user(), now=EVENING)
    if seated == "published":
        publish_series(series_id=made.series.get(number=2).pk, by=factories.user(), now=EVENING)
    return made


class TestEndingEarly:
    """The page drops what is not played and states the end, and everybody reads it wherever the event is shown."""

    @pytest.fixture
    def looked(self, director):
        visitor = Visitor()
        visitor.client = director
        return lambda: visitor.get(PAGE)

    def end(self, looked):
        """End the event by what the page offers alone."""
        looked().form("because").send("action=drop", because="Strom weg")
        looked().form("day", "time").send("action=state")
        return looked()

    @pytest.mark.parametrize("seated", ["", "drawn", "published", "together"])
    def test_what_is_not_played_is_dropped_whatever_seats_it_has(self, looked, seated):
        made = cut_short(seated=seated)
        assert "2 series are not played yet, from series 2 on." in looked().text

        ended = self.end(looked)

        made.refresh_from_db()
        assert [one.number for one in made.series.all()] == [1]
        assert made.ended_at == NOW
        assert "Does it end early?" not in ended.text
        assert verified(made).discrepancies == ()
        told = [journal_line(line) for line in made.journal.all()]
        assert "Series not played taken off the plan: Strom weg" in told
        assert sum("Strom weg" in one for one in told) == (2 if seated else 1)

    def test_one_that_is_called_off_before_it_begins_is_ended_there_too(self, looked):
        made = factories.tournament(entrants=8, series=3)
        assert "3 series are not played yet, from series 1 on." in looked().text

        ended = self.end(looked)
        assert "No objections: release the final ranking" in ended.text
        released = ended.form("action=unopposed").send("action=unopposed")

        assert released.status == 200
        made.refresh_from_db()
        assert made.released_at == NOW
        assert series_promised(made) == 3

    def test_a_reason_is_wanted_and_all_that_is_played_stays(self, looked):
        made = cut_short()

        refused = looked().form("because").send("action=drop", because=" ")

        assert refused.status == 422
        assert "This field is required." in refused.text
        assert made.series.count() == 3
        with pytest.raises(Refused, match="reason-missing"):
            drop_unplayed(tournament_id=made.pk, because=" ", by=factories.user(), now=NOW)
        for _twice in range(2):
            drop_unplayed(tournament_id=made.pk, because="Strom weg", by=factories.user(), now=NOW)
        assert made.series.count() == 1
        assert made.journal.filter(data__has_key="series_before").count() == 1

    def test_what_is_played_is_not_offered(self, looked, played):
        assert not looked().offers("because")

    @pytest.mark.parametrize(("begun", "said"), [(True, CUT), (False, OFF)], ids=["cut short", "called off"])
    @pytest.mark.parametrize("state", ["running", "dropped", "ended", "released"])
    def test_everybody_reads_it_wherever_the_event_is_shown_once_it_has_ended(self, looked, begun, said, state):
        made = cut_short() if begun else factories.tournament(entrants=8, series=3)
        facts = {"number": 1, "entry_key": uuid4(), "kind": "club", "name": "Vereine", "size": 3}
        Ranking.objects.create(tournament=made, made_at=EVENING, made_by=factories.user(), **facts)
        if state != "running":
            looked().form("because").send("action=drop", because="Strom weg")
        if state in {"ended", "released"}:
            looked().form("day", "time").send("action=state")
        if state == "released":
            looked().form("action=unopposed").send("action=unopposed")

        silent = {name for name, read in SHOWN.items() if said not in read(english())}

        assert silent == (set() if state in {"ended", "released"} else set(SHOWN)) | (
            {"site feed", "feed"} if state == "ended" else set()
        )
        assert all(sentence not in read(english()) for sentence in {CUT, OFF} - {said} for read in SHOWN.values())


def english() -> Client:
    return Client(headers={"Accept-Language": "en"})


def read_at(address: str):
    return lambda client: text_of(client.get(address)).replace("\\,", ",")


def unfolded(address: str):
    return lambda client: client.get(address).content.decode().replace("\r\n ", "").replace("\\,", ",")


def printed(address: str):
    def words(client: Client) -> str:
        pages = pypdf.PdfReader(io.BytesIO(client.get(address).content)).pages
        return " ".join(" ".join(page.extract_text() for page in pages).split())

    return words


SHOWN = {
    "overview": read_at("/t/cup/"),
    "start page": read_at("/"),
    "plan": read_at("/t/cup/plan/"),
    "standings": read_at("/t/cup/standings/"),
    "ranking": read_at("/t/cup/rankings/1/"),
    "player": read_at("/t/cup/players/1/"),
    "seat": read_at("/t/cup/seats/1/"),
    "hall screen": read_at("/t/cup/hall/"),
    "hall screen renewed": read_at("/t/cup/hall/now/"),
    "embedded": read_at("/t/cup/embed/"),
    "embedded ranking": read_at("/t/cup/embed/?ranking=1"),
    "JSON": read_at("/api/v1/tournaments/cup/"),
    "calendar": unfolded("/t/cup/event.ics"),
    "calendar of the site": unfolded("/events.ics"),
    "file": read_at("/t/cup/standings.html"),
    "printed": printed("/t/cup/standings.pdf"),
    "feed": read_at("/t/cup/results.atom"),
    "site feed": read_at("/results.atom"),
}
"""What shows to the public how far an event is, and how to read it."""
