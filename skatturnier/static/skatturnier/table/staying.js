// A page that nothing keeps is gone when it is left without a network. While something on it is unsent no link, no form,
// no pull-down and no Back leaves it; what would have is answered with a sentence.

import { noted } from "./sides.js";

const root = document.documentElement;

const leads = (link) => Boolean(link) && link.target !== "_blank" && !(link.hash && link.href.split("#")[0] === location.href.split("#")[0]);

// Keep the page of a table open while `isHeld()`; `text` is what is said, above `place`.
export function stayOpen(table, isHeld, text, place) {
  const note = noted("warn", text);
  let isGuarded = false;

  function say() {
    place.before(note);
    scrollTo(0, 0);
  }

  // A Back goes to the same page first, where it is heard.
  function guard() {
    isGuarded = true;
    history.pushState({ isHeld: true }, "");
  }

  function refuse(event) {
    if (event.defaultPrevented || !isHeld()) return;
    event.preventDefault();
    say();
  }

  function draw() {
    const now = isHeld();
    root.classList.toggle("held", now);
    if (!now) note.remove();
    else if (!isGuarded) guard();
  }

  // Last of all: what the page does itself with a tap has been done.
  addEventListener("click", (event) => leads(event.target.closest?.("a[href]")) && refuse(event));
  addEventListener("submit", (event) => event.target.method !== "dialog" && refuse(event));
  addEventListener("beforeunload", (event) => isHeld() && event.preventDefault());
  addEventListener("popstate", (event) => {
    if (!isGuarded || event.state?.isHeld) return;
    isGuarded = false;
    if (!isHeld()) return history.back();
    guard();
    return say();
  });
  table.subscribe(draw);
  draw();
}
