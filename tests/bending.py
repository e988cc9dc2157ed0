"""Changing the journal as nobody can who uses the site."""

from django.db import connection


def bend(number: int, column: str, value: object) -> None:
    """Change a line by SQL: byte by byte, with no constraint in the way."""
    wanted = "CAST(%s AS TEXT)" if isinstance(value, bytes) else "%s"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        try:
            cursor.execute(f"UPDATE tables_journalentry SET {column} = {wanted} WHERE number = %s", [value, number])
        finally:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")
