"""Bad input of any kind at any page: a sentence, never a 500."""

from uuid import uuid4

import pytest

from tests import factories
from tests.flows.pages import Visitor, addresses, url
from tests.shown import shown

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


QUERIES = ("q=%00", "page=99999999999999999999", "page=x", "order=x", "sort=-x", "given=x", "only=x", "player=%00")
QUERIES += ("club=%00", "since=x", "from=9999-99-99", "rows=-1", "series=0", "ranking=x", "scenes=x", "me=%00&q=%00")
ASKED = ("tables:desk", "tables:entrants", "scoring:standings", "tables:journal", "scoring:statistics")
ASKED += (
    "scoring:embed",
    "scoring:season-embed",
    "scoring:share",
    "scoring:hall-screen",
    "scoring:hall-now",
    "scoring:standings-csv",
)

NONSENSE = ["", "\x00", "9" * 30, "<b>\u202e💣 &amp; ²"]


def nonsensical_answers(visitor: Visitor, address: str) -> list[tuple[str, int]]:
    """Send every form of a page with every field filled with nonsense; return the addresses and answers."""
    page = visitor.get(address)
    answers = [(address, page.status)]
    for form in page.forms():
        action = form.element.attrs.get("action") or page.url
        if form.element.attrs.get("method") != "post" or "sign-out" in action or "language" in action:
            continue
        for nonsense in NONSENSE:
            data = dict.fromkeys((one.attrs["name"] for one in form.inputs), nonsense)
            for kept in ("csrfmiddlewaretoken", "act", "action"):
                if kept in form.holds():
                    data[kept] = form.holds()[kept][0]
            answers.append((action, visitor.post(action, data).status))
    return answers


@pytest.mark.thorough
def test_no_form_of_any_page_breaks_on_nonsense(director):
    made = factories.tournament(entrants=8, series=2)
    row = factories.list_of(factories.running_series(made))
    factories.enter(row, (2, factories.GRAND))
    director.forge(url("scoring:appeal-new", series=1), appellant=1, table=1, deal=1, text="x", entry_key=uuid4())
    factories.judge(made, "direktor")
    shown(made)
    place = {"slug": "cup", "series": 1, "table": 1, "deal": 1, "number": 1, "line": 1, "key": row.table.key}

    answers = [
        answer
        for name, address in addresses(**place).items()
        if not name.endswith(("pdf", "xlsx", "ods", "csv", "calendar", "feed"))
        for answer in nonsensical_answers(director, address)
    ]

    assert len(answers) > 60
    assert [answer for answer in answers if answer[1] >= 500] == []


@pytest.mark.thorough
def test_no_address_breaks_on_absurd_numbers(director):
    factories.judge(factories.running_list().table.series.tournament, "direktor")
    place = {"slug": "cup", "key": "x" * 999}
    place |= dict.fromkeys(["series", "table", "deal", "number", "line"], 10**25)

    for name, address in addresses(**place).items():
        if any(str(10**25) in part or "x" * 999 in part for part in address.split("/")):
            assert director.get(address).status in {404, 405}, name
    for query in QUERIES:
        for name in ASKED:
            assert director.get(f"{url(name)}?{query}").status < 500, (name, query)
        for address in ("/", "/clubs/", "/events.ics", "/api/v1/tournaments/"):
            assert director.get(f"{address}?{query}").status < 500, (address, query)
