"""Addresses of the laptop's own page."""

from django.urls import path

from skatturnier.laptop import views

patterns = [
    path("", views.laptop, name="laptop"),
    path("backup/", views.back_up, name="laptop-backup"),
    path("restore/", views.restore, name="laptop-restore"),
    path("restart/", views.restart, name="laptop-restart"),
    path("go-on/", views.go_on, name="laptop-go-on"),
    path("stop/", views.stop, name="laptop-stop"),
]
