"""Spreading an event over venues, and joining what they played."""
