"""What is read: see ``scoring.table``."""
