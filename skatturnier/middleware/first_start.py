"""A site that has no account yet: every page leads to the one that makes the first."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from tables.accounts.services.accounts import is_awaited

ANSWERED: Final = ("/language/", "/here/", "/secure/")
"""What is there from the beginning: its language, and whether phones can get here and what they show then."""


def lead_to_it(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Lead whoever asks for any page to the first account, as long as the site waits for it."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not is_awaited() or request.path_info.startswith((reverse("first-account"), *ANSWERED)):
            return get_response(request)
        return redirect("first-account")

    return answer
