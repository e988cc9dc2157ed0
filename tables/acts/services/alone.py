"""A turn on what has no row of its own: a name not taken yet, the guesses of one place."""

import hashlib

from django.db import connection, transaction


def alone_with(what: str) -> None:
    """Hold ``what`` until the transaction ends: whoever asks for the same waits until then.

    On SQLite nothing is left to do: there whoever has begun an act is alone with the whole database.
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("outside a transaction it would be let go at once")
    if connection.vendor == "postgresql":
        number = int.from_bytes(hashlib.sha256(what.encode()).digest()[:8], signed=True)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
