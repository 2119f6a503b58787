// The scale of colours beside the picture, and the numbers at its ends.
import { colorAt } from "./colors.js";
import { $ } from "./page.js";

const ROWS = 256;

// The far end is at the top.
export function paintBar(table) {
  const bar = $("bar").getContext("2d");
  const strip = bar.createImageData(1, ROWS);
  for (let row = 0; row < ROWS; row += 1) strip.data.set(colorAt(table, 1 - row / (ROWS - 1)), 4 * row);
  bar.putImageData(strip, 0, 0);
}

// Of the layers that are seen; photographs have no scale.
export function labelScale(seen, isSd, depthRange, sdRange) {
  const ends = isSd ? sdRange : depthRange;
  const text = (value) => (isSd ? `${(100 * value).toPrecision(2)} cm` : `${value.toPrecision(3)} m`);
  $("near").textContent = text(ends[0]);
  $("far").textContent = text(ends[1]);
  $("scale").hidden = !seen.some((name) => ["depth", "sd", "truth"].includes(name));
}
