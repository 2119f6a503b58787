// Where one surface ends in front of another, and what may lie behind it: as the Python package refocuses, too.

const STEEPER = 2.5;  // a step is an edge when it is so many times steeper than the surfaces beside it

// Returns, for maps of inverse depth with colours of four bytes a pixel:
//   colors: the surfaces that are seen, without the mixed colours along their edges;
//   behind: those that they hide, made up: mirrored at the edge, so that texture goes on as texture;
//   depths: inverse depth of both, two a pixel; 0 where nothing is hidden;
//   edges: of the nearest edge its middle, near and far inverse depth and its distance in px; -1 px where there is none.
export function findSurfaces(inverseDepth, colors, width, height, leastStep) {
  const { near, mixed, across } = findEdges(inverseDepth, width, height, leastStep);
  const seen = cleanRims(colors, mixed, across, width, height);
  const site = nearestSites(near, width, height);
  const behind = seen.slice();
  const depths = new Float32Array(2 * inverseDepth.length);
  const edges = new Float32Array(4 * inverseDepth.length).fill(-1);
  for (let index = 0; index < inverseDepth.length; index += 1) {
    depths[2 * index] = inverseDepth[index];
    const at = site[index];
    if (at < 0) continue;
    const [x, y, siteX, siteY] = [index % width, Math.floor(index / width), at % width, Math.floor(at / width)];
    const middle = (inverseDepth[at] + near[at]) / 2;
    edges.set([middle, near[at], inverseDepth[at], Math.hypot(x - siteX, y - siteY)], 4 * index);
    if (inverseDepth[index] <= middle) continue;
    depths[2 * index + 1] = inverseDepth[at];
    const mirroredX = Math.min(Math.max(2 * siteX - x, 0), width - 1);
    const mirroredY = Math.min(Math.max(2 * siteY - y, 0), height - 1);
    const mirrored = mirroredY * width + mirroredX;
    // The mirrored pixel may lie on a nearer surface again; then the one at the edge has to do.
    const from = inverseDepth[mirrored] <= middle ? mirrored : at;
    for (let band = 0; band < 4; band += 1) behind[4 * index + band] = seen[4 * from + band];
  }
  return { colors: seen, behind, depths, edges };
}

// Pixels on the far side of an edge, with the inverse depth of the near side; all pixels beside one; and the edges
// themselves, to the right of a pixel (bit 1) and below it (bit 2).
function findEdges(inverseDepth, width, height, leastStep) {
  const near = new Float32Array(inverseDepth.length);
  const mixed = new Uint8Array(inverseDepth.length);
  const across = new Uint8Array(inverseDepth.length);
  const look = (index, stride, place, size, bit) => {
    const step = inverseDepth[index + stride] - inverseDepth[index];
    if (Math.abs(step) < leastStep) return;
    const before = place > 0 ? inverseDepth[index] - inverseDepth[index - stride] : step;
    const after = place < size - 2 ? inverseDepth[index + 2 * stride] - inverseDepth[index + stride] : step;
    // The gentler side counts: a pixel half-way between two surfaces has a steep step on one side of each step.
    const slope = Math.max(Math.min(before * Math.sign(step), after * Math.sign(step)), 0);
    if (Math.abs(step) <= STEEPER * slope) return;
    const [far, close] = step > 0 ? [index, index + stride] : [index + stride, index];
    near[far] = Math.max(near[far], inverseDepth[close]);
    mixed[far] = mixed[close] = 1;
    across[index] |= bit;
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (x < width - 1) look(y * width + x, 1, x, width, 1);
      if (y < height - 1) look(y * width + x, width, y, height, 2);
    }
  }
  return { near, mixed, across };
}

// Pixels at an edge hold a mixture of both surfaces; they get the colours of their own surface farther inside.
function cleanRims(colors, mixed, across, width, height) {
  const cleaned = Uint8Array.from(colors);
  const dirty = mixed.slice();
  for (let pass = 0; pass < 2; pass += 1) {  // from the inside out; corners are twice as far
    const found = [];
    for (let index = 0; index < dirty.length; index += 1) {
      if (!dirty[index]) continue;
      const x = index % width;
      const inside = [];
      if (x > 0 && !(across[index - 1] & 1)) inside.push(index - 1);
      if (x < width - 1 && !(across[index] & 1)) inside.push(index + 1);
      if (index >= width && !(across[index - width] & 2)) inside.push(index - width);
      if (index < dirty.length - width && !(across[index] & 2)) inside.push(index + width);
      const clean = inside.filter((other) => !dirty[other]);
      if (clean.length) found.push([index, clean]);
    }
    for (const [index, clean] of found) {
      for (let band = 0; band < 3; band += 1) {
        const total = clean.reduce((sum, other) => sum + cleaned[4 * other + band], 0);
        cleaned[4 * index + band] = total / clean.length;
      }
    }
    for (const [index] of found) dirty[index] = 0;
  }
  return cleaned;
}

// The nearest pixel on the far side of an edge, of every pixel: two sweeps over the rows, each there and back, in which
// pixels take over what their neighbours know.
function nearestSites(near, width, height) {
  const site = Int32Array.from(near, (value, index) => (value > 0 ? index : -1));
  const squared = (x, y, at) => (x - (at % width)) ** 2 + (y - Math.floor(at / width)) ** 2;
  const take = (x, y, dx, dy) => {
    if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) return;
    const [index, other] = [y * width + x, site[(y + dy) * width + x + dx]];
    if (other < 0 || other === site[index]) return;
    if (site[index] < 0 || squared(x, y, other) < squared(x, y, site[index])) site[index] = other;
  };
  const sweep = (y, before) => {
    for (let x = 0; x < width; x += 1) {
      for (let dx = -1; dx <= 1; dx += 1) take(x, y, dx, before);
      take(x, y, -1, 0);
    }
    for (let x = width - 1; x >= 0; x -= 1) take(x, y, 1, 0);
  };
  for (let y = 0; y < height; y += 1) sweep(y, -1);
  for (let y = height - 1; y >= 0; y -= 1) sweep(y, 1);
  return site;
}
