"""Tables for other programs: see ``scoring.paper``."""
