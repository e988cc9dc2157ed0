"""Addresses of seats."""

from django.urls import path

from tables.acts.addresses import OFFICE, TOURNAMENT
from tables.draw.views import by_hand, drawing, fixed, public_draws, seats, wishes

urlpatterns = [
    path(f"{TOURNAMENT}series/<int:series>/seats/", seats.seats, name="seats"),
    path(f"{TOURNAMENT}series/<int:series>/draw/", public_draws.draw, name="public-draw"),
    path(f"{TOURNAMENT}draws/<int:number>.json", public_draws.record, name="draw-record"),
    path(f"{OFFICE}wishes/", wishes.wished, name="wishes"),
    path(f"{OFFICE}series/<int:series>/draw/", drawing.draw, name="draw"),
    path(f"{OFFICE}series/<int:series>/fixed/", fixed.plan, name="fixed-plan"),
    path(f"{OFFICE}series/<int:series>/by-hand/", by_hand.desk, name="by-hand"),
]
