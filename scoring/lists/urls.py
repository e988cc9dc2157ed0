"""Addresses of lists."""

from django.urls import path

from scoring.lists import views
from tables.acts.addresses import TABLE

urlpatterns = [
    path(f"{TABLE}deal-again/", views.deal_again, name="deal-again"),
]
