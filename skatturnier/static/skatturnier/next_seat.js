// The next seat calls: in the title of the page, where somebody looks who has put it aside, and, where it is allowed, in the
// hand; aloud where the owner of the phone has said so by a button. The line itself stands in the page, which keeps itself
// up to date, and stays.

const CALLS = [300, 150, 300];
const { title } = document;
const button = document.querySelector("[data-aloud]");

const called = () => document.querySelector("[data-next-seat]")?.textContent.trim() ?? "";

let known = called();

/**
 * What is said aloud; nothing ("") unless somebody allowed it.
 *
 * before   the line that stood there, "" for none
 * line     the line that stands there now
 * allowed  whether the button is pressed
 * pressed  the sentence that answers the button where it was pressed just now: it says too whether the phone is loud enough
 */
export function aloud(before, line, { allowed, pressed = "" }) {
  if (!allowed) return "";
  if (pressed) return line || pressed;
  return line === before ? "" : line;
}

function say(text) {
  if (!text) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = document.documentElement.lang;
  speechSynthesis.speak(utterance);
}

const isAllowed = () => button?.getAttribute("aria-pressed") === "true";

function show() {
  const line = called();
  document.title = line ? `${line} · ${title}` : title;
  if (line && line !== known) navigator.vibrate?.(CALLS);
  say(aloud(known, line, { allowed: isAllowed() }));
  known = line;
}

if (button && "speechSynthesis" in window) {
  button.hidden = false;
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(!isAllowed()));
    if (!isAllowed()) speechSynthesis.cancel();
    // A phone says nothing by itself before it has said something at a tap.
    say(aloud(known, called(), { allowed: isAllowed(), pressed: button.dataset.aloud }));
  });
}

document.addEventListener("live:changed", show);
show();
