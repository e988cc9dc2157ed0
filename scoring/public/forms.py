"""What a player raises themselves, from the page that their start card opens (ISkO 4.5.10, SkWO 7.3.3, 7.4.3)."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.disputes.forms.appeals import AppealForm, QueryForm, TableObjectionForm
from scoring.lists.selectors.sheets import Sheet
from scoring.public.selectors.own import OwnRuling
from tables.acts.forms import EntryKey
from tables.acts.wording.moments import moment
from tables.tournaments.models import Series


class OwnCallForm(forms.Form):
    """The one tap that calls a judge."""

    entry_key = EntryKey()


class OwnWithdrawalForm(forms.Form):
    """Which objection is taken back."""

    objection = forms.IntegerField(min_value=1, max_value=1_000_000)


class OwnObjectionForm(TableObjectionForm):
    """An objection of the player who holds the start card."""

    field_order = ["entry_key", "kind", "deal", "text"]

    def __init__(self, *args: Any, sheet: Sheet, chosen: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, sheet=sheet, chosen=chosen, **kwargs)
        del self.fields["place"]
        self.order_fields(self.field_order)


class OwnAppealForm(AppealForm):
    """An appeal of the player who holds the start card; beside each decision stands until when it is in time."""

    field_order = ["entry_key", "ruling", "deal", "text"]

    def __init__(self, *args: Any, rulings: Sequence[OwnRuling], **kwargs: Any) -> None:
        self._until = {own_ruling.ruling.number: own_ruling.deadline for own_ruling in rulings}
        super().__init__(*args, rulings=[own_ruling.ruling for own_ruling in rulings], **kwargs)
        del self.fields["appellant"]
        self.fields["deal"].widget.attrs.update({"inputmode": "numeric", "class": "short"})
        self.order_fields(self.field_order)

    def told(self, ruling: Any) -> str:
        """Return a decision as it is offered, with its deadline."""
        said, deadline = super().told(ruling), self._until[ruling.number]
        if not deadline.is_open:
            return _("%(decision)s (the time for appeals is over)") % {"decision": said}
        if deadline.closes is None:
            return said
        return _("%(decision)s (in time until %(at)s)") % {"decision": said, "at": moment(deadline.closes)}


class OwnQueryForm(QueryForm):
    """A mistake in a result, reported by the player who holds the start card."""

    def __init__(self, *args: Any, results: Sequence[Series | None], **kwargs: Any) -> None:
        super().__init__(*args, results=results, **kwargs)
        del self.fields["entrant"]
