// The screen of the hall: turns its scenes, counts the clocks down, and goes on turning with what it has while the site
// is away. It needs no touch; whoever has a keyboard may step (arrows, or what a presenter sends) and stop (space).

import { watch } from "./live.js";
import { activeWorker } from "./table/worker.js";

const EVERY = 2;
const SHORTEST = 6000;
const LONGEST = 20000;
// Milliseconds a letter takes: where one looks for a name, and where one reads.
const LOOKED_OVER = 14;
const READ = 70;

const hall = document.getElementById("hall");
const lost = document.getElementById("hall-lost");
const time = document.getElementById("hall-time");
const progress = document.getElementById("hall-progress");
const logo = document.getElementById("hall-logo");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const address = new URL(hall.dataset.now, location.href).href;
const KEPT = "hall";

// --- What the clock on the site says ---

const stored = (name) => {
  try {
    return Number(localStorage.getItem(name)) || 0;
  } catch {
    return 0;
  }
};
const store = (name, value) => {
  try {
    localStorage.setItem(name, String(value));
  } catch {
    // Storage is closed: it is only forgotten when the page is loaded anew.
  }
};

let ahead = stored("hall-ahead");
const now = () => Date.now() + ahead;

const onTheWall = new Intl.DateTimeFormat(document.documentElement.lang, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: time.dataset.zone,
});

function left(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at ? String(part).padStart(2, "0") : String(part))).join(":");
}

function tick() {
  time.textContent = onTheWall.format(now());
  for (const one of hall.querySelectorAll("[data-ends]")) {
    const rest = 1000 * Number(one.dataset.ends) - now();
    one.textContent = rest > 0 ? (one.dataset.words ?? "0:00").replace("0:00", left(rest)) : one.dataset.over;
    const ends = rest <= 0 && rest > -SHORTEST && !one.classList.contains("is-over");
    if (ends && one.classList.contains("hall-clock")) gong();
    one.classList.toggle("is-over", rest <= 0);
  }
}

// A browser lets nobody hear anything before somebody has clicked on the page.
let sound = null;

function gong() {
  if (!sound) return;
  for (const [at, pitch] of [[0, 196], [1.2, 147]]) {
    const from = sound.currentTime + at;
    const tone = new OscillatorNode(sound, { frequency: pitch });
    const volume = new GainNode(sound, { gain: 0.6 });
    volume.gain.setValueAtTime(0.6, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + 3);
    tone.connect(volume).connect(sound.destination);
    tone.start(from);
    tone.stop(from + 3);
  }
}

// --- What the event brought along for its certificates: its logo, and the colour that is most in it ---

const SAMPLE = 24;

function colourOf(picture) {
  const canvas = Object.assign(document.createElement("canvas"), { width: SAMPLE, height: SAMPLE });
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0, SAMPLE, SAMPLE);
  const { data } = pen.getImageData(0, 0, SAMPLE, SAMPLE);
  const sum = [0, 0, 0];
  let weight = 0;
  for (let at = 0; at < data.length; at += 4) {
    const dot = [...data.slice(at, at + 3)];
    // Grey, white and what is left out say nothing of a colour.
    const much = ((Math.max(...dot) - Math.min(...dot)) * data[at + 3]) ** 2;
    weight += much;
    dot.forEach((part, index) => (sum[index] += part * much));
  }
  return weight && `rgb(${sum.map((part) => Math.round(part / weight)).join(" ")})`;
}

function bear() {
  if (!logo.naturalWidth) return;
  logo.hidden = false;
  const colour = colourOf(logo);
  if (colour) document.documentElement.style.setProperty("--club", colour);
}

// --- One scene after the other ---

let key = "";
let page = 0;
let timer = 0;
let stands = false;
let animation = null;

const isOver = ({ dataset }) => dataset.until && 1000 * Number(dataset.until) <= now();
const scenes = () => [...hall.querySelectorAll(".hall-scene")];

function due() {
  const all = scenes();
  const open = all.filter((one) => !isOver(one));
  return open.length ? open : all;
}

// Whatever does not fit on the screen comes on the next page.
function pages(scene) {
  const list = scene.querySelector("[data-pages]");
  if (!list) return [[]];
  const items = [...list.children];
  for (const one of items) one.hidden = false;
  const style = getComputedStyle(list);
  const letter = parseFloat(style.fontSize);
  const gap = parseFloat(style.columnGap) || 0;
  const width = parseFloat(style.getPropertyValue("--least")) * letter;
  // One column first: in it a line is as high as it will be.
  list.style.gridTemplateColumns = "minmax(0, 1fr)";
  list.style.gridTemplateRows = `repeat(${items.length}, auto)`;
  const height = Math.max(...items.map((one) => one.offsetHeight)) + (parseFloat(style.rowGap) || 0);
  const rows = Math.max(1, Math.floor((list.clientHeight + 1) / height));
  const fitting = Math.max(1, Math.floor((list.clientWidth + gap) / (width + gap)));
  const columns = items.length > rows ? fitting : 1;
  list.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  list.style.gridTemplateRows = `repeat(${rows}, max-content)`;
  const many = rows * columns;
  return Array.from({ length: Math.ceil(items.length / many) }, (_, at) => items.slice(at * many, (at + 1) * many));
}

function show(scene, wanted) {
  for (const one of scenes()) one.hidden = one !== scene;
  const all = pages(scene);
  const last = all.length - 1;
  key = scene.dataset.key;
  page = Math.min(wanted, last);
  if (revealed !== key) revealed = "";
  scene.classList.toggle("is-revealed", revealed === key);
  const shown = new Set(all[page]);
  for (const one of scene.querySelectorAll("[data-pages] > *")) one.hidden = !shown.has(one);
  scene.querySelector("[data-page]").textContent = last ? `${page + 1} / ${all.length}` : "";
  hall.dataset.showing = `${key} ${page + 1}/${all.length}`;
  tick();
  return { last, letters: shown.size ? [...shown].map((one) => one.textContent).join("").length : 0 };
}

function lasts(scene, letters) {
  const reading = READ * scene.textContent.replace(/\s+/g, " ").length;
  return Math.min(LONGEST, Math.max(SHORTEST, letters ? SHORTEST / 2 + LOOKED_OVER * letters : reading));
}

// Prizes wait for a key, the third, the second, the first: one shows what is won, the next one who won it.
const isCeremony = () => key.startsWith("prize-");
let revealed = "";

function rest(milliseconds) {
  clearTimeout(timer);
  animation?.cancel();
  // A key may come before the first scene.
  const isAlone = due().length === 1 && hall.dataset.showing?.endsWith("/1");
  progress.hidden = stands || isAlone || isCeremony();
  if (stands || isCeremony()) return;
  timer = setTimeout(turn, milliseconds);
  if (!calm.matches && !isAlone) {
    animation = progress.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], milliseconds);
  }
}

// Where a list is long, what is urgent comes in between, and then the list goes on.
const URGENT = ".is-announcement, .is-calls, .is-clock";
const LONG = 90000;
let urgentAt = 0;
let between = [];
let goesOn = null;

function turn() {
  const open = due();
  const current = open.find((one) => one.dataset.key === key);
  const [, at, all] = hall.dataset.showing.match(/ (\d+)\/(\d+)$/).map(Number);
  if (!goesOn && current && at < all && Date.now() - urgentAt > LONG) {
    between = open.filter((one) => one.matches(URGENT)).map((one) => one.dataset.key);
    if (between.length) goesOn = { key, page: at };
  }
  const next = open.find((one) => one.dataset.key === between[0]);
  between.shift();
  if (next) return begin(next, 0);
  const list = goesOn && open.find((one) => one.dataset.key === goesOn.key);
  const from = goesOn?.page;
  goesOn = null;
  return list ? begin(list, from) : step(1);
}

function begin(scene, wanted) {
  if (scene.matches(URGENT)) urgentAt = Date.now();
  const { letters } = show(scene, wanted);
  rest(lasts(scene, letters));
}

function step(forward) {
  const open = due();
  if (forward > 0 && isCeremony() && revealed !== key) {
    revealed = key;
    return open.find((one) => one.dataset.key === key)?.classList.add("is-revealed");
  }
  const current = open.findIndex((one) => one.dataset.key === key);
  if (current >= 0) {
    const [, at, all] = hall.dataset.showing.match(/ (\d+)\/(\d+)$/).map(Number);
    const next = at - 1 + forward;
    if (next >= 0 && next < all) return begin(open[current], next);
  }
  const next = open[(Math.max(current, forward > 0 ? -1 : 0) + forward + open.length) % open.length];
  return begin(next, forward > 0 ? 0 : Infinity);
}

// What is shown stays in view while it is renewed; only where it is gone the next comes at once.
function renew(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("hall-now");
  if (fresh === null) throw new Error("no scenes in the answer");
  document.getElementById("hall-now").replaceWith(fresh);
  const same = due().find((one) => one.dataset.key === key);
  if (same) show(same, page);
  else step(1);
}

// --- With the site, and without it ---

let isAway = false;
let asked = 0;
let met = false;

// As long as nothing failed, the question before this one was answered.
function where() {
  if (!isAway && asked) store("hall-good", asked);
  asked = Date.now();
  return address;
}

async function keep(text) {
  if (!globalThis.caches) return;
  const cache = await caches.open(KEPT);
  await cache.put(address, new Response(text, { headers: { "Content-Type": "text/html" } }));
}

async function kept() {
  const found = globalThis.caches && (await caches.match(address, { ignoreVary: true }));
  if (found && !met) renew(await found.text());
}

function changed(text, { headers }) {
  ahead = 1000 * Number(headers.get("X-Now")) - Date.now();
  // The site says whole seconds.
  if (Math.abs(ahead) < 1500) ahead = 0;
  store("hall-ahead", ahead);
  renew(text);
  met = true;
  keep(text).catch(() => {});
}

function away(when) {
  if (!isAway && !met) kept().catch(() => {});
  isAway = true;
  const good = met ? when.getTime() : stored("hall-good") || 1000 * Number(hall.dataset.at);
  lost.textContent = lost.dataset.words.replace("0:00", onTheWall.format(good + ahead));
  lost.hidden = false;
}

function back() {
  isAway = false;
  lost.hidden = true;
}

async function keepPage() {
  if (!navigator.serviceWorker) return;
  const worker = await activeWorker();
  const used = performance.getEntriesByType("resource").map((entry) => entry.name);
  const files = [...new Set(used.filter((name) => name.startsWith(`${location.origin}/`) && name.includes("/static/")))];
  worker.postMessage({ hall: { page: location.href, files } });
}

function stayAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}

addEventListener("keydown", ({ key: pressed }) => {
  if (["ArrowRight", "PageDown", "Enter"].includes(pressed)) step(1);
  if (["ArrowLeft", "PageUp"].includes(pressed)) step(-1);
  if (pressed === " ") {
    stands = !stands;
    rest(SHORTEST);
  }
});
addEventListener("click", () => {
  sound ??= globalThis.AudioContext ? new AudioContext() : null;
  document.documentElement.requestFullscreen?.().catch(() => {});
});
addEventListener("visibilitychange", stayAwake);

let resized = 0;
addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(() => {
    const scene = due().find((one) => one.dataset.key === key);
    if (scene) show(scene, page);
  }, 200);
});

document.documentElement.classList.add("is-turning");
logo.addEventListener("load", bear);
if (logo.complete) bear();
await document.fonts.ready;
begin(due()[0], 0);
setInterval(tick, 500);
stayAwake();
keepPage().catch(() => {});
watch({ address: where, every: EVERY, changed, lost: away, found: back });
