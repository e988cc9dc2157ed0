"""Names that have gone wrong elsewhere, on screen and on paper: as they are, or known for what paper cannot do."""

import re
import unicodedata
from collections import Counter
from html.parser import HTMLParser

import pytest

from scoring.paper.typesetting import glyphs
from scoring.paper.typesetting.fitting import is_from_right
from tables.intake.text import clean_text
from tests.paper.papers_read import ENTRANTS
from tests.paper.printed import read, words
from tests.support import factories
from tests.tables.test_sheets import NASTY

NAMES = [clean_text(name) for name in NASTY]

TOO_LONG = ["x" * 80]
"""What no size of letters gets into the column of names: it ends in three dots."""

IN_COLOURS = re.compile("\N{VARIATION SELECTOR-16}")
"""Says that a picture is meant to have colours; paper has none."""

TOO_MANY_MARKS = ["É" + "\u0301" * 78]
"""More than any letter has: they would reach over the lines above."""

POINTED = [name for name in NAMES if is_from_right(name) and any(unicodedata.combining(one) for one in name)]
"""Whose vowel signs are drawn by one shape, which a file cannot tell as text: it reads as a sign of its own."""

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class Texts(HTMLParser):
    """What a browser shows of a page, piece by piece."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.found[data.strip()] += 1


@pytest.fixture
def cup():
    made = factories.tournament(entrants=len(NAMES))
    for number, name in enumerate(NAMES, start=1):
        made.entrants.filter(number=number).update(name=name)
    return made


def letters(text: str, *, as_read: str) -> str:
    """Return the letters of a text without marks and gaps; those read from the right as they stand alone."""
    form = "NFKD" if is_from_right(as_read) else "NFD"
    kept = (one for one in unicodedata.normalize(form, text) if unicodedata.category(one) not in {"Mn", "Cf"})
    return "".join(kept).replace(" ", "").replace("\r", "").replace("\n", "").replace("\xa0", "")


def marks(text: str) -> Counter[str]:
    """Return the marks on letters; where they stand, a file says by their place on the page alone."""
    return Counter(one for one in unicodedata.normalize("NFD", text) if unicodedata.category(one) == "Mn")


def is_in(text: str, name: str, shown: str) -> bool:
    """Test whether a name is on paper: as it is to be shown there, or the beginning of one that is too long."""
    wanted = letters(shown[:20] if name in TOO_LONG else shown, as_read=name)
    between = ".?" if name in POINTED else ""
    return bool(re.search(between.join(map(re.escape, wanted)), letters(text, as_read=name)))


@pytest.mark.proof("names-survive")
def test_every_name_is_on_the_screen_as_it_is(director, cup, prove):
    found = Texts(director.get("/t/cup/office/entrants/").content.decode()).found

    assert [name for name in NAMES if not found[name]] == []
    prove(f"{len(NAMES)} nasty names the same on the screen")


@pytest.mark.thorough
@pytest.mark.proof("names-survive")
def test_every_name_is_on_paper_as_it_is(director, cup, prove):
    response = director.get(ENTRANTS)

    text = "".join(words(response, page) for page in range(len(read(response).pages)))
    shown = {name: glyphs.on_paper(name) for name in NAMES}
    assert [name for name in NAMES if shown[name] != IN_COLOURS.sub("", name)] == TOO_MANY_MARKS
    lost = [name for name in NAMES if not is_in(text, name, shown[name])]
    assert lost == []
    assert marks("".join(shown.values())) - marks(text) == Counter()
    known = [*TOO_MANY_MARKS, *TOO_LONG, *POINTED]
    same = [name for name in NAMES if name not in known]
    assert (len(TOO_MANY_MARKS), len(TOO_LONG), len(POINTED)) == (1, 1, 1)
    assert len(same) + len(known) == len(NAMES)
    prove(
        f"{len(same)} of these {len(NAMES)} the same in a PDF, pictures in black and white among them; "
        f"{len(POINTED)} with vowel signs no reader can copy, {len(TOO_MANY_MARKS)} with fewer marks on one letter, "
        f"{len(TOO_LONG)} cut"
    )
