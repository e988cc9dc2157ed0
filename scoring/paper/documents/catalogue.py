"""Everything that can be printed, in the order of the day."""

from dataclasses import replace
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.paper import forms
from scoring.paper.documents.cards import CERTIFICATES, START_CARDS, TABLE_CARDS
from scoring.paper.documents.kind import NothingToPrint, PaperKind, Task
from scoring.paper.documents.lists import ENTRANTS, LISTS, SEATS, SHEETS, SPARE
from scoring.paper.documents.money import MONEY
from scoring.paper.documents.rankings import RANKING, RANKINGS
from scoring.paper.documents.texts import DECISIONS, PLAN
from scoring.paper.forms import Fill
from scoring.paper.typesetting.document import Document


def compose(task: Task) -> Document:
    """Return the wanted document in the language of the moment, or raise NothingToPrint if there is nothing of it."""
    return KINDS[task.wanted.kind].compose(task)


def _signed(task: Task) -> Document:
    name = task.wanted.signed or RANKING.name
    return compose(replace(task, wanted=replace(task.wanted, kind=name, signed=name, fill=Fill.ENTERED)))


def _archive(_task: Task) -> Document:
    # It is no document, but a file with many of them: scoring.archive packs it.
    raise NothingToPrint


SIGNED: Final = PaperKind(
    name="signed",
    title=_("Signed PDF"),
    about=_("results or closed lists; every change to the file shows"),
    compose=_signed,
    options=(
        forms.SIGNED,
        forms.series(
            lambda printable: printable.closed,
            everything=_("all series so far"),
            has_all=lambda printable: printable.begun == printable.closed,
        ),
    ),
    is_there=lambda printable: bool(printable.closed),
    has_formats=False,
    has_codes=True,
)

ARCHIVE: Final = PaperKind(name="archive", title=_("The whole record"), compose=_archive, has_formats=False)
GROUPS: Final = (
    (_("Before the first series"), (PLAN, ENTRANTS, START_CARDS)),
    (_("For each series"), (SEATS, TABLE_CARDS, SHEETS, SPARE, LISTS)),
    (_("For the end"), (RANKING, RANKINGS, CERTIFICATES, DECISIONS)),
    (pgettext_lazy("papers", "Money"), MONEY),
    (_("To be kept"), (SIGNED, ARCHIVE)),
)
KINDS: Final = {kind.name: kind for _when, kinds in GROUPS for kind in kinds}
