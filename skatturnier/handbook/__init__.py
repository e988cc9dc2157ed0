"""The handbook: five chapters, in the program and on paper; what is on a page leads to its place in it.

The chapters are templates (``templates/handbook``), their words in the catalogues like all others. Their pictures are
taken by ``make handbook``; ``tests/browser/test_handbook.py`` says when a page does not look like its picture any more.
"""
