// What the service worker keeps, and what it must never keep or give out.

import { Clock, equal, it, ok, pause, until } from "./played.js";

const source = await (await fetch("/static/table/sw.js")).text();
const HERE = location.origin;
const PAGE = `${HERE}/t/cup/series/1/table/1/`;
const FILE = `${HERE}/static/table/page.js`;
const FIXED = `${HERE}/static/table/page.0123456789ab.js`;

class Kept {
  constructor() {
    this.all = new Map();
  }

  async match(key) {
    return this.all.get(key.url || key);
  }

  async put(key, response) {
    const address = key.url || key;
    this.all.delete(address);
    this.all.set(address, response);
  }

  async delete(request) {
    return this.all.delete(request.url || request);
  }

  async keys() {
    return [...this.all.keys()].map((url) => ({ url }));
  }
}

function response(text, { status = 200, redirected = false, type = "text/html; charset=utf-8", kind = "basic" } = {}) {
  return { text, status, ok: status >= 200 && status < 300, type: kind, redirected, headers: new Headers({ "Content-Type": type }), clone() { return this; } };
}

// A worker with caches and a network of its own.
function worker(network = {}) {
  const listeners = new Map();
  const stores = new Map();
  const asked = [];
  const claimed = [];
  const caches = {
    open: async (name) => stores.get(name) ?? stores.set(name, new Kept()).get(name),
    has: async (name) => stores.has(name),
    delete: async (name) => stores.delete(name),
  };
  const fetch = async (request, options = {}) => {
    const address = request.url || request;
    asked.push(address);
    const answer = network[address];
    if (answer === "never") return new Promise((_, reject) => options.signal?.addEventListener("abort", () => reject(new Error("late"))));
    if (!answer) throw new TypeError("no network");
    return answer;
  };
  const clients = { claim: async () => claimed.push(true) };
  const names = ["addEventListener", "caches", "fetch", "clients", "skipWaiting"];
  new Function(...names, source)((name, listener) => listeners.set(name, listener), caches, fetch, clients, () => {});
  const ask = (url, { mode = "navigate", method = "GET" } = {}) => {
    let given;
    listeners.get("fetch")({ request: { url, mode, method }, respondWith: (answer) => (given = answer) });
    return given;
  };
  const tell = async (data) => {
    const waits = [];
    listeners.get("message")({ data, waitUntil: (work) => waits.push(work) });
    await Promise.all(waits);
  };
  const kept = (name = "table") => [...(stores.get(name)?.all.keys() ?? [])];
  return { ask, tell, kept, asked, network, stores, claimed, listeners };
}

const keeping = async (network, files = []) => {
  const made = worker(network);
  await made.tell({ keep: { page: PAGE, files, later: [] } });
  return made;
};

it("a page that was kept is given out where there is no network, and a newer one takes its place", async () => {
  const { ask, network } = await keeping({ [PAGE]: response("old") });
  delete network[PAGE];
  equal((await ask(PAGE)).text, "old");
  network[PAGE] = response("new");
  equal((await ask(PAGE)).text, "new");
  delete network[PAGE];
  equal((await ask(PAGE)).text, "new");
});

it("no error, no sign-in page and no other kind of answer takes the place of a kept page", async () => {
  const bad = [{ status: 404 }, { status: 403 }, { status: 201 }, { status: 500 }, { redirected: true }, { type: "application/json" }, { kind: "opaque" }];
  for (const fields of bad) {
    const { ask, network } = await keeping({ [PAGE]: response("good") });
    network[PAGE] = response("bad", fields);
    equal((await ask(PAGE)).text, fields.status === 500 ? "good" : "bad", JSON.stringify(fields));
    delete network[PAGE];
    equal((await ask(PAGE)).text, "good", JSON.stringify(fields));
  }
});

it("nothing that failed or led elsewhere is kept in the first place", async () => {
  for (const fields of [{ status: 404 }, { status: 500 }, { redirected: true }]) {
    const { kept } = await keeping({ [PAGE]: response("bad", fields), [FILE]: response("bad", fields) }, [FILE]);
    equal(kept(), [], JSON.stringify(fields));
  }
});

it("a page that nobody kept comes from the network, or not at all", async () => {
  const { ask, kept } = worker({ [PAGE]: response("fresh") });
  equal((await ask(PAGE)).text, "fresh");
  equal(kept(), []);
  equal(await worker().ask(PAGE).catch((error) => error.message), "no network");
});

it("a network that is too slow is given up for the kept page after three seconds", async () => {
  const { ask, network } = await keeping({ [PAGE]: response("kept") });
  const hours = new Clock();
  network[PAGE] = "never";
  const answer = ask(PAGE);
  let given = null;
  answer.then((found) => (given = found));
  await until(() => hours.waits.length > 0);
  await hours.pass(2999);
  equal(given, null);
  await hours.pass(1);
  equal((await answer).text, "kept");
});

it("the second list is a page of its own; everything else behind the question mark is not", async () => {
  const { ask, network } = await keeping({ [PAGE]: response("first") });
  delete network[PAGE];
  equal((await ask(`${PAGE}?deals`)).text, "first");
  equal(await ask(`${PAGE}?copy=second`).catch((error) => error.message), "no network");
  equal(await ask(`${HERE}/t/cup/series/1/table/2/`).catch((error) => error.message), "no network");
});

it("only pages of tables and of the hall, and static files, go through it; nothing that is sent does", () => {
  const { ask } = worker();
  equal([ask(`${PAGE}phone/`), ask(`${HERE}/t/cup/`), ask("http://other.test/t/cup/series/1/table/1/")], [undefined, undefined, undefined]);
  equal([ask(PAGE, { method: "POST" }), ask(FILE, { method: "POST", mode: "cors" }), ask(PAGE, { mode: "cors" })], [undefined, undefined, undefined]);
});

it("a file with a hash in its name is never asked for again; another one is, and the newer one kept", async () => {
  const { ask, asked, network } = await keeping({ [PAGE]: response("p"), [FILE]: response("old"), [FIXED]: response("fixed") }, [FILE, FIXED]);
  network[FILE] = response("new");
  network[FIXED] = response("other");
  asked.length = 0;
  equal([(await ask(FIXED, { mode: "cors" })).text, (await ask(FILE, { mode: "cors" })).text], ["fixed", "new"]);
  equal(asked, [FILE]);
  delete network[FILE];
  equal((await ask(FILE, { mode: "cors" })).text, "new");
  network[FILE] = response("broken", { status: 500 });
  equal((await ask(FILE, { mode: "cors" })).text, "new");
});

it("while the site is away kept files are not asked for, and once it is back they are", async () => {
  const { ask, asked, network } = await keeping({ [PAGE]: response("p"), [FILE]: response("f") }, [FILE]);
  delete network[PAGE];
  await ask(PAGE);
  asked.length = 0;
  equal((await ask(FILE, { mode: "cors" })).text, "f");
  equal(asked, []);
  network[PAGE] = response("back");
  await ask(PAGE);
  await ask(FILE, { mode: "cors" });
  ok(asked.includes(FILE), "never asked again");
});

it("three pages are kept, the oldest go, and what is kept already is not asked for again", async () => {
  const pages = [1, 2, 3, 4, 5].map((table) => `${HERE}/t/cup/series/1/table/${table}/`);
  const { tell, kept, asked } = worker(Object.fromEntries(pages.map((page) => [page, response(page)])));
  for (const page of pages) await tell({ keep: { page, files: [], later: [] } });
  equal(kept(), pages.slice(2));
  asked.length = 0;
  await tell({ keep: { page: pages[4], files: [], later: [] } });
  equal(asked, []);
});

it("what is kept later is fetched anew each time; what is missing costs nothing else", async () => {
  const { tell, kept, asked } = worker({ [PAGE]: response("p"), [FILE]: response("f") });
  const message = { keep: { page: PAGE, files: [`${HERE}/static/missing.js`], later: [FILE] } };
  await tell(message);
  equal(kept().sort(), [FILE, PAGE].sort());
  asked.length = 0;
  await tell(message);
  equal(asked.sort(), [FILE, `${HERE}/static/missing.js`].sort());
});

it("a list that is closed goes, its second list too, and with the last page everything", async () => {
  const other = `${HERE}/t/cup/series/1/table/2/`;
  const network = { [PAGE]: response("p"), [`${PAGE}?copy=second`]: response("s"), [other]: response("o"), [FILE]: response("f") };
  const { tell, kept, stores } = worker(network);
  for (const page of [PAGE, `${PAGE}?copy=second`, other]) await tell({ keep: { page, files: [FILE], later: [] } });
  await tell({ leave: new URL(PAGE).pathname });
  equal(kept().sort(), [FILE, other].sort());
  await tell({ leave: new URL(other).pathname });
  equal([...stores.keys()], []);
});

it("the screen of the hall is kept beside, and is given out only where the site fails", async () => {
  const hall = `${HERE}/t/cup/hall/`;
  const { ask, tell, kept, network, claimed } = worker({ [hall]: response("kept"), [FILE]: response("f") });
  await tell({ hall: { page: hall, files: [FILE] } });
  equal([kept("hall").sort(), kept(), claimed.length], [[FILE, hall].sort(), [], 1]);
  network[hall] = response("fresh");
  equal((await ask(hall)).text, "fresh");
  network[hall] = response("broken", { status: 503 });
  equal((await ask(hall)).text, "kept");
  delete network[hall];
  equal((await ask(hall)).text, "kept");
  delete network[FILE];
  equal((await ask(FILE, { mode: "cors" })).text, "f");
  equal(await worker().ask(hall).catch((error) => error.message), "no network");
  const failing = worker({ [hall]: response("broken", { status: 503 }) });
  equal((await failing.ask(hall)).text, "broken");
  for (const fields of [{ status: 404 }, { redirected: true }]) {
    const bad = worker({ [hall]: response("bad", fields) });
    await bad.tell({ hall: { page: hall, files: [] } });
    equal(bad.kept("hall"), []);
  }
  await pause();
});

it("a new worker takes over at once", async () => {
  const { listeners, claimed } = worker();
  ok(listeners.has("install"));
  const waits = [];
  listeners.get("activate")({ waitUntil: (work) => waits.push(work) });
  await Promise.all(waits);
  equal(claimed.length, 1);
});
