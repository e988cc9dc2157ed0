"""Addresses of what is handed out and hung up."""

OFFICE = "/t/cup/office/"
START_CARDS = f"{OFFICE}start-cards.pdf"
TABLE_CARDS = f"{OFFICE}series/1/table-cards.pdf"
ENTRANTS = f"{OFFICE}entrants.pdf"
CERTIFICATES = f"{OFFICE}certificates.pdf"
LISTS = f"{OFFICE}series/1/lists.pdf"
DECISIONS = f"{OFFICE}decisions.pdf"
PLAN = "/t/cup/plan.pdf"
SITE = "https://skat.example"
NASTY = ("W" * 80, "שלמה המלך", "🂡 Emil 👨‍👩‍👧", "<script>x</script>", "=HYPERLINK(1)", "", "a\u0301" * 40, "東" * 80)
"""Names that have gone wrong elsewhere."""
