"""What the web server calls in each process of a site."""

from scoring.paper.typesetting import pdf
from skatturnier.machine import processes
from skatturnier.serving.lane import IS_WANTED, Lane
from skatturnier.serving.secure import SecureDoor
from skatturnier.serving.taking_in import FrontDoor
from skatturnier.wsgi import application as site

pdf.set_beside()

lane = Lane() if IS_WANTED else None
if lane:
    # What draws pages leaves the processors to what phones send.
    processes.step_back()

application = FrontDoor(site, beside=SecureDoor.from_environment(), lane=lane)
