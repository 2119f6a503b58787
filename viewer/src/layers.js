// The layers of the picture: which there are, which two are shown, and those that are painted in colours.
import { colorTable, colored, errorColors, faded, greyPixels } from "./colors.js";
import { digits } from "./numbers.js";
import { $ } from "./page.js";
import { pixelsOf } from "./pixels.js";
import { paintBar } from "./scale.js";

const NAMES = {
  sharp: "without blur", refocused: "refocused", minus: "first photograph", plus: "second photograph",
  depth: "depth", sd: "error bar", truth: "true depth", error: "error", boundary: "boundaries",
};
const COLOR_BLIND = ["viridis", "cividis", "gray"];

export class Layers {
  constructor(data, stage, canRefocus) {
    this.data = data;
    this.stage = stage;
    this.maps = Object.fromEntries(Object.entries(data.color_maps).map(([name, text]) => [name, colorTable(text)]));
    this.fillMenus(canRefocus);
  }

  fillMenus(canRefocus) {
    const { data } = this;
    const there = {
      ...data.images, refocused: canRefocus, depth: true, sd: true, truth: data.truth, error: data.truth,
      boundary: data.boundary,
    };
    for (const id of ["first", "second"]) {
      for (const [name, text] of Object.entries(NAMES)) if (there[name]) $(id).add(new Option(text, name));
    }
    $("first").value = "depth";
    $("second").value = data.images.sharp ? "sharp" : "minus";
    for (const name of Object.keys(this.maps)) {
      $("map").add(new Option(COLOR_BLIND.includes(name) ? `${name} (also for the colour-blind)` : name, name));
    }
    $("from").value = data.shown_range_m[0].toPrecision(4);
    $("to").value = data.shown_range_m[1].toPrecision(4);
  }

  get first() {
    return $("first").value;
  }

  get second() {
    return $("second").value;
  }

  // How much of the second layer is over the first.
  get blend() {
    return Number($("blend").value);
  }

  // The layers of which anything can be seen.
  get seen() {
    return [this.blend < 1 && this.first, this.blend > 0 && this.second].filter(Boolean);
  }

  showAlone(name) {
    $("first").value = name;
    $("blend").value = 0;
  }

  // The range of colours as it is typed; the last one that made sense while that makes none.
  readRange() {
    const typed = ["from", "to"].map((id) => Number($(id).value));
    const isRange = typed[0] > 0 && typed[1] > typed[0];
    for (const id of ["from", "to"]) $(id).setAttribute("aria-invalid", !isRange);
    if (isRange) this.range = typed;
    return this.range;
  }

  // Depth and error bar in colours; 1/z in even steps, as blur goes. Depth fades to grey where its error bar is a good
  // part of the scale: a guess should not look like a finding.
  paint() {
    const { data, stage } = this;
    const table = this.maps[$("map").value];
    const [near, far] = this.readRange();
    const width = 1 / near - 1 / far;
    const depthShare = (q) => (1 / near - q) / width;
    const [least, most] = data.sd_range_m;
    const sdShare = (sd) => Math.log(sd / least) / Math.log(most / least);
    const depth = colored(data.mean, table, depthShare);
    this.crisp = colored(data.crisp, table, depthShare);
    this.sd = colored(data.sds, table, sdShare);
    const errorBars = () => data.mean.map((q, index) => (data.sds[index] * q * q) / Math.abs(width));
    stage.setLayer("depth", $("fade").checked ? faded(depth, errorBars()) : depth);
    stage.setLayer("sd", this.sd);
    if (data.truth) this.paintTruth(colored(data.truth, table, depthShare));
    if (data.boundary) stage.setLayer("boundary", greyPixels(data.boundary));
    paintBar(table);
  }

  // The true depth in the colours of depth, and the error, whose colours its name in the menus explains.
  paintTruth(truth) {
    const { data, stage } = this;
    const { pixels, full } = errorColors(data.mean.map((q, index) => 1 / q - 1 / data.truth[index]));
    stage.setLayer("truth", truth);
    stage.setLayer("error", pixels);
    for (const option of document.querySelectorAll("option[value=error]")) {
      // The number comes early: a menu on a phone shows no more than the beginning.
      option.textContent = `error: red too far by ${digits(100 * full, 2)} cm or more, blue too near`;
    }
  }

  // Four bytes for every pixel, as points in space are coloured: by the picture, by depth or by its error bar.
  pixels(name) {
    if (name !== "picture") return name === "sd" ? this.sd : this.crisp;
    this.picture ??= pixelsOf(this.data.images.sharp ?? this.data.images.minus);
    return this.picture;
  }
}
