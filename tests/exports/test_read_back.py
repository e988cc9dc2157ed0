"""Every file in which the office sees people is a list that can be read again (issue "Lists as people have them")."""

import pytest
from django.urls import reverse

from tables.intake.__main__ import answer
from tables.intake.outcome import IntakeRefused, Refusal

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def file_of(browser, made, name, language):
    address = reverse(name, kwargs={"slug": made.slug})
    sent = browser.get(address, headers={"accept-language": language})
    return b"".join(sent.streaming_content) if sent.streaming else sent.content


@pytest.mark.parametrize("language", ["de", "en", "es"])
@pytest.mark.parametrize("ending", ["xlsx", "csv", "clipboard"])
@pytest.mark.parametrize("name", ["tables:entrants", "scoring:results", "scoring:seats"])
def test_people_come_back_as_they_are(made, director, name, ending, language):
    data = file_of(director, made, f"{name}-{ending.replace('clipboard', 'csv')}", language)
    if ending == "clipboard":
        data = data.decode("utf-8-sig").replace(";" if b";" in data[:200] else ",", "\t").replace('"', "").encode()

    rows = [row for row in answer(data, f"list.{ending}", year=2026)["rows"] if row["state"] != "left-out"]

    with_class = name != "scoring:seats"
    there = {one.number: one for one in made.entrants.all()}
    assert rows
    for row in rows:
        entrant = there[row["number"]]
        assert row["state"] == "taken", row
        assert (row["name"], row["club"], row["team"]) == (entrant.name, entrant.club, entrant.team)
        assert row["class"] == (", ".join(sorted(entrant.classes)) if with_class else "")
        assert row["paid"] is None
        if name == "tables:entrants":
            assert (row["birth_year"], row["member_number"]) == (entrant.birth_year, entrant.member_number)
    assert len(rows) == len({row["number"] for row in rows})
    missing = {*there} - {row["number"] for row in rows}
    assert all(there[number].withdrawn_at or there[number].excluded_at or not there[number].name for number in missing)


@pytest.mark.parametrize("language", ["de", "en", "es"])
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("scoring:deals-xlsx", Refusal.OUR_DEALS),
        ("scoring:deals-csv", Refusal.OUR_DEALS),
        ("scoring:account-xlsx", Refusal.OUR_MONEY),
        ("scoring:money-journal-xlsx", Refusal.OUR_MONEY),
        ("scoring:money-journal-csv", Refusal.OUR_MONEY),
    ],
)
def test_files_without_people_are_refused_by_name(made, director, name, code, language):
    with pytest.raises(IntakeRefused) as refused:
        answer(file_of(director, made, name, language), "list." + name[-4:].strip("-"), year=2026)

    assert refused.value.code is code


@pytest.mark.parametrize("shown", ["initials", "number"])
def test_names_that_are_hidden_are_asked_about(made, director, shown):
    made.entrants.update(shown_as=shown)

    rows = answer(file_of(director, made, "scoring:public-entrants-csv", "de"), "list.csv", year=2026)["rows"]

    asked = [row for row in rows if row["state"] != "left-out"]
    assert asked
    assert all(row["why"][:1] == ["names-shortened"] for row in asked), asked
