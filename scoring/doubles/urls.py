"""The address at which two start numbers become one person."""

from django.urls import path

from scoring.doubles import views
from tables.acts.addresses import OFFICE

urlpatterns = [
    path(f"{OFFICE}entrants/<int:number>/same/", views.same_person, name="same-person"),
]
