// The page: photographs in, a job, and the viewer of its result. It talks to nobody but the service it came from.
"use strict";

const $ = (id) => document.getElementById(id);
const form = $("form");
const HEAD_BYTES = 4e6; // what a photograph says about its camera is in its beginning
const LOOK_EVERY_MS = 400;
const SHOWN_BY_BROWSERS = /\.(png|jpe?g|webp)$/i;
const state = { photos: [], camera: null, table: null, about: null, described: null, asked: 0, job: null };

// Errors ----------------------------------------------------------------------------------------------------------

// The service speaks of the options of the command line; here they have names on the page.
function inWords(sentence) {
  const controls = [...document.querySelectorAll("[data-flag]")].sort((a, b) => b.dataset.flag.length - a.dataset.flag.length);
  let text = sentence;
  for (const control of controls) {
    if (!text.includes(control.dataset.flag)) continue;
    const label = control.closest("label").firstChild.textContent.trim() || control.closest("label").textContent.trim();
    text = text.replaceAll(control.dataset.flag, `“${label.split(":")[0]}”`);
    control.classList.add("wanted");
    const more = control.closest("details");
    if (more) more.open = true;
  }
  return text;
}

function complain(sentence) {
  for (const control of document.querySelectorAll(".wanted")) control.classList.remove("wanted");
  $("error").hidden = !sentence;
  $("error").textContent = sentence ? inWords(sentence) : "";
  if (sentence) $("error").focus();
}

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error("The service does not answer; is it still running?");
  }
  if (answer.status === 204) return null;
  const content = await answer.json().catch(() => ({}));
  const sentence = content.detail ?? `The service answered with ${answer.status}.`;
  if (!answer.ok) throw Object.assign(new Error(sentence), { status: answer.status });
  return content;
}

// Photographs -----------------------------------------------------------------------------------------------------

function take(files) {
  complain("");
  const refused = [];
  for (const file of files) {
    const name = file.name.toLowerCase();
    if (name.endsWith(".toml")) takeCamera(file);
    else if (name.endsWith(".csv")) state.table = file;
    else if (state.about?.suffixes.some((suffix) => name.endsWith(suffix))) state.photos.push(file);
    else refused.push(file.name);
  }
  state.photos.sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  if (refused.length) complain(`${refused.join(", ")} cannot be a photograph by its name.`);
  photosChanged();
}

function takeCamera(file) {
  state.camera = file;
  const shown = new DataTransfer();
  shown.items.add(file);
  $("camera").files = shown.files; // a dropped one is seen as a chosen one is
  form.querySelector("[name=by][value=file]").checked = true;
  chooseCamera();
}

function chooseCamera() {
  const byFile = form.querySelector("[name=by]:checked").value === "file";
  $("by-file").hidden = !byFile;
  $("by-lens").hidden = byFile;
  ready();
}

function photosChanged() {
  for (const image of $("photos").querySelectorAll("img")) URL.revokeObjectURL(image.src);
  $("photos").replaceChildren(...state.photos.map(photoItem));
  const pair = state.photos.length === 2;
  $("swap").hidden = !pair;
  $("clear").hidden = state.photos.length === 0;
  ready();
  describe();
}

function photoItem(file, index) {
  const item = document.createElement("li");
  const picture = document.createElement(SHOWN_BY_BROWSERS.test(file.name) ? "img" : "div");
  if (picture instanceof HTMLImageElement) {
    picture.src = URL.createObjectURL(file);
    picture.alt = "";
  } else {
    picture.className = "blank";
    picture.textContent = file.name.split(".").pop().toUpperCase();
  }
  const role = document.createElement("b");
  role.textContent = state.photos.length > 2 ? `${index + 1}` : ["first", "second"][index];
  const name = document.createElement("span");
  name.textContent = file.name;
  const known = document.createElement("span");
  known.className = "small";
  const remove = document.createElement("button");
  remove.type = "button";
  remove.textContent = "Remove";
  remove.setAttribute("aria-label", `Remove ${file.name}`);
  remove.addEventListener("click", () => {
    state.photos.splice(index, 1);
    photosChanged();
  });
  item.append(picture, role, name, known, remove);
  return item;
}

// What the photographs say themselves fills in the form; what the user typed stays.
async function describe() {
  const number = (state.asked += 1);
  state.described = null;
  const fields = form.querySelectorAll("#by-lens input");
  for (const field of fields) {
    if (field.dataset.known !== undefined && field.value === field.dataset.known) field.value = "";
    delete field.dataset.known;
  }
  if (state.photos.length >= 2) {
    const data = new FormData();
    for (const file of state.photos) data.append("photos", file.slice(0, HEAD_BYTES), file.name);
    if (state.table) data.append("focus", state.table);
    let found;
    try {
      found = await ask("exif", { method: "POST", body: data });
    } catch (error) {
      if (number === state.asked) complain(error.message);
      return;
    }
    if (number !== state.asked) return; // other photographs were chosen meanwhile
    state.described = found;
    fill(found);
  }
  ready();
}

function fill({ photos, lens }) {
  [...$("photos").children].forEach((item, index) => {
    const { width, height, exif, focus_dpt: dpt } = photos[index];
    const focus = state.photos.length > 2 && dpt !== null ? `focus ${dpt.toPrecision(3)} dpt` : "";
    item.querySelector(".small").textContent = [width ? `${width} × ${height} px` : "", exif, focus].filter(Boolean).join(", ");
  });
  const long = Math.max(photos[0].width ?? 0, photos[0].height ?? 0);
  const known = { ...lens };
  if (lens.pixel_pitch_um && long) known.sensor_width_mm = (lens.pixel_pitch_um * long) / 1000;
  delete known.pixel_pitch_um;
  for (const [name, value] of Object.entries(known)) {
    let values = [value].flat();
    if (name === "f_number" && values[0] === values[1]) values = values.slice(0, 1);
    if (name === "focus_m" && state.photos.length > 2) continue; // each photograph of a stack has its own
    form.querySelectorAll(`[name="lens.${name}"]`).forEach((field, index) => {
      if (field.value || values[index] === undefined) return;
      const shown = Number(values[index]);
      field.value = Number.isFinite(shown) ? String(Number(shown.toPrecision(4))) : "inf";
      field.dataset.known = field.value;
    });
  }
}

// Whether it can begin, and what is missing for metres.
function ready() {
  const stack = state.photos.length > 2;
  for (const label of form.querySelectorAll(".of-pair")) label.hidden = stack && state.described?.photos.every((x) => x.focus_dpt !== null);
  const byLens = form.querySelector("[name=by]:checked").value === "lens";
  let why = "";
  if (state.photos.length < 2) why = state.photos.length ? "one more photograph is needed" : "";
  else if (!byLens && !state.camera) why = "choose the camera file";
  $("start").disabled = state.photos.length < 2 || Boolean(why);
  $("why-not").textContent = why;
  const pitch = form.querySelector('[name="lens.pixel_pitch_um"]').value;
  const empty = [...form.querySelectorAll("[data-needed]")].filter(
    (field) => !field.value && !field.closest("label").hidden && !(pitch && field.name === "lens.sensor_width_mm"),
  );
  const names = empty.map((field) => field.closest("label").firstChild.textContent.trim().toLowerCase());
  const filled = form.querySelectorAll("#by-lens [data-known]").length > 0;
  const parts = [];
  if (filled) parts.push("Green: as the photographs themselves say.");
  if (state.photos.length >= 2 && names.length) parts.push(`Metres need: ${names.join(", ")}. Without a camera, only the order of depths comes out.`);
  $("known").textContent = parts.join(" ");
}

// A job -----------------------------------------------------------------------------------------------------------

function options() {
  const data = new FormData();
  for (const file of state.photos) data.append("photos", file);
  if (state.table) data.append("focus", state.table);
  const byFile = form.querySelector("[name=by]:checked").value === "file";
  if (byFile) data.append("camera", state.camera);
  const names = new Set([...form.querySelectorAll("[name]")].map((field) => field.name).filter((name) => name !== "by"));
  for (const name of names) {
    if (byFile && name.startsWith("lens.")) continue;
    const fields = [...form.querySelectorAll(`[name="${name}"]`)].filter((field) => !field.closest("label").hidden);
    // What the photographs say the service reads from them itself.
    if (fields.every((field) => field.value === (field.dataset.known ?? field.querySelector?.("option")?.value ?? "") && field.type !== "checkbox")) continue;
    for (const field of fields) {
      if (field.type === "checkbox" && !field.checked) continue;
      if (field.value) data.append(name, field.type === "text" ? field.value.replace(",", ".") : field.value);
    }
  }
  return data;
}

// XMLHttpRequest and not fetch: it tells how much has been sent.
function send(data) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "estimate");
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) progress("sending the photographs", event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      if (request.status === 202) resolve(request.response);
      else reject(new Error(request.response?.detail ?? `The service answered with ${request.status}.`));
    });
    for (const kind of ["error", "abort"]) {
      request.addEventListener(kind, () => reject(new Error(kind === "abort" ? "" : "The service does not answer; is it still running?")));
    }
    state.sending = request;
    request.send(data);
  });
}

function progress(text, share) {
  $("stage").textContent = text;
  if (share > 0 && share < 1) $("bar").value = share;
  else $("bar").removeAttribute("value");
}

function show(section) {
  for (const id of ["form", "running", "result"]) $(id).hidden = id !== section;
  $("intro").hidden = section !== "form";
  $("earlier").hidden = section === "running" || $("earlier-list").children.length === 0;
}

async function start(event) {
  event.preventDefault();
  complain("");
  const total = state.photos.reduce((sum, file) => sum + file.size, 0);
  if (state.about && total > state.about.upload_mb * 1e6) {
    complain(`The photographs have ${(total / 1e6).toFixed(0)} MB together; ${state.about.upload_mb} MB are taken.`);
    return;
  }
  show("running");
  progress("sending the photographs", 0);
  try {
    const job = await send(options());
    remember(job.id, state.photos.map((file) => file.name));
    await follow(job.id);
  } catch (error) {
    show("form");
    complain(error.message);
  }
}

async function follow(id) {
  state.job = id;
  location.hash = id;
  show("running");
  for (;;) {
    const job = await ask(`jobs/${id}`);
    if (state.job !== id) return; // another one is looked at now
    if (job.state === "done") return done(job);
    if (job.state !== "waiting" && job.state !== "running") {
      forget(id);
      ask(`jobs/${id}`, { method: "DELETE" }).catch(() => {});
      return leave(job.state === "failed" ? job.error : "");
    }
    const before = job.before === 1 ? "1 job comes first" : `${job.before} jobs come first`;
    progress(job.state === "waiting" ? (job.before ? `waiting: ${before}` : "waiting") : job.stage, job.share);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function leave(sentence) {
  state.job = null;
  history.replaceState(null, "", location.pathname);
  $("viewer").removeAttribute("src");
  listEarlier();
  show("form");
  complain(sentence);
}

function done(job) {
  const address = (name) => `jobs/${job.id}/files/${encodeURIComponent(name)}`;
  $("grade").textContent = job.verdict.grade;
  $("grade").dataset.grade = job.verdict.grade;
  // The viewer says all of it; where there is none, the page does.
  const trusted = `${Math.round(100 * job.verdict.trusted_share)} % of the pixels can be trusted`;
  const report = "report.html" in job.files;
  $("verdict-line").textContent = report ? trusted : job.verdict.line.replace(`${job.verdict.grade}: `, "");
  const lines = (texts) => texts.map((text) => Object.assign(document.createElement("li"), { textContent: text }));
  $("warnings").replaceChildren(...lines(job.warnings.map((text) => inWords(text))));
  $("lines").replaceChildren(...lines(job.lines));
  $("viewer").hidden = !report;
  $("tab").hidden = !report;
  $("order").hidden = report;
  if (report) {
    $("viewer").src = address("report.html");
    $("tab").href = address("report.html");
  } else $("order").src = address("order.png");
  $("zip").href = `jobs/${job.id}/zip`;
  $("files").replaceChildren(
    ...Object.entries(job.files).map(([name, bytes]) => {
      const item = document.createElement("li");
      item.append(Object.assign(document.createElement("a"), { href: address(name), textContent: name, download: name }));
      item.append(` ${bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`}`);
      return item;
    }),
  );
  $("expires").textContent = `It is deleted on ${new Date(job.expires).toLocaleString()}, or when you say so.`;
  listEarlier();
  show("result");
  $("result-title").focus();
}

// Earlier results -------------------------------------------------------------------------------------------------

function earlier() {
  try {
    return JSON.parse(localStorage.getItem("jobs")) ?? [];
  } catch {
    return [];
  }
}

function remember(id, names) {
  const shown = names.length > 2 ? `${names[0]} … ${names.at(-1)} (${names.length})` : names.join(", ");
  localStorage.setItem("jobs", JSON.stringify([{ id, shown, at: Date.now() }, ...earlier()].slice(0, 50)));
}

function forget(id) {
  localStorage.setItem("jobs", JSON.stringify(earlier().filter((job) => job.id !== id)));
}

function listEarlier() {
  const keepMs = 3.6e6 * (state.about?.keep_hours ?? 24);
  const jobs = earlier().filter((job) => job.id !== state.job && Date.now() - job.at < keepMs);
  $("earlier-list").replaceChildren(
    ...jobs.map((job) => {
      const button = Object.assign(document.createElement("button"), { type: "button" });
      button.textContent = `${new Date(job.at).toLocaleString()}: ${job.shown}`;
      button.addEventListener("click", () => look(job.id));
      const item = document.createElement("li");
      item.append(button);
      return item;
    }),
  );
  $("earlier").hidden = jobs.length === 0;
}

async function look(id) {
  complain("");
  try {
    await follow(id);
  } catch (error) {
    if (error.status === 404) forget(id);
    leave(error.message);
  }
}

// Hands -----------------------------------------------------------------------------------------------------------

async function example() {
  const names = ["minus.png", "plus.png", "camera.toml"];
  const files = await Promise.all(names.map(async (name) => new File([await (await fetch(`example/${name}`)).blob()], name)));
  state.photos = [];
  take(files);
}

async function end(andThen) {
  try {
    state.sending?.abort();
    if (state.job) await ask(`jobs/${state.job}`, { method: "DELETE" });
    andThen();
  } catch (error) {
    complain(error.message);
  }
}

function listen() {
  $("choose").addEventListener("change", (event) => {
    take(event.target.files);
    event.target.value = "";
  });
  $("camera").addEventListener("change", (event) => event.target.files.length && takeCamera(event.target.files[0]));
  for (const kind of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(kind, (event) => {
      event.preventDefault();
      document.body.classList.toggle("over", kind === "dragover");
      if (kind === "drop" && !form.hidden) take(event.dataTransfer.files);
    });
  }
  $("swap").addEventListener("click", () => {
    state.photos.reverse();
    photosChanged();
  });
  $("clear").addEventListener("click", () => {
    Object.assign(state, { photos: [], table: null });
    complain("");
    photosChanged();
  });
  $("example").addEventListener("click", example);
  for (const choice of form.querySelectorAll("[name=by]")) choice.addEventListener("change", chooseCamera);
  form.addEventListener("input", (event) => {
    event.target.classList.remove("wanted");
    if (event.target.value !== event.target.dataset?.known) delete event.target.dataset.known;
    ready();
  });
  form.addEventListener("submit", start);
  $("cancel").addEventListener("click", () => end(() => {}));
  $("delete").addEventListener("click", () => end(() => {
    forget(state.job);
    leave("");
  }));
  $("again").addEventListener("click", () => leave(""));
}

async function begin() {
  listen();
  $("origin").textContent = location.origin;
  try {
    state.about = await ask("about");
  } catch (error) {
    complain(error.message);
    return;
  }
  const { version, estimators, files, upload_mb: megabytes, megapixels } = state.about;
  $("version").textContent = `blurry-edges ${version}`;
  $("limits").textContent = `at most ${files} files, ${megabytes} MB and ${megapixels} megapixels together`;
  for (const name of estimators) $("estimator").add(new Option(name, name));
  $("choose").accept = [...state.about.suffixes, ".toml", ".csv"].join(",");
  chooseCamera();
  listEarlier();
  const id = location.hash.slice(1);
  if (/^[0-9a-f]{32}$/.test(id)) look(id);
  document.body.dataset.ready = "true";
}

begin();
