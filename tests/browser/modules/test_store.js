// What a phone keeps when its storage fails: shown by faults planted in every put and every commit.

import { hurried, NAME, onDisk, planted, quota, whole } from "./disk.js";
import { equal, GRAND, it, Network, ok, opened, pause, real, replaced, settled, Site, tableData, until } from "./played.js";

const numbers = (deals) => deals.map((deal) => deal.number);

// Whatever is shown as written down is on the disk, or the page says that this phone keeps nothing.
async function isHonest(table, wanted, about) {
  equal(numbers(table.deals()), wanted, about);
  // What goes on beside it with the site may just find the disk gone.
  await table.store.turn;
  if (table.status().storage === "memory") return;
  const kept = (await onDisk(table.data.path)).filter((act) => act.state === "waiting" && act.do === "enter");
  equal(kept.map((act) => act.number).sort((one, other) => one - other), wanted, `${about}, on the disk`);
}

async function played(fault, from, many) {
  const about = `${fault} from ${from}, ${many} times`;
  const network = new Network();
  const site = new Site(network);
  site.isAway = true;
  const counter = planted(fault, from, many);
  const table = await opened(tableData(site));
  const wanted = [];
  for (const number of [1, 2, 3]) {
    equal((await table.enter(GRAND, 48, number)).number, number, about);
    wanted.push(number);
    await isHonest(table, wanted, `${about}, deal ${number}`);
  }
  await table.undo();
  await isHonest(table, [1, 2], `${about}, undone`);
  await table.enter({ ...GRAND, matadors: 3 }, 72, 3);
  await isHonest(table, [1, 2, 3], `${about}, anew`);
  await table.wake();
  await isHonest(table, [1, 2, 3], `${about}, awake`);
  site.isAway = false;
  await settled(table);
  await until(() => table.status().unsent === 0, `${about}, sent`);
  equal(site.deals.map((deal) => [deal.number, deal.matadors]), [[1, 2], [2, 2], [3, 3]], about);
  equal(numbers(table.deals()), [1, 2, 3], about);
  table.stop();
  table.store.db?.close();
  return counter.met;
}

async function everywhere(fault) {
  hurried(100);
  let met = 0;
  for (const many of [1, 2, 1000]) {
    for (const from of [0, 1, 2, 3, 4, 5, 6, 8]) {
      if (await played(fault, from, many)) met += 1;
    }
  }
  ok(met > 12, `${fault}: met only ${met} times`);
}

it("a put that aborts, wherever it is planted, loses no deal", () => everywhere("a put aborts"));
it("a commit that aborts, wherever it is planted, loses no deal", () => everywhere("the commit aborts"));
it("a disk without room, wherever it is planted, loses no deal", () => everywhere("no room"));
it("a commit that never ends, wherever it is planted, loses no deal", () => everywhere("the commit never ends"));
it("a disk that stops answering, wherever it is planted, loses no deal", () => everywhere("nothing is ever read"));
it("a disk that goes away, wherever it is planted, loses no deal", () => everywhere("the disk is gone"));

// A phone with two deals that wait on its disk.
async function withTwoDeals() {
  const network = new Network();
  const site = new Site(network);
  site.isAway = true;
  const data = tableData(site);
  const before = await opened(data);
  await before.enter(GRAND, 48, 1);
  await before.enter(GRAND, 48, 2);
  before.stop();
  before.store.db.close();
  return { site, data };
}

it("a phone that reads but refuses to write says so and sends what it read", async () => {
  const { site, data } = await withTwoDeals();
  hurried();
  planted("no room", 0, 1000);
  const table = await opened(data);
  equal(numbers(table.deals()), [1, 2]);
  await table.enter(GRAND, 48, 3);
  equal([table.status().storage, table.status().unsent], ["memory", 3]);
  await table.wake();
  await pause(30);
  equal([table.status().storage, table.status().unsent], ["memory", 3]);
  site.isAway = false;
  await settled(table);
  equal(numbers(site.deals), [1, 2, 3]);
});

it("a disk that takes writes again gets everything, and only then the phone says that it keeps it", async () => {
  const { site, data } = await withTwoDeals();
  hurried();
  const disk = planted("the commit aborts", 0, 1000);
  const table = await opened({ ...data, list: site.list() });
  await table.enter(GRAND, 48, 3);
  equal(table.status().storage, "memory");
  await table.store.recover();
  equal(table.status().storage, "memory");
  disk.isOver = true;
  await table.store.recover();
  equal(table.status().storage, "kept");
  equal(numbers(await onDisk(data.path)).sort(), [1, 2, 3]);
  equal(site.deals, []);
});

it("what another page of this phone wrote later is not undone by what memory knows", async () => {
  const { data } = await withTwoDeals();
  const [one, other] = [await opened(data), await opened(data)];
  await other.enter(GRAND, 48, 3);
  await one.store.change(data.path, () => {});
  await one.undo();
  await other.store.change(data.path, () => {});
  equal((await onDisk(data.path)).map((act) => [act.number, act.state]).sort(), [[1, "waiting"], [2, "waiting"], [3, "undone"]].sort());
});

it("a disk that was emptied under the page gets back what memory knows", async () => {
  const { data } = await withTwoDeals();
  const table = await opened(data);
  await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(NAME);
    request.onsuccess = resolve;
  });
  await table.enter(GRAND, 48, 3);
  equal(table.status().storage, "kept");
  equal(numbers(await onDisk(data.path)).sort(), [1, 2, 3]);
});

it("what is forgotten while the disk fails is not brought back by it", () => forgotten(false));
it("what is forgotten while the disk fails is gone, though the page hears of the list once more", () => forgotten(true));

async function forgotten(isHeardOf) {
  const { site, data } = await withTwoDeals();
  hurried();
  const table = await opened(data);
  const whole = IDBObjectStore.prototype.delete;
  let isFull = true;
  replaced(IDBObjectStore.prototype, "delete", function spoilt(key) {
    if (isFull) throw quota();
    return whole.call(this, key);
  });
  await table.store.change(data.path, (book) => book.forget());
  equal(table.store.kind, "memory");
  if (isHeardOf) await table.store.change(data.path, (book) => book.keep());
  isFull = false;
  await table.store.recover();
  equal([table.store.kind, await onDisk(data.path)], ["kept", []]);
  equal(await table.store.change(data.path, (book) => book.acts.length), 0);
  ok(site);
}

it("what memory heard while the disk failed is not undone by the disk", async () => {
  const { site, data } = await withTwoDeals();
  hurried();
  const disk = planted("the commit aborts", 0, 1000);
  const table = await opened({ ...data, list: site.list() });
  site.isAway = false;
  await settled(table);
  await until(() => table.status().unsent === 0);
  equal(table.status().storage, "memory");
  disk.isOver = true;
  await table.store.recover();
  equal((await onDisk(data.path)).map((act) => act.state), ["saved", "saved"]);
  equal([table.status().storage, numbers(await table.store.change(data.path, (book) => book.page.lists.first.deals))], ["kept", [1, 2]]);
});

it("a commit that is told too late takes nothing back that came after it", async () => {
  const { site, data } = await withTwoDeals();
  hurried();
  const table = await opened(data);
  let isLate = true;
  replaced(IDBDatabase.prototype, "transaction", function slow(...fields) {
    const transaction = whole.transaction.apply(this, fields);
    if (isLate) {
      const set = (told) => transaction.addEventListener("complete", () => real.setTimeout(told, 900));
      Object.defineProperty(transaction, "oncomplete", { set });
      transaction.abort = () => {};
    }
    return transaction;
  });
  await table.enter(GRAND, 48, 3);
  isLate = false;
  await table.enter(GRAND, 48, 4);
  await pause(1200);
  equal([numbers(table.deals()), numbers(await table.store.change(data.path, (book) => book.acts))], [[1, 2, 3, 4], [1, 2, 3, 4]]);
  ok(site);
});

it("a disk that never opens does not keep the page waiting", async () => {
  hurried();
  const site = new Site(new Network());
  replaced(indexedDB, "open", () => ({}));
  const table = await opened(tableData(site));
  await table.enter(GRAND, 48, 1);
  equal([table.status().storage, numbers(table.deals())], ["memory", [1]]);
});

it("changes come one after the other, each on what the one before left", async () => {
  const { data } = await withTwoDeals();
  const table = await opened(data);
  const written = await Promise.all([3, 4, 4, 5].map((number) => table.enter(GRAND, 48, number)));
  equal(written.map((act) => act && act.number), [3, 4, null, 5]);
});

it("work that fails changes nothing, and the next goes on", async () => {
  const { data } = await withTwoDeals();
  const table = await opened(data);
  const failed = await table.store
    .change(data.path, (book) => {
      book.acts[0].number = 99;
      book.put(book.acts[0]);
      throw new Error("of the work");
    })
    .catch((error) => error.message);
  equal(failed, "of the work");
  equal([table.status().storage, numbers(await onDisk(data.path)).sort()], ["kept", [1, 2]]);
  equal(numbers(await table.store.change(data.path, (book) => book.acts)), [1, 2]);
});
