"""Words: see ``scoring.table``."""
