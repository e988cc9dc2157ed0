"""A table stops, is kept thirty days or taken along; then nothing of it is left."""

from datetime import timedelta
from fractions import Fraction
from uuid import uuid4

import pytest
from django.apps import apps
from django.test import Client
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
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from scoring.signing.services import object_to
from tables.declared import way_to_event
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.tournaments import keep_until
from tables.tournaments.services.tournaments import delete_pub_tables
from tests.scoring.answers import code_of, not_taken, says
from tests.scoring.houses.evening import deal, enter, house_list, played
from tests.scoring.pub.evening import HALF, NOW, holder_of, opened, page, play, row_of, said
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def table():
    made = opened(stake=Fraction(1), rounds=12)
    play(made, [(1, GRAND), (2, GRAND_LOST)])
    return made


@pytest.fixture
def holder(table) -> Client:
    return holder_of(table)


def stopped(table, **fields):
    row = row_of(table)
    known = {"list_id": row.pk, "version": row.version, "because": "alle wollten heim", "device": "", "now": NOW}
    return stop(**known | fields)


def play_on(table):
    row = row_of(table)
    enter(row, Deal(number=sheet(row).next_number or sheet(row).game_list.entered + 1))
    return row_of(table)


class TestStopping:
    def test_the_list_leads_there_and_from_there_to_the_signatures(self, table, holder):
        assert page(table, "pub-stop") in said(holder, table, "list")
        assert "As it stands after 2 deals." in said(holder, table, "pub-stop")
        sent = {"version": row_of(table).version, "agreed": "on"}
        not_taken(holder.post(page(table, "pub-stop"), sent | {"agreed": ""}), "only if all players agree")
        # What nobody has seen is shown first.
        play_on(table)
        not_taken(holder.post(page(table, "pub-stop"), sent), "As it stands after 3 deals.")
        assert row_of(table).short_because == ""

        answer = holder.post(page(table, "pub-stop"), sent | {"version": row_of(table).version})

        assert answer["Location"] == page(table, "sign")
        assert "Ended after deal 3 of 36" in said(holder, table, "sign")
        assert "The list ends here." in said(holder, table, "list")
        # They may go on all the same.
        row = play_on(table)
        assert signing.not_confirmed(row) == [1, 2, 3]
        assert sheet(row).is_ready_to_sign

    def test_done_twice_it_counts_once_and_signed_it_says_where_it_ended_and_who_pays_whom(self, table, holder):
        before = settlement_of(sheet(row_of(table)))
        row, again = stopped(table), stopped(table)
        told = table.series.tournament.journal.filter(action="list.accepted-short").count()
        assert (again.version, told) == (row.version, 1)
        factories.confirm_and_sign(row_of(table))

        for name in ("list", "sign", "settlement"):
            assert "Ended after deal 2 of 36" in said(holder, table, name)
        assert page(table, "pub-stop") not in said(holder, table, "list")
        closed = sheet(row_of(table))
        assert settlement_of(closed) == before
        assert "Bernd Bube pays Anna Abend" in said(holder, table, "settlement").replace("\N{NO-BREAK SPACE}", " ")
        assert [note.full for note in notes(closed)][-1] == "Ended after deal 2 of 36: alle wollten heim"
        assert verified(table.series.tournament).discrepancies == ()
        with pytest.raises(ListSigned):
            stopped(table)

    def test_a_bierlachs_has_no_last_deal_and_of_five_the_fifth_may_say_no(self):
        table = opened(profile="bierlachs", stake=Fraction(1))
        enter(row_of(table), deal(1, 1, played(), profile="bierlachs"))
        stopped(table)
        says(said(holder_of(table), table, "sign"), "<p>Ended after deal 1</p>")

        table = opened(5, profile="kneipe")
        stopped(table)
        sent = {"place": 5, "text": "Nein.", "entry_key": uuid4(), "action": "object"}
        holder_of(table).post(page(table, "sign"), sent)
        assert row_of(table).objections.get().place == 5


def test_before_the_first_deal_and_by_a_phone_that_does_not_keep_it_nobody_stops():
    table = opened()
    assert "No deal is written down yet." in said(holder_of(table), table, "pub-stop")
    keep(list_id=row_of(table).pk, device="a" * 32, copy=Phone.Keeps.FIRST, by=None, now=NOW)

    assert code_of(stopped, table, device="b" * 32) == "kept-by-other"


def test_a_bierlachs_ends_with_its_target_and_not_one_short_of_it():
    name = {"profile": "bierlachs target=100"}
    row = house_list("bierlachs target=100")
    enter(row, deal(1, 1, played(won=False), **name))
    assert (sheet(row).next_number, sheet(row).is_ready_to_sign) == (2, False)
    enter(row, deal(2, 1, played(won=False), **name))

    entered = 'data-note="ready"> <p><strong>All deals are entered.'
    says(said(holder_of(row.table), row.table, "list"), entered, 'id="ticks" hidden')
    (line,) = boards.board(row.table.series)
    assert (line.state, line.entered, line.length) == ("complete", 2, 2)
    assert boards.states(row.table.series) == {row.table_id: "complete"}
    factories.confirm_and_sign(row)
    factories.close_series(row.table.series)
    assert verified(row.table.series.tournament).discrepancies == ()


LAST, AFTER = (NOW + timedelta(days=days) for days in (30, 31))


@pytest.fixture
def kept_table():
    made = opened(stake=HALF)
    play(made, [(1, GRAND), (2, GRAND_LOST)])
    return made


def left_of(tournament: Tournament) -> dict[str, int]:
    ways = {model: way for model in apps.get_models() if (way := way_to_event(model))}
    counts = {one._meta.label: one._base_manager.filter(**{way: tournament.pk}).count() for one, way in ways.items()}
    return {label: count for label, count in counts.items() if count}


def test_it_says_until_when_and_on_the_thirtieth_day_it_is_there(kept_table):
    made = kept_table.series.tournament
    assert keep_until(made) == timezone.localdate(LAST)
    says(said(holder_of(kept_table), kept_table, "pub-others"), date_format(keep_until(made), "SHORT_DATE_FORMAT"))
    assert not verified(made).discrepancies

    assert forget_due(now=LAST) == ()
    assert made.entrants.filter(name="Anna Abend").exists()


def test_an_objection_keeps_no_names(kept_table):
    """There is nobody who could answer it."""
    said = {"place": 1, "text": "It was my game.", "device": "", "entry_key": uuid4(), "now": NOW}
    object_to(list_id=kept_table.game_list.pk, **said)
    assert [outcome.kept_because for outcome in forget_due(now=AFTER)] == [()]


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
    # An event that was forgotten stays.
    Tournament.objects.filter(pk=factories.tournament(entrants=4).pk).update(forgotten_at=NOW)
    Tournament.objects.filter(pk=tournament.pk).update(forgotten_at=NOW, wipe_due=True)
    assert delete_pub_tables() == 0
    Tournament.objects.filter(pk=tournament.pk).update(wipe_due=False)
    assert delete_pub_tables() == 1
