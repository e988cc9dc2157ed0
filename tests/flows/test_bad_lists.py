"""Bad input about lists: deals, signatures, paper. A sentence, what was typed kept, nothing lost."""

from typing import Any

import pytest

from scoring.lists.models import DealRow, TotalsRow
from tables.tournaments.models import Series
from tests import factories
from tests.flows.pages import Form, Page, Visitor, url

pytestmark = pytest.mark.django_db


def deal(form: Form, **fields: Any) -> Page:
    """Send a deal as no page would."""
    data = {name: values[0] for name, values in form.holds().items()}
    return form.page.visitor.post(form.page.url, {**data, "outcome": "won", **fields})


GRAND = {"declarer": 2, "game": "grand", "matadors": 2}


class TestDeals:
    def form(self, phone: Visitor) -> Form:
        return phone.get(url("scoring:list", series=1, table=1)).form("declarer", "outcome=won")

    def test_sent_twice_is_entered_once(self, phone):
        form = self.form(phone)

        pages = [deal(form, **GRAND), deal(form, **GRAND)]

        assert [page.status for page in pages] == [200, 200]
        assert "Deal 2 of 4" in pages[1].text
        assert DealRow.objects.count() == 1

    def test_sent_again_with_other_content_is_refused(self, phone):
        form = self.form(phone)
        deal(form, **GRAND)

        page = deal(form, **{**GRAND, "declarer": 3})

        assert page.status == 422
        assert "This has been sent already with something else in it." in page.text
        assert DealRow.objects.get().declarer == 2

    def test_the_same_number_from_two_phones_is_entered_once(self, phone):
        first, second = self.form(phone), self.form(phone)
        deal(first, **GRAND)

        page = deal(second, **{**GRAND, "declarer": 3})

        assert page.status == 422
        assert "Deal 1 has been entered already." in page.text
        assert page.form("declarer", "outcome=won").holds()["declarer"] == ["3"]

    def test_for_a_signed_list_is_refused(self, phone):
        form = self.form(phone)
        row = factories.list_of(Series.objects.get())
        factories.fill(row)
        factories.confirm_and_sign(row)

        page = deal(form, **GRAND)

        assert page.status == 422
        assert "The list is signed." in page.text
        assert "What was sent: deal 1, Spieler 2: Grand with 2" in page.text
        assert DealRow.objects.count() == 4

    def test_for_a_closed_series_is_refused(self, phone):
        form = self.form(phone)
        factories.close_series(Series.objects.get())

        assert deal(form, **GRAND).status == 422
        assert DealRow.objects.count() == 4

    def test_a_fifth_of_four_is_refused(self, phone):
        form = self.form(phone)
        factories.fill(factories.list_of(Series.objects.get()))

        page = deal(form, **GRAND, number=5)

        assert page.status == 422
        assert "The series has fewer deals. (SkWO 6.2)" in page.text

    def test_everything_wrong_is_said_at_once_and_kept(self, phone):
        page = deal(self.form(phone), **{**GRAND, "matadors": 5}, declarer_="", schwarz="on", bid="19")

        assert page.status == 422
        assert "at most 4 in Grand" in page.text
        assert "ISkO 3.3.1" in page.text
        held = page.form("declarer", "outcome=won").holds()
        assert (held["declarer"], held["game"], held["matadors"], held["schwarz"]) == (["2"], ["grand"], ["5"], ["on"])

    NONSENSE = (
        {"number": "x"},
        {"number": "-1"},
        {"number": "99999999999999999999"},
        {"number": "7"},
        {"declarer": "1"},
        {"declarer": "9"},
        {"declarer": ""},
        {"game": "poker"},
        {"game": ""},
        {"matadors": "0"},
        {"matadors": "12"},
        {"matadors": "²"},
        {"matadors": ""},
        {"bid": "1e9"},
        {"bid": "-18"},
        {"bid": "19", "overbid": "on"},
        {"overbid": "on"},
        {"outcome": "maybe"},
        {"outcome": "passed"},
        {"entry_key": "nonsense"},
        {"entry_key": ""},
        {"game": "null"},
    )

    def test_nonsense_is_refused_with_a_sentence(self, phone):
        form = self.form(phone)

        for nonsense in self.NONSENSE:
            page = deal(form, **{**GRAND, **nonsense})

            assert page.status == 422, nonsense
            assert len(page.root.one(id="refused").text) > 20, nonsense
            assert not DealRow.objects.exists(), nonsense

    def test_a_deal_that_is_not_there_has_no_page(self, phone):
        for number in (1, 99, 99999999999999999999):
            assert phone.get(url("scoring:deal", series=1, table=1, deal=number)).status == 404


class TestSigning:
    def test_an_unfinished_list_is_neither_confirmed_nor_signed(self, phone):
        place = url("scoring:sign", series=1, table=1)
        page = phone.get(place)
        assert not page.offers("action=confirm")

        page = phone.forge(place, action="confirm", place=1, version=0, heard_by=2)
        assert "Deals are still missing" in page.text
        page = phone.forge(place, action="sign")
        assert "Not everyone has confirmed yet" in page.text

    def test_a_confirmation_needs_a_signature_a_seat_and_the_list_as_it_is(self, phone):
        factories.fill(factories.list_of(Series.objects.get()))
        form = phone.get(url("scoring:sign", series=1, table=1)).forms("place", "action=confirm")[0]

        page = form.send("action=confirm")
        assert page.status == 422
        assert "Nothing is signed yet" in page.text
        page = form.send("action=confirm", place=9)
        assert page.status == 422
        page = form.send("action=confirm", version=1)
        assert "The list has changed since you looked at it." in page.text
        page = form.send("action=confirm", place="x", version="y", drawing="z" * 500)
        assert page.status == 422
        assert not page.root.all("p", "good")


class TestPaper:
    @pytest.mark.parametrize(
        "line",
        [
            ("abc", "1", "0"),
            ("", "", ""),
            ("72", "-1", "0"),
            ("99999999999", "1", "0"),
            ("19", "1", "0"),
            ("72", "9", "9"),
        ],
        ids=str,
    )
    def test_results_that_cannot_be_are_refused_and_kept(self, director, line):
        factories.running_list(seats=3)
        form = director.get(url("scoring:type-totals", series=1, table=1)).form("s1-won")
        names = ("game_points", "won", "lost")
        zeros = {f"s{seat}-{name}": "0" for seat in (2, 3) for name in names}

        page = form.send(values={**zeros, **{f"s1-{name}": value for name, value in zip(names, line, strict=True)}})

        assert page.status == 422
        assert len(page.root.one(css="alert-error").text) > 20
        assert [page.form("s1-won").holds()[f"s1-{name}"] for name in names] == [[value] for value in line]
        assert not TotalsRow.objects.exists()

    def test_a_whole_list_with_bad_lines_names_each_enters_nothing_and_keeps_all(self, director):
        factories.running_list(seats=3)
        form = director.get(url("scoring:type-list", series=1, table=1)).form("d1", "check=again")
        lines = {"d1": "1g2", "d2": "1g99", "d3": "1x"}

        page = form.send("check=again", lines)

        assert page.status == 422
        assert page.text.count("That many matadors do not exist") == 1
        assert [line.attrs["id"] for line in page.root.all("tr", "is-wrong")] == ["row-2", "row-3"]
        assert {name: value for name, (value,) in page.form("d1").holds().items() if name in lines} == lines
        assert not DealRow.objects.exists()

    def test_an_empty_one_is_no_list(self, director):
        factories.running_list(seats=3)
        page = director.get(url("scoring:type-list", series=1, table=1)).form("d1").send("check=again")

        assert page.status == 422
        assert "No deal was filled in." in page.text
