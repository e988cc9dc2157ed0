"""Looking through a list before anybody of it is taken: the same for an event and for an address book."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from tables.acts.wording.intake import intake_refused
from tables.intake.names import name_key as intake_key
from tables.intake.optional import LATEST
from tables.intake.outcome import Intake, IntakeRefused
from tables.people.forms import Review, ReviewForm
from tables.people.listings import (
    Preview,
    Update,
    gone,
    preview,
    shown_columns,
    updates,
    wanting_change,
    with_numbers_asked,
)
from tables.people.wording import who

if TYPE_CHECKING:
    from tables.people.models import Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """A list with all that is to be said about it."""

    review: Review
    form: ReviewForm
    preview: Preview
    because: str
    updates: tuple[Update, ...]
    gone: "tuple[Entrant, ...]"
    ticked: frozenset[str]
    """Which of these are meant: the keys of rows, and start numbers."""

    is_ready: bool

    def context(self, *, action: str, **more: Any) -> dict[str, Any]:
        own = ("form", "preview", "because", "updates", "gone", "ticked")
        return {
            **{name: getattr(self, name) for name in own},
            "action": action,
            "carried": self.review.carried(),
            "asks": self.review.asks,
            "classes": self.review.layout.classes,
            "is_left_over": bool(self.review.done),
            "sheet": self.review.read_from.sheet.name,
            "other_sheets": self.review.others,
            "is_blind": not self.review.read_from.knows_looks,
            **more,
        }


def look(
    review: Review,
    *,
    limit: int,
    registered: Mapping[str, str],
    given: Mapping[int, str] | None = None,
    entrants: "Sequence[Entrant]" = (),
    sent: QueryDict | None = None,
    because: str = "",
    fee: int = 0,
    year: int = LATEST,
) -> Looked:
    """Return what a list would do to ``entrants``; ``given`` says whose each start number is, ``fee`` is in cents."""
    if sent is None:
        review = review.with_counts(given or {})
    refused = ""
    try:
        intake = replace(review, fee=fee, year=year).read(limit=limit)
    except IntakeRefused as error:
        intake, refused = Intake(), intake_refused(error)
    intake = wanting_change(with_numbers_asked(intake, given or {}), review.wanted)
    form = ReviewForm(sent)
    wrong = review.twice
    is_ready = sent is not None and form.is_valid() and not refused and not wrong
    if is_ready and review.asks and not form.cleaned_data["sure"]:
        is_ready = False
        if sent is not None and sent.get("act") == "take":
            form.add_error("sure", _("Please look at the columns that are asked about, then tick here."))
    changed = updates(intake, entrants)
    registered = {
        **registered,
        **{intake_key(update.name): who(update.number, "") for update in changed if update.is_named},
    }
    ticked = frozenset(update.key for update in changed) if sent is None else frozenset(sent.getlist("update"))
    besides = {row.line for row in intake.marked}
    columns = shown_columns(review.layout, review.columns, review.offered, wrong=wrong, besides=besides)
    return Looked(
        review=review,
        form=form,
        preview=preview(intake, registered, columns, at=review.at, classes=review.layout.classes),
        because=refused or because,
        updates=changed,
        gone=gone(intake, entrants),
        ticked=ticked | frozenset(sent.getlist("leaves") if sent else ()),
        is_ready=is_ready,
    )


def left_over(looked: Looked, *, limit: int, registered: Mapping[str, str], fee: int = 0, year: int = LATEST) -> Looked:
    """Return what is left of a list when those in order were taken: the rows that are still to be looked at."""
    done = {*looked.review.done, *(row.key for row in looked.preview.rows)}
    return look(replace(looked.review, done=done), limit=limit, registered=registered, fee=fee, year=year)
