// Without WebGL: the same layers on a plain canvas, one pixel of the picture at a time; no refocusing.
import { canvasOf } from "./pixels.js";

export class PlainStage {
  constructor(canvas, data) {
    this.canvas = canvas;
    this.data = data;
    this.context = canvas.getContext("2d");
    this.textures = { ...data.images };
  }

  setLayer(name, pixels) {
    this.textures[name] = canvasOf(pixels, this.data.width, this.data.height);
  }

  draw(first, second, blend, view) {
    const { canvas, context, data } = this;
    const [left, bottom, width, height] = view;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingEnabled = false;
    const source = [left * data.width, (1 - bottom - height) * data.height, width * data.width, height * data.height];
    [[first, 1], [second ?? first, blend]].forEach(([name, alpha]) => {
      context.globalAlpha = alpha;
      context.drawImage(this.textures[name], ...source, 0, 0, canvas.width, canvas.height);
    });
    context.globalAlpha = 1;
  }
}
