"""Addresses of lists."""

from django.urls import path

from scoring.lists.views import deal_again
from tables.acts.addresses import TABLE

urlpatterns = [
    path(f"{TABLE}deal-again/", deal_again.deal_again, name="deal-again"),
]
