"""A season on the site: what its services refuse and tell, its tables as program and report have them, names kept."""

import csv
import io
import random
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from functools import partial

import pytest
from django.test import Client

from scoring.lists.models import GameListRow
from scoring.privacy import selectors as personal
from scoring.privacy.services import forget_due
from scoring.report.checks import check
from scoring.results.selectors.standings import standings
from scoring.results.services import series as closing
from scoring.season.models import Season, SeasonMember
from scoring.season.selectors.played import IN_NO_BOOK, year_of
from scoring.season.selectors.seasons import members_of
from scoring.season.selectors.tables import table_of as shown_table
from scoring.season.services import competitions, seasons
from scoring.season.services.competitions import Terms
from scoring.season.table import table_of
from scoring.signing import services as signing
from tables.clubs.services import books
from tables.journal.models import JournalEntry
from tables.journal.wording import journal_line
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.tournaments import keep_until
from tests.scoring.answers import code_of, says
from tests.scoring.season import club_years
from tests.scoring.season.club_years import NAMES, PAGE, person
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step
from tests.tables.clubs import club_books

pytestmark = pytest.mark.django_db


def told(event):
    lines = JournalEntry.objects.filter(tournament=event, action__startswith="season.").order_by("number")
    return [(line.action, line.data) for line in lines]


@pytest.mark.slow
class TestSeasons:
    def test_of_one_name_there_is_one_in_a_club_and_so_many_at_most(self, monkeypatch):
        first = club_years.season()

        early = {"name": "Anders", "ends_on": date(2025, 12, 31)}
        assert code_of(club_years.season, first.club, name="KLUBMEISTERSCHAFT 2026") == "season-exists"
        assert code_of(club_years.season, first.club, **early) == "season-ends-first"
        monkeypatch.setattr(seasons, "MOST_SEASONS", 1)
        assert code_of(club_years.season, first.club, name="Klubmeisterschaft 2027") == "too-many-seasons"
        assert club_years.season(club_books.club("Die Maurer")).slug == "klubmeisterschaft-2026-2"

    def test_one_with_a_released_table_is_not_deleted_nor_is_its_competition_or_rule(self):
        season = club_years.played(evenings=1)
        made = club_years.competition(season)
        acts = {"by": factories.user(), "now": EVENING}
        competitions.release_table(competition_id=made.pk, **acts)

        assert code_of(seasons.delete_season, season_id=season.pk, **acts) == "season-released"
        assert code_of(competitions.delete_competition, competition_id=made.pk, **acts) == "season-released"
        change = partial(competitions.change_competition, competition_id=made.pk, **acts)
        for other in ({"count": "average"}, {"count": "sum", "by_rounds": True}):
            assert code_of(change, terms=Terms(name="Summe", **other)) == "rule-released"

        made.refresh_from_db()
        assert (season.competitions.get(), made.count) == (made, "sum")


@pytest.mark.slow
class TestEvents:
    def test_count_once_and_their_journals_tell_until_when_names_are_kept_and_that_they_left(self):
        season = club_years.season()
        event = club_years.evening(season.club, "abend")
        foreign = club_years.evening(club_books.club("Die Maurer"), "fremd", closed=0)

        club_years.with_events(season, event)
        joined = told(event)
        kept, counts = ((act, facts["season"]) for act, facts in joined)
        assert (kept, counts) == (("season.kept", season.slug), ("season.joined", season.slug))
        assert joined[0][1]["kept_until"] == "2027-06-30"
        for one, code in ((event, "event-in-season"), (foreign, "not-of-this-club")):
            assert code_of(club_years.with_events, season, one) == code
        assert told(event) == joined

        for _ in range(2):
            seasons.remove_event(season_id=season.pk, tournament_id=event.pk, by=factories.user(), now=EVENING)
        assert [act for act, _facts in told(event)].count("season.left") == 1
        assert not season.entries.exists()
        club_years.with_events(season, event)
        seasons.delete_season(season_id=season.pk, by=factories.user(), now=EVENING)
        act, facts = told(event)[-1]
        assert (act, facts["season"]) == ("season.left", season.slug)

    def test_are_within_it_when_they_join_and_when_its_days_change_and_keep_their_names_as_long(self):
        season = club_years.played(evenings=1)
        event = Tournament.objects.get()
        late = club_years.evening(season.club, "silvester", day=date(2027, 1, 1), closed=0)
        acts = {"season_id": season.pk, "by": factories.user(), "now": EVENING}
        assert code_of(seasons.add_events, tournaments=[late.pk], **acts) == "event-outside-season"
        later = replace(club_years.YEAR, starts_on=date(2026, 1, 15))
        assert code_of(seasons.change_season, details=later, **acts) == "event-outside-season"
        season.refresh_from_db()
        assert (season.starts_on, season.entries.count()) == (date(2026, 1, 1), 1)

        assert keep_until(event) == date(2027, 6, 30)
        forget_due(now=datetime(2026, 9, 1, tzinfo=UTC))
        event.refresh_from_db()
        assert event.forgotten_at is None
        kept, counts = map(journal_line, event.journal.filter(action__startswith="season.").order_by("number"))
        assert kept == f"For the season “{season.slug}” names are kept until 30 Jun 2027"
        assert counts == f"Counts in the season “{season.slug}”"
        seasons.change_season(details=replace(club_years.YEAR, ends_on=date(2027, 1, 31)), **acts)
        assert keep_until(Tournament.objects.get(pk=event.pk)) == date(2027, 7, 31)


@pytest.mark.slow
class TestCompetitions:
    def test_of_one_name_there_is_one_in_a_season_and_so_many_at_most(self, monkeypatch):
        season, acts = club_years.season(), {"by": factories.user(), "now": EVENING}
        empty, other = club_years.competition(season), club_years.competition(season, "Schnitt", "average")

        assert code_of(club_years.competition, season, "SUMME") == "competition-exists"
        change = partial(competitions.change_competition, competition_id=other.pk, **acts)
        assert code_of(change, terms=Terms(name="summe", count="average")) == "competition-exists"
        assert change(terms=Terms(name="Mittel", count="average")).name == "Mittel"
        for limit, code in (
            ({"grouping": "month"}, "group-needs-a-number"),
            ({"best_of_group": 2}, "number-needs-a-group"),
        ):
            assert code_of(club_years.competition, season, "Dritte", **limit) == code
        monkeypatch.setattr(competitions, "MOST_COMPETITIONS", 2)
        assert code_of(club_years.competition, season, "Dritte") == "too-many-competitions"
        assert code_of(competitions.release_table, competition_id=empty.pk, **acts) == "nothing-to-release"

        assert not empty.releases.exists()
        assert competitions.delete_competition(competition_id=empty.pk, **acts) == "Summe"
        assert [one.name for one in season.competitions.all()] == ["Mittel"]


RULES = {
    "sum": {"count": "sum"},
    "average": {"count": "average", "minimum": 5, "absent": 300},
    "best": {"count": "best", "n": 3, "minimum": 4, "bonus": [[5, 500]]},
    "places": {"count": "places", "points": [10, 8, 6, 4]},
    "guests": {"count": "sum", "guests": True},
}
"""Each rule as the program reads it; in a season n is called best."""


GAMES = (24, 48, 96, -48, -96)

EVENINGS, PLAYERS = 3, [*NAMES, "Emil Erz", "Fritz Fell", "Gerd Gut"]


@remembered_step
def typed() -> Season:
    """Return a season of three evenings of two series each, whose lists were typed as sums; two of seven are guests."""
    chance, season = random.Random(2026), club_years.season()
    for at in range(EVENINGS):
        # Who is away misses an evening each.
        names = [name for name in PLAYERS if name != PLAYERS[at]]
        day = date(2026, 1, 14) + timedelta(weeks=at)
        event = club_years.evening(season.club, f"abend-{at}", *names, day=day, series=2, closed=0)
        for series in event.series.order_by("number"):
            factories.running_series(event, series.number)
            for row in GameListRow.objects.filter(table__series=series).select_related("table"):
                games = [[] for _seat in range(row.table.size)]
                for _deal in range(3):
                    chance.choice(games).append(chance.choice(GAMES))
                lines = [(sum(own), sum(game > 0 for game in own), sum(game < 0 for game in own)) for own in games]
                factories.type_totals(row, *lines)
                signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)
            closing.close_series(series_id=series.pk, lot_seed="lots", by=factories.user(), now=EVENING)
        club_years.with_events(season, event)
    SeasonMember.objects.bulk_create(
        SeasonMember(season=season, person=person(name), added_at=EVENING) for name in PLAYERS[2:]
    )
    return season


def evenings_of(season: Season) -> list[dict[str, object]]:
    """Return what the events' own standings say, as the program reads it."""
    found = []
    for entry in season.entries.select_related("tournament").order_by("tournament__starts_on"):
        event = entry.tournament
        lines = [line for series in event.series.order_by("number") for line in standings(event, only=series).lines]
        told = [(line.entrant, {"total": line.total, "won": line.won, "lost": line.lost}) for line in lines]
        lists = [{"number": one.person_id or IN_NO_BOOK + one.pk, **counts} for one, counts in told]
        found.append({"date": event.starts_on.isoformat(), "lists": lists})
    return found


@pytest.mark.slow
@pytest.mark.database
def test_page_and_program_say_the_same():
    season = typed()
    members, evenings = sorted(season.members.values_list("person_id", flat=True)), evenings_of(season)
    for name, by_rule in RULES.items():
        terms = {"best" if key == "n" else key: said for key, said in by_rule.items()}
        competition = club_years.competition(season, name, **terms)

        page = Client().get(f"/seasons/{season.slug}/").context["listing"].table
        program = table_of({"rule": by_rule, "evenings": evenings, "members": members})["table"]

        assert len(page.rows) == len(PLAYERS if by_rule.get("guests") else members)
        told = [(row.place, row.player.number, str(Fraction(row.value)), row.account.ranked) for row in page.rows]
        assert [(row["place"], row["number"], row["value"], row["ranked"]) for row in program] == told
        competition.delete()


@pytest.mark.database
def test_file_and_interface_say_what_the_page_says_and_all_that_was_played_stands_in_a_cell(visitor):
    season = typed()
    club_years.competition(season, "alles", "best", best=3, minimum=4, guests=True)
    page = visitor.get(f"/seasons/{season.slug}/").context["listing"].table

    content = visitor.get(f"/seasons/{season.slug}/table.csv").content
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))
    items = visitor.get(f"/api/v1/seasons/{season.slug}/competitions/1/").json()["items"]

    told = [(row.place, row.player.name, str(row.value)) for row in page.rows]
    assert [(int(row[0]) if row[0] else None, row[1], row[3]) for row in rows[1:]] == told
    assert [(one["place"], one["name"], one["value"]) for one in items] == told
    for row, line in zip(page.rows, rows[1:], strict=True):
        cells = [cell for cells in row.cells.values() for cell in cells]
        evenings = sum(int(cell) for cell in line[7 : 7 + EVENINGS] if cell)
        assert evenings == sum(cell.points for cell in cells if cell.dropped is None) == row.value
        assert line[7 + EVENINGS].count("(") == len(row.account.dropped)
        assert len(cells) == row.account.lists


REPORT = f"{PAGE}report.json"


@pytest.mark.thorough
def test_the_report_comes_to_the_table_of_the_page_or_there_is_none(visitor):
    season = club_years.played(evenings=3)
    members = [person(name).pk for name in NAMES[:3]]
    seasons.add_members(season_id=season.pk, people=members, now=EVENING, by=factories.user())
    for terms in (
        {"count": "average", "minimum": 5, "absent": 100},
        {"count": "best", "best": 2, "bonus": [[3, 500]], "guests": True},
        {"count": "places", "points": [10, 8, 6, 4]},
    ):
        competition = club_years.competition(season, "Wertung", **terms)
        document = visitor.get(REPORT).json()
        assert check(document) == ()
        rows = shown_table(competition, year_of(season)).rows
        shown = {row.player.number: (row.place, str(row.value)) for row in rows}
        assert {row["number"]: (row["place"], row["value"]) for row in document["table"]} == shown
        says(str(document), lacks=NAMES)
        competition.delete()
    for terms in (
        {"count": "sum", "parts": [1]},
        {"count": "sum", "together": "club", "of_each": 2},
        {"count": "sum", "ties": ["more-lists"]},
        {"count": "best", "best": 2, "whole_evenings": True},
        {"count": "sum", "grouping": "month", "best_of_group": 1},
    ):
        competition = club_years.competition(season, "Wertung", **terms)
        assert visitor.get(REPORT).status_code == 404, terms
        competition.delete()


AFTERWARDS = datetime(2027, 7, 2, tzinfo=UTC)
"""More than six months after the last day of the year."""


@pytest.mark.slow
def test_members_are_told_what_is_stored_of_them_until_six_months_after_it_when_all_names_are_gone():
    season = club_years.played()
    anna, bert = club_years.person("Anna Ast"), club_years.person("Bert Bär")
    seasons.add_members(season_id=season.pk, people=[anna.pk, bert.pk], now=EVENING, by=factories.user())
    made = club_years.competition(season)
    released = competitions.release_table(competition_id=made.pk, by=factories.user(), now=EVENING)
    stored = personal.of_person(anna)
    assert [one["season"] for one in stored["scoring.SeasonMember"]] == [season.name]
    (stood,) = stored["scoring.SeasonRelease"]
    assert (stood["season"], stood["player"]) == (season.slug, anna.pk)
    books.remove_person(club_id=season.club_id, person_id=bert.pk, by=factories.user(), now=EVENING)
    assert season.members.get().person == anna

    forget_due(now=AFTERWARDS)
    forget_due(now=datetime(2028, 1, 1, tzinfo=UTC))

    season.refresh_from_db()
    assert season.forgotten_at == AFTERWARDS
    assert not SeasonMember.objects.exists()
    says(Client(headers={"accept-language": "en"}).get(PAGE), "its names were taken out", lacks="Anna")
    assert "Anna" not in str(released.table)
    again = {"season_id": season.pk, "people": [anna.pk], "now": AFTERWARDS, "by": factories.user()}
    assert code_of(seasons.add_members, **again) == "season-forgotten"


@pytest.mark.slow
def test_a_member_who_was_in_the_book_twice_stays_one_when_both_are_merged():
    season, acts = club_years.played(), {"now": EVENING, "by": factories.user()}
    anna, double = club_years.person("Anna Ast"), club_books.person(season.club, "Anna Ast-Neu")
    seasons.add_members(season_id=season.pk, people=[double.pk], **acts)
    books.merge(club_id=season.club_id, stays=anna.pk, goes=[double.pk], **acts)

    assert {one.pk for one in members_of(season)} == year_of(season).members == {anna.pk}
    assert code_of(seasons.add_members, season_id=season.pk, people=[anna.pk], **acts) == "member-already"
    seasons.remove_member(season_id=season.pk, person_id=anna.pk, **acts)
    assert not season.members.exists()
