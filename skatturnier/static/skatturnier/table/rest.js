// A thumb that lands twice must not save two deals: after each the buttons that say how one ended rest. Nothing is ticked
// for a deal that is passed in: whoever taps that twice in a row, with nothing touched between, means one.

const REST = 600;
const PASSED_REST = 2000;

export class Rest {
  // `changed` is called whenever another button may be pressed than before.
  constructor(changed) {
    Object.assign(this, { changed, isResting: false, hasPassed: false });
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, (event) => this.touched(event));
  }

  bars(outcome) {
    return this.isResting || (this.hasPassed && outcome === "passed");
  }

  // `ago` milliseconds have passed since it was pressed.
  begin(outcome, ago = 0) {
    const passes = outcome === "passed" ? PASSED_REST : 0;
    Object.assign(this, { isResting: ago < REST, hasPassed: ago < passes });
    this.changed();
    for (const timer of [this.resting, this.passing]) clearTimeout(timer);
    this.resting = setTimeout(() => this.rested({ isResting: false }), REST - ago);
    this.passing = setTimeout(() => this.rested({ hasPassed: false }), passes - ago);
  }

  rested(fields) {
    Object.assign(this, fields);
    this.changed();
  }

  touched({ target }) {
    const isSame = target instanceof Element && target.closest("[name=outcome][value=passed]");
    if (this.hasPassed && !isSame) this.rested({ hasPassed: false });
  }
}
