"""Where transfers go: whose account, and its IBAN."""

from typing import Any, Final

from django import forms

from scoring.money.models import MoneyTerms
from tables.acts.forms import Line, SeesRow

FIELD_OF: Final = {"iban-wrong": "iban", "holder-missing": "holder"}
"""Beside which field each refusal stands."""


class TransferForm(SeesRow):
    """The account that transfers go to; empty where none is announced."""

    act = forms.CharField(initial="terms", widget=forms.HiddenInput, required=False)
    holder = Line(label=MoneyTerms._meta.get_field("holder").verbose_name, max_length=70, required=False)
    iban = Line(label="IBAN", max_length=60, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("holder", "iban"):
            self.fields[name].widget.attrs.update(autocomplete="off", spellcheck="false")
