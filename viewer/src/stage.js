// The picture on the graphics card: layers that are blended, and the image refocused.
import { pixelsOf } from "./pixels.js";
import { REFOCUS, TAPS, refocusSources } from "./refocus.js";

const VERTEX = `#version 300 es
out vec2 place;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  place = corner;
  gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
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

  // Found when they are first needed: a page of a large picture need not wait for them.
  findSources() {
    const { gl, data } = this;
    const found = refocusSources(data, pixelsOf(data.images.sharp));
    return {
      colors: this.uploadLight(found.colors),
      behind: this.uploadLight(found.behind),
      depths: this.uploadFloats(found.depths, gl.RG32F, gl.RG),
      edges: this.uploadFloats(found.edges, gl.RGBA32F, gl.RGBA),
    };
  }

  // Pixels that the card takes for light, with smaller copies of them.
  uploadLight(pixels) {
    const { gl, data } = this;
    const { width, height } = data;
    const texture = this.texture(() => {
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      gl.generateMipmap(gl.TEXTURE_2D);
    }, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    return texture;
  }

  uploadFloats(values, format, bands) {
    const { gl, data } = this;
    const fill = () =>
      gl.texImage2D(gl.TEXTURE_2D, 0, format, data.width, data.height, 0, bands, gl.FLOAT, values);
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

  // Refocus, and return the milliseconds that it took.
  refocus(power, aperture, quality) {
    const { gl, data } = this;
    const { camera } = data;
    this.sources ??= this.findSources();
    const began = performance.now();
    gl.useProgram(this.refocusing);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target.frame);
    gl.viewport(0, 0, data.width, data.height);
    Object.entries(this.sources).forEach(([name, texture], unit) => this.bind(this.refocusing, name, texture, unit));
    const set = (name, value) => gl.uniform1f(gl.getUniformLocation(this.refocusing, name), value);
    gl.uniform2f(gl.getUniformLocation(this.refocusing, "size"), data.width, data.height);
    gl.uniform1i(gl.getUniformLocation(this.refocusing, "disc"), camera.psf === "disc" ? 1 : 0);
    set("power", power);
    set("sensorDistance", camera.sensor_distance_m);
    set("scale", aperture / camera.image_pitch_m);
    set("most", TAPS[quality]);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));  // waits until it is drawn
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return performance.now() - began;
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
