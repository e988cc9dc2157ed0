// What this phone keeps: the acts of its tables and what the site last said of them, in IndexedDB. Where that is
// closed (private windows) or breaks, in memory, and `kind` says so.

const NAME = "skatturnier-table";
const PATIENCE = 4000;

const answered = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function finished(transaction) {
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error || new Error("aborted"));
  });
  // Whoever waits for it hears of a failure; when a request failed before, nobody waits.
  done.catch(() => {});
  return done;
}

function open() {
  return new Promise((resolve, reject) => {
    // Some browsers never answer when storage is closed.
    const timer = setTimeout(() => reject(new Error("no answer")), PATIENCE);
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("acts", { keyPath: "key" }).createIndex("path", "path");
      request.result.createObjectStore("tables", { keyPath: "path" });
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      clearTimeout(timer);
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
}

const copied = (value) => JSON.parse(JSON.stringify(value));

// A book is what is kept of one table: its acts in order and its page. Work on it goes through put, keep, forget.
class Book {
  constructor(path, acts, page) {
    this.path = path;
    this.acts = acts.sort((one, other) => one.seq - other.seq);
    this.page = page || { path, lists: {}, batch: 48 };
    this.written = new Set();
    this.isKept = false;
    this.isForgotten = false;
  }

  put(act) {
    if (!this.acts.includes(act)) {
      act.path = this.path;
      act.seq = 1 + this.acts.reduce((most, other) => Math.max(most, other.seq), 0);
      this.acts.push(act);
    }
    this.written.add(act);
    return act;
  }

  get isChanged() {
    return this.isKept || this.isForgotten || this.written.size > 0;
  }

  keep() {
    this.isKept = true;
  }

  forget() {
    this.isForgotten = true;
  }
}

export class Store {
  // Open what is kept; `kind` is "kept" or "memory".
  static async open() {
    const store = new Store();
    store.books = new Map();
    await store.recover();
    return store;
  }

  get kind() {
    return this.db ? "kept" : "memory";
  }

  // Try to keep on the phone again what is only in memory.
  async recover() {
    if (this.db) return;
    try {
      const db = await open();
      const transaction = db.transaction(["acts", "tables"], "readwrite", { durability: "strict" });
      const done = finished(transaction);
      for (const book of this.books.values()) {
        for (const act of book.acts) transaction.objectStore("acts").put(act);
        transaction.objectStore("tables").put(book.page);
      }
      await done;
      this.db = db;
    } catch {
      this.db = null;
    }
  }

  // Change the book of a table by `work(book)`, which must not wait for anything, and return what work returns.
  // When the promise is fulfilled the change is on the disk. Work may run twice.
  async change(path, work) {
    for (let attempt = 0; this.db && attempt < 2; attempt += 1) {
      try {
        return await this.changeKept(path, work);
      } catch (error) {
        if (error.isOfWork) throw error.cause;
        // The connection may have been lost while the phone slept.
        this.db = await open().catch(() => null);
      }
    }
    const known = copied(this.books.get(path) || {});
    const book = new Book(path, known.acts || [], known.page);
    const result = work(book);
    this.remember(book);
    return result;
  }

  async changeKept(path, work) {
    const transaction = this.db.transaction(["acts", "tables"], "readwrite", { durability: "strict" });
    const done = finished(transaction);
    const [acts, tables] = ["acts", "tables"].map((name) => transaction.objectStore(name));
    const [found, page] = await Promise.all([answered(acts.index("path").getAll(path)), answered(tables.get(path))]);
    const book = new Book(path, found, page);
    let result;
    try {
      result = work(book);
    } catch (cause) {
      transaction.abort();
      throw Object.assign(new Error("work"), { isOfWork: true, cause });
    }
    if (book.isForgotten) {
      for (const act of found) acts.delete(act.key);
      tables.delete(path);
    } else {
      for (const act of book.written) acts.put(act);
      if (book.isKept) tables.put(book.page);
    }
    await done;
    this.remember(book);
    return result;
  }

  remember(book) {
    if (book.isForgotten) this.books.delete(book.path);
    else this.books.set(book.path, copied({ acts: book.acts, page: book.page }));
  }
}
