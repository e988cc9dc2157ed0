"""What a kind of document declares of itself; its address, the print desk and the archive follow from it."""

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.paper.documents.task import Task
from scoring.paper.forms import Asked
from scoring.paper.selectors import Printable
from scoring.paper.typesetting.document import Document

NOTHING: Final = _("There is nothing of it to print any more: the seats have changed, or a series is open again.")


class Reader(enum.Enum):
    """Who gets a document from its own address."""

    EVERYBODY = enum.auto()
    OFFICIALS = enum.auto()
    DIRECTION = enum.auto()
    TREASURY = enum.auto()
    """Who keeps the money, the direction among them."""


class Scope(enum.Enum):
    """Of what there is one of these documents in the archive of an event."""

    EVENT = enum.auto()
    CLASS = enum.auto()
    RANKING = enum.auto()
    SERIES = enum.auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of document."""

    name: str
    title: Promise
    about: Promise
    """In a few words what it is."""

    compose: Callable[[Task], Document]
    """Return the document; raise ``NothingToPrint`` where there is nothing of it."""

    options: tuple[Asked, ...] = ()
    """What it can be told, besides the language."""

    is_there: Callable[[Printable], bool] = lambda _there: True
    reader: Reader = Reader.DIRECTION
    not_yet: Promise = NOTHING
    """What the direction is told while there is nothing of it."""

    archived: frozenset[Scope] = frozenset()
    is_signed: bool = False
    """Whether the archive has it with the site's signature."""

    has_formats: bool = True
    """Whether it can be a page for the browser instead of a file."""

    has_codes: bool = False
    """Whether QR codes stand on it where phones get to this site."""
