"""Believable events, played through the services the pages use: for the demo and for measurements."""
