// Starts the page: reads the data of the result, and shows it with a graphics card or, where there is none, without.
import { readData } from "./data.js";
import { blurSigma } from "./geometry.js";
import { $, say } from "./page.js";
import { PlainStage } from "./plain_stage.js";
import { Stage } from "./stage.js";
import { Viewer } from "./viewer.js";

function makeStage(data) {
  try {
    if (new URLSearchParams(window.location.search).has("plain")) throw new Error("asked for the plain form");
    return new Stage($("picture"), data);
  } catch (error) {
    // A canvas that was asked for one kind of drawing gives no other.
    const fresh = $("picture").cloneNode();
    $("picture").replaceWith(fresh);
    say(`This is the plainer form of the page, without refocusing and points in space: ${error.message}.`);
    return new PlainStage(fresh, data);
  }
}

async function start() {
  const data = await readData(JSON.parse($("data").textContent));
  const viewer = new Viewer(data, makeStage(data));
  viewer.blurSigma = (depth) => blurSigma(data.camera, viewer.focus.power, viewer.focus.aperture, 1 / depth);
  window.viewer = viewer;
  document.body.dataset.ready = "true";
}

start().catch((error) => {
  $("notice").hidden = false;
  $("notice").textContent = `The page cannot be shown: ${error.message}. It needs a browser from 2023 or later.`;
});
