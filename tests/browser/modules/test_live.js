// Pages that keep themselves up to date: what counts as news, and what does not.

import { Clock, equal, finallyDo, it, Network, ok, pause, replaced, until } from "./played.js";

replaced(document, "querySelectorAll", () => []);
const { watch } = await import("/static/live.js");
delete document.querySelectorAll;

const SECOND = 1000;

function watched(fields = {}) {
  const heard = [];
  const network = new Network();
  const hours = new Clock();
  const watching = watch({
    address: "/now/",
    every: 10,
    changed: (text) => heard.push(text),
    lost: () => heard.push("lost"),
    found: () => heard.push("found"),
    ...fields,
  });
  finallyDo(() => watching.stop());
  return { heard, network, hours, watching };
}

const page = { type: "text/html" };

it("a page asks within the time it promises and never takes an answer from a cache", async () => {
  const { network, hours } = watched({ seen: "7" });
  ok(hours.waits[0] >= 5 * SECOND && hours.waits[0] <= 6.5 * SECOND + 1, hours.waits[0]);
  await hours.pass(10 * SECOND);
  const question = await network.next();
  equal([question.address, question.options.cache, question.headers.get("X-Seen")], ["/now/", "no-store", "7"]);
  equal(question.headers.get("HX-Request"), "true");
});

it("a new answer is shown, and what it showed is said with the next question", async () => {
  const { heard, network, hours, watching } = watched();
  watching.now();
  (await network.next()).answer("first", { ...page, headers: { "X-Seen": "3", ETag: '"e"' } });
  await until(() => heard.length === 1);
  await hours.pass(10 * SECOND);
  const next = await network.next(2);
  equal([next.headers.get("X-Seen"), next.headers.get("If-None-Match")], ["3", '"e"']);
  next.answer("", { status: 304 });
  await pause(5);
  equal(heard, ["first"]);
});

it("nothing but a good answer that was sent nowhere else is news", async () => {
  for (const fields of [{ to: "/sign-in/" }, ...[201, 203, 206].map((status) => ({ status })), ...[300, 400, 401, 403, 404, 410, 422, 429, 500, 502, 503].map((status) => ({ status }))]) {
    const isGood = fields.status && fields.status < 300;
    const { heard, network, watching } = watched();
    watching.now();
    (await network.next()).answer("<p>Sign in", { ...page, ...fields });
    await until(() => heard.length > 0);
    equal(heard, [isGood ? "<p>Sign in" : "lost"], JSON.stringify(fields));
    watching.stop();
  }
});

it("no change is no news, and no loss either", async () => {
  for (const status of [204, 304]) {
    const { heard, network, hours, watching } = watched();
    watching.now();
    (await network.next()).answer("ignored", { status });
    await until(() => hours.waits.length > 0);
    equal(heard, [], status);
    watching.stop();
  }
});

it("a site that is away is said, asked again ever more rarely, and found again", async () => {
  const { heard, network, hours, watching } = watched({ every: 2 });
  watching.now();
  const waits = [];
  for (let question = 1; question <= 6; question += 1) {
    (await network.next(question)).cutOff();
    await until(() => hours.waits.length > 0);
    waits.push(hours.waits[0]);
    await hours.pass(hours.waits[0]);
  }
  ok(waits[0] >= 0.7 * 4 * SECOND && waits[0] <= 4 * SECOND, `first ${waits[0]}`);
  ok(waits[3] >= 0.7 * 30 * SECOND && waits.every((wait) => wait <= 30 * SECOND), `later ${waits}`);
  (await network.next(7)).answer("back", page);
  await until(() => heard.includes("found"));
  await until(() => hours.waits.length > 0);
  await hours.pass(hours.waits[0]);
  (await network.next(8)).answer("again", page);
  await until(() => heard.includes("again"));
  await pause(5);
  equal(heard, [...Array(6).fill("lost"), "back", "found", "again"]);
});

it("who may not see the page any more asks rarely from the first time on", async () => {
  for (const status of [403, 404, 410]) {
    const { network, hours, watching } = watched({ every: 2 });
    watching.now();
    (await network.next()).answer("", { status });
    await until(() => hours.waits.length > 0);
    ok(hours.waits[0] >= 21 * SECOND, `${status}: ${hours.waits}`);
    watching.stop();
  }
});

it("an answer that comes after ten seconds is given up", async () => {
  const { heard, network, hours, watching } = watched();
  watching.now();
  const question = await network.next();
  await hours.pass(9999);
  ok(!question.isAborted);
  await hours.pass(1);
  ok(question.isAborted);
  await until(() => heard.length > 0);
  equal(heard, ["lost"]);
});

it("a late answer to a page that was stopped is not shown", async () => {
  const { heard, network, watching } = watched();
  watching.now();
  const question = await network.next();
  watching.stop();
  question.answer("late", page);
  await pause(5);
  equal(heard, []);
});

it("one question at a time: a newer answer is never overtaken", async () => {
  const { heard, network, watching } = watched();
  watching.now();
  await network.next();
  watching.now();
  watching.now();
  await pause(5);
  equal(network.asked.length, 1);
  network.asked[0].answer("one", page);
  await until(() => heard.length === 1);
});

it("what did not fit, and what was put off, is asked for again", async () => {
  let fits = () => {
    throw new Error("row 7 is not on the page");
  };
  const { heard, network, watching } = watched({ seen: "1", changed: () => fits() });
  watching.now();
  (await network.next()).answer("rows", { ...page, headers: { "X-Seen": "2" } });
  await until(() => heard.length === 1);
  watching.now();
  const whole = await network.next(2);
  equal([whole.headers.get("X-Seen"), whole.headers.get("If-None-Match")], ["1", null]);
  fits = () => false;
  whole.answer("all", { ...page, headers: { "X-Seen": "3", ETag: '"e"' } });
  await pause(5);
  watching.now();
  const again = await network.next(3);
  equal([again.headers.get("X-Seen"), again.headers.get("If-None-Match")], ["1", null]);
});

it("behind a dark screen nothing is asked, and at once when it is lit", async () => {
  const { network, hours, watching } = watched();
  watching.now();
  const first = await network.next();
  replaced(document, "hidden", true);
  first.answer("", { status: 204 });
  await pause(5);
  equal(hours.waits, [], "after an answer");
  document.dispatchEvent(new Event("visibilitychange"));
  equal(hours.waits, []);
  replaced(document, "hidden", false);
  document.dispatchEvent(new Event("visibilitychange"));
  await network.next(2);
});

it("once the network is back it is asked at once, but not by a page that was stopped", async () => {
  const { network, watching } = watched();
  dispatchEvent(new Event("online"));
  (await network.next()).answer("", { status: 204 });
  await pause(5);
  watching.stop();
  dispatchEvent(new Event("online"));
  watching.now();
  await pause(5);
  equal(network.asked.length, 1);
});
