// The image at another focus and aperture, on the graphics card, from its surfaces and what they hide.
import { findSurfaces } from "./occlusion.js";

export const TAPS = { fine: 7, coarse: 2 };  // coarse: while a slider moves, where a fine picture takes long
const EDGE_STEP_PX = 0.35;  // steps of blur from which on a surface hides the one behind it, in px of its sd

// Each pixel gathers what the surfaces around it throw onto it, first the nearer one of the nearest edge, then the one
// behind it, which goes on where it is hidden. How much of the nearer one there is says how far it covers the other: so
// edges are soft where the nearer surface is blurred, and sharp where it is not, without halos.
export const REFOCUS = `#version 300 es
precision highp float;
uniform sampler2D colors, behind, depths, edges;
uniform vec2 size;
uniform float power, sensorDistance, scale;
uniform float most;  // taps to each side; where blur is wider, they are of smaller copies of the picture
uniform bool disc;
in vec2 place;
out vec4 color;
const int ALL = 0, NEAR = 1, FAR = 2;
float sigma(float q) { return abs((q - power) * sensorDistance + 1.0) * scale; }
float reachOf(float s) { return (disc ? 2.3 : 3.0) * s + 1.0; }
float weigh(float s, float away, float spacing) {
  if (disc) {
    float radius = max(2.0 * s, 0.564 * spacing);
    return clamp((radius - away) / spacing + 0.5, 0.0, 1.0) / (radius * radius);
  }
  float wide = max(s, 0.3 * spacing);
  return exp(-0.5 * away * away / (wide * wide)) / (wide * wide);
}
// Light and weight of one surface; \`cover\` is its share of what it would be without an edge.
vec4 gather(int which, float middle, float ownSigma, out float cover) {
  float reach = reachOf(ownSigma), spacing = max(1.0, reach / most), level = log2(spacing), other = 0.0;
  int n = int(ceil(reach / spacing));
  vec4 sum = vec4(0.0);
  for (int j = -n; j <= n; j++) for (int i = -n; i <= n; i++) {
    vec2 offset = spacing * vec2(i, j), there = place + offset / size;
    float away = length(offset);
    if (away > reach + spacing || clamp(there, 0.0, 1.0) != there) continue;
    vec2 q = textureLod(depths, there, 0.0).rg;
    bool isNear = q.r > middle;
    if (which == NEAR && !isNear) { other += weigh(ownSigma, away, spacing); continue; }
    bool isHidden = which == FAR && isNear;
    if (isHidden && q.g == 0.0) continue;
    vec3 light = isHidden ? textureLod(behind, there, level).rgb : textureLod(colors, there, level).rgb;
    sum += weigh(sigma(isHidden ? q.g : q.r), away, spacing) * vec4(light, 1.0);
  }
  cover = sum.a / max(sum.a + other, 1e-9);
  return sum;
}
vec3 encoded(vec3 light) {
  return mix(12.92 * light, 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, light));
}
void main() {
  float own = textureLod(depths, place, 0.0).r, cover = 1.0;
  vec4 edge = textureLod(edges, place, 0.0);
  float nearReach = reachOf(sigma(edge.y));
  vec4 sum;
  if (edge.w < 0.0) sum = gather(ALL, 0.0, sigma(own), cover);
  else if (edge.w > nearReach + 1.0) sum = gather(own > edge.x ? NEAR : FAR, edge.x, sigma(own), cover);
  else {
    vec4 near = gather(NEAR, edge.x, sigma(edge.y), cover);
    float unused;
    sum = gather(FAR, edge.x, own > edge.x ? sigma(edge.z) : sigma(own), unused);
    sum = vec4(mix(sum.rgb / max(sum.a, 1e-9), near.rgb / max(near.a, 1e-9), sum.a > 0.0 ? cover : 1.0), 1.0);
  }
  vec3 light = sum.a > 0.0 ? sum.rgb / sum.a : textureLod(colors, place, 0.0).rgb;
  color = vec4(encoded(clamp(light, 0.0, 1.0)), 1.0);
}`;

// The surfaces of a result, as the shader above wants them; unknown depths count as the middle one.
export function refocusSources(data, colors) {
  const { camera } = data;
  const known = data.crisp.map((q) => (Number.isFinite(q) ? q : (data.low + data.high) / 2));
  const blurPerDioptre = (camera.aperture_sigma_m * camera.sensor_distance_m) / camera.image_pitch_m;
  return findSurfaces(known, colors, data.width, data.height, EDGE_STEP_PX / blurPerDioptre);
}
