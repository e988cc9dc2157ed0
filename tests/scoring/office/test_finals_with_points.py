"""A final with points: everybody starts with what they have in the ranking before (SkWO 1.4, 5.2)."""

import json
from datetime import date
from uuid import uuid4

import pytest
import time_machine

from scoring.archive.packing.record import as_json, record, report_of
from scoring.history.selectors.as_of import standings_after
from scoring.history.selectors.verification import verified
from scoring.lists.services import entry
from scoring.office.services.end import decline, make_final, release_unopposed
from scoring.paper.documents.catalogue import compose
from scoring.paper.workbooks import public_ranking_sheet, results_sheets, standings_sheet
from scoring.report.checks import check
from scoring.results.models import Lot
from scoring.results.selectors.advancing import AdvancingTerms
from scoring.results.selectors.earned import added, earned_in, lots_of, sums_of
from scoring.results.selectors.rankings import shown_ranking
from scoring.results.selectors.standings import places_until, standings
from scoring.results.services import rankings
from scoring.results.services import series as series_services
from scoring.signing.services import sign_for_paper
from scoring.statistics.selectors.players import player
from tables.intake.classes import NO_CLASSES
from tables.journal.models import JournalEntry
from tables.journal.selectors import head_of
from tables.journal.wording import journal_line
from tables.people.models import Entrant
from tables.people.services.registration import mark_entrants
from tables.sheets import Sheet
from tables.tournaments.models import Tournament
from tests.paper.every_kind import asked
from tests.scoring.office.test_finals import LATER, text
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered, remembered_step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


WON = (50, 51, 52, 53, 54, 55)
"""What seat 1 of each of the six tables wins in two games, each worth 50 more: from 150 to 155 points."""


@remembered
def championship() -> Tournament:
    """Return an event of 24, played and released.

    Behind the six of seat 1 come two who won one game: seat 2 of table 6 has 24 + 50 points, that of table 5 has
    23 + 50. All others of seat 2 have 18 + 50.
    """
    made = factories.tournament(entrants=24, starts_on="2026-05-16")
    series = factories.running_series(made)
    for table, won in enumerate(WON, start=1):
        row = factories.list_of(series, table)
        typed = factories.totals((won, 2, 0), ({6: 24, 5: 23}.get(table, 18), 1, 0), (0, 0, 0), (0, 0, 0))
        entry.enter_totals(list_id=row.pk, totals=typed, by=factories.user(), now=EVENING)
        sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)
    series_services.close_series(series_id=series.pk, lot_seed="lots", by=factories.user(), now=EVENING)
    return release_unopposed(tournament_id=made.pk, by=factories.user(), now=LATER)


@remembered_step
def final(made, *, places=8, **terms) -> Tournament:
    return make_final(
        tournament_id=made.pk,
        terms=AdvancingTerms(places=places, with_points=True, **terms),
        name="Finale",
        starts_on=date(2026, 5, 23),
        entry_key=uuid4(),
        by=factories.user(),
        now=LATER,
    )


def play(event: Tournament, entered) -> None:
    """Let everybody be there, and play one series: at each table seats 1 to 4 have what is ``entered``."""
    numbers = event.entrants.filter(withdrawn_at=None).values_list("number", flat=True)
    mark_entrants(tournament_id=event.pk, numbers=list(numbers), present=True, by=factories.user(), now=LATER)
    series = factories.running_series(event)
    for table, typed in enumerate(entered, start=1):
        row = factories.list_of(series, table)
        entry.enter_totals(list_id=row.pk, totals=factories.totals(*typed), by=factories.user(), now=LATER)
        sign_for_paper(list_id=row.pk, by=factories.user(), now=LATER)
    series_services.close_series(series_id=series.pk, lot_seed="lots", by=factories.user(), now=LATER)


@remembered
def played() -> Tournament:
    """Return the final of eight, played: no. 6, who came with 150 points, won two games for 36, nobody else any."""
    event = final(championship())
    nothing = ((0, 0, 0),) * 4
    play(event, [nothing, ((0, 0, 0), (36, 2, 0), (0, 0, 0), (0, 0, 0))])
    return event


def first_row(sheet: Sheet) -> dict[str, object]:
    return dict(zip([column.heading for column in sheet.columns], next(iter(sheet.rows)), strict=True))


def test_the_total_is_what_was_brought_and_what_was_played_and_the_rule_book_ranks_it():
    event = played()

    # No. 6 brought 150 and has 36 + 100 in the series: 286 points, and nobody else more than they brought.
    ranking = standings(event)
    assert [(line.entrant.number, line.total, line.brought, line.by_series) for line in ranking.lines[:3]] == [
        (6, 286, 150, (136,)),
        (1, 155, 155, (0,)),
        (2, 154, 154, (0,)),
    ]
    alone = standings(event, only=event.series.get()).lines
    assert [(line.entrant.number, line.total, line.brought) for line in alone[:1]] == [(6, 136, 0)]
    assert [place.result.performance for place in places_until(event.series.get())][:2] == [286, 155]
    assert ranking.lines[0].average == 136


def test_whoever_is_equal_with_what_they_brought_is_separated_by_games_won_here_then_by_lot():
    event = final(championship(), places=4)
    # They come with 155, 154, 153 and 152. 99 + 50, 100 + 50 and 51 + 100 are added: all but no. 1 have 303.
    play(event, [((0, 0, 0), (99, 1, 0), (100, 1, 0), (51, 2, 0))])

    lines = standings(event).lines

    assert [line.total for line in lines] == [303, 303, 303, 155]
    lots = dict(Lot.objects.filter(tournament=event).values_list("entrant__number", "number"))
    assert (lines[0].entrant.number, lines[0].by_lot, lines[1].by_lot) == (4, False, True)
    assert [line.entrant.number for line in lines[1:3]] == sorted((2, 3), key=lots.__getitem__)


def test_what_is_added_up_by_hand_or_of_the_journal_is_what_the_database_adds_up():
    event = played()
    series = list(event.series.all())
    brought = dict(event.entrants.values_list("pk", "brought"))

    by_hand = added(earned_in(event, numbers=[1]), numbers=[1], lots=lots_of(event), out=set(), brought=brought)
    stored = sums_of(series)

    assert sorted((one.result, one.brought) for one in by_hand) == sorted((one.result, one.brought) for one in stored)
    then = standings_after(event, head_of(event).number)
    now = standings(event)
    assert [(one.entrant.number, one.total, one.brought) for one in then.lines] == [
        (one.entrant.number, one.total, one.brought) for one in now.lines
    ]
    assert standings_after(event, head_of(event).number, only=series[0]).has_brought is False


def test_whoever_moves_up_brings_their_points_the_journal_says_so_and_a_number_changed_behind_it_is_found():
    event = final(championship(), places=4)

    decline(tournament_id=event.pk, number=1, by=factories.user(), now=LATER)

    assert event.entrants.get(number=5).brought == 151
    first, moved = JournalEntry.objects.filter(tournament=event, action="final.called").order_by("pk")
    assert journal_line(first) == "Called to the final: no. 1, 2, 3, 4"
    assert (first.data["brought"], moved.data["brought"]) == ({"1": 155, "2": 154, "3": 153, "4": 152}, {"5": 151})
    assert verified(event).discrepancies == ()
    Entrant.objects.filter(tournament=event, number=2).update(brought=999)
    assert [(one.doubt, one.what) for one in verified(event).discrepancies] == [("seal-differs", "entrant 2")]


def test_a_ranking_of_players_counts_it_one_of_chosen_series_does_not(client):
    event = played()
    told = {"tournament_id": event.pk, "by": factories.user(), "now": LATER}
    whole = rankings.switch_on(terms=rankings.Terms(kind="individual", name="Alle"), entry_key=uuid4(), **told)
    of_series = rankings.Terms(kind="individual", name="Serie 1", series=(1,))
    chosen = rankings.switch_on(terms=of_series, entry_key=uuid4(), **told)

    lines = shown_ranking(whole).lines

    assert [(line.members[0].entrant.number, line.performance, line.brought) for line in lines[:2]] == [
        (6, 286, 150),
        (1, 155, 155),
    ]
    assert [(line.performance, line.brought) for line in shown_ranking(chosen).lines[:1]] == [(136, 0)]
    assert first_row(public_ranking_sheet(shown_ranking(whole)))["Brought along"] == 150
    assert first_row(list(results_sheets(event))[2])["Brought along"] == 150
    paper = compose(asked(event, "rankings", ranking=1))
    assert json.loads(paper.attached[1].content)[0]["brought"] == 150
    page = text(client.get("/t/finale/rankings/1/"))
    assert '<th scope="col" class="num">Brought along</th> <th scope="col" class="num">Series 1</th>' in page
    assert '<td class="num total">286</td><td class="num">150</td><td class="num">136</td>' in page


def test_papers_workbooks_report_and_archive_have_it():
    event = played()
    ranking = standings(event)

    for sheet in (standings_sheet(ranking, NO_CLASSES, title="", is_public=True), next(results_sheets(event))):
        best = first_row(sheet)
        assert (best["Brought along"], best["Series 1"], best["Total"]) == (150, 136, 286)
    paper = compose(asked(event, "ranking"))
    assert json.loads(paper.attached[1].content)[0]["brought"] == 150
    report = report_of(event)
    assert check(report) == ()
    assert (report["entrants"][5]["brought"], report["ranking"][0]["total"]) == (150, 286)
    del report["entrants"][5]["brought"]
    assert {one.code for one in check(report)} == {"hash-differs", "ranking-differs"}
    archived = json.loads(as_json(record(event, made_at=LATER)))
    assert (archived["entrants"][5]["brought"], archived["ranking"]["lines"][0]["total"]) == (150, 286)


def test_pages_and_data_show_what_everybody_brought(client):
    event = played()
    with time_machine.travel(LATER, tick=False):
        page = text(client.get("/t/finale/standings/"))
        of_series = text(client.get("/t/finale/standings/1/"))
        data = client.get("/api/v1/tournaments/finale/standings/").json()["items"][0]
        course = client.get("/api/v1/tournaments/finale/players/6/").json()
        shown = text(client.get("/t/finale/players/6/"))

    assert ">Brought along</a>" in page
    assert "<td>286<td>6<td>150<td>136<td>2<td>0" in page
    assert "Brought along" not in of_series
    assert (data["number"], data["total"], data["brought"]) == (6, 286, 150)
    assert (course["total"], course["brought"], course["rank"]) == (286, 150, 1)
    assert "of these brought along" in shown
    assert player(event, event.entrants.get(number=6)).course.points == 286
