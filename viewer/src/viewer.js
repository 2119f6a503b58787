// The parts of the page put together: what a hand, a pointer or a key does to one, and what the others show then.
import { CloudPanel } from "./cloud_panel.js";
import { fillDownloads } from "./downloads.js";
import { Focus } from "./focus.js";
import { listenToPictureKeys } from "./keyboard.js";
import { Layers } from "./layers.js";
import { clearMarks } from "./marks.js";
import { within } from "./numbers.js";
import { $, fillPage } from "./page.js";
import { listenToPointer } from "./pointer.js";
import { Readout } from "./readout.js";
import { labelScale } from "./scale.js";
import { Stage } from "./stage.js";
import { View } from "./view.js";

export class Viewer {
  constructor(data, stage) {
    this.data = data;
    this.stage = stage;
    this.canRefocus = stage instanceof Stage && Boolean(data.images.sharp);
    this.view = new View(data.width, data.height);
    this.readout = new Readout(data);
    this.layers = new Layers(data, stage, this.canRefocus);
    this.cloudPanel = new CloudPanel(data, this.layers);
    this.focus = new Focus(data, stage, {
      show: () => this.layers.first === "refocused" || this.layers.showAlone("refocused"),
      draw: () => this.draw(),
    });
    fillPage(data);
    fillDownloads(data, this.layers, this.cloudPanel);
    $("focusing").hidden = !this.canRefocus;
    $("tab-cloud").disabled = !(stage instanceof Stage);
    this.paint();
    this.listen();
    this.focus.set(data.focus_m[0]);
    this.resize();
  }

  paint() {
    this.layers.paint();
    this.draw();
    this.cloudPanel.fill();
  }

  draw() {
    const { first, second, blend } = this.layers;
    if ([first, second].includes("refocused")) this.focus.refocus();
    this.stage.draw(first, second, blend, this.view.part);
    this.labelScale();
    this.drawMarks();
  }

  labelScale() {
    const { cloudPanel, data, layers } = this;
    labelScale(cloudPanel.isShown ? [cloudPanel.paint] : layers.seen, layers.range, data.sd_range_m);
  }

  drawMarks() {
    if (this.cloudPanel.isShown) clearMarks();
    else {
      const screen = $("picture").getBoundingClientRect();
      this.readout.draw((pixel) => this.view.onScreen(pixel, screen));
    }
  }

  read(pixel) {
    if (!pixel) return;
    this.readout.read(pixel);
    this.drawMarks();
  }

  click(pixel) {
    if (!pixel) return;
    if ($("focus-here").checked && this.canRefocus) {
      const found = this.data.crisp[pixel.y * this.data.width + pixel.x];
      if (Number.isFinite(found)) {
        this.layers.showAlone("refocused");
        this.focus.set(1 / found);
      }
    } else this.readout.click(pixel);
    this.read(pixel);
    this.draw();
  }

  magnify(factor, centre) {
    this.view.magnify(factor, centre);
    this.draw();
  }

  pan(right, up) {
    this.view.pan(right, up);
    this.draw();
  }

  // From the pixel that is pointed at, or from the middle of the picture, to another.
  move(right, down) {
    const { width, height } = this.data;
    const { x, y } = this.start;
    const pixel = { x: within(x + right, 0, width - 1), y: within(y + down, 0, height - 1) };
    this.view.follow(pixel);
    this.draw();
    this.read(pixel);
  }

  get start() {
    return this.readout.pointer ?? { x: this.data.width >> 1, y: this.data.height >> 1 };
  }

  showCloud(visible) {
    $("picture").hidden = visible;
    this.cloudPanel.show(visible);
    $("layers").hidden = visible;
    $("focusing").hidden = visible || !this.canRefocus;
    $("fade").closest("label").hidden = visible;
    $("tab-cloud").setAttribute("aria-selected", visible);
    $("tab-picture").setAttribute("aria-selected", !visible);
    this.resize();
    this.cloudPanel.fill();
  }

  resize() {
    const { data } = this;
    const width = $("frame").clientWidth;
    const height = Math.round((width * data.height) / data.width);
    const ratio = Math.min(window.devicePixelRatio, 2);
    const picture = $("picture");
    picture.width = Math.round(width * ratio);
    picture.height = Math.round(height * ratio);
    picture.style.height = `${height}px`;
    this.cloudPanel.resize(width, height);
    this.draw();
  }

  listen() {
    const on = (id, kind, act) => $(id).addEventListener(kind, act);
    for (const id of ["first", "second"]) on(id, "change", () => this.draw());
    on("blend", "input", () => this.draw());
    for (const id of ["map", "from", "to", "fade"]) on(id, "change", () => this.paint());
    on("zoom-in", "click", () => this.magnify(1.5));
    on("zoom-out", "click", () => this.magnify(1 / 1.5));
    on("zoom-all", "click", () => this.magnify(1e-3));
    on("tab-picture", "click", () => this.showCloud(false));
    on("tab-cloud", "click", () => this.showCloud(true));
    on("paint", "input", () => this.labelScale());
    listenToPointer($("picture"), {
      point: (place) => this.read(this.view.pixelAt(place)),
      click: (place) => this.click(this.view.pixelAt(place)),
      pan: (right, up) => this.pan(right, up),
      magnify: (factor, centre) => this.magnify(factor, centre),
    });
    listenToPictureKeys($("picture"), {
      move: (right, down) => this.move(right, down),
      click: () => this.click(this.start),
      magnify: (factor) => this.magnify(factor),
      clear: () => {
        this.readout.clear();
        this.draw();
      },
    });
    window.addEventListener("resize", () => this.resize());
  }
}
