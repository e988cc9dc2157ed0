"""Addresses of seats."""

from django.urls import path

from tables.acts.addresses import TOURNAMENT
from tables.draw.views import drawing

urlpatterns = [
    path(f"{TOURNAMENT}series/<int:series>/seats/", drawing.seats, name="seats"),
    path(f"{TOURNAMENT}series/<int:series>/draw/", drawing.public_draw, name="public-draw"),
    path(f"{TOURNAMENT}draws/<int:number>.json", drawing.record, name="draw-record"),
]
