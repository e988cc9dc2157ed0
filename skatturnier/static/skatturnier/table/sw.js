// Keeps the page of a table and its files, so that the list opens without a network. It keeps no deals: those are in
// the page's own store. Without a network for everything else, the browser says so as always.

const CACHE = "table";
const PATIENCE = 3000;
const AWAY = 30000;
const MOST_PAGES = 3;
const TABLE = /^\/t\/[^/]+\/series\/\d+\/table\/\d+\/$/;
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

async function keep({ page: address, files, later }) {
  // A page that is not this worker's yet would look for its files in the network, however well they are kept.
  await clients.claim();
  const cache = await caches.open(CACHE);
  const add = async (key) => {
    const response = await fetch(key, { credentials: "same-origin" });
    if (response.ok && !response.redirected) await cache.put(key, response);
  };
  const addNew = async (key) => (await cache.match(key, ANY)) || add(key);
  // One that is missing must not cost the others.
  const added = [...[pageKey(address), ...files].map(addNew), ...later.map(add)];
  await Promise.all(added.map((one) => one.catch(() => {})));
  const pages = (await cache.keys()).filter((request) => TABLE.test(new URL(request.url).pathname));
  await Promise.all(pages.slice(0, -MOST_PAGES).map((request) => cache.delete(request)));
}

// The series is closed: its page need not stay, and with the last page nothing need.
async function leave(path) {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    if (new URL(request.url).pathname === path) await cache.delete(request);
  }
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
  else if (STATIC.test(url.pathname)) event.respondWith(file(request));
});
