// From a picture to its pixels, and back.

// Four bytes a pixel, rows from the top.
export function pixelsOf(image) {
  const copy = document.createElement("canvas");
  copy.width = image.width;
  copy.height = image.height;
  const context = copy.getContext("2d");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, copy.width, copy.height).data;
}

export function canvasOf(pixels, width, height) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
  return canvas;
}
