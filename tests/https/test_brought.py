"""A certificate the organiser brings: what is wrong with it is said before anybody comes, in a sentence."""

from datetime import timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from skatturnier.https import NotUsable
from skatturnier.https.authority import as_pem, begun, key_as_pem
from skatturnier.https.brought import brought
from tests.https.shaking_hands import NOW, shake_hands

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


@pytest.mark.parametrize(
    ("names", "wanted", "name"),
    [
        ([NAME], "", NAME),
        ([NAME, "www.example.org"], "", NAME),
        (["*.example.org", NAME], "", NAME),
        (["*.example.org"], NAME, NAME),
        ([NAME, "www.example.org"], "WWW.example.org", "www.example.org"),
    ],
)
def test_is_taken_for_its_name(tmp_path, names, wanted, name):
    certificate, key = made(tmp_path, *names)

    found = brought(certificate, key, name=wanted, now=NOW)

    assert (found.certificate, found.key, found.name) == (certificate, key, name)
    shake_hands(found.certificate, key=found.key, trusted=certificate.read_bytes(), name=name)


def test_may_have_a_key_of_rsa(tmp_path):
    files = made(tmp_path, NAME, key=rsa.generate_private_key(public_exponent=65537, key_size=2048))

    assert brought(*files, name="", now=NOW).name == NAME


@pytest.mark.parametrize(
    ("names", "wanted", "sentence"),
    [
        ([NAME], "skat.example.net", f"is for {NAME}, not for skat.example.net."),
        (["*.example.org"], "skat.club.example.org", "not for skat.club.example.org."),
        (["*.example.org"], "example.org", "not for example.org."),
        (["*.example.org"], "", "SKATTURNIER_HTTPS_NAME="),
        ([], "", "names no site"),
        ([NAME], "192.168.178.20", "not for 192.168.178.20."),
    ],
)
def test_is_refused_for_a_name_it_is_not_for(tmp_path, names, wanted, sentence):
    with pytest.raises(NotUsable, match=r"\.$|…$") as why:
        brought(*made(tmp_path, *names), name=wanted, now=NOW)
    assert sentence in str(why.value)


@pytest.mark.parametrize(
    ("at", "sentence"),
    [(timedelta(days=91), "ended on"), (timedelta(days=-30), "Is the clock of this machine right?")],
)
def test_is_refused_outside_its_time(tmp_path, at, sentence):
    with pytest.raises(NotUsable, match=sentence):
        brought(*made(tmp_path, NAME), name="", now=NOW + at)


class TestFiles:
    @pytest.fixture
    def files(self, tmp_path):
        return made(tmp_path, NAME)

    def refused(self, files) -> str:
        with pytest.raises(NotUsable) as why:
            brought(*files, name="", now=NOW)
        return str(why.value)

    @pytest.mark.parametrize("missing", [0, 1])
    def test_that_are_not_there(self, files, missing):
        files[missing].unlink()

        assert self.refused(files).startswith(f"There is no file {files[missing]}")

    @pytest.mark.parametrize("unreadable", [0, 1])
    def test_that_cannot_be_read(self, files, unreadable):
        """A folder in its place; root may read every file, so that a mode would show nothing."""
        files[unreadable].unlink()
        files[unreadable].mkdir()

        assert "cannot be read: Is a directory." in self.refused(files)

    @pytest.mark.parametrize("content", [b"", b"no certificate", b"-----BEGIN CERTIFICATE-----\nAAAA\n", b"\xff\x00"])
    @pytest.mark.parametrize("which", [0, 1])
    def test_that_are_something_else(self, files, which, content):
        files[which].write_bytes(content)

        assert f"In {files[which]} there is no {('certificate', 'key')[which]} as text (PEM)." == self.refused(files)

    def test_that_were_named_the_wrong_way_round(self, files):
        assert "no certificate as text" in self.refused(files[::-1])

    def test_whose_key_is_locked(self, files):
        files[1].write_bytes(ec.generate_private_key(ec.SECP256R1()).private_bytes(*PKCS8, PASSWORD))

        assert "is locked with a password" in self.refused(files)

    def test_whose_key_is_of_another_certificate(self, files):
        files[1].write_bytes(key_as_pem(ec.generate_private_key(ec.SECP256R1())))

        assert "is not the one to the certificate" in self.refused(files)
