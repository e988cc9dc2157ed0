"""How lists are shown: see ``scoring.season``."""
