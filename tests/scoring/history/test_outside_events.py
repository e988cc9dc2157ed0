"""What clubs and accounts are: every act leaves a line in a chain of its own, and what is bent is named by verify."""

from datetime import date
from functools import partial
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from pytest_django.asserts import assertContains

from scoring.history.selectors.verification import outside_verified
from scoring.league.services import levels, matches
from scoring.privacy.services import erase_account
from scoring.season.models import SeasonHelper
from scoring.season.reading import ReadResult
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
from tests.scoring.history.bent import NONSENSE, left_unseen, stopping, verify
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
    club_years.with_events(year, club_years.evening(made, "abend-1"))
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
    competitions.release_table(competition_id=club_years.competition(year).pk, **acts())
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


@pytest.fixture
def made() -> Club:
    return club()


def told(of):
    return list(journal.lines_of(of).order_by("number").values_list("action", flat=True))


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


class TestRowsThatAreBent:
    @pytest.mark.thorough
    def test_are_named_whatever_the_column(self, made, is_thorough):
        """The last column of each kind of row, all of them where it is thorough."""
        unseen = []
        for name in KINDS:
            kind = sealing.kind_of(name)
            columns = [one for one in kind.model._meta.concrete_fields if not one.primary_key and not why_unsealed(one)]
            rows = kind.model._base_manager.filter(**{kind.of: made.pk} if kind.of else {}).order_by("pk")
            # A row of a club is looked for in what the club keeps, one of the site there.
            verified = partial(outside_verified, made if kind.of else None)
            unseen += left_unseen(kind.model, rows, columns[0 if is_thorough else -1 :], verified)
        assert not unseen, "; ".join(unseen)

    @pytest.mark.thorough
    @pytest.mark.parametrize("model", OUTSIDE, ids=lambda model: model.__name__)
    @pytest.mark.usefixtures("made")
    def test_stop_nobody_whatever_stands_in_any_column(self, model):
        a_row_of_each()

        columns = [one for one in model._meta.concrete_fields if not one.primary_key]
        stopped = stopping(model, model._base_manager.order_by("pk").last(), columns, NONSENSE)

        assert not stopped, "; ".join(stopped)

    def test_are_named_where_they_link_an_account_to_rights_and_a_line_changed_where_it_is(self, made):
        a_row_of_each()
        assert outside_verified(None) == outside_verified(made) == ()

        User.groups.through.objects.all().delete()
        SiteEntry.objects.filter(club=made, number=3).update(action="nothing.done")

        assert [one.doubt.value for one in outside_verified(None)] == ["seal-differs"]
        assert (journal.first_broken_line(made), [one.line for one in outside_verified(made)]) == (3, [3])

    def test_of_any_table_and_any_column_are_in_seals_or_have_a_reason(self):
        tables = set(connection.introspection.table_names())

        kinds = [*sealing.kinds_of_event().values(), *KINDS.values()]
        models = {model for kind in kinds for model in (kind.model, *(part for part, _link in kind.parts))}
        links = {many.remote_field.through for model in models for many in model._meta.local_many_to_many}
        sealed = {model._meta.db_table for model in models | links}
        reasons = UNSEALED | {model._meta.db_table: no.why for model, no in sealed_models(NotSealed)}
        assert (sealed | reasons.keys(), sealed & reasons.keys()) == (tables, set())
        assert all(len(why.split()) > 4 for why in reasons.values())
        assert {"django_session", "tables_user_groups", "scoring_panel_members", "tables_club"} <= tables
        for model in apps.get_models():
            for field in model._meta.concrete_fields:
                assert not (why := why_unsealed(field)) or len(why.split()) > 2, field


class TestAHead:
    @pytest.fixture(params=["club", "site"])
    def owner(self, request, made):
        return {"club": made}.get(request.param)

    def verified(self, owner, head):
        return verify(*(["--club", owner.slug] if owner else ["--site"]), f"--head={head}")

    def test_is_printed_and_known_again_from_then_on(self, owner, made):
        head = head_of(owner).short

        code, said = self.verified(owner, head)
        clubs.change_club(club_id=made.pk, details=clubs.ClubDetails(name="SC Neu"), **acts())
        factories.user("spaeter")

        assert (code, f"head {head})" in said, said.count("\n"), self.verified(owner, head)[0]) == (0, True, 1, 0)

    def test_finds_a_tail_cut_off_and_one_made_anew(self, owner):
        head = head_of(owner)
        last = journal.lines_of(owner).latest("number")
        last.delete()

        code, said = self.verified(owner, head.short)
        assert (code, "but the journal is shorter now" in said) == (1, True)

        journal.record_outside(last.action, club=owner, by=None, at=last.at)
        assert f"journal line {head.number}: is printed as {head.short}: it, or" in self.verified(owner, head.short)[1]

    def test_is_of_one_journal(self, made):
        for args in (["--head", head_of(made).short], ["--club", "nirgends"]):
            assert verify(*args)[0] == 2


class TestItsPage:
    def test_tells_every_act_in_a_sentence_with_who_did_it_and_names_a_line_that_was_bent(self, client, made):
        client.force_login(User.objects.create_superuser("chefin"))
        for of, address in ((made, "/clubs/sc-herz-dame/journal/"), (None, "/journal/")):
            lines = list(journal.lines_of(of))
            said = "".join(
                client.get(f"{address}?page={page}", headers={"accept-language": "en"}).content.decode()
                for page in range(1, len(lines) // 20 + 2)
            )
            assert not [line.action for line in lines if line.action in said]
            assert head_of(of).short in said
            assert all(str(line.by) in said for line in lines if line.by)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE tables_siteentry SET data = '[]' WHERE number = 3 AND club_id = %s", [made.pk])
        assertContains(client.get("/clubs/sc-herz-dame/journal/"), "It is not reliable from line 3 on.")

    def test_opens_from_the_club_the_season_and_the_account(self, client, made):
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
    def test_of_somebody_of_another_club_are_told_there_too(self, made):
        guest = club_books.person(Club.objects.get(name="SC Grand Hand"), "Gast")
        seasons.add_members(season_id=made.seasons.get().pk, people=[guest.pk], **acts())

        books.remove_person(club_id=guest.club_id, person_id=guest.pk, **acts())

        assert told(made)[-1] == "book.person-removed"
        assert outside_verified(made) == outside_verified(guest.club) == ()

    def test_stand_in_no_line_and_of_somebody_taken_out_can_not_be_tried(self, made):
        names = [*made.people.values_list("name", flat=True), "zweite", "direktor"]

        lines = [str(line.data) for one in (made, None) for line in journal.lines_of(one)]

        assert not [(name, line) for name in names for line in lines if name in line]
        who = made.people.filter(merged_into=None).first()

        books.remove_person(club_id=made.pk, person_id=who.pk, **acts())

        key, sealed = f"person {who.pk}", [line.data.get(journal.SEALS, {}) for line in journal.lines_of(made)]
        seals = [one[key] for one in sealed if key in one]
        assert len(seals) >= 2
        assert all(seal is None or len(seal) == 1 for seal in seals)
        assert outside_verified(made) == ()


def test_accounts_leave_a_line_whoever_saves_them_and_signing_in_is_none(client):
    user = factories.user()
    call_oneself(by=user, name="A. Quaxi")
    erase_account(username=factories.user("weg").username)
    call_command("createsuperuser", "--noinput", username="chef", email="")

    assert told(None) == ["journal.begun", *("account.made", "account.changed") * 2, "account.made"]
    assert journal.lines_of(None).get(number=3).by == user
    client.post("/sign-in/", {"username": "direktor", "password": "direktordirektor"})
    assert (len(told(None)), outside_verified(None)) == (6, ())


def test_what_was_there_before_there_were_lines_is_sealed_as_it_is_found(made):
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
