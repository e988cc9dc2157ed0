"""House rules: their pages, their sheets, what a deal is worth by them."""
