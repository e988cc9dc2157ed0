// What was typed when a session turned out to be over comes back once somebody has signed in again.
const KEPT = "typed";
const SIGN_IN = "/sign-in/";
const NOT_KEPT = ["hidden", "password", "file", "submit", "button"];

const fields = (form) => [...form.elements].filter((one) => one.name && !NOT_KEPT.includes(one.type));
const isTicked = (field) => field.type === "checkbox" || field.type === "radio";
// A field may be called "action", and stand in the way of what is asked.
const kindOf = (form) => JSON.stringify([form.getAttribute("action"), fields(form).map((one) => one.name)]);

addEventListener("submit", (event) => {
  const form = event.target;
  // What htmx sends keeps what was typed by itself, in the page or in its drafts.
  if (form.getAttribute("method") !== "post" || form.hasAttribute("hx-post")) return;
  const all = fields(form);
  const typed = all.map((one) => (isTicked(one) ? one.checked : one.value));
  const kept = { at: location.pathname, kind: kindOf(form), typed, focus: all.indexOf(document.activeElement) };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
});

const kept = JSON.parse(sessionStorage.getItem(KEPT));
sessionStorage.removeItem(KEPT);
const from = document.referrer && new URL(document.referrer);
if (kept && from && from.origin === location.origin && from.pathname === SIGN_IN && kept.at === location.pathname) {
  const form = [...document.forms].find((one) => kindOf(one) === kept.kind);
  const all = form ? fields(form) : [];
  all.forEach((one, at) => (isTicked(one) ? (one.checked = kept.typed[at]) : (one.value = kept.typed[at])));
  (all[kept.focus] ?? all[0])?.focus();
}
