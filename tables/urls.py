"""Addresses of the hall."""

from tables.acts.addresses import topic

app_name = "tables"

TOPICS = (
    "tournaments",
    "accounts",
    "clubs",
    "journal",
    "hall",
    "desk",
    "draw",
)

urlpatterns = [topic(f"tables.{name}.urls") for name in TOPICS]
