"""The entry for web servers. It refuses to start on a database that could lose an acknowledged deal."""

import os

from django.core.checks import Tags, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

application = get_wsgi_application()

if serious := [found for found in run_checks(tags=[Tags.database], databases=["default"]) if found.is_serious()]:
    raise ImproperlyConfigured("\n".join(map(str, serious)))
