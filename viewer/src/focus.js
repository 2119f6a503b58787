// The sliders of focus and aperture, and the picture as a lens set so would take it.
import { powerFor } from "./geometry.js";
import { metres } from "./numbers.js";
import { $ } from "./page.js";

const SLOW_MS = 60, REST_MS = 180;  // a refocused picture that takes long; a slider that has come to rest
const STEPS = 1000;  // of the focus slider
const MARGIN = 0.15;  // how far it goes beyond what is seen, as a share of that

export class Focus {
  // `show` is called when a slider is touched, `draw` when the picture has to be another.
  constructor(data, stage, { show, draw }) {
    this.data = data;
    this.stage = stage;
    this.draw = draw;
    for (const depth of data.focus_m) $("taken").append(new Option("", Math.round(this.position(depth))));
    const where = data.focus_m.map((depth) => (depth === null ? "beyond infinity" : metres(depth)));
    $("taken-text").textContent = `the photographs were focused at ${where.join(" and ")}`;
    for (const id of ["focus", "aperture"]) {
      $(id).addEventListener("input", () => {
        show();
        this.change(true);
      });
      $(id).addEventListener("change", () => this.change());
    }
  }

  // The slider is even in 1/z and goes a little beyond what is seen: its first 1/z, and how many there are.
  get scale() {
    const { low, high } = this.data;
    return { start: low - MARGIN * (high - low), length: (1 + 2 * MARGIN) * (high - low) };
  }

  position(depth) {
    const q = depth === null ? 0 : 1 / depth;
    return (STEPS * (q - this.scale.start)) / this.scale.length;
  }

  set(depth) {
    $("focus").value = this.position(depth);
    this.change();
  }

  // While a slider moves, a picture that takes long is a coarse one; the fine one comes when it rests.
  change(isMoving = false) {
    const { camera } = this.data;
    const q = this.scale.start + ($("focus").value / STEPS) * this.scale.length;
    const depth = q > 0 ? 1 / q : Infinity;
    const times = 2 ** Number($("aperture").value);
    this.power = powerFor(camera, depth);
    this.aperture = camera.aperture_sigma_m * times;
    $("focus-value").textContent = Number.isFinite(depth) ? metres(depth) : "infinity";
    $("aperture-value").textContent = Math.abs(times - 1) < 0.01 ? "as taken" : `${times.toPrecision(2)} times as wide`;
    this.isDone = false;
    this.quality = isMoving && this.fineTime > SLOW_MS ? "coarse" : "fine";
    clearTimeout(this.resting);
    if (this.quality === "coarse") this.resting = setTimeout(() => this.change(), REST_MS);
    this.draw();
  }

  // Make the refocused picture, if it is not yet the one that the sliders ask for.
  refocus() {
    if (this.isDone) return;
    const time = this.stage.refocus(this.power, this.aperture, this.quality);
    if (this.quality === "fine") this.fineTime = time;
    this.isDone = true;
  }
}
