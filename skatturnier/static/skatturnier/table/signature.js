// The page on which a list is signed: its fields to draw in, and what a player opens.

import { rest, takeOver } from "./pad.js";

for (const form of document.querySelectorAll("main form")) rest(form);
for (const pad of document.querySelectorAll("[data-signature]")) takeOver(pad);

// All that a player signs with fits on one screen, from the head of what they opened.
for (const fold of document.querySelectorAll(".signatures details")) {
  fold.querySelector("summary").addEventListener("click", () => {
    rest(fold.querySelector("form"));
    fold.addEventListener("toggle", () => {
      if (fold.open) fold.scrollIntoView({ block: "start" });
    }, { once: true });
  });
}
