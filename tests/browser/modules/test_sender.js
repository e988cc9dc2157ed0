// What a question about a table carries with it, and what its answer is worth.

import { clock, hear, send } from "/static/table/sender.js";
import { Clock, equal, it, Network, ok } from "./played.js";

const DATA = { phone: `${location.origin}/t/cup/series/1/table/1/phone/`, table_key: "k".repeat(32), device: "d".repeat(32) };
const LIST = { version: 3, state: "open", deals: [] };
const ACT = { key: "a", do: "enter", number: 1, line: { declarer: 1 }, sits: [1, 2, 3], points: 48, tried: true, names: ["A"] };
const ASKED = { copy: "first", unsent: 0, version: 2, seated: false, sits: undefined, serial: 7 };

const sending = () => send(DATA, { ...ASKED, acts: [ACT] });
const hearing = () => hear(DATA, ASKED);

async function answered(asks, content, fields) {
  const network = new Network();
  const answer = asks();
  const question = await network.next();
  question.answer(content, fields);
  return { answer: await answer, question };
}

it("an act goes with its key, its deal and who sat there, and with nothing else", async () => {
  const { question, answer } = await answered(sending, { list: LIST, receipts: [{ key: "a" }] });
  equal(question.address, DATA.phone);
  equal(question.options.method, "POST");
  equal(question.body.acts, [{ key: "a", do: "enter", number: 1, line: { declarer: 1 }, sits: [1, 2, 3] }]);
  equal([question.body.copy, question.body.unsent, question.body.version], ["first", 0, 2]);
  equal(question.body.clock.length, clock().length);
  equal(answer, { list: LIST, receipts: [{ key: "a" }] });
});

const BOTH = [sending, hearing];
const FINE = { list: LIST, receipts: [] };

it("every question shows key and device and is never taken from a cache", async () => {
  for (const asks of BOTH) {
      const { question } = await answered(asks, FINE);
      equal([question.headers.get("X-Table-Key"), question.headers.get("X-Device")], [DATA.table_key, DATA.device]);
      equal([question.options.cache, question.options.credentials], ["no-store", "same-origin"]);
  }
});

it("every question is taken by nobody elsewhere with the key", async () => {
  for (const asks of BOTH) {
      const { answer, question } = await answered(asks, FINE, { to: "http://wifi.test/" });
      equal(question.followed, undefined, "followed with the key:");
      ok(answer.problem);
  }
});

it("every question is answered by 200, 409 and 422 alone", async () => {
  for (const asks of BOTH) {
      for (const status of [200, 409, 422]) equal((await answered(asks, FINE, { status })).answer.problem, undefined, status);
      for (const status of [100, 201, 204, 206, 301, 302, 304, 400, 401, 403, 404, 405, 408, 410, 413, 418, 425, 429, 500, 502, 503, 504]) {
        const { answer } = await answered(asks, FINE, { status });
        ok(answer.problem && !answer.list, `${status} was taken as an answer`);
      }
  }
});

it("every question names what went wrong", async () => {
  for (const asks of BOTH) {
      const problems = { 403: "key", 404: "missing", 413: "size", 500: "trouble", 503: "trouble" };
      for (const [status, problem] of Object.entries(problems)) {
        const { answer } = await answered(asks, { says: "So it is." }, { status: Number(status) });
        equal([answer.problem, answer.says], [problem, "So it is."], status);
      }
  }
});

it("every question waits as long as the site asks for, and no longer than two minutes", async () => {
  for (const asks of BOTH) {
      for (const [after, pause] of [["7", 7000], ["9999", 120000], ["soon", 0], ["", 0]]) {
        const { answer } = await answered(asks, {}, { status: 503, headers: { "Retry-After": after } });
        equal(answer.pause, pause, after);
      }
  }
});

it("every question is not answered by a page, by half an answer or by another kind of answer", async () => {
  for (const asks of BOTH) {
      const bad = ["<!doctype html>", "{", "null", "[]", "7", "{}", '{"list": 7}', '{"receipts": 7}', '{"list": {"version": "3", "state": "open"}}'];
      for (const content of bad) ok((await answered(asks, content)).answer.problem, content);
  }
});

it("every question is unreachable where nothing answers", async () => {
  for (const asks of BOTH) {
      const network = new Network();
      const answer = asks();
      (await network.next()).cutOff();
      equal((await answer).problem, "unreachable");
  }
});

it("every question is given up after fifteen seconds", async () => {
  for (const asks of BOTH) {
      const hours = new Clock();
      const network = new Network();
      const answer = asks();
      const question = await network.next();
      await hours.pass(14999);
      ok(!question.isAborted, "too early");
      await hours.pass(1);
      ok(question.isAborted, "still waiting");
      equal((await answer).problem, "unreachable");
      equal(hours.waits, []);
  }
});

it("a list without deals, or with another state, is a list; an answer to acts may come without one", async () => {
  equal((await answered(sending, { receipts: [] })).answer, { list: null, receipts: [] });
  equal((await answered(hearing, { list: { ...LIST, deals: null } })).answer.receipts, []);
});

it("what is asked names the copy, the version that is shown and what waits", async () => {
  const { question } = await answered(hearing, { list: LIST });
  equal(new URL(question.address).search, "?copy=first&unsent=0&version=2");
  equal(question.options.method, undefined);
  const all = new Network();
  hear(DATA, { ...ASKED, version: null });
  equal(new URL((await all.next()).address).searchParams.get("version"), "");
});

it("the clock of the phone is told with its offset", () => {
  const now = new Date("2026-05-16T17:00:00Z");
  for (const [offset, said] of [[-120, "2026-05-16T19:00:00.000+02:00"], [210, "2026-05-16T13:30:00.000-03:30"], [0, "2026-05-16T17:00:00.000+00:00"]]) {
    now.getTimezoneOffset = () => offset;
    equal(clock(now), said);
  }
});
