"""Who vouches for a laptop: its own authority, the certificate of the site, and one the organiser brings."""

import ssl
import stat
from datetime import timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from skatturnier import addresses
from skatturnier.https import NotUsable
from skatturnier.https import certificate as certificates
from skatturnier.https.authority import (
    FILE,
    VALID_FOR,
    UnreadableAuthority,
    as_pem,
    authority,
    begun,
    file_in_use,
    key_as_pem,
)
from skatturnier.https.certificate import brought, certificate
from tests.https.served import NOW, shake_hands


@pytest.fixture
def made_authority(tmp_path):
    return authority(tmp_path, now=NOW)


def extension(found: x509.Certificate, kind):
    return found.extensions.get_extension_for_class(kind)


class TestItIsKept:
    def test_and_the_same_at_each_start_for_its_owner_alone(self, tmp_path, made_authority):
        assert authority(tmp_path, now=NOW + timedelta(days=400)) == made_authority
        assert [file.name for file in tmp_path.iterdir()] == [FILE]
        assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
        assert made_authority.trusted.not_valid_after_utc == (NOW + VALID_FOR).replace(microsecond=0)

    def test_without_the_key_that_phones_trust(self, tmp_path, made_authority):
        """What is left can sign for private networks alone, whoever gets hold of it."""
        content = (tmp_path / FILE).read_bytes()

        assert content.count(b"PRIVATE KEY-----") == 2, "one key: its first line and its last"
        own = made_authority.key.public_key()
        assert own == made_authority.signer.public_key() != made_authority.trusted.public_key()

    def test_until_two_months_before_its_end(self, tmp_path, made_authority):
        end = made_authority.trusted.not_valid_after_utc

        assert end - NOW > timedelta(days=5 * 365 - 1)
        assert authority(tmp_path, now=end - timedelta(days=61)) == made_authority
        assert authority(tmp_path, now=end - timedelta(days=59)) != made_authority

    def test_while_the_clock_of_the_laptop_is_wrong(self, tmp_path, made_authority):
        for wrong in (timedelta(days=3650), timedelta(days=-30)):
            between = authority(tmp_path, now=NOW + wrong)

            assert between != made_authority
            assert authority(tmp_path, now=NOW) == made_authority
            assert authority(tmp_path, now=NOW + wrong) == between
            assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}

    def test_and_missed_when_it_was_damaged(self, tmp_path, made_authority):
        """It is not made anew by itself: a backup has the one that phones trust."""
        file, whole = tmp_path / FILE, (tmp_path / FILE).read_bytes()
        for cut in (0, 200, -300):
            file.write_bytes(whole[:cut])
            with pytest.raises(UnreadableAuthority):
                authority(tmp_path, now=NOW)


class TestItIsBound:
    def test_to_private_names_and_addresses_twice(self, made_authority):
        for found in (made_authority.trusted, made_authority.signer):
            bounds = extension(found, x509.NameConstraints)
            named = {str(one.value) for one in bounds.value.permitted_subtrees}

            assert bounds.critical
            assert bounds.value.excluded_subtrees is None
            assert named == {*map(str, addresses.PRIVATE), *addresses.NAMES}
            assert all(network.is_private or "100.64" in str(network) for network in addresses.PRIVATE)

    def test_to_servers_and_to_no_other_authority(self, made_authority):
        assert [one.dotted_string for one in extension(made_authority.signer, x509.ExtendedKeyUsage).value] == [
            "1.3.6.1.5.5.7.3.1"
        ]
        assert extension(made_authority.signer, x509.BasicConstraints).value == x509.BasicConstraints(
            ca=True, path_length=0
        )
        assert extension(made_authority.trusted, x509.BasicConstraints).value == x509.BasicConstraints(
            ca=True, path_length=1
        )

    def test_so_that_what_it_signs_for_the_internet_is_believed_by_nobody(self, tmp_path, made_authority):
        key, file = ec.generate_private_key(ec.SECP256R1()), tmp_path / "forged.pem"
        by = x509.AuthorityKeyIdentifier.from_issuer_public_key(made_authority.key.public_key())
        for name in ("skat.example.org", "93.184.216.34", "2001:db8::7"):
            address = addresses.address_in(name)
            said = x509.SubjectAlternativeName([x509.IPAddress(address) if address else x509.DNSName(name)])
            forged = begun("Skatturnier", key, now=NOW, until=NOW + timedelta(days=9), by=made_authority.signer.subject)
            forged = forged.add_extension(said, critical=False).add_extension(by, critical=False)
            signed = forged.sign(made_authority.key, hashes.SHA256())
            file.write_bytes(as_pem(signed) + as_pem(made_authority.signer) + key_as_pem(key))

            with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
                shake_hands(file, trusted=as_pem(made_authority.trusted), name=name)

    def test_and_knows_what_it_may_vouch_for(self):
        private = "192.168.178.20 10.0.0.7 172.31.255.1 100.64.1.1 169.254.3.4 127.0.0.1 [::1] fd12::1 [fe80::1]"
        for name in f"{private} localhost laptop.local".split():
            assert addresses.may_vouch(name), name
        others = "172.32.0.1 [2001:db8::1] 93.184.216.34 skat.fritz.box laptop büro.local * skat.example.org"
        for name in [*f"{others} local.example.org notlocal".split(), ""]:
            assert not addresses.may_vouch(name), name


def test_a_backup_takes_the_one_in_use(tmp_path):
    assert file_in_use(tmp_path, now=NOW) is None
    first = authority(tmp_path, now=NOW)
    second = authority(tmp_path, now=NOW + timedelta(days=3650))

    assert file_in_use(tmp_path, now=NOW) == first.file
    assert file_in_use(tmp_path, now=NOW + timedelta(days=3650)) == second.file
    first.file.write_bytes(b"nonsense")
    assert file_in_use(tmp_path, now=NOW) is None


def test_it_vouches_for_the_site(tmp_path, made_authority):
    file = certificate(tmp_path, ["192.168.178.20", "laptop.local", "[::1]"], by=made_authority, now=NOW)

    for name in ("192.168.178.20", "laptop.local", "::1"):
        shake_hands(file, trusted=as_pem(made_authority.trusted), name=name)
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        shake_hands(file, trusted=as_pem(made_authority.trusted), name="192.168.178.21")
    with pytest.raises(ssl.SSLCertVerificationError, match="unable to get"):
        shake_hands(file, trusted=as_pem(authority(tmp_path / "other", now=NOW).trusted), name="laptop.local")


NAME = "skat.example.org"
PASSWORD = serialization.BestAvailableEncryption(b"geheim")
PKCS8 = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8)


def made(folder, *names, now=NOW, key=None):
    """Return the files of a certificate for names and of its key, as an authority everybody knows would issue it."""
    key = key or ec.generate_private_key(ec.SECP256R1())
    one = begun("anybody", key, now=now, until=now + timedelta(days=90))
    if names:
        said = x509.SubjectAlternativeName([x509.DNSName(name) for name in names])
        one = one.add_extension(said, critical=False)
    certificate, of_key = folder / "fullchain.pem", folder / "privkey.pem"
    certificate.write_bytes(as_pem(one.sign(key, hashes.SHA256())))
    of_key.write_bytes(key_as_pem(key))
    return certificate, of_key


def test_is_taken_for_its_name(tmp_path):
    for names, wanted, name in (
        ([NAME], "", NAME),
        ([NAME, "www.example.org"], "", NAME),
        (["*.example.org", NAME], "", NAME),
        (["*.example.org"], NAME, NAME),
        ([NAME, "www.example.org"], "WWW.example.org", "www.example.org"),
    ):
        certificate, key = made(tmp_path, *names)

        found = brought(certificate, key, name=wanted, now=NOW)

        assert (found.certificate, found.key, found.name) == (certificate, key, name)
        shake_hands(found.certificate, key=found.key, trusted=certificate.read_bytes(), name=name)


def test_may_have_a_key_of_rsa(tmp_path):
    files = made(tmp_path, NAME, key=rsa.generate_private_key(public_exponent=65537, key_size=2048))

    assert brought(*files, name="", now=NOW).name == NAME


def test_is_refused_for_a_name_it_is_not_for_or_outside_its_time(tmp_path):
    for names, wanted, sentence in (
        ([NAME], "skat.example.net", f"is for {NAME}, not for skat.example.net."),
        (["*.example.org"], "skat.club.example.org", "not for skat.club.example.org."),
        (["*.example.org"], "example.org", "not for example.org."),
        (["*.example.org"], "", "SKATTURNIER_HTTPS_NAME="),
        ([], "", "names no site"),
        ([NAME], "192.168.178.20", "not for 192.168.178.20."),
    ):
        with pytest.raises(NotUsable, match=r"\.$|…$") as why:
            brought(*made(tmp_path, *names), name=wanted, now=NOW)
        assert sentence in str(why.value)
    files = made(tmp_path, NAME)
    for at, sentence in (
        (timedelta(days=91), "ended on"),
        (timedelta(days=-30), "Is the clock of this machine right?"),
    ):
        with pytest.raises(NotUsable, match=sentence):
            brought(*files, name="", now=NOW + at)


def refused(files) -> str:
    with pytest.raises(NotUsable) as why:
        brought(*files, name="", now=NOW)
    return str(why.value)


def test_files_that_are_not_there_or_cannot_be_read_or_are_something_else_are_named(tmp_path):
    """A folder in its place cannot be read; root may read every file, so that a mode would show nothing."""
    for which, kind in enumerate(("certificate", "key")):
        files = made(tmp_path, NAME)
        for content in (b"", b"no certificate", b"-----BEGIN CERTIFICATE-----\nAAAA\n", b"\xff\x00"):
            files[which].write_bytes(content)
            assert f"In {files[which]} there is no {kind} as text (PEM)." == refused(files)
        files[which].unlink()
        assert refused(files).startswith(f"There is no file {files[which]}")
        files[which].mkdir()
        assert "cannot be read: Is a directory." in refused(files)
        files[which].rmdir()


def test_files_that_do_not_belong_together_are_refused(tmp_path):
    files = made(tmp_path, NAME)
    assert "no certificate as text" in refused(files[::-1])
    files[1].write_bytes(ec.generate_private_key(ec.SECP256R1()).private_bytes(*PKCS8, PASSWORD))
    assert "is locked with a password" in refused(files)
    files[1].write_bytes(key_as_pem(ec.generate_private_key(ec.SECP256R1())))
    assert "is not the one to the certificate" in refused(files)


NAMES = ["localhost", "127.0.0.1", "[::1]", "192.168.178.20", "laptop", "laptop.local"]


@pytest.fixture
def by(tmp_path):
    return authority(tmp_path, now=NOW)


@pytest.fixture
def made_certificate(tmp_path, by):
    """Return what makes it for names at a moment, and what came of it."""

    def make(names=NAMES, *, now=NOW, by=by) -> bytes:
        return certificate(tmp_path, names, by=by, now=now).read_bytes()

    return make


def own(content: bytes) -> x509.Certificate:
    return x509.load_pem_x509_certificates(content)[0]


def named(content: bytes) -> set[str]:
    said = own(content).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(one.value) for one in said}


def test_has_every_name_the_authority_may_vouch_for_and_holds_no_longer_than_any_phone_takes(made_certificate, by):
    """A name that it may not vouch for would spoil the whole: browsers then refuse it without a way on."""
    content = made_certificate([*NAMES, "skat.example.org", "93.184.216.34", "*"])

    assert named(content) == {"localhost", "127.0.0.1", "::1", "192.168.178.20", "laptop.local"}
    found = own(content)
    assert found.not_valid_before_utc < NOW < found.not_valid_after_utc
    assert found.not_valid_after_utc - found.not_valid_before_utc <= timedelta(days=825)
    assert found.not_valid_after_utc - NOW <= timedelta(days=398)
    # It never outlives who signed it.
    late = by.signer.not_valid_after_utc - timedelta(days=100)
    assert own(made_certificate(now=late)).not_valid_after_utc == by.signer.not_valid_after_utc


def test_is_for_its_owner_alone_key_included_and_stays_while_nothing_changes(tmp_path, made_certificate):
    content = made_certificate()

    assert stat.S_IMODE((tmp_path / certificates.FILE).stat().st_mode) == 0o600
    assert content.count(b"BEGIN CERTIFICATE") == 2
    assert content.count(b"BEGIN PRIVATE KEY") == 1
    assert not [*tmp_path.glob(".*")]
    assert made_certificate(NAMES[::-1], now=NOW + timedelta(days=190)) == content


def test_is_made_anew_when_it_is_not_right_any_more(tmp_path, made_certificate):
    for why, names, now in (
        ("another address", [*NAMES, "10.0.0.7"], NOW),
        ("an address less", NAMES[:-1], NOW),
        ("half its life is over", NAMES, NOW + timedelta(days=198)),
        ("the clock was ahead", NAMES, NOW - timedelta(days=30)),
    ):
        (tmp_path / certificates.FILE).unlink(missing_ok=True)
        before = made_certificate()
        anew = made_certificate(names, now=now)
        assert named(anew) == {name.strip("[]") for name in names if name != "laptop"}, why
        assert anew != before, why
    for damaged in (b"", b"-----BEGIN CERTIFICATE-----\nnonsense", b"\xff\xfe"):
        (tmp_path / certificates.FILE).write_bytes(damaged)
        assert "192.168.178.20" in named(made_certificate())


def test_is_made_anew_for_another_authority(made_certificate, tmp_path):
    """That of a backup that was restored, say."""
    before = made_certificate()
    other = authority(tmp_path / "restored", now=NOW)

    assert x509.load_pem_x509_certificates(made_certificate(by=other))[1] == other.signer
    assert own(made_certificate(by=other)) != own(before)
