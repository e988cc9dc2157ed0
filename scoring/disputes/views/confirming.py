"""Acts whose effect is shown before they are carried out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import HttpRequest

from scoring.disputes.forms.confirming import ReasonedForm
from scoring.disputes.selectors import measures
from scoring.lists.services.lists import EntryRefused, KeyReused
from scoring.results.listings import effects
from scoring.results.listings.effects import ShownEffect
from scoring.results.selectors.effects import Effect
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals

T = TypeVar("T")

REFUSALS = (EntryRefused, KeyReused, Refused)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(Generic[T]):
    """What came of a form: its effect to be looked at, or what was done; neither where it was refused."""

    effect: ShownEffect | None = None
    done: T | None = None


def confirmed(
    request: HttpRequest, form: ReasonedForm, *, of: object, preview: Callable[[], Effect], carry_out: Callable[[], T]
) -> Outcome[T]:
    """Show what a valid form would do; carry it out if that is wanted and was shown just so.

    What was carried out already is not looked at again: the service knows the form by its key.
    """
    is_wanted = request.POST.get("action") == "order"
    try:
        if not (is_wanted and measures.was_done(form.cleaned_data["entry_key"])):
            effect = effects.shown_effect(preview(), of=of)
            if not is_wanted:
                return Outcome(effect=effect)
            if form.cleaned_data["shown"] != effect.seen:
                form.add_error(None, refusals.refusal(Refused("effect-not-seen")))
                return Outcome(effect=effect)
        return Outcome(done=carry_out())
    except REFUSALS as refused:
        form.refuse(refused)
        return Outcome()
