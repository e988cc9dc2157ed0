"""Words: see ``scoring.results``."""
