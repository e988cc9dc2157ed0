"""The ranking as it is read aloud: a heading, then line by line; nothing of its lines and labels."""

import pytest

from tests.paper.lists_read import RANKING, running
from tests.paper.printed import read

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def elements(found):
    """Yield every element of a tree of tags with its content, from the top down."""
    element = found.get_object()
    if not hasattr(element, "get"):
        return
    yield element
    kids = element.get("/K", [])
    for kid in kids if isinstance(kids, list) else [kids]:
        yield from elements(kid)


class TestATaggedRanking:
    @pytest.fixture
    def ranked(self, client):
        running(entrants=120)
        return read(client.get(RANKING))

    @pytest.mark.thorough
    def test_says_what_it_is_and_in_which_language(self, ranked):
        root = ranked.trailer["/Root"]
        assert root["/MarkInfo"]["/Marked"]
        assert root["/Lang"] == "en"
        assert "Ranking" in ranked.metadata.title

    def test_has_a_heading_on_every_page_and_an_element_for_every_line(self, ranked):
        kinds = [element.get("/S") for element in elements(ranked.trailer["/Root"]["/StructTreeRoot"])]
        assert kinds.count("/Document") == 1
        assert kinds.count("/H1") == kinds.count("/Sect") == len(ranked.pages) > 1
        assert kinds.count("/Table") == len(ranked.pages)
        # Each page has a row of heads: rank and number, name, club, total with won and lost.
        assert kinds.count("/TR") == 120 + len(ranked.pages)
        assert kinds.count("/TH") == 4 * len(ranked.pages)
        assert kinds.count("/TD") == 4 * 120

    def test_counts_what_lies_under_a_page_as_decoration(self, ranked):
        kinds = [element.get("/S") for element in elements(ranked.trailer["/Root"]["/StructTreeRoot"])]
        assert "/Figure" not in kinds
        for page in ranked.pages:
            for form in page["/Resources"]["/XObject"].values():
                assert b"BDC" not in form.get_object().get_data()

    def test_points_to_pages_that_are_there(self, ranked):
        root = ranked.trailer["/Root"]["/StructTreeRoot"]
        pages = {page.indirect_reference.idnum for page in ranked.pages}
        shown = [element.raw_get("/Pg").idnum for element in elements(root) if "/Pg" in element]
        assert set(shown) == pages
        numbers = root["/ParentTree"]["/Nums"][::2]
        assert list(numbers) == [page["/StructParents"] for page in ranked.pages]
