// A photograph of any size in tiles of the one size that the exported file computes.

const MULTIPLE = 8;

// The length to which a side must be mirrored: at least a tile, and a multiple of 8, as the network's strides need.
export const paddedLength = (length, tilePx) => Math.max(tilePx, Math.ceil(length / MULTIPLE) * MULTIPLE);

// Tiles along one side of a padded length: where each begins, and from where to where it answers. The rest, `haloPx` at each
// side, is only there to be seen.
export function split(padded, tilePx, haloPx) {
  const step = Math.floor((tilePx - 2 * haloPx) / MULTIPLE) * MULTIPLE;
  if (padded > tilePx && step <= 0) {
    throw new Error(
      `the photographs are larger than a tile of ${tilePx} px, and tiles must overlap by ${2 * haloPx} px: ` +
        "export with a larger --tile-px",
    );
  }
  const parts = [];
  for (let start = 0, from = 0; ; start = Math.min(start + step, padded - tilePx)) {
    const isLast = start + tilePx === padded;
    const to = isLast ? padded : start + tilePx - haloPx;
    parts.push({ start, from, to });
    if (isLast) return parts;
    from = to;
  }
}

// A tile of both photographs, mirrored where they end: 2 x 3 x tile x tile.
export function cut(photos, top, left, tilePx) {
  const tile = new Float32Array(2 * 3 * tilePx * tilePx);
  let next = 0;
  for (const { width, height, values } of photos) {
    const columns = Array.from({ length: tilePx }, (_, x) => mirrored(left + x, width));
    for (let channel = 0; channel < 3; channel++) {
      for (let y = top; y < top + tilePx; y++) {
        const row = (channel * height + mirrored(y, height)) * width;
        for (const column of columns) tile[next++] = values[row + column];
      }
    }
  }
  return tile;
}

function mirrored(place, length) {
  if (length === 1) return 0;
  const within = place % (2 * (length - 1));
  return within < length ? within : 2 * (length - 1) - within;
}
