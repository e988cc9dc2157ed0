"""Addresses of lists."""

from django.urls import path

from scoring.lists import views
from tables.acts.addresses import OFFICE, TABLE

urlpatterns = [
    path(f"{OFFICE}list-rules/", views.house_rules, name="list-rules"),
    path(f"{TABLE}deal-again/", views.deal_again, name="deal-again"),
]
