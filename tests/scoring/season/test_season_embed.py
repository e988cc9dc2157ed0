"""The table of a public season in a frame on the pages of others.

The pages of a season: from beginning it to the table of the year, a player's own year, files and calendar.
Names of a season: kept as long as it needs them, gone six months after it, and told to whom they are about.
"""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from scoring.privacy.selectors import personal
from scoring.privacy.services.forgetting import forget_due
from scoring.season.forms.following import following
from scoring.season.models import Competition, Season, SeasonMember
from scoring.season.selectors.played import year_of
from scoring.season.selectors.seasons import members_of
from scoring.season.services import belonging, competitions, seasons
from scoring.season.services.seasons import SeasonDetails
from tables.acts.services.refusals import Refused
from tables.clubs.services import books
from tables.journal.models import JournalEntry
from tables.journal.wording.acts import journal_line
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.retention import keep_until
from tests.scoring.season import club_years
from tests.scoring.season.club_years import OFFICE, PAGE, counted, sent
from tests.support import factories
from tests.support.factories import EVENING
from tests.tables.clubs import club_books
from tests.tables.tournaments.test_home_pages import text

pytestmark = pytest.mark.django_db


EMBED = f"{PAGE}embed/"


@pytest.fixture
def season() -> Season:
    made = club_years.played()
    club_years.competition(made)
    club_years.competition(made, "Schnitt", "average")
    return made


def test_shows_the_first_lines_of_a_competition_and_may_stand_anywhere(season, visitor):
    answer = visitor.get(EMBED)

    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    assert answer.content.count(b"<tr>") == 1 + len(club_years.NAMES)
    assert f'href="{PAGE}?competition=1"' in answer.content.decode()
    assert "Summe" in text(answer)
    assert "Schnitt" in text(visitor.get(f"{EMBED}?competition=2"))
    assert visitor.get(f"{EMBED}?rows=2&theme=dark&lang=de").content.count(b"<tr>") == 3


@pytest.mark.parametrize("visibility", [Season.Visibility.UNLISTED, Season.Visibility.MEMBERS])
def test_is_of_public_seasons_alone(season, visitor, keeper, visibility):
    Season.objects.update(visibility=visibility)

    for browser in (visitor, keeper):
        answer = browser.get(EMBED)
        assert answer.status_code == 404
        assert not [name for name in (season.name, *club_years.NAMES) if name in text(answer)]


@pytest.mark.parametrize("address", [f"{EMBED}?competition=9", "/seasons/nowhere/embed/"])
def test_of_what_is_not_there_it_says_so(season, visitor, address):
    answer = visitor.get(address)

    assert answer.status_code == 404
    assert "There is no such ranking." in text(answer)


def test_without_a_competition_there_is_nothing(visitor):
    club_years.season()

    assert visitor.get(EMBED).status_code == 404


@pytest.mark.slow
class TestTheWholeWay:
    def test_from_beginning_a_season_to_the_table(self, keeper, visitor):
        club = club_books.club()
        event = club_years.evening(club, "abend")

        answer = begun(keeper, name="Klubmeisterschaft 2026", starts_on="2026-01-01", ends_on="2026-12-31")
        assert answer["Location"] == OFFICE
        keeper.post(OFFICE, sent("add-events", event=event.pk))
        keeper.post(f"{OFFICE}competitions/new/", counted())

        page = text(visitor.get(PAGE))
        for name in club_years.NAMES:
            assert name in page
        assert "Sum of all lists." in page
        assert "Klubmeisterschaft 2026" in text(visitor.get("/seasons/"))
        assert "Klubmeisterschaft 2026" in text(visitor.get("/clubs/sc-herz-dame/"))
        assert "Klubmeisterschaft 2026" in text(visitor.get("/t/abend/"))

    def test_a_form_sent_twice_begins_one_season(self, keeper):
        club_books.club()
        form = sent(
            "change", name="2026", starts_on="2026-01-01", ends_on="2026-12-31", visibility="public", names_shown="full"
        )

        for _ in range(2):
            assert keeper.post("/clubs/sc-herz-dame/seasons/new/", form).status_code == 302

        assert Season.objects.count() == 1

    def test_a_competition_sent_twice_is_made_once(self, keeper):
        club_years.season()
        form = counted()

        for _ in range(2):
            keeper.post(f"{OFFICE}competitions/new/", form)

        assert Competition.objects.count() == 1


@pytest.mark.slow
class TestTheTable:
    def test_what_does_not_count_is_struck_through_with_the_reason(self, visitor):
        season = club_years.played(evenings=3)
        club_years.competition(season, "Beste", "best", best=2)

        page = visitor.get(PAGE).content.decode()

        assert page.count('<s title="better ones count">') == len(club_years.NAMES)
        assert "What is struck through does not count: better ones count." in page

    def test_several_competitions_are_a_page_each(self, visitor):
        season = club_years.played()
        club_years.competition(season)
        club_years.competition(season, "Schnitt", "average")

        page = visitor.get(f"{PAGE}?competition=2")

        assert "Average of a list." in text(page)
        assert page.context["chosen"].name == "Schnitt"

    def test_guests_are_named_as_guests_where_they_are_ranked(self, visitor):
        season = club_years.played()
        SeasonMember.objects.create(season=season, person=club_years.person("Anna Ast"), added_at=factories.EVENING)
        club_years.competition(season)
        club_years.competition(season, "Offen", guests=True)

        assert [row.player.name for row in visitor.get(PAGE).context["listing"].table.rows] == ["Anna Ast"]
        assert text(visitor.get(f"{PAGE}?competition=2")).count("guest") >= 3

    def test_it_takes_a_fixed_number_of_queries(self, visitor, django_assert_num_queries):
        season = club_years.played(evenings=2)
        club_years.competition(season)
        with django_assert_num_queries(8):
            visitor.get(PAGE)
        more = club_years.evening(
            season.club, "more", *club_years.NAMES, "Emil Erz", "Frida Fuchs", day=date(2026, 3, 4)
        )
        club_years.with_events(season, more)

        with django_assert_num_queries(8):
            visitor.get(PAGE)

    def test_while_nothing_is_played_it_says_so(self, visitor, keeper):
        club_years.season()

        assert "This season has no competition yet." in text(visitor.get(PAGE))
        keeper.post(f"{OFFICE}competitions/new/", counted())
        assert "As soon as a series" in text(visitor.get(PAGE))

    def test_whoever_is_named_with_care_in_an_event_is_so_in_the_season(self, visitor):
        season = club_years.played()
        club_years.competition(season)
        anna = season.entries.first().tournament.entrants.get(name="Anna Ast")
        type(anna).objects.filter(pk=anna.pk).update(shown_as="initials", chose_name=True)

        page = text(visitor.get(PAGE))

        assert "A. A." in page
        assert "Anna" not in page

    def test_series_that_are_not_closed_do_not_count(self, visitor):
        season = club_years.season()
        club_years.with_events(season, club_years.evening(season.club, "abend", series=2, closed=1))
        club_years.competition(season)

        assert {row.account.lists for row in visitor.get(PAGE).context["listing"].table.rows} == {1}


@pytest.mark.slow
class TestOnesOwnYear:
    def test_shows_evenings_records_and_what_a_place_needs(self, visitor):
        today = club_years.today()
        season = club_years.season(starts_on=today - timedelta(days=100), ends_on=today + timedelta(days=100))
        past = club_years.evening(season.club, "past", day=today - timedelta(days=30))
        coming = club_years.evening(season.club, "coming", day=today + timedelta(days=3), series=2, closed=0)
        club_years.with_events(season, past, coming)
        club_years.competition(season)
        bert = club_years.person("Bert Bär")

        page = visitor.get(f"{PAGE}players/{bert.pk}/")

        assert "Evening by evening" in text(page)
        assert "points are enough in each of the 2 lists still to be played." in text(page)
        assert "whole number" in text(visitor.get(f"{PAGE}players/{bert.pk}/?aim=x"))
        assert "For place 1" in text(visitor.get(f"{PAGE}players/{bert.pk}/?aim=1"))

    def test_says_why_a_list_does_not_count(self, visitor):
        season = club_years.played(evenings=2)
        club_years.competition(season, "Beste", "best", best=1)
        bert = club_years.person("Bert Bär")

        assert "(better ones count)" in text(visitor.get(f"{PAGE}players/{bert.pk}/"))

    def test_nobody_has_one_who_never_played(self, visitor):
        season = club_years.played()
        club_years.competition(season)

        assert visitor.get(f"{PAGE}players/{2**60}/").status_code == 404


@pytest.mark.slow
class TestFiles:
    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("ending", ["csv", "xlsx", "ods"])
    def test_the_table_as_a_file(self, visitor, ending):
        season = club_years.played()
        club_years.competition(season)

        answer = visitor.get(reverse(f"scoring:season-{ending}", args=[season.slug]))

        assert answer.status_code == 200
        assert answer["Content-Disposition"].endswith(f'.{ending}"')
        if ending == "csv":
            assert "Anna Ast" in answer.content.decode("utf-8-sig")

    def test_the_calendar_has_the_events(self, visitor):
        season = club_years.played(evenings=1)
        season.entries.update(added_at=factories.EVENING)

        assert b"Abend abend-1" in visitor.get(f"{PAGE}events.ics").content


@pytest.mark.slow
class TestOpenData:
    def test_the_season_its_competitions_and_a_table(self, visitor):
        season = club_years.played(evenings=2)
        club_years.competition(season, "Beste", "best", best=1)

        (listed,) = visitor.get("/api/v1/seasons/").json()["items"]
        detail = visitor.get(f"/api/v1/seasons/{season.slug}/").json()
        table = visitor.get(f"/api/v1/seasons/{season.slug}/competitions/1/").json()

        assert listed["url"].endswith(f"/seasons/{season.slug}/")
        assert [one["name"] for one in detail["competitions"]] == ["Beste"]
        assert [one["closed"] for one in detail["events"]] == [[1], [1]]
        first = table["items"][0]
        assert [one["reason"] for one in first["results"] if not one["counted"]] == ["not-among-best"]
        assert int(first["value"]) == max(one["points"] for one in first["results"])

    def test_what_has_not_changed_is_not_sent_again_and_a_new_rule_is(self, visitor):
        season = club_years.played(evenings=1)
        made = club_years.competition(season)
        address = f"/api/v1/seasons/{season.slug}/competitions/1/"
        etag = visitor.get(address)["ETag"]

        assert visitor.get(address, headers={"if-none-match": etag}).status_code == 304
        Competition.objects.filter(pk=made.pk).update(name="Anders")
        assert visitor.get(address, headers={"if-none-match": etag}).status_code == 200

    def test_one_for_members_is_closed(self, visitor):
        season = club_years.season(visibility="members")

        answer = visitor.get(f"/api/v1/seasons/{season.slug}/")

        assert (answer.status_code, answer.json()["code"]) == (403, "members-only")
        assert visitor.get(f"/seasons/{season.slug}/events.ics").status_code == 403


def begun(keeper, **fields):
    """Send the form of a new season: that of a year, but for what is said."""
    year = {"starts_on": "2027-01-01", "ends_on": "2027-12-31", "visibility": "public", "names_shown": "full"}
    return keeper.post("/clubs/sc-herz-dame/seasons/new/", sent("change", **(year | fields)))


@pytest.mark.slow
class TestTheNextYear:
    def test_is_offered_a_year_later_and_takes_members_and_competitions_over(self, keeper):
        season = club_years.played(evenings=1)
        club_years.competition(season, "Beste", "best", best=2)
        members = set(season.members.values_list("person", flat=True))

        form = keeper.get("/clubs/sc-herz-dame/seasons/new/").context["form"]
        assert (form["name"].value(), form["like"].value()) == ("Klubmeisterschaft 2027", season.pk)
        assert (str(form["starts_on"].value()), str(form["ends_on"].value())) == ("2027-01-01", "2027-12-31")
        begun(keeper, name="Klubmeisterschaft 2027", like=season.pk)

        made = Season.objects.get(name="Klubmeisterschaft 2027")
        assert set(made.members.values_list("person", flat=True)) == members
        assert list(made.competitions.values_list("name", "best")) == list(
            season.competitions.values_list("name", "best")
        )
        assert not made.entries.exists()

    def test_of_a_club_without_one_is_this_year(self):
        assert following([], year=2026) == {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}

    def test_from_a_leap_day_goes_to_the_last_of_february(self):
        leap = Season(name="Winter 2027/2028", starts_on=date(2027, 10, 1), ends_on=date(2028, 2, 29))

        found = following([leap], year=2026)

        assert (found["name"], found["starts_on"]) == ("Winter 2028/2029", date(2028, 10, 1))
        assert found["ends_on"] == date(2029, 2, 28)

    def test_of_another_clubs_season_nothing_is_taken(self, keeper):
        own = club_years.season()
        other = club_years.season(club_books.club("Fremder Club"), name="Andere 2026")

        answer = begun(keeper, name="Neu", like=other.pk)

        assert answer.status_code == 422
        assert list(Season.objects.order_by("pk")) == [own, other]


@pytest.mark.slow
def test_guests_compete_beside_the_members_in_a_table_of_their_own(visitor):
    season = club_years.played(evenings=2)
    club_years.competition(season)
    assert "beside the members" not in text(visitor.get(PAGE))
    members = [club_years.person(name).pk for name in club_years.NAMES[:3]]
    SeasonMember.objects.bulk_create(
        SeasonMember(season=season, person_id=key, added_at=factories.EVENING) for key in members
    )

    page = visitor.get(PAGE)

    assert "Guests, who compete beside the members" in text(page)
    assert [row.player.name for row in page.context["guests"].table.rows] == ["Dora Dorn"]
    assert page.context["guests"].table.rows[0].place == 1
    assert "Dora Dorn" not in [row.player.name for row in page.context["listing"].table.rows]


IN_AUTUMN = datetime(2026, 9, 1, tzinfo=UTC)


AFTERWARDS = datetime(2027, 7, 2, tzinfo=UTC)


"""More than six months after the last day of the year."""


@pytest.mark.slow
def test_an_event_keeps_its_names_as_long_as_the_season_needs_them():
    season = club_years.played(evenings=1)
    event = Tournament.objects.get()

    assert keep_until(event) == date(2027, 6, 30)
    forget_due(now=IN_AUTUMN)
    event.refresh_from_db()
    assert event.forgotten_at is None
    acts = [journal_line(line) for line in JournalEntry.objects.filter(action__startswith="season.")]
    assert acts == [
        f"For the season “{season.slug}” names are kept until 30 Jun 2027",
        f"Counts in the season “{season.slug}”",
    ]


@pytest.mark.slow
def test_a_season_that_ends_later_keeps_them_longer():
    season = club_years.played(evenings=1)
    details = SeasonDetails(name=season.name, starts_on=season.starts_on, ends_on=date(2027, 1, 31))

    seasons.change_season(season_id=season.pk, details=details, by=factories.user(), now=EVENING)

    assert keep_until(Tournament.objects.get()) == date(2027, 7, 31)


@pytest.mark.slow
def test_six_months_after_it_members_and_names_are_gone_and_nothing_changes():
    season = club_years.played()
    anna = club_years.person("Anna Ast")
    belonging.add_members(season_id=season.pk, people=[anna.pk], now=EVENING)
    made = club_years.competition(season)
    released = competitions.release_table(competition_id=made.pk, by=factories.user(), now=EVENING)

    forget_due(now=AFTERWARDS)

    season.refresh_from_db()
    assert season.forgotten_at == AFTERWARDS
    assert not SeasonMember.objects.exists()
    page = Client(headers={"accept-language": "en"}).get(f"/seasons/{season.slug}/").content.decode()
    assert "its names were taken out" in page
    assert "Anna" not in page
    assert "Anna" not in str(released.table)
    with pytest.raises(Refused, match="season-forgotten"):
        belonging.add_members(season_id=season.pk, people=[anna.pk], now=AFTERWARDS)


@pytest.mark.slow
def test_done_twice_it_counts_once():
    season = club_years.played(evenings=1)
    forget_due(now=AFTERWARDS)
    forget_due(now=datetime(2028, 1, 1, tzinfo=UTC))

    season.refresh_from_db()
    assert season.forgotten_at == AFTERWARDS


@pytest.mark.slow
def test_a_person_is_told_where_they_are_a_member_and_where_they_stood():
    season = club_years.played()
    anna = club_years.person("Anna Ast")
    belonging.add_members(season_id=season.pk, people=[anna.pk], now=EVENING)
    competitions.release_table(competition_id=club_years.competition(season).pk, by=factories.user(), now=EVENING)

    told = personal.of_person(anna)

    assert [one["season"] for one in told["scoring.SeasonMember"]] == [season.name]
    (stood,) = told["scoring.SeasonRelease"]
    assert (stood["season"], stood["player"]) == (season.slug, anna.pk)


@pytest.mark.slow
def test_whoever_is_out_of_the_book_is_no_member_any_more():
    season = club_years.played()
    anna = club_years.person("Anna Ast")
    belonging.add_members(season_id=season.pk, people=[anna.pk], now=EVENING)

    books.remove_person(club_id=season.club_id, person_id=anna.pk, by=factories.user(), now=EVENING)

    assert not season.members.exists()


@pytest.mark.slow
def test_a_member_who_was_in_the_book_twice_stays_one_when_both_are_merged():
    season = club_years.played()
    anna, double = club_years.person("Anna Ast"), club_books.person(season.club, "Anna Ast-Neu")
    belonging.add_members(season_id=season.pk, people=[double.pk], now=EVENING)
    books.merge(club_id=season.club_id, stays=anna.pk, goes=[double.pk], by=factories.user(), now=EVENING)

    assert [one.pk for one in members_of(season)] == [anna.pk]
    assert year_of(season).members == {anna.pk}
    with pytest.raises(Refused, match="member-already"):
        belonging.add_members(season_id=season.pk, people=[anna.pk], now=EVENING)
    belonging.remove_member(season_id=season.pk, person_id=anna.pk)
    assert not season.members.exists()


@pytest.mark.slow
def test_an_event_taken_out_of_a_season_says_so_in_its_journal():
    season = club_years.played(evenings=1)
    event = Tournament.objects.get()

    for _ in range(2):
        belonging.remove_event(season_id=season.pk, tournament_id=event.pk, by=factories.user(), now=EVENING)

    assert JournalEntry.objects.filter(tournament=event, action="season.left").count() == 1
    assert not season.entries.exists()


@pytest.mark.slow
def test_an_event_of_another_club_is_refused():
    season = club_years.season()
    other = club_years.evening(club_books.club("Die Maurer"), "fremd")

    with pytest.raises(Refused, match="not-of-this-club"):
        club_years.with_events(season, other)
