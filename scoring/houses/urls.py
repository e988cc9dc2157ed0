"""Addresses of house rules; what a game is worth is asked by them too."""

from django.urls import path

from scoring.houses import views

urlpatterns = [
    path("house-rules/", views.houses, name="houses"),
    path("house-rules/oldest/", views.oldest, name="oldest-skat"),
    path("house-rules/sheet/", views.sheet, name="house"),
    path("house-rules/sheet.pdf", views.paper, name="house-pdf"),
    path("worth/", views.page, name="worth"),
    path("worth.json", views.as_json, name="worth-json"),
]
