"""The commands of the hall."""
