"""What the direction orders: whom it is about, why, by which clause (SkWO 4.3, 4.4, 7.1.2, 7.2.4, 9.4)."""

from collections.abc import Collection, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.disputes.forms.confirming import ConfirmedForm, ReasonedForm
from scoring.disputes.selectors.measures import USUAL_CLAUSES
from scoring.disputes.services.orders import IN_A_SERIES, MOST_POINTS, OF_A_TABLE, Kind, Order
from scoring.rules.register.citing import UnknownClause, citation
from tables.acts.forms.fields import Line, offer

MOST_NUMBER = 100_000

ONLY_OF = {
    "points": Kind.PENALTY,
    "from_deal": Kind.REPLACEMENT,
    "substitute": Kind.REPLACEMENT,
    "substitute_name": Kind.REPLACEMENT,
}
"""Fields that belong to one kind."""


class OrderForm(ConfirmedForm):
    """An order of one kind; it asks only for what that kind needs."""

    AT: ClassVar = {
        **ConfirmedForm.AT,
        "no-such-entrant": "entrant",
        "not-seated": "entrant",
        "series-unknown": "series",
        "nothing-played-yet": "series",
        "series-over": "series",
        "no-such-list": "table",
        "points-missing": "points",
        "no-such-deal": "from_deal",
        "substitute-missing": "substitute",
        "substitute-plays": "substitute",
    }

    entrant = forms.IntegerField(label=_("Whom?"), help_text=_("Start number"), min_value=1, max_value=MOST_NUMBER)
    series = forms.TypedChoiceField(
        label=_("In which series?"),
        coerce=int,
        empty_value=None,
        error_messages={"required": _("In which series was it?"), "invalid_choice": _("This series has not begun.")},
    )
    table = forms.IntegerField(label=_("Which table?"), min_value=1, max_value=2_000)
    points = forms.IntegerField(label=_("How many points come off?"), min_value=1, max_value=MOST_POINTS)
    from_deal = forms.IntegerField(label=_("From which deal on?"), min_value=1, max_value=200)
    substitute = forms.IntegerField(
        label=_("Who plays instead?"),
        help_text=_("Start number, if they take part in the tournament themselves."),
        min_value=1,
        max_value=MOST_NUMBER,
        required=False,
    )
    substitute_name = Line(label=_("Or their name, if they do not"), max_length=80, required=False)
    field_order = [
        "entry_key",
        "shown",
        "entrant",
        "series",
        "table",
        "points",
        "from_deal",
        "substitute",
        "substitute_name",
        "reason",
        "clause",
    ]

    def __init__(
        self,
        *args: Any,
        kind: Kind,
        begun: Sequence[int],
        players: Collection[tuple[int, str]] = (),
        **kwargs: Any,
    ) -> None:
        initial = {"clause": USUAL_CLAUSES[kind][0], **kwargs.get("initial", {})}
        if kind in IN_A_SERIES and begun:
            initial.setdefault("series", begun[-1])
        super().__init__(*args, **{**kwargs, "initial": initial})
        self.kind = kind
        for name, only in ONLY_OF.items():
            if kind is not only:
                del self.fields[name]
        del self.fields["entrant" if kind in OF_A_TABLE else "table"]
        nowhere: list[tuple[object, str]] = [] if kind in IN_A_SERIES else [("", gettext("not in a series"))]
        self.fields["series"].required = kind in IN_A_SERIES
        offer(
            self.fields["series"], [*nowhere, *((one, gettext("Series %(number)s") % {"number": one}) for one in begun)]
        )
        if players and "entrant" in self.fields:
            self.fields["entrant"] = forms.TypedChoiceField(
                label=_("Whom?"), choices=list(players), coerce=int, widget=forms.RadioSelect
            )

    def clean_clause(self) -> str:
        """Return the clause with its edition, where the rule text has it; else the service says that it has not."""
        typed = str(self.cleaned_data["clause"])
        try:
            return str(citation(typed))
        except UnknownClause:
            return typed

    def order(self) -> Order:
        """Return the order as the direction wants it."""
        data = self.cleaned_data
        return Order(
            kind=self.kind,
            reason=data["reason"],
            clause=data["clause"],
            series=data["series"],
            table=data.get("table"),
            entrant=data.get("entrant"),
            points=data.get("points"),
            from_deal=data.get("from_deal"),
            substitute=data.get("substitute"),
            substitute_name=data.get("substitute_name", ""),
        )


class LiftForm(ReasonedForm):
    """Why a measure is lifted."""
