"""The entry for web servers. It refuses to start on a database that could lose an acknowledged deal."""

import os

from django.core.wsgi import get_wsgi_application

from skatturnier.checked import Checked

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

application = Checked(get_wsgi_application())
