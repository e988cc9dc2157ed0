"""The site's addresses, and those of the anchors."""

from django.urls import include, path

from benchmarks import entry

urlpatterns = [path("bench/insert/", entry.one_insert, name="bench-insert"), path("", include("skatturnier.urls"))]
