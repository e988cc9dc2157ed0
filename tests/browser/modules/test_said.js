// What is said on a phone beside its deals: it waits in its place among them, is shown, refused, said anew, brought back.

import { equal, GRAND, it, Network, ok, opened, settled, Site, tableData } from "./played.js";

const LOST = { ...GRAND, won: false };

async function atTable({ isAway = false } = {}) {
  const network = new Network();
  const site = new Site(network);
  const table = await opened(tableData(site));
  await settled(table);
  site.isAway = isAway;
  return { network, site, table };
}

const corrects = (table, number, line = LOST, points = -96, instead = "") => {
  const { key } = table.deals().find((deal) => deal.number === number);
  return table.say({ do: "correct", number, of: key, line, points, because: "", agreed: true }, instead);
};
const shown = (table) => table.deals().map(({ number, points, waits, corrected }) => [number, points, Boolean(waits), Boolean(corrected)]);
const said = (table) => table.said().map((act) => [act.do, act.state, act.mayDrop]);
const done = (site) => site.heard.flatMap((body) => body.acts).map((act) => act.do);
const back = async (site, table) => {
  site.isAway = false;
  await settled(table);
};

it("a correction is shown at once, waits in its place among the deals, and is saved with them", async () => {
  const { site, table } = await atTable({ isAway: true });
  await table.enter(GRAND, 48, 1);
  await corrects(table, 1);
  await table.enter(GRAND, 48, 2);
  equal([shown(table), table.status().unsent, table.isAhead()], [[[1, -96, true, true], [2, 48, true, false]], 3, true]);
  site.heard.length = 0;
  await back(site, table);
  equal([done(site), shown(table)], [["enter", "correct", "enter"], [[1, -96, false, true], [2, 48, false, false]]]);
  equal([table.status().unsent, table.said(), table.isAhead()], [0, [], false]);
});

it("of a deal of the site a correction says which entry it was, and who sat there", async () => {
  const { site, table } = await atTable();
  site.deals = [{ ...GRAND, number: 1, key: "of-the-office", points: 48 }];
  site.version = 1;
  await settled(table);
  await corrects(table, 1);
  await settled(table);
  const [act] = site.heard.flatMap((body) => body.acts);
  equal([act.of, act.line.won, act.agreed, act.sits], ["of-the-office", false, true, [1, 2, 3]]);
  equal([act.points, act.names, act.state], [undefined, undefined, undefined]);
});

it("what was corrected is corrected again and, when all agree, taken back", async () => {
  const { site, table } = await atTable({ isAway: true });
  await table.enter(GRAND, 48, 1);
  await corrects(table, 1);
  await corrects(table, 1, GRAND, 48);
  equal([shown(table), table.mayUndo(), await table.undo()], [[[1, 48, true, true]], false, null]);
  await table.undo(true);
  equal([shown(table), table.nextNumber()], [[], 1]);
  await back(site, table);
  equal([site.deals, done(site).slice(-4)], [[], ["enter", "correct", "correct", "take-back"]]);
  await settled(table);
  equal([table.status().unsent, table.entries().map((entry) => entry.state)], [0, ["undone"]]);
});

it("a deal the site never heard of is undone as before, and its correction with it", async () => {
  const { table } = await atTable({ isAway: true });
  await table.enter(GRAND, 48, 1);
  equal(table.mayUndo(), true);
  await corrects(table, 1);
  equal(table.mayUndo(), false);
});

it("what is refused is kept with what was typed until it is said anew or let go", async () => {
  const { site, table } = await atTable();
  site.taken = (act) => (act.do === "call" ? { state: "refused", code: "too-many", says: "Too many." } : { state: "saved" });
  const ring = { do: "call", kind: "help", place: 2, text: "Cards" };
  await table.say(ring);
  await settled(table);
  const [first] = table.said();
  equal([said(table), first.says, first.text, table.status().refused], [[["call", "refused", true]], "Too many.", "Cards", 1]);
  await table.say({ ...ring, text: "More cards" }, first.key);
  await settled(table);
  equal([table.said().map((act) => act.text), table.status().refused], [["More cards"], 1]);
  await table.drop(table.said()[0].key);
  equal([said(table), table.status().refused, table.entries()], [[], 0, []]);
});

it("a correction that is refused leaves the deal as the site has it", async () => {
  const { site, table } = await atTable({ isAway: true });
  site.deals = [{ ...GRAND, number: 1, key: "seen", points: 48 }];
  site.version = 1;
  await back(site, table);
  site.isAway = true;
  await corrects(table, 1);
  site.deals = [{ ...GRAND, number: 1, key: "other", points: 120 }];
  site.version = 2;
  await back(site, table);
  equal([shown(table), said(table)], [[[1, 120, false, false]], [["correct", "refused", true]]]);
  await corrects(table, 1, LOST, -96, table.said()[0].key);
  await settled(table);
  equal([shown(table), said(table)], [[[1, -96, false, true]], []]);
});

it("what the site cannot have heard of is let go without a word to it; the rest is not", async () => {
  const { network, site, table } = await atTable();
  network.onQuestion = () => {};
  await table.say({ do: "object", text: "first" });
  const [first] = table.said();
  ok(first.mayDrop || table.book.acts[0].tried);
  await table.say({ do: "object", text: "second" });
  const tried = table.said().map((act) => [act.text, act.mayDrop]);
  equal(tried[1], ["second", true]);
  await table.drop(table.said()[1].key);
  equal(table.said().map((act) => act.text), ["first"]);
  network.asked.forEach((question) => question.cutOff());
  network.onQuestion = (question) => site.answer(question);
  await settled(table);
  equal(site.heard.flatMap((body) => body.acts).map((act) => act.text), ["first"]);
});

it("a thumb that lands twice says it once, and whoever signs twice signed last", async () => {
  const { table } = await atTable({ isAway: true });
  await settled(table);
  await Promise.all([table.say({ do: "object" }), table.say({ do: "object" })]);
  equal(said(table).map(([what]) => what), ["object"]);
  await table.say({ do: "sign", place: 1, shown: "AgAB", drawing: "M0 0L99 0" });
  await table.say({ do: "sign", place: 2, shown: "AgAB", drawing: "M0 0L99 0" });
  const untried = table.book.acts.filter((act) => act.do === "sign" && !act.tried);
  equal(untried.length, 2);
  await table.say({ do: "sign", place: 1, shown: "AgAB", heard_by: 2 });
  equal(table.said().filter((act) => act.do === "sign").map((act) => [act.place, act.heard_by ?? 0]), [[2, 0], [1, 2]]);
});

it("an objection that was refused stays when the deal it is about is entered anew", async () => {
  const { site, table } = await atTable();
  const taken = site.taken.bind(site);
  site.taken = (act) => (act.do === "object" ? { state: "refused", code: "event-released", says: "Over." } : taken(act));
  await table.say({ do: "object", number: 1, kind: "lead" });
  await table.enter(GRAND, 48, 1);
  await settled(table);
  equal([said(table), table.deals().length], [[["object", "refused", true]], 1]);
});

it("a restored site gets the corrections back in their order, and what was said after the deals", async () => {
  for (const kept of [0, 1, 2]) {
    const { site, table } = await atTable();
    await table.enter(GRAND, 48, 1);
    await table.enter(GRAND, 48, 2);
    await corrects(table, 1);
    await corrects(table, 1, { ...LOST, matadors: 3 }, -192);
    await table.say({ do: "object", text: "Deal 2" });
    await table.enter(GRAND, 48, 3);
    await settled(table);
    const before = site.deals.map(({ key }) => key);
    const first = table.book.acts[0].key;
    site.restore(kept);
    if (kept) site.deals[0] = { ...GRAND, number: 1, key: first, points: 48 };
    site.heard.length = 0;
    await settled(table);
    equal(site.deals.map(({ key }) => key), before, kept);
    const told = done(site);
    equal(told.filter((what) => what === "correct").length, 2, kept);
    equal(told[told.length - 1], "object", kept);
    await settled(table);
    equal([table.status().unsent, said(table)], [0, []], kept);
  }
});

it("a site that has the last correction is brought nothing, nor one that corrected it itself", async () => {
  const { site, table } = await atTable();
  await table.enter(GRAND, 48, 1);
  await corrects(table, 1);
  await table.enter(GRAND, 48, 2);
  await settled(table);
  site.deals = [site.deals[0]];
  site.version = 1;
  site.heard.length = 0;
  await settled(table);
  equal(site.heard.flatMap((body) => body.acts).map((act) => [act.do, act.number]), [["enter", 2]]);
  site.deals[0] = { ...GRAND, number: 1, key: "of-the-direction", points: 120 };
  site.version += 9;
  site.heard.length = 0;
  await settled(table);
  await settled(table);
  equal([site.heard, shown(table)[0]], [[], [1, 120, false, false]]);
});

it("what was said is not brought again to a site that is as old as it was", async () => {
  const { site, table } = await atTable();
  await table.say({ do: "call", kind: "help", text: "Cards" });
  await table.enter(GRAND, 48, 1);
  await settled(table);
  site.heard.length = 0;
  site.version += 1;
  await settled(table);
  await settled(table);
  equal(site.heard, []);
});
