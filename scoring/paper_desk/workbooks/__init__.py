"""Tables for other programs: see ``scoring.lists``."""
