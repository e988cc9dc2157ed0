"""Names as they are pasted: made fit to be stored, and recognised in other spellings."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.intake.names import doubles, name_key, plain
from tables.intake.registration import Code, Registration, RowProblem, problems
from tables.intake.text import NoAmount, clean_text, read_cents
from tests.support.classes_of_every_event import BEGUN_WITH

MESSY = st.text(
    st.sampled_from("Eäa\u0301\u0323 \t\n\x00\x1f\u200b\u200c\u200d\u202e\u2066\ufeff\xad\xa0\u3000سक👩\ud800;,")
    | st.characters(),
    max_size=60,
)


def test_text_is_stored_as_it_looks():
    for typed, stored in (
        ("  Erna   Schulz\t", "Erna Schulz"),
        ("Erna\u00a0Schulz\u3000", "Erna Schulz"),
        ("Erna\r\nSchulz", "Erna Schulz"),
        ("Mu\u0308ller", "Müller"),
        ("Erna\u202eztluhcS", "ErnaztluhcS"),
        ("\ufeffErna\u200b", "Erna"),
        ("Er\xadna", "Erna"),
        ("Er\u200dna", "Erna"),
        ("Erna\ud800", "Erna"),
        ("\u3164\u2800", ""),
        ("👩\u200d🌾 Erna", "👩\u200d🌾 Erna"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("क्\u200dष", "क्\u200dष"),
        ("\u200d Erna \u200c", "Erna"),
        ("\u200d" * 500 + "Erna", "Erna"),
    ):
        assert clean_text(typed) == stored, typed


def test_an_amount_is_read_as_people_write_it():
    for typed, cents in (
        *(("7", 700), ("7,5", 750), ("7.50", 750), ("7,50 €", 750), ("€ 7,50", 750), ("7,50 EUR", 750), ("0", 0)),
        *(("30,-", 3000), ("30,--", 3000), ("30.–", 3000), ("1.250,-", 125000), ("1.250,00", 125000)),
        *(("1 250,00", 125000), ("1\u202f250,00", 125000), ("1 250", 125000), ("1'250.00", 125000)),
        *(("1,250.00", 125000), ("1250,5", 125050), ("1.250.000", 125000000), ("12.345,67", 1234567), ("007", 700)),
    ):
        assert read_cents(typed) == cents, typed


def test_what_can_be_read_as_two_amounts_is_asked_and_what_is_none_refused():
    for typed, readings in (
        *(("1.250", (125000, 125)), ("1,250", (125000, 125)), ("7 50", (75000, 750)), ("7,505", (750500, 750))),
        *(("zehn", ()), ("", ()), ("1e3", ()), ("7,50,00", ()), ("1.25.5", ()), ("10 Euro 50", ()), ("+5", ())),
        *(("1.2500,00", ()), ("5;0", ()), (",50", ()), ("1" * 10, ())),
    ):
        with pytest.raises(NoAmount) as wrong:
            read_cents(typed)
        assert (wrong.value.readings, wrong.value.negative) == (readings, False), typed
    for typed, is_negative in (("-3", True), ("−7,50", True), ("-drei", False), ("-", False)):
        with pytest.raises(NoAmount) as wrong:
            read_cents(typed)
        assert wrong.value.negative == is_negative, typed


@given(st.integers(0, 99_999_999))
def test_no_way_of_writing_an_amount_is_read_a_hundredfold(cents):
    euros, rest = divmod(cents, 100)
    for typed in (
        f"{euros},{rest:02}",
        f"{euros}.{rest:02}",
        f"{euros:,}.{rest:02}",
        f"{euros:_},{rest:02}".replace("_", "."),
    ):
        assert read_cents(typed) == cents, typed


@given(st.text("0123456789 .,'-€x", max_size=14))
def test_anything_else_is_an_amount_or_none(typed):
    try:
        cents = read_cents(typed)
    except NoAmount:
        return
    digits = int("".join(filter(str.isdigit, typed)))
    assert cents in (digits, digits * 10, digits * 100)


@given(MESSY)
def test_clean_text_stays_as_it_is(text):
    cleaned = clean_text(text)
    assert clean_text(cleaned) == cleaned
    assert unicodedata.is_normalized("NFC", cleaned)
    assert cleaned.encode() is not None
    assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in cleaned)


@given(st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=200))
def test_clean_text_takes_nothing_from_words(text):
    kept = unicodedata.normalize("NFC", text)
    assert clean_text(text) == "".join(letter for letter in kept if letter not in "\u115f\u1160\u3164\uffa0")


def test_text_longer_than_any_field_is_not_cut():
    assert clean_text("e\u0301" * 200 + " Erna" * 300) == "é" * 200 + " Erna" * 300
    assert clean_text("E" + "\u0301\u0323" * 500_000).startswith("\u1eb8")


def test_spellings_of_one_name_fall_together():
    for one, other in (
        ("Erna Schulz", "Schulz, Erna"),
        ("Erna Schulz", "ERNA  SCHULZ"),
        ("Jürgen Müller", "Juergen Mueller"),
        ("Jürgen Müller", "Ju\u0308rgen Mu\u0308ller"),
        ("Weiß", "WEISS"),
        ("André Nuñez", "Andre Nunez"),
        ("Hans-Peter Ott", "Hans Peter Ott"),
        ("Sinéad O'Brien", "Sinead O’Brien"),
        ("Søren Åkesson", "Soeren Akesson"),
        ("Łukasz", "Lukasz"),
        ("Ｅｒｎａ", "Erna"),
        ("İsmail", "ismail"),
    ):
        assert name_key(one) == name_key(other) != "", one


def test_different_names_stay_apart():
    for one, other in (("Bauer", "Baur"), ("Spieler 1", "Spieler 2"), ("Erna Schulz", "Erna Schulze"), ("कमल", "कमला")):
        assert name_key(one) != name_key(other), one


@given(MESSY)
def test_a_key_is_its_own_key(name):
    assert name_key(name_key(name)) == name_key(name)


def test_doubles_are_groups_of_numbers():
    names = {9: "Schulz, Erna", 2: "Otto Kurz", 4: "Erna Schulz", 5: "", 6: "", 7: "###", 8: "###", 1: "KURZ OTTO"}
    assert doubles(names) == ((1, 2), (4, 9))


def test_a_registration_may_wait_for_its_name():
    assert problems(Registration()) == ()


def test_a_name_has_a_letter():
    for name in ("###", "12", "0815 - 4711", "…", "👩"):
        assert problems(Registration(name=name)) == (RowProblem(Code.NAME_WITHOUT_LETTERS, name),), name


def test_short_and_foreign_names_are_names():
    for name in ("Li", "X", "王伟", "محمد", "O'", "Erna 2", "é" * 80):
        assert problems(Registration(name=name)) == (), name


def test_every_problem_is_reported_at_once():
    long = "x" * 81
    found = problems(
        Registration(name=long, club=long, team=long, classes=frozenset({"juniors", "seniors"})), BEGUN_WITH
    )
    assert [problem.code for problem in found] == [
        Code.NAME_TOO_LONG,
        Code.CLUB_TOO_LONG,
        Code.TEAM_TOO_LONG,
        Code.TWO_AGES,
    ]
    assert found[0].detail == "81"


@given(text=st.text(st.characters(codec="ascii"), max_size=60))
def test_names_of_plain_letters_are_read_as_all_others(text):
    assert f"{plain(text)} e".strip() == plain(f"{text} \u03ad").removesuffix("\u03b5") + "e"
