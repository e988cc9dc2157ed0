"""Addresses of what was."""

from django.urls import path

from scoring.history import views
from tables.acts.addresses import TABLE, TOURNAMENT

urlpatterns = [
    path("verify/<str:hash>/", views.verify, name="verify"),
    path(f"{TABLE}history/", views.of_list, name="list-history"),
    path(f"{TABLE}history/<int:line>/", views.list_then, name="list-then"),
    path(f"{TOURNAMENT}head/", views.head, name="journal-head"),
]
