"""Codes by which a banking app fills in a transfer."""

import io

import pytest
import zxingcpp
from PIL import Image

from tables.qr_codes import transfer_code

IBAN = "DE89370400440532013000"


def read(code):
    picture = io.BytesIO()
    code.made.save(picture, kind="png", scale=4, border=4)
    return zxingcpp.read_barcodes(Image.open(picture))[0].text.splitlines()


@pytest.mark.parametrize(
    ("cents", "amount"), [(1, "EUR0.01"), (350, "EUR3.5"), (1000, "EUR10"), (99999999999, "EUR999999999.99")]
)
def test_say_to_whom_how_much_and_what_for(cents, amount):
    code = transfer_code(name="Skatclub Grün-Weiß", iban=IBAN, cents=cents, text="Preisskat 2026 Nr. 17")

    found = read(code)

    assert (found[0], found[3]) == ("BCD", "SCT")
    assert found[5:8] == ["Skatclub Grün-Weiß", IBAN, amount]
    assert found[-1] == "Preisskat 2026 Nr. 17"


def test_of_a_name_with_a_line_break_keep_their_fields():
    found = read(transfer_code(name="Skatclub\nDE00", iban=IBAN, cents=1000, text="Nr.\r\n17"))

    assert (found[5], found[6], found[-1]) == ("Skatclub DE00", IBAN, "Nr. 17")


@pytest.mark.parametrize(
    "bad", [{"cents": 0}, {"cents": -5}, {"cents": 10**11}, {"name": " "}, {"name": "x" * 71}, {"text": "x" * 141}]
)
def test_of_what_no_bank_takes_are_refused(bad):
    with pytest.raises(ValueError, match=r"Invalid|Either"):
        transfer_code(**{"name": "Club", "iban": IBAN, "cents": 100, "text": "x", **bad})
