"""What is read: see ``scoring.public``."""
