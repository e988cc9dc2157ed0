"""What a season refuses: whoever may not look or act, bad input, another rule after a release."""

from datetime import date

import pytest
from django.test import Client

from scoring.season.models import Competition, Season
from tests import factories
from tests.scoring.season import club_years
from tests.scoring.season.club_years import OFFICE, PAGE, counted, sent
from tests.seen import post_seen
from tests.tables.clubs import club_books
from tests.tables.tournaments.test_home_pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


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
            ({"grouping": "month"}, "Please say how many of each half-year, month or kind count."),
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
