// The page: photographs from files to linear light, the worker's depth to a picture.

import { asNpy } from "./npy.js";

const byId = (id) => document.getElementById(id);
const worker = new Worker("worker.js", { type: "module" });
// From dark to bright, as perceived: some colours of matplotlib's viridis.
const COLORS = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
let shown = null;

byId("start").form.addEventListener("submit", async (event) => {
  event.preventDefault();
  byId("error").textContent = "";
  byId("start").disabled = true;
  try {
    const photos = await Promise.all(["minus", "plus"].map((id) => decode(byId(id).files[0], byId("srgb").checked)));
    const model = byId("model").files[0];
    const light = { photonLevel: byId("photon_level").valueAsNumber, readNoise: byId("read_noise").valueAsNumber };
    worker.postMessage({ photos, light, model: model ? await model.arrayBuffer() : null });
  } catch (error) {
    fail(error.message);
  }
});

worker.addEventListener("message", ({ data }) => {
  if (data.state) byId("state").textContent = data.state;
  if (data.error) fail(data.error);
  if (data.depth) show(data);
});
worker.addEventListener("error", () => fail("ONNX Runtime was not found; run npm ci in this folder"));

byId("depth").addEventListener("pointermove", (event) => {
  const place = (length, all) => Math.min(all - 1, Math.floor((length / event.target.clientWidth) * event.target.width));
  const index = place(event.offsetY, shown.height) * shown.width + place(event.offsetX, shown.width);
  const [depth, sd] = [shown.depth[index], shown.sd[index]];
  byId("reading").textContent = `here ${depth.toFixed(3)} m ± ${(100 * sd).toFixed(1)} cm`;
});

async function decode(file, isSrgb) {
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: "none" }).catch(() => {
    throw new Error(`${file.name} is no photograph that this browser can read`);
  });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const linear = Float32Array.from({ length: 256 }, (_, value) => {
    const x = value / 255;
    return !isSrgb ? x : x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
  });
  const values = new Float32Array(3 * width * height);
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < width * height; i++) values[channel * width * height + i] = linear[data[4 * i + channel]];
  }
  return { width, height, values };
}

function show({ depth, sd, width, height }) {
  shown = { depth, sd, width, height };
  const known = depth.filter(Number.isFinite).sort();
  if (!known.length) return fail("no depth is known at any pixel");
  const [near, far] = [0.02, 0.98].map((share) => known[Math.floor(share * (known.length - 1))]);
  const picture = new ImageData(width, height);
  depth.forEach((z, i) => picture.data.set(Number.isFinite(z) ? colorOf(z, near, far) : [0, 0, 0, 0], 4 * i));
  Object.assign(byId("depth"), { width, height }).getContext("2d").putImageData(picture, 0, 0);
  byId("range").textContent = `${near.toFixed(2)} m (bright) to ${far.toFixed(2)} m (dark).`;
  URL.revokeObjectURL(byId("save").href);
  byId("save").href = URL.createObjectURL(asNpy(depth, height, width));
  byId("result").hidden = false;
  byId("start").disabled = false;
}

// Even steps of 1/z, as blur changes with it; near is bright.
function colorOf(z, near, far) {
  const share = far > near ? (1 / z - 1 / far) / (1 / near - 1 / far) : 0.5;
  const place = Math.min(1, Math.max(0, share)) * (COLORS.length - 1);
  const below = Math.min(COLORS.length - 2, Math.floor(place));
  return [...COLORS[below].map((from, i) => from + (place - below) * (COLORS[below + 1][i] - from)), 255];
}

function fail(message) {
  byId("state").textContent = "";
  byId("error").textContent = message;
  byId("start").disabled = false;
}
