"""Competitions on the site of several kinds of events, of teams and of clubs."""

import pytest

from scoring.season.models import Competition
from scoring.season.rules.standings import Reason
from scoring.season.selectors.played import year_of
from scoring.season.selectors.seasons import to_rule
from scoring.season.selectors.tables import table_of
from scoring.season.services import seasons
from tables.clubs.models import Person
from tables.draw.models import Seat
from tests.scoring.answers import code_of, not_taken, says
from tests.scoring.season import club_years
from tests.scoring.season.club_years import OFFICE, PAGE, counted, person, sent
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.database
def test_a_keeper_says_the_kind_with_the_events_and_the_quotas_with_the_competition(keeper, visitor):
    season = club_years.season()
    event = club_years.evening(season.club, "pokal", series=2)

    assert keeper.post(OFFICE, sent("add-events", event=event.pk, kind="Pokal")).status_code == 302
    form = counted("Sorten", grouping="kind", quotas="POKAL: 1\n\nFreier Abend 2", last_points="3 2")
    assert keeper.post(f"{OFFICE}competitions/new/", form).status_code == 302

    made = season.competitions.get()
    assert (season.entries.get().kind, made.quotas) == ("Pokal", [["POKAL", 1], ["Freier Abend", 2]])
    # Capitals make no difference: of two lists of the kind one counts.
    accounts = [row.account for row in table_of(made, year_of(season)).rows]
    assert {len(one.counted) for one in accounts} == {1}
    assert {out.reason for one in accounts for out in one.dropped} == {Reason.OVER_QUOTA}
    says(keeper.get(OFFICE), "Pokal")
    says(keeper.get(f"{OFFICE}competitions/1/"), "Freier Abend 2")
    says(visitor.get(PAGE), "At most so many of each kind of event: POKAL 1, Freier Abend 2.")


@pytest.mark.slow
@pytest.mark.database
def test_what_is_no_quota_is_said_and_kept(keeper):
    season = club_years.season()
    for typed, said in (
        ("x" * 41 + " 3", "Each line is a kind of event, then how many of it count."),
        ("cup drei", "is no whole number"),
        ("cup -1", "Enter a number of 0 or more."),
        ("cup 1\nCUP 2", "A group is named twice."),
    ):
        form = counted(grouping="kind", quotas=typed)
        not_taken(keeper.post(f"{OFFICE}competitions/new/", form), said, typed.splitlines()[0])
    assert not season.competitions.exists()


TEAMS = {"Anna Ast": "Rot", "Bert Bär": "rot", "Carl Clas": "Blau"}
"""Dora plays for no team; capitals make no difference."""


@pytest.fixture
def season():
    made = club_years.played(evenings=2)
    for name, team in TEAMS.items():
        Person.objects.filter(name=name).update(team=team, plays_for="SC Herz" if name != "Carl Clas" else "")
    return made


def points(*names: str) -> int:
    seats = Seat.objects.filter(entrant__person__name__in=names).select_related("result")
    return sum(seat.result.performance for seat in seats)


def values(competition: Competition) -> dict[str, int]:
    return {row.player.name: row.value for row in table_of(competition, year_of(competition.season)).rows}


@pytest.mark.slow
def test_guests_count_for_no_team_and_whoever_names_no_club_plays_for_that_of_the_book(season):
    clubs = club_years.competition(season, "Vereine", together="club", of_each=4)
    herz, dame = points("Anna Ast", "Bert Bär"), points("Carl Clas", "Dora Dorn")
    assert values(clubs) == {"SC Herz": herz, "SC Herz Dame": dame}
    teams = club_years.competition(season, "Mannschaften", together="team", of_each=2)
    members = [person(name).pk for name in ("Anna Ast", "Carl Clas")]
    seasons.add_members(season_id=season.pk, people=members, now=EVENING, by=factories.user())
    found = {name.casefold(): value for name, value in values(teams).items()}
    assert found == {"rot": points("Anna Ast"), "blau": points("Carl Clas")}
    Person.objects.filter(name__in=["Anna Ast", "Bert Bär"]).update(shown_as="number")
    assert values(clubs).keys() == {"No. 1", "SC Herz Dame"}  # a club that nobody shows has no name


@pytest.mark.slow
def test_its_table_page_files_and_release(season, keeper, visitor):
    form = counted("Mannschaften", together="team", of_each=2)
    assert keeper.post(f"{OFFICE}competitions/new/", form).status_code == 302

    counts = "Teams: the best 2 of each count in every series."
    says(visitor.get(PAGE), counts, "Blau", lacks=("Anna Ast", "players/-"))
    says(visitor.get(f"{PAGE}table.csv"), "Blau")
    assert visitor.get(f"{PAGE}table.pdf").status_code == 200
    assert visitor.get(f"{PAGE}players/{person('Anna Ast').pk}/").status_code == 200
    keeper.post(f"{OFFICE}competitions/1/", {"act": "release"})
    released = visitor.get(f"{PAGE}released/1.json").json()["table"]
    assert {row["name"].casefold() for row in released["rows"]} == {"rot", "blau"}
    not_taken(post_seen(keeper, f"{OFFICE}competitions/1/", {**form, "of_each": 1}), "so the rule stays")


@pytest.mark.slow
def test_what_needs_the_other(season, keeper):
    for terms, code in (({"together": "team"}, "together-needs-a-number"), ({"of_each": 2}, "number-needs-a-team")):
        assert code_of(club_years.competition, season, "x", **terms) == code
        assert keeper.post(f"{OFFICE}competitions/new/", counted(**terms)).status_code == 422
    for terms, code in (
        ({"quotas": [["cup", 3]]}, "quotas-need-kinds"),
        ({"grouping": "kind", "quotas": [["cup", 3], ["Cup", 2]]}, "a-group-twice"),
        ({"grouping": "kind"}, "group-needs-a-number"),
    ):
        assert code_of(club_years.competition, season, "x", **terms) == code
    kinds = {"grouping": "kind", "best_of_group": 1}
    made = club_years.competition(season, "Sorten", "places", points=[10], last_points=[2, 1], **kinds)
    assert to_rule(made).last_points == (2, 1)
    assert table_of(made, year_of(season)).rows
