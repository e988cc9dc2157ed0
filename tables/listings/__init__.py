"""What the hall lists on its pages, by topic: rows picked, counted and put in order for templates."""
