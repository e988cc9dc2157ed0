"""Addresses of the site's own pages: signing in, this laptop and its phones, the handbook, the language."""

from django.urls import include, path

from skatturnier import languages
from skatturnier.backups import views as backups
from skatturnier.demo import doors as demo
from skatturnier.handbook import views as handbook
from skatturnier.https import views as secure
from skatturnier.laptop import urls as laptop
from skatturnier.phones import views as phones
from tables.accounts import views
from tables.accounts.views import SignIn, first_account, privacy
from tables.acts.addresses import OFFICE
from tables.tournaments.access import door_of

urlpatterns = [
    path("first/", first_account, name="first-account"),
    path("sign-in/", SignIn.as_view(leads_to=door_of), name="login"),
    path("sign-out/", views.sign_out, name="logout"),
    path("laptop/", include(laptop.patterns)),
    path("phones/", phones.phones, name="phones"),
    path("phones/poster.pdf", phones.poster_to_print, name="phones-poster"),
    path("here/", phones.came, name="phone-came"),
    path("secure/", secure.secure, name="secure"),
    path("secure/skatturnier.crt", secure.authority, name="secure-authority"),
    path("secure/card.pdf", secure.card_to_print, name="secure-card"),
    path("demo/", demo.doors, name="demo"),
    path(f"{OFFICE}venues/backup/", backups.for_a_venue, name="venue-backup"),
    path("help/", handbook.handbook, name="handbook"),
    path("help/handbook.pdf", handbook.handbook_to_print, name="handbook-pdf"),
    path("privacy/", privacy, name="privacy"),
    path("language/<str:language>/", languages.choose, name="language"),
]
