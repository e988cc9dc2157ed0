"""What the print desk asks before it prints: for every kind of document what it can be told."""

from collections.abc import Iterable
from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from scoring.paper.forms.options import Asked, choice
from scoring.paper.forms.pictures import USES
from scoring.paper.pictures.looking import Picture
from scoring.paper.selectors.printing import Printable
from tables.acts.forms.fields import EntryKey

FORMATS: Final = {"pdf": _("PDF file"), "page": _("page for the print command of the browser")}


class PrintForm(forms.Form):
    """What is to be printed of one kind. Clean, it ends in what was ``told``."""

    entry_key = EntryKey()

    def __init__(
        self, *args: Any, options: Iterable[Asked], has_formats: bool, there: Printable, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.there = there
        for option in options:
            if field := option.field(there):
                self.fields[option.name] = field
        self.fields["language"] = choice(_("Language"), settings.LANGUAGES, initial=(get_language() or "")[:2])
        if has_formats:
            self.fields["format"] = choice(_("As"), FORMATS.items(), initial="pdf")

    def clean(self) -> dict[str, Any]:
        """Demand tables that exist."""
        data = super().clean() or {}
        wanted = data.get("tables")
        if wanted and "series" in data:
            there = self.there.tables
            known = there.get(data["series"], frozenset()) if data["series"] else frozenset().union(*there.values())
            if strange := sorted(set(wanted) - known):
                words = ", ".join(map(str, strange[:5]))
                self.add_error("tables", gettext("There is no such table: %(words)s.") % {"words": words})
        return data

    @property
    def told(self) -> dict[str, Any]:
        """What the document is told, in the words of the documents."""
        told = {name: value for name, value in self.cleaned_data.items() if name != "entry_key"}
        for use in USES:
            new, again = told.pop(use, None), told.pop(f"{use}_again", False)
            told[use] = new.key if new else self.there.pictures.get(use) if again else None
        return told

    @property
    def pictures(self) -> dict[str, Picture]:
        """The new pictures, by what they are for."""
        return {use: picture for use in USES if (picture := self.cleaned_data.get(use))}

    @property
    def key(self) -> str:
        """The key of the run this form begins."""
        return str(self.cleaned_data["entry_key"].hex)
