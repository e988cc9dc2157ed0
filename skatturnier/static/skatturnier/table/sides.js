// Versions of a deal beside each other, as the site says them: what each says, who wrote it, and that it is right.

export function made(tag, text, className = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}

// Written only when it differs: a screen reader speaks every change.
export function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

export function pressed(text, press, className = "") {
  const button = made("button", text, className);
  button.type = "button";
  button.addEventListener("click", press);
  return button;
}

export function inRow(...elements) {
  const row = made("div", "", "row");
  row.append(...elements);
  return row;
}

export function noted(kind, text, ...more) {
  const note = made("div", "", `note ${kind}`);
  note.setAttribute("role", "alert");
  note.append(made("p", text), ...more);
  return note;
}

// A tile that can be chosen, for a seat or for nobody alone.
export function choice(name, value, text) {
  const label = made("label", "", "tile check");
  const face = made("span", "", "face");
  face.append(made("span", text));
  label.append(Object.assign(document.createElement("input"), { type: "radio", name, value }), face);
  return label;
}

// The consent that a correction takes.
export function consent(text) {
  const label = made("label", "", "tile check");
  const box = Object.assign(document.createElement("input"), { type: "checkbox", required: true });
  label.append(box, made("span", text, "face"));
  return { label, box };
}

// What differs is marked by more than its weight, and spoken.
function part([label, words, differs], spoken) {
  const told = made("span", differs ? `${label} (${spoken}): ` : `${label}: `, "visually-hidden");
  return [told, differs ? made("b", words) : words];
}

function line(parts, spoken) {
  const paragraph = made("p", "");
  parts.forEach((one, place) => paragraph.append(place ? ", " : "", ...part(one, spoken)));
  return paragraph;
}

// Draw them; `buttons` returns the elements that say of a side that it is right.
export function drawn(sides, { different }, buttons) {
  const box = made("div", "", "sides");
  for (const side of sides) {
    const section = made("section", "", "side");
    const head = made("p", "", "where");
    head.append(made("strong", side.title), " ", made("span", side.written, "quiet"));
    section.append(head, ...side.lines.map((parts) => line(parts, different)), ...buttons(side));
    if (side.effect) section.append(made("p", side.effect, "quiet"));
    box.append(section);
  }
  return box;
}
