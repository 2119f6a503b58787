// The estimate, away from the page so that it stays alive: tiles through ONNX Runtime, one thread of WebAssembly.

import * as ort from "./node_modules/onnxruntime-web/dist/ort.wasm.bundle.min.mjs";
import { metadataOf } from "./metadata.js";
import { cut, paddedLength, split } from "./tiles.js";

const OUTPUTS = ["depth_m", "depth_sd_m"];
ort.env.wasm.numThreads = 1; // more need headers that plain web servers do not send
let loaded = null;

self.addEventListener("message", async ({ data }) => {
  try {
    self.postMessage(await estimate(data));
  } catch (error) {
    self.postMessage({ error: error.message });
  }
});

async function estimate({ photos, light, model }) {
  const [{ width, height }, plus] = photos;
  if (width !== plus.width || height !== plus.height) {
    throw new Error("the photographs differ in size; both must show the same view");
  }
  const { session, tilePx, haloPx } = await load(model);
  const [rows, columns] = [height, width].map((length) => split(paddedLength(length, tilePx), tilePx, haloPx));
  const maps = OUTPUTS.map(() => new Float32Array(height * width));
  let done = 0;
  for (const row of rows) {
    for (const column of columns) {
      self.postMessage({ state: `tile ${++done} of ${rows.length * columns.length}` });
      const found = await session.run(
        {
          pair: new ort.Tensor("float32", cut(photos, row.start, column.start, tilePx), [1, 2, 3, tilePx, tilePx]),
          photon_level: new ort.Tensor("float32", [light.photonLevel], [1]),
          read_noise: new ort.Tensor("float32", [light.readNoise], [1]),
        },
        OUTPUTS,
      );
      const tile = await Promise.all(OUTPUTS.map((name) => found[name].getData()));
      for (let y = row.from; y < Math.min(row.to, height); y++) {
        const start = (y - row.start) * tilePx - column.start;
        const [from, to] = [column.from, Math.min(column.to, width)];
        maps.forEach((map, i) => map.set(tile[i].subarray(start + from, start + to), y * width + from));
      }
    }
  }
  return { state: "done", depth: maps[0], sd: maps[1], width, height };
}

// The model of this file, or the one that lies beside the page; kept for the next pair.
async function load(file) {
  if (!file && loaded?.isBeside) return loaded;
  self.postMessage({ state: "loading the model" });
  const content = new Uint8Array(file ?? (await fetchModel()));
  const facts = metadataOf(content);
  for (const name of ["tile_px", "halo_px", "scale"]) {
    if (!(name in facts)) throw new Error(`the model does not say its ${name}; was it exported by blurry-edges?`);
  }
  if (Math.abs(Number(facts.scale) - 1) > 0.02) {
    throw new Error(`this camera's photographs must be resized to ${Number(facts.scale)} times their size; this page cannot`);
  }
  const session = await ort.InferenceSession.create(content, { executionProviders: ["wasm"] });
  loaded = { session, tilePx: Number(facts.tile_px), haloPx: Number(facts.halo_px), isBeside: !file };
  return loaded;
}

async function fetchModel() {
  const answer = await fetch("fused.onnx");
  if (!answer.ok) throw new Error("there is no fused.onnx beside this page; export it there, or choose a file");
  return answer.arrayBuffer();
}
