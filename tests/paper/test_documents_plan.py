"""The tournament plan on paper: everything SkWO 6.2 names, and lines to sign on."""

from itertools import pairwise

import pypdfium2
import pytest
import zxingcpp
from django.core.cache import cache
from django.test import Client

from tables.tournaments.models import Tournament
from tests import factories
from tests.paper.papers_read import PLAN
from tests.paper.printed import MM, pages, picture, read

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _nothing_kept():
    """Let no test get a document that another one made."""
    cache.clear()


TEXTS = {
    "costs": "Abreizgeld 0,50 Euro.",
    "use_of_money": "Alles wird ausgespielt.",
    "exclusion": "Wer stört, geht.",
    "tribunal": "Drei Richter.",
    "rules": "ISkO und SkWO.",
    "supervision": "Die Leitung prüft.",
    "penalties": "Nach SkWO 4.3.",
    "list_keeping": "Platz 1 schreibt.",
    "stake": "Kein Geld.",
    "material": "Französisches Blatt.",
}


def test_has_every_point_that_the_rules_name(client):
    factories.tournament(series=3, rounds=12, direction="Vera Vorsitz", **TEXTS)

    text = "\n".join(pages(client.get(PLAN)))

    for said in (*TEXTS.values(), "Herz-Dame-Cup", "Altenburg", "SC Herz Dame", "3 series", "12 rounds", "48 deals"):
        assert said in text
    for title in ("A · General", "B · Playing conditions", "Organiser", "Stakes and costs", "Tribunal", "SkWO 6.3"):
        assert title in text


def test_is_signed_by_organiser_and_direction(client):
    factories.tournament(direction="Vera Vorsitz", **TEXTS)

    text = pages(client.get(PLAN))[-1]

    signed = text[text.index("Place, date") :]
    assert "Organiser\nSC Herz Dame" in signed
    assert "Direction\nVera Vorsitz" in signed


def test_of_an_ordinary_event_is_one_page(client):
    factories.tournament(series=3, direction="Vera Vorsitz", **{name: f"{text} " * 6 for name, text in TEXTS.items()})

    assert len(pages(client.get(PLAN))) == 1


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("lines", [12, 16, 20])
def test_signatures_never_stand_on_a_page_of_their_own(client, lines):
    made = factories.tournament(direction="V" * 200, organiser="Skatverband " * 10, **TEXTS)
    made.material = "\n".join(["Französisches Blatt."] * lines)
    made.save()

    *_before, last = pages(client.get(PLAN))

    assert made.series.get().commitment in last
    assert "V" * 20 in last[last.index("Place, date") :]


def test_has_the_seals_of_the_draws(client):
    made = factories.tournament(series=2)

    text = "\n".join(pages(client.get(PLAN)))

    for series in made.series.all():
        assert series.commitment in text


def test_leaves_lines_for_what_is_not_said_yet(client):
    factories.tournament()

    assert client.get(f"{PLAN}?as=page").content.count(b'class="to-fill"') == 2 * 9


def test_has_a_code_of_the_tournaments_page(client, settings):
    settings.SITE_URL = "https://skat.example"
    factories.tournament()

    [code] = zxingcpp.read_barcodes(picture(client.get(PLAN)))

    assert code.text == "https://skat.example/t/cup/"


@pytest.mark.thorough
def test_flows_over_as_many_pages_as_it_takes(client):
    factories.tournament(**dict.fromkeys(TEXTS, "Ein langer Satz über das Turnier. " * 60))

    texts = pages(client.get(PLAN))

    assert len(texts) > 2
    assert "Place, date" in texts[-1]


def test_is_in_the_language_of_the_reader():
    factories.tournament(**TEXTS)

    assert "Ausschreibung" in pages(Client(headers={"accept-language": "de"}).get(PLAN))[0]
    assert len(read(Client(headers={"accept-language": "es"}).get(PLAN)).pages) == 1


@pytest.mark.thorough
def test_stays_within_the_page_whatever_was_typed(client):
    factories.tournament(**{**dict.fromkeys(TEXTS, "W" * 300 + "<b>x</b>"), "direction": "Vera " * 40})
    Tournament.objects.update(name="Pokal " * 20, organiser="W" * 120)

    response = client.get(PLAN)

    for number in range(len(read(response).pages)):
        image = picture(response, number)
        right = image.crop((int(image.width * 193.5 / 210), 0, image.width, image.height))
        assert right.getextrema()[0] > 200
    assert "<b>x</b>" in "".join(pages(response))


def test_each_seal_has_a_line_of_its_own(client):
    made = factories.tournament(series=3)

    with pypdfium2.PdfDocument(client.get(PLAN).content) as plan:
        last = plan[len(plan) - 1].get_textpage()
        found = [last.search(series.commitment).get_next() for series in made.series.order_by("number")]
        lines = [last.get_charbox(start)[1] for start, _count in found]
    assert all(above - below > 3 * MM for above, below in pairwise(lines))
