"""Pages that are open ask every other second whether anything is new; most of the time nothing is."""

import re
import threading
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone

from scoring.lists.services import turns
from scoring.results.views.fresh import SEEN, kept_part, lately
from skatturnier.pace import PATIENCE, Pace

EVENT: Final = re.compile(r"/t/([-\w]+)/(?!office/)")
"""The address of what everybody may see of an event; pages of its office know states of their own."""

HANDS: Final = 4
"""How many open pages a process gives something new at a time. The other half of its threads is for what is entered."""

pace = Pace(slowest=settings.LIVE_SLOWEST)

_hands = threading.BoundedSemaphore(HANDS)


def answer_at_once(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer with nothing (204) whoever shows the last state of an event, before anything else is looked at.

    A thousand phones ask five hundred times a second: sessions, languages and templates would cost twice the answer.
    The state is the last line of the journal, which is no secret.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        seen = request.headers.get(SEEN)
        found = EVENT.match(request.path_info) if seen and request.method == "GET" else None
        last = lately(found[1], seen, slower=pace.slower) if found and seen else None
        if found is None or last is None or last.is_unpublished(timezone.localdate()):
            return get_response(request)
        if last.version == seen:
            response: HttpResponseBase = HttpResponse(status=204)
        elif "HX-Request" in request.headers:
            response = kept_part(request, found[1], last.version) or _if_there_is_time(request, get_response)
        else:
            return get_response(request)
        patience = pace.patience()
        if patience > 1:
            response.headers[PATIENCE] = f"{patience:.1f}"
        return response

    return answer


def _if_there_is_time(
    request: HttpRequest, get_response: Callable[[HttpRequest], HttpResponseBase]
) -> HttpResponseBase:
    """Give an open page what is new, or let it ask again (204) while others are being given it."""
    if not _hands.acquire(blocking=False):
        return HttpResponse(status=204)
    try:
        turns.wait()
        return get_response(request)
    finally:
        _hands.release()
