"""In which words it is said: see ``scoring.season``."""
