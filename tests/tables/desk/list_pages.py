"""A list of entrants brought through the pages, in a line."""

import io

import openpyxl
from django.core.files.uploadedfile import SimpleUploadedFile

ENTRANTS = "/t/cup/office/entrants/"


def pasted(office, text):
    return office.get(f"{ENTRANTS}add/").form("lines").send(lines=text)


def sent(office, *rows, name="list.xlsx"):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return office.get(f"{ENTRANTS}add/?at=file").form("file").send(file=SimpleUploadedFile(name, out.getvalue()))


def review(page):
    return page.form("cells", "mended")


def taken(page, **more):
    return review(page).send("act=take", **more)


def checked(page, **more):
    return review(page).send("act=check", **more)


def mended(page, **more):
    return review(page).send("act=mend", **more)


def rows(page):
    """Return the names and clubs of the rows in order."""
    return [(row.registration.name, row.registration.club) for row in page.response.context["preview"].rows]


def holds(page):
    """Return what each column is said to hold."""
    return [
        next((value for value, _word, is_chosen in column.options if is_chosen), "")
        for column in page.response.context["preview"].columns
    ]
