"""What the web server calls in each process of a site."""

from skatturnier.serving.secure import SecureDoor
from skatturnier.serving.taking_in import Entry
from skatturnier.wsgi import application as site

application = Entry(site, beside=SecureDoor.told())
