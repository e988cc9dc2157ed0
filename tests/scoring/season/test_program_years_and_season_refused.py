"""The table of the year by `python -m scoring.season.table`, sentence by sentence; every figure by hand.

What a season refuses: whoever may not look or act, bad input, another rule after a release.

The year of a club as a Skat report: in order by the published check, its places those of the page.
"""

from datetime import date

import pytest
from django.test import Client

from scoring.report.checks import check
from scoring.season.models import Competition, Season, SeasonMember
from scoring.season.selectors.played import year_of
from scoring.season.selectors.tables import table_of
from tests.scoring.season import club_years
from tests.scoring.season.club_years import NAMES, OFFICE, PAGE, counted, person, sent
from tests.scoring.season.program import evening, rule
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen
from tests.tables.clubs import club_books
from tests.tables.tournaments.test_home_pages import text

YEAR = [
    evening((1, 1000, 10, 2), (2, 900, 9, 1), (3, 900, 9, 0), (4, 400, 4, 4), date="2026-01-14"),
    evening((1, 500, 5, 5), (2, 1300, 13, 1), (3, 1000, 9, 2), date="2026-01-21"),
    evening((1, 1100, 11, 0), (2, 700, 7, 3), (4, 1500, 15, 0), date="2026-01-28"),
]


"""Sums: 1 has 2,600 in three lists, 2 has 2,900 in three, 3 and 4 have 1,900 in two."""


def rows(table):
    return [(row["place"], row["number"], row["value"]) for row in table]


def test_a_row_says_place_number_value_and_whether_it_is_ranked(ask):
    document = {
        "rule": {"count": "best", "n": 12, "absent": None, "minimum": 8, "bonus": [], "guests": False},
        "evenings": [{"date": "2026-01-14", "lists": [{"number": 1, "total": 1204, "won": 12, "lost": 1}]}],
        "members": [1, 2, 3],
    }

    assert ask(document) == [{"place": None, "number": 1, "value": "1204", "ranked": False}]


def test_sum_adds_all_lists(ask):
    table = ask({"rule": rule("sum"), "evenings": YEAR})

    # 3 and 4 have 1,900 each; 4 won 19 games, 3 won 18.
    assert rows(table) == [(1, 2, "2900"), (2, 1, "2600"), (3, 4, "1900"), (4, 3, "1900")]


class TestAverage:
    def test_is_of_all_lists_and_exact(self, ask):
        table = ask({"rule": rule("average", minimum=3), "evenings": YEAR})

        assert rows(table)[:2] == [(1, 2, "2900/3"), (2, 1, "2600/3")]

    def test_below_the_minimum_is_not_ranked_and_stands_after_all_who_are(self, ask):
        table = ask({"rule": rule("average", minimum=3), "evenings": YEAR})

        # Both would be before 1.
        assert rows(table)[2:] == [(None, 4, "950"), (None, 3, "950")]
        assert [row["ranked"] for row in table] == [True, True, False, False]

    def test_missing_lists_count_as_absent_where_that_is_a_number_and_then_everybody_is_ranked(self, ask):
        table = ask({"rule": rule("average", minimum=3, absent=500), "evenings": YEAR})

        # (1,900 + 500) / 3 = 800, and won and lost of an absence are 0: 4 won 19 games.
        assert rows(table) == [(1, 2, "2900/3"), (2, 1, "2600/3"), (3, 4, "800"), (4, 3, "800")]
        assert all(row["ranked"] for row in table)

    def test_missing_lists_may_count_nothing(self, ask):
        table = ask({"rule": rule("average", minimum=24, absent=0), "evenings": YEAR})

        assert rows(table) == [(1, 2, "725/6"), (2, 1, "325/3"), (3, 4, "475/6"), (4, 3, "475/6")]

    def test_more_lists_than_the_minimum_all_count(self, ask):
        table = ask({"rule": rule("average", minimum=2, absent=0), "evenings": YEAR})

        assert rows(table) == [(1, 2, "2900/3"), (2, 4, "950"), (3, 3, "950"), (4, 1, "2600/3")]

    def test_is_ranked_by_the_exact_value(self, ask):
        # A third of a point apart: 3333333.33... against 3333333.
        lists = [(2, 3_333_333, 99), (1, 10_000_000), (1, 0), (1, 0)]
        table = ask({"rule": rule("average"), "evenings": [evening(*lists)]})

        assert rows(table) == [(1, 1, "10000000/3"), (2, 2, "3333333")]


class TestBest:
    def test_the_highest_count(self, ask):
        table = ask({"rule": rule("best", n=2), "evenings": YEAR})

        assert rows(table) == [(1, 2, "2200"), (2, 1, "2100"), (3, 4, "1900"), (4, 3, "1900")]

    def test_fewer_than_n_are_what_there_is(self, ask):
        assert rows(ask({"rule": rule("best", n=5), "evenings": YEAR}))[0] == (1, 2, "2900")

    @pytest.mark.parametrize(
        ("edge", "first"),
        [
            pytest.param([(1, 800, 8, 3), (1, 800, 9, 4)], 1, id="more-won"),
            pytest.param([(1, 800, 8, 3), (1, 800, 8, 1)], 1, id="fewer-lost"),
            pytest.param([(1, 800, 8, 2), (1, 800, 8, 3)], 2, id="no-better-than-the-other"),
        ],
    )
    def test_of_equal_totals_at_the_edge_the_better_one_counts(self, ask, edge, first):
        # 2 has 800 with 8 won and 1 lost, or with 8 and 2 is equal to the last case.
        table = ask({"rule": rule("best", n=1), "evenings": [evening(*edge, (2, 800, 8, 2))]})

        assert {row["number"]: row["place"] for row in table}[1] == 1
        assert {row["number"]: row["place"] for row in table}[2] == (2 if first == 1 else 1)

    def test_won_games_of_dropped_lists_decide_nothing(self, ask):
        table = ask({"rule": rule("best", n=1), "evenings": [evening((1, 800, 8, 1), (1, 700, 20, 0), (2, 800, 9, 1))]})

        assert rows(table) == [(1, 2, "800"), (2, 1, "800")]


class TestPlaces:
    def test_points_are_those_of_the_place_of_the_evenings_sum(self, ask):
        table = ask({"rule": rule("places", points=[10, 8, 6]), "evenings": YEAR})

        # First evening 1, 3 (fewer lost), 2, 4; second 2, 3, 1; third 4, 1, 2.
        assert rows(table) == [(1, 1, "24"), (2, 2, "22"), (3, 3, "16"), (4, 4, "10")]

    def test_two_lists_of_an_evening_are_added_up_before_they_are_placed(self, ask):
        table = ask(
            {"rule": rule("places", points=[3, 2, 1]), "evenings": [evening((1, 900), (2, 600), (2, 500), (3, 1000))]}
        )

        assert rows(table) == [(1, 2, "3"), (2, 3, "2"), (3, 1, "1")]

    def test_who_is_equal_by_won_and_lost_too_gets_the_better_places_points(self, ask):
        tied = evening((1, 900, 9, 1), (2, 900, 9, 1), (3, 500, 5, 1))
        table = ask({"rule": rule("places", points=[10, 8, 6]), "evenings": [tied]})

        assert rows(table) == [(1, 1, "10"), (1, 2, "10"), (3, 3, "6")]

    def test_beyond_the_list_there_is_nothing(self, ask):
        table = ask({"rule": rule("places", points=[10]), "evenings": YEAR[:1]})

        # All who have nothing are ranked by the games they won and lost.
        assert rows(table) == [(1, 1, "10"), (2, 3, "0"), (3, 2, "0"), (4, 4, "0")]

    def test_a_guest_keeps_the_place_in_the_evening_either_way(self, ask):
        points = rule("places", points=[10, 8, 6, 4])

        table = ask({"rule": points, "evenings": YEAR[:1], "members": [2, 4]})
        with_guests = ask({"rule": points | {"guests": True}, "evenings": YEAR[:1], "members": [2, 4]})

        assert rows(table) == [(1, 2, "6"), (2, 4, "4")]
        assert rows(with_guests) == [(1, 1, "10"), (2, 3, "8"), (3, 2, "6"), (4, 4, "4")]

    def test_the_minimum_is_in_lists_not_evenings(self, ask):
        table = ask(
            {"rule": rule("places", points=[3, 2], minimum=2), "evenings": [evening((1, 900), (2, 600), (2, 100))]}
        )

        assert [(row["number"], row["ranked"]) for row in table] == [(2, True), (1, False)]


class TestBonus:
    STEPS = [[2, 100], [3, 500], [4, 9000]]

    def test_the_highest_step_reached_alone_is_added(self, ask):
        table = ask({"rule": rule("sum", bonus=self.STEPS), "evenings": YEAR})

        assert rows(table) == [(1, 2, "3400"), (2, 1, "3100"), (3, 4, "2000"), (4, 3, "2000")]

    def test_the_order_of_the_steps_does_not_matter(self, ask):
        table = ask({"rule": rule("sum", bonus=self.STEPS[::-1]), "evenings": YEAR})

        assert rows(table)[0] == (1, 2, "3400")

    def test_is_added_to_an_average_as_it_stands(self, ask):
        table = ask({"rule": rule("average", bonus=[[3, 500]]), "evenings": YEAR})

        assert rows(table)[:2] == [(1, 2, "4400/3"), (2, 1, "4100/3")]

    def test_is_for_lists_played_also_those_that_do_not_count(self, ask):
        table = ask({"rule": rule("best", n=1, bonus=[[3, 500]]), "evenings": YEAR})

        assert rows(table) == [(1, 2, "1800"), (2, 1, "1600"), (3, 4, "1500"), (4, 3, "1000")]

    def test_is_not_for_lists_that_count_as_absent(self, ask):
        table = ask({"rule": rule("average", minimum=3, absent=500, bonus=[[3, 1]]), "evenings": YEAR})

        assert rows(table)[2:] == [(3, 4, "800"), (4, 3, "800")]


class TestMembers:
    def test_who_is_none_is_left_out(self, ask):
        table = ask({"rule": rule("sum"), "evenings": YEAR, "members": [1, 3]})

        assert rows(table) == [(1, 1, "2600"), (2, 3, "1900")]

    def test_guests_are_ranked_with_the_rest(self, ask):
        table = ask({"rule": rule("sum", guests=True), "evenings": YEAR, "members": [1, 3]})

        assert [row["number"] for row in table] == [2, 1, 4, 3]

    def test_without_members_everybody_is_in_it(self, ask):
        assert len(ask({"rule": rule("sum"), "evenings": YEAR})) == 4

    def test_a_member_without_a_list_is_not_in_it(self, ask):
        assert [row["number"] for row in ask({"rule": rule("sum"), "evenings": YEAR, "members": [1, 99]})] == [1]


class TestTies:
    def test_games_won_then_games_lost_then_the_same_place(self, ask):
        lists = [(5, 900, 9, 2), (4, 900, 9, 2), (3, 900, 10, 9), (2, 900, 9, 1), (1, 100)]

        table = ask({"rule": rule("sum"), "evenings": [evening(*lists)]})

        assert [(row["place"], row["number"]) for row in table] == [(1, 3), (2, 2), (3, 4), (3, 5), (5, 1)]

    def test_who_is_not_ranked_shares_no_place(self, ask):
        table = ask({"rule": rule("sum", minimum=9), "evenings": [evening((2, 900), (1, 900), (3, 950))]})

        assert rows(table) == [(None, 3, "950"), (None, 1, "900"), (None, 2, "900")]


def test_of_a_rule_the_fields_it_does_not_need_may_be_left_out(ask):
    assert rows(ask({"rule": {"count": "sum"}, "evenings": YEAR}))[0] == (1, 2, "2900")


def test_a_year_without_evenings_has_an_empty_table(ask):
    assert ask({"rule": rule("sum"), "evenings": []}) == []


def test_evenings_may_come_in_any_order(ask):
    for count in (rule("best", n=1), rule("average"), rule("places", points=[3, 2, 1])):
        assert ask({"rule": count, "evenings": YEAR}) == ask({"rule": count, "evenings": YEAR[::-1]})


@pytest.mark.django_db
@pytest.mark.slow
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


@pytest.mark.django_db
@pytest.mark.slow
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


@pytest.mark.django_db
@pytest.mark.slow
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


REPORT = f"{PAGE}report.json"


@pytest.mark.django_db
@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    "terms",
    [
        {"count": "sum"},
        {"count": "average", "minimum": 5, "absent": 100},
        {"count": "average", "minimum": 5},
        {"count": "best", "best": 2, "bonus": [[3, 500]]},
        {"count": "best", "best": 2, "guests": True},
        {"count": "places", "points": [10, 8, 6, 4]},
    ],
)
def test_the_report_comes_to_the_table_of_the_page(visitor, terms):
    season = club_years.played(evenings=3)
    for name in NAMES[:3]:
        SeasonMember.objects.create(season=season, person=person(name), added_at=EVENING)
    competition = club_years.competition(season, "Wertung", **terms)

    document = visitor.get(REPORT).json()

    assert check(document) == ()
    shown = table_of(competition, year_of(season)).rows
    assert {row["number"]: (row["place"], row["value"]) for row in document["table"]} == {
        row.player.number: (row.place, str(row.value)) for row in shown
    }
    assert not any(name in str(document) for name in NAMES)


@pytest.mark.django_db
@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    "terms",
    [
        {"count": "sum", "parts": [1]},
        {"count": "sum", "together": "club", "of_each": 2},
        {"count": "sum", "ties": ["more-lists"]},
        {"count": "best", "best": 2, "whole_evenings": True},
        {"count": "sum", "grouping": "month", "best_of_group": 1},
    ],
)
def test_a_rule_that_a_report_cannot_say_has_none(visitor, terms):
    season = club_years.played(evenings=1)
    club_years.competition(season, "Wertung", **terms)

    assert visitor.get(REPORT).status_code == 404


@pytest.mark.django_db
def test_of_members_with_their_key_alone(visitor):
    season = club_years.played(evenings=1, visibility="members")
    club_years.competition(season)

    assert visitor.get(REPORT).status_code == 403
