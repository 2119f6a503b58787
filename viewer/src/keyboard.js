// Keys on the picture and on the points in space.

const ZOOM = { "+": 1.5, "=": 1.5, "-": 1 / 1.5 };
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TURNS = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };
const CLOSER = { "+": 0.8, "=": 0.8, "-": 1.25 };

// `act` says whether the key was for it; then the browser does nothing with it. With Ctrl, Alt or Cmd a key is the
// browser's own: it makes the whole page larger, or goes back to the page before.
function listen(canvas, act) {
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (act(event)) event.preventDefault();
  });
}

// `acts` holds move(right, down) in pixels of the picture, click(), magnify(factor) and clear().
export function listenToPictureKeys(canvas, acts) {
  listen(canvas, ({ key, shiftKey }) => {
    if (key in MOVES) acts.move(...MOVES[key].map((step) => (shiftKey ? 10 : 1) * step));
    else if (key === "Enter" || key === " ") acts.click();
    else if (key in ZOOM) acts.magnify(ZOOM[key]);
    else if (key === "Escape") acts.clear();
    else return false;
    return true;
  });
}

// `acts` holds turn(right, up) and approach(share of the distance).
export function listenToCloudKeys(canvas, acts) {
  listen(canvas, ({ key }) => {
    if (key in TURNS) acts.turn(...TURNS[key]);
    else if (key in CLOSER) acts.approach(CLOSER[key]);
    else return false;
    return true;
  });
}
