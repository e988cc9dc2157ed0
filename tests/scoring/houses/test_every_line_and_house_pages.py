"""The pages of house rules: to choose from, with their switches, on paper."""

import io

import pypdfium2
import pytest
from django.http import QueryDict

from scoring.lists.forms.house import read_house
from scoring.rules.profiles.naming import NAMED

ALL, ONE, PAPER = "/house-rules/", "/house-rules/sheet/", "/house-rules/sheet.pdf"


def shown(client, address, query="", language="en", **more):
    return client.get(f"{address}?{query}" if query else address, headers={"Accept-Language": language, **more})


class TestChoosing:
    @pytest.mark.slow
    def test_shows_what_tables_choose_and_which_of_it_is_official_and_leads_to_every_one_of_them(self, client):
        page = shown(client, ALL)
        offered, text = page.context, page.content.decode()
        titles = [one.title for one in offered["chosen"]]
        assert titles[:3] == ["Tournament (ISkO)", "Kneipe as usual", "Club with Ramsch"]
        assert [one.is_official for one in offered["chosen"]] == [True, *[False] * 7]
        assert "SkWO 9.4" in text
        assert 'href="/house-rules/oldest/"' in text

        groups = [one for _title, ones in offered["groups"] for one in ones]
        for one in (groups[0], groups[-1]):
            assert shown(client, ONE, one.query).context["sheet"].about == one.about
        for one in (*offered["chosen"], *groups):
            assert read_house(QueryDict(one.query)).house, one.query
        assert shown(client, ONE, offered["chosen"][-1].query).status_code == 200

    @pytest.mark.slow
    def test_tells_about_the_oldest_skat_without_numbers_and_what_is_written_of_it(self, client):
        english = (
            "three, two, three and two at a time",
            "laid on the table: the skat",
            "61 card points",
            "from 90 card",
        )
        for language, words in (("de", ("Der älteste Skat",)), ("es", ("El Skat más antiguo",)), ("en", english)):
            text = " ".join(shown(client, "/house-rules/oldest/", language=language).content.decode().split())
            assert all(said in text for said in words), language

    @pytest.mark.django_db
    def test_is_found_from_the_start_and_from_what_is_it_worth_and_costs_no_query(
        self, client, django_assert_num_queries
    ):
        for address in ("/", "/worth/"):
            assert 'href="/house-rules/"' in shown(client, address).content.decode()
        with django_assert_num_queries(0):
            shown(client, ALL)
            text = shown(client, ONE, "profile=piloten-skat").content.decode()
        assert "opened and played by the opponent" in text
        assert "lies unused" in text


@pytest.mark.django_db
class TestOneOfThem:
    def test_shows_the_rules_beside_the_switches_and_leads_to_paper_and_to_what_a_deal_is_worth(self, client):
        text = shown(client, ONE, "profile=ramsch&ramsch_writes=everybody").content.decode()
        assert "Everybody writes their own card points as minus." in text
        assert '<option value="everybody" selected>' in text
        assert "our reading" in text
        assert shown(client, ONE).context["house"] == NAMED["tournament"]  # those of the book if none is named

        text = shown(client, ONE, "spitze=2&profile=kneipe&contra_at_most=4").content.decode()
        assert 'href="/house-rules/sheet.pdf?profile=kneipe&amp;spitze=2"' in text
        assert 'href="/house-rules/sheet.pdf?profile=kneipe&amp;spitze=2&amp;leaf=a5"' in text
        assert 'href="/worth/?profile=kneipe&amp;spitze=2"' in text

        page = shown(client, ONE, "profile=kneipe", **{"HX-Request": "true"})
        assert page.templates[0].name == "scoring/houses/_house.html"
        assert {client.post(address).status_code for address in (ALL, ONE, PAPER, "/house-rules/oldest/")} == {405}

    def test_what_cannot_be_is_said_and_stays_typed_or_others_are_to_choose(self, client):
        page, unknown = (shown(client, ONE, f"profile={said}") for said in ("bierlachs&target=0&foo=1", "%3Cscript%3E"))

        text = page.content.decode()
        assert page.status_code == unknown.status_code == 422
        assert "Minus that ends the list: it cannot be set so." in text
        assert "These rules have no “foo” to choose." in text
        assert 'name="target" value="0"' in text
        assert "There are no such rules: “&lt;script&gt;”." in unknown.content.decode()
        assert unknown.context["chosen"]


def printed(client, query):
    """Return a sheet as it is printed, in German."""
    answer = shown(client, PAPER, query, language="de")
    assert answer["Content-Type"] == "application/pdf"
    return pypdfium2.PdfDocument(io.BytesIO(answer.content))


class TestOnPaper:
    @pytest.mark.thorough
    def test_is_printed_on_either_leaf_and_a_plain_one_takes_one_page(self, client):
        for leaf, width in (("a4", 210), ("a5", 148)):
            paper = printed(client, f"profile=kneipe&klopfen=true&leaf={leaf}")

            text = "".join(page.get_textpage().get_text_range() for page in paper)
            assert round(paper[0].get_width() / 72 * 25.4) == width
            assert "Klopfen" in text
            assert "unsere Lesart" in text
        for profile in ("isko-2002", "bierlachs", "classic", "skat-en-deux"):
            assert len(printed(client, f"profile={profile}")) == 1, profile

    def test_as_a_page_it_is_printed_by_the_browser_and_what_is_no_way_to_play_not_at_all(self, client):
        page = shown(client, PAPER, "profile=tournee&as=page")

        assert page.status_code == 200
        assert "North American Skat" in page.content.decode()
        assert shown(client, PAPER, "profile=classic&foo=1").status_code == 422
