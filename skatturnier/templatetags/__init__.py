"""Words of the site itself for its pages."""
