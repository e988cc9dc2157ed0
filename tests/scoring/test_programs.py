"""What the three programs that read JSON and write JSON have in common: what they cannot read, and how they say so."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.money.reckon.__main__ import answer as money
from scoring.rules.fields import MOST_BYTES, answered
from scoring.rules.profiles.lines import ContractKind
from scoring.rules.score.answer import FIELDS
from scoring.rules.score.answer import answer as score
from scoring.season.table import table_of

ROOT = Path(__file__).parents[2]
PROGRAMS = {"scoring.rules.score": score, "scoring.money.reckon": money, "scoring.season.table": table_of}
SMALLEST = {
    "scoring.rules.score": {"profile": "isko-2002", "seats": 3},
    "scoring.money.reckon": {},
    "scoring.season.table": {"rule": {"count": "sum"}, "evenings": []},
}
# A text in which % stands for an integer, and the path of it.
DEAL = b'{"profile": "isko-2002", "seats": 3, "deals": [{"passed": true, "bid": %}]}'
EVENING = b'{"rule": {"count": "sum"}, "evenings": [{"lists": [{"number": 1, "total": 1, "won": %}]}]}'
INTEGERS = {
    "scoring.rules.score": (DEAL, "deals.0.bid"),
    "scoring.money.reckon": (b'{"lists": [{"passed": %, "seats": []}]}', "lists.0.passed"),
    "scoring.season.table": (EVENING, "evenings.0.lists.0.won"),
}


@pytest.fixture(params=PROGRAMS)
def name(request):
    """The name of a program."""
    return request.param


def told(name, sent):
    """Return the sentence and the path with which a program refuses something."""
    found, code = answered(io.BytesIO(sent), PROGRAMS[name])
    assert code == 2, found
    assert set(found) == {"error", "at"}
    return found["error"], found["at"]


def run(name, given):
    return subprocess.run([sys.executable, "-m", name], stdin=given, capture_output=True, check=False, cwd=ROOT)


def test_what_is_no_object_in_json_is_refused_whole(name):
    for sent, why in (
        *((sent, "not JSON") for sent in (b"", b" ", b"{", b"{} {}", b"\x00")),
        *((sent, "not text in UTF-8") for sent in (b"\xff\xfe{\x00}\x00", b'"\xed\xa0\x80"')),
        *((sent, "half a character") for sent in (b'"\\ud800"', b'{"a": [{"b": "x\\uDFFFx"}]}', b'{"\\udb00": 1}')),
        *((sent, "nested too deep") for sent in (b"[" * 200_000, b'{"a":' * 100_000)),
        (b"9" * 5000, "too many digits"),
        (b" " * MOST_BYTES + b"{}", "too large"),
        *((sent, "must be an object") for sent in (b'"\\ud83c\\udccf"', b"[]", b"null", b"3", b"NaN", b'"league"')),
    ):
        sentence, at = told(name, sent)
        assert (why in sentence, at) == (True, ""), (sent[:12], sentence)


def test_what_is_no_integer_is_refused_with_its_path_but_null_is_as_good_as_left_out(name):
    text, at = INTEGERS[name]
    for value in (b"1.0", b"1e3", b"NaN", b"Infinity", b"1e999", b"true", b'"1"', b"[]", b"{}", b'{"a": 1, "a": 1}'):
        assert told(name, text.replace(b"%", value)) == ("This must be an integer.", at), value
    for value in (b"null", b"0", b"-0"):
        assert answered(io.BytesIO(text.replace(b"%", value)), PROGRAMS[name])[1] == 0, value


def test_an_unknown_field_is_refused_with_its_path_whatever_it_says(name):
    for unknown in ("colour", "", "ünknown"):
        for value in (1, None, False):
            sent = json.dumps({**SMALLEST[name], unknown: value}).encode()
            assert told(name, sent) == ("There is no such field.", unknown), (unknown, value)


def test_a_field_that_is_there_twice_is_refused_since_one_of_them_would_be_lost(name):
    text, at = INTEGERS[name]
    within = at.rpartition(".")[2].encode()

    assert told(name, b'{"seats": 3, "seats": 3}') == ("This field is there twice.", "seats")
    assert told(name, text.replace(b"%", b'1, "' + within + b'": 1')) == ("This field is there twice.", at)


def test_a_mark_of_the_byte_order_is_no_fault(name):
    assert answered(io.BytesIO(json.dumps(SMALLEST[name]).encode("utf-8-sig")), PROGRAMS[name])[1] == 0


@pytest.mark.thorough(after=2)
def test_a_program_ends_with_0_or_2_and_one_object_in_plain_letters(name, tmp_path):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(SMALLEST[name]), encoding="utf-8")
    bad.write_text(json.dumps({"ünknown": 1}, ensure_ascii=False), encoding="utf-8")

    for file, code in ((good, 0), (bad, 2)):
        with file.open("rb") as given:
            done = run(name, given)
        assert (done.returncode, done.stderr) == (code, b"")
        assert done.stdout.isascii()
        assert ("error" in json.loads(done.stdout)) == bool(code)


def test_input_that_cannot_be_read_is_told(name, tmp_path):
    with (tmp_path / "only-to-be-written").open("wb") as given:
        done = run(name, given)

    assert (done.returncode, json.loads(done.stdout)) == (2, {"error": "The input cannot be read.", "at": ""})


def test_the_page_about_scores_names_every_field_of_a_deal_and_every_kind_of_the_tournee():
    described = (ROOT / "docs" / "score.md").read_text(encoding="utf-8")

    assert [name for name in FIELDS if f"`{name}`" not in described and f'"{name}"' not in described] == []
    assert [kind for kind in ContractKind if f'`"{kind}"`' not in described] == []


def test_a_ramsch_in_the_tournee_is_sent_as_the_page_shows_it():
    described = (ROOT / "docs" / "score.md").read_text(encoding="utf-8")
    example = json.loads(re.search(r'`(\{"ramsch": .*?\}\})`', described)[1])
    assert 'in Tournee with `"kind": "ramsch"` beside it' in described
    three = {name: found[:3] if isinstance(found, list) else found for name, found in example["ramsch"].items()}
    for beside, codes in (({"kind": "ramsch"}, []), ({"kind": "solo"}, ["kind-and-game"]), ({}, ["kind-missing"])):
        sent = {"profile": "tournee", "seats": 3, "deals": [{"ramsch": three, **beside}]}

        found, _code = answered(io.BytesIO(json.dumps(sent).encode()), score)
        assert [problem["code"] for problem in found["problems"]] == codes, beside
