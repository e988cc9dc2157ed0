"""People's names: where one looks for them, and what tells them apart.

Codes by which a banking app fills in a transfer.
"""

import io

import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tables.names import family_name_first, in_order, parts, short_names, sort_key, told_apart
from tables.qr_codes import transfer_code

FIRST = st.sampled_from(["Hans", "Erna", "Karl-Heinz", "Hans Peter", "Łucja", "H.", "Dr. Ute", "אנה"])
FAMILY = st.sampled_from(
    ["Müller", "Mueller", "Müllers", "Mai", "Maier", "M", "von der Au", "van Berg", "Groß", "A\u0308rmel", "M.", "7"]
)
SUFFIX = st.sampled_from(["", " jun.", " sen.", " II", " (2)", " 2"])
TYPED = (
    st.tuples(FIRST, FAMILY, SUFFIX).map(lambda one: f"{one[0]} {one[1]}{one[2]}")
    | st.tuples(FAMILY, FIRST).map(", ".join)
    | FIRST
    | st.text(st.sampled_from("Hans Mü,.-1()2\u0301\u200dЖ東א"), max_size=12)
)
NUMBERED = st.dictionaries(st.integers(1, 40), TYPED, max_size=9)


@pytest.mark.slow
@pytest.mark.parametrize("names", [short_names, told_apart])
@given(people=NUMBERED)
def test_no_two_short_names_or_names_of_a_column_are_alike(names, people):
    assert len({one.casefold() for one in names(list(people.values()), numbers=list(people))}) == len(people)


@pytest.mark.slow
@given(NUMBERED)
def test_a_short_name_is_taken_from_the_name_it_stands_for_whatever_the_order_of_the_players(people):
    numbers, names = list(people), list(people.values())
    short_of = dict(zip(numbers, short_names(names, numbers=numbers), strict=True))
    for number, name in people.items():
        words = short_of[number].removesuffix(f" ({number})").removesuffix(".").split()
        assert short_of[number] == f"({number})" or all(word in name for word in words)

    assert short_of == dict(zip(numbers[::-1], short_names(names[::-1], numbers=numbers[::-1]), strict=True))


def test_as_much_of_the_name_stands_there_as_is_needed():
    for names, short in (
        (["Hans Müller", "Hans Meier", "Hans Maier"], ["Hans Mü.", "Hans Me.", "Hans Ma."]),
        (["Hans Müller", "Hans Bauer", "Erna Kurz"], ["Hans M.", "Hans B.", "Erna"]),
        (["Hans Mai", "Hans Maier"], ["Hans Mai", "Hans Maier"]),
        (["Hans Müller", "Müller, Hans"], ["Hans Müller (7)", "Müller, Hans (8)"]),
        (["Karl Müller jun.", "Karl Müller sen."], ["Karl Müller jun.", "Karl Müller sen."]),
        (["Hans Peter Müller", "Hans Müller"], ["Hans Peter Müller", "Hans Müller"]),
        (["Karl von der Au", "Karl Berg"], ["Karl A.", "Karl B."]),
        (["Schulz, Erna", "No. 7", "Ute"], ["Erna", "No. 7", "Ute"]),
        (["Dr. Ute Meier", "", "X"], ["Dr. Ute Meier", "", "X"]),
        # A letter keeps its marks.
        (["Eva A\u0308rmel", "Eva Adler"], ["Eva A\u0308.", "Eva A."]),
    ):
        assert short_names(names, numbers=range(7, 7 + len(names))) == short, names


IN_ORDER = [
    *("Anna Ahlers", "Čapek, Josef", "Jürgen Đorđević", "Uwe Esser", "Uwe Eßer", "Eva Groß", "Eva Grosse"),
    *("Ewa Łukaszewicz", "Anna Müller", "Karl Müller jun.", "Dr. Karl Müller sen.", "Zoe Müller"),
    *("Anna Müller-Lüdenscheidt", "Søren Ørsted", "Otto Ostermann", "Özdemir, Ayşe", "Šimić, Ivo"),
    *("Karl von der Tann", "Anna van der Berg", "Żak, Ola", "Uwe Zimmermann"),
]


def test_people_stand_where_a_german_reader_looks_for_them():
    """DIN 5007, variant 1: a letter with a mark stands with the letter; "von" behind, "van" with the family name."""
    assert sorted(set(IN_ORDER), key=sort_key) == IN_ORDER
    for letter in "ŁłØøĐđßäöüÅåÆæÞþıÑñŒœČšŻ":
        assert in_order(letter).isascii(), letter
        assert "a" <= in_order(letter)[:1] <= "z"


@given(TYPED)
def test_a_name_turned_round_is_looked_for_at_the_same_place(name):
    turned = family_name_first(name)

    assert sort_key(turned)[:3] == sort_key(name)[:3]
    assert parts(turned).family == parts(name).family or turned == name


IBAN = "DE89370400440532013000"


def read(code):
    picture = io.BytesIO()
    code.made.save(picture, kind="png", scale=4, border=4)
    return zxingcpp.read_barcodes(Image.open(picture))[0].text.splitlines()


def test_say_to_whom_how_much_and_what_for():
    for cents, amount in ((1, "EUR0.01"), (350, "EUR3.5"), (1000, "EUR10"), (99999999999, "EUR999999999.99")):
        code = transfer_code(name="Skatclub Grün-Weiß", iban=IBAN, cents=cents, text="Preisskat 2026 Nr. 17")
        found = read(code)
        assert (found[0], found[3]) == ("BCD", "SCT"), cents
        assert found[5:8] == ["Skatclub Grün-Weiß", IBAN, amount]
        assert found[-1] == "Preisskat 2026 Nr. 17"

    # A name with a line break keeps its field.
    found = read(transfer_code(name="Skatclub\nDE00", iban=IBAN, cents=1000, text="Nr.\r\n17"))
    assert (found[5], found[6], found[-1]) == ("Skatclub DE00", IBAN, "Nr. 17")


def test_of_what_no_bank_takes_are_refused():
    for bad in ({"cents": 0}, {"cents": -5}, {"cents": 10**11}, {"name": " "}, {"name": "x" * 71}, {"text": "x" * 141}):
        with pytest.raises(ValueError, match=r"Invalid|Either"):
            transfer_code(**{"name": "Club", "iban": IBAN, "cents": 100, "text": "x", **bad})
