// Deadlines that run: the site says how many seconds are left, this counts them down. Without it the page still says until when.

const ends = new WeakMap();

function clock(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at ? String(part).padStart(2, "0") : String(part))).join(":");
}

function tick() {
  // What htmx brings in later is found too: the page is searched anew every second.
  for (const one of document.querySelectorAll("[data-seconds-left]")) {
    // Not the clock of this device against that of the site: only how long ago the page came.
    if (!ends.has(one)) ends.set(one, Date.now() + 1000 * Number(one.dataset.secondsLeft));
    const left = Math.ceil((ends.get(one) - Date.now()) / 1000);
    one.textContent = left > 0 ? one.dataset.words.replace("0:00", clock(left)) : one.dataset.over;
    one.classList.toggle("is-over", left <= 0);
  }
}

tick();
setInterval(tick, 1000);
