"""Addresses of the lists."""

from tables.acts.addresses import topic

app_name = "scoring"

TOPICS = (
    "lists.views",
    "houses.views",
    "paper_desk.urls",
    "pub.views",
    "table.urls",
    "office.urls",
    "signing.views",
    "money.views",
    "disputes.urls",
    "public.urls",
    "paper.urls",
    "history.views",
    "archive.views",
    "privacy.views",
    "results.urls",
    "season.views",
    "league.views",
    "statistics.views",
    "venues.views",
)

urlpatterns = [topic(f"scoring.{name}") for name in TOPICS]
