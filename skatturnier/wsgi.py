"""The entry for web servers. It refuses to start on a database that could lose an acknowledged deal."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

site = get_wsgi_application()

# It asks the database through the apps, which are there only now.
from skatturnier.serving.site import Checked  # noqa: E402

application = Checked(site)
