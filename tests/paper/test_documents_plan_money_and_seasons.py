"""The plan (SkWO 6.2), papers about money (SkWO 3.3, 7.4.3), the year of a club and leagues."""

import re
from io import BytesIO
from itertools import pairwise

import pypdfium2
import pytest
import zxingcpp
from django.template.loader import render_to_string
from django.test import Client
from django.utils.formats import date_format
from django.utils.html import strip_tags
from openpyxl import load_workbook

from scoring.money.wording import euros
from scoring.paper.typesetting.pdf import typeset
from tables.tournaments.models import Tournament
from tests.paper import printed
from tests.paper.every_kind import document, whole_event
from tests.paper.printed import MM, PLAN, pages, picture, read
from tests.scoring.league import leagues
from tests.scoring.league.leagues import PAGE
from tests.scoring.season import club_years
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


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


def test_has_every_point_that_the_rules_name_the_seals_of_the_draws_and_is_signed(client):
    made = factories.tournament(series=3, rounds=12, direction="Vera Vorsitz", **TEXTS)

    found = pages(client.get(PLAN))

    text, signed = "\n".join(found), found[-1][found[-1].index("Place, date") :]
    for said in (*TEXTS.values(), "Herz-Dame-Cup", "Altenburg", "SC Herz Dame", "3 series", "12 rounds", "48 deals"):
        assert said in text
    for title in ("A · General", "B · Playing conditions", "Organiser", "Stakes and costs", "Tribunal", "SkWO 6.3"):
        assert title in text
    assert all(series.commitment in text for series in made.series.all())
    assert "Organiser\nSC Herz Dame" in signed
    assert "Direction\nVera Vorsitz" in signed


def test_of_an_ordinary_event_is_one_page(client):
    factories.tournament(series=3, direction="Vera Vorsitz", **{name: f"{text} " * 5 for name, text in TEXTS.items()})

    assert len(pages(client.get(PLAN))) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("lines", [12, 16, 20])
def test_signatures_never_stand_on_a_page_of_their_own(client, lines):
    made = factories.tournament(direction="V" * 200, organiser="Skatverband " * 10, **TEXTS)
    made.material = "\n".join(["Französisches Blatt."] * lines)
    made.save()

    *_before, last = pages(client.get(PLAN))

    assert made.series.get().commitment in last
    assert "V" * 20 in last[last.index("Place, date") :]


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


@pytest.mark.thorough
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


@pytest.fixture
def made():
    return whole_event()


def rows(made, name, at=0):
    """Return the rows of a part of a document, its last one among them."""
    part = document(made, name).context["parts"][at]
    lines = [*part["lines"], *([part["last"]] if part["last"] else [])]
    return [tuple(text for text, _look in line) for line in lines]


def words(made, name):
    made_of = document(made, name)
    html = render_to_string(made_of.template, made_of.as_page())
    return " ".join(strip_tags(re.sub("<", " <", html)).split())


def test_who_gets_how_much_stands_in_the_list_to_sign(made):
    found = rows(made, "payout-list")

    best = made.awards.get(prize_list__name="Serie 1", place=1).entrant
    line = next(row for row in found if row[0] == str(best))
    assert line[2] == "Serie 1, prize 1: 9.00 €\nSachpreise, prize 1: Schinken\nbesides: 10.00 €"
    # The prize and the entry fee that was given back.
    assert line[3:] == ("19.00 €", "")
    assert found[-1][3] == "114.00 €"


def test_the_account_says_what_came_in_and_where_it_went(made):
    said = words(made, "account")

    assert "Not closed yet." in said
    assert "Startgeld 0.00 €" in said
    assert "Report of cash box 1" in said
    # 82.00 counted and 9.00 paid out: 91.00 of the 100.00 that were paid.
    assert "Taken in 91.00 €" in said
    assert "Taken in by the journal: 100.00 €." in said
    assert "Difference: -9.00 €." in said
    assert "20.00 € 4 80.00 €" in said
    assert "Reason: fehlt" in said


def test_a_receipt_has_a_number_a_date_and_its_amount_in_words(made):
    said = words(made, "receipts")

    assert "Receipt no. 1 Herz-Dame-Cup" in said
    assert f"Issued on {date_format(EVENING, 'SHORT_DATE_FORMAT')}" in said
    assert "19.00 €" in said
    assert "In words: one – nine euros, 00 cents" in said


def test_the_list_of_goods_breaks_no_word(made):
    made.prize_lists.filter(name="Sachpreise").update(name="Sachpreise der Vereinsmeisterschaft")
    made.awards.exclude(good="").update(good="Frühstückskorb mit Thüringer Wurstspezialitäten", cents=164900)
    made.entrants.update(name="Maximiliane Schwarzenberger", club="Skatfreunde Schellenbuben Schmölln")

    paper = pypdfium2.PdfDocument(typeset(document(made, "goods-list")))
    text = paper[0].get_textpage().get_text_range()

    for word in ("Frühstückskorb", "Wurstspezialitäten", "Vereinsmeisterschaft", "Schwarzenberger", "Schellenbuben"):
        assert word in text, word


def test_receipts_are_four_on_a_sheet(made):
    sheets = document(made, "receipts").context["sheets"]

    assert [len(sheet) for sheet in sheets] == [4, 4, 2]
    assert all(receipt["amount"] for sheet in sheets for receipt in sheet)


def test_a_label_for_each_envelope_says_who_won_what(made):
    (sheet,) = document(made, "prize-labels").context["sheets"]

    won = dict(made.awards.filter(prize_list__name="Serie 1").values_list("entrant", "cents"))
    assert {label["number"]: label["won"][0] for label in sheet} == {
        number: f"Serie 1, prize {place}: {euros(cents)}" for place, (number, cents) in enumerate(won.items(), start=1)
    }


def test_an_event_without_money_has_papers_that_say_so(client):
    factories.tournament()
    client.force_login(factories.user())

    for name in ("payout", "receipts", "labels", "things", "refunds", "account", "journal"):
        assert client.get(f"/t/cup/office/money/{name}.pdf", {"as": "page"}).status_code == 200


def test_the_account_is_a_workbook_with_the_journal_in_it(made, client):
    client.force_login(factories.user())

    book = load_workbook(BytesIO(client.get("/t/cup/office/money/account.xlsx").content))

    assert book.sheetnames == ["Account", "Pots", "Cash box 1", "Journal of money"]
    cells = [cell.value for row in book["Cash box 1"].iter_rows() for cell in row]
    assert {82, 91, 100, -9} <= {float(cell) for cell in cells if isinstance(cell, int | float)}


PAPER = "/seasons/klubmeisterschaft-2026/table.pdf"


@pytest.mark.thorough
def test_has_every_evening_and_says_what_does_not_count(client):
    season = club_years.played(evenings=3)
    club_years.competition(season, "Beste", "best", best=2)

    [text] = pages(client.get(PAPER))

    for said in ("Klubmeisterschaft 2026: ", *club_years.NAMES, "What is struck through does not count"):
        assert said in text


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("evenings", [1, 12, 25])
def test_of_any_number_of_evenings_is_as_wide_as_the_paper(client, evenings):
    season = club_years.played(evenings=evenings)
    club_years.competition(season)

    page = read(client.get(PAPER)).pages[0]

    assert (round(page.mediabox.width), round(page.mediabox.height)) == (842, 595)
    assert all(name in page.extract_text() for name in club_years.NAMES)
    assert page.extract_text().count(".01.") + page.extract_text().count(".0") >= 1


@pytest.mark.thorough
def test_of_a_season_of_its_members_is_theirs_and_without_a_competition_there_is_none(client):
    season = club_years.played(evenings=1)
    season.visibility = season.Visibility.MEMBERS
    season.save()
    assert client.get(PAPER).status_code == 403

    type(season).objects.update(visibility=season.Visibility.PUBLIC)
    assert client.get(PAPER).status_code == 404


FOUR = ((4000,) * 3, (3900,) * 3, (3800,) * 3, (3700,) * 3)


def flat_pages(answer) -> list[str]:
    """Return the text of each page, each word apart: names run over lines."""
    return [" ".join(page.split()) for page in printed.pages(answer)]


@pytest.fixture
def match():
    """Return a match with all line-ups."""
    return leagues.all_in(leagues.small())


def test_the_table_and_the_players_of_a_division(client, match):
    leagues.report(match, *FOUR)

    [table] = flat_pages(client.get(f"{PAGE}1/table.pdf"))
    [players] = flat_pages(client.get(f"{PAGE}1/statistics.pdf"))

    assert "Staffel Nord 1" in table
    assert "9:0" in table
    assert "12000" in table
    assert "Spieler Staffel Nord 4 d" in players
    assert "1000" in players


def test_the_fixtures_of_sixteen_teams_stand_on_one_page_of_five_days(client):
    leagues.division(leagues.level(leagues.season()))

    [text] = flat_pages(client.get(f"{PAGE}1/fixtures.pdf"))

    assert text.count("Staffel Nord 16") == 5 + 1  # Once it is host.
    assert text.count("10:00") == 5


def test_an_invitation_is_a_letter_of_one_page(client, match):
    match.venue = "Gasthof Adler, Marktplatz 3"
    match.save()

    [text] = flat_pages(client.get(f"{leagues.address(match)}invitation.pdf"))

    assert "Gasthof Adler, Marktplatz 3" in text
    assert f"Contact: {match.division.season.club.name}" in text
    assert "Protests can be made until 6 Apr 2026" in text


@pytest.mark.thorough
def test_the_papers_of_a_match_are_a_sheet_for_each_purpose(client, match):
    texts = flat_pages(client.get(f"{leagues.address(match)}papers.pdf"))

    assert len(texts) == 4 + 1 + 1 + 1
    assert all(f"Staffel Nord {number}" in texts[number - 1] for number in range(1, 5))
    assert "Spieler Staffel Nord 3 b" in texts[4]
    assert "Spieler Staffel Nord 3 b" in texts[5]


@pytest.mark.thorough
def test_a_closed_line_up_stands_on_no_paper(client):
    match = leagues.small()
    leagues.hand_in(leagues.sides(match)[0])

    texts = flat_pages(client.get(f"{leagues.address(match)}papers.pdf"))

    assert len(texts) == 4 + 1 + 1
    assert "Spieler Staffel" not in "".join(texts)
