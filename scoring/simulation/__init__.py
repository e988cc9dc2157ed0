"""Believable events, played through the services the pages use: for the demo and for measurements."""

from scoring.simulation.event import simulate
from scoring.simulation.scenario import Entry, Scenario
