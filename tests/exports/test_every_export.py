"""No column leaves the site without somebody who compares it: every address that hands out a table names its test."""

import importlib
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from scoring.lists.models import GameListRow
from tables.draw.models import Table
from tables.people.models import Entrant
from tests import factories
from tests.access_matrix import addresses
from tests.access_matrix.rows import ROWS
from tests.exports.reading import html_tables

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("as_page"), pytest.mark.slow]

COMPARED = {
    "test_office_tables": "scoring:results-xlsx scoring:results-csv scoring:seats-xlsx scoring:seats-csv "
    "scoring:deals-xlsx scoring:deals-csv tables:entrants-xlsx tables:entrants-csv",
    "test_public_tables": "scoring:standings-xlsx scoring:standings-csv scoring:series-seats-xlsx "
    "scoring:series-seats-csv scoring:public-entrants-xlsx scoring:public-entrants-csv "
    "scoring:standings-html scoring:embed",
    "test_workbooks_of_libreoffice": "scoring:results-ods scoring:seats-ods scoring:deals-ods tables:entrants-ods "
    "scoring:standings-ods scoring:series-seats-ods scoring:public-entrants-ods scoring:list-ods",
    "test_open_data": "api:tournaments api:tournament api:entrants api:series api:seats api:lists "
    "api:standings api:rankings api:ranking",
    "test_open_data_lists": "api:player api:statistics scoring:feed scoring:site-feed tables:calendar "
    "tables:club-calendar tables:event-calendar",
    "test_papers": "scoring:standings-pdf scoring:seats-pdf scoring:lists-pdf scoring:entrants-pdf scoring:sheet-pdf",
    "test_office_papers": "scoring:sheets-pdf scoring:table-cards-pdf scoring:start-cards-pdf scoring:appeal-pdf "
    "scoring:ruling-pdf scoring:decisions-pdf scoring:plan-pdf scoring:certificates-pdf",
    "test_pages": "scoring:standings scoring:standings-series scoring:standings-then scoring:ranking "
    "scoring:ranking-office scoring:player scoring:statistics scoring:table-statistics tables:clubs",
    "test_office_pages": "tables:entrants scoring:own-list scoring:verify scoring:correction tables:desk "
    "tables:book tables:book-person tables:desk-book tables:people tables:classes scoring:list-xlsx",
    "test_money_tables": "scoring:money-journal scoring:money-journal-csv scoring:money-journal-ods "
    "scoring:money-journal-xlsx scoring:money-desk scoring:money-several scoring:money-box scoring:own-money",
    "test_prize_tables": "scoring:money-prizes scoring:money-payout scoring:money-pots scoring:money-refunds "
    "scoring:money-account scoring:payout-list-pdf scoring:receipts-pdf scoring:prize-labels-pdf "
    "scoring:goods-list-pdf scoring:refund-list-pdf scoring:account-pdf scoring:money-journal-pdf "
    "scoring:account-xlsx scoring:account-ods",
    "test_told": "scoring:own-data-json scoring:entrant-data-json scoring:book-data-json "
    "tables:draw-record tables:journal",
}
"""Where the columns of an address are compared, by the module."""

NO_FIGURES = {
    "api:api-root": "describes the interface",
    "api:openapi-view": "describes the interface",
    "api:openapi-json": "describes the interface",
    "health": "tells a machine that the site is there",
    "ready": "tells a machine that the site is there",
    "tables:robots": "tells search engines where not to go",
    "scoring:worker": "is a program",
    "scoring:worth-json": "answers with what a contract is worth; tests/scoring/lists/test_worth_page.py compares that",
    "handbook-pdf": "is the handbook",
    "scoring:venue-file": "is read by another laptop; tests/scoring/venues joins it and compares all that counts",
    "scoring:house-pdf": "is the sheet of rules of a table; tests/scoring/houses compares it with the rules",
    "scoring:pub-others": "leads to a table without a tournament",
    "scoring:pub-stop": "ends the list of a table without a tournament",
    "scoring:report-json": "tests/scoring/report/test_of_an_event.py holds it against the lists and the ranking",
    "scoring:pub-xlsx": "is deals-xlsx of one table; tests/scoring/pub opens it",
    "scoring:pub-ods": "is deals-ods of one table; tests/scoring/pub opens it",
    "scoring:pub-json": "is the record of the archive, of one table; tests/scoring/pub opens it",
    "scoring:settlement": "says who pays whom; tests/scoring/pub compares it with the rules",
    "scoring:list-worth": "answers with what the deal being ticked is worth; tests/scoring/houses compares that",
    "scoring:read-lines": "gives back what was typed",
    "scoring:reckon": "adds up what is being typed; tests/scoring/paper_desk compares that",
    "scoring:share": "links to the files that are compared",
    "api:nothing-here": "says that there is nothing",
    "too-much": "says that a file is too large",
    "demo": "leads into the event of a demo",
    "login": "lets sign in",
    "first-account": "lets the first account be made",
    "phones": "shows addresses of the machine",
    "laptop": "has buttons for whoever sits at the machine",
    "secure": "explains what phones show; there only where the machine vouches for itself",
    "secure-authority": "hands out a certificate",
    "secure-card": "explains what phones show, on paper",
    "phone-came": "tells a phone that it came",
    "language": "leads back in another language",
    "metrics": "counts what the site answers; tests/running/test_metrics.py compares that",
    "scoring:list-key": "leads to the list of a table",
    "scoring:own-key": "leads to the pages of a player",
    "scoring:take-over": "asks who keeps a list, of a phone at the table alone",
    "scoring:phone": "answers the program of a phone; tests/scoring/test_phone_*.py compare that",
    "scoring:book-data": "shows what book-data-json hands out",
    "scoring:print-run": "shows how far a paper is that is compared",
    "scoring:print-file": "hands out a paper that is compared, made beside the site",
    "scoring:sheet-signed": "is sheet-pdf with a certificate; tests/paper/test_signed_pdf.py reads it",
    "scoring:standings-signed": "is standings-pdf with a certificate; tests/paper/test_signed_pdf.py reads it",
    "scoring:money-take-back": "asks why a payment is taken back",
    "scoring:tariff": "is a form; tests/scoring/money/test_tariff_pages.py reads it",
    "scoring:money-prize-plan": "is a form; tests/scoring/money/test_prize_pages.py reads it",
    "scoring:money-prizes-new": "is a form; tests/scoring/money/test_prize_pages.py reads it",
    "scoring:verify-file": "tells a signed file from an altered one",
    "scoring:season-key": "leads to a season",
    "scoring:captain-key": "leads to a team",
    **dict.fromkeys(
        (
            *("scoring:season", "scoring:season-player", "scoring:season-calendar", "scoring:season-released-json"),
            *(
                "scoring:season-pdf",
                "scoring:season-html",
                "scoring:season-embed",
                "scoring:season-csv",
                "scoring:season-xlsx",
                "scoring:season-ods",
                "scoring:seasons",
            ),
            *("scoring:season-strength", "scoring:season-days", "scoring:season-new", "scoring:season-office"),
            *("scoring:season-shared", "scoring:competition-new", "scoring:competition"),
            *("api:seasons", "api:season", "api:season-table"),
            "scoring:season-report",
            *("scoring:league", "scoring:division", "scoring:division-report", "scoring:league-team", "scoring:match"),
            *("scoring:league-office", "scoring:level", "scoring:division-office"),
            *("scoring:division-table-pdf", "scoring:division-fixtures-pdf", "scoring:division-statistics-pdf"),
            *("scoring:match-invitation-pdf", "scoring:match-papers-pdf"),
        ),
        "is of a club, not of this event; tests/scoring/season compares what a year hands out",
    ),
}
"""Whatever else is no page or not always there, and why there is nothing to compare."""

PLACES = {
    "slug": "cup", "series": 3, "table": 3, "deal": 2, "number": 2, "line": 60, "club": "sc-herz-dame",
}  # fmt: skip
ASKED = {"scoring:certificates-pdf": "?series=3"}
"""What has to be asked for, so that there is anything."""

WHO = ("director", "judge", "keeper", "table", "player", "visitor")
ONES = {
    "tables:book-person",
    "scoring:book-data",
    "scoring:book-data-json",
    "scoring:objection-rule",
    "scoring:appeal",
    "scoring:panel",
    "scoring:query",
}
"""Of these there is a first only."""


@pytest.fixture
def readers(made) -> dict[str, Client]:
    """Return those who together may read everything."""
    browsers = {role: Client(headers={"accept-language": "en"}) for role in WHO}
    browsers["director"].force_login(factories.user())
    browsers["keeper"] = browsers["director"]
    browsers["judge"].force_login(factories.user("richterin"))
    browsers["table"].get(f"/l/{Table.objects.get(series__number=3, number=3).key}/")
    browsers["player"].get(f"/p/{Entrant.objects.get(number=2).key}/")
    return browsers


def hands_out(readers: dict[str, Client], name: str) -> bool:
    """Tell whether an address answers with anything but a page, or with a table on a page."""
    role = next(role for role in WHO if role in (ROWS[name].reads or ()))
    given = PLACES | {"hash": GameListRow.objects.exclude(signed_hash="").earliest("pk").signed_hash}
    about = {part: given[part] for part in addresses.parts(name)} | ({"number": 1} if name in ONES else {})
    answer = readers[role].get(reverse(name, kwargs=about) + ASKED.get(name, ""))
    assert answer.status_code == 200, f"{name} has to answer here, or to be in NO_FIGURES: {answer.status_code}"
    return "html" not in answer["Content-Type"] or bool(html_tables(answer.content.decode()))


@pytest.mark.thorough
def test_every_address_that_hands_out_figures_is_compared(readers):
    compared = {name for names in COMPARED.values() for name in names.split()}
    only_act = {name for name, row in ROWS.items() if row.reads is None}
    asked = ROWS.keys() - compared - NO_FIGURES.keys() - only_act
    found = {name for name in asked if hands_out(readers, name)}

    assert found == set(), "nobody compares the columns of these"
    assert compared <= ROWS.keys()
    assert not compared & NO_FIGURES.keys()


@pytest.mark.parametrize("module", COMPARED)
def test_whoever_is_said_to_compare_them_asks_for_them(module):
    source = importlib.import_module(f"tests.exports.{module}")
    text = Path(source.__file__).read_text(encoding="utf-8")
    for name in COMPARED[module].split():
        asked = {f'"{name}"', f'"{name.partition(":")[2]}"', name.rpartition("-")[0] + "-{ending}"}
        assert any(one in text for one in asked), f"{module} does not ask for {name}"
