"""Lists of entrants pasted into a page: preview, corrections, the second word."""

from html import unescape
from uuid import uuid4

import pytest

from tests import factories
from tests.factories import EVENING

pytestmark = pytest.mark.django_db

PASTE = "/t/cup/office/entrants/paste/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def check(director, good, **more):
    return director.post(PASTE, {"act": "check", "good": good, "entry_key": str(uuid4()), "leave_out": "on", **more})


def carried(answer) -> dict[str, str]:
    """Return what the preview sends back, as a browser would."""
    form = answer.context["form"]
    sent = {name: form[name].value() for name in ("good", "bad", "entry_key", "from_file")}
    return {name: str(value) for name, value in sent.items() if value} | {"leave_out": "on"}


def take(director, preview, **more):
    return director.post(PASTE, carried(preview) | {"act": "take"} | more)


class TestPaste:
    def test_a_preview_registers_nobody(self, director):
        made = factories.tournament()

        answer = check(director, "Erna Schulz; SC Herz; Die Buben; lady paid\nOtto Kurz")

        assert answer.status_code == 200
        assert "Nobody of this list is registered yet." in text(answer)
        assert [row.registration.name for row in answer.context["preview"].rows] == ["Erna Schulz", "Otto Kurz"]
        assert not made.entrants.exists()

    def test_the_second_word_registers_them_in_their_order(self, director):
        made = factories.tournament(entrants=1)

        answer = take(director, check(director, "Erna Schulz; SC Herz; Die Buben; lady paid\nOtto Kurz"))

        assert answer["Location"] == "/t/cup/office/entrants/"
        erna = made.entrants.get(number=2)
        assert (erna.name, erna.club, erna.team, erna.lady, erna.paid, erna.source) == (
            "Erna Schulz",
            "SC Herz",
            "Die Buben",
            True,
            True,
            "paste",
        )
        assert made.entrants.get(number=3).name == "Otto Kurz"
        assert "2 entrants registered as no. 2 to 3." in text(director.get(answer["Location"]))

    def test_every_bad_row_is_named_with_its_line_and_reason_and_stays_to_be_corrected(self, director):
        factories.tournament()

        answer = check(director, "Erna Schulz\n\n###; SC Herz\nOtto Kurz;;;king")

        rows = [(row.line, row.text, *row.sentences) for row in answer.context["preview"].bad]
        assert rows == [
            (3, "###; SC Herz", "“###” is no name: there is no letter in it."),
            (4, "Otto Kurz;;;king", "“king” is not known as a mark. Known are lady, junior, senior, paid, present."),
        ]
        assert answer.context["form"]["bad"].value() == "###; SC Herz\nOtto Kurz;;;king"

    def test_corrected_rows_are_checked_again_together_with_the_good_ones(self, director):
        factories.tournament()
        first = check(director, "Erna Schulz\nOtto Kurz;;;king")

        again = director.post(PASTE, carried(first) | {"act": "check", "bad": "Otto Kurz;;;senior"})

        assert not again.context["preview"].bad
        assert again.context["form"]["good"].value() == "Erna Schulz\nOtto Kurz; ; ; senior"

    def test_bad_rows_stay_on_the_page_when_the_good_ones_are_taken(self, director):
        made = factories.tournament()

        answer = take(director, check(director, "Erna Schulz\nOtto Kurz;;;king"))

        assert answer.status_code == 200
        assert "Rows left to correct" in text(answer)
        assert "1 entrant registered as no. 1." in text(answer)
        assert answer.context["form"]["good"].value() == "Otto Kurz;;;king"
        assert made.entrants.count() == 1

    def test_the_same_list_sent_twice_registers_once(self, director):
        made = factories.tournament()
        preview = check(director, "Erna Schulz\nOtto Kurz")

        take(director, preview)
        answer = take(director, preview)

        assert answer.status_code == 422
        assert "This list has been registered already." in text(answer)
        assert made.entrants.count() == 2

    def test_a_list_pasted_again_is_pointed_out_and_left_out_unless_told_otherwise(self, director):
        made = factories.tournament()
        take(director, check(director, "Erna Schulz\nOtto Kurz"))

        preview = check(director, "schulz, erna\nIda Lang")
        assert "registered already: Erna Schulz (1)" in text(preview)

        answer = take(director, preview)
        assert "1 was registered already and left out." in text(director.get(answer["Location"]))
        assert made.entrants.count() == 3

        everybody = carried(check(director, "Erna Schulz")) | {"act": "take"}
        del everybody["leave_out"]
        director.post(PASTE, everybody)
        assert made.entrants.filter(name="Erna Schulz").count() == 2

    def test_when_everybody_is_registered_already_it_says_so(self, director):
        made = factories.tournament()
        take(director, check(director, "Erna Schulz"))

        answer = take(director, check(director, "Erna Schulz"))

        assert answer.status_code == 422
        assert "Nobody in this list is left to register." in text(answer)
        assert made.entrants.count() == 1

    def test_doubles_within_the_list_are_pointed_out(self, director):
        factories.tournament()

        answer = check(director, "Erna Schulz\nOtto Kurz\nSchulz, Erna")

        assert "Erna Schulz stands in the list 2 times." in text(answer)

    def test_rows_spoiled_in_the_text_are_not_taken(self, director):
        made = factories.tournament()
        preview = check(director, "Erna Schulz\nOtto Kurz")

        answer = take(director, preview, good="Erna Schulz\n###")

        assert answer.status_code == 422
        assert "some rows are not in order now" in text(answer)
        assert answer.context["form"]["bad"].value() == "###"
        assert not made.entrants.exists()

    def test_ten_thousand_lines_end_in_a_sentence_and_the_text_is_kept(self, director):
        made = factories.tournament()
        lines = "\n".join(f"Spieler {n}" for n in range(10_000))

        answer = check(director, lines)

        assert answer.status_code == 422
        assert "The list has more than 5000 lines" in text(answer)
        assert "Spieler 9999" in text(answer)
        assert not made.entrants.exists()

    def test_as_many_as_fit_are_previewed_and_taken(self, director, django_assert_num_queries):
        made = factories.tournament()
        preview = check(director, "\n".join(f"Spieler Nr{n} {'abcdefghij'[n % 10]}" for n in range(3_000)))
        assert len(preview.context["preview"].rows) == 3_000
        assert "2900 more rows are in the list below." in text(preview)

        take(director, preview)

        assert made.entrants.count() == 3_000

    @pytest.mark.parametrize("good", ["", "  \n\t\n ", "\u200b"])
    def test_an_empty_list_is_refused_in_words(self, director, good):
        factories.tournament()

        answer = check(director, good)

        assert answer.status_code == 422
        assert "There is nobody in this list." in text(answer)

    @pytest.mark.parametrize("sent", [{"entry_key": ""}, {"entry_key": "x"}])
    def test_a_form_without_its_key_is_refused_and_the_text_kept(self, director, sent):
        factories.tournament()

        answer = check(director, "Erna Schulz", **sent)

        assert answer.status_code == 422
        assert "Erna Schulz" in text(answer)
        assert "This form did not arrive completely." in text(answer)

    def test_a_released_event_takes_nobody_and_the_list_is_kept(self, director):
        factories.tournament(ended_at=EVENING, released_at=EVENING)

        answer = take(director, check(director, "Erna Schulz"))

        assert answer.status_code == 422
        assert "The final ranking has been released" in text(answer)
        assert answer.context["form"]["good"].value() == "Erna Schulz"

    def test_markup_in_a_name_is_text(self, director):
        factories.tournament()

        assert "<b>Erna</b>" not in check(director, "<b>Erna</b>\n<b>###</b>;;;x y").content.decode()
