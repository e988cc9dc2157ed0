"""The project: settings, addresses, checks, static files, languages."""
