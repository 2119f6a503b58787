// The buttons that save a file.
import { greyPixels } from "./colors.js";
import { npy, ply, save } from "./files.js";
import { $ } from "./page.js";
import { canvasOf } from "./pixels.js";

const BINARY = "application/octet-stream";

const savePicture = (canvas, name) => canvas.toBlob((blob) => save(name, [blob], "image/png"));

export function fillDownloads(data, layers, cloudPanel) {
  for (const [name, make] of Object.entries(downloads(data, layers, cloudPanel))) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.addEventListener("click", make);
    $("downloads").append(button);
  }
}

function downloads(data, layers, cloudPanel) {
  const shape = [data.height, data.width];
  const files = {
    "depth_m.npy": () => save("depth_m.npy", npy(data.mean.map((q) => 1 / q), shape), BINARY),
    "depth_sd_m.npy": () => save("depth_sd_m.npy", npy(data.sds, shape), BINARY),
    "cloud.ply": () => save("cloud.ply", ply(data, layers.pixels("picture"), cloudPanel.largestSd), BINARY),
    "this view.png": () => savePicture($(cloudPanel.isShown ? "cloud" : "picture"), "view.png"),
  };
  if (data.boundary) {
    const make = () => canvasOf(greyPixels(data.boundary), data.width, data.height);
    files["boundary.png"] = () => savePicture(make(), "boundary.png");
  }
  if (data.camera_file) files["camera.toml"] = () => save("camera.toml", [data.camera_file], "application/toml");
  if (data.images.sharp) {
    const fetched = async () => (await fetch(data.images.sharp.src)).blob();
    files["sharp.png"] = async () => save("sharp.png", [await fetched()], "image/png");
  }
  return files;
}
