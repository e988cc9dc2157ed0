"""SQLite as the site uses it: Django's own, but that whoever writes waits more watchfully."""
