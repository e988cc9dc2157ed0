"""People's names: under which letters one looks for them in a list, and the shortest forms that tell them apart.

Pure: text in, text out.
"""

from tables.names.order import SortKey, family_name_first, in_order, sort_key
from tables.names.short import short_names, told_apart
from tables.names.taking_apart import Parts, parts
