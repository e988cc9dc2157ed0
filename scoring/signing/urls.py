"""Addresses of signing."""

from django.urls import path

from scoring.signing import views
from scoring.signing import views as lists
from tables.acts.addresses import OFFICE_TABLE, TABLE

urlpatterns = [
    path(f"{TABLE}sign/", views.sign, name="sign"),
    path(OFFICE_TABLE, lists.manage, name="list-office"),
]
