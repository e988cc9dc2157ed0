"""What the web server calls in each process of a site."""

from scoring.paper.typesetting import pdf
from skatturnier.serving.secure import SecureDoor
from skatturnier.serving.taking_in import Entry
from skatturnier.wsgi import application as site

pdf.set_beside()

application = Entry(site, beside=SecureDoor.from_environment())
