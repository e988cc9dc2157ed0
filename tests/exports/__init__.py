"""Every column that leaves the site, held against figures worked out by hand."""
