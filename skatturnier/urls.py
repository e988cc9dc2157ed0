"""All addresses. What programs ask stands here; pages are read topic by topic, after the start."""

from django.urls import include, path

from skatturnier.middleware import requests
from skatturnier.watching import health, metrics
from tables.acts.addresses import topic

urlpatterns = [
    path("health/", health.health, name="health"),
    path("ready/", health.ready, name="ready"),
    path("metrics/", metrics.metrics, name="metrics"),
    path("too-much/<path:rest>", requests.too_much, name="too-much"),
    topic("skatturnier.pages"),
    topic("scoring.public.api", "api/v1/", app_name="ninja", namespace="api"),
    path("", include("scoring.urls")),
    path("", include("tables.urls")),
]

handler403 = "tables.tournaments.views.public.forbidden"
handler400 = "skatturnier.unavailable.bad_request"
handler500 = "skatturnier.unavailable.server_error"
