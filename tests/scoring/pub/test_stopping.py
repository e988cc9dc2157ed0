"""A table stops, is kept thirty days or taken along; then nothing of it is left."""

from datetime import timedelta
from fractions import Fraction
from uuid import uuid4

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from scoring.history.selectors.verification import verified
from scoring.lists.models import Phone
from scoring.lists.selectors import boards
from scoring.lists.selectors.sheets import settlement_of, sheet
from scoring.lists.services.lists import ListSigned
from scoring.lists.services.phones import keep
from scoring.paper.sheets.entries import notes
from scoring.privacy.services import forget_due
from scoring.pub.services import stop
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from scoring.signing.services import object_to
from tables.acts.services import Refused
from tables.declared import way_to_event
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.tournaments import keep_until
from tables.tournaments.services.tournaments import delete_pub_tables
from tests.scoring.houses.evening import deal, enter, house_list, played, ramsch
from tests.scoring.pub.evening import ENGLISH, HALF, NOW, opened, play, row_of
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def page(table, name="pub-stop"):
    slug = table.series.tournament.slug
    return reverse(f"scoring:{name}", kwargs={"slug": slug, "series": 1, "table": 1})


def said(client, table, name="pub-stop"):
    response = client.get(page(table, name))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


@pytest.fixture
def table():
    made = opened(stake=Fraction(1), rounds=12)
    play(made, [(1, GRAND), (2, GRAND_LOST)])
    return made


@pytest.fixture
def holder(table) -> Client:
    client = Client(headers=ENGLISH)
    client.get(f"/l/{table.key}/")
    return client


def stopped(table, **fields):
    row = row_of(table)
    known = {"list_id": row.pk, "version": row.version, "because": "alle wollten heim", "device": "", "now": NOW}
    return stop(**known | fields)


def play_on(table):
    enter(row_of(table), Deal(number=3))
    return row_of(table)


class TestStopping:
    def test_the_list_leads_there_and_from_there_to_the_signatures(self, table, holder):
        assert page(table) in said(holder, table, "list")
        assert "As it stands after 2 deals." in said(holder, table)

        sent = {"version": row_of(table).version, "agreed": "on"}
        answer = holder.post(page(table), sent)

        assert answer["Location"] == page(table, "sign")
        assert "Ended after deal 2 of 36" in said(holder, table, "sign")
        assert "The list ends here." in said(holder, table, "list")

    @pytest.mark.thorough
    def test_signed_it_says_where_it_ended_and_who_pays_whom(self, table, holder):
        before = settlement_of(sheet(row_of(table)))
        stopped(table)
        factories.confirm_and_sign(row_of(table))

        for name in ("list", "sign", "settlement"):
            assert "Ended after deal 2 of 36" in said(holder, table, name)
        assert page(table) not in said(holder, table, "list")
        closed = sheet(row_of(table))
        assert settlement_of(closed) == before
        assert "Bernd Bube pays Anna Abend" in said(holder, table, "settlement").replace("\N{NO-BREAK SPACE}", " ")
        assert [note.full for note in notes(closed)][-1] == "Ended after deal 2 of 36: alle wollten heim"
        assert verified(table.series.tournament).discrepancies == ()

    def test_they_may_go_on_all_the_same(self, table):
        stopped(table)

        row = play_on(table)

        assert signing.not_confirmed(row) == [1, 2, 3]
        assert sheet(row).is_ready_to_sign

    def test_done_twice_it_counts_once(self, table):
        row = stopped(table)

        again = stopped(table)

        assert (again.version, table.series.tournament.journal.filter(action="list.accepted-short").count()) == (
            row.version,
            1,
        )

    def test_a_bierlachs_has_no_last_deal(self):
        table = opened(profile="bierlachs", stake=Fraction(1))
        enter(row_of(table), deal(1, 1, played(), profile="bierlachs"))
        stopped(table)
        client = Client(headers=ENGLISH)
        client.get(f"/l/{table.key}/")

        assert "<p>Ended after deal 1</p>" in said(client, table, "sign")


class TestRefused:
    def test_unless_all_agree(self, table, holder):
        answer = holder.post(page(table), {"version": row_of(table).version})

        assert answer.status_code == 422
        assert "only if all players agree" in answer.content.decode()
        assert row_of(table).short_because == ""

    def test_what_nobody_has_seen(self, table, holder):
        version = row_of(table).version
        play_on(table)

        answer = holder.post(page(table), {"version": version, "agreed": "on"})

        assert answer.status_code == 422
        assert "As it stands after 3 deals." in answer.content.decode()
        assert row_of(table).short_because == ""

    def test_a_signed_list(self, table):
        stopped(table)
        factories.confirm_and_sign(row_of(table))

        with pytest.raises(ListSigned):
            stopped(table)

    def test_by_a_phone_that_does_not_keep_it(self, table):
        keep(list_id=row_of(table).pk, device="a" * 32, copy=Phone.Keeps.FIRST, by=None, now=NOW)

        with pytest.raises(Refused) as refusal:
            stopped(table, device="b" * 32)

        assert refusal.value.code == "kept-by-other"

    def test_before_the_first_deal(self):
        table = opened()
        client = Client(headers=ENGLISH)
        client.get(f"/l/{table.key}/")

        assert "No deal is written down yet." in said(client, table)

    def test_a_table_of_a_tournament(self):
        row = factories.running_list(seats=3)
        client = Client()
        client.get(f"/l/{row.table.key}/")

        assert client.post(page(row.table), {"version": row.version, "agreed": "on"}).status_code == 404


class TestFive:
    @pytest.mark.thorough
    def test_everybody_signs_on_the_page(self):
        table = opened(5, profile="kneipe")
        stopped(table)
        client = Client(headers=ENGLISH)
        client.get(f"/l/{table.key}/")

        for place in range(1, 6):
            sent = {"place": place, "version": row_of(table).version, "heard_by": place % 5 + 1, "action": "confirm"}
            assert client.post(page(table, "sign"), sent).status_code == 302
        client.post(page(table, "sign"), {"action": "sign"})

        assert row_of(table).signed_at

    def test_the_fifth_may_say_no(self):
        table = opened(5, profile="kneipe")
        stopped(table)
        client = Client(headers=ENGLISH)
        client.get(f"/l/{table.key}/")
        key = "7d0f2c52-53c2-4d6b-8ad0-7e6f1f3f4a55"

        client.post(page(table, "sign"), {"place": 5, "text": "Nein.", "entry_key": key, "action": "object"})

        assert row_of(table).objections.get().place == 5


class TestAsTheProfileSays:
    @pytest.mark.thorough
    def test_a_bierlachs_ends_with_its_target(self):
        name = {"profile": "bierlachs target=50"}
        row = house_list("bierlachs target=50")
        enter(row, deal(1, 1, played(won=False), **name))
        client = Client(headers=ENGLISH)
        client.get(f"/l/{row.table.key}/")

        read = said(client, row.table, "list")
        assert 'data-note="ready"> <p><strong>All deals are entered.' in read
        assert 'id="ticks" hidden' in read
        (line,) = boards.board(row.table.series)
        assert (line.state, line.entered, line.length) == ("complete", 1, 1)
        assert boards.states(row.table.series) == {row.table_id: "complete"}
        factories.confirm_and_sign(row)
        factories.close_series(row.table.series)
        assert verified(row.table.series.tournament).discrepancies == ()

    def test_one_short_of_it_does_not(self):
        row = house_list("bierlachs target=100")
        enter(row, deal(1, 1, played(won=False), profile="bierlachs target=100"))

        assert sheet(row).next_number == 2
        assert not sheet(row).is_ready_to_sign

    @pytest.mark.thorough
    def test_a_raeuberskat_ends_with_its_programme(self):
        name = {"profile": "raeuberskat"}
        row = house_list("raeuberskat", rounds=1)
        games = (Game.HEARTS, Game.GRAND, Game.NULL)
        for at, game in enumerate(games):
            matadors = None if game is Game.NULL else 2
            enter(row, *(deal(3 * at + seat, seat, played(game, matadors), **name) for seat in (1, 2, 3)))
        enter(row, *(ramsch(number, (20, 35, 65), (2, 3, 5), **name) for number in (10, 11)))
        assert (sheet(row).next_number, sheet(row).is_ready_to_sign) == (12, False)

        enter(row, ramsch(12, (20, 35, 65), (2, 3, 5), **name))

        assert sheet(row).next_number is None
        factories.confirm_and_sign(row)


LAST = NOW + timedelta(days=30)
AFTER = NOW + timedelta(days=31)


@pytest.fixture
def kept_table():
    made = opened(stake=HALF)
    play(made, [(1, GRAND), (2, GRAND_LOST)])
    return made


def left_of(tournament: Tournament) -> dict[str, int]:
    counts = {
        model._meta.label: model._base_manager.filter(**{way_to_event(model): tournament.pk}).count()
        for model in apps.get_models()
        if way_to_event(model)
    }
    return {label: count for label, count in counts.items() if count}


def test_it_says_until_when(kept_table):
    client = Client(headers=ENGLISH)
    client.get(f"/l/{kept_table.key}/")
    assert keep_until(kept_table.series.tournament) == timezone.localdate(LAST)
    said = client.get(f"/t/{kept_table.series.tournament.slug}/series/1/table/1/others/").content.decode()
    assert date_format(keep_until(kept_table.series.tournament), "SHORT_DATE_FORMAT") in said


def test_on_the_thirtieth_day_it_is_there(kept_table):
    assert forget_due(now=LAST) == ()
    assert kept_table.series.tournament.entrants.filter(name="Anna Abend").exists()


@pytest.mark.thorough
def test_after_it_nothing_is_left(kept_table):
    tournament = kept_table.series.tournament
    factories.tournament(entrants=4, starts_on=timezone.localdate(NOW), ends_on=timezone.localdate(NOW))
    (outcome,) = forget_due(now=AFTER)
    assert outcome.tournament == tournament
    assert not tournament.entrants.exclude(name="").exists()
    # A test is one transaction, in which no database is wiped.
    Tournament.objects.update(wipe_due=False)
    assert forget_due(now=AFTER) == ()
    assert not left_of(tournament)
    assert Tournament.objects.get().slug == "cup"
    assert Client().get(f"/l/{kept_table.key}/").status_code == 404


def test_names_go_first_and_the_rest_when_the_database_is_wiped(kept_table):
    """What was deleted lies in the free room of a database until it is wiped: no name is deleted, but taken out."""
    tournament = kept_table.series.tournament
    Tournament.objects.filter(pk=tournament.pk).update(forgotten_at=NOW, wipe_due=True)
    assert delete_pub_tables() == 0
    Tournament.objects.filter(pk=tournament.pk).update(wipe_due=False)
    assert delete_pub_tables() == 1


def test_an_event_that_was_forgotten_stays(kept_table):
    made = factories.tournament(entrants=4)
    Tournament.objects.filter(pk=made.pk).update(forgotten_at=NOW)
    assert delete_pub_tables() == 0


def test_an_objection_keeps_no_names(kept_table):
    """There is nobody who could answer it."""
    row = kept_table.game_list
    object_to(list_id=row.pk, place=1, text="It was my game.", device="", entry_key=uuid4(), now=NOW)
    (outcome,) = forget_due(now=AFTER)
    assert outcome.kept_because == ()


def test_what_was_played_verifies(kept_table):
    assert not verified(kept_table.series.tournament).discrepancies
