"""Bad input of any kind, about entrants and lists: a sentence, what was typed kept, nothing lost, never a 500."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.lists.models import DealRow
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tests.support import factories
from tests.support.everything_public import shown
from tests.support.page_reader import Visitor, addresses, url

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

QUERIES = ("q=%00", "page=99999999999999999999", "page=x", "order=x", "sort=-x", "given=x", "only=x", "player=%00")

QUERIES += ("club=%00", "since=x", "from=9999-99-99", "rows=-1", "series=0", "ranking=x", "scenes=x", "me=%00&q=%00")

ASKED = (
    *("tables:desk", "tables:entrants", "scoring:standings", "tables:journal", "scoring:statistics"),
    *("scoring:embed", "scoring:season-embed", "scoring:share", "scoring:hall-screen", "scoring:hall-now"),
    *("scoring:standings-csv",),
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
    director.forge(url("scoring:case-new", kind="appeal"), appellant=1, table=1, deal=1, text="x", entry_key=uuid4())
    factories.judge(made, "direktor")
    shown(made)
    place = {"slug": "cup", "series": 1, "table": 1, "deal": 1, "number": 1, "line": 1, "key": row.table.key}

    answers = [
        answer
        for name, address in addresses(**place).items()
        if not name.endswith(("pdf", "xlsx", "csv", "calendar", "feed"))
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


class TestNames:
    ABSURD = {
        "too long": "Erna " * 20,
        "far too long": "x" * 20_000,
        "only digits": "12345",
        "only a dash": "–",
        "only smiles": "😀😀",
    }

    def test_an_absurd_one_is_refused_beside_the_field_and_stays_there(self, director):
        factories.tournament()
        form = director.get(url("tables:desk")).form("name", "entry_key")

        for what, name in self.ABSURD.items():
            page = form.send(name=name, club="SC Herz Dame")

            assert page.status == 422, what
            assert page.errors, what
            held = page.form("name", "entry_key").holds()
            assert (held["name"], held["club"]) == ([name], ["SC Herz Dame"]), what
            assert not Entrant.objects.exists(), what

    def test_a_tournament_needs_a_name_a_place_and_days_in_order(self, director):
        page = director.get(f"{reverse('tables:tournament-new')}?empty=1").form("name", "rounds")
        page = page.send(name="", place=" ", starts_on="2026-05-16", ends_on="2026-05-15", rounds=99, entry_fee="-1")

        assert page.status == 422
        assert len(page.errors) >= 5
        held = page.form("name", "rounds").holds()
        assert (held["ends_on"], held["rounds"], held["entry_fee"]) == (["2026-05-15"], ["99"], ["-1"])
        assert not Tournament.objects.exists()


class TestLists:
    def test_six_megabytes_are_refused_with_a_sentence_and_the_same_list_sent_twice_counts_once(self, director):
        factories.tournament()
        form = director.get(url("tables:add")).form("lines")
        page = form.send(lines="x" * 6_000_000)
        assert page.status in {400, 413, 422}
        assert len(page.main.text) > 20
        form = form.send(lines="Erna Schulz\nOtto Kurz").form("cells", "act=take")

        form.send("act=take")
        again = form.send("act=take")

        assert Entrant.objects.count() == 2
        assert again.status == 422
        assert again.errors


def test_a_fifth_deal_of_four_and_one_for_a_signed_list_are_refused_in_words(phone):
    form = phone.get(url("scoring:list", series=1, table=1)).form("declarer", "outcome=won")
    row = factories.list_of(Series.objects.get())
    factories.fill(row)
    sent = {name: values[0] for name, values in form.holds().items()}
    sent |= {"outcome": "won", "declarer": 2, "game": "grand", "matadors": 2}

    fifth = phone.post(form.page.url, {**sent, "number": 5})
    factories.confirm_and_sign(row)
    page = phone.post(form.page.url, sent)

    assert (fifth.status, page.status) == (422, 422)
    assert "The series has fewer deals. (SkWO 6.2)" in fifth.text
    assert "The list is signed." in page.text
    assert "What was sent: deal 1, Spieler 2: Grand with 2" in page.text
    assert DealRow.objects.count() == 4
