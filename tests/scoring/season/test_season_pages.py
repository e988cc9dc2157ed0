"""The pages of a season: from beginning it to the table of the year, a frame, the calendar, bad input, releases."""

from datetime import date, timedelta

import icalendar
import pytest

from scoring.season.models import Competition, PlannedEvening, Season, SeasonMember
from scoring.season.selectors.seasons import days_like
from scoring.season.services import seasons
from scoring.season.views.office import following
from scoring.season.wording import value
from tests.scoring.answers import code_of, not_taken, says
from tests.scoring.season import club_years
from tests.scoring.season.club_years import OFFICE, PAGE, counted, sent
from tests.support import factories
from tests.support.factories import EVENING
from tests.tables.clubs import club_books
from tests.tables.tournaments.test_home_pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


EMBED = f"{PAGE}embed/"


@pytest.fixture
def season() -> Season:
    made = club_years.played()
    club_years.competition(made)
    club_years.competition(made, "Schnitt", "average")
    return made


def test_a_frame_shows_the_first_lines_of_a_public_competition_and_may_stand_anywhere(season, visitor, keeper):
    answer = visitor.get(EMBED)

    assert not answer.cookies
    assert answer.content.count(b"<tr>") == 1 + len(club_years.NAMES)
    says(answer, f'href="{PAGE}?competition=1"', "Summe")
    assert "Schnitt" in text(visitor.get(f"{EMBED}?competition=2"))
    assert visitor.get(f"{EMBED}?rows=2&theme=dark&lang=de").content.count(b"<tr>") == 3
    for address in (f"{EMBED}?competition=9", "/seasons/nowhere/embed/"):
        assert says(visitor.get(address), "There is no such ranking.").status_code == 404
    for visibility, browser in ((Season.Visibility.UNLISTED, visitor), (Season.Visibility.MEMBERS, keeper)):
        Season.objects.update(visibility=visibility)
        answer = says(browser.get(EMBED), lacks=(season.name, *club_years.NAMES))
        assert answer.status_code == 404, visibility
    Season.objects.update(visibility=Season.Visibility.PUBLIC)
    season.competitions.all().delete()
    assert visitor.get(EMBED).status_code == 404


def begun(keeper, **fields):
    """Send the form of a new season: that of a year, but for what is said."""
    year = {"starts_on": "2027-01-01", "ends_on": "2027-12-31", "visibility": "public", "names_shown": "full"}
    return keeper.post("/clubs/sc-herz-dame/seasons/new/", sent("change") | year | fields)


def test_from_beginning_a_season_to_the_table_each_form_sent_twice(keeper, visitor):
    club = club_books.club()
    event = club_years.evening(club, "abend", series=2, closed=1)
    year = sent("change", name="Klubmeisterschaft 2026", starts_on="2026-01-01", ends_on="2026-12-31")
    competition = counted()

    for _ in range(2):
        assert begun(keeper, **year)["Location"] == OFFICE
    says(visitor.get(PAGE), "This season has no competition yet.")
    for _ in range(2):
        keeper.post(f"{OFFICE}competitions/new/", competition)
    assert (Season.objects.count(), Competition.objects.count()) == (1, 1)
    says(visitor.get(PAGE), "As soon as a series")
    keeper.post(OFFICE, sent("add-events", event=event.pk))

    page = says(visitor.get(PAGE), "Sum of all lists.", *club_years.NAMES)
    # What is not closed does not count.
    assert {row.account.lists for row in page.context["listing"].table.rows} == {1}
    for address in ("/seasons/", "/clubs/sc-herz-dame/", "/t/abend/"):
        says(visitor.get(address), "Klubmeisterschaft 2026")


class TestTheTable:
    def test_what_does_not_count_is_struck_through_with_the_reason(self, visitor):
        season = club_years.played(evenings=3)
        club_years.competition(season, "Beste", "best", best=2)
        club_years.competition(season, "Schnitt", "average")

        page = says(visitor.get(PAGE), "What is struck through does not count: better ones count.")
        assert page.content.count(b'<s title="better ones count">') == len(club_years.NAMES)
        says(visitor.get(f"{PAGE}players/{club_years.person('Bert Bär').pk}/"), "(better ones count)")
        other = says(visitor.get(f"{PAGE}?competition=2"), "Average of a list.")
        assert other.context["chosen"].name == "Schnitt"

    def test_guests_compete_beside_the_members_or_are_ranked_with_them_and_are_called_as_in_their_event(self, visitor):
        season = club_years.played()
        club_years.competition(season)
        club_years.competition(season, "Offen", guests=True)
        says(visitor.get(PAGE), lacks="beside the members")
        SeasonMember.objects.create(season=season, person=club_years.person("Anna Ast"), added_at=EVENING)

        page = says(visitor.get(PAGE), "Guests, who compete beside the members")
        beside = page.context["guests"].table.rows
        assert {row.player.name for row in beside} == set(club_years.NAMES[1:])
        assert beside[0].place == 1
        assert [row.player.name for row in page.context["listing"].table.rows] == ["Anna Ast"]
        assert text(visitor.get(f"{PAGE}?competition=2")).count("guest") >= 3

        anna = season.entries.first().tournament.entrants.filter(name="Anna Ast")
        anna.update(shown_as="initials", chose_name=True)
        says(visitor.get(PAGE), "A. A.", lacks="Anna")


def test_one_s_own_year_shows_evenings_records_and_what_a_place_needs(visitor):
    today = club_years.today()
    season = club_years.season(starts_on=today - timedelta(days=100), ends_on=today + timedelta(days=100))
    past = club_years.evening(season.club, "past", day=today - timedelta(days=30))
    coming = club_years.evening(season.club, "coming", day=today + timedelta(days=3), series=2, closed=0)
    club_years.with_events(season, past, coming)
    club_years.competition(season)
    bert = f"{PAGE}players/{club_years.person('Bert Bär').pk}/"

    says(visitor.get(bert), "Evening by evening", "points are enough in each of the 2 lists still to be played.")
    says(visitor.get(f"{bert}?aim=x"), "whole number")
    says(visitor.get(f"{bert}?aim=1"), "For place 1")
    assert visitor.get(f"{PAGE}players/{2**60}/").status_code == 404


def test_open_data_tell_a_season_its_competitions_and_a_table_that_is_not_sent_again_until_it_changes(visitor):
    season = club_years.played()
    made = club_years.competition(season, "Beste", "best", best=1)
    (listed,) = visitor.get("/api/v1/seasons/").json()["items"]
    detail = visitor.get(f"/api/v1/seasons/{season.slug}/").json()
    answer = visitor.get(address := f"/api/v1/seasons/{season.slug}/competitions/1/")

    assert listed["url"].endswith(f"/seasons/{season.slug}/")
    assert [one["name"] for one in detail["competitions"]] == ["Beste"]
    assert [one["closed"] for one in detail["events"]] == [[1], [1]]
    first = answer.json()["items"][0]
    assert [one["reason"] for one in first["results"] if not one["counted"]] == ["not-among-best"]
    assert int(first["value"]) == max(one["points"] for one in first["results"])
    kept = {"if-none-match": answer["ETag"]}
    assert visitor.get(address, headers=kept).status_code == 304
    Competition.objects.filter(pk=made.pk).update(name="Anders")
    assert visitor.get(address, headers=kept).status_code == 200
    assert visitor.get(f"{PAGE}table.csv")["Content-Disposition"].endswith('.csv"')
    # One for members is closed.
    Season.objects.update(visibility="members")
    answer = visitor.get(f"/api/v1/seasons/{season.slug}/")
    assert (answer.status_code, answer.json()["code"]) == (403, "members-only")
    assert visitor.get(f"/seasons/{season.slug}/events.ics").status_code == 403


def test_table_and_next_evening_are_texts_for_a_chat(visitor):
    season = club_years.played(names=("Anna Ast", "Bert Bär", "Carl Clas"))
    club_years.competition(season)
    day = club_years.today()
    Season.objects.update(ends_on=day.replace(year=day.year + 1, day=1))

    page = visitor.get(PAGE)
    told = page.context["year_text"].splitlines()
    assert told[:2] == ["Klubmeisterschaft 2026: Summe", ""]
    rows = page.context["listing"].table.rows
    assert told[2:5] == [f"{row.place}. {row.player.name}: {row.value}" for row in rows]
    assert told[-1] == f"All: http://testserver{PAGE}?competition=1"
    assert "next_text" not in page.context

    later = club_years.evening(season.club, "morgen", day=day + timedelta(days=1), closed=0)
    club_years.with_events(season, later)
    told = visitor.get(PAGE).context["next_text"].splitlines()
    assert told[0].startswith("Abend morgen, ")
    assert told[-1] == "More: http://testserver/t/morgen/"
    assert visitor.get(f"{PAGE}table.png").status_code == 200


class TestTheNextYear:
    def test_is_offered_a_year_later_and_takes_members_and_competitions_over_of_the_own_club_alone(self, keeper):
        season = club_years.played(evenings=1)
        club_years.competition(season, "Beste", "best", best=2)
        members = set(season.members.values_list("person", flat=True))
        other = club_years.season(club_books.club("Fremder Club"), name="Andere 2026")
        assert begun(keeper, name="Neu", like=other.pk).status_code == 422

        form = keeper.get("/clubs/sc-herz-dame/seasons/new/").context["form"]
        assert (form["name"].value(), form["like"].value()) == ("Klubmeisterschaft 2027", season.pk)
        assert (str(form["starts_on"].value()), str(form["ends_on"].value())) == ("2027-01-01", "2027-12-31")
        begun(keeper, name="Klubmeisterschaft 2027", like=season.pk)

        _own, _other, made = Season.objects.order_by("pk")
        assert made.name == "Klubmeisterschaft 2027"
        assert set(made.members.values_list("person", flat=True)) == members
        assert [*made.competitions.values_list("name", "best")] == [("Beste", 2)]
        assert not made.entries.exists()

    def test_from_a_leap_day_goes_to_the_last_of_february_and_without_one_is_this_year(self):
        leap = Season(name="Winter 2027/2028", starts_on=date(2027, 10, 1), ends_on=date(2028, 2, 29))

        found = following([leap], year=2026)

        assert (found["name"], found["starts_on"]) == ("Winter 2028/2029", date(2028, 10, 1))
        assert found["ends_on"] == date(2029, 2, 28)
        assert following([], year=2026) == {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}


class TestTheFirstYear:
    def test_is_explained_by_an_example_worked_out_by_hand(self, keeper):
        club_books.club()
        for said, totals in (
            ({}, ["Bert 4730", "Anna 3422", "Carl 3405"]),
            ({"count": "average"}, ["Anna 855.50", "Carl 851.25", "Bert 788.33"]),
            ({"count": "best", "best": 1}, ["Anna 1034", "Carl 1010", "Bert 900"]),
            ({"count": "places", "points": "10 8 6"}, ["Bert 26", "Anna 18", "Carl 16"]),
            ({"count": "best", "best": "x"}, ["Anna 3422", "Carl 3405", "Bert 3390"]),
        ):
            page = keeper.get("/clubs/sc-herz-dame/seasons/new/", said)
            rows = page.context["example"]["rows"]
            assert [f"{name} {value(account.performance)}" for _place, name, _lists, account in rows] == totals, said

    def test_begins_with_its_first_competition_and_keeps_what_was_typed_where_it_cannot(self, keeper):
        club = club_books.club()

        first = sent("change", name="Klubmeisterschaft 2027", count="best", best=20)
        not_taken(begun(keeper, **first | {"best": "", "points": "10, 8"}), "Please say how many count.")
        points_missing = "Please give the points of the first, second … place."
        not_taken(begun(keeper, **first | {"count": "places", "points": ""}), points_missing)
        assert not Season.objects.exists()
        for _twice in range(2):
            assert begun(keeper, **first).status_code == 302

        made = club.seasons.get().competitions.get()
        assert (made.name, made.count, made.best, made.points) == ("Sum of the best lists", "best", 20, [])


DAYS = f"{PAGE}calendar/"


def plan(day: str, every: int = 0, name: str = "Klubabend") -> dict[str, object]:
    return {"act": "plan", "name": name, "day": day, "every": every}


def test_every_two_weeks_to_the_end_of_the_season_with_the_holidays_of_the_land(keeper, visitor):
    club_years.season()

    for _twice in range(2):
        assert keeper.post(DAYS, plan("2026-11-04", every=2)).status_code == 302

    days = [date(2026, 11, 4), date(2026, 11, 18), date(2026, 12, 2), date(2026, 12, 16), date(2026, 12, 30)]
    assert [one.day for one in PlannedEvening.objects.all()] == days
    first = PlannedEvening.objects.first()
    for _twice in range(2):
        assert keeper.post(DAYS, {"act": "cancel", "number": first.pk}).status_code == 302
    assert PlannedEvening.objects.count() == 4
    for land, said in (("BY", True), ("", False)):
        assert keeper.post(DAYS, {"act": "land", "land": land}).status_code == 302
        assert (b"Corpus Christi" in visitor.get(DAYS).content) is said


def test_as_the_year_before_on_the_same_weekdays(keeper):
    before = club_years.played(evenings=2)
    after = club_years.season(before.club, name="2027", starts_on=date(2027, 1, 1), ends_on=date(2027, 12, 31))

    assert days_like(after, before) == [(date(2027, 1, 13), "Abend abend-1"), (date(2027, 1, 20), "Abend abend-2")]
    page = f"/seasons/{after.slug}/calendar/"
    assert keeper.post(page, {"act": "like", "season": before.pk}).status_code == 302
    assert {one.day.weekday() for one in after.planned.all()} == {2}
    nothing = {"season_id": before.pk, "before_id": after.pk, "now": EVENING, "by": factories.user()}
    assert code_of(seasons.plan_like, **nothing) == "nothing-to-copy"


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
    not_taken(keeper.post(DAYS, plan("2027-02-01")), "is not within the season", 'value="2027-02-01"')
    monkeypatch.setattr(seasons, "MOST_PLANNED", 1)
    acts = {"season_id": season.pk, "now": EVENING, "by": factories.user()}
    for days, code in (
        ([date(2025, 1, 1)], "day-outside-season"),
        ([date(2026, 3, 1), date(2026, 3, 2)], "too-many-planned"),
    ):
        assert code_of(seasons.plan_evenings, days=[(day, "x") for day in days], **acts) == code
    assert visitor.post(DAYS, plan("2026-03-01")).status_code == 302
    assert not PlannedEvening.objects.exists()


def test_an_unlisted_season_stands_in_no_list_and_one_for_members_opens_with_its_key_alone(visitor, keeper):
    season = club_years.season(visibility="unlisted")
    for address in ("/seasons/", "/clubs/sc-herz-dame/"):
        says(visitor.get(address), lacks="Klubmeisterschaft")
    answer = visitor.get(PAGE)
    assert answer.status_code == 200
    assert "noindex" in answer["X-Robots-Tag"]

    Season.objects.update(visibility="members")
    assert says(visitor.get(PAGE), "opens for the members").status_code == 403
    assert visitor.get(f"{PAGE}key/wrong/").status_code == 404
    assert visitor.get(f"{PAGE}key/{season.key}/")["Location"] == PAGE
    assert visitor.get(PAGE).status_code == 200

    keeper.post(OFFICE, {"act": "renew-key", "number": 1})
    assert visitor.get(PAGE).status_code == 403
    assert keeper.get(PAGE).status_code == 200


def test_what_cannot_be_is_refused_and_what_was_typed_stays(keeper):
    club_years.season()
    same = begun(keeper, name="klubmeisterschaft 2026", starts_on="2026-01-01", ends_on="2026-12-31")
    not_taken(same, "There is “Klubmeisterschaft 2026” already")
    turned = begun(keeper, name="2026", starts_on="2026-02-01", ends_on="2026-01-01")
    not_taken(turned, "The last day cannot be before the first.")
    for more, said in (
        ({"count": "best", "best": "0"}, "At least one has to count."),
        ({"count": "places", "points": "10, acht"}, "“acht” is no whole number"),
        ({"bonus": "30 1\n30 2"}, "There are two bonuses for one number of lists."),
        ({"grouping": "month"}, "Please say how many count."),
        ({"best_of_group": "2"}, "Please say of what so many count"),
        ({"parts": "0"}, "It counts from 1."),
    ):
        not_taken(keeper.post(f"{OFFICE}competitions/new/", counted(minimum="17", **more)), said, 'value="17"')
    assert not Competition.objects.exists()


def test_a_release_is_shown_with_its_hash_and_can_be_fetched_unless_it_is_empty(keeper, visitor):
    made, office = club_years.competition(club_years.season()), f"{OFFICE}competitions/1/"
    says(keeper.post(office, {"act": "release"}), "nothing to release")
    club_years.with_events(made.season, club_years.evening(made.season.club, "abend-1"))
    for _ in range(2):
        keeper.post(office, {"act": "release"})

    release = made.releases.get()
    says(visitor.get(PAGE), release.hash)
    answer = says(visitor.get(f"{PAGE}released/1.json"), lacks="Anna").json()
    assert (answer["sha256"], len(answer["table"]["rows"])) == (release.hash, len(club_years.NAMES))
