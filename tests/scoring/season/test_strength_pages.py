"""Strength figures on the site: off by default, of those who consent alone, the numbers of the rules."""

import ast
from datetime import UTC, datetime

import pytest

from scoring.privacy.selectors.personal import of_person
from scoring.privacy.services.forgetting import forget_due
from scoring.season.models import SeasonMember, StrengthConsent
from scoring.season.rules.strength import strengths
from scoring.season.selectors import strength as selector
from scoring.season.services import strength
from tables.acts.services.refusals import Refused
from tables.draw.models import Seat
from tests.factories import EVENING
from tests.scoring.disputes import directing
from tests.scoring.season import club_years
from tests.scoring.season.club_years import NAMES, PAGE, person
from tests.settings import BASE_DIR
from tests.tables.clubs import club_books
from tests.tables.tournaments.test_home_pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FIGURES = f"{PAGE}strength/"


def with_figures(*names: str, **details):
    """Return a season of three evenings of which these want a figure."""
    season = club_years.played(evenings=3, **details)
    club_years.competition(season)
    strength.turn_strength(season_id=season.pk, start=900)
    people = [person(name).pk for name in names]
    return strength.note_consents(season_id=season.pk, people=people, now=EVENING)


class TestOff:
    def test_a_season_has_none_until_it_is_turned_on(self, visitor, keeper):
        season = club_years.played(evenings=1)
        club_years.competition(season)

        assert visitor.get(FIGURES).status_code == 404
        assert "Strength figures" not in text(visitor.get(PAGE))
        assert visitor.post(FIGURES, {"act": "strength", "start": 900}).status_code == 302
        assert keeper.post(FIGURES, {"act": "strength", "start": 900})["Location"] == FIGURES
        page = text(visitor.get(FIGURES))
        assert "Nobody who wants a figure has played yet." in page
        for said in ("-5", "+15", "-25", "1195", "1115", "975", "915"):
            assert said in page
        assert keeper.post(FIGURES, {"act": "strength", "start": ""}).status_code == 302
        assert visitor.get(FIGURES).status_code == 404

    def test_bad_input_keeps_what_was_typed(self, keeper):
        club_years.played(evenings=1)

        answer = keeper.post(FIGURES, {"act": "strength", "start": "viel"})

        assert answer.status_code == 422
        assert 'value="viel"' in answer.content.decode()


class TestOn:
    def test_the_numbers_are_those_of_the_rules(self, visitor):
        season = with_figures("Anna Ast", "Bert Bär")
        wanted = {person(name).pk for name in ("Anna Ast", "Bert Bär")}
        tables = [
            {
                seat.entrant.person_id: seat.result.performance
                for seat in Seat.objects.filter(series__tournament=entry.tournament).select_related("result", "entrant")
            }
            for entry in season.entries.all()
        ]
        expected = strengths(tables, start=900, consenting=wanted)

        assert selector.figures_of(season) == expected
        assert {one.lists for one in expected.values()} == {3}
        page = text(visitor.get(FIGURES))
        for one in expected.values():
            assert f"± {one.error}" in page
            assert str(one.whole) in page
        assert "Carl Clas" not in page
        own = f"{PAGE}players/{person('Anna Ast').pk}/"
        assert "Strength figure" in text(visitor.get(own)).replace("Strength figures", "")
        other = f"{PAGE}players/{person('Carl Clas').pk}/"
        assert "Strength figure" not in text(visitor.get(other)).replace("Strength figures", "")

    @pytest.mark.thorough
    def test_whoever_takes_it_back_has_none(self, keeper, visitor):
        season = with_figures(*NAMES)
        stays = [person(name).pk for name in NAMES[1:]]

        assert keeper.post(FIGURES, {"act": "consent", "person": stays}).status_code == 302

        assert "Anna Ast" not in text(visitor.get(FIGURES))
        assert StrengthConsent.objects.count() == 3
        assert keeper.post(FIGURES, {"act": "consent"}).status_code == 302
        assert selector.figures_of(season) == {}

    @pytest.mark.thorough
    def test_nobody_of_another_book(self):
        season = with_figures()
        stranger = club_books.person(club_books.club("SC Pik"), "Fremde Frau")

        with pytest.raises(Refused, match="no-such-person"):
            strength.note_consents(season_id=season.pk, people=[stranger.pk], now=EVENING)

    def test_a_member_of_another_book_can_have_one(self):
        season = with_figures()
        member = club_books.person(club_books.club("SC Pik"), "Mit Glied")
        SeasonMember.objects.create(season=season, person=member, added_at=EVENING)

        strength.note_consents(season_id=season.pk, people=[member.pk], now=EVENING)

        assert selector.consenting(season) == {member.pk}
        assert member in selector.people_asked(season)

    @pytest.mark.thorough
    def test_lists_by_house_rules_and_excluded_players_are_left_out(self):
        season = with_figures(*NAMES)
        event = season.entries.first().tournament
        series = event.series.get()
        series.tables.get().game_list.__class__.objects.filter(table__series=series).update(profile="kneipe")
        second = season.entries.order_by("-pk").first().tournament
        second.entrants.filter(number=1).update(excluded_at=EVENING, present=False)

        lists = {person(name).pk: 2 for name in NAMES} | {person(NAMES[0]).pk: 1}
        assert {number: one.lists for number, one in selector.figures_of(season).items()} == lists

    @pytest.mark.thorough
    def test_a_void_list_moves_no_figure_and_penalty_points_count(self):
        season = with_figures(*NAMES)
        first = season.entries.first().tournament
        before = selector.figures_of(season)
        directing.ordered(first, directing.order(directing.Kind.PENALTY, series=1, entrant=1, points=200))
        fined = selector.figures_of(season)
        anna = person(NAMES[0]).pk
        assert fined[anna].hundredths < before[anna].hundredths

        directing.ordered(first, directing.order(directing.Kind.VOID, series=1, table=1, clause="SkWO 7.2.4"))

        assert {one.lists for one in selector.figures_of(season).values()} == {2}

    @pytest.mark.thorough
    def test_names_are_as_the_season_shows_them(self, visitor):
        with_figures("Anna Ast", names_shown="initials")

        page = text(visitor.get(FIGURES))
        assert "A. A." in page
        assert "Anna" not in page

    @pytest.mark.thorough
    def test_of_members_only_with_their_key(self, visitor):
        with_figures("Anna Ast", visibility="members")

        assert visitor.get(FIGURES).status_code == 403

    @pytest.mark.thorough
    def test_it_takes_a_fixed_number_of_queries(self, visitor, django_assert_num_queries):
        season = with_figures(*NAMES)
        with django_assert_num_queries(9):
            visitor.get(FIGURES)
        club_years.with_events(season, club_years.evening(season.club, "noch", series=3))
        with django_assert_num_queries(9):
            visitor.get(FIGURES)


@pytest.mark.thorough
def test_consent_is_told_and_forgotten():
    season = with_figures("Anna Ast")
    assert of_person(person("Anna Ast"))["scoring.StrengthConsent"] == [{"season": season.name, "given_at": EVENING}]

    forget_due(now=datetime(2027, 7, 2, tzinfo=UTC))

    assert not StrengthConsent.objects.exists()


@pytest.mark.thorough
def test_nothing_that_decides_asks_for_it():
    """It is never mixed into places, prizes or seats: only the season's own pages import it."""
    asked = {
        str(path.relative_to(BASE_DIR))
        for app in ("tables", "scoring")
        for path in (BASE_DIR / app).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom | ast.Import)
        if any("strength" in f"{getattr(node, 'module', '')}.{one.name}" for one in node.names)
    }

    assert asked == {
        "scoring/season/selectors/strength.py",
        "scoring/season/urls.py",
        "scoring/season/views/public.py",
        "scoring/season/views/strength.py",
    }
