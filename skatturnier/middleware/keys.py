"""The keys that a browser was shown go with it, from answer to answer."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers

from tables.accounts import held_keys

Answer = Callable[[HttpRequest], HttpResponseBase]


def go_along(get_response: Answer) -> Answer:
    """Send the cookie of the keys where one was added, and let nobody keep for others what a page made of them."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        held = held_keys.asked_for(request)
        if held is not None:
            patch_vary_headers(response, ("Cookie",))
            if held.is_changed:
                held_keys.keep(response, held)
        return response

    return answer
