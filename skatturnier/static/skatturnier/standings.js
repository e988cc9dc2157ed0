// The standings: they keep themselves up to date, and whoever came by a shared link finds their line marked all the time.

import "./live.js";
import "./share.js";

const asked = new URLSearchParams(location.search);
const player = asked.get("player");
const club = asked.get("club");

function lines() {
  if (player) return [document.getElementById(`no-${player}`)].filter(Boolean);
  if (!club) return [];
  const links = [...document.querySelectorAll("#standings tbody a")];
  const found = links.filter((one) => new URLSearchParams(one.search).get("club") === club);
  return [...new Set(found.map((one) => one.closest("tr")))];
}

// What comes in is drawn once for everybody: the marks are put in here, as the site does it at first.
function mark() {
  for (const line of lines()) line.setAttribute("aria-current", "true");
  if (!player && !club) return;
  for (const link of document.querySelectorAll("#standings thead a")) {
    const query = new URLSearchParams(link.search);
    query.set(player ? "player" : "club", player || club);
    link.search = query;
  }
}

document.addEventListener("live:changed", mark);
if (!location.hash) lines()[0]?.scrollIntoView({ block: "center" });
