// The data of a result, as the Python package wrote it into the page.

const UNKNOWN = 0;

async function inflate(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

// Maps of two bytes a pixel hold what their neighbours do not say, all low bytes first.
function restored(bytes, width) {
  const values = new Uint16Array(bytes.length / 2);
  for (let index = 0; index < values.length; index += 1) {
    const left = index % width ? values[index - 1] : 0;
    const above = index < width ? 0 : values[index - width];
    const corner = index % width && index >= width ? values[index - width - 1] : 0;
    values[index] = bytes[index] + 256 * bytes[values.length + index] + left + above - corner;
  }
  return values;
}

async function picture(uri) {
  const image = new Image();
  image.src = uri;
  await image.decode();
  return image;
}

export async function readData(raw) {
  const [height, width] = raw.size;
  const [low, high] = raw.inverse_depth_range;
  const inverse = (code) => (code === UNKNOWN ? NaN : low + ((code - 1) / 65534) * (high - low));
  const codes = async (name) => (raw[name] ? restored(new Uint8Array(await inflate(raw[name])), width) : null);
  const bytes = async (name) => (raw[name] ? new Uint8Array(await inflate(raw[name])) : null);
  const [depth, front, back, probability, sd, boundary, trueDepth] = await Promise.all([
    codes("depth"), codes("front"), codes("back"), bytes("probability"), bytes("sd"), bytes("boundary"), codes("truth"),
  ]);
  const images = {};
  for (const [name, uri] of Object.entries(raw.images)) images[name] = await picture(uri);

  const at = (index) => {
    const own = 1 / inverse(depth[index]);
    const two = front && front[index] !== UNKNOWN && back[index] !== UNKNOWN;
    return {
      depth: own,
      sd: sd && sd[index] ? 10 ** (raw.sd_log10[0] + (sd[index] - 1) * raw.sd_log10[1]) : NaN,
      front: two ? 1 / inverse(front[index]) : own,
      back: two ? 1 / inverse(back[index]) : own,
      two: Boolean(two),
      probability: two ? probability[index] / 255 : 1,
    };
  };
  // The likelier surface: what is refocused, and the points of the cloud; no value between two surfaces.
  const crisp = new Float32Array(width * height);
  for (let index = 0; index < crisp.length; index += 1) {
    let code = depth[index];
    if (front && front[index] !== UNKNOWN && back[index] !== UNKNOWN) {
      code = probability[index] >= 128 ? front[index] : back[index];
    }
    crisp[index] = inverse(code);
  }
  const mean = Float32Array.from(depth, inverse);
  const sds = new Float32Array(width * height).map((_, index) => at(index).sd);
  const truth = trueDepth && Float32Array.from(trueDepth, inverse);
  return { ...raw, width, height, images, at, crisp, mean, sds, boundary, truth, low, high };
}
