"""The authority of a laptop: made once, kept from others, good for private networks and for nothing else."""

import ssl
from datetime import timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from skatturnier.https import private
from skatturnier.https.authority import FILE, VALID_FOR, Unreadable, as_pem, authority, begun, kept, key_as_pem
from skatturnier.https.certificate import certificate
from tests.https.shaking_hands import NOW, shake_hands


@pytest.fixture
def made(tmp_path):
    return authority(tmp_path, now=NOW)


def extension(found: x509.Certificate, kind):
    return found.extensions.get_extension_for_class(kind)


class TestItIsKept:
    def test_and_the_same_at_each_start(self, tmp_path, made):
        assert authority(tmp_path, now=NOW + timedelta(days=400)) == made
        assert [file.name for file in tmp_path.iterdir()] == [FILE]

    def test_for_its_owner_alone(self, tmp_path, made):
        assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600

    def test_without_the_key_that_phones_trust(self, tmp_path, made):
        """What is left can sign for private networks alone, whoever gets hold of it."""
        content = (tmp_path / FILE).read_bytes()

        assert content.count(b"PRIVATE KEY-----") == 2, "one key: its first line and its last"
        assert made.key.public_key() == made.signer.public_key() != made.trusted.public_key()

    def test_until_two_months_before_its_end(self, tmp_path, made):
        end = made.trusted.not_valid_after_utc

        assert end - NOW > timedelta(days=5 * 365 - 1)
        assert authority(tmp_path, now=end - timedelta(days=61)) == made
        assert authority(tmp_path, now=end - timedelta(days=59)) != made

    @pytest.mark.parametrize("wrong", [timedelta(days=3650), timedelta(days=-30)])
    def test_while_the_clock_of_the_laptop_is_wrong(self, tmp_path, made, wrong):
        between = authority(tmp_path, now=NOW + wrong)

        assert between != made
        assert authority(tmp_path, now=NOW) == made
        assert authority(tmp_path, now=NOW + wrong) == between
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}

    @pytest.mark.parametrize("cut", [0, 200, -300])
    def test_and_missed_when_it_was_damaged(self, tmp_path, made, cut):
        """It is not made anew by itself: a backup has the one that phones trust."""
        file = tmp_path / FILE
        file.write_bytes(file.read_bytes()[:cut])

        with pytest.raises(Unreadable):
            authority(tmp_path, now=NOW)


class TestItIsBound:
    def test_to_private_names_and_addresses_twice(self, made):
        for found in (made.trusted, made.signer):
            bounds = extension(found, x509.NameConstraints)
            named = {str(one.value) for one in bounds.value.permitted_subtrees}

            assert bounds.critical
            assert bounds.value.excluded_subtrees is None
            assert named == {*map(str, private.PRIVATE), *private.NAMES}
            assert all(network.is_private or "100.64" in str(network) for network in private.PRIVATE)

    def test_to_servers_and_to_no_other_authority(self, made):
        assert [one.dotted_string for one in extension(made.signer, x509.ExtendedKeyUsage).value] == [
            "1.3.6.1.5.5.7.3.1"
        ]
        assert extension(made.signer, x509.BasicConstraints).value == x509.BasicConstraints(ca=True, path_length=0)
        assert extension(made.trusted, x509.BasicConstraints).value == x509.BasicConstraints(ca=True, path_length=1)

    @pytest.mark.parametrize("name", ["skat.example.org", "93.184.216.34", "2001:db8::7"])
    def test_so_that_what_it_signs_for_the_internet_is_believed_by_nobody(self, tmp_path, made, name):
        key, address = ec.generate_private_key(ec.SECP256R1()), private.address_in(name)
        said = x509.SubjectAlternativeName([x509.IPAddress(address) if address else x509.DNSName(name)])
        forged = begun("Skatturnier", key, now=NOW, until=NOW + timedelta(days=9), by=made.signer.subject)
        forged = forged.add_extension(said, critical=False).add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(made.key.public_key()), critical=False
        )
        signed = forged.sign(made.key, hashes.SHA256())
        file = tmp_path / "forged.pem"
        file.write_bytes(as_pem(signed) + as_pem(made.signer) + key_as_pem(key))

        with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
            shake_hands(file, trusted=as_pem(made.trusted), name=name)

    @pytest.mark.parametrize(
        ("name", "may"),
        [
            ("192.168.178.20", True),
            ("10.0.0.7", True),
            ("172.31.255.1", True),
            ("172.32.0.1", False),
            ("100.64.1.1", True),
            ("169.254.3.4", True),
            ("127.0.0.1", True),
            ("[::1]", True),
            ("fd12::1", True),
            ("[fe80::1]", True),
            ("[2001:db8::1]", False),
            ("93.184.216.34", False),
            ("localhost", True),
            ("laptop.local", True),
            ("skat.fritz.box", False),
            ("laptop", False),
            ("büro.local", False),
            ("*", False),
            ("skat.example.org", False),
            ("local.example.org", False),
            ("notlocal", False),
            ("", False),
        ],
    )
    def test_and_knows_what_it_may_vouch_for(self, name, may):
        assert private.may_vouch(name) is may


def test_a_backup_takes_the_one_in_use(tmp_path):
    assert kept(tmp_path, now=NOW) is None
    first = authority(tmp_path, now=NOW)
    second = authority(tmp_path, now=NOW + timedelta(days=3650))

    assert kept(tmp_path, now=NOW) == first.file
    assert kept(tmp_path, now=NOW + timedelta(days=3650)) == second.file
    first.file.write_bytes(b"nonsense")
    assert kept(tmp_path, now=NOW) is None


def test_two_that_start_together_have_one(tmp_path, made):
    """Whoever comes second takes what is there."""
    assert authority(tmp_path, now=NOW).trusted == made.trusted
    assert made.trusted.not_valid_after_utc == (NOW + VALID_FOR).replace(microsecond=0)


def test_it_vouches_for_the_site(tmp_path, made):
    file = certificate(tmp_path, ["192.168.178.20", "laptop.local", "[::1]"], by=made, now=NOW)

    for name in ("192.168.178.20", "laptop.local", "::1"):
        shake_hands(file, trusted=as_pem(made.trusted), name=name)
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        shake_hands(file, trusted=as_pem(made.trusted), name="192.168.178.21")
    with pytest.raises(ssl.SSLCertVerificationError, match="unable to get"):
        shake_hands(file, trusted=as_pem(authority(tmp_path / "other", now=NOW).trusted), name="laptop.local")
