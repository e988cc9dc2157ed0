"""The chapters of the handbook, and the handbook as a document."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.paper.typesetting.document import Document
from skatturnier.handbook.places import CHAPTERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """What is for one kind of people."""

    place: str
    """What an address ends with that leads to it."""

    title: str

    @property
    def template(self) -> str:
        """Return which template has its words."""
        return f"handbook/{self.place}.html"


def chapters() -> tuple[Chapter, ...]:
    """Return the chapters in the language of the page."""
    titles = {
        "first": _("Your first Preisskat in 30 minutes"),
        "table": _("For whoever keeps the list"),
        "money": _("For the treasurer"),
        "judges": _("For judges"),
        "more": _("The year, and what else there is"),
        "laptop": _("For whoever sets up the laptop"),
        "trouble": _("When something does not work"),
    }
    return tuple(Chapter(place=place, title=titles[place]) for place in CHAPTERS)


def on_paper() -> Document:
    """Return the handbook to print."""
    return Document(
        template="handbook/paper.html",
        title=_("Skatturnier: the handbook"),
        author=_("Skatturnier"),
        filename=pgettext("file name", "handbook"),
        context={"chapters": chapters()},
    )
