"""What is sent: see ``scoring.season``."""
