"""Designs: whole events in which no two points meet twice, and people put on their points."""
