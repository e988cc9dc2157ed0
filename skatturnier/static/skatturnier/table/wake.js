// Signs of life: moments at which it is worth asking the site again, and the patience between them.

const SIGNS = [
  [window, "online"],
  [window, "focus"],
  [window, "pageshow"],
  [document, "visibilitychange"],
];

// Call `wake` at every sign of life; return what stops that.
export function onSignOfLife(wake) {
  const heard = () => {
    if (document.visibilityState === "visible") wake();
  };
  for (const [target, name] of SIGNS) target.addEventListener(name, heard);
  return () => {
    for (const [target, name] of SIGNS) target.removeEventListener(name, heard);
  };
}

const FIRST = 2000;
const LONGEST = 30000;

// A timer that waits longer after every failure: 2, 4, 8, 16, 30 seconds.
export class Patience {
  constructor(due) {
    this.due = due;
    this.failures = 0;
    this.timer = 0;
  }

  // Ask again in `pause` milliseconds, or never when it is not given.
  rest(pause) {
    clearTimeout(this.timer);
    if (pause) this.timer = setTimeout(this.due, pause);
  }

  failed(atLeast = 0) {
    const pause = Math.min(LONGEST, FIRST * 2 ** Math.min(this.failures, 5));
    this.failures += 1;
    this.rest(Math.max(pause, atLeast));
  }

  succeeded(pause) {
    this.refresh();
    this.rest(pause);
  }

  // Something has changed: failures of before say little.
  refresh() {
    this.failures = 0;
  }
}
