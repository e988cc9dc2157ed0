"""Nobody sees or changes what is not his: every address, every role, every object, every state."""

import pytest
from django.conf import settings
from django.urls import NoReverseMatch, reverse

from tests.access_matrix import addresses
from tests.access_matrix.expected import When
from tests.access_matrix.hall import NOWHERE, OTHER, hall, release, unpublish
from tests.access_matrix.roles import ROLES, everybody
from tests.access_matrix.rows import EVERYBODY, ROWS, Door, Hidden
from tests.access_matrix.walking import Walk, all_addresses

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("undrawn"), pytest.mark.slow]


@pytest.fixture
def walk_when(is_thorough):
    """Return a walk in some state of the event: through every cell, or those that no other one answers as well."""
    return lambda **when: Walk(When(**when), is_whole=is_thorough)


def some(*names: str):
    """Return the browsers of some roles, made beside all others."""
    return {role: browser for role, browser in everybody().items() if role in names}


def test_every_address_has_a_row_and_no_row_is_left_over():
    assert set(addresses.names()) == set(ROWS)


@pytest.mark.proof("matrix")
def test_everybody_gets_what_is_his_and_nothing_else(walk_when, prove):
    hall()
    browsers, walk, among = everybody(), walk_when(), list(all_addresses())

    walk.act(browsers, among)
    walk.look(browsers, among)

    assert not walk.wrong, "\n".join(walk.wrong)
    prove(f"{len(among)} addresses and states of {len(ROWS)} rows, {len(ROLES)} roles, {walk.asked} cells")


def test_the_doors_where_keys_are_shown_and_accounts_sign_in_are_open_to_everybody(walk_when):
    hall()
    walk = walk_when()

    for step in (walk.act, walk.look):
        step(everybody(), list(all_addresses(gives_a_key=True)))

    assert not walk.wrong, "\n".join(walk.wrong)


@pytest.mark.proof("matrix")
def test_at_another_event_nobody_is_anybody(walk_when, prove):
    hall()
    browsers = some("visitor", "table", "player", "judge", "director", "keeper", "stranger", "table-elsewhere", "owner")
    walk, among = walk_when(event=OTHER), list(all_addresses(slug=OTHER))

    walk.act(browsers, among)
    walk.look(browsers, among)

    assert not walk.wrong, "\n".join(walk.wrong)
    prove(f"another event: {walk.asked} cells")


@pytest.mark.thorough(after=1)
@pytest.mark.proof("matrix")
@pytest.mark.parametrize(("slug", "is_absent"), [(NOWHERE, False), ("cup", True)])
def test_what_is_not_there_is_not_found(walk_when, prove, slug, is_absent):
    hall()
    browsers = some("visitor", "table", "player", "judge", "director", "owner")
    walk = walk_when(event=slug, is_absent=is_absent)
    among = list(all_addresses(slug=slug, is_absent=is_absent))

    walk.act(browsers, among)
    walk.look(browsers, among)

    assert not walk.wrong, "\n".join(walk.wrong)
    prove(f"not there: {walk.asked} cells")


@pytest.mark.thorough
@pytest.mark.proof("matrix")
def test_once_the_ranking_is_released_the_same_is_read_and_nothing_is_done(walk_when, prove):
    release(hall())
    browsers, walk = some("table", "player", "judge", "director"), walk_when()
    among = [one for one in all_addresses() if one.about in {"", "closed", "open"}]

    walk.act(browsers, [one for one in among if ROWS[one.name].acts])
    walk.look(browsers, [one for one in among if ROWS[one.name].reads != EVERYBODY])

    assert not walk.wrong, "\n".join(walk.wrong)
    assert walk.did == set()
    prove(f"released: {walk.asked} cells")


@pytest.mark.proof("matrix")
def test_of_an_event_no_longer_shown_the_public_sees_nothing(walk_when, prove):
    unpublish(hall())
    walk = walk_when(is_hidden=True)
    among = [one for one in all_addresses() if one.about in {"", "closed", "drawn"}]

    walk.look(everybody(), [one for one in among if ROWS[one.name].hidden is not Hidden.EVERYBODY])
    walk.look(some("table", "player", "director"), [one for one in among if ROWS[one.name].door is Door.KEY])

    assert not walk.wrong, "\n".join(walk.wrong)
    prove(f"no longer shown: {walk.asked} cells")


@pytest.mark.parametrize("path", ["entrants/{}/", "series/{}/draw/", "series/1/table/{}/type/", "appeals/{}/"])
@pytest.mark.parametrize("number", ["9" * 20, "0"])
def test_an_absurd_number_in_an_address_is_not_found(path, number):
    hall()

    assert some("director")["director"].get(f"/t/cup/office/{path.format(number)}").status_code == 404


def test_there_is_no_admin():
    assert "django.contrib.admin" not in settings.INSTALLED_APPS
    assert "admindocs" not in " ".join(settings.INSTALLED_APPS)
    assert not [name for name in addresses.names() if "admin" in name]
    with pytest.raises(NoReverseMatch):
        reverse("admin:index")
