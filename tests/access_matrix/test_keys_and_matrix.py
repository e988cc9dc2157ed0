"""The keys of tables and players: nobody guesses one, each opens one thing, and none is told on.

Nobody sees or changes what is not his: every address, every role, every object, every state.
"""

import base64
import logging
import random
import re
from collections import Counter
from collections.abc import Callable

import pytest
from django.conf import settings
from django.urls import NoReverseMatch, reverse

from tables.accounts.models import KEY_BYTES, new_key
from tables.draw import codewords
from tables.draw.models import Table
from tables.draw.services.seats import renew_key
from tables.people.models import Entrant
from tables.people.services.naming import renew_own_key
from tables.tournaments.models import Series
from tests.access_matrix import addresses
from tests.access_matrix.hall import (
    DEVICE,
    DRAWN,
    NOWHERE,
    OTHER,
    OWN,
    ROLES,
    RUNNING,
    SIGNED_TABLE,
    Browser,
    everybody,
    hall,
    release,
    unpublish,
)
from tests.access_matrix.rows import DIRECTS, EVERYBODY, ROWS, Door, Hidden
from tests.access_matrix.walking import Walk, When, all_addresses
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MANY = 4_096


def keys() -> set[str]:
    """Return all keys of all tables and players there are."""
    return {*Table.objects.values_list("key", flat=True), *Entrant.objects.values_list("key", flat=True)}


def keys_and_words() -> frozenset[str]:
    """Return whatever opens something to whoever knows it."""
    secret = {*keys(), *Table.objects.values_list("words", flat=True)}
    return frozenset(secret | {*Series.objects.filter(published_at=None).values_list("secret", flat=True)})


def unread_by(secrets: frozenset[str]) -> Callable[[str], frozenset[str]]:
    """Return who must not read which of these: whoever holds a key knows one, and the direction may renew them."""
    knows = DIRECTS | {role for role in ROLES if role.startswith(("table", "player", "other-"))}
    return lambda role: frozenset() if role in knows else secrets


def table(slug: str = OWN, series: int = RUNNING, number: int = 1) -> Table:
    return Table.objects.get(series__tournament__slug=slug, series__number=series, number=number)


def status(client, key: str, of: Table) -> int:
    """Return what a phone gets that shows a key for a table."""
    place = f"/t/{of.series.tournament.slug}/series/{of.series.number}/table/{of.number}/phone/"
    return client.get(place, headers={"x-table-key": key, "x-device": DEVICE}).status_code


class TestDrawn:
    @pytest.mark.proof("keys")
    def test_a_key_is_128_bits_that_the_machine_draws_each_time(self, monkeypatch, prove):
        asked, drawn = [], random._urandom  # type: ignore[attr-defined]  # the one source `secrets` has

        def watched(count: int) -> bytes:
            asked.append(count)
            return drawn(count)

        monkeypatch.setattr(random, "_urandom", watched)

        key = new_key()

        assert asked == [KEY_BYTES] == [16]
        assert len(_bytes(key)) * 8 == 128
        prove("128 bits from the machine's own source")

    @pytest.mark.proof("keys")
    def test_no_bit_of_it_can_be_told_beforehand(self, prove):
        drawn = [_bytes(new_key()) for _ in range(MANY)]

        assert len(set(drawn)) == MANY
        ones = Counter(bit for one in drawn for bit in range(128) if one[bit // 8] >> bit % 8 & 1)
        # Six times the deviation of a fair coin: a machine is unlucky once in a million runs of all 128.
        off = max(abs(ones[bit] - MANY / 2) for bit in range(128))
        assert off < 6 * (MANY / 4) ** 0.5
        prove(f"each of 128 bits set in half of {MANY} keys, ± {off:.0f}")

    def test_every_table_player_and_seal_has_one_of_its_own(self):
        hall()

        assert len(keys()) == Table.objects.count() + Entrant.objects.count()
        assert {len(_bytes(key)) for key in keys()} == {16}
        assert len(codewords.WORDS) ** codewords.LENGTH == 2**40
        assert len({*Table.objects.values_list("words", flat=True)}) == Table.objects.count()
        assert Series._meta.get_field("secret").get_default() != Series._meta.get_field("secret").get_default()


def _bytes(key: str) -> bytes:
    return base64.urlsafe_b64decode(f"{key}==")


class TestGuessed:
    @pytest.mark.proof("keys")
    def test_guesses_open_nothing(self, client, undrawn, prove, is_thorough):
        hall()
        there, of, guesses = keys(), table(), 1_000 if is_thorough else 100

        for guess in range(guesses):
            key = new_key()
            path = (f"/l/{key}/", f"/p/{key}/")[guess % 2]
            assert client.get(path).status_code == 404
            if guess % 4 == 0:
                assert status(client, key, of) == 403

        assert "keys" not in client.cookies
        assert keys() == there
        prove(f"{guesses:,} guessed keys: 0 hits")

    def test_what_is_nearly_a_key_is_none(self, client, undrawn):
        hall()
        keys = {"/l/{}/": table().key, "/p/{}/": Entrant.objects.get(tournament__slug=OWN, number=1).key}
        for path, key in keys.items():
            other = f"{'B' if key[0] == 'A' else 'A'}{key[1:]}"
            for near in (key[:-1], f"{key}x", other, key.swapcase(), f"{key[:-1]}%", f"{key[:-1]}_", "%", "_"):
                assert client.get(path.format(near)).status_code == 404, near
            assert client.get(path.format(key)).status_code == 302


class TestBound:
    @pytest.mark.thorough
    @pytest.mark.proof("keys")
    def test_a_key_opens_its_own_table_in_its_own_series_and_no_other(self, client, prove):
        hall()
        tables = list(Table.objects.filter(series__published_at__isnull=False).select_related("series__tournament"))

        opened = {(one.pk, other.pk) for one in tables for other in tables if status(client, one.key, other) == 200}

        assert opened == {(one.pk, one.pk) for one in tables}
        prove(f"{len(tables) ** 2} pairs of key and table: each opens its own")

    def test_a_key_opens_nothing_before_the_seats_are_published(self, client, undrawn):
        hall()
        drawn = table(series=DRAWN)

        assert client.get(f"/l/{drawn.key}/").status_code == 404
        assert status(client, drawn.key, drawn) == 404
        assert client.post("/code/", {"words": drawn.words}).status_code == 422

    @pytest.mark.proof("keys")
    def test_a_renewed_key_and_its_words_are_dead_for_whoever_had_them(self, client, undrawn):
        hall()
        before = table()
        client.get(f"/l/{before.key}/")
        assert client.get("/t/cup/series/2/table/1/").status_code == 200

        renew_key(table_id=before.pk, by=factories.user(), now=EVENING)

        assert client.get("/t/cup/series/2/table/1/").status_code == 403
        assert client.get(f"/l/{before.key}/").status_code == 404
        assert status(client, before.key, before) == 403
        assert client.post("/code/", {"words": before.words}).status_code == 422
        assert client.get(f"/l/{table().key}/").status_code == 302

    @pytest.mark.proof("keys")
    def test_a_renewed_start_card_is_dead_for_whoever_had_it(self, client, undrawn):
        hall()
        before = Entrant.objects.get(tournament__slug=OWN, number=1)
        client.get(f"/p/{before.key}/")
        assert client.get("/t/cup/seats/1/query/").status_code == 200

        renew_own_key(entrant_id=before.pk, seen=before.key_mark, by=factories.user(), now=EVENING)

        assert client.get("/t/cup/seats/1/query/").status_code == 403
        assert client.get(f"/p/{before.key}/").status_code == 404

    def test_with_the_key_of_a_signed_list_nobody_new_comes_in(self, client, undrawn):
        hall()
        signed = table(number=SIGNED_TABLE)

        assert client.get(f"/l/{signed.key}/").status_code == 403
        assert client.post("/code/", {"words": signed.words}).status_code == 403
        assert client.get("/t/cup/series/2/table/3/").status_code == 403

    def test_keys_are_compared_in_a_time_that_does_not_tell_how_much_is_right(self, monkeypatch, undrawn):
        hall()
        browsers, key, of = everybody(), table().key, table()
        for where, role, path in (
            ("tables.hall", "table", "/t/cup/series/2/table/1/"),
            ("tables.people", "player", "/t/cup/seats/1/query/"),
        ):
            assert browsers[role].get(path).status_code == 200
            with monkeypatch.context() as never:
                never.setattr(f"{where}.access.constant_time_compare", lambda _one, _other: False)
                assert browsers[role].get(path).status_code == 403
                assert where == "tables.people" or status(browsers[role], key, of) == 403


class TestKept:
    @pytest.mark.proof("keys")
    def test_an_address_with_a_key_in_it_is_told_to_no_other_page(self, client):
        hall()
        keys = [table().key, table(number=SIGNED_TABLE).key]
        paths = [f"/p/{Entrant.objects.get(tournament__slug=OWN, number=1).key}/", *(f"/l/{key}/" for key in keys)]

        for path in paths:
            answer, key = client.get(path), path.split("/")[2]
            assert answer["Referrer-Policy"] == "no-referrer"
            assert "no-store" in answer["Cache-Control"]
            assert key not in answer.headers.get("Location", "")
            assert not re.findall(f'(?:href|src|action|hx-[a-z]+)="[^"]*{key}', answer.content.decode())

    @pytest.mark.proof("keys")
    def test_no_key_gets_into_a_log(self, client, caplog, undrawn):
        hall()
        caplog.set_level(logging.DEBUG)
        of, entrant = table(), Entrant.objects.get(tournament__slug=OWN, number=1)
        wrong = new_key()

        for key in (of.key, wrong):
            client.get(f"/l/{key}/")
            client.get(f"/p/{entrant.key if key == of.key else key}/")
            status(client, key, of)
        client.post("/code/", {"words": of.words})

        said = "\n".join([caplog.text, *(f"{one.args} {vars(one)}" for one in caplog.records)])
        assert not [secret for secret in (of.key, entrant.key, wrong, of.words) if secret in said]


@pytest.fixture
def walk_when(is_thorough, monkeypatch):
    """Return a walk in some state of the event: through every cell, or those that no other one answers as well."""
    monkeypatch.setattr(Browser, "is_walking", True)
    return lambda **when: Walk(When(**when), is_whole=is_thorough)


def some(*names: str):
    """Return the browsers of some roles, made beside all others."""
    return {role: browser for role, browser in everybody().items() if role in names}


@pytest.mark.usefixtures("undrawn")
def test_every_address_has_a_row_and_no_row_is_left_over():
    assert set(addresses.names()) == set(ROWS)


@pytest.mark.usefixtures("undrawn")
@pytest.mark.proof("matrix", "headers")
def test_everybody_gets_what_is_his_and_nothing_else(walk_when, prove):
    hall()
    browsers, walk, among = everybody(), walk_when(), list(all_addresses())

    walk.secrets = unread_by(keys_and_words())
    walk.act(browsers, among)
    walk.look(browsers, among)
    walk.look_again(browsers)

    assert len(walk.can_be_kept) > 70
    assert not walk.wrong, "\n".join(walk.wrong)
    prove(f"{len(among)} addresses and states of {len(ROWS)} rows, {len(ROLES)} roles, {walk.asked} cells")
    prove(f"{walk.asked} answers: 0 without a header")


@pytest.mark.usefixtures("undrawn")
def test_the_doors_where_keys_are_shown_and_accounts_sign_in_are_open_to_everybody(walk_when):
    hall()
    walk = walk_when()

    for step in (walk.act, walk.look):
        step(everybody(), list(all_addresses(gives_a_key=True)))

    assert not walk.wrong, "\n".join(walk.wrong)


@pytest.mark.usefixtures("undrawn")
@pytest.mark.proof("matrix")
def test_at_another_event_nobody_is_anybody(walk_when, prove):
    hall()
    browsers = some("visitor", "table", "player", "judge", "director", "keeper", "stranger", "table-elsewhere", "owner")
    walk, among = walk_when(event=OTHER), list(all_addresses(slug=OTHER))

    walk.act(browsers, among)
    walk.look(browsers, among)

    assert not walk.wrong, "\n".join(walk.wrong)
    prove(f"another event: {walk.asked} cells")


@pytest.mark.usefixtures("undrawn")
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


@pytest.mark.usefixtures("undrawn")
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


@pytest.mark.usefixtures("undrawn")
@pytest.mark.proof("matrix")
def test_of_an_event_no_longer_shown_the_public_sees_nothing(walk_when, prove):
    unpublish(hall())
    walk = walk_when(is_hidden=True)
    among = [one for one in all_addresses() if one.about in {"", "closed", "drawn"}]

    walk.look(everybody(), [one for one in among if ROWS[one.name].hidden is not Hidden.EVERYBODY])
    walk.look(some("table", "player", "director"), [one for one in among if ROWS[one.name].door is Door.KEY])

    assert not walk.wrong, "\n".join(walk.wrong)
    prove(f"no longer shown: {walk.asked} cells")


@pytest.mark.usefixtures("undrawn")
def test_an_absurd_number_in_an_address_is_not_found():
    hall()
    director = ROLES["director"]()
    for path in ("entrants/{}/", "series/{}/draw/", "series/1/table/{}/type/", "appeals/{}/"):
        for number in ("9" * 20, "0"):
            assert director.get(f"/t/cup/office/{path.format(number)}").status_code == 404, (path, number)


@pytest.mark.usefixtures("undrawn")
def test_there_is_no_admin():
    assert "django.contrib.admin" not in settings.INSTALLED_APPS
    assert "admindocs" not in " ".join(settings.INSTALLED_APPS)
    assert not [name for name in addresses.names() if "admin" in name]
    with pytest.raises(NoReverseMatch):
        reverse("admin:index")
