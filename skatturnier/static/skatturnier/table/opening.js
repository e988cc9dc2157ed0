// What the page opens beside its tiles: dialogs over it, loaded when they are needed; without scripts these are pages.

import { noted } from "./sides.js";

const ALONE = { judge: { do: "object" }, "take-over": { do: "call", kind: "take-over" } };

const OF_THE_LIST = ["sign", "deal"];

export class Opening {
  constructor(page, places) {
    Object.assign(this, { page, places });
    document.addEventListener("click", (event) => this.pressed(event));
  }

  pressed(event) {
    const { opens: name, number } = event.target.closest("[data-opens]")?.dataset ?? {};
    // The second list is signed and corrected nowhere.
    if (!name || (OF_THE_LIST.includes(name) && this.page.data.copy !== "first")) return;
    event.preventDefault();
    this.open(name, number ? { number: Number(number) } : {});
  }

  // Open a dialog; what takes one tap is said at once, in the place of what was not taken.
  async open(name, about = {}) {
    if (ALONE[name]) {
      await this.page.table.say(ALONE[name], about.act?.key);
      return scrollTo(0, 0);
    }
    try {
      return (await this.load())[name].open(about);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return this.notLoaded();
    }
  }

  // Show what was said and waits, or was not taken; mostly there is nothing to show.
  async show(isWaiting) {
    const { table, data } = this.page;
    if (!table.said().length && !this.isShown) return;
    this.isShown = true;
    const { drawSaid } = await import("./says.js");
    const acts = { words: data.words, phrases: data.phrases, drop: ({ key }) => table.drop(key), again: (act) => this.again(act) };
    drawSaid(this.places, table.said(), isWaiting, acts);
  }

  load() {
    this.loaded ||= import("./dialogs/dialogs.js").then(({ dialogsOf }) => dialogsOf(this.page));
    this.loaded.catch(() => {
      this.loaded = null;
    });
    return this.loaded;
  }

  // The network was gone before it was needed.
  notLoaded() {
    this.note ||= noted("wrong", this.page.show.say("not-loaded"));
    this.places.box.before(this.note);
  }

  // Say once more what was not taken.
  again(act) {
    const { page } = this;
    if (act.do === "correct") {
      const deal = page.table.deals().find((one) => one.number === act.number);
      return deal && page.mayCorrect ? page.mend(deal, act) : null;
    }
    const calls = { returns: "leaves" };
    const name = { object: "object", call: calls[act.kind] || act.kind }[act.do] || "sign";
    return this.open(name, { act });
  }
}
