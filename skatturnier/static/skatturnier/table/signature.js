// A field to sign in with a finger, a pen or a mouse. What is drawn goes into the form as the path of an SVG of 600 by
// 200 units; whoever cannot draw signs with their name, as without scripts.

const WIDTH = 600;
const HEIGHT = 200;
// The site takes 8000 characters; from here on the pen has run dry.
const MOST = 7900;
// Points nearer than this say nothing more about a line.
const STEP = 3;

for (const pad of document.querySelectorAll("[data-signature]")) {
  takeOver(pad);
}

function takeOver(pad) {
  const field = pad.closest("form").querySelector('[name="drawing"]');
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
  pad.querySelector("button").addEventListener("click", () => {
    field.value = "";
    last = null;
    show();
  });
  // What was drawn before the site asked for something else is still there.
  show();
  pad.hidden = false;
}
