"""Addresses of the desk."""

from django.urls import path

from tables.acts.addresses import OFFICE, TOURNAMENT
from tables.desk.views import intake, registration

urlpatterns = [
    path(f"{TOURNAMENT}entrants/", intake.entrants, name="entrants"),
    path(f"{TOURNAMENT}register/", intake.register, name="self-registration"),
    path(f"{OFFICE}registration/", registration.switch, name="registration-switch"),
    path(f"{OFFICE}entrants/", registration.desk, name="desk"),
    path(f"{OFFICE}entrants/check-in/", registration.check_in, name="check-in"),
    path(f"{OFFICE}entrants/marks/", registration.marks, name="marks"),
    path(f"{OFFICE}entrants/add/", intake.add, name="add"),
    path(f"{OFFICE}entrants.xlsx", registration.entrants, {"ending": "xlsx"}, name="entrants-xlsx"),
    path(f"{OFFICE}entrants.csv", registration.entrants, {"ending": "csv"}, name="entrants-csv"),
]
