"""Bad input about series: keys, draws, swaps, closing, appeals, the end. A sentence, and nothing changed."""

from urllib.parse import quote

import pytest
from django.urls import reverse

from scoring.disputes.models import Appeal
from scoring.lists.models import DealRow
from tables.draw.models import Table
from tables.tournaments.models import Series, Tournament
from tests.support import factories
from tests.support.page_reader import Visitor, url

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestKeys:
    def test_that_of_another_table_does_not_open_this_one(self):
        series = factories.running_series(factories.tournament(entrants=8))
        phone = Visitor()
        page = phone.get(reverse("scoring:list-key", kwargs={"key": factories.list_of(series, 2).table.key}))
        assert page.status == 200

        page = phone.get(url("scoring:list", series=1, table=1))

        assert page.status == 403
        assert "QR" in page.main.text
        for name in ("list", "sign", "table-appeal"):
            assert phone.forge(url(f"scoring:{name}", series=1, table=1), number=1).status == 403

    def test_an_unknown_one_leads_nowhere_with_a_sentence(self):
        factories.running_list()

        for key in ("nonsense", "A" * 22, "%00", "ü" * 300):
            page = Visitor().get(f"/l/{quote(key)}/")
            assert page.status == 404
            assert len(page.main.text) > 20

    def test_a_renewed_one_shuts_the_old_phone_out_and_lets_the_new_one_in(self, phone, director):
        old = Table.objects.get().key
        director.get(url("scoring:list", series=1, table=1)).form("action=renew-key").send("action=renew-key")

        page = phone.get(url("scoring:list", series=1, table=1))
        assert page.status == 403
        assert len(page.main.text) > 20
        assert phone.get(reverse("scoring:list-key", kwargs={"key": old})).status == 404
        new = phone.get(reverse("scoring:list-key", kwargs={"key": Table.objects.get().key}))
        assert new.status == 200
        assert new.offers("declarer", "outcome=won")

    def test_a_renewed_one_refuses_the_deal_that_was_being_typed(self, phone, director):
        form = phone.get(url("scoring:list", series=1, table=1)).form("declarer", "outcome=won")
        director.get(url("scoring:list", series=1, table=1)).form("action=renew-key").send("action=renew-key")

        assert form.send("outcome=passed").status == 403
        assert not DealRow.objects.exists()


class TestSeries:
    @pytest.mark.parametrize(
        ("entrants", "sentence"),
        [
            (0, "Nobody is marked as present."),
            (1, "Only one entrant is present."),
            (2, "Only two entrants are present."),
            (5, "Five entrants do not make tables of four and three (SkWO 7.1.1)."),
        ],
    )
    def test_so_few_cannot_be_drawn(self, director, entrants, sentence):
        factories.tournament(entrants=entrants)
        page = director.get(url("tables:draw", series=1))
        assert sentence in page.text
        assert not page.offers("public")

        page = director.forge(url("tables:draw", series=1), act="draw", public="x")

        assert page.status == 422
        assert sentence in page.text
        assert Series.objects.get().status == "planned"

    def test_drawn_twice_counts_once(self, director):
        factories.tournament(entrants=8)
        form = director.get(url("tables:draw", series=1)).form("public")
        first = form.send(public="eins")
        seats = [one.text for one in first.root.all(css="seat-start")]

        again = form.send(public="zwei")

        assert again.status == 422
        assert "Series 1 has been drawn already, perhaps by somebody else just now." in again.text
        assert [one.text for one in again.root.all(css="seat-start")] == seats
        assert Series.objects.get().draw.record["lots"]["public"] == "eins"

    def test_the_second_waits_for_the_first(self, director):
        made = factories.tournament(entrants=8, series=2)
        factories.running_series(made)

        page = director.forge(url("tables:draw", series=2), act="draw", public="x")

        assert page.status == 422
        assert "Series 1 is not closed yet." in page.text

    @pytest.mark.parametrize("action", ["publish", "start", "close", "dance", ""])
    def test_an_act_that_does_not_fit_is_refused(self, director, action):
        factories.tournament(entrants=8)

        page = director.forge(url("scoring:board", series=1), action=action)

        assert page.status == 422
        assert page.errors
        assert Series.objects.get().status == "planned"

    def test_closed_twice_is_closed_once(self, director):
        factories.close_series(factories.running_series(factories.tournament(entrants=8)))

        page = director.forge(url("scoring:board", series=1), action="close")

        assert page.status == 422
        assert "Series 1 has been closed already." in page.text

    SWAPS = {
        "nobody": ([], "x"),
        "one": ([1], "x"),
        "three": ([1, 2, 3], "x"),
        "no reason": ([1, 5], ""),
        "a stranger": ([1, 99], "x"),
        "himself": ([1, 1], "x"),
        "nonsense": (["eins", "zwei"], "x"),
    }

    @pytest.mark.thorough(after=4)
    @pytest.mark.parametrize(("ticked", "because"), SWAPS.values(), ids=list(SWAPS))
    def test_a_swap_that_is_none_changes_nothing_and_keeps_what_was_typed(self, director, ticked, because):
        factories.running_series(factories.tournament(entrants=8), published_only=True)
        before = [one.text for one in director.get(url("tables:draw", series=1)).root.all(css="seat-start")]

        page = director.forge(url("tables:draw", series=1), act="swap", swap=ticked, because=because)

        assert page.status == 422
        assert page.errors
        assert [one.text for one in page.root.all(css="seat-start")] == before
        form = page.form("swap", "because")
        assert form.holds()["because"] == [because]
        assert form.holds().get("swap", []) == [str(one) for one in dict.fromkeys(ticked) if one in range(1, 9)]

    def test_nobody_else_may(self):
        factories.tournament(entrants=8)
        factories.user("gast")
        guest, nobody = Visitor().sign_in("gast"), Visitor()

        for name in ("tables:draw", "scoring:board"):
            assert guest.forge(url(name, series=1), action="publish", act="draw", public="x").status == 403
            assert reverse("login") in nobody.forge(url(name, series=1), action="publish", act="draw").url
        assert Series.objects.get().status == "planned"


class TestAppeals:
    @pytest.mark.parametrize(
        "filled",
        [{"text": "  "}, {"text": "x" * 5000}, {"deal": 99}, {"deal": "x"}, {"appellant": 99}, {"appellant": ""}],
        ids=lambda filled: str(filled)[:30],
    )
    def test_one_that_says_nothing_is_refused_and_kept(self, phone, filled):
        page = phone.get(url("scoring:table-appeal", series=1, table=1))
        data = {name: values[0] for name, values in page.form("appellant", "text").holds().items()}
        page = phone.post(page.url, {**data, "appellant": 1, "text": "Es war Schneider.", **filled})

        assert page.status == 422
        assert page.errors
        if "text" not in filled:
            assert page.form("appellant", "text").holds()["text"] == ["Es war Schneider."]
        assert not Appeal.objects.exists()

    def test_sent_twice_is_logged_once(self, phone):
        form = phone.get(url("scoring:table-appeal", series=1, table=1)).form("appellant", "text")
        for _again in range(2):
            assert form.send(appellant=1, text="Es war Schneider.").status == 200

        assert Appeal.objects.count() == 1

    def test_at_the_desk_the_table_and_the_player_have_to_be_there(self, phone, director):
        form = director.get(url("scoring:appeal-new", series=1)).form("appellant", "text")

        for filled in ({"table": 99}, {"deal": 1}, {"appellant": 77}, {"table": 1, "deal": 4}):
            page = form.send(**{"appellant": 1, "text": "Es war Schneider.", **filled})
            assert page.status == 422
            assert page.errors
            assert page.form("appellant", "text").holds()["text"] == ["Es war Schneider."]
        assert not Appeal.objects.exists()


class TestTheEnd:
    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(
        ("day", "time", "sentence"),
        [
            ("", "", "required"),
            ("gestern", "abends", "valid"),
            ("2999-01-01", "12:00", "still to come"),
            ("1999-01-01", "12:00", "cannot have ended before"),
        ],
    )
    def test_a_moment_that_cannot_be_is_refused_and_kept(self, director, day, time, sentence):
        factories.close_series(factories.running_series(factories.tournament(entrants=4)))

        page = director.get(url("scoring:end")).form("day", "time").send("action=state", day=day, time=time)

        assert page.status == 422
        assert sentence in page.text
        held = page.form("day", "time").holds()
        assert (held["day"], held["time"]) == ([day], [time])

    def test_neither_end_nor_release_while_a_series_is_open(self, director):
        factories.running_series(factories.tournament(entrants=4))

        assert director.forge(url("scoring:end"), action="release").status == 422
        page = director.forge(url("scoring:end"), action="state", day="2026-05-16", time="18:00")
        assert page.status == 422
        assert Tournament.objects.get().ended_at is None
