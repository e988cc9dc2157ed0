"""Addresses of house rules; what a game is worth is asked by them too."""

from django.urls import path

from scoring.houses.views import choosing, worth

urlpatterns = [
    path("house-rules/", choosing.houses, name="houses"),
    path("house-rules/oldest/", choosing.oldest, name="oldest-skat"),
    path("house-rules/sheet/", choosing.one, name="house"),
    path("house-rules/sheet.pdf", choosing.paper, name="house-pdf"),
    path("worth/", worth.page, name="worth"),
    path("worth.json", worth.as_json, name="worth-json"),
]
