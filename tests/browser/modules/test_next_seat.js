// The next seat is said aloud where the button is pressed, and only when there is a new one.

import { aloud } from "/static/next_seat.js";
import { equal, it } from "./played.js";

it("a new seat is said aloud once, and only where somebody allowed it; the button answers", () => {
  const seat = "Series 2: table 1, seat 3";
  for (const [before, line, how, expected] of [
    ["", seat, { allowed: true }, seat],
    ["", seat, { allowed: false }, ""],
    [seat, seat, { allowed: true }, ""],
    [seat, "Series 2: table 4, seat 1", { allowed: true }, "Series 2: table 4, seat 1"],
    [seat, "", { allowed: true }, ""],
    ["", "", { allowed: true, pressed: "I will say it." }, "I will say it."],
    [seat, seat, { allowed: true, pressed: "I will say it." }, seat],
    [seat, seat, { allowed: false, pressed: "I will say it." }, ""],
  ]) {
    equal([before, line, how, aloud(before, line, how)], [before, line, how, expected]);
  }
});
