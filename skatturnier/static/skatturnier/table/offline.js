// The page itself without a network, and the way out when there never will be one: the list as a code.

const LATER = ["./handover.js", "./qr.js", "../vendor/uqr.js"].map((path) => new URL(path, import.meta.url).href);
const A_WHILE = 10000;

const codeMakers = () => Promise.all([import("./handover.js"), import("./qr.js")]);

const isFile = (name) => name.startsWith(`${location.origin}/`) && new URL(name).pathname.includes("/static/");

// Keep the page of a table, once it is loaded. On https a service worker does; on plain http there is none, and the
// page that is open fetches what it may need later.
export async function keepPage() {
  if (!navigator.serviceWorker) {
    setTimeout(() => codeMakers().catch(() => {}), A_WHILE);
    return;
  }
  await navigator.serviceWorker.register("/sw.js", { scope: "/t/" });
  const { active } = await navigator.serviceWorker.ready;
  const used = performance.getEntriesByType("resource").map((entry) => entry.name);
  const files = [...new Set(used.filter(isFile))].filter((name) => !LATER.includes(name));
  active.postMessage({ keep: { page: location.href, files, later: LATER } });
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
