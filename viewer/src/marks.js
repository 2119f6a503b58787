// Marks over the picture: the pixels that were clicked, the line between them, and the one that is pointed at.
import { $ } from "./page.js";

export function clearMarks() {
  $("marks").replaceChildren();
}

export function drawMarks(clicks, pointer) {
  clearMarks();
  for (const [cx, cy] of clicks) add("circle", { cx, cy, r: 6 });
  if (clicks.length === 2) add("line", { x1: clicks[0][0], y1: clicks[0][1], x2: clicks[1][0], y2: clicks[1][1] });
  if (pointer) add("circle", { cx: pointer[0], cy: pointer[1], r: 3 });
}

function add(name, attributes) {
  const mark = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) mark.setAttribute(key, value);
  const under = mark.cloneNode();
  under.setAttribute("class", "under");  // a mark is seen on any colour
  $("marks").append(under, mark);
}
