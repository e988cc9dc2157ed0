"""All addresses: the hall, the lists, signing in, the language."""

from django.contrib.auth import views as auth
from django.urls import include, path

from scoring.views import api

urlpatterns = [
    path("sign-in/", auth.LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("sign-out/", auth.LogoutView.as_view(), name="logout"),
    path("language/", include("django.conf.urls.i18n")),
    path("api/v1/", api.patterns),
    path("", include("scoring.urls")),
    path("", include("tables.urls")),
]

handler403 = "tables.views.errors.forbidden"
