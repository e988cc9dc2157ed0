// The disk of a phone as it is, and as it fails.

import { real, replaced } from "./played.js";

export const NAME = "skatturnier-table";
export const whole = { open: indexedDB.open.bind(indexedDB), transaction: IDBDatabase.prototype.transaction };

// What is really on the disk of a table, past every fault.
export function onDisk(path) {
  return new Promise((resolve, reject) => {
    const request = whole.open(NAME, 1);
    request.onerror = () => reject(request.error);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("acts", { keyPath: "key" }).createIndex("path", "path");
      request.result.createObjectStore("tables", { keyPath: "path" });
    };
    request.onsuccess = () => {
      const db = request.result;
      const found = whole.transaction.call(db, ["acts"]).objectStore("acts").index("path").getAll(path);
      found.onsuccess = () => {
        db.close();
        resolve(found.result);
      };
    };
  });
}

export const quota = () => new DOMException("full", "QuotaExceededError");

function gone(db) {
  db.close();
  indexedDB.deleteDatabase(NAME);
  return new DOMException("closing", "InvalidStateError");
}

// Each spoils a transaction, given the database it is of.
const FAULTS = {
  "a put aborts": (transaction) => onPut(transaction, (put) => {
    transaction.abort();
    return put();
  }),
  "the commit aborts": (transaction) => onPut(transaction, (put) => {
    const request = put();
    request.addEventListener("success", () => {
      try {
        transaction.abort();
      } catch {
        // Another put of it did so before.
      }
    });
    return request;
  }),
  "no room": (transaction) => onPut(transaction, () => {
    throw quota();
  }),
  "the commit never ends": (transaction) => {
    for (const name of ["oncomplete", "onabort"]) Object.defineProperty(transaction, name, { set: () => {} });
  },
  "nothing is ever read": (transaction) => {
    const acts = transaction.objectStore("acts");
    Object.defineProperty(transaction, "objectStore", { value: () => Object.assign(Object.create(acts), { index: () => ({ getAll: () => ({}) }), get: () => ({}) }) });
  },
  "the disk is gone": (_, db) => {
    throw gone(db);
  },
};

function onPut(transaction, spoilt) {
  const objectStore = transaction.objectStore.bind(transaction);
  transaction.objectStore = (name) => {
    const store = objectStore(name);
    const put = store.put.bind(store);
    store.put = (value) => spoilt(() => put(value));
    return store;
  };
}

// From the transaction `from` on as many as `many` are spoilt.
export function planted(fault, from, many) {
  let count = 0;
  const counter = { isOver: false, get met() { return count > from; } };
  replaced(IDBDatabase.prototype, "transaction", function spoiltTransaction(...fields) {
    const transaction = whole.transaction.apply(this, fields);
    const at = count;
    count += 1;
    if (!counter.isOver && at >= from && at < from + many) FAULTS[fault](transaction, this);
    return transaction;
  });
  return counter;
}

// Nobody waits seconds for a disk here.
export function hurried(most = 500) {
  replaced(window, "setTimeout", (work, wait = 0) => real.setTimeout(work, wait >= 2000 && wait <= 4000 ? most : wait));
}
