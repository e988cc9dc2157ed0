"""Where lists come from: pasted lines, a table as text, a workbook, a page that brings back what it was given."""

from typing import Final

OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How a container of old Office files begins."""
