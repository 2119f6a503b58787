// The scale of colours beside the picture, and the numbers at its ends.
import { colorAt } from "./colors.js";
import { digits } from "./numbers.js";
import { $ } from "./page.js";

const ROWS = 256;
const WITH_SCALE = ["depth", "sd", "truth"];

// The far end is at the top.
export function paintBar(table) {
  const bar = $("bar").getContext("2d");
  const strip = bar.createImageData(1, ROWS);
  for (let row = 0; row < ROWS; row += 1) strip.data.set(colorAt(table, 1 - row / (ROWS - 1)), 4 * row);
  bar.putImageData(strip, 0, 0);
}

// The scale is that of the first layer that is seen and has one; photographs have none.
export function labelScale(seen, depthRange, sdRange) {
  const name = seen.find((layer) => WITH_SCALE.includes(layer));
  const isSd = name === "sd";
  const ends = isSd ? sdRange : depthRange;
  const text = (value) => (isSd ? `${digits(100 * value, 2)} cm` : `${digits(value, 3)} m`);
  $("near").textContent = text(ends[0]);
  $("far").textContent = text(ends[1]);
  $("scale").hidden = !name;
}
