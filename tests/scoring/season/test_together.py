"""Competitions of teams and clubs on the site: a team counts as one player, the best so many of it in each series."""

import pytest

from scoring.season.models import Competition
from scoring.season.selectors.played import year_of
from scoring.season.selectors.tables import table_of
from scoring.season.services import belonging, competitions
from scoring.season.services.competitions import Terms
from tables.acts.services.refusals import Refused
from tables.clubs.models import Person
from tables.draw.models import Seat
from tests.scoring.season import club_years
from tests.scoring.season.club_years import OFFICE, PAGE, counted, person
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen
from tests.tables.tournaments.test_home_pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TEAMS = {"Anna Ast": "Rot", "Bert Bär": "rot", "Carl Clas": "Blau"}
"""Dora plays for no team; capitals make no difference."""


@pytest.fixture
def season():
    """Return a season of two evenings with a list of everybody each, and two teams."""
    made = club_years.played(evenings=2)
    for name, team in TEAMS.items():
        Person.objects.filter(name=name).update(team=team, plays_for="SC Herz" if name != "Carl Clas" else "")
    return made


def points(*names: str) -> list[int]:
    """Return what people brought home, evening by evening."""
    seats = Seat.objects.filter(entrant__person__name__in=names).order_by("series__tournament__starts_on", "pk")
    return [seat.result.performance for seat in seats.select_related("result")]


def rows(competition: Competition) -> dict[str, tuple[int | None, int]]:
    """Return place and value by name."""
    return {row.player.name: (row.place, row.value) for row in table_of(competition, year_of(competition.season)).rows}


def test_a_team_is_the_sum_of_its_best_in_each_series(season):
    both = club_years.competition(season, "Mannschaften", together="team", of_each=2)
    best = club_years.competition(season, "Beste der Mannschaft", together="team", of_each=1)
    anna, bert, carl = points("Anna Ast"), points("Bert Bär"), sum(points("Carl Clas"))

    assert {name.casefold(): value for name, (_place, value) in rows(both).items()} == {
        "rot": sum(anna) + sum(bert),
        "blau": carl,
    }
    assert rows(best)["Blau"][1] == carl
    assert next(value for name, (_, value) in rows(best).items() if name.casefold() == "rot") == sum(
        map(max, anna, bert)
    )


def test_whoever_names_no_club_plays_for_that_of_the_book(season):
    clubs = club_years.competition(season, "Vereine", together="club", of_each=4)

    assert rows(clubs) == {
        "SC Herz": (rows(clubs)["SC Herz"][0], sum(points("Anna Ast", "Bert Bär"))),
        "SC Herz Dame": (rows(clubs)["SC Herz Dame"][0], sum(points("Carl Clas", "Dora Dorn"))),
    }


def test_guests_do_not_count_for_a_team(season):
    teams = club_years.competition(season, "Mannschaften", together="team", of_each=2)
    members = [person(name).pk for name in ("Anna Ast", "Carl Clas")]
    belonging.add_members(season_id=season.pk, people=members, now=EVENING)

    found = {name.casefold(): value for name, (_place, value) in rows(teams).items()}
    assert found == {"rot": sum(points("Anna Ast")), "blau": sum(points("Carl Clas"))}


def test_its_table_page_files_and_release(season, keeper, visitor):
    form = counted("Mannschaften", together="team", of_each=2)
    assert keeper.post(f"{OFFICE}competitions/new/", form).status_code == 302

    page = text(visitor.get(PAGE))
    assert "Teams: the best 2 of each count in every series." in page
    assert "Blau" in page
    assert "Anna Ast" not in page
    assert "players/-" not in visitor.get(PAGE).content.decode()
    assert "Blau" in visitor.get(f"{PAGE}table.csv").content.decode("utf-8-sig")
    assert visitor.get(f"{PAGE}table.pdf").status_code == 200
    assert visitor.get(f"{PAGE}players/{person('Anna Ast').pk}/").status_code == 200
    keeper.post(f"{OFFICE}competitions/1/", {"act": "release"})
    released = visitor.get(f"{PAGE}released/1.json").json()["table"]
    assert {row["name"].casefold() for row in released["rows"]} == {"rot", "blau"}
    answer = post_seen(keeper, f"{OFFICE}competitions/1/", {**form, "of_each": 1})
    assert answer.status_code == 422
    assert "so the rule stays" in text(answer)


def test_a_club_that_nobody_shows_has_no_name(season):
    Person.objects.filter(name__in=["Anna Ast", "Bert Bär"]).update(shown_as="number")
    clubs = club_years.competition(season, "Vereine", together="club", of_each=2)

    assert rows(clubs).keys() == {"No. 1", "SC Herz Dame"}


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    ("terms", "code"),
    [({"together": "team"}, "together-needs-a-number"), ({"of_each": 2}, "number-needs-a-team")],
)
def test_what_needs_the_other(season, keeper, terms, code):
    with pytest.raises(Refused) as refused:
        competitions.make_competition(
            season_id=season.pk, terms=Terms(name="x", count="sum", **terms), entry_key=club_years.uuid4(), now=EVENING
        )
    assert refused.value.code == code
    assert keeper.post(f"{OFFICE}competitions/new/", counted(**terms)).status_code == 422
