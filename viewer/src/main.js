// The page: what is shown, and what a hand, a pointer or a key does to it.
import { Cloud } from "./cloud.js";
import { readData } from "./data.js";
import { npy, ply, save } from "./export.js";
import { blurSigma, distance, powerFor } from "./geometry.js";
import { PlainStage, Stage, canvasOf, pixelsOf } from "./stage.js";

const $ = (id) => document.getElementById(id);
const metres = (value) => (Number.isFinite(value) ? `${value.toFixed(value < 10 ? 4 : 2)} m` : "unknown");
const centimetres = (value) => (Number.isFinite(value) ? `± ${(100 * value).toFixed(2)} cm` : "");
const NAMES = {
  minus: "first photograph", plus: "second photograph", sharp: "without blur", refocused: "refocused",
  depth: "depth", sd: "error bar", truth: "true depth", error: "error", boundary: "boundaries",
};
const SLOW_MS = 60, REST_MS = 180;  // a refocused picture that takes long; a slider that has come to rest
const COLOR_BLIND = ["viridis", "cividis", "gray"];

// How much of its colour a depth keeps, by its error bar in units of the scale; as in the still pictures (colors.py).
const certainty = (share) => {
  const x = Math.min(Math.max((share - 0.1) / 0.3, 0), 1);
  return Number.isFinite(share) ? 1 - 0.85 * x * x * (3 - 2 * x) : 1;
};

class Viewer {
  constructor(data, stage, notice) {
    this.data = data;
    this.stage = stage;
    this.view = { x: 0, y: 0, zoom: 1 };
    this.clicks = [];
    this.pointer = null;
    this.maps = Object.fromEntries(
      Object.entries(data.color_maps).map(([name, text]) => [
        name, Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
      ]),
    );
    if (notice) this.say(notice);
    this.fillPage();
    this.fillControls();
    this.paintLayers();
    this.listen();
    this.setFocus(data.focus_m[0]);
    this.resize();
  }

  say(text) {
    const line = $("notice");
    line.hidden = false;
    line.textContent = line.textContent ? `${line.textContent} ${text}` : text;
  }

  fillPage() {
    const { data } = this;
    $("verdict").textContent = data.verdict ?? "";
    if (data.warning) this.say(data.warning);
    if (data.reduced > 1) this.say(`Every ${data.reduced}th pixel is shown; the files hold all of them.`);
    for (const [name, value] of Object.entries(data.facts)) {
      const row = $("facts").insertRow();
      const head = document.createElement("th");
      head.textContent = name;
      row.append(head);
      row.insertCell().textContent = value;
    }
    $("command").textContent = data.command ?? "";
    if (data.files?.length) {
      $("beside").append("beside this page: ");
      data.files.forEach((name, index) => {
        const link = document.createElement("a");
        link.href = encodeURIComponent(name);
        link.textContent = name;
        $("beside").append(index ? ", " : "", link);
      });
    }
  }

  fillControls() {
    const { data } = this;
    const layers = ["sharp", "refocused", "minus", "plus", "depth", "sd", "truth", "error", "boundary"].filter(
      (name) => name === "depth" || name === "sd" || (data.truth && (name === "truth" || name === "error")) || (name === "refocused" ? this.canRefocus : data.images[name])
        || (name === "boundary" && data.boundary),
    );
    for (const id of ["first", "second"]) {
      for (const name of layers) $(id).add(new Option(NAMES[name], name));
    }
    $("first").value = "depth";
    $("second").value = data.images.sharp ? "sharp" : "minus";
    for (const name of Object.keys(this.maps)) {
      $("map").add(new Option(COLOR_BLIND.includes(name) ? `${name} (also for the colour-blind)` : name, name));
    }
    $("from").value = data.shown_range_m[0].toPrecision(4);
    $("to").value = data.shown_range_m[1].toPrecision(4);
    $("focusing").hidden = !this.canRefocus;
    $("tab-cloud").disabled = this.stage instanceof PlainStage;
    const taken = data.focus_m.map((depth) => Math.round(this.focusPosition(depth)));
    for (const position of taken) $("taken").append(new Option("", position));
    const where = data.focus_m.map((depth) => (depth === null ? "beyond infinity" : metres(depth)));
    $("taken-text").textContent = `the photographs were focused at ${where.join(" and ")}`;
    for (const [name, make] of Object.entries(this.downloads())) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.addEventListener("click", make);
      $("downloads").append(button);
    }
  }

  get canRefocus() {
    return this.stage instanceof Stage && Boolean(this.data.images.sharp);
  }

  downloads() {
    const { data } = this;
    const shape = [data.height, data.width];
    const files = {
      "depth_m.npy": () => save("depth_m.npy", npy(data.mean.map((q) => 1 / q), shape), "application/octet-stream"),
      "depth_sd_m.npy": () => save("depth_sd_m.npy", npy(data.sds, shape), "application/octet-stream"),
      "cloud.ply": () =>
        save("cloud.ply", ply(data, this.layerPixels("picture"), this.largestSd()), "application/octet-stream"),
      "this view.png": () => $($("cloud").hidden ? "picture" : "cloud").toBlob((blob) => save("view.png", [blob], "image/png")),
    };
    if (data.boundary) {
      const make = () => canvasOf(this.boundaryPixels(), data.width, data.height);
      files["boundary.png"] = () => make().toBlob((blob) => save("boundary.png", [blob], "image/png"));
    }
    if (data.camera_file) files["camera.toml"] = () => save("camera.toml", [data.camera_file], "application/toml");
    if (data.images.sharp) {
      files["sharp.png"] = async () => save("sharp.png", [await (await fetch(data.images.sharp.src)).blob()], "image/png");
    }
    return files;
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
  paintLayers() {
    const { data, stage } = this;
    const table = this.maps[$("map").value];
    const [near, far] = this.readRange();
    const color = (share) => {
      const index = 3 * Math.round(255 * Math.min(Math.max(share, 0), 1));
      return [table[index], table[index + 1], table[index + 2], 255];
    };
    const paint = (values, share) => {
      const pixels = new Uint8Array(4 * values.length);
      values.forEach((value, index) => {
        pixels.set(Number.isFinite(value) ? color(share(value)) : [128, 128, 128, 255], 4 * index);
      });
      return pixels;
    };
    const fade = (pixels, values) => {
      if ($("fade").checked) {
        values.forEach((q, index) => {
          const kept = certainty((data.sds[index] * q * q) / Math.abs(1 / near - 1 / far));
          for (let k = 4 * index; k < 4 * index + 3; k += 1) pixels[k] = 128 + kept * (pixels[k] - 128);
        });
      }
      return pixels;
    };
    this.layers = {
      depth: paint(data.mean, (q) => (1 / near - q) / (1 / near - 1 / far)),
      crisp: paint(data.crisp, (q) => (1 / near - q) / (1 / near - 1 / far)),
      sd: paint(data.sds, (sd) => Math.log(sd / data.sd_range_m[0]) / Math.log(data.sd_range_m[1] / data.sd_range_m[0])),
    };
    stage.setLayer("depth", fade(this.layers.depth.slice(), data.mean));
    stage.setLayer("sd", this.layers.sd);
    if (data.truth) this.paintTruth(paint(data.truth, (q) => (1 / near - q) / (1 / near - 1 / far)));
    if (data.boundary) stage.setLayer("boundary", this.boundaryPixels());
    const bar = $("bar").getContext("2d");
    const strip = bar.createImageData(1, 256);
    for (let row = 0; row < 256; row += 1) strip.data.set(color(1 - row / 255), 4 * row);
    bar.putImageData(strip, 0, 0);
    this.draw();
    this.fillCloud();
  }

  boundaryPixels() {
    const pixels = new Uint8Array(4 * this.data.boundary.length);
    this.data.boundary.forEach((value, index) => pixels.set([value, value, value, 255], 4 * index));
    return pixels;
  }

  // The true depth in the colours of depth, and the error: red is too far, blue too near, full at the largest of most.
  paintTruth(truth) {
    const { data, stage } = this;
    const errors = data.mean.map((q, index) => 1 / q - 1 / data.truth[index]);
    const sizes = errors.filter(Number.isFinite).map(Math.abs).sort();
    const full = sizes[Math.floor(0.98 * sizes.length)] || 1e-6;
    const pixels = new Uint8Array(4 * errors.length);
    errors.forEach((error, index) => {
      const share = Math.min(Math.abs(error) / full, 1);
      const faint = Math.round(255 * (1 - share));
      const color = error > 0 ? [255, faint, faint] : [faint, faint, 255];
      pixels.set(Number.isFinite(error) ? [...color, 255] : [128, 128, 128, 255], 4 * index);
    });
    stage.setLayer("truth", truth);
    stage.setLayer("error", pixels);
    for (const option of document.querySelectorAll("option[value=error]")) {
      option.textContent = `error: red too far, blue too near, by ${(100 * full).toPrecision(2)} cm or more`;
    }
  }

  labelScale() {
    const { data } = this;
    const isSd = ($("cloud").hidden ? $("first").value : $("paint").value) === "sd";
    const ends = isSd ? data.sd_range_m : this.range;
    const text = (value) => (isSd ? `${(100 * value).toPrecision(2)} cm` : `${value.toPrecision(3)} m`);
    $("near").textContent = text(ends[0]);
    $("far").textContent = text(ends[1]);
    const blend = Number($("blend").value);
    const inSpace = !$("cloud").hidden;
    const shown = inSpace ? [$("paint").value] : [blend < 1 && $("first").value, blend > 0 && $("second").value];
    $("scale").hidden = !shown.some((name) => ["depth", "sd", "truth"].includes(name));
  }

  layerPixels(name) {
    if (name !== "picture") return name === "sd" ? this.layers.sd : this.layers.crisp;
    this.colors ??= pixelsOf(this.data.images.sharp ?? this.data.images.minus);
    return this.colors;
  }

  // The focus slider is even in 1/z and goes a little beyond what is seen.
  focusPosition(depth) {
    const { low, high } = this.data;
    const margin = 0.15 * (high - low);
    const q = depth === null ? 0 : 1 / depth;
    return (1000 * (q - low + margin)) / (high - low + 2 * margin);
  }

  setFocus(depth) {
    $("focus").value = this.focusPosition(depth);
    this.refocus();
  }

  // While a slider moves, a picture that takes long is a coarse one; the fine one comes when it rests.
  refocus(isMoving = false) {
    const { data } = this;
    const { low, high, camera } = data;
    const margin = 0.15 * (high - low);
    const q = low - margin + ($("focus").value / 1000) * (high - low + 2 * margin);
    const depth = q > 0 ? 1 / q : Infinity;
    this.power = powerFor(camera, depth);
    this.aperture = camera.aperture_sigma_m * 2 ** Number($("aperture").value);
    $("focus-value").textContent = Number.isFinite(depth) ? metres(depth) : "infinity";
    const times = 2 ** Number($("aperture").value);
    $("aperture-value").textContent = Math.abs(times - 1) < 0.01 ? "as taken" : `${times.toPrecision(2)} times as wide`;
    this.refocused = false;
    this.quality = isMoving && this.fineTime > SLOW_MS ? "coarse" : "fine";
    clearTimeout(this.resting);
    if (this.quality === "coarse") this.resting = setTimeout(() => this.refocus(), REST_MS);
    this.draw();
  }

  draw() {
    const { x, y, zoom } = this.view;
    if (!this.refocused && [$("first").value, $("second").value].includes("refocused")) {
      const time = this.stage.refocus(this.power, this.aperture, this.quality);
      if (this.quality === "fine") this.fineTime = time;
      this.refocused = true;
    }
    this.stage.draw($("first").value, $("second").value, Number($("blend").value), [x, y, 1 / zoom, 1 / zoom]);
    this.labelScale();
    this.drawMarks();
  }

  drawMarks() {
    const svg = $("marks");
    svg.replaceChildren();
    const add = (name, attributes) => {
      const mark = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) mark.setAttribute(key, value);
      const under = mark.cloneNode();
      under.setAttribute("class", "under");  // a mark is seen on any colour
      svg.append(under, mark);
    };
    if ($("picture").hidden) return;
    const places = this.clicks.map((click) => this.onScreen(click));
    for (const [cx, cy] of places) add("circle", { cx, cy, r: 6 });
    if (places.length === 2) {
      add("line", { x1: places[0][0], y1: places[0][1], x2: places[1][0], y2: places[1][1] });
    }
    if (this.pointer) {
      const [cx, cy] = this.onScreen(this.pointer);
      add("circle", { cx, cy, r: 3 });
    }
  }

  onScreen({ x, y }) {
    const { data, view } = this;
    const box = $("picture").getBoundingClientRect();
    const left = ((x + 0.5) / data.width - view.x) * view.zoom;
    const bottom = (1 - (y + 0.5) / data.height - view.y) * view.zoom;
    return [left * box.width, (1 - bottom) * box.height];
  }

  pixelAt(event) {
    const { data, view } = this;
    const box = $("picture").getBoundingClientRect();
    const left = view.x + (event.clientX - box.left) / box.width / view.zoom;
    const bottom = view.y + (1 - (event.clientY - box.top) / box.height) / view.zoom;
    const x = Math.floor(left * data.width);
    const y = Math.floor((1 - bottom) * data.height);
    return x >= 0 && y >= 0 && x < data.width && y < data.height ? { x, y } : null;
  }

  read(pixel) {
    if (!pixel) return;
    const { data } = this;
    this.pointer = pixel;
    const found = data.at(pixel.y * data.width + pixel.x);
    let text = `(${pixel.x * data.reduced}, ${pixel.y * data.reduced}) depth ${metres(found.depth)} ${centimetres(found.sd)}`;
    if (found.two) {
      const share = Math.round(100 * found.probability);
      text += `; front ${metres(found.front)} (${share} %), back ${metres(found.back)} (${100 - share} %)`;
    }
    if (data.truth) {
      const truth = 1 / data.truth[pixel.y * data.width + pixel.x];
      const error = 100 * (found.depth - truth);
      text += `; true ${metres(truth)}, off by ${error > 0 ? "+" : ""}${error.toFixed(1)} cm`;
    }
    if (this.clicks.length === 2) {
      const { length, sd } = distance(data, ...this.clicks);
      text += `\nbetween the marks ${metres(length)} ${centimetres(sd)}`;
    }
    $("reading").textContent = text;
    this.drawMarks();
  }

  click(pixel) {
    if (!pixel) return;
    if ($("focus-here").checked && this.canRefocus) {
      const found = this.data.crisp[pixel.y * this.data.width + pixel.x];
      if (Number.isFinite(found)) {
        $("first").value = "refocused";
        $("blend").value = 0;
        this.setFocus(1 / found);
      }
    } else {
      this.clicks = this.clicks.length === 2 ? [pixel] : [...this.clicks, pixel];
    }
    this.read(pixel);
    this.draw();
  }

  zoom(factor, centre = { x: 0.5, y: 0.5 }) {
    const { view } = this;
    const zoom = Math.min(Math.max(view.zoom * factor, 1), 40);
    const hold = (origin, share) => origin + share / view.zoom - share / zoom;
    const limit = (value) => Math.min(Math.max(value, 0), 1 - 1 / zoom);
    this.view = { zoom, x: limit(hold(view.x, centre.x)), y: limit(hold(view.y, centre.y)) };
    this.draw();
  }

  pan(right, up) {
    const { view } = this;
    const limit = (value) => Math.min(Math.max(value, 0), 1 - 1 / view.zoom);
    this.view = { ...view, x: limit(view.x + right / view.zoom), y: limit(view.y + up / view.zoom) };
    this.draw();
  }

  largestSd() {
    const { data } = this;
    const share = Number($("limit").value);
    return share >= 1 ? Infinity : data.sd_range_m[0] * (data.sd_range_m[1] / data.sd_range_m[0]) ** share;
  }

  showCloud(visible) {
    $("picture").hidden = visible;
    $("cloud").hidden = !visible;
    $("space").hidden = !visible;
    for (const id of ["layers", "focusing"]) $(id).hidden = visible || (id === "focusing" && !this.canRefocus);
    $("fade").closest("label").hidden = visible;
    $("tab-cloud").setAttribute("aria-selected", visible);
    $("tab-picture").setAttribute("aria-selected", !visible);
    if (visible) this.cloud ??= new Cloud($("cloud"), this.data);
    this.resize();
    if (visible) this.fillCloud();
    this.drawMarks();
  }

  fillCloud() {
    if (!this.cloud || $("cloud").hidden) return;
    const largest = this.largestSd();
    const share = this.cloud.fittingShare ** (1 - Number($("stretch").value));
    this.cloud.fill(this.layerPixels($("paint").value), largest, share);
    $("stretch-value").textContent = share > 0.99 ? "true to scale" : `flattened ${(1 / share).toPrecision(2)} times`;
    $("limit-value").textContent = Number.isFinite(largest) ? `${(100 * largest).toPrecision(2)} cm` : "any";
    $("count").textContent = `${this.cloud.count} points`;
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
    $("cloud").style.height = `${height}px`;
    if (this.cloud && !$("cloud").hidden) this.cloud.resize(width, height);
    this.draw();
  }

  listen() {
    const on = (id, kind, act) => $(id).addEventListener(kind, act);
    for (const id of ["first", "second"]) on(id, "change", () => this.draw());
    on("blend", "input", () => this.draw());
    for (const id of ["map", "from", "to", "fade"]) on(id, "change", () => this.paintLayers());
    for (const id of ["focus", "aperture"]) {
      on(id, "input", () => {
        if ($("first").value !== "refocused") {
          $("first").value = "refocused";
          $("blend").value = 0;
        }
        this.refocus(true);
      });
      on(id, "change", () => this.refocus());
    }
    on("zoom-in", "click", () => this.zoom(1.5));
    on("zoom-out", "click", () => this.zoom(1 / 1.5));
    on("zoom-all", "click", () => this.zoom(1e-3));
    on("tab-picture", "click", () => this.showCloud(false));
    on("tab-cloud", "click", () => this.showCloud(true));
    for (const id of ["paint", "limit", "stretch"]) on(id, "input", () => (this.labelScale(), this.fillCloud()));
    on("home", "click", () => this.cloud?.reset());
    on("cloud", "keydown", (event) => this.turnByKey(event));
    on("picture", "keydown", (event) => this.moveByKey(event));
    this.listenToPointer();
    window.addEventListener("resize", () => this.resize());
  }

  listenToPointer() {
    const picture = $("picture");
    const held = new Map();
    let moved = 0;
    let apart = 0;
    const shareOf = (x, y) => {
      const box = picture.getBoundingClientRect();
      return { x: (x - box.left) / box.width, y: 1 - (y - box.top) / box.height };
    };
    picture.addEventListener("pointerdown", (event) => {
      picture.setPointerCapture(event.pointerId);
      held.set(event.pointerId, event);
      moved = 0;
    });
    picture.addEventListener("pointermove", (event) => {
      this.read(this.pixelAt(event));
      const before = held.get(event.pointerId);
      if (!before) return;
      const box = picture.getBoundingClientRect();
      if (held.size === 1) {
        const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
        moved += Math.abs(dx) + Math.abs(dy);
        if (moved > 4) this.pan(-dx / box.width, dy / box.height);
      }
      held.set(event.pointerId, event);
      if (held.size === 2) {
        const [a, b] = [...held.values()];
        const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        const centre = { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
        if (apart) this.zoom(now / apart, shareOf(centre.x, centre.y));
        apart = now;
        moved = 99;
      }
    });
    for (const kind of ["pointerup", "pointercancel"]) {
      picture.addEventListener(kind, (event) => {
        if (held.delete(event.pointerId) && kind === "pointerup" && moved <= 4) this.click(this.pixelAt(event));
        apart = 0;
      });
    }
    picture.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), shareOf(event.clientX, event.clientY));
    }, { passive: false });
  }

  moveByKey(event) {
    const { data } = this;
    const step = event.shiftKey ? 10 : 1;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    const start = this.pointer ?? { x: data.width >> 1, y: data.height >> 1 };
    if (event.key in moves) {
      const [dx, dy] = moves[event.key];
      const limit = (value, most) => Math.min(Math.max(value, 0), most - 1);
      this.follow({ x: limit(start.x + dx, data.width), y: limit(start.y + dy, data.height) });
    } else if (event.key === "Enter" || event.key === " ") this.click(start);
    else if (event.key === "+" || event.key === "=") this.zoom(1.5);
    else if (event.key === "-") this.zoom(1 / 1.5);
    else if (event.key === "Escape") {
      this.clicks = [];
      this.draw();
    } else return;
    event.preventDefault();
  }

  // Read a pixel that the keyboard went to, and bring it back into view if it left that.
  follow(pixel) {
    const { data, view } = this;
    const shift = (share, from) => Math.min(share - from, 0) + Math.max(share - from - 1 / view.zoom, 0);
    const [right, up] = [(pixel.x + 0.5) / data.width, 1 - (pixel.y + 0.5) / data.height];
    this.pan(view.zoom * shift(right, view.x), view.zoom * shift(up, view.y));
    this.read(pixel);
  }

  turnByKey(event) {
    const turns = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };
    const closer = { "+": 0.8, "=": 0.8, "-": 1.25 };
    if (event.key in turns) this.cloud.turn(...turns[event.key]);
    else if (event.key in closer) this.cloud.approach(closer[event.key]);
    else return;
    event.preventDefault();
  }
}

async function start() {
  const data = await readData(JSON.parse($("data").textContent));
  let stage;
  let notice = "";
  try {
    if (new URLSearchParams(window.location.search).has("plain")) throw new Error("asked for the plain form");
    stage = new Stage($("picture"), data);
  } catch (error) {
    const fresh = $("picture").cloneNode();
    $("picture").replaceWith(fresh);
    stage = new PlainStage(fresh, data);
    notice = `This is the plainer form of the page, without refocusing and points in space: ${error.message}.`;
  }
  window.viewer = new Viewer(data, stage, notice);
  window.viewer.blurSigma = (depth) => blurSigma(data.camera, window.viewer.power, window.viewer.aperture, 1 / depth);
  document.body.dataset.ready = "true";
}

start().catch((error) => {
  $("notice").hidden = false;
  $("notice").textContent = `The page cannot be shown: ${error.message}. It needs a browser from 2023 or later.`;
});
