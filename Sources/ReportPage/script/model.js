"use strict";

// The run, as the runner wrote it into this page; Sources/Runner/Reports/HTML/ReportData.swift documents
// its layout. Every text in it is foreign, so it is only ever shown through text nodes.
const run = JSON.parse(document.getElementById("data").textContent);

// The states that an entry may be in, the worst first, with the words for them.
const STATES = [
  ["crashed", "Crashed", "crashed"], ["timedOut", "Timed out", "timed out"], ["failed", "Failed", "failed"],
  ["problem", "Outside of cases", "failed outside of cases"], ["flaky", "Flaky", "passed, but not at the first attempt"],
  ["warning", "With warnings", "warned"], ["known", "With known issues", "failed as the suite expects"], ["notRun", "Not run", "not run"], ["skipped", "Skipped", "skipped"],
  ["passed", "Passed", "passed"],
];
// The differences from the run before, where the runner's record knows that.
const CHANGES = [
  ["newlyFailed", "Newly failed", "did not fail in the run before"], ["fixed", "Newly fixed", "failed in the run before"],
  ["slower", "Slower", "slower than in the run before"],
];
const RANK = Object.fromEntries(STATES.map((entry, index) => [entry[0], index]));
const WORDS = Object.fromEntries(STATES.map((entry) => [entry[0], entry[2]]));

// The name of a worker. Those of several machines have names of their own.
const workerName = (number) => run.workers[number] ?? `worker ${number + 1}`;

// The classes: name, bundle, superclass, run group, file, line, details, worker, start, end, tags, counts in words,
// its name for people, whether its cases are of a framework whose arguments have no suites.
const classes = run.classes.map((row, index) => {
  const [name, bundle, superclass, group, file, line, detail, worker, started, ended, tags, counts, title, isForeign] = row;
  return {
    title: title || "", isForeign: Boolean(isForeign),
    index, name, bundle, superclass, group, file, line, detail: detail < 0 ? null : run.details[detail], worker, started,
    ended, tags, counts, short: name.slice(name.lastIndexOf(".") + 1), entries: [], subclasses: [],
  };
});
for (const one of classes) if (one.superclass >= 0) classes[one.superclass].subclasses.push(one);

// The cases, and after them what went wrong outside of any.
const entries = run.cases.map((row, index) => {
  const [owner, name, example, outcome, started, duration, worker, file, line, detail, isFlaky, tags, change, before] = row;
  const entry = {
    index, owner: classes[owner], name: example === null ? name : `${name}[${example}]`, outcome, method: name,
    // The suites that an example stands in, from the outermost: "s1/inner/one" is in two.
    suites: example === null || classes[owner].isForeign ? [] : example.split("/").slice(0, -1),
    state: isFlaky ? "flaky" : outcome, started, duration, worker, file, line, tags,
    detail: detail < 0 ? null : run.details[detail], change, before,
  };
  entry.owner.entries.push(entry);
  return entry;
});
for (const problem of run.problems) {
  const entry = {
    index: entries.length, owner: problem.class < 0 ? null : classes[problem.class], name: problem.title,
    outcome: "problem", state: "problem", started: -1, duration: 0, worker: -1, file: -1, line: 0, tags: [],
    detail: run.details[problem.detail], bundle: problem.bundle,
  };
  entries.push(entry);
  if (entry.owner) entry.owner.entries.push(entry);
}
for (const entry of entries) {
  const issues = entry.detail ? entry.detail.issues : [];
  entry.bundle = entry.owner ? entry.owner.bundle : entry.bundle ?? -1;
  entry.identity = (entry.owner ? `${bundleName(entry.bundle)}/${entry.owner.name}/` : "") + entry.name;
  // What counts comes before what does not.
  const main = issues.find(isCounted) || issues[0];
  entry.words = entry.detail ? main ? main.message : entry.detail.reason || "" : "";
  entry.warns = issues.some((issue) => issue.kind === "warning");
  entry.isKnown = issues.some((issue) => issue.kind === "known");
  const titles = [entry.owner ? entry.owner.title : "", entry.detail ? entry.detail.title || "" : ""].join("\n");
  entry.haystack = (entry.identity + "\n" + titles + "\n" + issues.map((issue) => issue.message).join("\n")
    + (entry.detail && entry.detail.reason ? "\n" + entry.detail.reason : "")).toLowerCase();
}

// Failures that are alike: one message in one place, whatever the addresses in it.
const groups = new Map();
for (const entry of entries) {
  const issue = entry.detail ? entry.detail.issues.find(isCounted) : null;
  if (!issue || !isBad(entry)) continue;
  const key = `${entry.state}\n${issue.message.replace(/0x[0-9a-f]+/gi, "0x")}\n${issue.file}:${issue.line}`;
  if (!groups.has(key)) groups.set(key, []);
  groups.get(key).push(entry);
  entry.alike = groups.get(key);
}

function bundleName(index) { return index < 0 ? "" : run.bundles[index].name; }
// The name of a class for people, where it has one.
function classTitle(owner) { return owner.title || owner.short; }
// Whether an issue is a failure, and no warning or one that the suite expects.
function isCounted(issue) { return issue.kind !== "warning" && issue.kind !== "known"; }
function isBad(entry) { return RANK[entry.state] <= RANK.problem; }

// The reader's choices.
const filter = { states: new Set(), bundle: -1, tag: "", text: "", words: [], order: "state" };

// All words of a text must be found, in any order; "tag:slow" is looked for among the tags.
function setText(text) {
  filter.text = text.trim().toLowerCase();
  filter.words = filter.text.split(/\s+/).filter((word) => word !== "");
}
function hasWord(entry, word) {
  if (word.startsWith("tag:")) return entry.tags.some((tag) => tag.toLowerCase().includes(word.slice(4)));
  return entry.haystack.includes(word);
}

// Whether an entry is in a state; warnings, known issues and changes go with any other.
function isIn(entry, state) {
  if (state === "known") return entry.isKnown;
  return state === "warning" ? entry.warns : entry.state === state || entry.change === state;
}

function matchesRest(entry) {
  return (filter.bundle < 0 || entry.bundle === filter.bundle) && (!filter.tag || entry.tags.includes(filter.tag))
    && filter.words.every((word) => hasWord(entry, word));
}
function matches(entry) {
  if (!matchesRest(entry)) return false;
  if (filter.states.size === 0) return true;
  for (const state of filter.states) if (isIn(entry, state)) return true;
  return false;
}

const first = (entry) => (entry.alike ? entry.alike[0].index : entry.index);
const ORDERS = {
  // Those that are alike side by side.
  state: (a, b) => RANK[a.state] - RANK[b.state] || first(a) - first(b) || a.index - b.index,
  plan: (a, b) => a.index - b.index,
  slow: (a, b) => b.duration - a.duration || a.index - b.index,
  name: (a, b) => (a.identity < b.identity ? -1 : a.identity > b.identity ? 1 : a.index - b.index),
};

// Nanoseconds and the like are told in three digits, as the runner tells them.
function duration(micros) {
  const digits = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
  if (micros < 1) return `${Math.round(micros * 1000)} ns`;
  if (micros < 1000) return `${digits(micros)} µs`;
  if (micros < 1e6) return `${digits(micros / 1000)} ms`;
  return `${digits(micros / 1e6)} s`;
}
function count(number, one, many = one + "s") { return `${number.toLocaleString("en-GB")} ${number === 1 ? one : many}`; }
