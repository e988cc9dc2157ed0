"""What tests share: states of the site, readers of what it answers, and what watches every test."""
