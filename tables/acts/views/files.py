"""A file handed out."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header


def as_file(content: bytes, name: str, content_type: str, *, is_attached: bool = False) -> HttpResponse:
    """Answer with a file, shown by the browser or, if attached, kept."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = content_disposition_header(is_attached, name) or ""
    return response
