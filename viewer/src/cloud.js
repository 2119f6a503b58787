// The scene as points in space, to be turned around.
import {
  BufferAttribute, BufferGeometry, Color, PerspectiveCamera, Points, PointsMaterial, Scene, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { point } from "./geometry.js";

const MOST_POINTS = 600000;

export class Cloud {
  constructor(canvas, data) {
    this.data = data;
    this.renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.scene = new Scene();
    const middle = 2 / (data.low + data.high);
    const fov = (2 * Math.atan(data.height / 2 / data.focal_px) * 180) / Math.PI;
    this.fov = Math.min(fov * 1.15, 75);
    this.camera = new PerspectiveCamera(this.fov, 1, middle / 200, middle * 50);
    this.controls = new OrbitControls(this.camera, canvas);
    this.middle = middle;
    this.controls.addEventListener("change", () => this.draw());
    // Every second point or fewer of large pictures: more of them than pixels on the screen show nothing new.
    // A long lens sees a scene that is far deeper than wide; seen from the side, it would be a line.
    const width = (Math.max(data.width, data.height) / data.focal_px) * middle;
    const [near, far] = data.shown_range_m;
    this.fittingShare = Math.min(1, (1.2 * width) / (far - near));
    this.stride = Math.ceil(Math.sqrt((data.width * data.height) / MOST_POINTS));
    // three.js scales points as if the field of view were a right angle.
    const size = (1.4 * this.stride * middle) / data.focal_px / Math.tan((this.fov * Math.PI) / 360);
    this.points = new Points(new BufferGeometry(), new PointsMaterial({ size, vertexColors: true }));
    this.points.frustumCulled = false;  // what is drawn is always looked at
    this.scene.add(this.points);
    this.reset();
  }

  reset() {
    this.camera.position.set(0, 0, 0);
    this.camera.up.set(0, 1, 0);
    this.controls.target.set(0, 0, -this.middle);
    this.controls.update();
    this.draw();
  }

  // Show the points whose standard deviation is small enough; `colors` are four bytes a pixel.
  // `share` is how much of the depth differences is shown: 1 is true to scale. Points move along their rays, so that
  // from where the camera was the scene looks as it did to the camera, flattened or not.
  fill(colors, largestSd, share) {
    const { data, stride } = this;
    const most = Math.ceil(data.width / stride) * Math.ceil(data.height / stride);
    const [places, shades] = [new Float32Array(3 * most), new Float32Array(3 * most)];
    const shade = new Color();
    this.count = 0;
    for (let y = 0; y < data.height; y += stride) {
      for (let x = 0; x < data.width; x += stride) {
        const index = y * data.width + x;
        const z = 1 / data.crisp[index];
        if (!Number.isFinite(z) || data.sds[index] > largestSd) continue;
        const [px, py, pz] = point(data, x, y, this.middle + share * (z - this.middle));
        places.set([px, -py, -pz], 3 * this.count);  // three.js looks along -z with y up
        shade.setRGB(colors[4 * index] / 255, colors[4 * index + 1] / 255, colors[4 * index + 2] / 255, "srgb");
        shade.toArray(shades, 3 * this.count);
        this.count += 1;
      }
    }
    const { geometry } = this.points;
    geometry.dispose();
    geometry.setAttribute("position", new BufferAttribute(places, 3));
    geometry.setAttribute("color", new BufferAttribute(shades, 3));
    geometry.setDrawRange(0, this.count);
    this.draw();
  }

  resize(width, height) {
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  turn(right, up) {
    const offset = this.camera.position.clone().sub(this.controls.target);
    offset.applyAxisAngle(this.camera.up, right);
    const side = offset.clone().cross(this.camera.up).normalize();
    offset.applyAxisAngle(side, up);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.draw();
  }

  // Go closer, or away, by a share of the distance.
  approach(share) {
    const { target } = this.controls;
    this.camera.position.sub(target).multiplyScalar(share).add(target);
    this.controls.update();
    this.draw();
  }

  draw() {
    this.renderer.render(this.scene, this.camera);
  }
}
