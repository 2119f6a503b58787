// The points in space, and the controls of them: how they are coloured, which are left out, how deep the scene is.
import { Cloud } from "./cloud.js";
import { listenToCloudKeys } from "./keyboard.js";
import { digits } from "./numbers.js";
import { $ } from "./page.js";

export class CloudPanel {
  constructor(data, layers) {
    this.data = data;
    this.layers = layers;
    for (const id of ["paint", "limit", "stretch"]) $(id).addEventListener("input", () => this.fill());
    $("home").addEventListener("click", () => this.cloud?.reset());
    listenToCloudKeys($("cloud"), {
      turn: (right, up) => this.cloud.turn(right, up),
      approach: (share) => this.cloud.approach(share),
    });
  }

  get isShown() {
    return !$("cloud").hidden;
  }

  // What the points are coloured by.
  get paint() {
    return $("paint").value;
  }

  // Points whose error bar is longer are left out.
  get largestSd() {
    const [least, most] = this.data.sd_range_m;
    const share = Number($("limit").value);
    return share >= 1 ? Infinity : least * (most / least) ** share;
  }

  // Show the points, which are made when they are first asked for, or hide them.
  show(visible) {
    $("cloud").hidden = !visible;
    $("space").hidden = !visible;
    if (visible) this.cloud ??= new Cloud($("cloud"), this.data);
  }

  fill() {
    if (!this.cloud || !this.isShown) return;
    const { cloud, largestSd } = this;
    const share = cloud.fittingShare ** (1 - Number($("stretch").value));
    cloud.fill(this.layers.pixels(this.paint), largestSd, share);
    $("stretch-value").textContent = share > 0.99 ? "true to scale" : `flattened ${digits(1 / share, 2)} times`;
    $("limit-value").textContent = Number.isFinite(largestSd) ? `${digits(100 * largestSd, 2)} cm` : "any";
    $("count").textContent = `${cloud.count} points`;
  }

  resize(width, height) {
    $("cloud").style.height = `${height}px`;
    if (this.cloud && this.isShown) this.cloud.resize(width, height);
  }
}
