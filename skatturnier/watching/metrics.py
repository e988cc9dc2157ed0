"""Figures for whoever watches the site, in the text that Prometheus reads. Off unless a token is set.

Each process counts for itself (``skatturnier.watching.counters``); whichever is asked adds up those of its machine.
What lies in the database is counted when somebody asks, so it is right however many machines there are.
"""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

TEXT = "text/plain; version=0.0.4; charset=utf-8"


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Tell the figures to whoever shows the token; for anybody else there is no such page."""
    shown = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(shown, f"Bearer {settings.METRICS_TOKEN}"):
        raise Http404
    # Half a second for a site that shows its figures to nobody.
    from skatturnier.watching import figures

    return HttpResponse(figures.text(), content_type=TEXT)
