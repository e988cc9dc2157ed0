// A text as a QR code, drawn as an SVG. Loaded when it is needed, or beforehand where nothing can be loaded later.

import { encode } from "../vendor/uqr.js";

const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4;

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// Return the drawing; black on white whatever the colours of the page, because that is what cameras read.
export function drawn(text, label) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const cells = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  const svg = element("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label });
  svg.setAttribute("shape-rendering", "crispEdges");
  svg.append(element("rect", { width: size, height: size, fill: "#fff" }));
  svg.append(element("path", { d: cells.join(""), fill: "#000" }));
  return svg;
}
