// One question to the site about a table, and what its answer is worth. Only an answer that speaks of this list
// counts; a sign-in page, the page of a hotel's Wi-Fi, an error or nothing at all leave everything as it was.

const TIMEOUT = 15000;
const SPEAKS_OF_ACTS = [200, 409, 422];
const PROBLEMS = { 403: "key", 404: "missing", 413: "size" };

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const isList = (value) => isObject(value) && Number.isInteger(value.version) && typeof value.state === "string";

// Return the moment as this phone's clock has it, with its offset.
export function clock(now = new Date()) {
  const offset = -now.getTimezoneOffset();
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  const local = new Date(now.getTime() + offset * 60000).toISOString().slice(0, -1);
  return `${local}${offset < 0 ? "-" : "+"}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
}

async function read(response) {
  try {
    return JSON.parse(await response.text());
  } catch {
    return null;
  }
}

async function asked(address, options) {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), TIMEOUT);
  try {
    // Followed elsewhere, the request would carry the table's key with it.
    const fixed = { credentials: "same-origin", cache: "no-store", redirect: "manual", signal: control.signal };
    const response = await fetch(address, { ...fixed, ...options });
    return { response, content: await read(response) };
  } finally {
    clearTimeout(timer);
  }
}

// Ask; return {list, receipts} or {problem, says, pause}.
async function exchange(address, options, isAnswer) {
  let found;
  try {
    found = await asked(address, options);
  } catch {
    return { problem: "unreachable", says: "", pause: 0 };
  }
  const { response, content } = found;
  if (SPEAKS_OF_ACTS.includes(response.status) && isObject(content) && isAnswer(content)) {
    return { list: isList(content.list) ? content.list : null, receipts: content.receipts || [] };
  }
  const says = isObject(content) && typeof content.says === "string" ? content.says : "";
  const seconds = Math.min(Number(response.headers.get("Retry-After")) || 0, 120);
  return { problem: PROBLEMS[response.status] || "trouble", says, pause: seconds * 1000 };
}

const headers = (data) => ({ "X-Table-Key": data.table_key, "X-Device": data.device, Accept: "application/json" });

const TOLD = ["key", "do", "number", "of", "line", "sits", "seen", "agreed", "declarer", "because"];
const SAID = ["kind", "place", "text", "shown", "drawing", "heard_by", "code"];

// What the site is told of an act; the rest is for this phone.
const told = (act) => Object.fromEntries([...TOLD, ...SAID].filter((name) => name in act).map((name) => [name, act[name]]));

// Send acts and hear what became of them.
export function send(data, { acts, ...rest }) {
  const body = JSON.stringify({ ...rest, acts: acts.map(told), clock: clock() });
  const options = { method: "POST", headers: { ...headers(data), "Content-Type": "application/json" }, body };
  return exchange(data.phone, options, (answer) => Array.isArray(answer.receipts));
}

// Hear how the list is.
export function hear(data, { copy, version, unsent }) {
  const address = new URL(data.phone, location.href);
  address.search = new URLSearchParams({ copy, unsent, version: version ?? "" });
  return exchange(address.href, { headers: headers(data) }, (answer) => isList(answer.list));
}
