"""Addresses of accounts."""

from django.urls import path

from tables.accounts.views import account

urlpatterns = [
    path("account/", account.password, name="account"),
]
