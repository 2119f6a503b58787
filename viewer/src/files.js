// Files made in the browser, so that a page that was mailed alone still gives everything away.
import { point } from "./geometry.js";

export function save(name, parts, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// NumPy's file format, version 1.0.
export function npy(values, shape) {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(", ")}), }`;
  const length = Math.ceil((10 + text.length + 1) / 64) * 64 - 10;
  const header = new Uint8Array(10 + length);
  header.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, length & 255, length >> 8]);
  header.set(new TextEncoder().encode(`${text.padEnd(length - 1)}\n`), 10);
  return [header, values];
}

export function ply(data, colors, largestSd) {
  const rows = [];
  for (let index = 0; index < data.crisp.length; index += 1) {
    const z = 1 / data.crisp[index];
    if (Number.isFinite(z) && !(data.sds[index] > largestSd)) rows.push(index);
  }
  const header = [
    "ply", "format binary_little_endian 1.0", "comment metres", `element vertex ${rows.length}`,
    ...["x", "y", "z", "sd"].map((name) => `property float ${name}`),
    ...["red", "green", "blue"].map((name) => `property uchar ${name}`), "end_header", "",
  ].join("\n");
  const view = new DataView(new ArrayBuffer(19 * rows.length));
  rows.forEach((index, row) => {
    const place = point(data, index % data.width, Math.floor(index / data.width), 1 / data.crisp[index]);
    [...place, data.sds[index]].forEach((value, axis) => view.setFloat32(19 * row + 4 * axis, value, true));
    for (let band = 0; band < 3; band += 1) view.setUint8(19 * row + 16 + band, colors[4 * index + band]);
  });
  return [header, view.buffer];
}
