"""Addresses of seats."""

from django.urls import path

from tables.acts.addresses import OFFICE, TOURNAMENT
from tables.draw.views import by_hand, drawing, fixed

urlpatterns = [
    path(f"{TOURNAMENT}series/<int:series>/seats/", drawing.seats, name="seats"),
    path(f"{TOURNAMENT}series/<int:series>/draw/", drawing.public_draw, name="public-draw"),
    path(f"{TOURNAMENT}draws/<int:number>.json", drawing.record, name="draw-record"),
    path(f"{OFFICE}series/<int:series>/draw/", drawing.draw, name="draw"),
    path(f"{OFFICE}series/<int:series>/fixed/", fixed.plan, name="fixed-plan"),
    path(f"{OFFICE}series/<int:series>/by-hand/", by_hand.desk, name="by-hand"),
]
