// Keeps the page of a table and its files, so that the list opens without a network, by whichever door: its address, its
// code scanned again, the page where its words are typed. It keeps no deals: those are in the page's own store. Without a
// network for everything else, the browser says so as always.

const CACHE = "table";
const PATIENCE = 3000;
const AWAY = 30000;
const MOST_PAGES = 3;
const TABLE = /^\/t\/[^/]+\/series\/\d+\/table\/\d+\/$/;
const DOOR = /^\/l\/[^/]+\/$/;
const CODE = "/code/";
const STATIC = /^\/static\//;
// The screen of a hall is kept too: it may be switched on anew while the site is away.
const HALL = "hall";
const HALL_PAGE = /^\/t\/[^/]+\/hall\/$/;
// Names with a hash in them stand for one content for ever.
const FIXED = /\.[0-9a-f]{12}\.\w+$/;

// The page varies with cookies and languages, but there is one on a phone.
const ANY = { ignoreVary: true };

let awayUntil = 0;

// The second list of a table is a page of its own; everything else behind the question mark is not.
function pageKey(address) {
  const url = new URL(address);
  return url.origin + url.pathname + (url.searchParams.get("copy") === "second" ? "?copy=second" : "");
}

function inTime(request) {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), PATIENCE);
  return fetch(request, { signal: control.signal }).finally(() => clearTimeout(timer));
}

const isPage = ({ status, type, headers }) =>
  status === 200 && type === "basic" && (headers.get("Content-Type") || "").startsWith("text/html");

async function page(request) {
  const cache = await caches.open(CACHE);
  const key = pageKey(request.url);
  const kept = await cache.match(key, ANY);
  if (!kept) return fetch(request);
  let response;
  try {
    response = await inTime(request);
  } catch {
    awayUntil = Date.now() + AWAY;
    return kept;
  }
  awayUntil = 0;
  if (isPage(response) && !response.redirected) await cache.put(key, response.clone());
  return response.status < 500 ? response : kept;
}

// Return what is kept of each door, the one that was kept last at the end: {path, page, title, lang, says, at}.
async function doors() {
  if (!(await caches.has(CACHE))) return [];
  const cache = await caches.open(CACHE);
  const kept = (await cache.keys()).filter((request) => DOOR.test(new URL(request.url).pathname));
  const found = await Promise.all(kept.map(async (request) => (await cache.match(request, ANY)).json()));
  return found.sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
}

const shut = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// A page of links to what is kept, for whoever comes by a door of which nothing is.
function offered(kept) {
  const { lang, says } = kept[kept.length - 1];
  const links = kept.map(({ page: address, title }) => `<li><a href="${shut(address)}">${shut(title)}</a></li>`);
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${shut(says)}</title>`;
  const text = `<!doctype html><html lang="${shut(lang)}"><head>${head}</head><body><h1>${shut(says)}</h1><ul>${links.join("")}</ul></body></html>`;
  return new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

// Whoever comes by a door goes where the site leads; where it does not answer, to the page that is kept of this table.
async function door(request) {
  const kept = await doors();
  const { pathname } = new URL(request.url);
  const known = kept.find((one) => one.path === pathname) || (pathname === CODE && kept.length === 1 ? kept[0] : null);
  let response;
  try {
    response = await (known ? inTime(request) : fetch(request));
    if (response.status < 500 || !kept.length) return response;
  } catch (error) {
    if (!kept.length) throw error;
  }
  return known ? Response.redirect(known.page) : offered(kept);
}

// Keep no door that leads nowhere, nor two that lead to the same table: the key of before was renewed.
async function shutDoors(cache) {
  const seen = new Set();
  for (const { path, page: address } of (await doors()).reverse()) {
    const { pathname } = new URL(address);
    if (seen.has(pathname) || !(await cache.match(address, ANY))) await cache.delete(new URL(path, address).href);
    seen.add(pathname);
  }
}

async function screen(request) {
  const cache = await caches.open(HALL);
  const kept = await cache.match(request.url, ANY);
  try {
    const response = await (kept ? inTime(request) : fetch(request));
    return response.status < 500 || !kept ? response : kept;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function keepScreen({ page: address, files }) {
  await clients.claim();
  const cache = await caches.open(HALL);
  const add = async (key) => {
    const response = await fetch(key, { credentials: "same-origin" });
    if (response.ok && !response.redirected) await cache.put(key, response);
  };
  await Promise.all([address, ...files].map((one) => add(one).catch(() => {})));
}

async function file(request) {
  const table = await caches.open(CACHE);
  const cache = !(await table.match(request.url, ANY)) && (await caches.has(HALL)) ? await caches.open(HALL) : table;
  const kept = await cache.match(request.url, ANY);
  if (!kept) return fetch(request);
  // What belongs to a kept page is kept with it: the network would only make it slow.
  if (FIXED.test(request.url) || Date.now() < awayUntil) return kept;
  try {
    const response = await inTime(request);
    if (response.ok) await cache.put(request.url, response.clone());
    return response.ok ? response : kept;
  } catch {
    return kept;
  }
}

async function keep({ page: address, files, later, door: leads }) {
  // A page that is not this worker's yet would look for its files in the network, however well they are kept.
  await clients.claim();
  const cache = await caches.open(CACHE);
  const add = async (key) => {
    const response = await fetch(key, { credentials: "same-origin" });
    if (response.ok && !response.redirected) await cache.put(key, response);
  };
  const addNew = async (key) => (await cache.match(key, ANY)) || add(key);
  // One that is missing must not cost the others.
  const addLater = (key) => (FIXED.test(key) ? addNew(key) : add(key));
  const added = [...[pageKey(address), ...files].map(addNew), ...later.map(addLater)];
  await Promise.all(added.map((one) => one.catch(() => {})));
  const pages = (await cache.keys()).filter((request) => TABLE.test(new URL(request.url).pathname));
  await Promise.all(pages.slice(0, -MOST_PAGES).map((request) => cache.delete(request)));
  if (leads) {
    // It takes the place of the one of before at once: a phone that is put away now must not be left with none.
    const { href } = new URL(leads.path, address);
    await cache.put(href, new Response(JSON.stringify({ ...leads, page: pageKey(address), at: Date.now() })));
  }
  await shutDoors(cache);
}

// The series is closed: its page need not stay, and with the last page nothing need.
async function leave(path) {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    if (new URL(request.url).pathname === path) await cache.delete(request);
  }
  await shutDoors(cache);
  const left = await cache.keys();
  if (!left.some((request) => TABLE.test(new URL(request.url).pathname))) await caches.delete(CACHE);
}

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("message", (event) => {
  if (event.data.keep) event.waitUntil(keep(event.data.keep));
  if (event.data.leave) event.waitUntil(leave(event.data.leave));
  if (event.data.hall) event.waitUntil(keepScreen(event.data.hall));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" && TABLE.test(url.pathname)) event.respondWith(page(request));
  else if (request.mode === "navigate" && HALL_PAGE.test(url.pathname)) event.respondWith(screen(request));
  else if (request.mode === "navigate" && (DOOR.test(url.pathname) || url.pathname === CODE)) event.respondWith(door(request));
  else if (STATIC.test(url.pathname)) event.respondWith(file(request));
});
