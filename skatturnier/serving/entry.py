"""What the web server calls in each process of a site."""

from scoring.paper.typesetting import pdf
from skatturnier.serving.secure import SecureDoor
from skatturnier.serving.taking_in import FrontDoor
from skatturnier.wsgi import application as site

pdf.set_beside()

application = FrontDoor(site, beside=SecureDoor.from_environment())
