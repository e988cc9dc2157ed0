"""The certificate of the site: for the names and addresses of today, as long as phones take it."""

import stat
from datetime import timedelta

import pytest
from cryptography import x509

from skatturnier.https.authority import authority
from skatturnier.https.certificate import FILE, certificate
from tests.https.shaking_hands import NOW

NAMES = ["localhost", "127.0.0.1", "[::1]", "192.168.178.20", "laptop", "laptop.local"]


@pytest.fixture
def by(tmp_path):
    return authority(tmp_path, now=NOW)


@pytest.fixture
def made(tmp_path, by):
    """Return what makes it for names at a moment, and what came of it."""

    def make(names=NAMES, *, now=NOW, by=by) -> bytes:
        return certificate(tmp_path, names, by=by, now=now).read_bytes()

    return make


def own(content: bytes) -> x509.Certificate:
    return x509.load_pem_x509_certificates(content)[0]


def named(content: bytes) -> set[str]:
    said = own(content).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(one.value) for one in said}


def test_has_every_name_the_authority_may_vouch_for_and_no_other(made):
    """One that it may not would spoil the whole: browsers then refuse it without a way on."""
    with_others = [*NAMES, "skat.example.org", "93.184.216.34", "*"]

    assert named(made(with_others)) == {"localhost", "127.0.0.1", "::1", "192.168.178.20", "laptop.local"}


def test_holds_no_longer_than_any_phone_takes_and_begins_before_now(made):
    found = own(made())

    assert found.not_valid_before_utc < NOW < found.not_valid_after_utc
    assert found.not_valid_after_utc - found.not_valid_before_utc <= timedelta(days=825)
    assert found.not_valid_after_utc - NOW <= timedelta(days=398)


def test_never_outlives_who_signed_it(made, by):
    late = by.signer.not_valid_after_utc - timedelta(days=100)

    assert own(made(now=late)).not_valid_after_utc == by.signer.not_valid_after_utc


def test_is_for_its_owner_alone_key_included(tmp_path, made):
    content = made()

    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert content.count(b"BEGIN CERTIFICATE") == 2
    assert content.count(b"BEGIN PRIVATE KEY") == 1
    assert not [*tmp_path.glob(".*")]


def test_stays_while_nothing_changes(made):
    assert made() == made(NAMES[::-1], now=NOW + timedelta(days=190))


@pytest.mark.parametrize(
    ("names", "now"),
    [
        pytest.param([*NAMES, "10.0.0.7"], NOW, id="another-address"),
        pytest.param(NAMES[:-1], NOW, id="an-address-less"),
        pytest.param(NAMES, NOW + timedelta(days=198), id="half-its-life-is-over"),
        pytest.param(NAMES, NOW - timedelta(days=30), id="the-clock-was-ahead"),
    ],
)
def test_is_made_anew_when_it_is_not_right_any_more(made, names, now):
    before = made()

    assert named(made(names, now=now)) == {name.strip("[]") for name in names if name != "laptop"}
    assert made(names, now=now) != before


def test_is_made_anew_for_another_authority(made, tmp_path):
    """That of a backup that was restored, say."""
    before = made()
    other = authority(tmp_path / "restored", now=NOW)

    assert x509.load_pem_x509_certificates(made(by=other))[1] == other.signer
    assert own(made(by=other)) != own(before)


@pytest.mark.parametrize("left", [b"", b"-----BEGIN CERTIFICATE-----\nnonsense", b"\xff\xfe"])
def test_is_made_anew_where_the_file_was_damaged(tmp_path, made, left):
    (tmp_path / FILE).write_bytes(left)

    assert "192.168.178.20" in named(made())
