// Makes elements. A text among the children becomes a text node; nothing here reads markup.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

function icon(state) {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("class", `icon is-${state}`);
  picture.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#icon-${state}`);
  picture.append(use);
  return picture;
}

// Controls, invisible characters, and those that turn the reading direction: they are shown, not obeyed.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff]|[\u{e0000}-\u{e0fff}]|\p{Cs}/u;
const ALL_HIDDEN = new RegExp(HIDDEN.source, "gu");
const COLOURS = /\u001b\[[0-9;:]*m/g;

function hiddenMark(character) {
  return `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`;
}

// A stranger's text as nodes, of one line or of several.
function shown(text, isLine = true) {
  if (isLine) text = text.replace(/\n/g, "\u23ce");
  if (!HIDDEN.test(text)) return [text];
  const nodes = [];
  let last = 0;
  for (const found of text.matchAll(ALL_HIDDEN)) {
    if (found[0] === "\r" && text[found.index + 1] === "\n") continue;
    nodes.push(text.slice(last, found.index), element("span", { class: "control" }, hiddenMark(found[0])));
    last = found.index + found[0].length;
  }
  nodes.push(text.slice(last));
  return nodes.filter((node) => node !== "");
}
function bidi(text) { return element("bdi", {}, shown(text)); }

function place(file, line) {
  if (file < 0) return "";
  return run.files[file] + (line > 0 ? `:${line}` : "");
}

async function copy(text, button) {
  const before = button.textContent;
  let isDone = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = element("textarea", { class: "hidden", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    isDone = document.execCommand("copy");
    field.remove();
    button.focus();
  }
  button.textContent = isDone ? "Copied" : "Not copied";
  setTimeout(() => { button.textContent = before; }, 1500);
}

// A list of rows of one height, of which only those in sight are there.
class RowList {
  constructor(box, height, make) {
    this.box = box;
    this.height = height;
    this.make = make;
    this.rows = [];
    this.made = new Map();
    this.current = -1;
    this.space = element("div", { class: "space", role: "presentation" });
    this.note = element("p", { class: "empty", hidden: true }, "Nothing matches.");
    box.append(this.space, this.note);
    box.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(box);
  }

  show(rows) {
    this.rows = rows;
    this.current = -1;
    this.space.style.height = `${rows.length * this.height}px`;
    this.note.hidden = rows.length > 0;
    this.redraw();
  }

  redraw() {
    for (const row of this.made.values()) row.remove();
    this.made.clear();
    this.draw();
  }

  draw() {
    if (this.box.clientHeight === 0) return;
    const first = Math.max(0, Math.floor(this.box.scrollTop / this.height) - 4);
    const last = Math.min(this.rows.length, Math.ceil((this.box.scrollTop + this.box.clientHeight) / this.height) + 4);
    for (const [index, row] of this.made) {
      if (index < first || index >= last) {
        row.remove();
        this.made.delete(index);
      }
    }
    for (let index = first; index < last; index += 1) {
      if (this.made.has(index)) continue;
      const row = this.make(this.rows[index], index);
      row.id = `${this.box.id}-${index}`;
      row.style.top = `${index * this.height}px`;
      row.style.height = `${this.height}px`;
      row.setAttribute("aria-selected", String(index === this.current));
      this.made.set(index, row);
      this.space.append(row);
    }
    if (this.made.has(this.current)) this.box.setAttribute("aria-activedescendant", `${this.box.id}-${this.current}`);
    else this.box.removeAttribute("aria-activedescendant");
  }

  select(index) {
    const before = this.made.get(this.current);
    if (before) before.setAttribute("aria-selected", "false");
    this.current = index;
    if (index < 0) return;
    const top = index * this.height;
    if (top < this.box.scrollTop) this.box.scrollTop = top;
    else if (top + this.height > this.box.scrollTop + this.box.clientHeight) {
      this.box.scrollTop = top + this.height - this.box.clientHeight;
    }
    this.draw();
    const row = this.made.get(index);
    if (row) row.setAttribute("aria-selected", "true");
  }

  // Where a key leads from the current row; nothing for other keys.
  target(key) {
    const page = Math.max(1, Math.floor(this.box.clientHeight / this.height) - 1);
    const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[key];
    if (step === undefined || this.rows.length === 0) return null;
    if (this.current < 0) return step === Infinity ? this.rows.length - 1 : 0;
    return Math.min(this.rows.length - 1, Math.max(0, this.current + step));
  }
}
