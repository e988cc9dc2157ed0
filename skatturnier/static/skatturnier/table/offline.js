// The page itself without a network, and the way out when there never will be one: the list as a code.

import { activeWorker } from "./worker.js";

const A_WHILE = 10000;

const codeMakers = () => Promise.all([import("./handover.js"), import("./qr.js")]);

const isFile = (name) => name.startsWith(`${location.origin}/`) && new URL(name).pathname.includes("/static/");

// Keep the page of a table, once it is loaded, and the door that leads to it; fulfilled with whether it is kept. On https
// a service worker does. Where there is none, as on plain http, or none that begins to work, the page that is open fetches
// what it may need later: the code, and what `load` loads.
export async function keepPage(data, load) {
  let isKept = false;
  setTimeout(() => isKept || Promise.all([codeMakers(), load()]).catch(() => {}), A_WHILE);
  isKept = await keep(data).then(() => true, () => false);
  return isKept;
}

async function keep({ table_key: key, words, later: names }) {
  const worker = await activeWorker();
  const later = names.map((name) => new URL(name, location.href).href);
  const used = performance.getEntriesByType("resource").map((entry) => entry.name);
  const files = [...new Set(used.filter(isFile))].filter((name) => !later.includes(name));
  const door = { path: `/l/${key}/`, title: document.title, lang: document.documentElement.lang, says: words.kept };
  worker.postMessage({ keep: { page: location.href, files, later, door } });
}

// Let a button show the list of a table as a code in a figure, and keep it up to date. Where a phone lost its network
// before it had loaded what draws the code, it says so.
export function offerCode(table, button, figure, sorry) {
  let shown = "";
  const draw = async () => {
    const [{ address }, { drawn }] = await codeMakers();
    const now = address(table);
    if (now === shown) return;
    shown = now;
    figure.querySelector("svg")?.remove();
    figure.prepend(drawn(now, button.textContent.trim()));
  };
  button.addEventListener("click", async () => {
    try {
      await draw();
    } catch {
      sorry.hidden = false;
      return;
    }
    sorry.hidden = true;
    figure.hidden = false;
    figure.scrollIntoView({ block: "center" });
  });
  table.subscribe(() => figure.hidden || draw());
}
