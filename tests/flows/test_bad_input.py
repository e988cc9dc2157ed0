"""Bad input of any kind, about entrants and lists: a sentence, what was typed kept, nothing lost, never a 500."""

import pytest
from django.urls import reverse

from scoring.lists.models import DealRow
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tests.support import factories
from tests.support.page_reader import url

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


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
