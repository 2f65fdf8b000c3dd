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
    element("div", { class: "name" }, entry.alike && entry.alike.length > 1 ? element("span", { class: "alike" }, `${entry.alike.length} alike`) : "",
      entry.change === "newlyFailed" ? element("span", { class: "alike" }, "new") : "", entry.owner ? element("span", { class: "of" }, bidi(entry.owner.short), " › ") : "", bidi(entry.name)),
    element("div", { class: "below" }, entry.words ? bidi(entry.words)
      : entry.owner ? [bidi(bundleName(entry.bundle)), " / ", bidi(entry.owner.name)] : "")),
  entry.warns && entry.state !== "problem" ? [icon("warning"), element("span", { class: "hidden" }, "with warnings")] : "",
  strip(entry), element("span", { class: "time" }, entry.started >= 0 ? duration(entry.duration) : ""));
}

function choose(index) {
  list.select(index);
  if (index >= 0) showEntry(list.rows[index]);
}

// On a narrow page the details lie over the list.
function reveal() {
  if (!isNarrow()) return;
  document.body.classList.add("chosen");
  pane.focus();
}

function openEntry(entry) {
  if (!matches(entry)) clearFilter();
  setView("cases");
  choose(list.rows.indexOf(entry));
  reveal();
}

// The part of the address behind "#" names a case, so that a link to it can be sent.
function openAddress() {
  let wanted = "";
  try { wanted = decodeURIComponent(location.hash.slice(1)); } catch { return false; }
  const entry = wanted ? entries.find((one) => one.identity === wanted) : null;
  if (!entry) return false;
  if (list.rows[list.current] !== entry || view !== "cases") openEntry(entry);
  return true;
}
// Late, since browsers refuse an address that changes with every key.
let addressTimer = 0;
function noteAddress(entry) {
  if (!isStarted) return;
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    try { history.replaceState(null, "", addressOf(entry)); } catch { /* Not here, then. */ }
  }, 250);
}
function addressOf(entry) { return `#${encodeURIComponent(entry.identity).replace(/%2F/g, "/")}`; }

// MARK: Filters

function update() {
  const chosen = list.rows[list.current];
  const rows = entries.filter(matches).sort(ORDERS[filter.order]);
  list.box.scrollTop = 0;
  list.show(rows);
  const again = chosen ? rows.indexOf(chosen) : -1;
  if (again >= 0) list.select(again);
  if (view === "classes") { openMatches(); tree.box.scrollTop = 0; tree.show(treeNodes()); }
  if (view === "timeline") drawTimeline();
  updateCounts(rows.length);
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
  [filter.bundle, filter.tag, filter.text] = [-1, "", ""];
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
  }, state && RANK[state] !== undefined ? icon(state) : "", title, element("b", {}, "")));
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
  byId("text").addEventListener("input", (event) => { filter.text = event.target.value.trim().toLowerCase(); update(); });
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
    if (event.key === "Escape") {
      if (document.body.classList.contains("chosen")) closeDetail(); else clearFilter();
      return;
    }
    if (["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
    const views = { 1: "cases", 2: "classes", 3: "timeline", ...(run.history ? { 4: "history" } : {}) };
    if (event.key === "/") byId("text").focus();
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
byId("overview").addEventListener("click", () => { list.select(-1); showRun(); reveal(); });
addEventListener("hashchange", openAddress);
update();
if (entries.length === 0) list.note.textContent = "No case ran, and nothing went wrong outside of cases. A name, a filter or a shard may have left nothing.";
if (openAddress()) { /* A link has chosen. */ } else if (!isNarrow() && list.rows.length > 0 && isBad(list.rows[0])) choose(0); else showRun();
isStarted = true;
