"""What it says: see ``scoring.paper_desk``."""
