"""A NUL in an address or a cookie finds nothing, on both databases."""

import pytest
from django.conf import settings

from tests.support import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address",
    [
        "/l/%00/",
        "/me/%00/",
        "/t/%00/",
        "/t/cup/?%00=%00",
        "/clubs/?q=%00",
        "/?q=a%00b&place=%00",
        "/events.ics?place=%00",
    ],
)
def test_a_nul_in_an_address_finds_nothing(client, address):
    factories.tournament(starts_on=factories.EVENING.date())

    assert client.get(address).status_code in {200, 403, 404}


def test_nor_is_it_part_of_what_was_asked(client):
    assert "\x00" not in client.get("/clubs/?q=a%00b").content.decode()


def test_a_session_of_that_name_is_none(client):
    # As a browser would have to write it.
    client.cookies.load(f'{settings.SESSION_COOKIE_NAME}="abcdefgh\\000"')

    assert client.get("/account/").status_code in {302, 403}
