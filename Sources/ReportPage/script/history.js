// The history: what the cases did in the runs before this one. Sources/Runner/Reports/HTML/HistoryData.swift writes it.
const OUTCOMES = {
  p: ["passed", "passed"], f: ["failed", "failed"], c: ["crashed", "crashed"], t: ["timedOut", "timed out"], s: ["skipped", "skipped"],
  n: ["notRun", "not run"], g: ["flaky", "failed, which was forgiven"], r: ["flaky", "passed at a retry"], m: ["failed", "failed in some repetitions"],
};
const FINDINGS = [
  ["flaky", "Flaky: failed and passed with the same code"], ["newlyFailing", "Newly failing"], ["failingForLong", "Failing for long"],
  ["slower", "Slower"], ["idle", "Not run for long"],
];
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Two letters as microseconds: the power of two in nanoseconds, and six bits behind it.
function pastDuration(text, index) {
  const [power, fraction] = [DIGITS.indexOf(text[2 * index]), DIGITS.indexOf(text[2 * index + 1])];
  return power === 0 && fraction === 0 ? 0 : 2 ** power * (1 + fraction / 64) / 1000;
}

// The results of a case in the runs before, the oldest first.
function pastOf(entry) {
  const row = run.history && entry.index < run.cases.length ? run.history.cases[entry.index] : null;
  if (!row) return [];
  const [outcomes, durations, ...runs] = row;
  return [...outcomes].map((letter, index) => ({
    state: (OUTCOMES[letter] || OUTCOMES.n)[0], words: (OUTCOMES[letter] || OUTCOMES.n)[1],
    duration: pastDuration(durations, index), run: run.history.runs[runs.length > 1 ? runs[index] : runs[0] + index],
  }));
}

function pastWords(past) {
  const [time, seed, commit, machine] = past.run || ["", "", "", ""];
  return [`${time}: ${past.words}`, past.duration > 0 ? duration(past.duration) : "", seed ? `seed ${seed}` : "", commit, machine]
    .filter(Boolean).join(", ");
}
// "28 passed, 2 failed".
function pastTally(past) {
  const counts = new Map();
  for (const one of past) counts.set(one.words, (counts.get(one.words) || 0) + 1);
  return [...counts].map(([words, number]) => `${number} ${words}`).join(", ");
}

// A small bar for each of the last runs.
function strip(entry) {
  const past = pastOf(entry);
  if (past.length === 0) return "";
  return element("span", { class: "strip", role: "img", "aria-label": `before: ${pastTally(past)}`, title: pastTally(past) },
    past.map((one) => element("i", { class: `bar-${one.state}` })));
}

// The durations of the last runs and of this one, with what happened.
function historyOf(entry) {
  const past = pastOf(entry);
  if (past.length === 0) return [];
  const now = { state: entry.state, words: WORDS[entry.state] || entry.state, duration: entry.duration, run: ["this run", "", "", ""] };
  const all = [...past, now];
  const longest = Math.max(...all.map((one) => one.duration), 1);
  const bars = all.map((one) => {
    const bar = element("span", { class: `bar-${one.state}` });
    bar.style.height = `${Math.max(4, 100 * one.duration / longest)}%`;
    return element("span", { class: one === now ? "column now" : "column", title: one === now ? `this run: ${duration(one.duration)}` : shownPlain(pastWords(one)) }, bar);
  });
  const failures = past.filter((one) => one.state !== "passed" && one.state !== "skipped" && one.state !== "notRun").reverse().slice(0, 5);
  return section(`The last ${count(past.length, "run")} before this one`,
    element("p", { class: "counts" }, `${pastTally(past)}; at most ${duration(longest)}`),
    element("div", { class: "durations", role: "img", "aria-label": `Durations: ${all.map((one) => duration(one.duration)).join(", ")}` }, bars),
    findingsOf(entry).map(([, kind, words]) => element("p", { class: "notice" }, `${findingTitle(kind)}: `, shown(words))),
    failures.length > 0 ? element("ul", { class: "others" }, failures.map((one) => element("li", {}, shown(pastWords(one))))) : []);
}

function findingsOf(entry) { return run.history ? run.history.findings.filter(([index]) => index === entry.index) : []; }
function findingTitle(kind) { return (FINDINGS.find(([name]) => name === kind) || ["", kind])[1].split(":")[0]; }
function shownPlain(text) { return shown(text).map((node) => (typeof node === "string" ? node : node.textContent)).join(""); }

// The page of what deserves a look, by kinds.
function buildHistory() {
  const box = document.getElementById("history");
  if (box.childElementCount > 0) return;
  const parts = FINDINGS.flatMap(([kind, title]) => {
    const own = run.history.findings.filter(([, other]) => other === kind);
    if (own.length === 0) return [];
    return section(`${title} (${own.length})`, element("ul", { class: "findings" }, own.map(([index, , words, name]) => {
      if (index === null) return element("li", {}, element("div", {}, bidi(name)), element("p", {}, shown(words)));
      const entry = entries[index];
      return element("li", {}, element("div", {},
        element("button", { type: "button", class: "link", onclick: () => openEntry(entry) }, bidi(entry.identity)), " ", strip(entry)),
        element("p", {}, shown(words)));
    })));
  });
  const runs = run.history.runs;
  const extent = `${count(runs.length, "run")} before this one, from ${runs[0][0]} to ${runs[runs.length - 1][0]} UTC`;
  box.append(element("div", { class: "history" }, element("p", { class: "counts" }, extent),
    parts.length > 0 ? parts.flat() : element("p", {}, "Nothing deserves a look.")));
}
