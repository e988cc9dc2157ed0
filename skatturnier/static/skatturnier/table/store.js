// What this phone keeps: the acts of its tables and what the site last said of them. Memory leads, the disk (IndexedDB)
// follows: what memory knows is never forgotten for what a disk says that did not take it. Where the disk is closed
// (private windows), full, silent or gone, `kind` says so, and what is in memory stays there.

const NAME = "skatturnier-table";
const PATIENCE = 4000;
// A thumb waits for this.
const PATIENCE_TO_WRITE = 2000;

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

// Some browsers never answer when storage is closed, or stop answering.
function inTime(work, pause) {
  let timer = 0;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error("no answer"), { isSilent: true })), pause);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

// Where storage is closed, asking for it alone may throw.
async function open() {
  const request = indexedDB.open(NAME, 1);
  const opened = new Promise((resolve, reject) => {
    request.onupgradeneeded = () => {
      request.result.createObjectStore("acts", { keyPath: "key" }).createIndex("path", "path");
      request.result.createObjectStore("tables", { keyPath: "path" });
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
  return inTime(opened, PATIENCE);
}

const copied = (value) => JSON.parse(JSON.stringify(value));

// Of two states of the same act or page the one that was written later; what was read and what is known here.
const later = (read, known) => (!known || (read && (read.rev || 0) > (known.rev || 0)) ? read : known);

// A book is what is kept of one table: its acts in order and its page. Work on it goes through put, keep, forget.
class Book {
  constructor(path, acts, page) {
    this.path = path;
    this.acts = acts.sort((one, other) => one.seq - other.seq);
    this.page = page || { path, lists: {}, batch: 48 };
    this.isChanged = false;
    this.isForgotten = false;
  }

  put(act) {
    if (!this.acts.includes(act)) {
      act.path = this.path;
      act.seq = 1 + this.acts.reduce((most, other) => Math.max(most, other.seq), 0);
      this.acts.push(act);
    }
    act.rev = (act.rev || 0) + 1;
    this.isChanged = true;
    return act;
  }

  keep() {
    this.page.rev = (this.page.rev || 0) + 1;
    this.isChanged = true;
  }

  forget() {
    this.acts = [];
    this.isForgotten = true;
    this.isChanged = true;
  }
}

// What the disk has of a table, and what memory knows beside it; memory wins unless another page wrote later.
function merged(path, read, known) {
  const acts = new Map(read.acts.map((act) => [act.key, act]));
  for (const act of known ? known.acts : []) acts.set(act.key, later(acts.get(act.key), act));
  return new Book(path, copied([...acts.values()]), copied(later(read.page, known && known.page) || null));
}

// A transaction on the disk, and the state of a table in it.
class Disk {
  constructor(db) {
    this.transaction = db.transaction(["acts", "tables"], "readwrite", { durability: "strict" });
    this.done = finished(this.transaction);
    [this.acts, this.tables] = ["acts", "tables"].map((name) => this.transaction.objectStore(name));
  }

  async read(path) {
    const [acts, page] = await Promise.all([answered(this.acts.index("path").getAll(path)), answered(this.tables.get(path))]);
    return { acts, page };
  }

  // Write what the disk lacks of a book, or has in an older state; delete what was forgotten.
  write(book, read) {
    const there = new Map(read.acts.map((act) => [act.key, act.rev || 0]));
    for (const act of book.acts) {
      if (there.get(act.key) !== (act.rev || 0)) this.acts.put(act);
      there.delete(act.key);
    }
    for (const key of there.keys()) this.acts.delete(key);
    if (book.isForgotten) this.tables.delete(book.path);
    else if (!read.page || (read.page.rev || 0) !== (book.page.rev || 0)) this.tables.put(book.page);
  }

  stop() {
    try {
      this.transaction.abort();
    } catch {
      // It is over already.
    }
  }
}

export class Store {
  // Open what is kept; `kind` is "kept" or "memory".
  static async open() {
    const store = new Store();
    // What memory knows of each table, and those that it forgot while the disk does not know yet.
    store.books = new Map();
    store.forgotten = new Set();
    store.turn = Promise.resolve();
    store.db = await open().catch(() => null);
    return store;
  }

  get kind() {
    return this.db ? "kept" : "memory";
  }

  // Try to keep on the phone again what is only in memory.
  async recover() {
    if (this.db || this.isRecovering) return;
    this.isRecovering = true;
    const db = await open().catch(() => null);
    if (db) await this.inTurn(() => this.bring(db));
    this.isRecovering = false;
  }

  async bring(db) {
    const gone = [...this.forgotten].filter((path) => !this.books.has(path));
    try {
      await this.onDisk(db, [...this.books.keys(), ...gone], (book) => gone.includes(book.path) && book.forget());
      this.db = db;
    } catch {
      db.close();
    }
  }

  // Change the book of a table by `work(book)`, which must not wait for anything, and return what work returns.
  // When the promise is fulfilled the change is on the disk, or `kind` says that it is in memory only. Work may run
  // again on a fresh book.
  change(path, work) {
    return this.inTurn(() => this.changeNow(path, work));
  }

  // One after the other: what memory knows is in order whatever the disk does.
  inTurn(work) {
    const turn = this.turn.then(work);
    this.turn = turn.catch(() => {});
    return turn;
  }

  async changeNow(path, work) {
    for (let attempt = 0; this.db && attempt < 2; attempt += 1) {
      try {
        return await this.onDisk(this.db, [path], work);
      } catch (error) {
        if (error.isOfWork) throw error.cause;
        // The connection may have been lost while the phone slept: then a new one takes it.
        this.close();
        if (attempt === 0 && !error.isSilent) this.db = await open().catch(() => null);
      }
    }
    const book = merged(path, { acts: [], page: null }, this.books.get(path));
    const result = work(book);
    this.remember(book);
    return result;
  }

  close() {
    this.db.close();
    this.db = null;
  }

  // Do the work on each of these tables as disk and memory together know it; fulfilled when the disk has all of it.
  async onDisk(db, paths, work) {
    const disk = new Disk(db);
    try {
      return await inTime(this.written(disk, paths, work), PATIENCE_TO_WRITE);
    } catch (error) {
      disk.isOver = true;
      disk.stop();
      throw error;
    }
  }

  async written(disk, paths, work) {
    const books = [];
    let result;
    for (const path of paths) {
      const there = await disk.read(path);
      const read = this.forgotten.has(path) ? { acts: [], page: null } : there;
      const book = merged(path, read, this.books.get(path));
      // What was read is known from now on, whatever becomes of the writing.
      if (!disk.isOver) this.remember(book);
      result = worked(work, book);
      disk.write(book, { acts: there.acts, page: read.page });
      books.push(book);
    }
    await disk.done;
    if (disk.isOver) return result;
    for (const book of books) {
      this.remember(book);
      this.forgotten.delete(book.path);
    }
    return result;
  }

  remember(book) {
    if (!book.isForgotten) return this.books.set(book.path, copied({ acts: book.acts, page: book.page }));
    this.forgotten.add(book.path);
    return this.books.delete(book.path);
  }
}

function worked(work, book) {
  try {
    return work(book);
  } catch (cause) {
    throw Object.assign(new Error("work"), { isOfWork: true, cause });
  }
}
