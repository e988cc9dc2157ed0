"""Addresses of lists."""

from django.urls import path

from scoring.lists.views import deal_again, house_rules, worth
from tables.acts.addresses import OFFICE, TABLE

urlpatterns = [
    path("worth/", worth.page, name="worth"),
    path("worth.json", worth.as_json, name="worth-json"),
    path(f"{OFFICE}list-rules/", house_rules.house_rules, name="list-rules"),
    path(f"{TABLE}deal-again/", deal_again.deal_again, name="deal-again"),
]
