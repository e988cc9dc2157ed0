"""Sentences in which facts are days."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime


def dated(sentence: Any, *names: str, time: bool = False) -> Callable[[Mapping[str, Any]], str]:
    """Return what says a sentence with the facts of these names as days, or with the time of day as well."""

    def said(facts: Mapping[str, Any]) -> str:
        form = "SHORT_DATETIME_FORMAT" if time else "SHORT_DATE_FORMAT"
        told = {name: date_format(localtime(facts[name]) if time else facts[name], form) for name in names}
        return str(sentence) % {**facts, **told}

    return said
