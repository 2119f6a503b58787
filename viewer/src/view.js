// The part of the picture that is seen, and where on the screen a pixel of it is. Shares of the picture and of the
// screen count to the right and up, pixels to the right and down.
import { within } from "./numbers.js";

const LARGEST = 40;

export class View {
  constructor(width, height) {
    [this.width, this.height] = [width, height];
    [this.x, this.y, this.zoom] = [0, 0, 1];
  }

  // Left, bottom, width and height of the part, as shares of the picture.
  get part() {
    return [this.x, this.y, 1 / this.zoom, 1 / this.zoom];
  }

  // What is at `centre`, a place on the screen, stays there.
  magnify(factor, centre = { x: 0.5, y: 0.5 }) {
    const zoom = within(this.zoom * factor, 1, LARGEST);
    const hold = (origin, share) => origin + share / this.zoom - share / zoom;
    const [x, y] = [hold(this.x, centre.x), hold(this.y, centre.y)];
    this.zoom = zoom;
    this.go(x, y);
  }

  // By shares of the screen.
  pan(right, up) {
    this.go(this.x + right / this.zoom, this.y + up / this.zoom);
  }

  // Bring a pixel into view if it is outside.
  follow({ x, y }) {
    const shift = (share, from) => Math.min(share - from, 0) + Math.max(share - from - 1 / this.zoom, 0);
    const [right, up] = [(x + 0.5) / this.width, 1 - (y + 0.5) / this.height];
    this.go(this.x + shift(right, this.x), this.y + shift(up, this.y));
  }

  go(x, y) {
    const most = 1 - 1 / this.zoom;
    [this.x, this.y] = [within(x, 0, most), within(y, 0, most)];
  }

  // The middle of a pixel on a screen of a size in px, from its left upper corner.
  onScreen({ x, y }, screen) {
    const left = ((x + 0.5) / this.width - this.x) * this.zoom;
    const bottom = (1 - (y + 0.5) / this.height - this.y) * this.zoom;
    return [left * screen.width, (1 - bottom) * screen.height];
  }

  // The pixel at a place on the screen; null outside of the picture.
  pixelAt(place) {
    const x = Math.floor((this.x + place.x / this.zoom) * this.width);
    const y = Math.floor((1 - this.y - place.y / this.zoom) * this.height);
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? { x, y } : null;
  }
}
