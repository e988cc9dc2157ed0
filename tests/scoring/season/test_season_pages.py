"""The pages of a season: from beginning it to the table of the year, a player's own year, files and calendar."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.season.models import Competition, Season, SeasonMember
from tests import factories
from tests.scoring.season import club_years
from tests.seen import post_seen
from tests.tables.clubs import club_books
from tests.tables.tournaments.test_home_pages import text

pytestmark = pytest.mark.django_db

OFFICE = "/seasons/klubmeisterschaft-2026/office/"
PAGE = "/seasons/klubmeisterschaft-2026/"


@pytest.fixture
def keeper() -> Client:
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.user())
    return made


@pytest.fixture
def visitor() -> Client:
    return Client(headers={"accept-language": "en"})


def sent(act: str, **more: object) -> dict[str, object]:
    return {"act": act, "entry_key": str(uuid4()), **more}


def counted(name: str = "Summe", count: str = "sum", **more: object) -> dict[str, object]:
    return sent("change", name=name, count=count, **more)


class TestTheWholeWay:
    def test_from_beginning_a_season_to_the_table(self, keeper, visitor):
        club = club_books.club()
        event = club_years.evening(club, "abend")

        begun = keeper.post(
            "/clubs/sc-herz-dame/seasons/new/",
            sent(
                "change",
                name="Klubmeisterschaft 2026",
                starts_on="2026-01-01",
                ends_on="2026-12-31",
                visibility="public",
                names_shown="full",
            ),
        )
        assert begun["Location"] == OFFICE
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

        assert "Bert Bär" not in text(visitor.get(PAGE))
        assert text(visitor.get(f"{PAGE}?competition=2")).count("guest") >= 3

    def test_it_takes_a_fixed_number_of_queries(self, visitor, django_assert_num_queries):
        season = club_years.played(evenings=2)
        club_years.competition(season)
        with django_assert_num_queries(7):
            visitor.get(PAGE)
        more = club_years.evening(
            season.club, "more", *club_years.NAMES, "Emil Erz", "Frida Fuchs", day=date(2026, 3, 4)
        )
        club_years.with_events(season, more)

        with django_assert_num_queries(7):
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

    def test_only_keepers_of_the_club_change_it(self, visitor):
        club_years.season()
        other = Client()
        other.force_login(factories.user("fremd"))

        assert visitor.get(OFFICE).status_code == 302
        assert other.get(OFFICE).status_code == other.post(OFFICE, sent("delete", sure="on")).status_code == 403
        assert Season.objects.exists()


class TestBadInput:
    def test_an_event_twice(self, keeper):
        season = club_years.played()
        event = season.entries.first().tournament

        answer = keeper.post(OFFICE, sent("add-events", event=event.pk))

        assert answer.status_code == 422
        assert f"“{event.name}” is in this season already" in text(answer)

    def test_an_event_outside_the_season(self, keeper):
        season = club_years.season()
        old = club_years.evening(season.club, "alt", day=date(2025, 12, 30))

        answer = keeper.post(OFFICE, sent("add-events", event=old.pk))

        assert answer.status_code == 422
        assert "is not within the season" in text(answer)
        assert not season.entries.exists()

    def test_a_member_twice(self, keeper):
        season = club_years.played()
        anna = club_years.person("Anna Ast")
        keeper.post(OFFICE, sent("add-members", person=anna.pk))

        answer = keeper.post(OFFICE, sent("add-members", person=anna.pk))

        assert answer.status_code == 422
        assert "Anna Ast is a member of this season already" in text(answer)
        assert season.members.count() == 1

    @pytest.mark.parametrize(
        ("more", "said"),
        [
            ({"count": "best"}, "Please say how many of the best count."),
            ({"count": "best", "best": "0"}, "At least one has to count."),
            ({"count": "places"}, "Please give the points of the first"),
            ({"count": "places", "points": "10, acht"}, "“acht” is no whole number"),
            ({"bonus": "30"}, "Each line is two numbers"),
            ({"bonus": "30 1\n30 2"}, "There are two bonuses for one number of lists."),
            ({"grouping": "month"}, "Please say how many of each half-year or month count."),
            ({"best_of_group": "2"}, "Please say of what so many count"),
            ({"parts": "0"}, "Series are numbered from 1 on."),
            ({"name": "  "}, "This field is required."),
        ],
    )
    def test_an_impossible_rule_is_refused_and_what_was_typed_stays(self, keeper, more, said):
        club_years.season()

        answer = keeper.post(f"{OFFICE}competitions/new/", counted(minimum="17", **more))

        assert answer.status_code == 422
        assert said in text(answer)
        assert 'value="17"' in answer.content.decode()
        assert not Competition.objects.exists()

    def test_a_season_that_ends_before_it_begins(self, keeper):
        club_books.club()
        form = sent("change", name="2026", starts_on="2026-02-01", ends_on="2026-01-01", visibility="public")

        answer = keeper.post("/clubs/sc-herz-dame/seasons/new/", {**form, "names_shown": "full"})

        assert "A season cannot end before it begins." in text(answer)

    def test_a_second_season_of_the_same_name(self, keeper):
        club_years.season()
        form = sent("change", name="klubmeisterschaft 2026", starts_on="2026-01-01", ends_on="2026-12-31")

        answer = keeper.post(
            "/clubs/sc-herz-dame/seasons/new/", {**form, "visibility": "public", "names_shown": "full"}
        )

        assert "has a season “Klubmeisterschaft 2026” already" in text(answer)


class TestRelease:
    def test_is_shown_with_its_hash_and_can_be_fetched(self, keeper, visitor):
        season = club_years.played()
        made = club_years.competition(season)

        for _ in range(2):
            keeper.post(f"{OFFICE}competitions/1/", {"act": "release"})

        release = made.releases.get()
        assert release.hash in text(visitor.get(PAGE))
        told = visitor.get(f"{PAGE}released/1.json").json()
        assert told["sha256"] == release.hash
        assert len(told["table"]["rows"]) == len(club_years.NAMES)
        assert "Anna" not in visitor.get(f"{PAGE}released/1.json").content.decode()

    def test_its_rule_stays_and_its_name_can_change(self, keeper):
        season = club_years.played()
        made = club_years.competition(season)
        keeper.post(f"{OFFICE}competitions/1/", {"act": "release"})

        address = f"{OFFICE}competitions/1/"
        refused = post_seen(keeper, address, counted(count="average"))
        assert refused.status_code == 422
        assert "A table was released by this rule, so the rule stays." in text(refused)
        assert post_seen(keeper, address, counted("Umbenannt")).status_code == 302
        made.refresh_from_db()
        assert (made.name, made.count) == ("Umbenannt", "sum")

    def test_what_was_released_is_not_deleted(self, keeper):
        season = club_years.played()
        club_years.competition(season)
        keeper.post(f"{OFFICE}competitions/1/", {"act": "release"})

        answer = keeper.post(OFFICE, sent("delete", sure="on"))

        assert "A table of it was released, so it stays." in text(answer)
        assert Season.objects.exists()

    def test_an_empty_table_is_not_released(self, keeper):
        club_years.competition(club_years.season())

        assert "nothing to release" in text(keeper.post(f"{OFFICE}competitions/1/", {"act": "release"}))


class TestFiles:
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
