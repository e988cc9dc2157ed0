"""The site's addresses, and those of the anchors."""

from django.urls import include, path

from benchmarks import entry, standings

urlpatterns = [
    path("bench/insert/", entry.one_insert, name="bench-insert"),
    path("bench/bare/", standings.bare, name="bench-bare"),
    path("", include("skatturnier.urls")),
]
