// The class hierarchy: bundles, their classes by inheritance, their cases.
const tree = new RowList(document.getElementById("tree"), 30, treeRow);
const opened = new Set();
// Failures are open from the start, the first of very many.
openFor(entries.filter(isBad));

// The nodes that are open, among what matches, from the top down.
function treeNodes() {
  const found = new Map();
  for (const entry of entries) {
    if (!entry.owner || !matches(entry)) continue;
    if (!found.has(entry.owner)) found.set(entry.owner, []);
    found.get(entry.owner).push(entry);
  }
  const totals = new Map();
  const weigh = (owner) => {
    if (totals.has(owner)) return totals.get(owner);
    const total = { bad: 0, all: 0 };
    totals.set(owner, total);
    for (const entry of found.get(owner) || []) { total.all += 1; total.bad += isBad(entry) ? 1 : 0; }
    for (const one of owner.subclasses) { const part = weigh(one); total.all += part.all; total.bad += part.bad; }
    return total;
  };
  const nodes = [];
  const badFirst = (a, b) => (weigh(b).bad > 0 ? 1 : 0) - (weigh(a).bad > 0 ? 1 : 0);
  const add = (owner, level) => {
    const total = weigh(owner);
    if (total.all === 0) return;
    const isOpen = opened.has(owner.index);
    nodes.push({ kind: "class", owner, level, isOpen, total, key: owner.index, words: classTitle(owner) });
    if (!isOpen) return;
    addCases(nodes, owner, [...(found.get(owner) || [])].sort(ORDERS.state), level + 1);
    for (const one of [...owner.subclasses].sort(badFirst)) add(one, level + 1);
  };
  const bundles = run.bundles.map((bundle, index) => {
    const roots = classes.filter((one) => one.bundle === index && one.superclass < 0).sort(badFirst);
    const total = { bad: 0, all: 0 };
    for (const one of roots) { const part = weigh(one); total.all += part.all; total.bad += part.bad; }
    return { bundle, index, roots, total };
  });
  bundles.sort((a, b) => (b.total.bad > 0 ? 1 : 0) - (a.total.bad > 0 ? 1 : 0));
  bundles.forEach(({ bundle, index, roots, total }) => {
    if (total.all === 0) return;
    const isOpen = !opened.has(`closed ${index}`);
    nodes.push({ kind: "bundle", level: 1, isOpen, total, key: `closed ${index}`, words: bundle.name, bundle: index });
    if (isOpen) for (const one of roots) add(one, 2);
  });
  return nodes;
}

// Adds the nodes of a class's cases; examples that stand in suites, below a node for each suite.
function addCases(nodes, owner, list, level) {
  const top = { children: [], suites: new Map() };
  for (const entry of list) {
    let place = top;
    const path = entry.suites && entry.suites.length > 0 ? [entry.method, ...entry.suites] : [];
    for (const words of path) {
      if (!place.suites.has(words)) {
        const suite = { words, children: [], suites: new Map(), total: { bad: 0, all: 0 } };
        place.suites.set(words, suite);
        place.children.push(suite);
      }
      place = place.suites.get(words);
      place.total.all += 1;
      place.total.bad += isBad(entry) ? 1 : 0;
    }
    place.children.push(entry);
  }
  const add = (place, at) => {
    for (const one of place.children) {
      if (one.suites instanceof Map) {
        nodes.push({ kind: "suite", owner, level: at, isOpen: true, total: one.total, words: one.words });
        add(one, at + 1);
      } else {
        nodes.push({ kind: "case", entry: one, level: at, words: one.name });
      }
    }
  };
  add(top, level);
}

// Whether a node can be opened and closed: a suite of examples is always open.
function canTurn(node) { return node.kind === "class" || node.kind === "bundle"; }

function treeRow(node, index) {
  const row = element("div", {
    class: `row node ${node.kind}`, role: "treeitem", "aria-level": node.level,
    "aria-expanded": node.kind === "case" ? null : String(node.isOpen), onclick: () => chooseNode(index, true),
  });
  const twist = element("span", { class: "twist", "aria-hidden": "true" }, !canTurn(node) ? "" : node.isOpen ? "▾" : "▸");
  row.style.paddingLeft = `${0.6 + 1.1 * (node.level - 1)}rem`;
  row.append(twist);
  if (node.kind === "case") {
    row.append(icon(node.entry.state), element("span", { class: "hidden" }, WORDS[node.entry.state]),
      element("span", { class: "name" }, nameParts(node.words)),
      element("span", { class: "time" }, node.entry.started >= 0 ? duration(node.entry.duration) : ""));
  } else {
    row.append(element("span", { class: "name" }, nameParts(node.words)), element("span", { class: "tally" },
      node.total.bad > 0 ? element("span", { class: "is-failed" }, `${node.total.bad} failed`) : "",
      element("span", { class: "time" }, String(node.total.all))));
  }
  return row;
}

function turn(node, isOpen) {
  // Bundles are open unless they were closed, classes closed unless they were opened.
  if (isOpen === (node.kind === "class")) opened.add(node.key); else opened.delete(node.key);
  const at = tree.current;
  const top = tree.box.scrollTop;
  tree.show(treeNodes());
  tree.box.scrollTop = top;
  tree.select(at);
}

function chooseNode(index, mayTurn) {
  const node = tree.rows[index];
  if (!node) return;
  const isAgain = tree.current === index;
  tree.select(index);
  if (node.kind === "case") showEntry(node.entry);
  else if (node.kind !== "bundle") showClass(node.owner);
  else showRun();
  if (mayTurn) {
    if (node.kind === "case") reveal();
    else if (canTurn(node) && (isAgain || !node.isOpen)) turn(node, !node.isOpen);
  }
}

// The keys that WAI-ARIA gives to a tree.
function treeKey(event) {
  const node = tree.rows[tree.current];
  if (event.key === "ArrowRight" && node && canTurn(node)) {
    if (!node.isOpen) turn(node, true); else chooseNode(tree.current + 1, false);
  } else if (event.key === "ArrowLeft" && node) {
    if (canTurn(node) && node.isOpen) return turn(node, false), event.preventDefault();
    for (let index = tree.current - 1; index >= 0; index -= 1) {
      if (tree.rows[index].level < node.level) { chooseNode(index, false); break; }
    }
  } else if (event.key === "Enter" && node) {
    if (canTurn(node)) turn(node, !node.isOpen); else reveal();
  } else {
    const target = tree.target(event.key);
    if (target === null) return;
    chooseNode(target, false);
  }
  event.preventDefault();
}

function openClass(owner) {
  setView("classes");
  openFor([{ owner }]);
  opened.delete(`closed ${owner.bundle}`);
  tree.show(treeNodes());
  tree.select(tree.rows.findIndex((node) => node.kind === "class" && node.owner === owner));
  showClass(owner);
  reveal();
}

// Shows the first failure, where nothing is chosen yet.
function openAtFailure() {
  if (tree.current >= 0) return;
  const at = tree.rows.findIndex((node) => node.kind === "case" && isBad(node.entry));
  if (at < 0) return;
  chooseNode(at, false);
  tree.box.scrollTop = Math.max(0, (at - 3) * tree.height);
}

function openFor(list) {
  for (const entry of list.slice(0, 200)) {
    for (let one = entry.owner; one; one = one.superclass >= 0 ? classes[one.superclass] : null) opened.add(one.index);
  }
}
