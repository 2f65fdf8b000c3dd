// Who ran what when: a lane for each worker, cases as blocks, run groups as bands behind them.
const LANE = 30;
const HEAD = 40;
const timeline = { zoom: 1, chosen: null, lanes: [], box: null, canvas: null, note: null, space: null };
// Everything that ran: cases, and the earlier attempts of retried cases, each in its own state.
const ran = entries.flatMap((entry) => [
  entry,
  ...(entry.detail ? entry.detail.attempts || [] : []).map((attempt) => Object.assign(Object.create(entry),
    { whole: entry, state: attempt.outcome, started: attempt.started, duration: attempt.duration, worker: attempt.worker })),
]).filter((entry) => entry.started >= 0 && entry.worker >= 0);
const endOf = (entry) => entry.started + entry.duration;
// The duration of the whole run, in microseconds.
const span = ran.reduce((most, entry) => Math.max(most, endOf(entry)), classes.reduce((most, one) => Math.max(most, one.ended), 1));
const workerCount = ran.reduce((most, entry) => Math.max(most, entry.worker + 1), 0);

function groupBands() {
  const bands = new Map();
  const widen = (group, from, to) => {
    const band = bands.get(group) || { group, from: Infinity, to: 0 };
    bands.set(group, { group, from: Math.min(band.from, from), to: Math.max(band.to, to) });
  };
  for (const entry of ran) if (entry.owner) widen(entry.owner.group, entry.started, endOf(entry));
  for (const one of classes) if (one.started >= 0) widen(one.group, one.started, one.ended);
  return [...bands.values()].sort((a, b) => a.from - b.from);
}

function buildTimeline() {
  const host = document.getElementById("timeline");
  if (timeline.box) return;
  timeline.lanes = Array.from({ length: workerCount }, () => []);
  for (const entry of ran) timeline.lanes[entry.worker].push(entry);
  for (const lane of timeline.lanes) lane.sort((a, b) => a.started - b.started);
  timeline.bands = groupBands();
  timeline.note = element("span", { role: "status", "aria-live": "polite" }, "Choose a case by pointer or arrow keys; + and − zoom");
  const zoom = (factor) => element("button", { type: "button", onclick: () => zoomBy(factor), "aria-label": factor > 1 ? "Zoom in" : "Zoom out" }, factor > 1 ? "+" : "−");
  timeline.canvas = element("canvas", {});
  timeline.space = element("div", {}, timeline.canvas);
  timeline.box = element("div", { class: "lanes", tabindex: 0, role: "application", "aria-label": "Timeline of workers" }, timeline.space);
  const use = element("table", {},
    element("thead", {}, element("tr", {}, ["Worker", "Cases", "Busy", "Share"].map((title) => element("th", { scope: "col" }, title)))),
    element("tbody", {}, timeline.lanes.map((lane, index) => {
      const busy = lane.reduce((sum, entry) => sum + entry.duration, 0);
      return element("tr", {}, element("th", { scope: "row" }, `Worker ${index + 1}`), element("td", {}, lane.length.toLocaleString("en-GB")),
        element("td", {}, duration(busy)), element("td", {}, `${Math.round(100 * busy / span)} %`));
    })));
  host.append(
    element("div", { class: "zoom" }, timeline.note, zoom(0.5), zoom(2), element("button", { type: "button", onclick: () => zoomBy(0) }, "Fit")),
    timeline.box, element("div", { class: "use" }, use));
  if (workerCount === 0) host.replaceChildren(element("p", { class: "empty" }, "Nothing ran."));
  timeline.box.addEventListener("scroll", drawTimeline, { passive: true });
  timeline.box.addEventListener("keydown", timelineKey);
  timeline.canvas.addEventListener("click", (event) => { const found = hit(event); if (found) { chooseBlock(found); reveal(); } });
  timeline.canvas.addEventListener("mousemove", (event) => { const found = hit(event); if (found) timeline.note.replaceChildren(...blockWords(found)); });
  timeline.box.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomBy(event.deltaY < 0 ? 1.25 : 0.8, event.clientX - timeline.box.getBoundingClientRect().left);
  }, { passive: false });
  new ResizeObserver(sizeTimeline).observe(timeline.box);
}

function blockWords(entry) { return [`${WORDS[entry.state]}, ${duration(entry.duration)} · `, ...shown(`${entry.owner ? entry.owner.short + " › " : ""}${entry.name}`)]; }
function scale() { return (timeline.box.clientWidth - 16) * timeline.zoom / span; }

function zoomBy(factor, at = timeline.box.clientWidth / 2) {
  const before = (timeline.box.scrollLeft + at) / scale();
  timeline.zoom = factor === 0 ? 1 : Math.min(100000, Math.max(1, timeline.zoom * factor));
  // A browser lays out some ten million pixels at most.
  timeline.zoom = Math.min(timeline.zoom, 8e6 / Math.max(1, timeline.box.clientWidth));
  sizeTimeline();
  timeline.box.scrollLeft = before * scale() - at;
  drawTimeline();
}

function sizeTimeline() {
  const { box, canvas, space } = timeline;
  if (box.clientWidth === 0) return;
  const height = HEAD + LANE * workerCount + 8;
  const ratio = window.devicePixelRatio || 1;
  space.style.width = `${Math.max(box.clientWidth, (box.clientWidth - 16) * timeline.zoom + 16)}px`;
  space.style.height = `${height}px`;
  canvas.style.width = `${box.clientWidth}px`;
  canvas.style.height = `${height}px`;
  canvas.width = box.clientWidth * ratio;
  canvas.height = height * ratio;
  drawTimeline();
}

// 1, 2 or 5 times a power of ten, so that marks are some 90 pixels apart.
function tick() {
  const wanted = 90 / scale();
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 5, 10].map((part) => part * power).find((step) => step >= wanted);
}

function drawTimeline() {
  const { canvas, box, bands, lanes } = timeline;
  const pen = canvas.getContext("2d");
  const ratio = window.devicePixelRatio || 1;
  const style = getComputedStyle(document.documentElement);
  const colour = (part) => style.getPropertyValue(`--${part}`).trim();
  const [left, width, height, perMicro] = [box.scrollLeft - 8, canvas.width / ratio, canvas.height / ratio, scale()];
  const x = (micros) => micros * perMicro - left;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.font = "12px system-ui, sans-serif";
  pen.textBaseline = "middle";
  bands.forEach((band, index) => {
    const [from, to] = [x(band.from), x(band.to)];
    if (to < 0 || from > width) return;
    pen.fillStyle = colour(index % 2 === 0 ? "band" : "surface");
    pen.fillRect(from, 20, Math.max(1, to - from), height - 20);
    pen.fillStyle = colour("line");
    pen.fillRect(from, 20, 1, height - 20);
    const words = `group ${band.group}`;
    const start = Math.max(from + 5, 5);
    if (to - start > pen.measureText(words).width + 4) { pen.fillStyle = colour("soft"); pen.fillText(words, start, 30); }
  });
  const step = tick();
  const first = Math.max(0, Math.floor(left / perMicro / step));
  for (let mark = first; x(mark * step) < width && mark * step <= span; mark += 1) {
    pen.fillStyle = colour("line");
    pen.fillRect(x(mark * step), 16, 1, height - 16);
    pen.fillStyle = colour("soft");
    const words = mark === 0 ? "0" : tickWords(mark * step, step);
    if (x(mark * step) + 4 + pen.measureText(words).width < width) pen.fillText(words, x(mark * step) + 4, 9);
  }
  const states = Object.fromEntries(STATES.map(([state]) => [state, colour(state)]));
  lanes.forEach((lane, index) => drawLane(pen, lane, HEAD + index * LANE, { x, width, states, text: colour("surface"), perMicro }));
  if (timeline.chosen) {
    const entry = timeline.chosen;
    pen.strokeStyle = colour("text");
    pen.lineWidth = 2;
    pen.strokeRect(x(entry.started) - 1.5, HEAD + entry.worker * LANE + 2.5, Math.max(2, entry.duration * perMicro) + 3, LANE - 7);
  }
}

function tickWords(micros, step) {
  const [unit, words] = micros >= 1e6 ? [1e6, "s"] : micros >= 1000 ? [1000, "ms"] : [1, "µs"];
  const decimals = Math.max(0, Math.min(6, -Math.floor(Math.log10(step / unit) + 1e-9)));
  return `${(micros / unit).toFixed(decimals)} ${words}`;
}

// A lane's blocks; what would be less than a pixel is drawn once, in the worst state of those that share it.
function drawLane(pen, lane, top, { x, width, states, text, perMicro }) {
  let low = 0;
  let high = lane.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x(endOf(lane[middle])) < 0) low = middle + 1; else high = middle;
  }
  let pixel = -1;
  let worst = 99;
  for (let index = low; index < lane.length; index += 1) {
    const entry = lane[index];
    const start = x(entry.started);
    if (start > width) break;
    const long = entry.duration * perMicro;
    const rank = RANK[entry.state];
    if (long < 1.5 && Math.floor(start) === pixel && rank >= worst) continue;
    [pixel, worst] = [Math.floor(start), rank];
    const isFaint = !matches(entry);
    pen.globalAlpha = isFaint ? 0.18 : 1;
    pen.fillStyle = states[entry.state];
    pen.fillRect(start, top + 4, Math.max(1, long - (long > 4 ? 1 : 0)), LANE - 10);
    if (long > 48 && !isFaint) {
      pen.save();
      pen.beginPath();
      pen.rect(start + 4, top, long - 10, LANE);
      pen.clip();
      pen.fillStyle = text;
      pen.fillText(shown(entry.name).map((node) => (typeof node === "string" ? node : node.textContent)).join(""), start + 5, top + LANE / 2);
      pen.restore();
    }
    pen.globalAlpha = 1;
  }
}

function hit(event) {
  const lane = timeline.lanes[Math.floor((event.offsetY - HEAD) / LANE)];
  if (!lane) return null;
  const micros = (event.offsetX + timeline.box.scrollLeft - 8) / scale();
  const slack = 3 / scale();
  let best = null;
  for (const entry of lane) {
    const away = Math.max(entry.started - micros, micros - endOf(entry), 0);
    if (away <= slack && (!best || away < best.away)) best = { entry, away };
  }
  return best && best.entry;
}

function chooseBlock(entry) {
  timeline.chosen = entry;
  timeline.note.replaceChildren(...blockWords(entry));
  const at = entry.started * scale();
  if (at < timeline.box.scrollLeft || at > timeline.box.scrollLeft + timeline.box.clientWidth - 40) {
    timeline.box.scrollLeft = at - timeline.box.clientWidth / 2;
  }
  drawTimeline();
  showEntry(entry.whole || entry);
}

function timelineKey(event) {
  if (event.key === "+" || event.key === "=") zoomBy(2);
  else if (event.key === "-") zoomBy(0.5);
  else if (event.key === "Enter" && timeline.chosen) reveal();
  else if (["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].includes(event.key) && ran.length > 0) {
    const now = timeline.chosen || timeline.lanes.find((lane) => lane.length > 0)[0];
    let [lane, index] = [now.worker, timeline.lanes[now.worker].indexOf(now)];
    if (timeline.chosen && event.key === "ArrowLeft") index -= 1;
    if (timeline.chosen && event.key === "ArrowRight") index += 1;
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      lane = Math.min(timeline.lanes.length - 1, Math.max(0, lane + (event.key === "ArrowUp" ? -1 : 1)));
      index = timeline.lanes[lane].findIndex((entry) => endOf(entry) >= now.started);
      if (index < 0) index = timeline.lanes[lane].length - 1;
    }
    const next = timeline.lanes[lane][Math.min(timeline.lanes[lane].length - 1, Math.max(0, index))];
    if (next) chooseBlock(next);
  } else return;
  event.preventDefault();
}
