"""An event's own pictures: looked at before they stand on paper, and kept between two printings."""
