// The standings: they keep themselves up to date, and whoever came by a shared link finds their line marked all the time.

import "./live.js";
import "./share.js";

const asked = new URLSearchParams(location.search);
const place = location.pathname.split("/standings/")[0];
const club = asked.get("club");

// Whose line it is that stays in view: who was asked for, or whoever said here that they are it.
function me(chosen) {
  try {
    if (chosen) localStorage.setItem(`me ${place}`, chosen);
    if (chosen === "") localStorage.removeItem(`me ${place}`);
    return localStorage.getItem(`me ${place}`);
  } catch {
    return chosen;
  }
}

const player = () => asked.get("player") ?? (club ? null : me());

function lines() {
  if (player()) return [document.getElementById(`no-${player()}`)].filter(Boolean);
  if (!club) return [];
  return [...document.querySelectorAll("#standings tbody small")]
    .filter((one) => one.lastChild.textContent === club)
    .map((one) => one.closest("tr"));
}

// What comes in is drawn once for everybody: the marks are put in here, as the site does it at first.
function mark() {
  for (const line of document.querySelectorAll("#standings tr[aria-current]")) line.removeAttribute("aria-current");
  for (const line of lines()) line.setAttribute("aria-current", "true");
  for (const button of document.querySelectorAll("[data-me]")) button.hidden = (me() ?? "") === button.dataset.me;
  const [name, who] = asked.has("player") ? ["player", asked.get("player")] : ["club", club];
  if (!who) return;
  for (const link of document.querySelectorAll("#standings thead a")) {
    const query = new URLSearchParams(link.search);
    query.set(name, who);
    link.search = query;
  }
}

document.addEventListener("live:changed", mark);
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-me]");
  if (!button) return;
  me(button.dataset.me);
  if (!button.dataset.me) asked.delete("player");
  mark();
});
mark();
if (!location.hash && (asked.has("player") || club)) lines()[0]?.scrollIntoView({ block: "center" });
