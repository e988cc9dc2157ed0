"""A list of people that somebody looks through before anybody of it is taken: columns, doubts, lines left out.

Nothing is kept on the site meanwhile: the rows of the list travel through the page, as rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tables.acts.forms.fields import EntryKey
from tables.intake.classes import Classes
from tables.intake.headings import TICKED, Field
from tables.intake.layout import Layout, blocks, layout_of
from tables.intake.outcome import Intake, IntakeRefused, Refusal, Said
from tables.intake.questions import ASKED
from tables.intake.rows import Line
from tables.intake.sources.form_cells import PARTS, as_text, from_text, mended_as_text, mended_from_text
from tables.intake.table import read
from tables.intake.text import clean_text
from tables.people.models import Entrant

MOST_KEYS = 10_000
KEPT = ("gone", "taken", "done", "wanted")


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """How far somebody has come with a list."""

    lines: tuple[Line, ...]
    layout: Layout
    columns: tuple[str | None, ...]
    offered: Sequence[str]
    mended: Mapping[str, Said] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    """The keys of lines that somebody left out."""

    taken: frozenset[str] = frozenset()
    """The keys of lines that are read though they seem to name nobody."""

    done: frozenset[str] = frozenset()
    """The keys of lines that were taken before."""

    wanted: frozenset[str] = frozenset()
    """The keys of lines in order that somebody wants to change, and has not yet."""

    at: Mapping[str, str] = field(default_factory=dict)
    """For each part of the page the key of the line it begins with; from the beginning where there is none."""

    is_file: bool = False

    @classmethod
    def of(cls, lines: Sequence[Line], *, offered: Sequence[Field], classes: Classes, is_file: bool) -> "Review":
        """Return a list nobody has looked at yet."""
        layout = layout_of(lines, classes)
        possible = with_classes(offered, classes)
        known = tuple(column if column in possible or column is Field.COUNT else None for column in layout.columns)
        return cls(lines=tuple(lines), layout=layout, columns=known, offered=possible, is_file=is_file)

    @classmethod
    def sent(cls, data: QueryDict, *, offered: Sequence[Field], classes: Classes) -> "Review":
        """Return the list as it came back from a page.

        :raises IntakeRefused: if that is no list any more.
        """
        lines = from_text(data.get("cells", ""))
        if not lines:
            raise IntakeRefused(Refusal.EMPTY)
        begun = cls.of(lines, offered=offered, classes=classes, is_file=data.get("source") == "file")
        kept = {name: frozenset(data.get(name, "").split()[:MOST_KEYS]) for name in KEPT}
        taken = frozenset(data.getlist("take"))
        corrected = _corrected(data, classes)
        return replace(
            begun,
            columns=_columns(data, begun),
            mended=mended_from_text(data.get("mended", ""), classes) | corrected,
            gone=(kept["gone"] | frozenset(data.getlist("out"))) - taken,
            taken=kept["taken"] | taken,
            done=kept["done"],
            wanted=(kept["wanted"] - corrected.keys()) | frozenset(data.getlist("change")),
            at={name: data.get(f"{name}.to") or data.get(f"{name}.at", "") for name in ("bad", "marked", "good")},
        )

    @property
    def twice(self) -> list[int]:
        """Return the columns that are to hold what another one of the same table holds."""
        settled = [one for block in blocks(self.columns) for one in block]
        return [at for at, one in enumerate(self.columns) if one is not None and settled[at] is None]

    @property
    def source(self) -> Entrant.Source:
        """Return how the list came in."""
        return Entrant.Source.FILE if self.is_file else Entrant.Source.PASTE

    @property
    def asks(self) -> bool:
        """Test whether something about the columns has to be answered."""
        return bool(ASKED.intersection(self.layout.doubts.values()))

    def read(self, *, limit: int) -> Intake:
        """Return who the list names.

        :raises IntakeRefused: if it names nobody, too many, or no column holds the names.
        """
        return read(
            self.layout,
            limit=limit,
            columns=self.columns,
            mended=self.mended,
            taken=self.taken,
            left_out=self.gone,
            done=self.done,
        )

    def carried(self) -> dict[str, str]:
        """Return what the page has to bring back."""
        return {
            "cells": as_text(self.lines),
            "mended": mended_as_text(self.mended),
            "source": "file" if self.is_file else "paste",
            **{name: " ".join(sorted(getattr(self, name))) for name in KEPT},
        }


def with_classes(offered: Sequence[Field], classes: Classes) -> list[str]:
    """Return what columns can hold: the fields offered, and the classes among the marks."""
    codes = [player_class.code for player_class in classes]
    return [code for one in offered for code in ([*codes, one] if one is Field.MARKS else [one])]


class ReviewForm(forms.Form):
    """What is said about a list as a whole."""

    entry_key = EntryKey()
    leave_out = forms.BooleanField(label=_("Leave out those who are there already"), required=False, initial=True)
    sure = forms.BooleanField(label=_("The columns are right like this"), required=False)


def _columns(data: QueryDict, begun: Review) -> tuple[str | None, ...]:
    said = [data.get(f"c{at}") for at in range(len(begun.columns))]
    known = {str(one): one for one in (*begun.offered, Field.COUNT)}
    return tuple(was if now is None else known.get(now) for was, now in zip(begun.columns, said, strict=True))


def _corrected(data: QueryDict, classes: Classes) -> dict[str, Said]:
    """Return what was typed for lines that were asked about.

    Whatever button was pressed, what somebody changed is meant; what was left as it is only where they say so.
    """
    found = {}
    for key in data.getlist("row")[:MOST_KEYS]:
        texts = {part: clean_text(data.get(f"{key}.{part}", "")) for part in PARTS}
        marks = frozenset(
            str(mark)
            for mark in (*TICKED, *(player_class.code for player_class in classes))
            if data.get(f"{key}.{mark}")
        )
        said = Said.of(texts, marks=marks)
        if data.get("act") == "mend" or mended_as_text({"": said}) != data.get(f"{key}.was"):
            found[key[:20]] = said
    return found
