"""A client and a server that meet in memory, as Python's own TLS sees it (OpenSSL)."""

import ssl
from datetime import UTC, datetime
from pathlib import Path

NOW = datetime.now(UTC)
"""OpenSSL goes by the clock on the wall."""


def shake_hands(file: Path, *, trusted: bytes, name: str, key: Path | None = None) -> None:
    """Let a client that trusts an authority meet whoever shows the certificate of a file, under a name or address.

    :raises ssl.SSLError: if it does not like what it is shown.
    """
    there = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    there.load_cert_chain(file, key)
    here = ssl.create_default_context(cadata=trusted.decode())
    # Since Python 3.13 this is what everybody asks for (RFC 5280).
    here.verify_flags |= ssl.VERIFY_X509_STRICT
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = here.wrap_bio(to_client, to_server, server_hostname=name)
    server = there.wrap_bio(to_server, to_client, server_side=True)
    for _turn in range(2):
        for one in (client, server):
            try:
                one.do_handshake()
            except ssl.SSLWantReadError:
                continue
    client.do_handshake()
