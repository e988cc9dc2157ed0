"""What clubs and accounts are: every act leaves a line in a chain of its own, and what is bent is named by verify."""

from dataclasses import replace
from datetime import date, timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection

from scoring.history.selectors.verification import outside_verified
from scoring.league.services import levels, matches
from scoring.league.services.levels import forget_leagues
from scoring.privacy.services import erase_account
from scoring.season.models import SeasonHelper
from scoring.season.reading import ReadResult
from scoring.season.rules.lists import Land
from scoring.season.services import competitions, seasons
from tables.accounts.models import Guess, User
from tables.accounts.services.accounts import call_oneself
from tables.clubs.models import Club
from tables.clubs.services import books, clubs
from tables.declared import NotSealed, sealed_models, way_to_event, why_unsealed
from tables.journal import chain as journal
from tables.journal import sealing
from tables.journal.models import Release, SiteEntry
from tables.journal.selectors import head_of
from tables.journal.services import begin_chains
from tests.scoring.history.bent import NONSENSE, bent, others, stopping
from tests.scoring.league import leagues
from tests.scoring.season import club_years
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered
from tests.tables.clubs import club_books

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]

KINDS = {**sealing.kinds_of_club(), **sealing.kinds_of_site()}

OF_THE_FRAMEWORK = "of the framework; nobody gets a right of this site by it"
UNSEALED = {
    "auth_group": OF_THE_FRAMEWORK,
    "auth_group_permissions": OF_THE_FRAMEWORK,
    "auth_permission": OF_THE_FRAMEWORK,
    "django_content_type": OF_THE_FRAMEWORK,
    "django_migrations": "which migrations ran; the program holds it against its own",
    "django_session": "who is signed in where: they see and end it themselves, and no backup has it",
}


def acts(**more):
    return {"by": factories.user(), "now": EVENING, **more}


@remembered
def club() -> Club:
    """Return a club with a book, a season that was played and released, and a league with a match reported."""
    made = club_books.club()
    clubs.add_keeper(club_id=made.pk, username=factories.user("zweite").username, **acts())
    further = club_books.club("SC Grand Hand")
    year = club_years.season(made)
    evening = club_years.evening(made, "abend-1")
    club_years.with_events(year, evening)
    people = [one.pk for one in made.people.order_by("pk")]
    books.merge(club_id=made.pk, stays=people[2], goes=[club_books.person(made, "Carl Klas").pk], **acts())
    seasons.add_members(season_id=year.pk, people=people[:3], **acts())
    seasons.plan_evenings(season_id=year.pk, days=[(date(2026, 3, 1), "März")], **acts())
    before = ReadResult(line=1, day=date(2026, 1, 2), name="Anna Ast", points=900, won=9, lost=1)
    competitions.add_earlier(season_id=year.pk, results=[before], **acts())
    seasons.add_club(season_id=year.pk, club_id=further.pk, **acts())
    seasons.add_helper(season_id=year.pk, username="zweite", may=SeasonHelper.May.ENTER, **acts())
    competitions.turn_strength(season_id=year.pk, start=900, **acts())
    competitions.note_consents(season_id=year.pk, people=people[:2], **acts())
    counted = club_years.competition(year)
    competitions.release_table(competition_id=counted.pk, **acts())
    division = leagues.division(leagues.level(year, days=1), size=4)
    match = division.matches.get()
    first = leagues.sides(match)[0]
    levels.rename_team(team_id=first.team_id, name="Umbenannt", club="", **acts())
    levels.name_captain(team_id=first.team_id, place_id=first.team.roster.first().pk, **acts())
    leagues.all_in(match)
    leagues.report(match, (4000,) * 3, (3900,) * 3, (3800,) * 3, (3700,) * 3)
    matches.agree(side_id=first.pk, number=1, **acts())
    matches.protest(side_id=first.pk, text="Tisch 2", entry_key=uuid4(), **acts(now=leagues.AFTER))
    return Club.objects.get(pk=made.pk)


def told(of):
    return list(journal.lines_of(of).order_by("number").values_list("action", flat=True))


class TestAnHonestClub:
    def test_tells_of_whatever_is_done(self):
        made = club()
        assert outside_verified(made) == outside_verified(None) == ()
        begun = len(told(made))
        year = made.seasons.get()
        day, division = year.planned.get(), year.divisions.get()
        match, level = division.matches.get(), year.levels.get()
        side = leagues.sides(match)[0]

        clubs.change_club(club_id=made.pk, details=clubs.ClubDetails(name="SC Neu"), **acts())
        clubs.remove_keeper(club_id=made.pk, keeper_id=made.keepers.get(user__username="zweite").pk, **acts())
        someone = club_books.person(made, "Emil")
        books.change_person(person_id=someone.pk, details=books.PersonDetails(name="Emil Ast"), **acts())
        books.remove_person(club_id=made.pk, person_id=someone.pk, **acts())
        seasons.choose_land(season_id=year.pk, land=next(iter(Land)), **acts())
        seasons.cancel_evening(season_id=year.pk, planned_id=day.pk, **acts())
        seasons.change_season(season_id=year.pk, details=replace(club_years.YEAR, name="Neu"), **acts())
        seasons.renew_key(season_id=year.pk, **acts())
        seasons.remove_member(season_id=year.pk, person_id=year.members.first().person_id, **acts())
        seasons.remove_helper(season_id=year.pk, helper_id=year.helpers.get().pk, **acts())
        seasons.remove_club(season_id=year.pk, club_id=year.clubs.get().club_id, **acts())
        other = club_years.competition(year, "Schnitt", "average")
        terms = competitions.Terms(name="Mittel", count="average")
        competitions.change_competition(competition_id=other.pk, terms=terms, **acts())
        competitions.delete_competition(competition_id=other.pk, **acts())
        levels.change_level(level_id=level.pk, terms=levels.LevelTerms(number=1, name="Liga", series=3), **acts())
        later = leagues.DAY + timedelta(days=1)
        levels.move_day(level_id=level.pk, day_id=level.days.get().pk, starts_at=later, **acts())
        lower = leagues.level(year, days=2, number=2, name="Unterliga")
        levels.remove_day(level_id=lower.pk, day_id=lower.days.first().pk, **acts())
        south = leagues.division(lower, name="Süd", size=4, drawn=False)
        team = levels.enter_teams(division_id=south.pk, teams=[levels.TeamDetails(name="Fünf")], **acts())[0]
        levels.renew_key(division_id=south.pk, team_id=team.pk, **acts())
        levels.remove_team(division_id=south.pk, team_id=team.pk, **acts())
        place = south.teams.first().roster.last()
        levels.end_eligibility(team_id=place.team_id, place_id=place.pk, until=date(2026, 12, 1), **acts())
        matches.draw_fixtures(division_id=south.pk, seed="1", **acts())
        home = south.matches.first()
        matches.move_match(match_id=home.pk, venue="Gera", **acts())
        away = leagues.sides(home)[0]
        matches.declare_absent(side_id=away.pk, absent=True, **acts())
        matches.declare_absent(side_id=away.pk, absent=False, **acts())
        leagues.hand_in(away)
        in_place = away.places.filter(number=1).get().member_id
        joker = leagues.roster(away.team)[-1]
        if joker == in_place or away.places.filter(member=joker).exists():
            new = levels.add_players(team_id=away.team_id, names=["Joker"], since=date(2026, 1, 1), **acts())
            joker = new[0].member_id
        matches.exchange(side_id=away.pk, number=1, player=joker, from_series=2, **acts())
        matches.decide(match_id=match.pk, protest_id=match.protests.get().pk, upheld=False, decision="Nein", **acts())
        away.places.all().delete()
        home.sides.update(handed_in_at=None)
        matches.take_back(division_id=south.pk, **acts())
        levels.delete_division(division_id=south.pk, **acts())
        levels.delete_level(level_id=lower.pk, **acts())
        seasons.remove_event(season_id=year.pk, tournament_id=year.entries.get().tournament_id, **acts())
        gone = club_years.season(made, name="Versuch")
        seasons.delete_season(season_id=gone.pk, **acts())
        seasons.forget_season(season_id=year.pk, now=EVENING)
        forget_leagues(now=EVENING)

        assert side.pk
        assert set(told(made)[begun:]) >= {
            *("club.changed", "keeper.removed", "book.person-added", "book.person-changed", "book.person-removed"),
            *("season.land-chosen", "season.evening-cancelled", "season.changed", "season.key-renewed"),
            *("season.member-removed", "season.helper-removed", "season.club-removed", "season.event-removed"),
            *("competition.made", "competition.changed", "competition.deleted", "season.begun", "season.deleted"),
            *("level.made", "level.changed", "level.deleted", "day.added", "day.moved", "day.removed"),
            *("division.made", "division.deleted", "team.entered", "team.key-renewed", "team.removed"),
            *("team.players-added", "team.player-ended", "fixtures.drawn", "fixtures.taken-back", "match.moved"),
            *("match.team-absent", "match.team-present", "match.line-up-handed-in", "match.player-exchanged"),
            *("protest.decided", "season.forgotten", "season.league-forgotten"),
        }
        assert set(told(made)[:begun]) >= {
            *("keeper.added", "book.people-added", "book.people-merged", "season.events-added"),
            *("season.members-added", "season.evenings-planned", "season.club-added", "season.helper-added"),
            *("season.strength-turned", "season.consents-noted", "competition.released", "team.captain-named"),
            "team.renamed",
            *("match.reported", "match.report-agreed", "protest.made"),
        }
        assert journal.first_broken_line(made) is None


OUTSIDE = [
    model for model in apps.get_models(include_auto_created=True) if not way_to_event(model._meta.auto_created or model)
]
"""Every table that is not of an event; of those, test_verify bends the rows."""


def a_row_of_each():
    """Put something into each table in which a club leaves nothing."""
    user = factories.user("rechte")
    group = Group.objects.create(name="Gruppe")
    group.permissions.add(Permission.objects.first())
    user.groups.add(group)
    user.user_permissions.add(Permission.objects.first())
    user.save()
    Session.objects.create(session_key="x" * 32, session_data="x", expire_date=EVENING)
    Guess.objects.create(address_hash="0" * 64, at=EVENING)
    Release.objects.get_or_create(version="0", defaults={"migrated_at": EVENING})


def last_of(model):
    """Return the last row of a table, and its columns that can be bent."""
    row = model._base_manager.order_by("pk").last()
    return row, [one for one in model._meta.concrete_fields if not one.primary_key]


def rows_of(name, of):
    kind = sealing.kind_of(name)
    rows = kind.model._base_manager.order_by("pk")
    return rows.filter(**{kind.of: of.pk}) if kind.of else rows


def sealed(name):
    model = sealing.kind_of(name).model
    return [one for one in model._meta.concrete_fields if not one.primary_key and not why_unsealed(one)]


def left_unseen(name, made, fields):
    """Bend some columns of a row of this kind, one at a time; return those that nobody names."""
    unseen = []
    model = sealing.kind_of(name).model
    for field in fields:
        rows = rows_of(name, made)
        row = rows.exclude(**{f"{field.name}__isnull": True}).last() or rows.last()
        with bent(model, row.pk, field, others(field, getattr(row, field.attname))) as is_bent:
            # A row of a club is looked for in what the club keeps, one of the site there.
            found = not is_bent or outside_verified(made if sealing.kind_of(name).of else None)
        if not found:
            unseen.append(f"{name}.{field.name}")
    return unseen


class TestRowsThatAreBent:
    @pytest.mark.thorough
    def test_are_named_whatever_the_column(self, is_thorough):
        """The last column of each kind of row, all of them where it is thorough."""
        made = club()

        unseen = [one for name in KINDS for one in left_unseen(name, made, sealed(name)[0 if is_thorough else -1 :])]

        assert not unseen, "; ".join(unseen)

    @pytest.mark.thorough
    @pytest.mark.parametrize("model", OUTSIDE, ids=lambda model: model.__name__)
    def test_stop_nobody_whatever_stands_in_any_column(self, model):
        club()
        a_row_of_each()

        stopped = stopping(model, *last_of(model), NONSENSE)

        assert not stopped, "; ".join(stopped)

    def test_are_named_where_they_link_an_account_to_rights(self):
        club()
        a_row_of_each()
        assert outside_verified(None) == ()

        User.groups.through.objects.all().delete()

        assert [one.doubt.value for one in outside_verified(None)] == ["seal-differs"]

    def test_a_line_changed_is_found_where_it_is(self):
        made = club()
        SiteEntry.objects.filter(club=made, number=3).update(action="nothing.done")

        assert journal.first_broken_line(made) == 3
        assert [one.line for one in outside_verified(made)] == [3]

    def test_of_any_table_are_in_seals_or_have_a_reason(self):
        tables = set(connection.introspection.table_names())

        kinds = [*sealing.kinds_of_event().values(), *KINDS.values()]
        models = {model for kind in kinds for model in (kind.model, *(part for part, _link in kind.parts))}
        links = {many.remote_field.through for model in models for many in model._meta.local_many_to_many}
        sealed = {model._meta.db_table for model in models | links}
        reasons = UNSEALED | {model._meta.db_table: no.why for model, no in sealed_models(NotSealed)}
        assert sealed | reasons.keys() == tables
        assert not sealed & reasons.keys()
        assert all(len(why.split()) > 4 for why in reasons.values())
        assert {"django_session", "tables_user_groups", "scoring_panel_members", "tables_club"} <= tables

    def test_whatever_is_in_no_seal_has_its_reason(self):
        for model in apps.get_models():
            for field in model._meta.concrete_fields:
                assert not (why := why_unsealed(field)) or len(why.split()) > 2, field


class TestAHead:
    @pytest.fixture
    def made(self):
        return club()

    @pytest.fixture(params=["club", "site"])
    def owner(self, request, made):
        return made if request.param == "club" else None

    def verified(self, owner, head):
        out, named = StringIO(), ["--club", owner.slug] if owner else ["--site"]
        try:
            call_command("verify", *named, f"--head={head}", stdout=out)
        except CommandError as error:
            return error.returncode, out.getvalue()
        return 0, out.getvalue()

    def test_is_printed_and_known_again_from_then_on(self, owner, made):
        head = head_of(owner).short

        code, said = self.verified(owner, head)
        clubs.change_club(club_id=made.pk, details=clubs.ClubDetails(name="SC Neu"), **acts())
        factories.user("spaeter")

        assert code == 0
        assert f"head {head})" in said
        assert said.count("\n") == 1
        assert self.verified(owner, head)[0] == 0

    def test_finds_a_tail_cut_off_and_one_made_anew(self, owner):
        head = head_of(owner)
        last = journal.lines_of(owner).latest("number")
        last.delete()

        assert self.verified(owner, head.short)[0] == 1
        assert "but the journal is shorter now" in self.verified(owner, head.short)[1]

        journal.record_outside(last.action, club=owner, by=None, at=last.at)
        assert f"journal line {head.number}: is printed as {head.short}: it, or" in self.verified(owner, head.short)[1]

    def test_is_of_one_journal(self, made):
        for args in (["--head", head_of(made).short], ["--club", "nirgends"]):
            with pytest.raises(CommandError) as caught:
                call_command("verify", *args)
            assert caught.value.returncode == 2


class TestItsPage:
    def test_tells_every_act_in_a_sentence_with_who_did_it(self, client):
        made = club()
        owner = User.objects.create_superuser("chefin")
        client.force_login(owner)
        for of, address in ((made, "/clubs/sc-herz-dame/journal/"), (None, "/journal/")):
            lines = list(journal.lines_of(of))
            said = "".join(
                client.get(f"{address}?page={page}", headers={"accept-language": "en"}).content.decode()
                for page in range(1, len(lines) // 20 + 2)
            )
            assert not [line.action for line in lines if line.action in said]
            assert head_of(of).short in said
            assert all(str(line.by) in said for line in lines if line.by)

    def test_names_the_line_that_was_bent_and_reads_on(self, client):
        made = club()
        with connection.cursor() as cursor:
            cursor.execute("UPDATE tables_siteentry SET data = '[]' WHERE number = 3 AND club_id = %s", [made.pk])
        client.force_login(User.objects.create_superuser("chefin"))

        said = client.get("/clubs/sc-herz-dame/journal/").content.decode()

        assert "It is not reliable from line 3 on." in said

    def test_opens_from_the_club_the_season_and_the_account(self, client):
        made = club()
        client.force_login(User.objects.create_superuser("chefin"))
        for address, leads in (
            ("/clubs/sc-herz-dame/", "/clubs/sc-herz-dame/journal/"),
            (f"/seasons/{made.seasons.get().slug}/office/", "/clubs/sc-herz-dame/journal/"),
            ("/account/", "/journal/"),
        ):
            assert f'href="{leads}"' in client.get(address).content.decode(), address
        client.force_login(factories.user("fremd"))
        assert client.get("/journal/").status_code == client.get("/clubs/sc-herz-dame/journal/").status_code == 403
        assert 'href="/journal/"' not in client.get("/account/").content.decode()


class TestNames:
    def test_of_somebody_taken_out_can_not_be_tried(self):
        made = club()
        who = made.people.filter(merged_into=None).first()

        books.remove_person(club_id=made.pk, person_id=who.pk, **acts())

        seals = [
            line.data[journal.SEALS][f"person {who.pk}"]
            for line in journal.lines_of(made)
            if f"person {who.pk}" in line.data.get(journal.SEALS, {})
        ]
        assert len(seals) >= 2
        assert all(seal is None or len(seal) == 1 for seal in seals)
        assert outside_verified(made) == ()

    def test_of_somebody_of_another_club_are_told_there_too(self):
        made = club()
        guest = club_books.person(Club.objects.get(name="SC Grand Hand"), "Gast")
        seasons.add_members(season_id=made.seasons.get().pk, people=[guest.pk], **acts())

        books.remove_person(club_id=guest.club_id, person_id=guest.pk, **acts())

        assert told(made)[-1] == "book.person-removed"
        assert outside_verified(made) == outside_verified(guest.club) == ()

    def test_stand_in_no_line(self):
        made = club()
        names = [*made.people.values_list("name", flat=True), "zweite", "direktor"]

        lines = [str(line.data) for one in (made, None) for line in journal.lines_of(one)]

        assert not [(name, line) for name in names for line in lines if name in line]


class TestAccounts:
    def test_leave_a_line_whoever_saves_them(self):
        user = factories.user()
        call_oneself(by=user, name="A. Quaxi")
        erase_account(username=factories.user("weg").username)
        call_command("createsuperuser", "--noinput", username="chef", email="")

        assert told(None) == [
            *("journal.begun", "account.made", "account.changed", "account.made", "account.changed", "account.made")
        ]
        assert journal.lines_of(None).get(number=3).by == user
        assert outside_verified(None) == ()

    def test_signing_in_is_no_act(self, client):
        factories.user()
        before = told(None)

        client.post("/sign-in/", {"username": "direktor", "password": "direktordirektor"})

        assert told(None) == before


def test_what_was_there_before_there_were_lines_is_sealed_as_it_is_found():
    made = club()
    SiteEntry.objects.all().delete()
    assert [one.doubt for one in outside_verified(made)] == []

    for _twice in range(2):
        begin_chains(now=EVENING)

    assert [told(one) for one in (*Club.objects.order_by("pk"), None)] == [["journal.begun"]] * 3
    assert outside_verified(made) == outside_verified(None) == ()
    books.take_over(club_id=made.pk, tournament_id=club_books.event(made, "Neu Da", slug="neu").pk, **acts())
    assert told(made) == ["journal.begun", "book.people-added"]
    made.people.filter(name="Neu Da").update(contact="anderswo")
    assert [one.doubt.value for one in outside_verified(made)] == ["seal-differs"]
