// From pixels to metres: x to the right, y down, z away from the camera.

export function point(data, x, y, z) {
  return [
    ((x - (data.width - 1) / 2) / data.focal_px) * z,
    ((y - (data.height - 1) / 2) / data.focal_px) * z,
    z,
  ];
}

// Distance of two pixels in metres with its standard deviation: depth errors move points along their rays.
export function distance(data, first, second) {
  const ends = [first, second].map(({ x, y }) => {
    const found = data.at(Math.round(y) * data.width + Math.round(x));
    const place = point(data, x, y, found.depth);
    return { place, ray: place.map((value) => value / found.depth), sd: found.sd };
  });
  const gap = ends[1].place.map((value, axis) => value - ends[0].place[axis]);
  const length = Math.hypot(...gap);
  const along = (ray) => ray.reduce((sum, value, axis) => sum + (value * gap[axis]) / (length || 1), 0);
  const sd = Math.hypot(along(ends[0].ray) * ends[0].sd, along(ends[1].ray) * ends[1].sd);
  return { length, sd };
}

// Blur (standard deviation in px) of an inverse depth under a setting of the lens: the camera's thin-lens formula.
export function blurScale(camera, aperture) {
  return aperture / camera.image_pitch_m;
}

export function blurSigma(camera, power, aperture, inverseDepth) {
  const s = camera.sensor_distance_m;
  return Math.abs((inverseDepth - power) * s + 1) * blurScale(camera, aperture);
}

export function powerFor(camera, depth) {
  return 1 / camera.sensor_distance_m + 1 / depth;
}
