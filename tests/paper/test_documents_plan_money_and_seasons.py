"""The plan (SkWO 6.2), papers about money (SkWO 3.3, 7.4.3), the year of a club and leagues."""

import re
from itertools import pairwise

import pypdfium2
import pytest
import zxingcpp
from django.template.loader import render_to_string
from django.test import Client
from django.utils.formats import date_format
from django.utils.html import strip_tags

from scoring.paper.typesetting.pdf import typeset
from tables.tournaments.models import Tournament
from tests.paper.every_kind import document
from tests.paper.printed import MM, PLAN, is_white, on_page, pages, picture, read
from tests.scoring.league import leagues
from tests.scoring.league.leagues import PAGE
from tests.scoring.season import club_years
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


TEXTS = {
    "costs": "Abreizgeld 0,50 Euro.", "use_of_money": "Alles wird ausgespielt.", "exclusion": "Wer stört, geht.",
    "tribunal": "Drei Richter.", "rules": "ISkO und SkWO.", "supervision": "Die Leitung prüft.",
    "penalties": "Nach SkWO 4.3.", "list_keeping": "Platz 1 schreibt.", "stake": "Kein Geld.",
    "material": "Französisches Blatt.",
}  # fmt: skip


def test_has_every_point_that_the_rules_name_the_seals_of_the_draws_and_is_signed_on_one_page(client, settings):
    settings.SITE_URL = "https://skat.example"
    texts = {name: f"{text} " * 5 for name, text in TEXTS.items()}
    made = factories.tournament(series=3, rounds=12, direction="Vera Vorsitz", **texts)

    answer = client.get(PLAN)
    [text] = pages(answer)

    said = (*TEXTS.values(), "Herz-Dame-Cup", "Altenburg", "SC Herz Dame", "3 series", "12 rounds", "48 deals")
    titles = ("A · General", "B · Playing conditions", "Organiser", "Stakes and costs", "Tribunal", "SkWO 6.3")
    assert [words for words in (*said, *titles) if words not in text] == []
    signed = text[text.index("Place, date") :]
    assert ("Organiser\nSC Herz Dame" in signed, "Direction\nVera Vorsitz" in signed) == (True, True)
    assert [code.text for code in zxingcpp.read_barcodes(picture(answer))] == ["https://skat.example/t/cup/"]
    with pypdfium2.PdfDocument(answer.content) as plan:
        last = plan[0].get_textpage()
        found = [last.search(series.commitment).get_next() for series in made.series.order_by("number")]
        lines = [last.get_charbox(start)[1] for start, _count in found]
    assert all(above - below > 3 * MM for above, below in pairwise(lines)), "each seal has a line of its own"


def test_an_event_of_which_nothing_is_said_yet_has_a_plan_with_lines_to_fill_and_papers_of_no_money(director):
    factories.tournament()

    assert director.get(f"{PLAN}?as=page").content.count(b'class="to-fill"') == 2 * 9
    assert "Ausschreibung" in on_page(Client(headers={"accept-language": "de"}), PLAN)
    for name in ("payout", "receipts", "labels", "things", "refunds", "account", "journal"):
        assert director.get(f"/t/cup/office/money/{name}.pdf", {"as": "page"}).status_code == 200


@pytest.mark.thorough
def test_flows_over_as_many_pages_as_it_takes_and_stays_within_them(client):
    long = "Ein langer Satz über das Turnier. " * 60 + "W" * 300 + "<b>x</b>"
    factories.tournament(**{**dict.fromkeys(TEXTS, long), "direction": "Vera " * 40})
    Tournament.objects.update(name="Pokal " * 20, organiser="W" * 120)

    response = client.get(PLAN)

    texts = pages(response)
    assert len(texts) > 2
    assert "Place, date" in texts[-1]
    assert all(is_white(picture(response, number), 193.5, 0, 210, 297) for number in range(len(texts)))
    assert "<b>x</b>" in "".join(texts)


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
    # The prize and the entry fee that was given back.
    won = "Serie 1, prize 1: 9.00 €\nSachpreise, prize 1: Schinken\nbesides: 10.00 €"
    assert (line[2:], found[-1][3]) == ((won, "19.00 €", ""), "114.00 €")


def test_the_account_says_what_came_in_and_where_it_went(made):
    said = words(made, "account")

    told = (
        *("Not closed yet.", "Startgeld 0.00 €", "Report of cash box 1", "Reason: fehlt"),
        # 82.00 counted and 9.00 paid out: 91.00 of the 100.00 that were paid.
        *("Taken in 91.00 €", "Taken in by the journal: 100.00 €.", "Difference: -9.00 €.", "20.00 € 4 80.00 €"),
    )
    assert [words for words in told if words not in said] == []


def test_receipts_are_four_on_a_sheet_and_have_a_number_a_date_and_their_amount_in_words(made):
    said, sheets = words(made, "receipts"), document(made, "receipts").context["sheets"]

    assert [len(sheet) for sheet in sheets] == [4, 4, 2]
    assert all(receipt["amount"] for sheet in sheets for receipt in sheet)
    issued = f"Issued on {date_format(EVENING, 'SHORT_DATE_FORMAT')}"
    told = ("Receipt no. 1 Herz-Dame-Cup", issued, "19.00 €", "In words: one – nine euros, 00 cents")
    assert [words for words in told if words not in said] == []


def test_the_list_of_goods_breaks_no_word(made):
    made.prize_lists.filter(name="Sachpreise").update(name="Sachpreise der Vereinsmeisterschaft")
    made.awards.exclude(good="").update(good="Frühstückskorb mit Thüringer Wurstspezialitäten", cents=164900)
    made.entrants.update(name="Maximiliane Schwarzenberger", club="Skatfreunde Schellenbuben Schmölln")

    paper = pypdfium2.PdfDocument(typeset(document(made, "goods-list")))
    text = paper[0].get_textpage().get_text_range()

    whole = ("Frühstückskorb", "Wurstspezialitäten", "Vereinsmeisterschaft", "Schwarzenberger", "Schellenbuben")
    assert [word for word in whole if word not in text] == []


PAPER = "/seasons/klubmeisterschaft-2026/table.pdf"


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("evenings", [3, 25])
def test_of_any_number_of_evenings_is_as_wide_as_the_paper_and_says_what_does_not_count(client, evenings):
    season = club_years.played(evenings=evenings)
    club_years.competition(season, "Beste", "best", best=2)

    [page] = read(client.get(PAPER)).pages

    assert (round(page.mediabox.width), round(page.mediabox.height)) == (842, 595)
    told = ("Klubmeisterschaft 2026: ", *club_years.NAMES, "What is struck through does not count")
    assert [said for said in told if said not in page.extract_text()] == []


def test_of_a_season_of_its_members_is_theirs_and_without_a_competition_there_is_none(client):
    season = club_years.played(evenings=1)
    for visibility, status in ((season.Visibility.MEMBERS, 403), (season.Visibility.PUBLIC, 404)):
        type(season).objects.update(visibility=visibility)
        assert client.get(PAPER).status_code == status


FOUR = ((4000,) * 3, (3900,) * 3, (3800,) * 3, (3700,) * 3)


def flat(client, address: str) -> str:
    """Return what a paper says in one line: names run over lines."""
    return " ".join(on_page(client, address).split())


@pytest.fixture
def match():
    """Return a match with all line-ups."""
    return leagues.all_in(leagues.small())


def test_the_table_and_the_players_of_a_division(client, match):
    leagues.report(match, *FOUR)

    table, players = flat(client, f"{PAGE}1/table.pdf"), flat(client, f"{PAGE}1/statistics.pdf")

    assert [said for said in ("Staffel Nord 1", "9:0", "12000") if said not in table] == []
    assert [said for said in ("Spieler Staffel Nord 4 d", "1000") if said not in players] == []


def test_the_fixtures_of_sixteen_teams_stand_on_one_page_of_five_days(client):
    leagues.division(leagues.level(leagues.season()))

    [text] = pages(client.get(f"{PAGE}1/fixtures.pdf"))

    assert " ".join(text.split()).count("Staffel Nord 16") == 5 + 1  # Once it is host.
    assert text.count("10:00") == 5


def test_an_invitation_is_a_letter_of_one_page(client, match):
    match.venue = "Gasthof Adler, Marktplatz 3"
    match.save()

    [text] = pages(client.get(f"{leagues.address(match)}invitation.pdf"))

    told = (match.venue, f"Contact: {match.division.season.club.name}", "Protests can be made until 6 Apr 2026")
    assert [said for said in told if said not in " ".join(text.split())] == []


def test_the_papers_of_a_match_are_a_sheet_for_each_purpose_and_have_no_closed_line_up(client):
    match = leagues.small()
    leagues.hand_in(leagues.sides(match)[0])
    address = f"{leagues.address(match)}papers.pdf"
    closed = client.get(f"{address}?as=page").text
    assert (closed.count('<section class="sheet'), "Spieler Staffel" in closed) == (4 + 1 + 1, False)

    leagues.all_in(match)

    texts = re.split('<section class="sheet', client.get(f"{address}?as=page").content.decode())[1:]
    assert len(texts) == 4 + 1 + 1 + 1
    assert all(f"Staffel Nord {number}" in texts[number - 1] for number in range(1, 5))
    assert ["Spieler Staffel Nord 3 b" in text for text in texts] == [False] * 4 + [True, True, False]
