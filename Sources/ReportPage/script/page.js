// The page: filters, views, keys.
const list = new RowList(document.getElementById("list"), 52, caseRow);
const byId = (id) => document.getElementById(id);
let view = "cases";
// Whether the reader has the page, and chooses.
let isStarted = false;

function currentList() { return view === "classes" ? tree : list; }
function isNarrow() { return matchMedia("(max-width: 56rem)").matches; }

function caseRow(entry, index) {
  return element("div", {
    class: "row", role: "option", "aria-setsize": list.rows.length, "aria-posinset": index + 1,
    onclick: () => { choose(index); reveal(); },
  },
  icon(entry.state), element("span", { class: "hidden" }, `${WORDS[entry.state]}: `),
  element("div", { class: "words" },
    element("div", { class: "name" }, alikeMark(entry),
      entry.change === "newlyFailed" ? element("span", { class: "alike" }, "new") : "", entry.owner ? element("span", { class: "of" }, bidi(classTitle(entry.owner)), " › ") : "", nameParts(entry.name)),
    element("div", { class: "below" }, entry.words ? bidi(entry.words)
      : entry.owner ? [bidi(bundleName(entry.bundle)), " / ", bidi(entry.owner.name)] : "")),
  (entry.warns || entry.isKnown) && entry.state !== "problem" ? [icon("warning"),
    element("span", { class: "hidden" }, entry.warns ? "with warnings" : "with known issues")] : "",
  strip(entry), element("span", { class: "time" }, entry.started >= 0 ? duration(entry.duration) : ""));
}

// A name whose end stays in sight where there is no room for all of it: the end tells one row from the next.
function nameParts(name) {
  const characters = [...name];
  if (characters.length <= 16) return element("span", { class: "start" }, bidi(name));
  return [element("span", { class: "start" }, bidi(characters.slice(0, -12).join(""))), element("span", { class: "end" }, bidi(characters.slice(-12).join("")))];
}

// Failures that are alike are one row where they are many, until the reader opens it.
const FOLD_FROM = 5;
const unfolded = new Set();
function isFolded(entry) {
  return filter.order === "state" && entry.alike && entry.alike.length >= FOLD_FROM && !unfolded.has(entry.alike);
}
function folded(rows) {
  const seen = new Set();
  return rows.filter((entry) => {
    if (!isFolded(entry)) return true;
    if (seen.has(entry.alike)) return false;
    seen.add(entry.alike);
    return true;
  });
}
function alikeMark(entry) {
  if (!entry.alike || entry.alike.length < 2) return "";
  const words = `${entry.alike.length} alike`;
  if (filter.order !== "state" || entry.alike.length < FOLD_FROM) return element("span", { class: "alike" }, words);
  const isOpen = unfolded.has(entry.alike);
  return element("span", { class: "alike fold", title: isOpen ? "Show one of them" : "Show all of them", onclick: (event) => {
    event.stopPropagation();
    if (!unfolded.delete(entry.alike)) unfolded.add(entry.alike);
    update();
  } }, `${isOpen ? "▾" : "▸"} ${words}`);
}

function choose(index) {
  list.select(index);
  if (index >= 0) showEntry(list.rows[index]);
}

// Whether the browser's place in its history is that of the details.
function isDetailStep() { return Boolean(history.state && history.state.isDetail); }

// On a narrow page the details lie over the list, and the browser's "back" leads to the list.
function reveal() {
  if (!isNarrow()) return;
  // A page that was loaded anew over its details has their step already.
  if (!document.body.classList.contains("chosen") && !isDetailStep()) {
    writeAddress();
    try { history.pushState({ isDetail: true }, "", currentAddress()); } catch { /* Not here, then. */ }
  }
  document.body.classList.add("chosen");
  pane.focus();
}
let isGoingBack = false;
addEventListener("popstate", () => {
  isGoingBack = document.body.classList.contains("chosen") && !isDetailStep();
  if (isGoingBack) hideDetail(); else if (isDetailStep()) reveal();
});
addEventListener("hashchange", () => {
  // The address of what the reader comes back to is older than the list.
  if (isGoingBack) writeAddress(); else openAddress();
  isGoingBack = false;
});

function openEntry(entry) {
  if (!matches(entry)) clearFilter();
  if (isFolded(entry) && entry.alike.length > 1) { unfolded.add(entry.alike); update(); }
  setView("cases");
  choose(list.rows.indexOf(entry));
  reveal();
}

// The part of the address behind "#" names a case, and behind "?" the view and the filters, so that a link shows the same.
function openAddress() {
  const [name, choices] = location.hash.slice(1).split("?");
  if (choices !== undefined) takeChoices(new URLSearchParams(choices));
  let wanted = "";
  try { wanted = decodeURIComponent(name); } catch { return false; }
  const entry = wanted ? entries.find((one) => one.identity === wanted) : null;
  if (!entry) return false;
  // With a view or filters, what they show stays.
  if (choices !== undefined && list.rows.includes(entry)) choose(list.rows.indexOf(entry));
  else if (list.rows[list.current] !== entry || view !== "cases") openEntry(entry);
  return true;
}
function takeChoices(choices) {
  const known = [...STATES, ...CHANGES].map(([state]) => state);
  filter.states = new Set((choices.get("state") || "").split(" ").filter((state) => known.includes(state)));
  filter.bundle = run.bundles.findIndex((bundle) => bundle.name === choices.get("bundle"));
  filter.tag = choices.get("tag") || "";
  setText(choices.get("text") || "");
  filter.order = Object.hasOwn(ORDERS, choices.get("order") || "") ? choices.get("order") : "state";
  byId("text").value = filter.text;
  byId("bundle").value = String(filter.bundle);
  byId("tag").value = filter.tag;
  byId("order").value = filter.order;
  const wanted = choices.get("view") || "cases";
  const views = ["cases", "classes", "timeline", ...(run.history ? ["history"] : [])];
  if (views.includes(wanted) && wanted !== view) setView(wanted);
  update();
}
function choicesNow() {
  const choices = new URLSearchParams();
  if (view !== "cases") choices.set("view", view);
  if (filter.states.size > 0) choices.set("state", [...filter.states].join(" "));
  if (filter.bundle >= 0) choices.set("bundle", bundleName(filter.bundle));
  if (filter.tag) choices.set("tag", filter.tag);
  if (filter.text) choices.set("text", filter.text);
  if (filter.order !== "state") choices.set("order", filter.order);
  const text = choices.toString();
  return text ? `?${text}` : "";
}
// Late, since browsers refuse an address that changes with every key.
let addressTimer = 0;
let addressed = null;
function noteAddress(entry) {
  if (entry !== undefined) addressed = entry;
  if (!isStarted) return;
  clearTimeout(addressTimer);
  addressTimer = setTimeout(writeAddress, 250);
}
function writeAddress() {
  clearTimeout(addressTimer);
  try { history.replaceState(history.state, "", currentAddress()); } catch { /* Not here, then. */ }
}
function currentAddress() { return (addressed ? addressOf(addressed) : "#") + choicesNow(); }
function addressOf(entry) { return `#${encodeURIComponent(entry.identity).replace(/%2F/g, "/")}`; }

// MARK: Filters

function update() {
  const chosen = list.rows[list.current];
  const found = entries.filter(matches).sort(ORDERS[filter.order]);
  const rows = folded(found);
  list.box.scrollTop = 0;
  list.show(rows);
  const again = chosen ? rows.indexOf(chosen) : -1;
  if (again >= 0) list.select(again);
  if (view === "classes") { openMatches(); tree.box.scrollTop = 0; tree.show(treeNodes()); }
  if (view === "timeline") drawTimeline();
  updateCounts(found.length);
  noteAddress();
}

// A filter that leaves little opens the classes that hold it.
function openMatches() {
  if (filter.states.size === 0 && !filter.text) return;
  openFor(entries.filter(matches));
}

function updateCounts(number) {
  const rest = entries.filter(matchesRest);
  for (const button of byId("states").children) {
    const state = button.dataset.state;
    button.setAttribute("aria-pressed", String(state ? filter.states.has(state) : filter.states.size === 0));
    const amount = state ? rest.reduce((sum, entry) => sum + (isIn(entry, state) ? 1 : 0), 0) : rest.length;
    button.querySelector("b").textContent = amount.toLocaleString("en-GB");
  }
  byId("shown").textContent = number === entries.length ? count(number, "result") : `${number.toLocaleString("en-GB")} of ${count(entries.length, "result")}`;
}

function clearFilter() {
  filter.states.clear();
  [filter.bundle, filter.tag] = [-1, ""];
  setText("");
  byId("text").value = "";
  byId("bundle").value = "-1";
  byId("tag").value = "";
  update();
}
function filterBundle(index) {
  filter.bundle = index;
  byId("bundle").value = String(index);
  update();
}

function buildFilters() {
  const states = byId("states");
  const add = (state, title) => states.append(element("button", {
    type: "button", "data-state": state, "aria-pressed": "false",
    onclick: () => {
      if (!state) filter.states.clear();
      else if (!filter.states.delete(state)) filter.states.add(state);
      update();
    },
  }, state && RANK[state] !== undefined ? icon(state === "known" ? "warning" : state) : "", title, element("b", {}, "")));
  add("", "All");
  for (const [state, title] of [...STATES, ...CHANGES]) if (entries.some((entry) => isIn(entry, state))) add(state, title);
  const option = (value, text) => element("option", { value }, text);
  const plain = (text) => shown(text).map((node) => (typeof node === "string" ? node : node.textContent)).join("");
  byId("bundle").append(option(-1, "All bundles"), ...run.bundles.map((bundle, index) => option(index, plain(bundle.name))));
  byId("bundle-field").hidden = run.bundles.length < 2;
  const tags = [...new Set(entries.flatMap((entry) => entry.tags))].sort();
  byId("tag-field").hidden = tags.length === 0;
  byId("tag").append(option("", "All tags"), ...tags.map((tag) => option(tag, plain(tag))));
  byId("bundle").addEventListener("change", (event) => { filter.bundle = Number(event.target.value); update(); });
  byId("tag").addEventListener("change", (event) => { filter.tag = event.target.value; update(); });
  byId("order").addEventListener("change", (event) => { filter.order = event.target.value; update(); });
  byId("text").addEventListener("input", (event) => { setText(event.target.value); update(); });
}

function buildProportions() {
  const tally = tallyOf(entries);
  const bar = byId("proportions");
  for (const [state] of STATES) {
    if (!tally[state]) continue;
    const part = element("span", { class: `bar-${state}` });
    part.style.flexGrow = String(tally[state]);
    bar.prepend(part);
  }
  bar.setAttribute("aria-label", wordsOf(tally));
}

// MARK: Views

function setView(next) {
  view = next;
  for (const button of document.querySelectorAll("[data-view]")) button.setAttribute("aria-pressed", String(button.dataset.view === next));
  for (const id of ["cases", "classes", "timeline", "history"]) byId(id).hidden = id !== next;
  byId("results").classList.toggle("timeline", next === "timeline");
  byId("order").parentElement.hidden = next !== "cases";
  if (next === "cases") list.redraw();
  if (next === "classes") { openMatches(); showTree(); }
  if (next === "history") buildHistory();
  if (next === "timeline") { buildTimeline(); if (workerCount > 0) sizeTimeline(); }
  noteAddress();
}

// The hierarchy anew, with what was chosen, or else at the first failure.
function showTree() {
  const chosen = tree.rows[tree.current];
  tree.show(treeNodes());
  const again = chosen ? tree.rows.findIndex((node) => node.key === chosen.key && node.entry === chosen.entry) : -1;
  if (again >= 0) tree.select(again); else openAtFailure();
}

// Light, dark, or as the system has it; remembered where the browser lets a file remember.
function buildTheme() {
  const names = ["system", "light", "dark"];
  const set = (theme) => {
    if (theme === "system") delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = theme;
    byId("theme").textContent = `Theme: ${theme}`;
    if (view === "timeline" && timeline.box && workerCount > 0) drawTimeline();
  };
  let theme = "system";
  try { theme = localStorage.getItem("testkit.theme") || theme; } catch { /* Not here, then. */ }
  if (!names.includes(theme)) theme = "system";
  set(theme);
  byId("theme").addEventListener("click", () => {
    theme = names[(names.indexOf(theme) + 1) % names.length];
    try { localStorage.setItem("testkit.theme", theme); } catch { /* Not here, then. */ }
    set(theme);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => set(theme));
  byId("theme").parentElement.hidden = false;
}

function nextFailure(step) {
  if (view !== "cases") setView("cases");
  const rows = list.rows;
  for (let tried = 1; tried <= rows.length; tried += 1) {
    const index = (((list.current < 0 ? (step > 0 ? -1 : 0) : list.current) + step * tried) % rows.length + rows.length) % rows.length;
    if (isBad(rows[index])) { choose(index); reveal(); return; }
  }
}

function buildKeys() {
  document.body.append(element("dialog", { id: "keys", class: "keys", "aria-label": "Keys" }, element("h2", {}, "Keys"),
    element("dl", {}, KEYS.map(([key, words]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, words)])),
    element("button", { type: "button", onclick: () => byId("keys").close() }, "Close")));
  list.box.addEventListener("keydown", (event) => {
    if (event.key === "Enter") return reveal();
    const target = event.ctrlKey || event.metaKey || event.altKey ? null : list.target(event.key);
    if (target === null) return;
    choose(target);
    event.preventDefault();
  });
  tree.box.addEventListener("keydown", treeKey);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (byId("keys").open) return;
    if (event.key === "Escape") {
      if (document.body.classList.contains("chosen")) closeDetail(); else clearFilter();
      return;
    }
    if (["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
    const views = { 1: "cases", 2: "classes", 3: "timeline", ...(run.history ? { 4: "history" } : {}) };
    if (event.key === "?") byId("keys").showModal();
    else if (event.key === "/") byId("text").focus();
    else if (event.key === "n" || event.key === "p") nextFailure(event.key === "n" ? 1 : -1);
    else if (views[event.key]) setView(views[event.key]);
    else return;
    event.preventDefault();
  });
}

// Builds the complete list of failures for paper; the list on screen has only the visible rows.
function buildPrint() {
  const box = byId("print");
  addEventListener("beforeprint", () => {
    const bad = entries.filter(isBad);
    box.replaceChildren(
      element("p", {}, wordsOf(tallyOf(entries))),
      ...bad.map((entry) => element("article", {}, element("h2", {}, shown(`${entry.identity}: ${WORDS[entry.state]}`)),
        (entry.detail ? entry.detail.issues : []).map((issue) => element("pre", {}, shown(
          [issue.message, issue.comment, issue.details, place(issue.file, issue.line)].filter(Boolean).join("\n"), false))))));
  });
  addEventListener("afterprint", () => box.replaceChildren());
}

buildTheme();
buildFilters();
buildProportions();
buildKeys();
buildPrint();
byId("app").hidden = false;
byId("history-view").hidden = !run.history;
byId("copy").hidden = false;
byId("copy").addEventListener("click", () => copy(run.repeat, byId("copy")));
for (const button of document.querySelectorAll("[data-view]")) button.addEventListener("click", () => setView(button.dataset.view));
byId("overview").addEventListener("click", () => { list.select(-1); addressed = null; noteAddress(); showRun(); reveal(); });
update();
if (entries.length === 0) list.note.textContent = "No case ran, and nothing went wrong outside of cases. A name, a filter or a shard may have left nothing.";
if (openAddress()) { /* A link has chosen. */ } else if (!isNarrow() && list.rows.length > 0 && isBad(list.rows[0])) choose(0); else showRun();
if (isDetailStep()) reveal();
isStarted = true;
