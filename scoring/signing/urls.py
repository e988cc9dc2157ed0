"""Addresses of signing."""

from django.urls import path

from scoring.signing.views import direction as lists
from scoring.signing.views import signing
from tables.acts.addresses import OFFICE_TABLE, TABLE

urlpatterns = [
    path(f"{TABLE}sign/", signing.sign, name="sign"),
    path(OFFICE_TABLE, lists.manage, name="list-office"),
]
