// The picture on the graphics card: layers that are blended, and the image refocused from its sharp layers.

const VERTEX = `#version 300 es
out vec2 place;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  place = corner;
  gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
}`;

// Gathers what every surface around a pixel throws onto it. Nearer surfaces cover it, its own surface fills it, and
// what lies behind shows where those two leave room: so edges stay soft in front of the focus and there are no halos.
const REFOCUS = `#version 300 es
precision highp float;
uniform sampler2D sharp, inverseDepth;
uniform vec2 size;
uniform float power, sensorDistance, scale, reach, step_;
uniform int taps;
uniform bool disc;
in vec2 place;
out vec4 color;
const float PI = 3.14159265;
float sigma(float q) { return abs((q - power) * sensorDistance + 1.0) * scale; }
vec3 light(vec2 at) { return pow(texture(sharp, at).rgb, vec3(2.2)); }
void main() {
  vec2 at = place;  // the frame has its first row at the bottom, as textures of pictures have
  float own = texture(inverseDepth, at).r;
  float area = PI * reach * reach / float(taps), least = sqrt(area / PI) * 1.1;
  float tolerance = step_;
  float ownRadius = max((disc ? 2.0 : 2.5) * sigma(own), least);
  vec4 nearer = vec4(0.0), same = vec4(0.0), behind = vec4(0.0);
  for (int k = 0; k < taps; k++) {
    float share = (float(k) + 0.5) / float(taps), radius = reach * sqrt(share), angle = 2.39996323 * float(k);
    vec2 there = at + radius * vec2(cos(angle), sin(angle)) / size;
    if (there.x < 0.0 || there.y < 0.0 || there.x > 1.0 || there.y > 1.0) there = clamp(there, vec2(0.0), vec2(1.0));
    float q = texture(inverseDepth, there).r, s = sigma(q), weight;
    if (disc) {
      float r = max(2.0 * s, least);
      weight = area / (PI * r * r) * clamp(r - radius + 0.5, 0.0, 1.0);
    } else {
      float wide = max(s, least * 0.6);
      weight = area / (2.0 * PI * wide * wide) * exp(-0.5 * radius * radius / (wide * wide));
    }
    vec3 here = light(there);
    if (q > own + tolerance) nearer += weight * vec4(here, 1.0);
    else if (q < own - tolerance) { if (radius < ownRadius) behind += vec4(here, 1.0); }
    else same += weight * vec4(here, 1.0);
  }
  // At the very centre a sharp pixel is itself, however far the taps are apart.
  if (same.a < 1e-3) same = vec4(light(at), 1.0);
  float cover = min(nearer.a, 1.0), fill = min(same.a, 1.0);
  vec3 middle = same.rgb / same.a;
  if (behind.a > 0.0) middle = fill * middle + (1.0 - fill) * behind.rgb / behind.a;
  vec3 total = cover * nearer.rgb / max(nearer.a, 1e-6) + (1.0 - cover) * middle;
  color = vec4(pow(clamp(total, 0.0, 1.0), vec3(1.0 / 2.2)), 1.0);
}`;

const SHOW = `#version 300 es
precision highp float;
uniform sampler2D first, second;
uniform float blend;
uniform vec4 view;
in vec2 place;
out vec4 color;
void main() {
  vec2 at = view.xy + place * view.zw;
  if (at.x < 0.0 || at.y < 0.0 || at.x > 1.0 || at.y > 1.0) { color = vec4(0.0); return; }
  vec2 flipped = vec2(at.x, 1.0 - at.y);
  color = vec4(mix(texture(first, flipped).rgb, texture(second, flipped).rgb, blend), 1.0);
}`;

export class Stage {
  constructor(canvas, data) {
    this.canvas = canvas;
    this.data = data;
    const gl = canvas.getContext("webgl2", { preserveDrawingBuffer: true, antialias: false });
    if (!gl) throw new Error("no WebGL 2");
    this.gl = gl;
    this.textures = {};
    this.show = this.program(SHOW);
    for (const [name, image] of Object.entries(data.images)) this.textures[name] = this.upload(image);
    if (data.images.sharp) {
      this.refocusing = this.program(REFOCUS);
      this.depth = this.uploadFloats(data.crisp.map((q) => (Number.isFinite(q) ? q : (data.low + data.high) / 2)));
      this.target = this.makeTarget();
      this.textures.refocused = this.target.texture;
    }
  }

  program(fragment) {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    return program;
  }

  texture(fill, filter) {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    for (const [name, value] of [
      [gl.TEXTURE_MIN_FILTER, filter], [gl.TEXTURE_MAG_FILTER, filter],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
    ]) gl.texParameteri(gl.TEXTURE_2D, name, value);
    fill();
    return texture;
  }

  upload(image) {
    const { gl } = this;
    return this.texture(() => gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image), gl.NEAREST);
  }

  uploadPixels(pixels) {
    const { gl, data } = this;
    const fill = () =>
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, data.width, data.height, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return this.texture(fill, gl.NEAREST);
  }

  uploadFloats(values) {
    const { gl, data } = this;
    const fill = () =>
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, data.width, data.height, 0, gl.RED, gl.FLOAT, values);
    return this.texture(fill, gl.NEAREST);
  }

  makeTarget() {
    const { gl, data } = this;
    const texture = this.uploadPixels(null);
    const frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return { texture, frame };
  }

  // A layer that is drawn by the page itself, such as depth in colours.
  setLayer(name, pixels) {
    if (this.textures[name]) this.gl.deleteTexture(this.textures[name]);
    this.textures[name] = this.uploadPixels(pixels);
  }

  refocus(power, aperture) {
    const { gl, data } = this;
    const { camera } = data;
    const scale = aperture / camera.image_pitch_m;
    const largest = Math.max(
      ...[data.low, data.high].map((q) => Math.abs((q - power) * camera.sensor_distance_m + 1) * scale),
    );
    const disc = camera.psf === "disc";
    const reach = Math.min(Math.max((disc ? 2 : 3) * largest + 1, 1.5), 0.2 * Math.max(data.width, data.height));
    const taps = Math.round(Math.min(Math.max(Math.PI * reach * reach, 24), 400));
    gl.useProgram(this.refocusing);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target.frame);
    gl.viewport(0, 0, data.width, data.height);
    this.bind(this.refocusing, "sharp", this.textures.sharp, 0);
    this.bind(this.refocusing, "inverseDepth", this.depth, 1);
    const set = (name, value) => gl.uniform1f(gl.getUniformLocation(this.refocusing, name), value);
    gl.uniform2f(gl.getUniformLocation(this.refocusing, "size"), data.width, data.height);
    gl.uniform1i(gl.getUniformLocation(this.refocusing, "taps"), taps);
    gl.uniform1i(gl.getUniformLocation(this.refocusing, "disc"), disc ? 1 : 0);
    set("power", power);
    set("sensorDistance", camera.sensor_distance_m);
    set("scale", scale);
    set("reach", reach);
    set("step_", 0.5 / (camera.sensor_distance_m * scale));
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  bind(program, name, texture, unit) {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.uniform1i(gl.getUniformLocation(program, name), unit);
  }

  // Draw two layers, blended; `view` is the part of the picture that the canvas shows: left, bottom, width, height.
  draw(first, second, blend, view) {
    const { gl, canvas } = this;
    gl.useProgram(this.show);
    gl.viewport(0, 0, canvas.width, canvas.height);
    this.bind(this.show, "first", this.textures[first], 0);
    this.bind(this.show, "second", this.textures[second] ?? this.textures[first], 1);
    gl.uniform1f(gl.getUniformLocation(this.show, "blend"), blend);
    gl.uniform4f(gl.getUniformLocation(this.show, "view"), ...view);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  // Pixels of the refocused image, rows from the top.
  refocusedPixels() {
    const { gl, data } = this;
    const pixels = new Uint8Array(4 * data.width * data.height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target.frame);
    gl.readPixels(0, 0, data.width, data.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return pixels;
  }
}

// Without WebGL: the same layers on a plain canvas, one pixel of the picture at a time; no refocusing.
export class PlainStage {
  constructor(canvas, data) {
    this.canvas = canvas;
    this.data = data;
    this.context = canvas.getContext("2d");
    this.textures = { ...data.images };
  }

  setLayer(name, pixels) {
    const layer = document.createElement("canvas");
    layer.width = this.data.width;
    layer.height = this.data.height;
    layer.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(pixels), layer.width, layer.height), 0, 0);
    this.textures[name] = layer;
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
