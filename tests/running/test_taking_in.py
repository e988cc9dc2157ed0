"""What comes becomes a request: whole, in time, not too large; what a phone sent is answered by a process beside."""

import asyncio
import io
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from subprocess import PIPE
from types import SimpleNamespace

import pytest
from granian.rsgi import ProtocolClosed

from skatturnier import serving
from skatturnier.machine import processes
from skatturnier.middleware import requests
from skatturnier.serving import lane as lanes
from skatturnier.serving import lane_process, taking_in


class Headers(list):
    def items(self):
        return self


def scope(method="GET", path="/", *, query="", headers=(), client="10.0.0.7:51234"):
    told = {"method": method, "path": path, "query_string": query, "client": client, "headers": Headers(headers)}
    return SimpleNamespace(http_version="1.1", server="127.0.0.1:8000", scheme="http", **told)


class Line:
    """A visitor's connection: what comes over it, and what was answered."""

    def __init__(self, *parts, pause=None, reads=None):
        self.parts, self.pause, self.reads = parts, pause, reads
        self.status, self.headers, self.body, self.blocks = None, {}, b"", 0

    async def __aiter__(self):
        for part in self.parts:
            yield part
        if self.pause:
            await self.pause.wait()

    def response_empty(self, status, headers):
        self.response_bytes(status, headers, b"")

    def response_bytes(self, status, headers, body):
        self.status, self.headers, self.body = status, dict(headers), body

    def response_stream(self, status, headers):
        self.response_bytes(status, headers, b"")
        return self

    async def send_bytes(self, block):
        if self.reads:
            await self.reads.wait()
        self.body += block
        self.blocks += 1


def site(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    site.came = environ
    return [environ["wsgi.input"].read()]


def run(work):
    """Return what a coroutine comes to, in a thread: a browser tried before leaves a loop running in this one."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, work).result()


def answered(line, asked, *, by=site):
    run(taking_in.FrontDoor(by).__rsgi__(asked, line))
    return line


def post(length, path="/", *, headers=(), **more):
    return scope("POST", path, headers=[("content-length", str(length)), *headers], **more)


def test_a_body_arrives_whole_whatever_pieces_it_came_in_or_is_no_request():
    line = answered(Line(b"name=", b"Erika"), post(10))
    assert (line.status, line.body) == (200, b"name=Erika")

    # A phone that lost the network in the middle of a form has sent no form.
    assert answered(Line(b"name=Eri"), post(10)).status == 400
    without_a_length = scope("POST", headers=[("transfer-encoding", "chunked"), ("content-length", "5")])
    assert answered(Line(b"abcde"), without_a_length).status == 411


def test_a_body_that_takes_too_long_is_given_up_before_a_thread_was_spent(monkeypatch):
    monkeypatch.setattr(taking_in, "PATIENCE", 0.05)
    reached = []

    async def given_up():
        line = Line(b"nam", pause=asyncio.Event())
        await taking_in.FrontDoor(lambda *given: reached.append(given)).__rsgi__(post(10), line)
        return line

    line = run(given_up())

    assert (line.status, line.headers["Connection"]) == (408, "close")
    assert reached == []


def test_the_more_is_announced_the_longer_it_may_take_but_not_beyond_what_is_taken(monkeypatch):
    allowed = []
    monkeypatch.setattr(
        taking_in.asyncio, "timeout", lambda seconds: allowed.append(seconds) or asyncio.timeout_at(None)
    )

    for length in (5_000_000, 10**12):
        answered(Line(b"x" * 5_000_000), post(length))

    assert allowed == [serving.PATIENCE + 100, serving.PATIENCE + requests.MOST // serving.PACE]


def test_of_a_body_above_the_bounds_nothing_is_kept_and_the_page_still_hears_of_it():
    for path, length, is_taken in (
        ("/", requests.MOST, True),
        ("/", requests.MOST + 1, False),
        ("/verify/", requests.MOST_VERIFIED, True),
        ("/verify/", requests.MOST_VERIFIED + 1, False),
        ("/t/cup/office/archive/", requests.MOST + 1, False),
    ):
        line = answered(Line(b"x" * length), post(length, path))

        assert len(line.body) == (length if is_taken else 0), (path, length)
        assert site.came["CONTENT_LENGTH"] == str(length)


@pytest.mark.slow
def test_bodies_in_flight_are_bounded_over_all_connections_and_a_small_one_is_always_taken(monkeypatch):
    """Four hundred of nearly a megabyte lie in files, until these are as much as is taken; then more are refused."""
    size, most = 990_000, 5_000_000
    monkeypatch.setattr(requests, "SHARE", most)

    async def flooded():
        held, one = asyncio.Event(), taking_in.FrontDoor(site)
        flood = [Line(b"x" * (size - 1), pause=held) for _ in range(400)]
        waiting = [asyncio.create_task(one.__rsgi__(post(size), line)) for line in flood]
        await asyncio.sleep(0)
        small = Line(b"name=Erika")
        await asyncio.wait_for(one.__rsgi__(post(10), small), 10)
        lying = one.lying
        held.set()
        await asyncio.gather(*waiting)
        after = Line(b"x" * size)
        await one.__rsgi__(post(size), after)
        return small, lying, Counter(line.status for line in flood), one.lying, after.status

    small, lying, flood, left, after = run(flooded())

    assert (small.status, small.body) == (200, b"name=Erika")
    assert lying <= most
    # Those that were taken are no requests in the end: a byte is missing.
    assert flood == {400: most // (size - 1), 503: 400 - most // (size - 1)}
    assert (left, after) == (0, 200)


def test_a_body_is_in_memory_only_while_it_is_as_small_as_those_of_phones():
    kept = []

    def looked(environ, start_response):
        kept.append(environ["wsgi.input"]._rolled)
        return site(environ, start_response)

    for size in (taking_in.IN_MEMORY, taking_in.IN_MEMORY + 1, requests.MOST):
        answered(Line(b"x" * size), post(size), by=looked)

    assert kept == [False, True, True]
    assert 400 * taking_in.IN_MEMORY < 30_000_000


@pytest.mark.thorough
def test_sixty_slow_bodies_and_slow_readers_hold_no_thread():
    async def held_up():
        held = asyncio.Event()
        one = taking_in.FrontDoor(long_file)
        slow = [Line(b"nam", pause=held) for _ in range(60)]
        readers = [Line(reads=held) for _ in range(60)]
        waiting = [asyncio.create_task(one.__rsgi__(post(10), line)) for line in slow]
        waiting += [asyncio.create_task(one.__rsgi__(scope(), line)) for line in readers]
        await asyncio.sleep(0)
        quick = Line()
        await asyncio.wait_for(one.__rsgi__(scope(path="/quick"), quick), 10)
        held.set()
        await asyncio.gather(*waiting)
        return quick, readers

    quick, readers = run(held_up())

    assert quick.status == 200
    assert {len(reader.body) for reader in readers} == {LONG}
    assert {reader.blocks for reader in readers} == {LONG // taking_in.BLOCK}


LONG = 3 * taking_in.BLOCK


def long_file(environ, start_response):
    start_response("200 OK", [])
    return [b"ok"] if environ["PATH_INFO"] == "/quick" else Ending()


class Ending:
    """A long answer that notes its end."""

    ended: list[str] = []

    def __iter__(self):
        yield from [b"x" * 1000] * (LONG // 1000)

    def close(self):
        self.ended.append(threading.current_thread().name)


def test_the_site_hears_the_end_of_every_answer_and_whoever_leaves_in_the_middle_of_a_file_is_no_fault(caplog):
    class Leaving(Line):
        async def send_bytes(self, block):
            await super().send_bytes(block)
            raise ProtocolClosed

    Ending.ended.clear()
    answered(Line(), scope(), by=long_file)
    assert len(Ending.ended) == 1
    assert Ending.ended[0].startswith("look")

    assert answered(Leaving(), scope(), by=long_file).blocks == 1
    assert (len(Ending.ended), caplog.records) == (2, [])


def test_a_site_that_falls_over_answers_500_here_and_beside_and_says_it_in_the_log(caplog):
    def broken(_environ, _start):
        raise RuntimeError("Erika")

    assert answered(Line(), scope(), by=broken).status == 500
    assert [record.message for record in caplog.records] == ["a request could not be answered"]
    caplog.clear()
    assert lane_process._whole(broken, {}, io.BytesIO()) == ((500, []), b"")
    assert "Erika" in caplog.text


def test_a_request_says_of_itself_what_it_said_to_the_server():
    proxies = [("x-forwarded-for", "10.0.0.1"), ("x-forwarded-for", "10.0.0.2")]
    for headers, key, found in (
        ([("cookie", "a=1"), ("cookie", "b=2")], "HTTP_COOKIE", "a=1; b=2"),
        (proxies, "HTTP_X_FORWARDED_FOR", "10.0.0.1,10.0.0.2"),
        ([("x-forwarded-proto", "http"), ("x_forwarded_proto", "https")], "HTTP_X_FORWARDED_PROTO", "http"),
        ([("content-type", "text/plain")], "CONTENT_TYPE", "text/plain"),
        ([], "REMOTE_ADDR", "10.0.0.7"),
        ([], "PATH_INFO", "/t/\xc3\xbc%41/"),
    ):
        answered(Line(), scope(path="/t/ü%41/", headers=headers))
        assert site.came[key] == found
    answered(Line(), scope(client="[fe80::1]:51234"))
    assert site.came["REMOTE_ADDR"] == "fe80::1"


def test_who_only_looks_takes_no_thread_from_whoever_does_something():
    def crowded(asked, goes_on):
        drawn = threading.Event()

        def slow_to_look_at(environ, start_response):
            if environ["REQUEST_METHOD"] == "GET":
                drawn.wait()
            return site(environ, start_response)

        async def all_at_once():
            entry = taking_in.FrontDoor(slow_to_look_at)
            watching = [asyncio.ensure_future(entry.__rsgi__(scope(), Line())) for _ in range(serving.THREADS)]
            line = Line()
            wanted = asyncio.ensure_future(entry.__rsgi__(asked, line))
            done, _waiting = await asyncio.wait([wanted], timeout=None if goes_on else 0.05)
            drawn.set()
            await asyncio.gather(wanted, *watching)
            return bool(done), line.status

        return run(all_at_once())

    act, look, of_a_phone = "/t/cup/series/1/tables/1/phone/", "/t/cup/", [("x-table-key", "k")]
    for asked, goes_on in (
        (post(0, act), True),
        (post(0, act, headers=of_a_phone), True),
        (scope(path=look), False),
        (scope(path=look, headers=of_a_phone), False),
    ):
        assert crowded(asked, goes_on) == (goes_on, 200), asked


BESIDE = """
import io, os, sys
from skatturnier.serving.lane import LENGTHS, packed
said, out = sys.stdin.buffer, sys.stdout.buffer
say = lambda *words: (out.write(packed(*words)), out.flush())
say(0, (200, []), b"")
def heard():
    number, head, body = LENGTHS.unpack(said.read(LENGTHS.size))
    said.read(head)
    return number, said.read(body)
"""
LAST_FIRST = "for number, body in [heard(), heard(), heard()][::-1]: say(number, (201, [['A', 'b']]), body.upper())"
WAITS = "said.read()"
ENDS = "heard()"
RAMBLES = "heard(); out.write(LENGTHS.pack(0, 3, 0) + b'???'); out.flush(); said.read()"


@pytest.fixture(name="beside")
def does(monkeypatch):
    """Let what is begun do something else than answer for the site once, and then wait to be asked."""
    started = []

    def begins(does):
        def start(module):
            started.append(module)
            command = [sys.executable, "-c", BESIDE + (does if len(started) == 1 else WAITS)]
            return subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=subprocess.DEVNULL)

        monkeypatch.setattr(processes, "start_to_ask", start)
        return started

    return begins


async def opened():
    lane = lanes.Lane()
    lane.open()
    while not lane.is_open:
        await asyncio.sleep(0.01)
    return lane


def asked(lane, *bodies):
    return asyncio.gather(*(lane.answer({"A": "b", "wsgi.errors": sys.stderr}, io.BytesIO(body)) for body in bodies))


def test_each_question_gets_its_answer_in_whatever_order_they_come(beside):
    beside(LAST_FIRST)

    async def three():
        lane = await opened()
        answers = await asked(lane, b"first", b"", b"third")
        lane.shut()
        return answers

    answers = run(three())
    assert [content for _status, _headers, content, _rest in answers] == [b"FIRST", b"", b"THIRD"]
    assert answers[0][:2] == (201, [("A", "b")])


@pytest.mark.parametrize("does", [ENDS, RAMBLES], ids=["it ends", "it answers nonsense"])
def test_what_it_had_not_answered_the_process_beside_it_answers(beside, caplog, does):
    started = beside(does)

    async def two():
        lane = await opened()
        entry = taking_in.FrontDoor(site, lane=lane)
        lines = [Line(b"deal"), Line(b"deal")]
        request = post(4, "/t/cup/series/1/tables/1/", headers=[("x-table-key", "k")])
        for line in lines:
            await entry.__rsgi__(request, line)
        while len(started) < 2 or not lane.is_open:
            await asyncio.sleep(0.01)
        lane.shut()
        return [(line.status, line.body) for line in lines]

    assert run(two()) == [(200, b"deal")] * 2
    assert "What answers the phones has ended. It is started anew." in caplog.text
