"""Addresses of the lists."""

from tables.acts.addresses import topic

app_name = "scoring"

TOPICS = (
    "lists.urls",
    "houses.views",
    "paper_desk.urls",
    "pub.views",
    "table.urls",
    "office.urls",
    "signing.urls",
    "money.views",
    "disputes.urls",
    "public.urls",
    "paper.urls",
    "history.urls",
    "archive.urls",
    "privacy.urls",
    "results.urls",
    "season.views",
    "league.views",
    "statistics.urls",
    "venues.views",
)

urlpatterns = [topic(f"scoring.{name}") for name in TOPICS]
