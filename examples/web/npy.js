// A map of floats as a file that NumPy reads.

export function asNpy(values, height, width) {
  const head = `{'descr': '<f4', 'fortran_order': False, 'shape': (${height}, ${width}), }`;
  const length = Math.ceil((10 + head.length + 1) / 64) * 64 - 10;
  const start = new Uint8Array([0x93, ...new TextEncoder().encode("NUMPY"), 1, 0, length & 255, length >> 8]);
  return new Blob([start, head.padEnd(length - 1) + "\n", values], { type: "application/octet-stream" });
}
