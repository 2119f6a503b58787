// What is known of the pixel that is pointed at, and the distance between two that were clicked.
import { distance } from "./geometry.js";
import { drawMarks } from "./marks.js";
import { centimetres, metres } from "./numbers.js";
import { $ } from "./page.js";

export class Readout {
  constructor(data) {
    this.data = data;
    this.clicks = [];
    this.pointer = null;
  }

  // A third click begins anew.
  click(pixel) {
    this.clicks = this.clicks.length === 2 ? [pixel] : [...this.clicks, pixel];
  }

  clear() {
    this.clicks = [];
    if (this.pointer) this.read(this.pointer);  // without the distance
  }

  read(pixel) {
    this.pointer = pixel;
    $("reading").textContent = [this.aboutPixel(pixel), this.aboutDistance()].filter(Boolean).join("\n");
  }

  aboutPixel(pixel) {
    const { data } = this;
    const index = pixel.y * data.width + pixel.x;
    const found = data.at(index);
    const place = `(${pixel.x * data.reduced}, ${pixel.y * data.reduced})`;
    let text = `${place} depth ${metres(found.depth)} ${centimetres(found.sd)}`;
    if (found.two) {
      const share = Math.round(100 * found.probability);
      text += `; front ${metres(found.front)} (${share} %), back ${metres(found.back)} (${100 - share} %)`;
    }
    if (data.truth) {
      const truth = 1 / data.truth[index];
      const error = 100 * (found.depth - truth);
      text += `; true ${metres(truth)}`;
      if (Number.isFinite(error)) text += `, off by ${error > 0 ? "+" : ""}${error.toFixed(1)} cm`;
    }
    return text;
  }

  aboutDistance() {
    if (this.clicks.length < 2) return "";
    const { length, sd } = distance(this.data, ...this.clicks);
    return `between the marks ${metres(length)} ${centimetres(sd)}`;
  }

  // `onScreen` says where a pixel is on the screen.
  draw(onScreen) {
    drawMarks(this.clicks.map(onScreen), this.pointer && onScreen(this.pointer));
  }
}
