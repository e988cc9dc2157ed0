"""User names cannot be found out by the forms in which somebody names others, wherever they stand."""

import re
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from scoring.disputes.services import appeals
from scoring.money.services import booking
from scoring.season.models import SeasonHelper
from scoring.season.services import seasons
from tables.accounts.models import User
from tables.accounts.services import floods
from tables.acts.services import Refused
from tables.clubs.services import clubs
from tables.tournaments.models import Role
from tables.tournaments.services import officials
from tests.scoring.season import club_years
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db

SITE = [Path(app) for app in ("tables", "scoring", "skatturnier")]

ASKS_FOR_A_NAME = re.compile(r"username(?:__\w+)?=username|username__i?\w+=")

NO_FORM = {
    "tables/accounts/services/accounts.py",
    "tables/management/commands/sign_out.py",
    "skatturnier/backups/one_event.py",
    "skatturnier/welcome.py",
    "scoring/privacy/services.py",
    "scoring/venues/selectors.py",
}
"""What looks an account up by its name: the one place, signing in, and what only the site's owner does."""


def appoint(event, season, name, by):
    officials.appoint(
        tournament_id=event.pk, username=name, kind=Role.Kind.JUDGE, plays_as=None, by=by, now=by.at_this_time
    )


def engage(event, season, name, by):
    """Turned round: a name that is free opens, one that is taken is a miss."""
    names = {"nobody": "anna", "anna": f"neu-{uuid4().hex[:8]}"}
    officials.engage(
        tournament_id=event.pk,
        username=names[name],
        password="herz-dame-7",
        kind=Role.Kind.JUDGE,
        plays_as=None,
        by=by,
        now=by.at_this_time,
    )


def keep_a_book(event, season, name, by):
    clubs.add_keeper(club_id=season.club_id, username=name, by=by, now=by.at_this_time)


def help_in_a_season(event, season, name, by):
    seasons.add_helper(season_id=season.pk, username=name, may=SeasonHelper.May.ENTER, by=by, now=by.at_this_time)


def sit_in_the_tribunal(event, season, name, by):
    appeals.name_member(tournament_id=event.pk, username=name, entry_key=uuid4(), by=by, now=by.at_this_time)


def take_a_box(event, season, name, by):
    counted = booking.Count(box=booking.FIRST_BOX, pieces={}, to=name)
    booking.count_box(tournament_id=event.pk, count=counted, entry_key=uuid4(), by=by, now=by.at_this_time)


FORMS = [appoint, engage, keep_a_book, help_in_a_season, sit_in_the_tribunal, take_a_box]


@pytest.fixture
def event():
    return factories.tournament()


@pytest.fixture
def season():
    return club_years.played(evenings=1)


@pytest.fixture
def by() -> User:
    """Return who names others, and when."""
    made = factories.user()
    made.at_this_time = EVENING
    factories.user("anna")
    return made


@pytest.mark.parametrize("form", FORMS)
def test_after_some_misses_a_right_name_is_answered_as_a_wrong_one(form, event, season, by):
    for _miss in range(floods.MOST_WRONG):
        with pytest.raises(Refused, match=r"no-such-user|user-exists"):
            form(event, season, "nobody", by)

    for name in ("nobody", "anna"):
        with pytest.raises(Refused, match="too-many-names"):
            form(event, season, name, by)

    by.at_this_time += floods.WITHIN + timedelta(minutes=1)
    form(event, season, "anna", by)


def test_misses_in_all_forms_are_counted_together_and_right_names_are_not(event, season, by):
    for _again in range(floods.MOST_WRONG):
        appoint(event, season, "anna", by)
    for form in (FORMS * floods.MOST_WRONG)[: floods.MOST_WRONG]:
        with pytest.raises(Refused, match=r"no-such-user|user-exists"):
            form(event, season, "nobody", by)

    for form in FORMS:
        with pytest.raises(Refused, match="too-many-names"):
            form(event, season, "anna", by)


def test_whoever_names_others_keeps_nobody_else_out(event, season, by):
    for _miss in range(floods.MOST_WRONG):
        with pytest.raises(Refused):
            appoint(event, season, "nobody", by)
    other = factories.user("andere")
    other.at_this_time = EVENING

    appoint(event, season, "anna", other)


def test_no_other_place_looks_an_account_up_by_the_name_somebody_typed():
    asking = {
        path.as_posix()
        for app in SITE
        for path in app.rglob("*.py")
        if any(
            ASKS_FOR_A_NAME.search(line) and re.search(r"\bobjects\b|filter\(|\.get\(", line)
            for line in path.read_text(encoding="utf-8").splitlines()
        )
    }

    assert asking - NO_FORM == set()
    assert "tables/accounts/services/accounts.py" in asking
