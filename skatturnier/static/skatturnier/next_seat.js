// The next seat calls: in the title of the page, where somebody looks who has put it aside, and, where it is allowed, in the
// hand. The line itself stands in the page, which keeps itself up to date, and stays.

const CALLS = [300, 150, 300];
const { title } = document;

const called = () => document.querySelector("[data-next-seat]")?.textContent.trim() ?? "";

let known = called();

function show() {
  const line = called();
  document.title = line ? `${line} · ${title}` : title;
  if (line && line !== known) navigator.vibrate?.(CALLS);
  known = line;
}

document.addEventListener("live:changed", show);
show();
