"""Pages: see ``scoring.paper_desk``."""
