"""The calendar of a season, who may look at it, what is refused, and its releases."""

from datetime import date

import icalendar
import pytest

from scoring.season.models import Competition, PlannedEvening, Season
from scoring.season.selectors.seasons import days_like
from scoring.season.services import seasons
from tables.acts.services import Refused
from tests.scoring.season import club_years
from tests.scoring.season.club_years import OFFICE, PAGE, counted, sent
from tests.scoring.season.test_season_pages import begun
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen
from tests.tables.tournaments.test_home_pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def season() -> Season:
    made = club_years.played()
    club_years.competition(made)
    club_years.competition(made, "Schnitt", "average")
    return made


DAYS = f"{PAGE}calendar/"


def plan(day: str, every: int = 0, name: str = "Klubabend") -> dict[str, object]:
    """Return the form of a plan as it is sent."""
    return {"act": "plan", "name": name, "day": day, "every": every}


@pytest.mark.thorough
def test_what_is_on_which_day_with_the_holidays_of_the_land(keeper, visitor):
    club_years.played(evenings=1)
    assert keeper.post(DAYS, {"act": "land", "land": "BY"}).status_code == 302
    keeper.post(DAYS, plan("2026-05-14"))
    keeper.post(DAYS, plan("2026-05-15"))

    page = text(visitor.get(DAYS))

    assert "Abend abend-1" in page
    assert "Ascension Day" in page
    assert "Corpus Christi" in page
    assert page.index("Klubabend") < page.index("Ascension Day") < page.rindex("Klubabend")
    keeper.post(DAYS, {"act": "land", "land": ""})
    assert "Ascension Day" not in text(visitor.get(DAYS))


def test_every_two_weeks_to_the_end_of_the_season(keeper):
    club_years.season()

    assert keeper.post(DAYS, plan("2026-11-18", every=2)).status_code == 302
    keeper.post(DAYS, plan("2026-11-18", every=2))

    assert [one.day for one in PlannedEvening.objects.all()] == [
        date(2026, 11, 18),
        date(2026, 12, 2),
        date(2026, 12, 16),
        date(2026, 12, 30),
    ]
    first = PlannedEvening.objects.first()
    for _twice in range(2):
        assert keeper.post(DAYS, {"act": "cancel", "number": first.pk}).status_code == 302
    assert PlannedEvening.objects.count() == 3


def test_as_the_year_before_on_the_same_weekdays(keeper):
    before = club_years.played(evenings=2)
    after = club_years.season(before.club, name="2027", starts_on=date(2027, 1, 1), ends_on=date(2027, 12, 31))

    assert days_like(after, before) == [(date(2027, 1, 13), "Abend abend-1"), (date(2027, 1, 20), "Abend abend-2")]
    page = f"/seasons/{after.slug}/calendar/"
    assert keeper.post(page, {"act": "like", "season": before.pk}).status_code == 302
    assert {one.day.weekday() for one in after.planned.all()} == {2}
    with pytest.raises(Refused, match="nothing-to-copy"):
        seasons.plan_like(season_id=before.pk, before_id=after.pk, now=EVENING, by=factories.user())


def test_an_event_takes_the_place_of_its_plan_in_every_calendar(visitor):
    season = club_years.played(evenings=1)
    days = [(date(2026, 1, 14), "Klubabend"), (date(2026, 12, 2), "Klubabend")]
    seasons.plan_evenings(season_id=season.pk, days=days, now=EVENING, by=factories.user())

    found = icalendar.Calendar.from_ical(visitor.get(f"{PAGE}events.ics").content)

    planned = [one for one in found.walk("VEVENT") if str(one["summary"]) == "Klubabend"]
    assert [one["dtstart"].dt for one in planned] == [date(2026, 12, 2)]
    assert text(visitor.get(DAYS)).count("Klubabend") == 1


def test_what_cannot_be_planned(keeper, visitor, monkeypatch):
    season = club_years.season()

    answer = keeper.post(DAYS, plan("2027-02-01"))
    assert answer.status_code == 422
    assert "is not within the season" in text(answer)
    assert 'value="2027-02-01"' in answer.content.decode()
    with pytest.raises(Refused, match="day-outside-season"):
        seasons.plan_evenings(season_id=season.pk, days=[(date(2025, 1, 1), "x")], now=EVENING, by=factories.user())
    monkeypatch.setattr(seasons, "MOST_PLANNED", 1)
    days = [(date(2026, 3, day), "x") for day in (1, 2)]
    with pytest.raises(Refused) as refused:
        seasons.plan_evenings(season_id=season.pk, days=days, now=EVENING, by=factories.user())
    assert refused.value.code == "too-many-planned"
    assert visitor.post(DAYS, plan("2026-03-01")).status_code == 302
    assert not PlannedEvening.objects.exists()


class TestWhoMayLook:
    def test_an_unlisted_season_stands_in_no_list(self, visitor):
        club_years.season(visibility="unlisted")

        assert "Klubmeisterschaft" not in text(visitor.get("/seasons/"))
        assert "Klubmeisterschaft" not in text(visitor.get("/clubs/sc-herz-dame/"))
        answer = visitor.get(PAGE)
        assert answer.status_code == 200
        assert "noindex" in answer["X-Robots-Tag"]

    def test_one_for_members_opens_with_its_key_alone(self, visitor, keeper):
        season = club_years.season(visibility="members")

        refused = visitor.get(PAGE)
        assert refused.status_code == 403
        assert "opens for the members" in text(refused)
        assert visitor.get(f"{PAGE}key/wrong/").status_code == 404
        assert visitor.get(f"{PAGE}key/{season.key}/")["Location"] == PAGE
        assert visitor.get(PAGE).status_code == 200

        keeper.post(OFFICE, {"act": "renew-key", "number": 1})
        assert visitor.get(PAGE).status_code == 403
        assert keeper.get(PAGE).status_code == 200


class TestBadInput:
    @pytest.mark.thorough
    def test_an_event_or_a_member_twice_or_outside_the_season(self, keeper):
        season = club_years.played()
        event, anna = season.entries.first().tournament, club_years.person("Anna Ast")
        old = club_years.evening(season.club, "alt", day=date(2025, 12, 30))
        keeper.post(OFFICE, sent("add-members", person=anna.pk))
        before = (season.entries.count(), season.members.count())

        for form, said in (
            (sent("add-events", event=event.pk), f"“{event.name}” is in this season already"),
            (sent("add-events", event=old.pk), "is not within the season"),
            (sent("add-members", person=anna.pk), "“Anna Ast” is in this season already"),
        ):
            answer = keeper.post(OFFICE, form)
            assert answer.status_code == 422, said
            assert said in text(answer)
        assert (season.entries.count(), season.members.count()) == before

    def test_an_impossible_rule_is_refused_and_what_was_typed_stays(self, keeper):
        club_years.season()
        for more, said in (
            ({"count": "best"}, "Please say how many count."),
            ({"count": "best", "best": "0"}, "At least one has to count."),
            ({"count": "places"}, "Please give the points of the first"),
            ({"count": "places", "points": "10, acht"}, "“acht” is no whole number"),
            ({"bonus": "30"}, "Each line is two numbers"),
            ({"bonus": "30 1\n30 2"}, "There are two bonuses for one number of lists."),
            ({"grouping": "month"}, "Please say how many count."),
            ({"best_of_group": "2"}, "Please say of what so many count"),
            ({"parts": "0"}, "It counts from 1."),
            ({"name": "  "}, "This field is required."),
        ):
            answer = keeper.post(f"{OFFICE}competitions/new/", counted(minimum="17", **more))
            assert answer.status_code == 422, more
            assert said in text(answer)
            assert 'value="17"' in answer.content.decode()
        assert not Competition.objects.exists()

    def test_a_second_season_of_the_same_name_or_one_that_ends_before_it_begins(self, keeper):
        club_years.season()

        same = begun(keeper, name="klubmeisterschaft 2026", starts_on="2026-01-01", ends_on="2026-12-31")
        assert "There is “Klubmeisterschaft 2026” already" in text(same)
        turned = begun(keeper, name="2026", starts_on="2026-02-01", ends_on="2026-01-01")
        assert "The last day cannot be before the first." in text(turned)


class TestRelease:
    def test_is_shown_with_its_hash_and_can_be_fetched_unless_it_is_empty(self, keeper, visitor):
        season = club_years.season()
        made, office = club_years.competition(season), f"{OFFICE}competitions/1/"
        assert "nothing to release" in text(keeper.post(office, {"act": "release"}))
        club_years.with_events(season, club_years.evening(season.club, "abend"))

        for _ in range(2):
            keeper.post(office, {"act": "release"})

        release = made.releases.get()
        assert release.hash in text(visitor.get(PAGE))
        answer = visitor.get(f"{PAGE}released/1.json")
        assert answer.json()["sha256"] == release.hash
        assert len(answer.json()["table"]["rows"]) == len(club_years.NAMES)
        assert "Anna" not in answer.content.decode()

    @pytest.mark.thorough
    def test_its_rule_stays_its_name_can_change_and_it_is_not_deleted(self, keeper):
        made, office = club_years.competition(club_years.played()), f"{OFFICE}competitions/1/"
        keeper.post(office, {"act": "release"})

        refused = post_seen(keeper, office, counted(count="average"))
        assert refused.status_code == 422
        assert "A table was released by this rule, so the rule stays." in text(refused)
        assert post_seen(keeper, office, counted("Umbenannt")).status_code == 302
        made.refresh_from_db()
        assert (made.name, made.count) == ("Umbenannt", "sum")
        assert "A table of it was released, so it stays." in text(keeper.post(OFFICE, sent("delete", sure="on")))
        assert Season.objects.exists()
