// Values as colours: four bytes a pixel. Unknown is grey.
import { within } from "./numbers.js";

const GREY = 128;

// How much of its colour a depth keeps, by its error bar in units of the scale; as in the still pictures (colors.py).
const certainty = (share) => {
  const x = within((share - 0.1) / 0.3, 0, 1);
  return Number.isFinite(share) ? 1 - 0.85 * x * x * (3 - 2 * x) : 1;
};

export const colorTable = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

export function colorAt(table, share) {
  const index = 3 * Math.round(255 * within(share, 0, 1));
  return [table[index], table[index + 1], table[index + 2], 255];
}

// `share` says where on the scale a value is, from 0 to 1.
export function colored(values, table, share) {
  const pixels = new Uint8Array(4 * values.length);
  values.forEach((value, index) => {
    pixels.set(Number.isFinite(value) ? colorAt(table, share(value)) : [GREY, GREY, GREY, 255], 4 * index);
  });
  return pixels;
}

// The same pixels, greyer where the error bar, in units of the scale, is a good part of it.
export function faded(pixels, errorBarShares) {
  const found = pixels.slice();
  errorBarShares.forEach((share, index) => {
    const kept = certainty(share);
    for (let k = 4 * index; k < 4 * index + 3; k += 1) found[k] = GREY + kept * (found[k] - GREY);
  });
  return found;
}

// Red is too far, blue too near, full at the largest of most errors; returns the pixels and that largest one.
export function errorColors(errors) {
  const sizes = errors.filter(Number.isFinite).map(Math.abs).sort();
  const full = sizes[Math.floor(0.98 * sizes.length)] || 1e-6;
  const pixels = new Uint8Array(4 * errors.length);
  errors.forEach((error, index) => {
    const share = Math.min(Math.abs(error) / full, 1);
    const faint = Math.round(255 * (1 - share));
    const color = error > 0 ? [255, faint, faint] : [faint, faint, 255];
    pixels.set(Number.isFinite(error) ? [...color, 255] : [GREY, GREY, GREY, 255], 4 * index);
  });
  return { pixels, full };
}

export function greyPixels(values) {
  const pixels = new Uint8Array(4 * values.length);
  values.forEach((value, index) => pixels.set([value, value, value, 255], 4 * index));
  return pixels;
}
