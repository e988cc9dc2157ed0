"""The tribunal of an event: who is in it, who may decide, and what it decides."""
