// One deal in a dialog: how it was counted, its correction with the consent of all its players (ISkO 5.5.3).

import { computation, sentence } from "../words.js";

const write = (dialog, name, text) => {
  dialog.querySelector(`[data-${name}]`).textContent = text;
};

// The dialogs by their names: "deal" shows one, "correct" asks for the consent.
export function dealDialogs(page, find) {
  return [["deal", new Deal(page, find("deal"))], ["correct", new Correct(page, find("correct"))]];
}

function spoken({ show, data, lines }, deal, names = show.names) {
  return sentence(deal, deal.points, deal.declarer ? names[deal.declarer - 1] : "", data.phrases, lines);
}

class Deal {
  constructor(page, dialog) {
    Object.assign(this, { page, dialog });
    this.form = dialog.querySelector("form");
    dialog.querySelector("[data-mend]").addEventListener("click", () => this.leave(() => page.mend(this.deal)));
    dialog.querySelector("[data-object]")?.addEventListener("click", () => this.leave(() => page.opening.open("object", { number: this.deal.number })));
    this.form.addEventListener("submit", (event) => this.takeBack(event));
  }

  open({ number }) {
    const { page, dialog } = this;
    const deals = page.table.deals();
    this.deal = deals.find((one) => one.number === number);
    if (!this.deal) return;
    this.form.reset();
    write(dialog, "number", page.show.say("number", { number }));
    write(dialog, "words", spoken(page, this.deal, this.deal.names));
    const found = this.deal.declarer ? page.lines.look(this.deal, this.deal.won ? "won" : "lost") : null;
    write(dialog, "steps", found ? computation(found.steps, page.data.phrases) : "");
    dialog.querySelector("[data-mend]").hidden = !page.mayCorrect;
    this.form.hidden = !page.mayCorrect || this.deal !== deals[deals.length - 1];
    // What the site has not heard of has no page there.
    const link = dialog.querySelector("[data-page]");
    Object.assign(link, { href: page.show.addressOf(this.deal), hidden: Boolean(this.deal.waits) });
    dialog.showModal();
  }

  leave(then) {
    this.dialog.close();
    then();
  }

  takeBack(event) {
    event.preventDefault();
    this.leave(() => this.page.table.undo(true));
  }
}

class Correct {
  constructor(page, dialog) {
    Object.assign(this, { page, dialog });
    this.form = dialog.querySelector("form");
    this.form.addEventListener("submit", (event) => this.submit(event));
  }

  // Ask for the consent to a line in the place of a deal, as it stands at this moment.
  open({ deal, line, points, act = null }) {
    const { page, dialog, form } = this;
    Object.assign(this, { deal, line, points, act });
    form.reset();
    form.elements.because.value = act?.because || "";
    write(dialog, "number", page.show.say("correct-deal", { number: deal.number }));
    write(dialog, "was", spoken(page, deal, deal.names));
    write(dialog, "words", spoken(page, { ...line, points }));
    dialog.showModal();
  }

  submit(event) {
    event.preventDefault();
    const { deal, line, points, act, page, form } = this;
    const because = form.elements.because.value.trim();
    page.table.say({ do: "correct", number: deal.number, of: deal.key, line: { ...line }, points, because, agreed: true }, act?.key);
    this.dialog.close();
    page.leaveMending();
  }
}
