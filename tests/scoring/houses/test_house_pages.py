"""The pages of house rules: to choose from, with their switches, on paper."""

import io

import pypdfium2
import pytest

from scoring.rules.profiles.houses import NAMED

ALL, ONE, PAPER = "/house-rules/", "/house-rules/sheet/", "/house-rules/sheet.pdf"


def shown(client, address, query="", language="en", **more):
    return client.get(f"{address}?{query}" if query else address, headers={"Accept-Language": language, **more})


class TestChoosing:
    def test_shows_what_tables_choose_and_which_of_it_is_official(self, client):
        page = shown(client, ALL)

        text = page.content.decode()
        assert [one.title for one in page.context["chosen"]] == [
            "Tournament (ISkO)",
            "Kneipe as usual",
            "Club with Ramsch",
            "Bierlachs to 501",
            "Räuberskat",
            "For two",
            "Tournee",
            "Kneipe with Bock",
        ]
        assert [one.is_official for one in page.context["chosen"]] == [True, *[False] * 7]
        assert "SkWO 9.4" in text
        assert 'href="/house-rules/oldest/"' in text

    @pytest.mark.thorough
    def test_leads_to_every_one_of_them(self, client):
        offered = shown(client, ALL).context
        groups = [one for _title, ones in offered["groups"] for one in ones]

        for one in groups:
            assert shown(client, ONE, one.query).context["sheet"].about == one.about
        for one in offered["chosen"]:
            assert shown(client, ONE, one.query).status_code == 200

    def test_is_found_from_the_start_and_from_what_is_it_worth(self, client, db):
        for address in ("/", "/worth/"):
            assert 'href="/house-rules/"' in shown(client, address).content.decode()

    @pytest.mark.parametrize(("language", "words"), [("de", "Der älteste Skat"), ("es", "El Skat más antiguo")])
    def test_tells_about_the_skat_without_numbers(self, client, language, words):
        assert words in shown(client, "/house-rules/oldest/", language=language).content.decode()

    @pytest.mark.django_db
    def test_costs_no_query(self, client, django_assert_num_queries):
        with django_assert_num_queries(0):
            shown(client, ALL)
            shown(client, ONE, "profile=kneipe")


@pytest.mark.django_db
class TestOneOfThem:
    def test_shows_the_rules_beside_the_switches(self, client):
        page = shown(client, ONE, "profile=ramsch&ramsch_writes=everybody")

        text = page.content.decode()
        assert "Everybody writes their own card points as minus." in text
        assert '<option value="everybody" selected>' in text
        assert "our reading" in text

    def test_is_the_official_one_if_none_is_named(self, client):
        page = shown(client, ONE)

        assert page.context["house"] == NAMED["tournament"]
        assert "Nothing can be chosen here" in page.content.decode()

    def test_its_address_leads_to_paper_and_to_what_a_deal_is_worth(self, client):
        text = shown(client, ONE, "spitze=2&profile=kneipe&contra_at_most=4").content.decode()

        assert 'href="/house-rules/sheet.pdf?profile=kneipe&amp;spitze=2"' in text
        assert 'href="/house-rules/sheet.pdf?profile=kneipe&amp;spitze=2&amp;leaf=a5"' in text
        assert 'href="/worth/?profile=kneipe&amp;spitze=2"' in text

    def test_with_htmx_only_what_changes_comes_back(self, client):
        page = shown(client, ONE, "profile=kneipe", **{"HX-Request": "true"})

        assert page.templates[0].name == "scoring/houses/_house.html"

    def test_what_cannot_be_set_so_is_said_and_stays_typed(self, client):
        page = shown(client, ONE, "profile=bierlachs&target=0&foo=1")

        text = page.content.decode()
        assert page.status_code == 422
        assert "How much minus ends the list: it cannot be set so." in text
        assert "These rules have no “foo” to choose." in text
        assert 'name="target" value="0"' in text

    def test_rules_that_do_not_exist_are_said_where_others_are_to_choose(self, client):
        page = shown(client, ONE, "profile=%3Cscript%3E")

        assert page.status_code == 422
        assert "There are no such rules: “&lt;script&gt;”." in page.content.decode()
        assert page.context["chosen"]

    def test_is_read_only(self, client):
        assert {client.post(address).status_code for address in (ALL, ONE, PAPER, "/house-rules/oldest/")} == {405}


def printed(client, query):
    """Return a sheet as it is printed, in German."""
    answer = shown(client, PAPER, query, language="de")
    assert answer["Content-Type"] == "application/pdf"
    return pypdfium2.PdfDocument(io.BytesIO(answer.content))


class TestOnPaper:
    @pytest.mark.parametrize(("leaf", "width"), [("a4", 210), ("a5", 148)])
    def test_is_printed_on_either_leaf(self, client, leaf, width):
        paper = printed(client, f"profile=kneipe&klopfen=true&leaf={leaf}")

        text = "".join(page.get_textpage().get_text_range() for page in paper)
        assert round(paper[0].get_width() / 72 * 25.4) == width
        assert "Klopfen" in text
        assert "unsere Lesart" in text

    @pytest.mark.parametrize("profile", ["isko-2002", "bierlachs", "classic", "skat-en-deux"])
    def test_a_plain_one_takes_one_page(self, client, profile):
        assert len(printed(client, f"profile={profile}")) == 1

    def test_as_a_page_it_is_printed_by_the_browser(self, client):
        page = shown(client, PAPER, "profile=tournee&as=page")

        assert page.status_code == 200
        assert "North American Skat" in page.content.decode()

    def test_what_is_no_way_to_play_is_not_printed(self, client):
        assert shown(client, PAPER, "profile=classic&foo=1").status_code == 422
