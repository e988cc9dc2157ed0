// The tiles of the real page at the table: which are pressed for a field, and whether a thumb has to scroll to them.

const OFTEN = 4;
const form = document.getElementById("deal-form");
const input = (name, value) => form.querySelector(`[name=${name}][value="${value}"]`);

const faces = {
  declarer: (place) => [...form.querySelectorAll("[name=declarer]:enabled")].find((one) => one.value === String(place)) ?? form.querySelector("[name=declarer]:enabled"),
  game: (game) => input("game", game),
  matadors: (count) => input("matadors", count),
  bid: (bid) => [...form.querySelectorAll("#bids button, #bids input")].find((one) => [one.value, one.textContent.trim()].includes(String(bid))),
  outcome: (outcome) => input("outcome", outcome),
};

// What is pressed for the value of a field. The counts from five on are behind a tile of their own.
export function pressedFor([field, value]) {
  const sign = value > 0 ? "with" : "without";
  const more = field === "matadors" && Math.abs(value) > OFTEN ? document.getElementById(`more-${sign}`) : null;
  const unfolding = more && !more.checked ? [form.querySelector(`label[for=more-${sign}]`)] : [];
  return [...unfolding, faces[field] ? faces[field](value) : form.elements[field]];
}

// Scroll to a tile if it is not in sight, between the upper edge and the buttons that say how the deal ended; say how
// many scrolls that took.
export function broughtIntoSight(element) {
  const tile = element.closest(".tile") ?? element;
  const { top, bottom } = tile.getBoundingClientRect();
  const outcomes = form.querySelector(".outcomes");
  const edge = outcomes.contains(tile) ? innerHeight : Math.min(innerHeight, outcomes.getBoundingClientRect().top);
  if (top >= -1 && bottom <= edge + 1) return 0;
  tile.scrollIntoView({ block: "center" });
  return 1;
}
