// The right-hand side: all that is known of a case, of a class, or of the run.
const pane = document.getElementById("detail");

function show(...content) {
  pane.replaceChildren(element("button", { type: "button", class: "back", onclick: closeDetail }, "‹ Back"), ...content.flat(Infinity).filter((part) => part !== ""));
  pane.scrollTop = 0;
}
// The keys of the page.
const KEYS = [
  ["/", "filter by words; tag:slow finds a tag"], ["↑ ↓", "move"], ["Enter", "open"], ["n p", "next, previous failure"],
  run.history ? ["1 2 3 4", "cases, classes, timeline, history"] : ["1 2 3", "cases, classes, timeline"], ["Esc", "back, or clear the filter"], ["?", "these keys"],
];

function closeDetail() {
  // Where it was opened over the list, the browser's own way back is taken.
  if (isDetailStep()) history.back(); else hideDetail();
}
function hideDetail() {
  document.body.classList.remove("chosen");
  currentList().box.focus();
}

function section(title, ...content) { return [element("h3", {}, title), ...content]; }

function showEntry(entry) {
  const owner = entry.owner;
  noteAddress(entry);
  const detail = entry.detail || { issues: [], logs: [], attempts: [], attachments: [] };
  const path = owner
    ? element("p", { class: "path" }, bidi(bundleName(entry.bundle)), " / ",
        element("button", { type: "button", class: "link", onclick: () => openClass(owner) }, bidi(owner.name)))
    : element("p", { class: "path" }, entry.bundle >= 0 ? bidi(bundleName(entry.bundle)) : "The run");
  const meta = element("p", { class: "meta" },
    element("span", { class: `state is-${entry.state}` }, icon(entry.state), " ", WORDS[entry.state]),
    entry.started >= 0 ? element("span", {}, duration(entry.duration)) : "",
    entry.started >= 0 ? element("span", {}, `${duration(entry.started)} after the start`) : "",
    entry.worker >= 0 ? element("span", {}, shown(workerName(entry.worker))) : "",
    entry.file >= 0 ? element("span", {}, shown(place(entry.file, entry.line))) : "",
    entry.change ? element("span", { class: "change" }, changeWords(entry)) : "",
    entry.tags.length > 0 ? element("span", {}, "tags ", shown(entry.tags.join(", "))) : "");
  show(
    path, element("h2", {}, bidi(entry.name)), detail.title ? element("p", {}, shown(detail.title)) : [], meta,
    linkList(detail.links || []),
    detail.reason ? element("p", { class: "notice" }, shown(detail.reason, false)) : [],
    detail.repetitions ? element("p", { class: "notice" }, shown(detail.repetitions)) : [],
    detail.issues.map(issueBox),
    detail.logs.length > 0 ? section("Log", element("pre", { class: "output", tabindex: 0 }, shown(detail.logs.join("\n"), false))) : [],
    detail.output ? section("Output", outputBox(detail.output)) : [],
    attachmentList(detail.attachments),
    detail.attempts.map((attempt) => section(`Failed ${attempt.when}`, attempt.issues.map(issueBox),
      attempt.output ? outputBox(attempt.output) : [], attachmentList(attempt.attachments))),
    alikeList(entry),
    historyOf(entry),
    owner ? section("Address", addressLine(entry)) : []);
}

// Links to reports of bugs: an address or another identifier, and behind a space a title.
function linkList(links) {
  return links.map((link) => {
    const [address, ...words] = link.split(" ");
    const isWeb = /^https?:\/\//.test(address);
    return element("p", { class: "notice" }, "See ",
      isWeb ? element("a", { href: address, rel: "noreferrer" }, shown(address)) : shown(address), words.length > 0 ? " " : "", shown(words.join(" ")));
  });
}

function changeWords(entry) {
  const words = CHANGES.find(([change]) => change === entry.change)[2];
  return entry.change === "slower" ? `${words}: ${duration(entry.before)} then` : words;
}

// The other failures with the same message in the same place.
function alikeList(entry) {
  const others = (entry.alike || []).filter((one) => one !== entry);
  if (others.length === 0) return [];
  const most = 50;
  return section(`The same in ${count(others.length, "other case")}`,
    element("ul", { class: "others" }, others.slice(0, most).map((one) => element("li", {},
      element("button", { type: "button", class: "link", onclick: () => openEntry(one) }, bidi(one.identity))))),
    others.length > most ? element("p", {}, `and ${others.length - most} more`) : []);
}

function outputBox(text) { return element("pre", { class: "output", tabindex: 0 }, shown(text.replace(COLOURS, ""), false)); }

// Links to the files, pictures and texts themselves where they are small; the runner has written both into the page.
function attachmentList(files) {
  return files.length === 0 ? [] : section("Attachments",
    element("dl", {}, files.flatMap(([title, path, link, kind, content]) => [element("dt", {}, bidi(title)), element("dd", {},
      element("a", { class: "attached", href: link, target: "_blank", rel: "noopener noreferrer" }, shown(path)),
      kind === "image" ? element("img", { class: "attached", src: content, alt: title }) : "",
      kind === "text" ? outputBox(content) : "")])));
}

function addressLine(entry) {
  const button = element("button", { type: "button", class: "link" }, "copy");
  button.addEventListener("click", () => copy(entry.identity, button));
  const link = element("button", { type: "button", class: "link" }, "copy a link");
  link.addEventListener("click", () => copy(location.href.replace(/#.*/, "") + addressOf(entry), link));
  return element("p", {}, element("code", {}, shown(entry.identity)), " ", button, " · ", link);
}

function issueBox(issue) {
  const harmless = { warning: "Warning: ", known: "Known issue: " }[issue.kind] ?? "";
  return element("article", { class: `issue ${harmless ? "warning" : ""}` },
    element("p", { class: "message" }, harmless, shown(issue.message, false)),
    issue.comment ? element("p", { class: "comment" }, shown(issue.comment, false)) : "",
    issue.details ? detailsBox(issue.details) : "",
    issue.file >= 0
      ? element("p", { class: "place" }, issue.lastKnown ? "last known: " : "", shown(place(issue.file, issue.line)),
          issue.phase ? ` ${issue.phase}` : "")
      : issue.phase ? element("p", { class: "place" }, issue.phase) : "",
    issue.source.length > 0 ? sourceBox(issue) : "");
}

// Operands, a difference, a backtrace; lines of a difference have a mark and a colour.
function detailsBox(text) {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => /^(first )?difference\b/.test(line));
  const trace = lines.findIndex((line) => /^(backtrace|(another )?thread\b.*):$/.test(line));
  const box = element("pre", { tabindex: 0, class: trace >= 0 ? "trace" : null });
  lines.forEach((line, index) => {
    if (trace >= 0 && index >= trace && line.startsWith("  ")) {
      // A frame of the suite's is in one of the files that the report knows.
      const isOwn = run.files.some((file) => file && line.includes(file));
      return box.append(element("span", { class: isOwn ? "frame" : "frame foreign" }, shown(line.trim(), false)));
    }
    const isPart = start >= 0 && index > start;
    const kind = isPart && line.startsWith("- ") ? "less" : isPart && line.startsWith("+ ") ? "more" : "same";
    box.append(element("span", { class: kind }, line === "" ? "\u200a" : shown(line, false)));
  });
  return box;
}

function sourceBox(issue) {
  return element("pre", { class: "source", tabindex: 0, "aria-label": "Source" }, issue.source.map(([number, text]) =>
    element("span", { class: number === issue.line ? "at" : "" }, element("span", { class: "number" }, String(number)), shown(text))));
}

function showClass(owner) {
  const chain = [];
  for (let index = owner.superclass; index >= 0 && chain.length < classes.length; index = classes[index].superclass) {
    chain.push(classes[index]);
  }
  const link = (one) => element("button", { type: "button", class: "link", onclick: () => openClass(one) }, bidi(one.name));
  const detail = owner.detail;
  show(
    element("p", { class: "path" }, bidi(bundleName(owner.bundle))), element("h2", {}, bidi(owner.name)), owner.title ? element("p", {}, shown(owner.title)) : [],
    element("p", { class: "meta" },
      element("span", {}, `run group ${owner.group}`),
      owner.started >= 0 ? element("span", {}, duration(Math.max(0, owner.ended - owner.started))) : "",
      owner.worker >= 0 ? element("span", {}, shown(workerName(owner.worker))) : "",
      owner.file >= 0 ? element("span", {}, shown(place(owner.file, owner.line))) : "",
      owner.tags.length > 0 ? element("span", {}, "tags ", shown(owner.tags.join(", "))) : ""),
    chain.length > 0 ? section("Superclasses", element("p", {}, chain.flatMap((one, index) => [index > 0 ? " › " : "", link(one)]))) : [],
    owner.subclasses.length > 0 ? section("Subclasses", element("p", {}, owner.subclasses.flatMap((one, index) => [index > 0 ? ", " : "", link(one)]))) : [],
    detail && detail.reason ? element("p", { class: "notice" }, shown(detail.reason, false)) : [],
    detail ? detail.issues.map(issueBox) : [],
    detail && detail.output ? section("Output of set-up and tear-down", outputBox(detail.output)) : [],
    detail ? attachmentList(detail.attachments) : [],
    owner.entries.length > 0 ? section("Cases", element("p", { class: "counts" }, owner.counts), caseTable(owner.entries)) : []);
}

function tallyOf(list) {
  const tally = {};
  for (const entry of list) tally[entry.state] = (tally[entry.state] || 0) + 1;
  return tally;
}
function wordsOf(tally) {
  return STATES.filter(([state]) => tally[state]).map(([state, title]) => `${tally[state]} ${title.toLowerCase()}`).join(", ");
}

function caseTable(list) {
  const most = 500;
  const body = element("tbody", {}, list.slice(0, most).map((entry) => element("tr", {},
    element("td", {}, icon(entry.state), " ", element("span", { class: "hidden" }, WORDS[entry.state]),
      element("button", { type: "button", class: "link", onclick: () => openEntry(entry) }, bidi(entry.name))),
    element("td", {}, entry.started >= 0 ? duration(entry.duration) : ""))));
  return [element("table", {}, body), list.length > most ? element("p", {}, `and ${list.length - most} more`) : ""];
}

// Shows the run as a whole while nothing is selected.
function showRun() {
  const slowest = entries.filter((entry) => entry.duration > 0).sort(ORDERS.slow).slice(0, 10);
  const longest = slowest.length > 0 ? slowest[0].duration : 1;
  const columns = ["passed", "flaky", "failed", "crashed", "timedOut", "skipped", "notRun"];
  const used = columns.filter((state) => entries.some((entry) => entry.state === state));
  const perBundle = run.bundles.map(() => ({}));
  for (const entry of entries) if (entry.bundle >= 0) perBundle[entry.bundle][entry.state] = (perBundle[entry.bundle][entry.state] || 0) + 1;
  const changes = CHANGES.map(([change, title]) => [entries.filter((entry) => entry.change === change).length, title])
    .filter(([number]) => number > 0).map(([number, title]) => `${number} ${title.toLowerCase()}`);
  const cell = (number, state) => element("td", { class: number ? `is-${state}` : "none" }, (number || 0).toLocaleString("en-GB"));
  show(
    element("h2", {}, "About this run"),
    section("Bundles", element("table", {},
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Bundle"),
        used.map((state) => element("th", { scope: "col" }, STATES[RANK[state]][1])))),
      element("tbody", {}, run.bundles.map((bundle, index) => element("tr", {},
        element("th", { scope: "row" }, element("button", { type: "button", class: "link", onclick: () => filterBundle(index) }, bidi(bundle.name)),
          bundle.isFaulty ? element("span", { class: "is-problem" }, " could not be used") : ""),
        used.map((state) => cell(perBundle[index][state], state))))))),
    slowest.length > 0 ? section("Slowest cases", element("table", {}, element("tbody", {}, slowest.map((entry) => {
      const measure = element("span", { class: "measure" });
      measure.style.width = `${Math.max(0.5, 100 * entry.duration / longest)}%`;
      return element("tr", {}, element("td", { class: "slow" }, measure,
        element("button", { type: "button", class: "link", onclick: () => openEntry(entry) }, bidi(entry.name)),
        element("span", { class: "path" }, " ", entry.owner ? bidi(entry.owner.short) : "")), element("td", {}, duration(entry.duration)));
    })))) : [],
    changes.length > 0 ? section("Since the run before", element("p", {}, changes.join(", "))) : [],
    section("Run", element("dl", {}, run.facts.flatMap(([title, value]) => [element("dt", {}, title), element("dd", {}, shown(value))]))),
    section("Repeat", element("p", {}, element("code", {}, shown(run.repeat)))),
    section("Keys", element("p", { class: "keys" }, KEYS.flatMap(([key, words], index) =>
      [index > 0 ? " · " : "", element("kbd", {}, key), ` ${words}`]))));
}
