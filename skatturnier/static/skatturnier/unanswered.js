// An act that the site did not answer says so at its button; a page whose session is over says so at its head.
const words = document.getElementById("main").dataset;
const isAct = (event) => event.detail.requestConfig?.verb !== "get";

function noticed(id, kind, text) {
  document.getElementById(id)?.remove();
  const notice = Object.assign(document.createElement("p"), { id, className: `alert alert-${kind}`, textContent: text });
  notice.setAttribute("role", "alert");
  return notice;
}

function put(notice, act) {
  const row = act.closest("tr");
  if (row) {
    // In the row itself, as the next answer takes its place.
    act.closest("td").append(notice);
  } else {
    const actions = act.closest("form")?.querySelector(".actions");
    if (actions) actions.before(notice);
    else act.before(notice);
  }
}

document.addEventListener("signed-out", () => document.getElementById("messages").append(noticed("signed-out", "warning", words.signedOut)));
for (const failed of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(failed, (event) => isAct(event) && put(noticed("unanswered", "error", words.unanswered), event.detail.elt));
}
document.addEventListener("htmx:beforeRequest", (event) => isAct(event) && document.getElementById("unanswered")?.remove());
