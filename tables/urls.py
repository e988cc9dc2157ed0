"""Addresses of the hall."""

from tables.acts.addresses import topic

app_name = "tables"

TOPICS = ("tournaments.urls", "accounts.views", "clubs.views", "journal.views", "hall.urls", "desk.urls", "draw.urls")

urlpatterns = [topic(f"tables.{name}") for name in TOPICS]
