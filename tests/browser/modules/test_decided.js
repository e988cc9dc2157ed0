// Two versions of a deal on a phone: what is said of them, and what is heard that was decided.

import { equal, GRAND, it, Network, opened, settled, Site, tableData } from "./played.js";

const SIDES = [{ title: "In the list" }, { title: "Not in the list" }];

async function atTable() {
  const network = new Network();
  const site = new Site(network);
  const list = site.list.bind(site);
  Object.assign(site, { beside: [], decided: {} });
  site.list = () => ({ ...list(), beside: site.beside, decided: site.decided });
  const table = await opened(tableData(site, {}));
  await settled(table);
  return { network, site, table };
}

const waits = (key) => ({ key, number: 1, sides: SIDES, seen: "s", players: [], mine: false, accepts: true });
const keys = (table) => table.beside().map((item) => item.key);
const states = (table) => table.entries().map((entry) => [entry.number, entry.state, entry.told]);

async function brought(state) {
  const made = await atTable();
  made.site.taken = () => ({ state, code: "kept-by-other", says: "Kept." });
  await made.table.enter(GRAND, 48, 1);
  await settled(made.table);
  made.key = made.table.entries()[0].key;
  delete made.site.taken;
  return made;
}

it("what was said of a deal that waits is sent, and it is not asked again meanwhile", async () => {
  const { site, table } = await atTable();
  site.beside = [waits("p")];
  await settled(table);
  equal(keys(table), ["p"]);
  site.isAway = true;
  site.taken = () => ({ state: "saved" });
  await table.choose("p", { do: "accept", number: 1, seen: "s", agreed: true });
  await table.choose("p", { do: "dismiss", number: 1 });
  equal([keys(table), table.entries(), table.status().unsent], [[], [], 1]);
  site.isAway = false;
  site.beside = [];
  await settled(table);
  const [act] = site.heard.flatMap((body) => body.acts).filter((one) => one.of === "p");
  equal([act.do, act.seen, act.agreed, act.sits], ["accept", "s", true, table.list().sits]);
  equal([table.status().unsent, states(table)], [0, []]);
});

it("what was refused of it is told until it was read, and the deal is asked about again", async () => {
  const { site, table } = await atTable();
  site.beside = [waits("p")];
  site.taken = () => ({ state: "refused", code: "deal-corrected", says: "Corrected." });
  await table.choose("p", { do: "accept", number: 1, seen: "s", agreed: true });
  await settled(table);
  equal([keys(table), states(table)], [["p"], [[1, "refused", "Corrected."]]]);
  await table.read(table.entries()[0].key);
  equal([states(table), table.status().refused], [[], 0]);
});

it("what was decided of a deal that was not taken is told once, whichever was right", async () => {
  for (const state of ["proposed", "conflict", "refused"]) {
    const { site, table, key } = await brought(state);
    site.decided = { [key]: "Settled." };
    await settled(table);
    equal(states(table), [[1, "dropped", "Settled."]], state);
    await table.read(key);
    await settled(table);
    equal(states(table), [], state);
  }
});

it("a deal that was accepted is saved like any other", async () => {
  const { site, table, key } = await brought("proposed");
  site.deals = [{ ...GRAND, number: 1, key, points: 48 }];
  site.version = 1;
  site.decided = { [key]: "Settled." };
  await settled(table);
  equal(states(table), [[1, "saved", "Settled."]]);
  await table.read(key);
  equal([states(table), table.deals().length], [[[1, "saved", ""]], 1]);
});

it("who decided it on this phone is not told, nor who let go of it", async () => {
  const { site, table, key } = await brought("conflict");
  site.beside = [{ ...waits(key), mine: true }];
  await settled(table);
  site.taken = () => ({ state: "saved" });
  await table.choose(key, { do: "dismiss", number: 1 });
  Object.assign(site, { beside: [], decided: { [key]: "Settled." } });
  await settled(table);
  equal(states(table), []);
  const other = await brought("conflict");
  other.site.beside = [{ ...waits(other.key), mine: true }];
  await other.table.drop(other.key);
  equal([keys(other.table), states(other.table)], [[], []]);
  other.site.decided = { [other.key]: "Settled." };
  await settled(other.table);
  equal(states(other.table), []);
});

it("who stays with what was brought waits for whoever decides", async () => {
  const { site, table, key } = await brought("proposed");
  site.beside = [{ ...waits(key), mine: true }];
  await settled(table);
  equal(table.beside().map((item) => item.insists), [false]);
  await table.propose(key);
  equal([table.beside().map((item) => item.insists), states(table)], [[true], [[1, "proposed", ""]]]);
});
