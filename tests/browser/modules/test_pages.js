// Scripts of whole pages: what renews itself, what was typed, what a tap brings along, each decision from both sides.

import { Clock, equal, it, key, Network, ok, page, pause, replaced, typed, until } from "./played.js";

const html = { type: "text/html" };

// A part of a page that keeps itself up to date.
async function renewed(inside, fields = "") {
  const network = new Network();
  const hours = new Clock();
  const scope = `<div id="rows" data-live="/now/" data-live-every="1"${fields}>${inside}</div>`;
  await page(`${scope}<p id="beside">beside</p>`, "live.js");
  const news = async (text, count = network.asked.length + 1) => {
    await hours.pass(2000);
    (await network.next(count)).answer(`<div id="rows" data-live="/now/" data-live-every="1">${text}</div>`, html);
    await pause(5);
  };
  return { network, hours, news, rows: () => document.getElementById("rows") };
}

function mark(element) {
  getSelection().selectAllChildren(element);
}

it("marked text is not taken from under the hand, and what came is asked for again", async () => {
  const { news, rows } = await renewed("<p>old</p>");
  mark(rows().firstChild);
  await news("<p>new</p>");
  equal(rows().textContent, "old");
  getSelection().removeAllRanges();
  await news("<p>new</p>");
  equal(rows().textContent, "new");
});

it("what is marked elsewhere, or only where the cursor stands, keeps nothing back", async () => {
  const { news, rows } = await renewed("<p>old</p>");
  mark(document.getElementById("beside"));
  await news("<p>new</p>");
  equal(rows().textContent, "new");
  getSelection().collapse(rows().firstChild, 0);
  await news("<p>newer</p>");
  equal(rows().textContent, "newer");
});

it("where somebody is on the page stays: focus, what is open, what is scrolled", async () => {
  const row = (text) => `<p id="r1"><a href="#1">one</a><a href="#2">two</a></p><details><summary>${text}</summary></details><details open></details>
    <div class="listing-scroll" style="width: 50px; overflow: auto"><i style="display: block; width: 500px">wide</i></div>`;
  const { news, rows } = await renewed(row("old"));
  rows().querySelectorAll("a")[1].focus();
  rows().querySelectorAll("details")[0].open = true;
  rows().querySelectorAll("details")[1].open = false;
  rows().querySelector(".listing-scroll").scrollLeft = 40;
  await news(row("new"));
  equal(document.activeElement.textContent, "two");
  equal([...rows().querySelectorAll("details")].map((one) => one.open), [true, false]);
  equal(rows().querySelector(".listing-scroll").scrollLeft, 40);
  ok(rows().textContent.includes("new"));
});

it("a focus that was elsewhere stays there", async () => {
  const { news } = await renewed('<p id="r1"><a href="#1">one</a></p>');
  const beside = document.getElementById("beside");
  beside.tabIndex = 0;
  beside.focus();
  await news('<p id="r1"><a href="#1">one</a></p>');
  equal(document.activeElement, beside);
});

it("a page without an answer says since when, and takes it back", async () => {
  const { network, hours, news, rows } = await renewed('<p data-live-lost hidden>since <time></time></p>');
  await hours.pass(2000);
  (await network.next()).cutOff();
  await until(() => rows().classList.contains("is-stale"));
  equal(rows().firstChild.hidden, false);
  ok(/\d\d/.test(rows().querySelector("time").textContent) && rows().querySelector("time").dateTime);
  await hours.pass(5000);
  (await network.next(2)).answer("", { status: 204 });
  await until(() => !rows().classList.contains("is-stale"));
  equal(rows().firstChild.hidden, true);
  await news("<p>new</p>", 3);
});

it("a page that is over asks no more", async () => {
  const { network, hours, rows } = await renewed("<p>old</p>");
  await hours.pass(2000);
  (await network.next()).answer('<div id="rows"><p>final</p></div>', html);
  await until(() => rows().textContent === "final");
  await hours.pass(60000);
  equal(network.asked.length, 1);
});

// The list typed from paper.
const DESK = (draft, { filled = "", number = "k1" } = {}) => `<p id="restored" hidden><button id="forget"></button></p><p id="spoken"></p>
  <form id="desk" data-draft="${draft}" data-read="/read/"><input type="hidden" name="entry_key" value="${number}"><table>
  ${[1, 2, 3].map((n) => `<tr><td><input type="text" name="d${n}" value="${n === 1 ? filled : ""}"></td><td data-words></td><td data-total></td><td><ul data-troubles></ul></td></tr>`).join("")}
  </table><input type="number" name="sum"><button name="check">Check</button></form>`;
const AT = { at: "/desk/" };
const put = (draft, value) => localStorage.setItem(`desk:/desk/:${draft}`, JSON.stringify(value));
const line = (n) => document.querySelector(`[name=d${n}]`);

it("a draft of the desk comes back, with the key of its list", async () => {
  put("3", { key: "before", values: { d1: "3g2", sum: "72" } });
  new Network();
  await page(DESK("3"), "desk.js", AT);
  equal([line(1).value, document.querySelector("[name=sum]").value, document.querySelector("[name=entry_key]").value], ["3g2", "72", "before"]);
  equal(document.getElementById("restored").hidden, false);
});

it("the second typing is blind: only the draft of this very second time comes back", async () => {
  for (const [before, shown] of [["k0", ""], ["k1", "3g2"]]) {
    put("3 twice", { key: before, values: { d1: "3g2" } });
    new Network();
    await page(DESK("3 twice"), "desk.js", AT);
    equal(line(1).value, shown, before);
    equal(document.getElementById("restored").hidden, shown === "");
  }
});

it("no draft covers what stands in the form, an empty one is none, and another list's is dropped", async () => {
  put("3", { key: "before", values: { d1: "3g2" } });
  put("2", { key: "older", values: { d1: "1g1" } });
  new Network();
  await page(DESK("3", { filled: "4n" }), "desk.js", AT);
  equal(line(1).value, "4n");
  equal(localStorage.getItem("desk:/desk/:2"), null);
  put("3", { key: "before", values: {} });
  await page(DESK("3"), "desk.js", AT);
  equal(document.getElementById("restored").hidden, true);
});

it("what is typed at the desk is kept at once, and emptied by hand alone", async () => {
  const network = new Network();
  await page(DESK("3"), "desk.js", AT);
  typed(line(2), "2p");
  equal(JSON.parse(localStorage.getItem("desk:/desk/:3")), { key: "k1", values: { d2: "2p" } });
  document.getElementById("forget").click();
  equal([line(2).value, document.activeElement.name], ["", "d1"]);
  equal(JSON.parse(localStorage.getItem("desk:/desk/:3")).values, {});
  ok(network.asked.length === 0 || !String(network.asked[0].address).includes("2p"));
});

it("Enter leads to the next line, from an empty end to the sums, and from there to the button", async () => {
  new Network();
  await page(DESK("3", { filled: "3g2" }), "desk.js", AT);
  line(1).focus();
  ok(key(line(1), "Enter"));
  equal(document.activeElement.name, "d2");
  ok(key(line(2), "Enter"));
  equal(document.activeElement.name, "sum");
  ok(key(document.activeElement, "Enter"));
  equal(document.activeElement.name, "check");
  line(2).focus();
  key(line(2), "ArrowUp");
  equal(document.activeElement.name, "d1");
  key(line(1), "ArrowDown");
  equal(document.activeElement.name, "d2");
  ok(!key(line(2), "Enter", { isComposing: true }));
});

it("a line is found fault with once the hand has left it, and a question is not called wrong", async () => {
  for (const [asks, kind, focused] of [[false, "is-wrong", 2], [true, "is-asked", 2], [false, "", 1]]) {
    const network = new Network();
    await page(DESK(kind || "3"), "desk.js", AT);
    typed(line(1), `3g${focused}${kind}`);
    line(focused).focus();
    // A page of a case before this one may still ask for its own lines.
    const own = () => network.asked.find((one) => one.address.includes(`d1=3g${focused}${kind}`));
    await until(own);
    own().answer({ lines: [{ number: 1, words: "Grand", totals: [], troubles: ["Not so."], asks }] });
    const row = line(1).closest("tr");
    await until(() => row.querySelector("[data-words]").textContent === "Grand");
    equal(["is-wrong", "is-asked"].filter((one) => row.classList.contains(one)), kind ? [kind] : [], kind);
    equal(row.querySelector("[data-troubles]").textContent, kind ? "Not so." : "");
  }
});

it("a desk without an answer says so, and no more when it comes", async () => {
  const network = new Network();
  await page(DESK("3"), "desk.js", AT);
  const form = document.getElementById("desk");
  for (const [fields, isUnread] of [[{ status: 500 }, true], [{}, false], [{ to: "/sign-in/" }, true]]) {
    const text = `4g${isUnread}${fields.status}`;
    typed(line(1), text);
    const own = () => network.asked.find((one) => one.address.includes(`d1=${text}`));
    await until(own);
    own().answer({ lines: [] }, fields);
    await until(() => form.classList.contains("is-unread") === isUnread, JSON.stringify(fields));
  }
});

// The results of every table.
const cell = (table, at, value) => `<input name="s${at}" value="${value}" data-stored="${value}">`;
const table = (number, { version = "1", values = ["", "", ""], done = false } = {}) => `<form class="paper-table${done ? " is-done" : ""}" id="table-${number}" data-table="${number}" data-version="${version}" data-reckon="/reckon/">
  <p data-overtaken hidden></p><div class="paper-grid">${values.map((one, at) => cell(number, at, one)).join("")}</div>
  <table><tr data-seat><td data-own></td><td data-bonus></td><td data-total></td></tr><tr><td><p data-differs></p><ul data-troubles></ul></td></tr><tfoot><tr><td data-sum></td></tr></tfoot></table><ul data-table-troubles></ul><button></button></form>`;
const PAPER = (...tables) => `<p id="unsaved" hidden><span data-tables></span></p><div id="paper" data-draft="s1" data-differs="{typed} for {saved}">${tables.join("")}</div><button id="close"></button>`;
const keep = (number, draft) => localStorage.setItem(`paper:s1/${number}`, JSON.stringify(draft));
const values = (number) => [...document.querySelectorAll(`#table-${number} input`)].map((one) => one.value);

it("numbers typed and not saved come back, marked, and are held against what somebody entered meanwhile", async () => {
  new Network();
  keep(1, { version: "1", values: ["72", "1", "0"] });
  keep(2, { version: "0", values: ["96", "2", "0"] });
  keep(3, { version: "1", values: ["96", "2"] });
  await page(PAPER(table(1), table(2), table(3)), "paper.js");
  equal([values(1), values(2), values(3)], [["72", "1", "0"], ["96", "2", "0"], ["", "", ""]]);
  equal([1, 2].map((number) => !document.querySelector(`#table-${number} [data-overtaken]`).hidden), [false, true]);
  equal([document.getElementById("unsaved").hidden, document.querySelector("[data-tables]").textContent], [false, "1, 2"]);
});

it("Enter goes from field to field and sends the table at its end; held down it sends nothing", async () => {
  new Network();
  await page(PAPER(table(1)), "paper.js");
  const [first, second, last] = document.querySelectorAll("#table-1 input");
  let sent = 0;
  document.getElementById("table-1").addEventListener("submit", (event) => event.preventDefault() || (sent += 1));
  first.focus();
  key(first, "Enter");
  equal([document.activeElement, sent], [second, 0]);
  key(second, "Enter", { isComposing: true });
  equal(document.activeElement, second);
  last.focus();
  key(last, "Enter");
  equal(sent, 1);
  ok(key(document.getElementById("close"), "Enter", { repeat: true }), "held down");
  ok(!key(document.getElementById("close"), "Enter"), "pressed once");
});

it("what others entered is taken over, but never into what is being typed", async () => {
  new Network();
  await page(PAPER(table(1), table(2)), "paper.js");
  const swap = (number, version) => {
    const fragment = document.createElement("div");
    fragment.innerHTML = table(number, { version });
    const detail = { target: document.getElementById(`table-${number}`), fragment, shouldSwap: true };
    document.dispatchEvent(new CustomEvent("htmx:oobBeforeSwap", { detail }));
    return [detail.shouldSwap, !document.querySelector(`#table-${number} [data-overtaken]`).hidden];
  };
  document.getElementById("close").focus();
  equal(swap(1, "2"), [true, false], "untouched");
  equal(swap(1, "1"), [false, false], "the same");
  document.querySelector("#table-1 input").focus();
  equal(swap(1, "2"), [true, false], "the hand is there, and nothing is typed");
  document.querySelector("#table-2 input").value = "7";
  document.getElementById("close").focus();
  equal(swap(2, "2"), [false, true], "typed");
});

it("a saved table has no draft any more, a refused one shows where it is wrong", async () => {
  new Network();
  keep(1, { version: "1", values: ["72", "1", "0"] });
  await page(PAPER(table(1)), "paper.js");
  const form = document.getElementById("table-1");
  form.querySelectorAll("input")[1].closest("div").classList.add("field-bad");
  const answered = (status) => document.dispatchEvent(new CustomEvent("htmx:afterSwap", { detail: { target: form, xhr: { status } } }));
  answered(422);
  ok(localStorage.getItem("paper:s1/1"), "kept");
  equal(document.activeElement.name, "s0");
  answered(200);
  equal(localStorage.getItem("paper:s1/1"), null);
});

it("while a table is saved the hand goes on, and what it typed belongs to the next one", async () => {
  new Network();
  await page(PAPER(table(1, { values: ["72", "1", "0"] }), table(2)), "paper.js");
  const form = document.getElementById("table-1");
  const event = (name) => document.dispatchEvent(new CustomEvent(name, { detail: { elt: form, table: 2 } }));
  event("htmx:beforeRequest");
  for (const one of ["Enter", "9", "6", "Enter", "2"]) key(form.querySelector("input"), one);
  ok(!key(form.querySelector("input"), "c", { ctrlKey: true }), "copying");
  event("paper:next");
  equal(values(2), ["96", "2", ""]);
  event("htmx:beforeRequest");
  key(form.querySelector("input"), "5");
  event("htmx:sendError");
  event("paper:next");
  equal(values(2)[0], "96", "after no answer nothing is typed ahead");
});

// What was typed when a session was over.
const FORM = '<form method="post" action="/act/"><input name="action" value=""><input type="checkbox" name="sure"><input type="password" name="secret"></form>';

it("what was typed before signing in comes back, once, into the same form of the same page", async () => {
  const kept = { at: "/page/", kind: JSON.stringify(["/act/", ["action", "sure"]]), typed: ["Anna", true], focus: 0 };
  const cases = [
    [kept, "/sign-in/", ["Anna", true]],
    [kept, "/elsewhere/", ["", false]],
    [{ ...kept, at: "/other/" }, "/sign-in/", ["", false]],
    [{ ...kept, kind: JSON.stringify(["/other/", ["action", "sure"]]) }, "/sign-in/", ["", false]],
    [null, "/sign-in/", ["", false]],
  ];
  for (const [found, from, shown] of cases) {
    sessionStorage.setItem("typed", JSON.stringify(found));
    replaced(document, "referrer", location.origin + from);
    await page(FORM, "typed.js", { at: "/page/" });
    const [name, sure] = document.querySelectorAll("input");
    equal([name.value, sure.checked], shown, `${from} ${JSON.stringify(found)}`);
    equal(sessionStorage.getItem("typed"), null);
  }
});

it("a form that is sent is kept without its secrets, unless the page keeps it by itself", async () => {
  for (const [form, isKept] of [[FORM, true], [FORM.replace("<form", '<form hx-post="/act/"'), false], [FORM.replace("post", "get"), false]]) {
    await page(form, "typed.js", { at: "/page/" });
    document.querySelector("[name=action]").value = "Anna";
    document.querySelector("[name=secret]").value = "word";
    document.querySelector("form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    const kept = sessionStorage.getItem("typed") ?? "";
    equal([kept.includes("Anna"), kept.includes("word")], [isKept, false], form);
  }
});

// What a tap brings along in the form of a deal.
const BOX = (name, brings, more = "") => `<input type="checkbox" name="${name}" data-brings="${brings}"${more}>`;
const GAME = (value, most) => `<input type="radio" name="game" value="${value}" data-most="${most}">`;
const DEAL = `<form class="deal-form">${GAME("grand", 4)}${GAME("clubs", 11)}${GAME("null", 0)}<input name="bid">
  ${[-11, -4, 1, 4, 5, 11].map((n) => `<input type="radio" name="matadors" value="${n}">`).join("")}<div data-part="suits"></div><div data-part="trumps"></div>
  ${BOX("hand", "", " data-in-null")}${BOX("schneider", "")}${BOX("announced", "hand schneider")}${BOX("ouvert", "announced hand", " data-in-null")}</form>`;
const field = (name, value) => document.querySelector(`[name=${name}]${value === undefined ? "" : `[value="${value}"]`}`);
const tap = (element) => {
  element.checked = element.type === "radio" || !element.checked;
  element.dispatchEvent(new Event("change", { bubbles: true }));
};
const ticked = () => [...document.querySelectorAll("[data-brings]:checked")].map((one) => one.name);

it("an announcement brings what it needs along, and goes when that goes", async () => {
  await page(DEAL, "entry.js");
  tap(field("game", "grand"));
  tap(field("announced"));
  equal(ticked(), ["hand", "schneider", "announced"]);
  tap(field("hand"));
  equal(ticked(), ["schneider"]);
});

it("a Null has nothing but Hand and ouvert, and brings nothing along", async () => {
  await page(DEAL, "entry.js");
  tap(field("game", "grand"));
  tap(field("schneider"));
  tap(field("game", "null"));
  equal([ticked(), field("schneider").disabled, field("hand").disabled], [[], true, false]);
  tap(field("ouvert"));
  equal(ticked(), ["ouvert"]);
});

it("matadors that a game cannot have are not offered, and those of an overbid Null are", async () => {
  await page(DEAL, "entry.js");
  const offered = () => [...document.querySelectorAll("[name=matadors]")].filter((one) => !one.disabled).map((one) => one.value);
  const parts = () => [...document.querySelectorAll("[data-part]")].filter((one) => !one.hidden).map((one) => one.dataset.part);
  tap(field("game", "clubs"));
  equal([offered(), parts()], [["-11", "-4", "1", "4", "5", "11"], ["suits", "trumps"]]);
  tap(field("matadors", "5"));
  tap(field("game", "grand"));
  equal([offered(), parts(), field("matadors", "5").checked], [["-4", "1", "4"], ["trumps"], false]);
  tap(field("game", "null"));
  equal([offered(), parts()], [[], []]);
  field("bid").value = "24";
  tap(field("bid"));
  equal([offered(), parts()], [["-4", "1", "4"], ["trumps"]]);
});

// Deadlines, links that are handed on, acts without an answer.

it("a deadline is counted down from when the page came, and says when it is over", async () => {
  const hours = new Clock();
  replaced(window, "setInterval", () => 0);
  for (const [left, shown] of [[3725, "1:02:05 left"], [65, "1:05 left"], [1, "0:01 left"], [0, "over"], [-3, "over"]]) {
    await page(`<p data-seconds-left="${left}" data-words="0:00 left" data-over="over"></p>`, "countdown.js");
    equal([document.querySelector("p").textContent, document.querySelector("p").className], [shown, left > 0 ? "" : "is-over"]);
  }
  ok(hours);
});

it("whoever came by a link finds the line marked, also after the sort of a column", async () => {
  const rows = `<table id="standings"><thead><tr><th><a href="?sort=won">Won</a></th></tr></thead><tbody>
    <tr id="no-7"><td><small>Ulm</small><tr id="no-8"><td><small>Bonn</small></tbody></table>`;
  for (const [at, marked, query] of [["/?player=7", ["no-7"], "?sort=won&player=7"], ["/?club=Bonn", ["no-8"], "?sort=won&club=Bonn"], ["/", [], "?sort=won"]]) {
    await page(rows, "standings.js", { at });
    document.dispatchEvent(new Event("live:changed"));
    equal([...document.querySelectorAll("[aria-current]")].map((one) => one.id), marked, at);
    equal(document.querySelector("th a").search, query, at);
    document.getElementById("standings").remove();
  }
});

it("an act that is not answered says so at its button, once, and not after the next try", async () => {
  await page('<main id="main" data-unanswered="No answer." data-signed-out="Signed out."><div id="messages"></div><form><p class="actions"><button id="act"></button></p></form></main>', "unanswered.js");
  const elt = document.getElementById("act");
  const happens = (name, verb = "post") => document.dispatchEvent(new CustomEvent(name, { detail: { elt, requestConfig: { verb } } }));
  happens("htmx:sendError", "get");
  equal(document.getElementById("unanswered"), null);
  happens("htmx:sendError");
  happens("htmx:responseError");
  equal([document.querySelectorAll("#unanswered").length, document.querySelector("form").firstElementChild.textContent], [1, "No answer."]);
  happens("htmx:beforeRequest", "get");
  ok(document.getElementById("unanswered"));
  happens("htmx:beforeRequest");
  equal(document.getElementById("unanswered"), null);
  document.dispatchEvent(new Event("signed-out"));
  equal(document.getElementById("messages").textContent, "Signed out.");
});
