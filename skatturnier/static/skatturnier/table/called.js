// What the players of a table are called where there is little room: as short as the site says it; where so much of that is
// cut off that it could be another's, with initials, then with the number of the seat before it. The same on the whole page.

import { write } from "./sides.js";

const find = (id) => document.getElementById(id);
const isName = /^\p{L}\S*\s.*\p{L}/u;
const lower = (name) => name.toLocaleLowerCase();

// The forms of all names, the plainest first. With the number of the seat any beginning is enough.
export function formsOf(short) {
  const first = (name) => lower(name.split(" ")[0]);
  const isShared = (name) => short.filter((other) => first(other) === first(name)).length > 1;
  const initials = short.map((name) => (isName.test(name) && isShared(name) ? name.replace(/^(\p{L}\p{M}*)\S*/u, "$1.") : name));
  const brief = new Set(initials.map(lower)).size === short.length ? initials : short;
  return [short, brief, numbered(brief)];
}

const numbered = (names) => names.map((name, at) => `${at + 1} · ${name}`);

// Whether what is seen of a player's name could be another's as well.
export const isUnclear = (seen, place, names) => names.some((name, at) => at !== place - 1 && lower(name).startsWith(lower(seen)));

// What is seen of the text of an element that is cut off, with room for the dots behind it; null where nothing is cut.
export function seenOf(element) {
  const [text] = element.childNodes;
  const box = element.getBoundingClientRect();
  if (!text || !box.width) return null;
  const range = document.createRange();
  range.selectNodeContents(element);
  if (range.getBoundingClientRect().width <= box.width + 0.5) return null;
  const edge = box.right - parseFloat(getComputedStyle(element).fontSize);
  let count = text.data.length;
  do range.setEnd(text, (count -= 1));
  while (count && range.getBoundingClientRect().right > edge);
  return text.data.slice(0, count).replace(/[\s.,·-]+$/u, "");
}

const tiles = () => [...document.querySelectorAll("#seats > li")].map((seat) => [seat.querySelector(".name"), Number(seat.dataset.place)]);

// What the players of a table are called on this screen.
export class Called {
  constructor(short) {
    this.forms = formsOf(short);
    this.call(0);
  }

  get names() {
    return this.forms[this.form];
  }

  // The same with the number of the seat before everybody.
  get seated() {
    return numbered(this.forms[Math.min(this.form, 1)]);
  }

  // Take the plainest form in which no two look alike, on the tiles and in the last line. It stays while the screen does.
  tellApart() {
    if (this.width !== innerWidth) {
      this.width = innerWidth;
      this.call(0);
    }
    while (this.form < this.forms.length - 1 && this.isUnclear()) this.call(this.form + 1);
  }

  call(form) {
    const who = this.inLastLine();
    this.form = form;
    for (const [name, place] of tiles()) write(name, this.names[place - 1]);
    for (const [name, place] of who) write(name, this.names[place - 1]);
    find("last-who")?.classList.toggle("numbered", form === this.forms.length - 1);
  }

  isUnclear() {
    return [...tiles(), ...this.inLastLine()].some(([name, place]) => {
      const seen = seenOf(name);
      return seen !== null && isUnclear(seen, place, this.names);
    });
  }

  // Who stands in the last line, unless somebody else sits there by now.
  inLastLine() {
    const who = find("last-who");
    const place = this.forms.map((names) => names.indexOf(who?.textContent) + 1).find(Boolean);
    return place ? [[who, place]] : [];
  }
}
