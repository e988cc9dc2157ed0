"""What is read: see ``scoring.paper``."""
