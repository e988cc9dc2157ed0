"""Events of several kinds: the best of each count, and what is over is dropped with its reason."""

from datetime import date

import pytest

from scoring.season.mapping import to_rule
from scoring.season.models import Competition
from scoring.season.rules.competitions.accounts import Reason
from scoring.season.selectors.played import year_of
from scoring.season.selectors.tables import table_of
from scoring.season.services import belonging, competitions
from scoring.season.services.competitions import Terms
from tables.acts.services.refusals import Refused
from tests import factories
from tests.factories import EVENING
from tests.scoring.season import club_years
from tests.scoring.season.club_years import OFFICE, PAGE, counted, sent
from tests.tables.tournaments.test_home_pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.database]

KINDS = (("Cup", 3), ("cup", 3), ("Abend", 4), ("", 1))
"""Kind and number of evenings; capitals make no difference."""


@pytest.fixture
def season():
    """Return a season of six cups, four plain evenings and one without a kind."""
    made, day = club_years.season(), date(2026, 1, 1)
    for kind, number in KINDS:
        for _ in range(number):
            day = day.replace(day=day.day + 1)
            event = club_years.evening(made.club, f"am-{day.day}", day=day)
            belonging.add_events(season_id=made.pk, tournaments=[event.pk], by=factories.user(), now=EVENING, kind=kind)
    return made


def made_of(season, **terms) -> Competition:
    return club_years.competition(season, "Sorten", grouping="kind", **terms)


def counts(competition) -> dict[str, int]:
    """Return how many lists of each kind count for everybody."""
    year = year_of(competition.season)
    kinds = {one.number: one.kind.casefold() for one in year.evenings}
    found = {kind: set() for kind in kinds.values()}
    for row in table_of(competition, year).rows:
        counted_of = [kinds[one.evening] for one in row.account.counted]
        for kind in found:
            found[kind].add(counted_of.count(kind))
    return {kind: numbers.pop() for kind, numbers in found.items() if len(numbers) == 1}


@pytest.mark.thorough
def test_best_three_of_cups_and_best_two_of_evenings(season):
    made = made_of(season, quotas=[["CUP", 3], ["abend", 2]])

    assert counts(made) == {"cup": 3, "abend": 2, "": 1}
    for row in table_of(made, year_of(season)).rows:
        assert len(row.account.dropped) == 5
        assert {out.reason for out in row.account.dropped} == {Reason.OVER_QUOTA}


@pytest.mark.thorough
def test_as_many_of_every_kind_unless_one_has_its_own_number(season):
    assert counts(made_of(season, best_of_group=2, quotas=[["cup", 0]])) == {"cup": 0, "abend": 2, "": 1}


@pytest.mark.thorough
def test_points_come_from_the_last_place_up_as_well(season):
    made = made_of(season, count="places", points=[10], last_points=[2, 1], best_of_group=1)

    assert to_rule(made).last_points == (2, 1)
    assert table_of(made, year_of(season)).rows


@pytest.mark.thorough
def test_quotas_are_of_kinds_alone_and_name_each_once(season):
    with pytest.raises(Refused, match="quotas-need-kinds"):
        club_years.competition(season, quotas=[["cup", 3]])
    with pytest.raises(Refused, match="a-group-twice"):
        made_of(season, quotas=[["cup", 3], ["Cup", 2]])
    with pytest.raises(Refused, match="group-needs-a-number"):
        made_of(season)


@pytest.mark.thorough
def test_the_rule_with_its_quotas_stays_once_it_was_released(season):
    made = made_of(season, quotas=[["cup", 3]])
    competitions.release_table(competition_id=made.pk, by=factories.user(), now=EVENING)

    with pytest.raises(Refused, match="rule-released"):
        competitions.change_competition(
            competition_id=made.pk, terms=Terms(name="Sorten", count="sum", grouping="kind", quotas=[["cup", 4]])
        )


def test_a_keeper_says_the_kind_with_the_events_and_the_quotas_with_the_competition(keeper, visitor):
    season = club_years.season()
    event = club_years.evening(season.club, "pokal")

    assert keeper.post(OFFICE, sent("add-events", event=event.pk, kind="Pokal")).status_code == 302
    form = counted("Sorten", grouping="kind", quotas="Pokal: 3\n\nFreier Abend 2", last_points="3 2")
    assert keeper.post(f"{OFFICE}competitions/new/", form).status_code == 302

    made = season.competitions.get()
    assert (season.entries.get().kind, made.quotas) == ("Pokal", [["Pokal", 3], ["Freier Abend", 2]])
    assert "Pokal" in text(keeper.get(OFFICE))
    assert "Freier Abend 2" in keeper.get(f"{OFFICE}competitions/1/").content.decode()
    assert "At most so many of each kind of event: Pokal 3, Freier Abend 2." in text(visitor.get(PAGE))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("3", "Each line is a kind of event, then how many of it count."),
        ("x" * 41 + " 3", "Each line is a kind of event, then how many of it count."),
        ("cup drei", "is no whole number"),
        ("cup -1", "Less than nothing cannot be demanded."),
        ("cup 1\nCUP 2", "A group is named twice."),
    ],
)
def test_what_is_no_quota_is_said_and_kept(keeper, typed, said):
    season = club_years.season()

    answer = keeper.post(f"{OFFICE}competitions/new/", counted(grouping="kind", quotas=typed))

    assert answer.status_code == 422
    assert said in text(answer)
    assert typed.splitlines()[0] in answer.content.decode()
    assert not season.competitions.exists()
