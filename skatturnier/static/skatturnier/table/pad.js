// A field to sign in with a finger, a pen or a mouse. What is drawn goes into the form as the path of an SVG of 600 by
// 200 units. Whoever cannot draw says it aloud: of the two the last one counts.

const WIDTH = 600;
const HEIGHT = 200;
// The site takes 8000 characters; from here on the pen has run dry.
const MOST = 7900;
// Points nearer than this say nothing more about a line.
const STEP = 3;
// A thumb that lands twice presses once, not also what comes under it then.
const REST = 600;

export function rest(form) {
  for (const part of form.querySelectorAll("fieldset, button[type=submit]")) {
    part.inert = true;
    setTimeout(() => { part.inert = false; }, REST);
  }
}

export function takeOver(pad) {
  const form = pad.closest("form");
  const field = form.querySelector('[name="drawing"]');
  const hearers = form.querySelectorAll('[name="heard_by"]');
  const svg = pad.querySelector("svg");
  const path = svg.querySelector("path");
  let last = null;

  const show = () => path.setAttribute("d", field.value);
  const add = (pen, point) => {
    if (field.value.length > MOST) return;
    field.value += `${pen}${point.x} ${point.y}`;
    last = point;
    show();
  };
  const pointOf = (event) => {
    const box = svg.getBoundingClientRect();
    const within = (share, size) => Math.round(Math.min(1, Math.max(0, share)) * size);
    return {
      x: within((event.clientX - box.left) / box.width, WIDTH),
      y: within((event.clientY - box.top) / box.height, HEIGHT),
    };
  };

  svg.addEventListener("pointerdown", (event) => {
    // A second finger is a palm that rests on the screen.
    if (!event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    for (const hearer of hearers) hearer.checked = false;
    add("M", pointOf(event));
  });
  svg.addEventListener("pointermove", (event) => {
    if (last === null || !event.isPrimary) return;
    // Between two frames a quick hand leaves several points.
    const passed = event.getCoalescedEvents ? event.getCoalescedEvents() : [];
    for (const one of passed.length ? passed : [event]) {
      const point = pointOf(one);
      if (last !== null && Math.hypot(point.x - last.x, point.y - last.y) >= STEP) add("L", point);
    }
  });
  for (const end of ["pointerup", "pointercancel"]) {
    svg.addEventListener(end, () => { last = null; });
  }
  const clear = () => {
    field.value = "";
    last = null;
    show();
  };
  pad.querySelector("button").addEventListener("click", clear);
  for (const hearer of hearers) hearer.addEventListener("change", clear);
  // What was drawn before the site asked for something else is still there.
  show();
  pad.hidden = false;
}

// Whether strokes can be meant as a name; the site says within which bounds, and looks again.
export function isSignature(path, { shortest, bent }) {
  const points = [...path.matchAll(/([ML])(\d+) (\d+)/g)].map(([, pen, x, y]) => ({ pen, x: Number(x), y: Number(y) }));
  const steps = points.map((point, at) => (point.pen === "M" ? 0 : Math.hypot(point.x - points[at - 1].x, point.y - points[at - 1].y)));
  const drawn = steps.reduce((sum, step) => sum + step, 0);
  const spans = (of) => Math.max(...points.map(of)) - Math.min(...points.map(of));
  return drawn >= shortest && drawn >= bent * Math.hypot(spans(({ x }) => x), spans(({ y }) => y));
}
