"""What is asked: see ``scoring.public``."""
