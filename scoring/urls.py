"""Addresses of the lists."""

from tables.acts.addresses import topic

app_name = "scoring"

TOPICS = (
    "lists",
    "houses",
    "paper_desk",
    "pub",
    "table",
    "office",
    "signing",
    "money",
    "disputes",
    "public",
    "paper",
    "history",
    "archive",
    "privacy",
    "results",
    "season",
    "league",
    "statistics",
    "venues",
)

urlpatterns = [topic(f"scoring.{name}.urls") for name in TOPICS]
