"""What phones send is answered by a process beside: each question has its answer, and none is lost with the process."""

import asyncio
import io
import subprocess
import sys

import pytest

from skatturnier.machine import processes
from skatturnier.serving import lane as lanes
from skatturnier.serving import lane_process, taking_in
from tests.running.test_taking_in import Line, post, run, site

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
            program = BESIDE + (does if len(started) == 1 else WAITS)
            return subprocess.Popen(
                [sys.executable, "-c", program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )

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


def test_what_falls_over_there_is_answered_and_said_in_the_log(caplog):
    def falls_over(environ, start_response):
        raise RuntimeError("a fault")

    assert lane_process._whole(falls_over, {}, io.BytesIO()) == ((500, []), b"")
    assert "a fault" in caplog.text
