"""People's names: where one looks for them, and what tells them apart."""

from hypothesis import given
from hypothesis import strategies as st

from tables.names import family_name_first, in_order, parts, short_names, sort_key, told_apart

FIRST = st.sampled_from(["Hans", "Erna", "Karl-Heinz", "Hans Peter", "Łucja", "H.", "Dr. Ute", "אנה"])
FAMILY = st.sampled_from(
    [
        "Müller",
        "Mueller",
        "Müllers",
        "Mai",
        "Maier",
        "M",
        "von der Au",
        "van Berg",
        "Groß",
        "A\u0308rmel",
        "M.",
        "7",
        "D’Or",
    ]
)
SUFFIX = st.sampled_from(["", " jun.", " sen.", " II", " (2)", " 2"])
TYPED = (
    st.tuples(FIRST, FAMILY, SUFFIX).map(lambda one: f"{one[0]} {one[1]}{one[2]}")
    | st.tuples(FAMILY, FIRST).map(", ".join)
    | FIRST
    | st.text(st.sampled_from("Hans Mü,.-1()2\u0301\u200dЖ東א"), max_size=12)
)
NUMBERED = st.dictionaries(st.integers(1, 40), TYPED, max_size=9)


@given(NUMBERED)
def test_no_two_short_names_are_alike(people):
    short = short_names(list(people.values()), numbers=list(people))

    assert len({one.casefold() for one in short}) == len(people)


@given(NUMBERED)
def test_a_short_name_is_taken_from_the_name_it_stands_for(people):
    for (number, name), short in zip(
        people.items(), short_names(list(people.values()), numbers=list(people)), strict=True
    ):
        words = short.removesuffix(f" ({number})").removesuffix(".").split()
        assert short == f"({number})" or all(word in name for word in words)


@given(NUMBERED)
def test_a_short_name_does_not_hang_on_the_order_of_the_players(people):
    numbers, names = list(people), list(people.values())
    there = dict(zip(numbers, short_names(names, numbers=numbers), strict=True))
    back = dict(zip(numbers[::-1], short_names(names[::-1], numbers=numbers[::-1]), strict=True))

    assert there == back


@given(NUMBERED)
def test_no_two_names_of_a_column_are_alike(people):
    column = told_apart(list(people.values()), numbers=list(people))

    assert len({one.casefold() for one in column}) == len(people)


def test_as_much_of_the_name_stands_there_as_is_needed():
    for names, short in (
        (["Hans Müller", "Hans Meier", "Hans Maier"], ["Hans Mü.", "Hans Me.", "Hans Ma."]),
        (["Hans Müller", "Hans Bauer", "Erna Kurz"], ["Hans M.", "Hans B.", "Erna"]),
        (["Hans Mai", "Hans Maier"], ["Hans Mai", "Hans Maier"]),
        (["Hans Müller", "Müller, Hans"], ["Hans Müller (7)", "Müller, Hans (8)"]),
        (["Karl Müller jun.", "Karl Müller sen."], ["Karl Müller jun.", "Karl Müller sen."]),
        (["Hans Peter Müller", "Hans Müller"], ["Hans Peter Müller", "Hans Müller"]),
        (["Karl von der Au", "Karl Berg"], ["Karl A.", "Karl B."]),
    ):
        assert short_names(names, numbers=range(7, 7 + len(names))) == short, names


def test_a_letter_keeps_its_marks():
    assert short_names(["Eva A\u0308rmel", "Eva Adler"]) == ["Eva A\u0308.", "Eva A."]


IN_ORDER = [
    "Anna Ahlers",
    "Čapek, Josef",
    "Jürgen Đorđević",
    "Uwe Esser",
    "Uwe Eßer",
    "Eva Groß",
    "Eva Grosse",
    "Ewa Łukaszewicz",
    "Anna Müller",
    "Karl Müller jun.",
    "Dr. Karl Müller sen.",
    "Zoe Müller",
    "Anna Müller-Lüdenscheidt",
    "Søren Ørsted",
    "Otto Ostermann",
    "Özdemir, Ayşe",
    "Šimić, Ivo",
    "Karl von der Tann",
    "Anna van der Berg",
    "Żak, Ola",
    "Uwe Zimmermann",
]


def test_people_stand_where_a_german_reader_looks_for_them():
    """DIN 5007, variant 1: a letter with a mark stands with the letter; "von" behind, "van" with the family name."""
    assert sorted(set(IN_ORDER), key=sort_key) == IN_ORDER


def test_every_letter_of_latin_script_has_a_place_among_a_to_z():
    for letter in "ŁłØøĐđßäöüÅåÆæÞþıÑñŒœČšŻ":
        assert in_order(letter).isascii(), letter
        assert "a" <= in_order(letter)[:1] <= "z"


@given(TYPED)
def test_a_name_turned_round_is_looked_for_at_the_same_place(name):
    turned = family_name_first(name)

    assert sort_key(turned)[:3] == sort_key(name)[:3]
    assert parts(turned).family == parts(name).family or turned == name
