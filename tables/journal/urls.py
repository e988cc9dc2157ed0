"""The address of the site's journal."""

from django.urls import path

from tables.journal import views

urlpatterns = [
    path("journal/", views.site, name="site-journal"),
]
