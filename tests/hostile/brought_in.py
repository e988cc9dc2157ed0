"""Bytes from outside as a form or an address brings them."""

from django.http import QueryDict


def text(data: bytes) -> str:
    """Return bytes as text with everything in it that a form can bring, NUL and halves of pairs included."""
    return data.decode("utf-8", "surrogatepass") if _is_text(data) else data.decode("latin-1")


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def query(data: bytes) -> QueryDict:
    """Return bytes as what stands behind a question mark, or as the body of a form."""
    return QueryDict(data, encoding="utf-8")
