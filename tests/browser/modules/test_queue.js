// The list on a phone: what is sent, what is heard, what is taken back, for whom a deal counts.

import { Clock, equal, GRAND, it, Network, ok, opened, pause, replaced, settled, Site, tableData, until } from "./played.js";

async function atTable(fields = {}) {
  const network = new Network();
  const site = new Site(network);
  const table = await opened(tableData(site, fields));
  await settled(table);
  return { network, site, table };
}

const numbers = (deals) => deals.map((deal) => deal.number);
const states = (table) => table.entries().map((entry) => [entry.number, entry.state]);

it("a late answer does not stand over a newer list", async () => {
  const { network, site, table } = await atTable();
  site.deals = [{ ...GRAND, number: 1, key: "a", points: 48 }];
  site.version = 1;
  const late = { list: site.list(), receipts: [] };
  const held = [];
  network.onQuestion = (question) => held.push(question);
  table.flush();
  await until(() => held.length === 1);
  // Another page of this phone hears of the second deal while the first answer is on its way.
  site.deals = [...site.deals, { ...GRAND, number: 2, key: "b", points: 48 }];
  site.version = 2;
  const { plan, settle } = await import("/static/table/ledger.js");
  await table.change((book) => {
    const asked = plan(book, { tab: "other", copy: "first", wantsAll: true, now: Date.now() });
    return settle(book, asked, { list: site.list(), receipts: [] }, Date.now());
  });
  held[0].answer(late.list ? late : {});
  await until(() => !table.sending);
  equal([numbers(table.deals()), table.list().version], [[1, 2], 2]);
});

it("a page that the phone kept is no news over what was heard since", async () => {
  const { site, table } = await atTable();
  const { begin } = await import("/static/table/ledger.js");
  const old = { ...site.list(), version: 0, now: new Date(0).toISOString(), deals: [] };
  site.deals = [{ ...GRAND, number: 1, key: "a", points: 48 }];
  site.version = 1;
  await settled(table);
  equal(await table.change((book) => begin(book, "first", old, 0)), false);
  equal(numbers(table.deals()), [1]);
  equal(await table.change((book) => begin(book, "first", { ...old, version: 5, now: new Date(Date.now() + 9e9).toISOString() }, 0)), true);
  equal(numbers(table.deals()), []);
});

it("a deal leaves the phone only for a receipt with its key", async () => {
  const { network, site, table } = await atTable();
  network.onQuestion = (question) => question.answer({ list: site.list(), receipts: [{ key: "other", state: "saved" }] });
  await table.enter(GRAND, 48);
  await until(() => !table.sending);
  equal([table.status().unsent, table.status().problem], [1, "trouble"]);
  network.onQuestion = (question) => site.answer(question);
  await settled(table);
  equal([table.status().unsent, states(table)], [0, [[1, "saved"]]]);
});

it("four taps on undo take one deal back, saved or not", async () => {
  for (const isAway of [false, true]) {
    const { site, table } = await atTable();
    site.isAway = isAway;
    for (const number of [1, 2, 3, 4]) await table.enter(GRAND, 48, number);
    await settled(table);
    equal(table.mayUndo(), true);
    const taken = [await table.undo(), await table.undo(), await table.undo(), await table.undo()];
    equal(taken.map(Boolean), [true, false, false, false], isAway);
    site.isAway = false;
    await settled(table);
    equal([numbers(table.deals()), numbers(site.deals), table.mayUndo()], [[1, 2, 3], [1, 2, 3], false], isAway);
  }
});

it("two taps at the same moment take one deal back", async () => {
  const { table } = await atTable();
  await table.enter(GRAND, 48, 1);
  await table.enter(GRAND, 48, 2);
  equal((await Promise.all([table.undo(), table.undo()])).map(Boolean), [true, false]);
  equal(numbers(table.deals()), [1]);
});

it("undo is there again for the next deal, and for no deal of the site", async () => {
  const { site, table } = await atTable();
  await table.enter(GRAND, 48, 1);
  await table.undo();
  await table.enter(GRAND, 48, 1);
  equal(table.mayUndo(), true);
  await settled(table);
  site.deals.push({ ...GRAND, number: 2, key: "of-the-office", points: 48 });
  site.version += 1;
  await settled(table);
  equal([numbers(table.deals()), table.mayUndo(), await table.undo()], [[1, 2], false, null]);
});

it("an undo that the site refuses is not offered again", async () => {
  const { site, table } = await atTable();
  await table.enter(GRAND, 48, 1);
  await settled(table);
  const taken = site.taken.bind(site);
  site.taken = (act) => (act.do === "take-back" ? { state: "refused", code: "undo-over", says: "Over." } : taken(act));
  await table.undo();
  await settled(table);
  equal([numbers(table.deals()), table.mayUndo(), await table.undo()], [[1], false, null]);
});

it("a receipt that says nothing known leaves the deal on the phone", async () => {
  const { network, site, table } = await atTable();
  network.onQuestion = (question) => {
    const receipts = (question.body ? question.body.acts : []).map(({ key }) => ({ key, state: "maybe" }));
    question.answer({ list: site.list(), receipts: [null, ...receipts] });
  };
  await table.enter(GRAND, 48, 1);
  await until(() => !table.sending);
  equal([table.status().unsent, states(table)], [1, [[1, "unsent"]]]);
});

it("that everybody sits right goes with those who were shown", async () => {
  const { site, table } = await atTable();
  const list = site.list.bind(site);
  site.list = () => ({ ...list(), seated: site.heard.some((body) => body.seated) });
  await table.confirmSeats();
  await settled(table);
  const [said] = site.heard.filter((body) => body.seated);
  equal([said.sits, said.acts, table.status().seating], [[1, 2, 3], [], false]);
});

it("undo is still there after the page was opened anew, and gone with the next page after it was used", async () => {
  const { site, table } = await atTable();
  await table.enter(GRAND, 48, 1);
  await table.enter(GRAND, 48, 2);
  await settled(table);
  const again = await opened({ ...table.data, list: site.list() });
  equal(again.mayUndo(), true);
  await again.undo();
  const third = await opened({ ...table.data, list: site.list() });
  equal([third.mayUndo(), await third.undo()], [false, null]);
});

it("each deal says who sat there when it was tapped", async () => {
  const { site, table } = await atTable();
  await table.enter(GRAND, 48, 1);
  await settled(table);
  equal(site.heard.at(-1).acts[0].sits, [1, 2, 3]);
});

// A phone that wrote two deals while the office let others sit down.
async function reseated(written = 2) {
  const { network, site, table } = await atTable();
  site.isAway = true;
  for (let number = 1; number <= written; number += 1) await table.enter(GRAND, 48, number);
  site.isAway = false;
  site.sits = [7, 2, 3];
  await settled(table);
  return { network, site, table };
}

it("deals written for others stay on the phone until it is said for whom they count", async () => {
  const { site, table } = await reseated();
  equal(site.deals, []);
  equal(states(table), [[1, "conflict"], [2, "conflict"]]);
  const [first, second] = table.entries();
  equal([first.forWhom, first.isNext, second.forWhom, second.isNext], [true, true, true, false]);
  equal([first.names, table.list().names], [["No. 1", "No. 2", "No. 3"], ["No. 7", "No. 2", "No. 3"]]);
  equal(await table.decide(second.key, 1), null);
  await table.decide(first.key, 2);
  await settled(table);
  equal(site.deals.map((deal) => [deal.number, deal.declarer]), [[1, 2]]);
  equal(states(table), [[1, "saved"], [2, "conflict"]]);
  equal(table.entries()[1].isNext, true);
  await table.decide(second.key, 1);
  await settled(table);
  equal(site.deals.map((deal) => [deal.number, deal.declarer]), [[1, 2], [2, 1]]);
  equal(table.status().refused, 0);
  equal(site.heard.at(-1).acts[0].sits, [7, 2, 3]);
});

it("what is decided while the site is away waits once, and the question is not asked twice", async () => {
  const { site, table } = await reseated(1);
  site.isAway = true;
  const [first] = table.entries();
  await table.decide(first.key, 3);
  equal(states(table), [[1, "unsent"]]);
  equal(await table.decide(first.key, 2), null);
  site.isAway = false;
  await settled(table);
  equal(site.deals.map((deal) => deal.declarer), [3]);
});

it("a decision that the list refuses is asked anew and nothing is lost", async () => {
  const { site, table } = await reseated(1);
  const [first] = table.entries();
  site.taken = () => ({ state: "refused", code: "dealer-played", says: "The dealer." });
  await table.decide(first.key, 3);
  await settled(table);
  equal(states(table), [[1, "conflict"], [1, "refused"]]);
  equal(table.entries().map((entry) => entry.forWhom), [true, false]);
});

it("nothing is decided about a deal that was not asked about", async () => {
  const { table } = await atTable();
  await table.enter(GRAND, 48, 1);
  await settled(table);
  equal([await table.decide("nobody", 1), await table.decide(table.entries()[0].key, 2)], [null, null]);
  const { site, table: other } = await atTable();
  site.taken = () => ({ state: "refused", code: "dealer-played", says: "The dealer." });
  await other.enter(GRAND, 48, 1);
  await settled(other);
  equal([states(other), await other.decide(other.entries()[0].key, 2)], [[[1, "refused"]], null]);
});

it("a conflict with what stands in the list is not asked for whom, and shows both", async () => {
  const { network, site, table } = await atTable();
  const sides = [{ title: "In the list" }, { title: "Not in the list" }];
  network.onQuestion = (question) => {
    const receipts = (question.body ? question.body.acts : []).map(({ key }) => ({ key, state: "conflict", code: "seated-otherwise", sides }));
    question.answer({ list: site.list(), receipts });
  };
  await table.enter(GRAND, 48, 1);
  await settled(table);
  const [entry] = table.entries();
  equal([entry.forWhom, entry.sides], [false, sides]);
});

it("that everybody sits right is said of those who were shown, and dropped when others sit there", async () => {
  const { network, site, table } = await atTable();
  const list = site.list.bind(site);
  site.list = () => ({ ...list(), seated: false });
  site.isAway = true;
  await table.confirmSeats();
  await until(() => !table.sending);
  equal(table.status().seating, true);
  site.isAway = false;
  site.sits = [7, 2, 3];
  await settled(table);
  ok(site.heard.every((body) => !body.seated || String(body.sits) === "1,2,3"), "of others");
  equal(table.status().seating, false);
  ok(network);
});

it("after a failure the phone waits, longer each time, and after a sign of life no more", async () => {
  const { site, table } = await atTable();
  const hours = new Clock();
  site.isAway = true;
  const waits = [];
  for (let failure = 0; failure < 6; failure += 1) {
    await table.flush();
    waits.push(table.patience.failures);
  }
  equal(waits, [1, 2, 3, 4, 5, 6]);
  equal(Math.max(...hours.waits), 30000);
  site.isAway = false;
  await table.wake();
  equal([table.status().problem, table.patience.failures], ["", 0]);
});

it("while another page of this phone sends, this one waits and hears nothing else", async () => {
  const { network, site, table } = await atTable();
  const { plan } = await import("/static/table/ledger.js");
  site.isAway = true;
  await table.enter(GRAND, 48, 1);
  await until(() => !table.sending);
  site.isAway = false;
  table.wantsAll = false;
  await table.change((book) => plan(book, { tab: "other", copy: "first", wantsAll: false, now: Date.now() }));
  const asked = network.asked.length;
  table.wantsAll = false;
  await table.flush();
  equal(network.asked.length, asked);
});

it("a list that is closed leaves nothing on the phone, its page neither", async () => {
  const { site, table } = await atTable();
  const told = [];
  replaced(navigator, "serviceWorker", { controller: { postMessage: (message) => told.push(message) } });
  await table.enter(GRAND, 48, 1);
  await settled(table);
  site.state = "closed";
  await settled(table);
  equal(told, [{ leave: table.data.path }]);
  equal(await table.store.change(table.data.path, (book) => book.acts.length), 0);
});

it("what was sent while the answer got lost is told from what was never sent", async () => {
  const { network, site, table } = await atTable();
  network.onQuestion = (question) => {
    if (question.body) question.body.acts.forEach((act) => site.done(act));
    question.cutOff();
  };
  await table.enter(GRAND, 48, 1);
  await until(() => !table.sending);
  equal((await table.undo()).do, "take-back");
  network.onQuestion = (question) => site.answer(question);
  await settled(table);
  equal(site.deals, []);
  await pause();
});

// Deals written without a network, some of which the site refuses; then there is a network again.
const CANNOT_BE = { ...GRAND, cannotBe: true };
async function brought(refused, most = 6) {
  const { network, site, table } = await atTable();
  site.isAway = true;
  for (let number = 1; number <= most; number += 1) await table.enter(refused.includes(number) ? CANNOT_BE : GRAND, 48, number);
  site.isAway = false;
  await settled(table);
  return { network, site, table };
}

const subsets = (most) => Array.from({ length: 2 ** most }, (_, bits) => Array.from({ length: most }, (__, at) => at + 1).filter((at) => bits & (2 ** (at - 1))));

it("whichever deals of a batch are refused, the later ones go by themselves as soon as those are written anew", async () => {
  for (const refused of subsets(5)) {
    const { site, table } = await brought(refused, 5);
    for (const number of refused) {
      const found = table.entries().filter((entry) => entry.state === "refused").map((entry) => [entry.number, entry.isBehind]);
      equal(found.slice(0, 1), [[number, false]], refused);
      equal([table.nextNumber(), numbers(site.deals).length], [number, number - 1], refused);
      ok(found.slice(1).every(([, isBehind]) => isBehind), refused);
      await table.enter(GRAND, 48);
      await settled(table);
    }
    equal(numbers(site.deals), [1, 2, 3, 4, 5], refused);
    equal([table.status().refused, table.status().unsent, table.nextNumber()], [0, 0, 6], refused);
  }
});

it("a gap that is filled without a network is filled at once, and the next deal is the one after those that waited", async () => {
  const { site, table } = await brought([3]);
  site.isAway = true;
  await table.enter(GRAND, 48);
  equal([table.nextNumber(), table.status().unsent, numbers(table.deals())], [7, 4, [1, 2, 3, 4, 5, 6]]);
  await table.enter(GRAND, 48, 7);
  site.isAway = false;
  await settled(table);
  equal(numbers(site.deals), [1, 2, 3, 4, 5, 6, 7]);
});

it("a gap that somebody else fills lets the later ones go as well", async () => {
  const { site, table } = await brought([3]);
  site.deals.push({ ...GRAND, number: 3, key: "office", points: 48 });
  site.version += 1;
  await settled(table);
  equal(numbers(site.deals), [1, 2, 3, 4, 5, 6]);
  equal(table.status().unsent, 0);
});

it("what was said of a deal behind a gap goes with it: its correction, and that it was taken back", async () => {
  const { site, table } = await brought([2], 4);
  await table.say({ do: "correct", number: 4, of: table.entries().at(-1).key, line: { ...GRAND, won: false }, points: -96, agreed: true });
  await settled(table);
  equal(table.said().map((one) => one.state), ["refused"]);
  await table.enter(GRAND, 48);
  await settled(table);
  equal(site.deals.map((deal) => deal.won), [true, true, true, false]);
  equal([table.said().length, table.status().refused], [0, 0]);
});

it("a deal that was let go of is not sent again, and the gap before it is filled with another", async () => {
  const { site, table } = await brought([2], 4);
  for (const entry of table.entries().filter(({ isBehind }) => isBehind)) await table.drop(entry.key);
  await settled(table);
  await table.enter(GRAND, 48);
  await settled(table);
  equal([numbers(site.deals), table.nextNumber(), table.status().refused], [[1, 2], 3, 0]);
});

it("a deal that may not be refused twice is not sent in a circle", async () => {
  const { site, table } = await brought([2], 2);
  const sent = site.heard.length;
  await settled(table);
  await settled(table);
  equal(site.heard.length, sent);
});

it("an undo of a deal that the site did not take leaves nothing to be undone", async () => {
  const { network, site, table } = await atTable();
  const held = [];
  network.onQuestion = (question) => held.push(question);
  await table.enter(CANNOT_BE, 48, 1);
  await until(() => held.some(({ body }) => body));
  await table.undo();
  network.onQuestion = (question) => site.answer(question);
  for (const question of held) question.cutOff();
  await until(() => !table.sending);
  await settled(table);
  equal([table.status().refused, table.entries().filter(({ state }) => state === "refused").length, table.nextNumber()], [0, 0, 1]);
});
