"""Faults are planted where people make them, one at a time, and the file is as before afterwards."""

import ast
from pathlib import Path

import pytest
from django.template import engines
from django.template.loader import get_template
from django.template.loaders import filesystem

from tests.mutants import browsing, choosing, forking, noting, operators, planted
from tests.mutants.planted import Fault, Planted
from tests.mutants.reporting import KILLED, SURVIVED, UNREACHED, UNTRIED, Report

PYTHON = '''
def close(series, *, by, now):
    """Close it."""
    if series.is_open and not series.objections.filter(settled=None, series=series).exists():
        series.points = series.won - series.lost
        journal.record("series-closed", by=by, series=series)
        return Row(won=series.won, lost=series.lost, place=1)
    raise StillOpen(series)
'''
SCRIPT = """
// A comment with await and ===.
export async function hear(data) {
  const response = await fetch(address, { cache: "no-store", redirect: "manual" });
  if (!response.ok && data.version < 2) return null;
  this.told(`a ${data.words === "await"} template`);
  book.deals = data.deals;
  return response.json();
}
"""


@pytest.fixture
def service(tmp_path):
    path = tmp_path / "closing.py"
    path.write_text(PYTHON, encoding="utf-8")
    return path


def test_a_service_gets_the_faults_that_hide_in_services_each_another_one_and_alone(service):
    as_it_is = ast.unparse(ast.parse(PYTHON)).splitlines()
    planted = [ast.unparse(mutant.tree()) for mutant in operators.mutants(service)]

    for fault in (
        "if not (series.is_open and (not series.objections.filter(settled=None, series=series).exists())):",
        "series.is_open or not series.objections",
        "series.objections.exclude(settled=None, series=series)",
        "series.objections.filter(series=series)",
        "series.objections.filter(settled=None)",
        "series.won + series.lost",
        "Row(won=series.lost, lost=series.won, place=1)",
        "place=2",
        "return None",
        "journal.record('series-closed', by=series, series=by)",
        "        pass\n        return Row",
        "\n    pass",
    ):
        assert any(fault in text for text in planted), fault
    assert len(set(planted)) == len(planted) > 12
    assert all(text.splitlines() != as_it_is for text in planted)
    assert all(sum(a != b for a, b in zip(text.splitlines(), as_it_is, strict=True)) == 1 for text in planted)


def test_a_script_gets_the_faults_that_hide_in_scripts_and_comments_and_templates_stay(tmp_path):
    (tmp_path / "hear.js").write_text(SCRIPT, encoding="utf-8")
    planted = [mutant.text for mutant in browsing.mutants(tmp_path / "hear.js")]

    for fault in (
        'response =  fetch(address, { cache: "no-store", redirect: "manual" })',
        'cache: "planted"',
        'redirect: "planted"',
        "if (!(!response.ok && data.version < 2))",
        "if (response.ok && data",
        "response.ok || data",
        "version <= 2",
        "version < 3",
        "  ;\n  book",
        "  ;\n  return response",
        "return null;\n}",
    ):
        assert any(fault in text for text in planted), fault
    assert all("// A comment with await and ===." in text for text in planted)
    assert all("${data.words" in text or "this.told" not in text for text in planted)
    assert len(set(planted)) == len(planted)


@pytest.mark.slow
def test_a_fault_is_put_into_the_functions_that_are_in_memory(tmp_path, monkeypatch):
    path = tmp_path / "planted_here.py"
    path.write_text("import functools\n\n\n@functools.cache\ndef least(a, b):\n    return a if a < b else b\n")
    monkeypatch.syspath_prepend(tmp_path)
    import planted_here

    assert planted_here.least(1, 2) == 1
    fault = next(one for one in operators.mutants(path) if "not a < b" in one.became)

    assert forking.planted(fault)
    assert planted_here.least(1, 2) == 2


def test_the_same_seed_draws_the_same_faults_of_every_file():
    groups = [range(10), range(100, 103)]

    drawn = choosing.in_turn(groups, seed=4)

    assert drawn == choosing.in_turn(groups, seed=4) != choosing.in_turn(groups, seed=5)
    assert sorted(drawn) == [*groups[0], *groups[1]]
    assert sum(one >= 100 for one in drawn[:6]) == 3


@pytest.mark.slow
def test_every_script_of_the_table_has_its_tests_and_those_that_name_a_service_come_first():
    for path in Path("skatturnier/static/skatturnier/table").glob("*.js"):
        assert choosing.is_script(path)
        assert all(Path(place).exists() for place in choosing.browser_tests(path))
    found = choosing.modules_that_notice([Path("scoring/signing/services.py")])
    assert Path("tests/scoring/signing/test_signing.py") in found[:5]
    assert not any("mark.browser" in module.read_text(encoding="utf-8") for module in found)
    assert len(found) > 20


def test_who_comes_by_a_line_is_noted_and_nothing_else_changes():
    text = "def least(a, b):\n    if a < b:\n        return a\n    elif a > b:\n        return b\n    return None\n"
    came_by: list[str] = []
    there = {"__came_by__": came_by.append}
    exec(compile(noting.with_calls(text, (1, 3, 4, 5, 6), "least.py"), "least.py", "exec"), there)

    for values, outcome, lines in (((1, 2), 1, (1, 3)), ((2, 1), 1, (1, 4, 5)), ((1, 1), None, (1, 4, 6))):
        assert there["least"](*values) == outcome
        assert came_by == [f"least.py:{line}" for line in lines]
        came_by.clear()


def test_every_kind_of_file_can_be_chosen_and_nothing_else():
    """Faults are planted in whatever decides something, wherever it stands; the rules are left to cosmic-ray."""
    files = [path for app in choosing.OURS for path in Path(app).rglob("*.*") if path.suffix in {".py", ".js"}]
    chosen = [path for path in files if choosing.is_python(path) or choosing.is_script(path)]

    assert len([path for path in chosen if path.suffix == ".py"]) > 450
    assert {path.parts[0] for path in chosen} == set(choosing.OURS)
    assert not [path for path in chosen if {"vendor", "migrations"} & set(path.parts)]
    rules = [path for path in chosen if choosing.is_rule(path)]
    assert len(rules) > 30
    assert {path.parts[:2] for path in rules} == {("scoring", "rules")}


def test_every_fault_with_a_meaning_can_be_planted():
    """Where the code it changes was rewritten, it is thought of anew: a fault that fits nowhere proves nothing."""
    known = list(planted.faults())

    for fault in known:
        assert fault.place(Path()).is_file()
        assert fault.find != fault.put
        assert all(Path(test).exists() for test in fault.tests)
    assert len(known) >= 54
    assert {fault.kind for fault in known} <= set(planted.KINDS)
    assert len({(fault.find, fault.put) for fault in known}) == len(known)


def test_the_report_counts_what_was_tried_and_shows_what_lives(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    report = Report()
    for became, times in ((KILLED, 8), (SURVIVED, 1), (UNREACHED, 1), (UNTRIED, 5)):
        for _ in range(times):
            report.add(Path("a.py"), became, line=3, was="x < y", is_now="x <= y")

    report.show()

    said = capsys.readouterr().out
    assert "10 tried   1 survived   1 not reached  80.0% killed, 5 not tried: the time was up" in said
    assert (tmp_path / "var/mutants.txt").read_text().count("x <= y") == 2


def fault(file, find, put):
    return Fault(
        name="here 1", kind="services", meaning="Something is left out", file=file, find=find, put=put, tests=()
    )


def test_a_fault_in_a_template_is_put_before_its_loaders(monkeypatch):
    monkeypatch.setattr(filesystem.Loader, "get_contents", filesystem.Loader.get_contents)
    shown = Path("templates/components/state.html")
    assert "in play" in get_template("components/state.html").render({"text": "in play"})

    assert forking.planted_in_template(Planted.at(fault(shown, "{{ text }}", ""), shown))

    assert "in play" not in get_template("components/state.html").render({"text": "in play"})
    monkeypatch.undo()
    for loader in engines["django"].engine.template_loaders:
        loader.reset()


def test_a_template_gets_conditions_that_always_or_never_hold_and_loses_values(tmp_path):
    path = tmp_path / "closed.html"
    path.write_text("{% if a %}{{ name }}{% elif b %}{{ name }}{% endif %}", encoding="utf-8")

    planted = [path.read_text().replace(one.was, one.became) for one in operators.mutants(path)]

    assert planted == [
        "{% if True %}{{ name }}{% elif b %}{{ name }}{% endif %}",
        "{% if False %}{{ name }}{% elif b %}{{ name }}{% endif %}",
        "{% if a %}{% elif b %}{{ name }}{% endif %}",
        "{% if a %}{{ name }}{% elif True %}{{ name }}{% endif %}",
        "{% if a %}{{ name }}{% elif False %}{{ name }}{% endif %}",
        "{% if a %}{{ name }}{% elif b %}{% endif %}",
    ]


def test_a_fault_with_a_meaning_knows_its_lines(service):
    after = "        return Row"
    before = '        journal.record("series-closed", by=by, series=series)\n'
    mutant = Planted.at(fault(service, before + after, after), service)

    assert (mutant.line, mutant.lines) == (6, (6, 7))
    assert "journal" not in ast.unparse(mutant.tree())
