"""Addresses of accounts."""

from django.urls import path

from tables.accounts import views

urlpatterns = [
    path("account/", views.password, name="account"),
]
