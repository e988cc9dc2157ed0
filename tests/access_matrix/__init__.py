"""Who may read and do what: every address of the site, every role, every object, every state."""
