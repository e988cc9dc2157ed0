"""The site on any system, where ``skatturnier.machine`` alone asks for what only some have, and on its first start."""

import ast
import contextlib
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from skatturnier.machine import files, locks, processes
from tests.durability.site import Site

ROOT = Path(__file__).parents[2]

OURS = ("skatturnier", "simulation", "scoring", "tables")

OF_SOME = {"fcntl", "resource", "pwd", "grp", "termios", "posix", "msvcrt", "winreg"}
"""Modules that only some systems have."""

ACTS_OF_SOME = {
    "fork", "forkpty", "nice", "getppid", "kill", "killpg", "setsid", "geteuid", "getuid", "umask", "link", "mkfifo",
    "sched_getaffinity", "execv", "execve", "execvp", "execvpe", "execl", "execlp",
    "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "SIGCHLD", "pause", "setitimer", "AF_UNIX",
}  # fmt: skip
"""What ``os``, ``signal`` and ``socket`` have on some systems only, or do otherwise there."""

SAID_OF_SOME = {"preexec_fn", "start_new_session", "pass_fds", "umask"}
"""What ``subprocess`` is told on some systems only."""


@pytest.mark.thorough
def test_nothing_else_asks_for_what_only_some_systems_have():
    found, every = [], [(ROOT / top, file) for top in OURS for file in sorted((ROOT / top).rglob("*.py"))]
    files = [file for top, file in every if "machine" not in file.relative_to(top).parts[:1]]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                of_some = node.value.id in {"os", "signal", "socket"} and node.attr in ACTS_OF_SOME
            elif isinstance(node, ast.Import):
                of_some = any(one.name.partition(".")[0] in OF_SOME for one in node.names)
            elif isinstance(node, ast.ImportFrom):
                of_some = (node.module or "").partition(".")[0] in OF_SOME
            else:
                of_some = isinstance(node, ast.keyword) and node.arg in SAID_OF_SOME
            if of_some:
                found.append(f"{file.relative_to(ROOT)}:{node.lineno}")

    assert len(files) > 500
    assert found == []


@contextmanager
def held(path: Path, **how):
    with path.open("w") as opened:
        locks.take(opened.fileno(), **how)
        yield


def test_a_lock_is_of_one_alone_or_of_many_that_share_and_ends_when_the_file_is_closed(tmp_path):
    for _ in range(2):
        with held(tmp_path / "lock"), pytest.raises(BlockingIOError), held(tmp_path / "lock"):
            pass
    with held(tmp_path / "lock", is_shared=True), held(tmp_path / "lock", is_shared=True):  # noqa: SIM117
        with pytest.raises(BlockingIOError), held(tmp_path / "lock"):
            pass


def test_the_first_file_stays_or_one_takes_the_place_of_another(tmp_path):
    for content in ("first", "second"):
        (tmp_path / "aside").write_text(content)
        files.put_first(tmp_path / "aside", tmp_path / "kept")
    assert (tmp_path / "kept").read_text() == "first"
    assert not (tmp_path / "aside").exists()

    (tmp_path / "beside").write_text("new")
    files.replace(tmp_path / "beside", tmp_path / "kept")
    assert (tmp_path / "kept").read_text() == "new"


def test_a_process_lives_until_it_ends_and_a_child_knows_its_parent():
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert processes.is_alive(os.getpid())
    assert not processes.is_alive(ended.pid)

    code = "import sys; from skatturnier.machine.processes import is_child_of; print(is_child_of(int(sys.argv[1])))"
    for parent, said in ((os.getpid(), "True"), (os.getpid() + 1_000_000, "False")):
        asked = [sys.executable, "-c", code, str(parent)]
        assert subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip() == said


@pytest.fixture
def site(tmp_path):
    one = Site(tmp_path / "data")
    one.log.parent.mkdir()
    one.migrate()
    one.start()
    yield one
    with contextlib.suppress(ProcessLookupError):
        os.killpg(one.process.pid, signal.SIGKILL)
    one.process.wait()


@pytest.mark.slow
@pytest.mark.thorough
def test_the_word_it_prints_makes_the_first_account_in_whichever_process_answers_and_is_not_printed_again(site):
    word = re.search(r"Word of the start +(\S+)", site.log.read_text())[1]
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    browser.addheaders = [("Accept-Language", "de")]

    first = browser.open(f"{site.address}/clubs/")

    assert first.url == f"{site.address}/first/"
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', first.read().decode())[1]
    typed = {"csrfmiddlewaretoken": token, "word": word, "username": "karl"}
    typed |= dict.fromkeys(("password1", "password2"), "windschiefe-garage-9")
    made = browser.open(f"{site.address}/first/", urllib.parse.urlencode(typed).encode())
    assert made.url == f"{site.address}/new/"
    assert not (site.log.parent / "first-word").exists()
    # Both processes know at once that there is an account.
    for _ in range(10):
        assert urllib.request.urlopen(f"{site.address}/").url == f"{site.address}/"
    # The site knows where it listens, and that this is no demo.
    phones = browser.open(f"{site.address}/phones/").read().decode()
    assert "HOST=0.0.0.0 make serve" in phones
    assert 'class="demo' not in phones

    site.kill()
    site.log.write_text("")
    site.start()
    assert "Word of the start" not in site.log.read_text()
